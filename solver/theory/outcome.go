package theory

import "nimatron/games"

// Outcome says who wins under perfect play.
type Outcome string

// Impartial games have only N and P. With a nominated pile "next" is the player who takes the due
// decision, otherwise the owner of the turn.
const (
	// NextWins is N: the next player wins.
	NextWins Outcome = "N"
	// PreviousWins is P: the previous player wins.
	PreviousWins Outcome = "P"
	// LeftWins is L: Left wins, moving first or second.
	LeftWins Outcome = "L"
	// RightWins is R: Right wins, moving first or second.
	RightWins Outcome = "R"
)

// ImpartialOutcome returns the outcome of an impartial position. won is true if the player to
// decide wins.
func ImpartialOutcome(turn games.Turn, won bool) Outcome {
	// Before a pile is nominated the turn is its owner's, even if the opponent takes the first
	// decision.
	if turn.Actor != turn.Owner && turn.Decision != games.NumberOnly {
		won = !won
	}
	if won {
		return NextWins
	}
	return PreviousWins
}

// PartizanOutcome returns the outcome, given whether each side wins moving first.
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
