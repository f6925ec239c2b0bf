package match

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/match/rating"
)

// A Level is the bot's strength.
type Level string

// The levels. They differ only in how often the bot errs.
const (
	NoLevel Level = ""
	// Easy gives away every win, and half of the obvious ones.
	Easy Level = "easy"
	// Casual gives away about every third win that is not obvious.
	Casual Level = "casual"
	// Strong gives away one in ten.
	Strong Level = "strong"
	// Perfect never loses a won position.
	Perfect Level = "perfect"
)

// levels has the error rate and the rating of each level; a rating of 0 means unrated.
// docs/ratings.md explains how the ratings were measured.
var levels = []struct {
	level     Level
	errorRate float64
	value     float64
}{
	{Easy, 1, 0},
	{Casual, 0.35, 1575},
	{Strong, 0.10, 1765},
	{Perfect, 0, 0},
}

// ParseLevel parses the name of a level in any case. The error lists the levels.
func ParseLevel(text string) (Level, error) {
	name := Level(strings.ToLower(strings.TrimSpace(text)))
	if _, known := name.ErrorRate(); known {
		return name, nil
	}
	return NoLevel, fmt.Errorf("there is no level %s: choose easy, casual, strong or perfect", games.Quote(text))
}

func (l Level) index() int {
	for i := range levels {
		if levels[i].level == l {
			return i
		}
	}
	return -1
}

// Next returns the next higher level; ok is false if there is none.
func (l Level) Next() (next Level, ok bool) {
	if i := l.index(); i >= 0 && i+1 < len(levels) {
		return levels[i+1].level, true
	}
	return NoLevel, false
}

// Previous returns the next lower level; ok is false if there is none.
func (l Level) Previous() (previous Level, ok bool) {
	if i := l.index(); i > 0 {
		return levels[i-1].level, true
	}
	return NoLevel, false
}

// ErrorRate returns the probability, from 0 to 1, that the bot gives away a win, unless it can end the
// game at once: docs/levels.md.
func (l Level) ErrorRate() (rate float64, known bool) {
	if i := l.index(); i >= 0 {
		return levels[i].errorRate, true
	}
	return 0, false
}

// Rating returns the fixed rating of the bot at the level; ok is false for an unrated level, such as
// Perfect.
func (l Level) Rating() (r rating.Rating, ok bool) {
	i := l.index()
	if i < 0 || levels[i].value == 0 {
		return rating.Rating{}, false
	}
	return rating.Rating{Value: levels[i].value, Deviation: rating.MinDeviation, Volatility: rating.StartVolatility}, true
}

// AtLeast reports whether the level is another level or a higher one.
func (l Level) AtLeast(least Level) bool { return l.index() >= least.index() }
