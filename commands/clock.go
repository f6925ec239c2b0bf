package commands

import (
	"strconv"
	"strings"
	"time"

	"nimatron/games"
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
