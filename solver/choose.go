package solver

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"nimatron/games"
)

const (
	// candidateLimit is how many decisions are looked at where not all can be:
	// the first that Position.Options yields, which take fewest counters.
	candidateLimit = 1024
	// winningLimit is how many winning decisions a choice is made from, and how
	// far winning replies are counted.
	winningLimit = 64
)

// Choose returns the bot's decision in p for whoever decides now.
//
// In a won position that is a winning decision: one that ends the game if there is one, else
// of the first 64 in the order of Winning the one that takes most counters, so that the game
// ends soon. With probability errorRate, from 0 to 1, it is a mistake instead, as a person
// makes one: a decision that gives the win away, drawn from all of these, where some options
// win and others lose. A win that ends the game at once is never missed. In a lost position
// it is the decision that the opponent is most likely to answer wrongly: that with the
// largest share of wrong replies, then the one that takes fewest counters, so that there are
// many occasions to err; with probability errorRate it is any. While there are piles of more
// than 64 it takes at least half of one. Mistakes and lost decisions are looked for among
// the first 1,024 options, on boards of more than 100 piles lost ones among the first 256. docs/levels.md has all of it.
//
// Only mistakes depend on r. Choose never fails while the game goes
// on: where the search runs out of its budget or ctx ends it, the decision is a
// random one of those options, and unproved. The error is games.ErrFinished.
func (s *Solver) Choose(ctx context.Context, v *games.Variant, p games.Position, errorRate float64, r *rand.Rand) (games.Step, error) {
	if games.Over(p) {
		return games.Step{}, games.ErrFinished
	}
	errs := errorRate > 0 && r.Float64() < errorRate
	prover := s.prover(v)
	if s.Watch != nil {
		defer s.answered(AskChoose, time.Now(), prover)
	}
	moves, complete, err := prover.winning(ctx, p, winningLimit)
	switch {
	case err != nil, len(moves) == 0 && errs:
		return drawn(prover.candidates(p), r), nil
	case len(moves) == 0:
		return prover.resist(ctx, p), nil
	}
	if step, ends := ending(p, moves); ends {
		return step, nil
	}
	if !complete {
		if step, ends := prover.last(p); ends {
			return step, nil
		}
	}
	if errs {
		if step, ok := prover.mistake(ctx, p, r); ok {
			return step, nil
		}
	}
	if !complete {
		if step, ok := prover.steepest(ctx, p, quickest(moves)); ok {
			return step, nil
		}
	}
	move := quickest(moves)
	next, err := p.Play(move)
	return games.Step{Move: move, Position: next}, err
}

// drawn draws one of the steps, of which there is at least one, each with the same
// probability.
func drawn(steps iter.Seq[games.Step], r *rand.Rand) games.Step {
	all := slices.Collect(steps)
	return all[r.IntN(len(all))]
}

// quickest returns the first of the moves that take most counters. A move that
// takes none, such as a nomination, counts as taking 0.
func quickest(moves []games.Move) games.Move {
	best := moves[0]
	for _, move := range moves {
		if move.Count > best.Count {
			best = move
		}
	}
	return best
}

// steepest looks for a winning decision that takes more than a known one where there are too
// many to list: at each pile it tries all, half, a quarter and so on. ok is false where it
// finds none.
func (r prover) steepest(ctx context.Context, p games.Position, known games.Move) (best games.Step, ok bool) {
	places, _ := r.places(p)
	most, actor := known.Count, p.Turn().Actor
	for _, at := range places[:min(len(places), winningLimit)] {
		for count := at.pile; count > most; count /= 2 {
			step, err := take(p, at.move, count)
			if err != nil {
				break
			}
			if kept, err := r.keeps(ctx, actor, step.Position); err == nil && kept {
				best, most, ok = step, count, true
				break
			}
		}
	}
	return best, ok
}

// last returns an option in p that decides the game for the player who takes it, if one of the
// first does: for where the winning decisions are not all known.
func (r prover) last(p games.Position) (games.Step, bool) {
	for step := range first(p.Options(), mistakeLimit) {
		end := forced(step.Position)
		if end == nil {
			continue
		}
		if winner, _ := r.variant.Winner(end); winner == p.Turn().Actor {
			return step, true
		}
	}
	return games.Step{}, false
}
