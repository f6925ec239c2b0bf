package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/internal/must"
)

func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func TestChooseIsDeterministic(t *testing.T) {
	for _, rate := range []float64{0.35, 0.1, 0} {
		for i := range 50 {
			p := parse(t, nim.Normal, gamestest.RandomRow(rand.New(rand.NewPCG(3, uint64(i))), 5, 9))
			first := must.Get(new(Solver).Choose(context.Background(), nim.Normal, p, rate, rand.New(rand.NewPCG(4, uint64(i)))))(t)
			again, _ := new(Solver).Choose(context.Background(), nim.Normal, p, rate, rand.New(rand.NewPCG(4, uint64(i))))
			if first.Move != again.Move {
				t.Errorf("%v %s: %s, then %s", rate, p, first.Move, again.Move)
			}
		}
	}
}

// TestChooseWithoutProof checks that the bot guesses if a question takes too much work. A context that
// has ended gives an error, and no other decision than in time.
func TestChooseWithoutProof(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	search := unknown(nim.Normal)
	for _, c := range []struct {
		name     string
		ctx      context.Context
		solver   Solver
		v        *games.Variant
		position string
	}{
		{"budget", context.Background(), Solver{Nodes: 10}, search, "1000000000000000000 7 9"},
		{"context", cancelled, Solver{}, search, "3 5 7"},
		{"context with a theorem, won", cancelled, Solver{}, nim.Normal, "3 5 7"},
		{"context with a theorem, lost", cancelled, Solver{}, nim.Normal, "3 5 6"},
	} {
		p := parse(t, c.v, c.position)
		step, err := c.solver.Choose(c.ctx, c.v, p, 0, seeded())
		if c.ctx.Err() != nil || err != nil {
			if !errors.Is(err, c.ctx.Err()) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if next, err := p.Play(step.Move); err != nil || next.String() != step.Position.String() {
			t.Errorf("%s: %s leads to %v, not %s: %v", c.name, step.Move, next, step.Position, err)
		}
	}
}

func TestChooseRefusesFinishedGames(t *testing.T) {
	_, err := new(Solver).Choose(context.Background(), endnim.Loop, parse(t, endnim.Loop, "7"), 0, seeded())
	if !errors.Is(err, games.ErrFinished) {
		t.Errorf("got %v, want games.ErrFinished", err)
	}
}
