package match

import "nimatron/games"

// A Result is the end of a match. A running match has the zero Result.
type Result struct {
	Winner      Seat
	Termination Termination
}

// A Termination is the way in which a match ended, in 1 to [MaxTermination] characters. Imported
// matches may have others than these.
type Termination string

// The terminations. The last four have no winner.
const (
	Played    Termination = "played"
	Resigned  Termination = "resigned"
	TimedOut  Termination = "time"
	Cancelled Termination = "cancelled"
	Abandoned Termination = "abandoned" // nobody continued it
	Moderated Termination = "ended by a moderator"
	// ChannelGone means that the channel was deleted, or the bot removed from its server.
	ChannelGone Termination = "its channel is gone"
)

// MaxTermination bounds a Termination, in characters.
const MaxTermination = 32

// String returns the termination in words.
func (t Termination) String() string {
	if t == TimedOut {
		return "out of time"
	}
	return string(t)
}

// An Outcome is the result of a match, or of several, for one player.
type Outcome uint8

const (
	NoWinner Outcome = iota
	Won
	Lost
)

// OutcomeOf returns the outcome for a side.
func (r Result) OutcomeOf(side games.Side) Outcome {
	switch r.Winner {
	case Nobody:
		return NoWinner
	case Seated(side):
		return Won
	}
	return Lost
}

// Points returns the points of a side: 1 for a win, else 0.
func (r Result) Points(side games.Side) float64 {
	if r.OutcomeOf(side) == Won {
		return 1
	}
	return 0
}
