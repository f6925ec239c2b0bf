package commands

import (
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// turnTime reads a time for a turn such as "10m", "2h" or "1d"; it is 0 if left out.
func (r *Request) turnTime() (time.Duration, error) {
	text := strings.ToLower(r.option("time"))
	if text == "" {
		return 0, nil
	}
	d, ok := readDuration(text)
	if !ok || d < referee.MinTurnTime || d > referee.MaxTurnTime {
		return 0, refuse("%s is not a valid `time:`: write minutes, hours or days, such as `10m`, `2h` or `1d`, from 1m to 14d.", games.Quote(text))
	}
	return d, nil
}

// startForms are the ways to write when something begins, in UTC. One without a day is the next
// such time.
var startForms = []string{timeOfDay, "2006-01-02 15:04", "2006-01-02T15:04"}

const timeOfDay = "15:04"

// startTime reads when a tournament begins, such as "20:30", "2026-11-27 20:00", "in 2h" or a
// timestamp of Discord's; it is the zero time if left out.
func (r *Request) startTime(now time.Time) (time.Time, error) {
	text := strings.ToLower(strings.Join(strings.Fields(r.option("starts")), " "))
	if text == "" {
		return time.Time{}, nil
	}
	t, ok := readStart(strings.TrimSuffix(text, " utc"), now.UTC())
	switch {
	case !ok:
		return t, refuse("%s is not a valid `starts:`: write a time in UTC such as `20:30`, `2026-11-27 20:00` or `in 2h`. It is now %s in UTC.", games.Quote(text), now.UTC().Format("15:04"))
	case t.Before(now):
		return t, refuse("`starts:` is over: %s was %s.", view.Moment(t, view.Clock), view.Moment(t, view.Relative))
	case t.After(now.Add(tournament.MaxLeadTime)):
		return t, refuse("`starts:` is too far ahead: a tournament begins within %s.", view.Duration(tournament.MaxLeadTime))
	}
	return t, nil
}

// readStart reads when something begins; ok is false for what is no time.
func readStart(text string, now time.Time) (t time.Time, ok bool) {
	if seconds, found := strings.CutPrefix(text, "<t:"); found {
		seconds, _, _ = strings.Cut(strings.TrimSuffix(seconds, ">"), ":")
		n, err := strconv.ParseInt(seconds, 10, 64)
		return time.Unix(n, 0).UTC(), err == nil
	}
	if wait, found := strings.CutPrefix(text, "in "); found {
		d, ok := readDuration(strings.ReplaceAll(wait, " ", ""))
		return now.Add(d), ok
	}
	for _, form := range startForms {
		t, err := time.Parse(form, strings.ToUpper(text))
		if err != nil {
			continue
		}
		if form == timeOfDay {
			t = now.Truncate(24 * time.Hour).Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute)
			if t.Before(now) {
				t = t.AddDate(0, 0, 1)
			}
		}
		return t, true
	}
	return t, false
}

// readDuration reads minutes, hours or days, such as "10m", "2h" or "1d".
func readDuration(text string) (d time.Duration, ok bool) {
	if text == "" {
		return 0, false
	}
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	unit, ok := units[text[len(text)-1:]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	return time.Duration(n) * unit, ok && err == nil
}
