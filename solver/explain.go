package solver

import (
	"context"
	"strconv"

	"nimatron/games"
)

// Reason says why a verdict holds, in words that a person can check by hand.
type Reason struct {
	// Short is one sentence of fewer than 300 bytes. It begins with the outcome,
	// "N: " or "P: ", in partizan games with what comes of moving first.
	Short string
	// Steps is the working, one sentence or one line of a column each. It is empty
	// where there is nothing to work out: a finished game, or a search.
	Steps []string
	// Source says where the theorem was published, or that this was a search.
	Source string
}

// searched is the Source of verdicts without a theorem.
const searched = "exhaustive search of the rules"

// Explain gives the reason for the verdict on p, for whoever decides now. The
// error is that of Wins.
func (s *Solver) Explain(ctx context.Context, v *games.Variant, p games.Position) (Reason, error) {
	q := s.ask(v)
	won, moves, _, err := q.verdict(ctx, p, 1)
	if err != nil {
		return Reason{}, err
	}
	var short []byte
	if v.Partizan {
		short = appendFirst(short, p, won)
	} else {
		short = append(append(short, outcomeOf(p, won)...), ": "...)
	}
	reason := Reason{Short: string(q.appendWhy(short, p, moves)), Source: searched}
	if q.theory != nil {
		reason.Steps = q.theory.steps(v, p)
		reason.Source = q.theory.source(v)
	}
	return reason, nil
}

// appendFirst says what comes of the player to move in p going first.
func appendFirst(dst []byte, p games.Position, won bool) []byte {
	name := "Left"
	if p.Turn().Owner == games.Right {
		name = "Right"
	}
	dst = append(dst, name...)
	if won {
		return append(dst, " first wins: "...)
	}
	return append(dst, " first loses: "...)
}

// appendWhy says what the search that has settled p found; moves are winning ones.
func (s *search) appendWhy(dst []byte, p games.Position, moves []string) []byte {
	switch {
	case games.Over(p):
		return append(dst, "the game is over"...)
	case len(moves) > 0:
		dst = append(dst, moves[0]...)
		dst = append(dst, " wins against every reply"...)
	default:
		dst = append(dst, "every move loses"...)
	}
	dst = append(dst, ", as a search of "...)
	dst = strconv.AppendInt(dst, int64(len(s.known)), 10)
	return append(dst, " positions proved"...)
}
