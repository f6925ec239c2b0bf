package start_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/gamestest/walk"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee/start"
	"nimatron/solver"
)

// variants are the catalog's variants, Split-q-Nim with values of q of every kind, and a game that
// is searched.
func variants() []*games.Variant {
	all := slices.Clone(catalog.Standard.All())
	for _, q := range []int64{-splitnim.MaxQ, -1, 1, 3, 4, splitnim.MaxQ, -1_000_000, -20, -2, 6, 7, 12, 20, 100, 1_000_000}[:testlong.Times(4, 6, 15)] {
		all = append(all, splitnim.Of(q))
	}
	return append(all, walk.Variant)
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// effort returns the number of starts to draw for each variant and size, and the number of options
// to examine when counting decisions.
func effort() (seeds uint64, options int) {
	return uint64(testlong.Times(1, 2, 8)), testlong.Times(2_000, 2_000, 300_000)
}

// eachSize runs f for every second variant, in long runs for every one, and every size.
func eachSize(t *testing.T, f func(t *testing.T, v *games.Variant, size games.Size)) {
	for i, v := range variants() {
		if i%testlong.Times(4, 2, 1) > 0 {
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			for _, size := range games.Sizes {
				f(t, v, size)
			}
		})
	}
}

// TestChallengerWins draws starts that a given side wins, with either side first.
func TestChallengerWins(t *testing.T) {
	if testlong.Race {
		t.Skip("one goroutine does it all: there is no race to see")
	}
	eachSize(t, func(t *testing.T, v *games.Variant, size games.Size) {
		seeds, options := effort()
		lengths := newLengths(v, options)
		for seed := range seeds {
			side, preferred := games.Side(seed%2), games.Side(seed/2%2)
			firsts := []games.Side{preferred, preferred.Other()}
			// The second player in a walk wins without a choice.
			if seed%3 == 0 && v != walk.Variant {
				firsts = firsts[:1]
			}
			notation, first, err := start.ToWin(t.Context(), random(seed), v, size, side, firsts...)
			must.OK(t, err)
			if !slices.Contains(firsts, first) {
				t.Errorf("%s: %s goes first, which was not among %v", size, first, firsts)
			}
			p := gamestest.Parse(t, v, notation, first)
			lengths.check(t, p, side)
			if seed > 0 {
				continue
			}
			again, firstAgain, err := start.ToWin(t.Context(), random(seed), v, size, side, firsts...)
			if err != nil || again != notation || firstAgain != first {
				t.Errorf("%s, seed %d: %q with %s first, then %q with %s first (%v)", size, seed, notation, first, again, firstAgain, err)
			}
		}
	})
}

// TestBetween draws starts for two people, either of whom may go first.
func TestBetween(t *testing.T) {
	if testlong.Race {
		t.Skip("one goroutine does it all: there is no race to see")
	}
	eachSize(t, func(t *testing.T, v *games.Variant, size games.Size) {
		seeds, options := effort()
		lengths := newLengths(v, options)
		for seed := range seeds {
			notation := must.Get(start.Between(t.Context(), random(seed), v, size))(t)
			for _, first := range []games.Side{games.Left, games.Right} {
				p := gamestest.Parse(t, v, notation, first)
				lengths.check(t, p, winner(t, v, p))
			}
		}
	})
}

// TestTrivialStartsAreRefused draws from games with only one fair board.
func TestTrivialStartsAreRefused(t *testing.T) {
	for _, test := range []struct {
		variant *games.Variant
		unfair  []string
		fair    string
	}{
		{splitnim.Of(4), []string{"1 1", "1 1 1 1 1 1", "5", "2 2"}, "4 5 2"},
		// The winner has no choice in a row of ones.
		{endnim.Normal, []string{"1 1 1 1 1 1 1", "2 2", "90 90", "30 30 30 30"}, "3 5 2 4"},
		// Two people share a turn, with a decision each. 1 2 1 takes three turns.
		{nim.MoveReverse, []string{"1 2 1", "2 2"}, "2 3 3 1"},
		{nim.PileReverse, []string{"1 2 1", "2 2"}, "2 3 3 1"},
		{splitnim.Of(1_000_000), []string{"1000002", "1000002 1", "1000002 1000002"}, "1000002 2 3"},
	} {
		odd := *test.variant
		odd.Generate = func(r *rand.Rand, _ games.Size) string {
			if r.IntN(10) == 0 {
				return test.fair
			}
			return test.unfair[r.IntN(len(test.unfair))]
		}
		for seed := range uint64(20) {
			got, err := start.Between(t.Context(), random(seed), &odd, games.Medium)
			if err != nil || got != test.fair {
				t.Errorf("%s, seed %d: %q, %v", odd.ID, seed, got, err)
			}
			got, _, err = start.ToWin(t.Context(), random(seed), &odd, games.Medium, games.Left, games.Left, games.Right)
			if err != nil || got != test.fair {
				t.Errorf("%s, seed %d, to win: %q, %v", odd.ID, seed, got, err)
			}
		}
	}
}

// TestNoFairStart draws from a game without fair starts.
func TestNoFairStart(t *testing.T) {
	odd := *endnim.Normal
	odd.Generate = func(r *rand.Rand, _ games.Size) string { return []string{"1 1", "1 2"}[r.IntN(2)] }
	for seed := range uint64(20) {
		notation, first, err := start.ToWin(t.Context(), random(seed), &odd, games.Medium, games.Right, games.Left)
		if err != nil || notation != "1 1" || first != games.Left {
			t.Errorf("seed %d: %q with %s first, %v; Right wins from 1 1", seed, notation, first, err)
		}
	}
	odd.Generate = func(*rand.Rand, games.Size) string { return "nonsense" }
	if _, _, err := start.ToWin(t.Context(), random(1), &odd, games.Medium, games.Left, games.Left); err == nil {
		t.Error("a game that generates nonsense is drawn from")
	}
	if _, err := start.Between(t.Context(), random(1), &odd, games.Medium); err == nil {
		t.Error("a game that generates nonsense is drawn from")
	}
}

// winner returns who wins p, by the solver.
func winner(t *testing.T, v *games.Variant, p games.Position) games.Side {
	t.Helper()
	won := must.Get((&solver.Solver{}).Wins(t.Context(), v, p))(t)
	if won {
		return p.Turn().Actor
	}
	return p.Turn().Actor.Other()
}

// sorted returns a notation with its piles in order, which is the same position unless the piles
// form a row.
func sorted(notation string) string {
	piles := strings.Fields(notation)
	slices.Sort(piles)
	return strings.Join(piles, " ")
}
