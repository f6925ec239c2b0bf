//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee/start"
	"nimatron/solver"
)

// beginners measures how many first matches two simulated beginners win against the lowest levels. One
// moves at random. The other makes two unequal piles or ends equal when it can.
func beginners(r *run) {
	matches := r.many(400, 10)
	r.head("game", "at random: easy", "casual", "leveller: easy", "casual")
	each(r, catalog.Standard.Families(), func(f *games.Family) {
		r.doing("%s", f.ID)
		cells := []any{f.Name}
		for _, move := range []func(games.Position, *rand.Rand) games.Step{drawnMove, levelled} {
			for _, level := range []match.Level{match.Easy, match.Casual} {
				won, played := 0, 0
				for _, v := range catalog.Standard.All() {
					if v.Family != f {
						continue
					}
					n := matches
					if !onPiles(r, v) { // each decision of the bot is a search
						n /= 8
					}
					for seed := range n {
						if played++; r.firstMatch(v, level, move, rand.New(rand.NewPCG(uint64(seed), 21))) {
							won++
						}
					}
				}
				cells = append(cells, fmt.Sprintf("%.0f", 100*float64(won)/float64(played)))
			}
		}
		r.row(cells...)
	})
}

// firstMatch plays a match from a small start that the beginner, who moves first, could win. It reports
// whether the beginner wins.
func (r *run) firstMatch(v *games.Variant, level match.Level, move func(games.Position, *rand.Rand) games.Step, draw *rand.Rand) bool {
	notation, first, err := start.ToWin(r.ctx, draw, v, games.Small, games.Left, games.Left)
	r.must(err)
	m, err := games.NewMatch(v, notation, first)
	r.must(err)
	bot := solver.Solver{BoardNodes: 1 << 16}
	mistakes, _ := level.ErrorRate()
	for {
		winner, over := m.Winner()
		if over {
			return winner == games.Left
		}
		actor, p := m.Position().Turn().Actor, m.Position()
		step := games.Step{}
		if actor == games.Left {
			step = move(p, draw)
		} else {
			choice, err := bot.Choose(r.ctx, v, p, mistakes, draw)
			r.must(err)
			step = choice.Step
		}
		m, err = m.Play(actor, step.Move)
		r.must(err)
	}
}

func drawnMove(p games.Position, draw *rand.Rand) games.Step {
	var steps []games.Step
	for step := range p.Options() {
		steps = append(steps, step)
	}
	return steps[draw.IntN(len(steps))]
}

// levelled draws a move that makes two places equal, or any move if there is none.
func levelled(p games.Position, draw *rand.Rand) games.Step {
	var steps []games.Step
	places := p.Places()
	for step := range p.Options() {
		for _, at := range places {
			if step.Move.Kind != games.Take || step.Move.Where != at.Name {
				continue
			}
			for _, other := range places {
				if other.Name != at.Name && other.Most == at.Most-step.Move.Count {
					steps = append(steps, step)
				}
			}
		}
	}
	if len(steps) == 0 {
		return drawnMove(p, draw)
	}
	return steps[draw.IntN(len(steps))]
}
