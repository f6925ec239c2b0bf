package commands

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
)

// turnTime reads a time for a turn such as "10m", "2h" or "1d"; it is 0 if left out.
func (r *Request) turnTime() (time.Duration, error) {
	text := strings.ToLower(r.option("time"))
	if text == "" {
		return 0, nil
	}
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	unit, known := units[text[len(text)-1:]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	d := time.Duration(n) * unit
	if !known || err != nil || d < referee.MinTurnTime || d > referee.MaxTurnTime {
		return 0, refuse("%s is not a valid `time:`: write minutes, hours or days, such as `10m`, `2h` or `1d`, from 1m to 14d.", games.Quote(text))
	}
	return d, nil
}

// durationText writes a time for a turn, such as "2 hours".
func durationText(d time.Duration) string {
	switch {
	case d%(24*time.Hour) == 0:
		return words.Count(int(d/(24*time.Hour)), "day")
	case d%time.Hour == 0:
		return words.Count(int(d/time.Hour), "hour")
	default:
		return words.Count(int(d/time.Minute), "minute")
	}
}

// clockText says until when the player who decides has time.
func clockText(g *referee.Game) string {
	return fmt.Sprintf("%s a turn: %s has until %s.", durationText(g.TurnTime), playerName(g.Actor().ID), Moment(g.Deadline, Clock))
}
