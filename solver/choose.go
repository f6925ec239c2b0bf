package solver

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/solver/theory"
)

const (
	// moveTime is how long Choose searches at most for a decision where no theorem says who
	// wins.
	moveTime = 2 * time.Second
	// candidateLimit is how many decisions are looked at where not all can be:
	// the first that Position.Options yields, which take fewest counters.
	candidateLimit = 1024
	// winningLimit is how many winning decisions a choice is made from, and how
	// far winning replies are counted.
	winningLimit = 64
)

// Choice is a decision of the bot.
type Choice struct {
	games.Step
	// Guessed says that nothing could be proved about the position, so that the
	// decision is the bot's best guess.
	Guessed bool
}

// Choose returns the bot's decision in p for whoever decides now.
//
// In a won position that is a winning decision: one that ends the game if there is one, else
// of the first 64 in the order of Winning the one that takes most counters, so that the game
// ends soon. With probability errorRate, from 0 to 1, it is a mistake instead, as a person
// makes one: a decision that gives the win away, drawn from all of these, where some options
// win and others lose. A win that ends the game at once is never missed. In a lost position
// it is the decision that people are most likely to answer wrongly, by their habits; of
// these the one that takes fewest counters; with probability errorRate it is any. While
// there are piles of more than 64 it takes at least half of one. Mistakes are looked for
// among the first 1,024 options, lost decisions among as many or fewer on boards of more than
// 16 places. docs/levels.md has all of it.
//
// Only mistakes depend on r. Choose never fails while the game goes
// on: where the search runs out of its budget or ctx ends it, the decision is a
// guess. In games on trees, graphs and grids, where a search takes two seconds at most and
// the first winning decision that it finds will do, it is depots.Guess, in others a random
// one of those options. The error is games.ErrFinished.
func (s *Solver) Choose(ctx context.Context, v *games.Variant, p games.Position, errorRate float64, r *rand.Rand) (Choice, error) {
	if games.Over(p) {
		return Choice{}, games.ErrFinished
	}
	errs := errorRate > 0 && r.Float64() < errorRate
	prover := s.prover(v)
	if prover.searched() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(theory.First(ctx), moveTime)
		defer cancel()
	}
	ctx, done := s.ask(ctx, prover)
	defer done()
	if s.Watch != nil {
		defer s.answered(AskChoose, time.Now(), prover)
	}
	moves, complete, err := prover.asked.Some(ctx, v, p, winningLimit)
	switch {
	case err != nil:
		step, err := prover.guess(p, r)
		return Choice{Step: step, Guessed: true}, err
	case len(moves) > 0:
		step, err := prover.win(ctx, p, moves, complete, errs, r)
		return Choice{Step: step}, err
	case errs:
		return Choice{Step: drawn(candidates(p), r)}, nil
	default:
		return Choice{Step: prover.briefly().resist(ctx, p)}, nil
	}
}

// win returns the decision in a position in which these moves win: a mistake if errs.
func (r prover) win(ctx context.Context, p games.Position, moves []games.Move, complete, errs bool, random *rand.Rand) (games.Step, error) {
	if step, ends := ending(p, moves); ends {
		return step, nil
	}
	if !complete {
		if step, ends := r.last(p); ends {
			return step, nil
		}
	}
	if errs {
		if step, ok := r.mistake(ctx, p, random); ok {
			return step, nil
		}
	}
	if !complete {
		if step, ok := r.steepest(ctx, p, quickest(moves)); ok {
			return step, nil
		}
	}
	return played(p, quickest(moves))
}

// GuessesAt reports whether Choose may have to guess in a game in a way that can be told
// afterwards, by the family's Guess.
func GuessesAt(v *games.Variant) bool { return FamilyOf(v).Guess != nil }

// guess returns a decision where nothing is proved.
func (r prover) guess(p games.Position, random *rand.Rand) (games.Step, error) {
	if r.family.Guess != nil {
		return played(p, r.family.Guess(p))
	}
	return drawn(candidates(p), random), nil
}

// played returns a move with what it leads to.
func played(p games.Position, move games.Move) (games.Step, error) {
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
	places := p.Places()
	most, actor := known.Count, p.Turn().Actor
	for _, at := range places[:min(len(places), winningLimit)] {
		for count := at.Most; count > most; count /= 2 {
			step, err := take(p, at, count)
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
