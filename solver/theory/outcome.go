package theory

import "nimatron/games"

// Outcome says who wins under perfect play.
type Outcome string

// The outcomes. Only N and P occur in impartial games. Where a pile is nominated
// "next" is the player who takes the decision that is due, else the owner of the
// turn, whoever decides first in it.
const (
	// NextWins is N: the next player wins.
	NextWins Outcome = "N"
	// PreviousWins is P: the previous player wins.
	PreviousWins Outcome = "P"
	// LeftWins is L: Left wins, whoever starts.
	LeftWins Outcome = "L"
	// RightWins is R: Right wins, whoever starts.
	RightWins Outcome = "R"
)

// ImpartialOutcome names the outcome of a position of an impartial game, at the
// given turn, in which whoever decides now wins or not.
func ImpartialOutcome(turn games.Turn, won bool) Outcome {
	// Before a pile is nominated the turn is its owner's, even where the opponent
	// takes the first decision of it.
	if turn.Actor != turn.Owner && turn.Decision != games.NumberOnly {
		won = !won
	}
	if won {
		return NextWins
	}
	return PreviousWins
}

// PartizanOutcome names the outcome from whether each side wins moving first.
func PartizanOutcome(leftWins, rightWins bool) Outcome {
	switch {
	case leftWins && rightWins:
		return NextWins
	case leftWins:
		return LeftWins
	case rightWins:
		return RightWins
	default:
		return PreviousWins
	}
}
