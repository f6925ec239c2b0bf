package view

import (
	"fmt"
	"time"

	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// Duration writes a time for a turn, such as "2 hours".
func Duration(d time.Duration) string {
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
	return fmt.Sprintf("%s a turn: %s has until %s", Duration(g.TurnTime), PlayerName(g.Actor().ID), Moment(g.Deadline, Clock))
}

// Paces are those there are, in the order in which they are shown.
var Paces = []match.Pace{match.Live, match.Long}

// PaceName is what matches of a pace are called.
func PaceName(pace match.Pace) string {
	if pace == match.Live {
		return "Live"
	}
	return "Long"
}

// PaceText says how fast matches of a pace are.
func PaceText(pace match.Pace) string {
	if pace == match.Live {
		return "at most " + Duration(match.LiveTurn) + " a turn"
	}
	return "more than " + Duration(match.LiveTurn) + " a turn"
}
