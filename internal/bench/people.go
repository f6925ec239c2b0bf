//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/solver"
	"nimatron/solver/solvertest"
)

// crowd is a group of people who play a game against the bot.
type crowd struct {
	*run
	*solvertest.People
	solver  *solver.Solver
	variant *games.Variant
	sizes   int // of drawn starts
}

// people measures how often simulated people give a win away after the bot's decision in a lost
// position, and after the best possible decision. It also counts the lost matches that the bot wins.
func people(r *run) {
	matches := r.many(2000, 20)
	r.head("game", "copiers, mirrorers and levellers err, in per cent", "at most", "all people err", "at most", "lost matches won")
	each(r, catalog.Standard.All(), func(v *games.Variant) {
		r.doing("%s", v.ID)
		c := &crowd{run: r, solver: new(solver.Solver), variant: v, sizes: 3}
		c.People = &solvertest.People{Keeps: func(p, next games.Position) bool { return c.wins(p.Turn().Actor, next) }}
		positions, matches := max(10, matches*3/20), matches
		if !onPiles(r, v) { // each verdict would be a search
			c.sizes, positions, matches = 1, positions/2, matches/5
		}
		draw := rand.New(rand.NewPCG(20, 11))
		lost, starts := solvertest.LostPositions(r, v, draw, positions, c.sizes), c.lostStarts(draw, max(1, matches/4))
		var three, possible, all, most, n float64
		for _, p := range lost {
			most3, mostAll := c.Most(p)
			if mostAll == 0 {
				continue // no choice
			}
			a, b := c.Chance(p, c.choose(p, draw))
			three, possible, all, most, n = three+a, possible+most3, all+b, most+mostAll, n+1
		}
		won, draws := 0, rand.New(rand.NewPCG(20, 12))
		for i := range matches {
			if c.play(starts[i%len(starts)], draws) {
				won++
			}
		}
		cent := func(part, of float64) string { return fmt.Sprintf("%.0f", 100*part/of) }
		r.row(v.ID, cent(three, n), cent(possible, n), cent(all, n), cent(most, n), cent(float64(won), float64(matches)))
	})
}

// onPiles reports whether a variant is played on rows and piles, which have theorems.
func onPiles(r *run, v *games.Variant) bool {
	_, row := gamestest.Parse(r, v, v.Rules.Example, games.Left).Shape().(games.Row)
	return row
}

// wins reports whether a player wins p.
func (c *crowd) wins(player games.Side, p games.Position) bool {
	won, err := c.solver.Wins(c.ctx, c.variant, p)
	c.must(err)
	return won == (p.Turn().Actor == player)
}

// choose returns the bot's decision.
func (c *crowd) choose(p games.Position, draw *rand.Rand) games.Step {
	choice, err := c.solver.Choose(c.ctx, c.variant, p, 0, draw)
	c.must(err)
	return choice.Step
}

// lostStarts returns n lost positions: generated starts, or what a winning move leaves of them.
func (c *crowd) lostStarts(draw *rand.Rand, n int) (lost []games.Position) {
	for i := 0; len(lost) < n; i++ {
		p := gamestest.Parse(c, c.variant, c.variant.Generate(draw, games.Small+games.Size(i%c.sizes)), games.Left)
		if c.wins(p.Turn().Actor, p) {
			moves, _, err := c.solver.Winning(c.ctx, c.variant, p, 1)
			c.must(err)
			p, err = p.Play(moves[0])
			c.must(err)
		}
		if !games.Over(p) && !c.wins(p.Turn().Actor, p) {
			lost = append(lost, p)
		}
	}
	return lost
}

// play plays a match from a lost position with the bot to move. It reports whether the bot wins.
func (c *crowd) play(p games.Position, draw *rand.Rand) bool {
	bot := p.Turn().Actor
	var before games.Position
	var last games.Step
	for !games.Over(p) {
		if c.wins(bot, p) {
			return true
		}
		if p.Turn().Actor == bot {
			before, last = p, c.choose(p, draw)
			p = last.Position
			continue
		}
		p = c.Answer(before, games.Step{Move: last.Move, Position: p}, draw)
	}
	return false
}
