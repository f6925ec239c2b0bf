package solver_test

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// Bounds from docs/levels.md on the bot's decisions in lost positions.
const (
	boundPerPile      = 118  // halving 10^18 54 times leaves at most 64; then it is 1 each time
	boundPerSplitPile = 2000 // if a right reply may split a pile
)

// TestMatchesComeToAnEnd plays matches with piles near 10^18 that the bot loses, against an
// opponent who keeps the win and takes as little as possible. The bot makes at most as many
// decisions as docs/levels.md says. With a bound on what a move takes no match is short.
func TestMatchesComeToAnEnd(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		example := gamestest.Parse(t, v, v.Rules.Example, games.Left)
		row, ok := example.Shape().(games.Row)
		if !ok || row.Most > 0 || solver.FamilyOf(v).Theorem == nil { // a search can't decide such piles
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			s, r := new(solver.Solver), rand.New(rand.NewPCG(9, 9))
			played, longest := 0, 0
			for tries := 0; tries < 200 && played < testlong.Times(1, 2, 6); tries++ {
				start := lostStart(t, s, v, r)
				if start == nil {
					continue
				}
				played++
				row, _ := start.Shape().(games.Row)
				bound := boundPerPile * len(row.Piles)
				if canSplit(example) {
					bound = boundPerSplitPile * len(row.Piles)
				}
				if v.Reverse {
					bound *= 2 // every second decision names no number
				}
				decisions := resistTo(t, s, v, start, bound)
				longest = max(longest, decisions)
				if decisions > bound {
					t.Errorf("%s: more than %d decisions", start, bound)
				}
			}
			if played == 0 {
				t.Error("no start was lost: nothing was tested")
			}
			t.Logf("%d matches, at most %d decisions of the bot", played, longest)
		})
	}
}

func canSplit(p games.Position) bool {
	for step := range p.Options() {
		if step.Move.Kind == games.Split {
			return true
		}
	}
	return false
}

// lostStart draws a position with piles near 10^18 that the player to decide loses. It returns nil
// if the position is won.
func lostStart(t *testing.T, s *solver.Solver, v *games.Variant, r *rand.Rand) games.Position {
	piles := make([]uint64, 2+r.IntN(3))
	for i := range piles {
		piles[i] = games.MaxPile - r.Uint64N(3)
	}
	if r.IntN(2) == 0 { // a winning move leads to a lost position
		piles = append(piles, 1+r.Uint64N(games.MaxPile))
	}
	p := must.Get(v.Parse(string(games.AppendPiles(nil, piles, -1)), games.Left))(t)
	moves, _, err := s.Winning(t.Context(), v, p, 1)
	must.OK(t, err)
	if len(moves) > 0 {
		if p, err = p.Play(moves[0]); err != nil {
			t.Fatal(err)
		}
	}
	if games.Over(p) || wins(t, s, v, p.Turn().Actor, p) {
		return nil
	}
	return p
}

// resistTo plays a match that the bot, who decides in p, loses. It returns the number of the bot's
// decisions, or most+1 if there are more.
func resistTo(t *testing.T, s *solver.Solver, v *games.Variant, p games.Position, most int) int {
	bot, decisions := p.Turn().Actor, 0
	r := rand.New(rand.NewPCG(1, 1))
	for !games.Over(p) && decisions <= most {
		if p.Turn().Actor != bot {
			p = leastWinning(t, s, v, p)
			continue
		}
		step := must.Get(s.Choose(t.Context(), v, p, 0, r))(t)
		decisions++
		p = step.Position
	}
	if winner, over := v.Winner(p); over && winner == bot {
		t.Errorf("the bot has won from a lost position, against somebody who makes no mistakes")
	}
	return decisions
}

// leastWinning plays the winning decision that takes the fewest counters. It splits only if nothing
// else wins.
func leastWinning(t *testing.T, s *solver.Solver, v *games.Variant, p games.Position) games.Position {
	moves, _, err := s.Winning(t.Context(), v, p, 100)
	if err != nil || len(moves) == 0 {
		t.Fatalf("%s: no winning decision: %v", p, err)
	}
	best := moves[0]
	for _, m := range moves[1:] {
		if best.Kind == games.Split && m.Kind != games.Split || m.Kind == best.Kind && m.Count < best.Count {
			best = m
		}
	}
	return must.Get(p.Play(best))(t)
}

// TestLongMatchOfTwoHuge plays matches that never ended when the bot always took 1.
func TestLongMatchOfTwoHuge(t *testing.T) {
	for _, id := range []string{"nim", "forklift-nim"} {
		v := must.Get(catalog.Standard.Find(id))(t)
		p := gamestest.Parse(t, v, "1000000000000000000 1000000000000000000", games.Left)
		decisions := resistTo(t, new(solver.Solver), v, p, 1000)
		t.Logf("%s: the bot decides %d times", id, decisions)
		if decisions > 2*boundPerPile {
			t.Errorf("%s: the bot decides %d times", id, decisions)
		}
	}
}
