package solver

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"

	"nimatron/games"
	"nimatron/solver/theory"
)

const (
	// candidateLimit bounds the decisions considered: the first in Position.Options, which take
	// fewest counters.
	candidateLimit = 1024
	// winningLimit bounds the winning decisions to choose from, and the winning replies to count.
	winningLimit = 64
	overlooked   = 0.5
)

// Choice is a decision of the bot.
type Choice struct {
	games.Step
	// Guessed means that nothing was proved.
	Guessed bool
}

// Choose returns the bot's decision in p.
//
// In a won position it wins: by a decision that ends the game if there is one, else by the one of the first
// 64 in the order of Winning that takes most counters, so that the game ends soon. With probability
// errorRate, from 0 to 1, it errs as a person might: it plays a random decision that gives the win away, if
// some options win and others lose. It never misses a win that ends the game at once, except with errorRate
// 1: then it misses half of them.
//
// In a lost position it plays the decision that people are most likely to answer wrongly; among equals, the
// one that takes fewest counters. With probability errorRate it plays at random. While a pile is larger than
// 64, it takes at least half of one. Mistakes are sought among the first 1,024 options, lost decisions among
// as many, or fewer on boards of more than 16 places. See docs/levels.md.
//
// Only mistakes depend on r. If the search runs out of its budget, the decision is a guess: depots.Guess on
// trees, graphs and grids, else a random one of those options. On such boards a search stops at the first
// winning decision. The error is games.ErrFinished or ctx.Err().
func (s *Solver) Choose(ctx context.Context, v *games.Variant, p games.Position, errorRate float64, r *rand.Rand) (Choice, error) {
	if games.Over(p) {
		return Choice{}, games.ErrFinished
	}
	errs := errorRate > 0 && r.Float64() < errorRate
	prover := s.prover(v)
	if prover.searched() {
		ctx = theory.First(ctx)
	}
	ctx, done := s.begin(ctx, AskChoose, prover, false)
	defer done()
	moves, complete, err := prover.asked.Some(proving(ctx), v, p, winningLimit)
	choice := Choice{Guessed: errors.Is(err, ErrBudget)}
	switch {
	case choice.Guessed:
		choice.Step, err = prover.guess(p, r)
	case err != nil:
	case len(moves) > 0:
		choice.Step, err = prover.win(ctx, p, moves, complete, errs, errorRate == 1 && r.Float64() < overlooked, r)
	case errs:
		choice.Step = drawn(candidates(p), r)
	default:
		choice.Step = prover.briefly().resist(ctx, p)
	}
	return choice, cmp.Or(err, ctx.Err()) // a choice that was cut short is none
}

func (r prover) win(ctx context.Context, p games.Position, moves []games.Move, complete, errs, overlooks bool, random *rand.Rand) (games.Step, error) {
	if step, ends := ending(p, moves); ends && !overlooks {
		return step, nil
	}
	if !complete && !overlooks {
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

// GuessesAt reports whether Choose's guesses in a game can be recognised afterwards, by the
// family's Guess.
func GuessesAt(v *games.Variant) bool { return FamilyOf(v).Guess != nil }

func (r prover) guess(p games.Position, random *rand.Rand) (games.Step, error) {
	if r.family.Guess != nil {
		return played(p, r.family.Guess(p))
	}
	return drawn(candidates(p), random), nil
}

func played(p games.Position, move games.Move) (games.Step, error) {
	next, err := p.Play(move)
	return games.Step{Move: move, Position: next}, err
}

func drawn(steps iter.Seq[games.Step], r *rand.Rand) games.Step {
	all := slices.Collect(steps)
	return all[r.IntN(len(all))]
}

func quickest(moves []games.Move) games.Move {
	best := moves[0]
	for _, move := range moves {
		if move.Count > best.Count {
			best = move
		}
	}
	return best
}

// steepest looks for a winning decision that takes more than known, if there are too many to list. At each
// pile it tries all, half, a quarter and so on.
func (r prover) steepest(ctx context.Context, p games.Position, known games.Move) (best games.Step, ok bool) {
	places := p.Places()
	most, actor := known.Count, p.Turn().Actor
	for _, at := range places[:min(len(places), winningLimit)] {
		for count := at.Most; count > most; count /= 2 {
			step, err := takeFrom(p, at, count)
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

// last returns an option that decides the game for its player, among the first mistakeLimit. It is
// for positions whose winning decisions are not all known.
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
