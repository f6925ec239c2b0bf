package solver

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
)

func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// randomMove plays any legal move.
func randomMove(p games.Position, r *rand.Rand) games.Position { return randomStep(p, r).Position }

func TestChooseNeverLosesAWonPosition(t *testing.T) {
	ctx, s, r := context.Background(), new(Solver), seeded()
	for _, v := range []*games.Variant{
		nim.Normal, nim.Misere, endnim.Normal, endnim.Misere, endnim.Loop,
		unknown(nim.MoveReverse), unknown(endnim.Partizan),
	} {
		t.Run(v.ID, func(t *testing.T) {
			for range 60 {
				start := randomRow(r, 4, 4)
				p := parse(t, v, start)
				if won, err := s.Wins(ctx, v, p); err != nil || games.Over(p) || !won {
					continue
				}
				bot := p.Turn().Actor
				for !games.Over(p) {
					if p.Turn().Actor != bot {
						p = randomMove(p, r)
						continue
					}
					step, err := s.Choose(ctx, v, p, 0, r)
					if err != nil {
						t.Fatal(err)
					}
					p = step.Position
				}
				if winner, _ := v.Winner(p); winner != bot {
					t.Fatalf("lost from %s", start)
				}
			}
		})
	}
}

func TestChooseGoldens(t *testing.T) {
	for _, c := range []struct {
		v              *games.Variant
		position, want string
	}{
		{nim.Normal, "4 4 4 1000000000000000000", "4-999999999999999996"}, // the only winning move
		{nim.Normal, "4 12 24", "3-16"},                                   // won
		{nim.Normal, "5 5", "1-1"},                                        // lost
		{nim.Normal, "1 2 3", "1-1"},                                      // lost
		{nim.Misere, "1 2 3", "1-1"},
		{nim.Misere, "1", "1-1"}, // lost at once
		{endnim.Normal, "5", "L-5"},
		{endnim.Normal, "1000000000000000000 1 1000000000000000000", "L-1"},
		{endnim.Loop, "2 2 2", "L-1"},
	} {
		step, err := new(Solver).Choose(context.Background(), c.v, parse(t, c.v, c.position), 0, seeded())
		if err != nil || step.Move.String() != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.v.ID, c.position, step.Move, err, c.want)
		}
	}
}

// fewest is the least number of winning replies over all moves of p.
func fewest(t *testing.T, v *games.Variant, p games.Position) int {
	least := math.MaxInt
	for step := range p.Options() {
		least = min(least, repliesTo(t, v, step))
	}
	return least
}

func repliesTo(t *testing.T, v *games.Variant, step games.Step) int {
	moves, _, err := new(Solver).Winning(context.Background(), v, step.Position, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return len(moves)
}

func TestLostPositionsLeaveFewestReplies(t *testing.T) {
	r := seeded()
	for _, v := range []*games.Variant{nim.Normal, endnim.Normal, endnim.Loop} {
		for range 200 {
			p := parse(t, v, randomRow(r, 5, 6))
			won, _ := new(Solver).Wins(context.Background(), v, p)
			if won || games.Over(p) {
				continue
			}
			step, err := new(Solver).Choose(context.Background(), v, p, 0, r)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := repliesTo(t, v, step.Step), fewest(t, v, p); got != want {
				t.Errorf("%s %s: %s leaves %d winning replies, another move %d", v.ID, p, step.Move, got, want)
			}
		}
	}
}

func TestChooseIsDeterministic(t *testing.T) {
	for _, rate := range []float64{0.35, 0.1, 0} {
		for i := range 50 {
			p := parse(t, nim.Normal, randomRow(rand.New(rand.NewPCG(3, uint64(i))), 5, 9))
			first, err := new(Solver).Choose(context.Background(), nim.Normal, p, rate, rand.New(rand.NewPCG(4, uint64(i))))
			if err != nil {
				t.Fatal(err)
			}
			again, _ := new(Solver).Choose(context.Background(), nim.Normal, p, rate, rand.New(rand.NewPCG(4, uint64(i))))
			if first.Move != again.Move {
				t.Errorf("%v %s: %s, then %s", rate, p, first.Move, again.Move)
			}
		}
	}
}

func TestErrorRateIsAsStated(t *testing.T) {
	// One winning move of 1,000, so that a random one is almost never right.
	p := parse(t, nim.Normal, "1000")
	r := seeded()
	const trials = 4000
	for _, rate := range []float64{0.35, 0.1, 0} {
		errs := 0
		for range trials {
			step, err := new(Solver).Choose(context.Background(), nim.Normal, p, rate, r)
			if err != nil {
				t.Fatal(err)
			}
			if step.Move.Count != 1000 {
				errs++
			}
		}
		got := float64(errs) / trials
		// Four standard deviations, and the one random move in 1,000 that is right.
		tolerance := 4*math.Sqrt(rate/trials) + rate/1000
		if math.Abs(got-rate) > tolerance {
			t.Errorf("it errs at a rate of %.3f, stated %.3f", got, rate)
		}
	}
}

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
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
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

func TestSplitBotPlaysToTheEnd(t *testing.T) {
	ctx := context.Background()
	for _, q := range []int64{-1, 0, 2, 4} {
		v, r := splitnim.Of(q), rand.New(rand.NewPCG(3, uint64(q+10)))
		for range 5 {
			p := parse(t, v, randomRow(r, 4, games.MaxPile))
			won, _ := new(Solver).Wins(ctx, v, p)
			winner := p.Turn().Actor
			if !won {
				winner = winner.Other()
			}
			for moves := 0; !games.Over(p) && moves < 40; moves++ {
				step, err := new(Solver).Choose(ctx, v, p, 0, r)
				if err != nil {
					t.Fatalf("%s %s: %v", v.ID, p, err)
				}
				p = step.Position
				if won, _ := new(Solver).Wins(ctx, v, p); won != (p.Turn().Actor == winner) {
					t.Fatalf("%s: %s gave the win away, to %s", v.ID, step.Move, p)
				}
			}
		}
	}
}
