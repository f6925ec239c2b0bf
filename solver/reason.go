package solver

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/solver/theory"
)

// Reason says why a verdict holds, in words that a person can check by hand.
type Reason struct {
	// Short is one sentence of fewer than 300 bytes. It begins with the outcome,
	// "N: " or "P: "; that of one player's move in a partizan game begins with what
	// comes of moving first.
	Short string
	// Source says where the theorem was published, or that this was a search.
	Source string

	// What the working is about; theory is nil where nothing was worked out.
	theory   theory.Family
	variant  *games.Variant
	position games.Position
}

// Steps is the working, one sentence or one line of a column each, for whoever
// decides now. It is empty where there is nothing to work out: a finished game, or
// a search. Since it is long and most of those who ask for a reason never look at
// it, it is written when it is asked for.
func (r Reason) Steps() []string {
	if r.theory == nil {
		return nil
	}
	return r.theory.Steps(r.variant, r.position)
}

// searched is the Source of verdicts without a theorem.
const searched = "exhaustive search of the rules"

// Explain gives the reason for the verdict on p, for whoever decides now. The
// error is that of Wins.
func (s *Solver) Explain(ctx context.Context, v *games.Variant, p games.Position) (Reason, error) {
	r := s.prover(v)
	if s.Watch != nil {
		defer s.answered(AskExplain, time.Now(), r)
	}
	won, moves, err := r.verdict(ctx, p, 1)
	if err != nil {
		return Reason{}, err
	}
	var short []byte
	if v.Partizan {
		short = appendFirst(short, p, won)
	} else {
		short = append(append(short, theory.ImpartialOutcome(p.Turn(), won)...), ": "...)
	}
	return r.reason(string(r.appendWhy(short, p, moves.List)), p), nil
}

// reason completes the reason for the verdict on p.
func (r prover) reason(short string, p games.Position) Reason {
	switch {
	case r.boards != nil && r.boards.theorem(p) != "":
		return Reason{Short: short, Source: boardTheorems}
	case r.theory == nil:
		return Reason{Short: short, Source: searched}
	}
	return Reason{Short: short, Source: r.theory.Source(r.variant), theory: r.theory, variant: r.variant, position: p}
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
