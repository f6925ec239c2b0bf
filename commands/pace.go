package commands

import "nimatron/match"

// paces are those there are, in the order in which they are shown.
var paces = []match.Pace{match.Live, match.Long}

// paceName is what matches of a pace are called.
func paceName(pace match.Pace) string {
	if pace == match.Live {
		return "Live"
	}
	return "Long"
}

// paceText says how fast matches of a pace are.
func paceText(pace match.Pace) string {
	if pace == match.Live {
		return "at most " + durationText(match.LiveTurn) + " a turn"
	}
	return "more than " + durationText(match.LiveTurn) + " a turn"
}
