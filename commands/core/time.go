package core

import (
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/referee"
)

// TurnTime reads a time for a turn such as "10m", "2h" or "1d"; it is 0 if left out.
func (r *Request) TurnTime() (time.Duration, error) {
	text := strings.ToLower(r.Option("time"))
	if text == "" {
		return 0, nil
	}
	d, ok := ReadDuration(text)
	if !ok || d < referee.MinTurnTime || d > referee.MaxTurnTime {
		return 0, Refuse("`time:` can't be %s. Write minutes, hours or days from 1m to 14d, such as `10m`, `2h` or `1d`.", games.Quote(text))
	}
	return d, nil
}

// startForms are the ways to write a start time, in UTC. Without a day it is the next such time.
var startForms = []string{timeOfDay, "2006-01-02 15:04", "2006-01-02T15:04"}

const timeOfDay = "15:04"

// ReadStart reads a start time; ok is false for any other text.
func ReadStart(text string, now time.Time) (t time.Time, ok bool) {
	if seconds, found := strings.CutPrefix(text, "<t:"); found {
		seconds, _, _ = strings.Cut(strings.TrimSuffix(seconds, ">"), ":")
		n, err := strconv.ParseInt(seconds, 10, 64)
		return time.Unix(n, 0).UTC(), err == nil
	}
	if wait, found := strings.CutPrefix(text, "in "); found {
		d, ok := ReadDuration(strings.ReplaceAll(wait, " ", ""))
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

// ReadDuration reads minutes, hours or days, such as "10m", "2h" or "1d".
func ReadDuration(text string) (d time.Duration, ok bool) {
	if text == "" {
		return 0, false
	}
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	unit, ok := units[text[len(text)-1:]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	return time.Duration(n) * unit, ok && err == nil
}
