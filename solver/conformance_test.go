package solver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/games/takeaway"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// gamestest's oracle judges the solver. It searches naive models of the games and knows no theorem.

// subject is a variant with its oracle and its solver.
type subject struct {
	name    string
	variant *games.Variant
	model   *gamestest.Model
	oracle  *gamestest.Oracle
	solver  solver.Solver
	// piles and size bound the boards that are checked exhaustively.
	piles, size int
	// random is the number of larger random boards.
	random int
}

// eachSubject runs test for most variants of the catalog, drawn by the day, for more variants if a test adds some,
// and on smaller boards for the same games without their theorems, which must be searched. In long
// runs, boards of up to piles piles of at most size are checked exhaustively.
func eachSubject(t *testing.T, piles, size int, test func(t *testing.T, s *subject), others ...*games.Variant) {
	piles, size = min(piles, testlong.Times(3, 4, piles)), min(size, testlong.Times(3, 4, size))
	random := testlong.Times(1, 2, 60)
	all := append(slices.Clone(catalog.Standard.All()), others...)
	searched := testlong.Sample(t, all, testlong.Times(0, 8, 0))
	for _, v := range testlong.Sample(t, all, len(all)*3/5) {
		unknown := *v
		unknown.Family = &games.Family{ID: "of-no-known-theory", Name: "Unknown"}
		subjects := []*subject{
			{name: v.ID, variant: v, piles: piles, size: size, random: random},
			{name: v.ID + " by search", variant: &unknown, piles: min(piles, 3), size: min(size, 4), random: testlong.Times(0, 0, 2)},
		}
		if !slices.Contains(searched, v) {
			subjects = subjects[:1]
		}
		for _, s := range subjects {
			if v.Family == splitnim.Family { // what can be split anywhere reaches many boards
				s.size = min(s.size, testlong.Times(3, 3, size))
			}
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.oracle = gamestest.OracleOf(v)
				s.model = s.oracle.Model()
				test(t, s)
			})
		}
	}
}

// starts returns the boards that are checked exhaustively.
func (s *subject) starts() []string {
	return s.oracle.SmallStarts(s.variant, s.piles, s.size)
}

// parse returns the position of a model's state.
func (s *subject) parse(t *testing.T, state gamestest.State) games.Position {
	t.Helper()
	p, err := s.variant.Parse(state.Position, state.Owner)
	if err != nil {
		t.Fatalf("Parse(%q): %v", state.Position, err)
	}
	return p
}

// TestSolverAgreesWithOracle compares verdicts, all winning decisions and analyses on everything
// that play reaches from small boards, and on larger random boards.
func TestSolverAgreesWithOracle(t *testing.T) {
	var more []*games.Variant
	for _, q := range []int64{-3, -2, 1, 3, 6} {
		more = append(more, splitnim.Of(q), splitnim.Misere(q))
	}
	for _, k := range []int64{1, 2, 5} {
		more = append(more, takeaway.Max(k), takeaway.MaxMisere(k))
	}
	eachSubject(t, 5, 6, func(t *testing.T, s *subject) {
		starts := s.starts()
		if q := s.variant.Parameter; q > 0 && s.variant.Family == splitnim.Family { // piles that can be split
			starts = append(starts, fmt.Sprint(q+2, 1), fmt.Sprint(q+3))
		}
		analyzed := map[string]bool{}
		for _, state := range testlong.Sample(t, s.oracle.Reachable(starts), 40) {
			s.compare(t, state)
			if !analyzed[state.Position] {
				analyzed[state.Position] = true
				s.compareAnalysis(t, state.Position)
			}
			if t.Failed() {
				return
			}
		}
		if s.model.RandomPiles == 0 {
			return // the largest size of its boards is unknown
		}
		s.oracle = gamestest.NewOracle(s.model) // so that other tests don't keep these in memory
		r := rand.New(rand.NewPCG(7, 7))
		for range s.random {
			board := s.model.Random(r)
			for _, owner := range []games.Side{games.Left, games.Right} {
				s.compare(t, gamestest.State{Position: board, Owner: owner})
			}
			s.compareAnalysis(t, board)
		}
	}, more...)
}

// compare compares the solver with the oracle: who wins a state, and how.
func (s *subject) compare(t *testing.T, state gamestest.State) {
	t.Helper()
	p := s.parse(t, state)
	won, err := s.solver.Wins(t.Context(), s.variant, p)
	if err != nil || won != s.oracle.Wins(state) {
		t.Errorf("%v: Wins = %v, %v; the oracle says %v", state, won, err, s.oracle.Wins(state))
	}
	moves, complete, err := s.solver.Winning(t.Context(), s.variant, p, 1000)
	got := gamestest.Texts(moves)
	want := s.oracle.Winning(state)
	if err != nil || !complete || !sameSet(got, want) {
		t.Errorf("%v: Winning = %q, %v, %v; the oracle says %q", state, got, complete, err, want)
	}
	again, _, _ := s.solver.Winning(t.Context(), s.variant, p, 1000)
	if !slices.Equal(moves, again) {
		t.Errorf("%v: Winning = %q, then %q", state, got, again)
	}
	if len(want) < 2 {
		return
	}
	limit := len(want) - 1
	cut, complete, err := s.solver.Winning(t.Context(), s.variant, p, limit)
	if err != nil || complete || !slices.Equal(cut, moves[:min(limit, len(moves))]) {
		t.Errorf("%v: Winning with limit %d = %q, %v, %v; without %q", state, limit, cut, complete, err, got)
	}
}

// compareAnalysis checks an analysis as people and scripts read it.
func (s *subject) compareAnalysis(t *testing.T, board string) {
	t.Helper()
	// An analysis covers both sides, whoever is to move.
	a, err := s.solver.Analyze(t.Context(), s.variant, s.parse(t, gamestest.State{Position: board, Owner: games.Side(len(board) % 2)}))
	if err != nil {
		t.Errorf("Analyze(%q): %v", board, err)
		return
	}
	if a.Variant != s.variant || a.Position.String() != board || a.Method == "" || (a.Reason.Claim == "") != s.variant.Partizan {
		t.Errorf("Analyze(%q) = %+v", board, a)
	}
	if want := s.oracle.Outcome(board); !a.Exact || string(a.Outcome) != want {
		t.Errorf("%q: outcome %s, exact %v; the oracle says %s", board, a.Outcome, a.Exact, want)
	}
	left := gamestest.State{Position: board, Owner: games.Left}
	right := gamestest.State{Position: board, Owner: games.Right}
	if s.model.Partizan {
		if !a.Left.Complete || !a.Right.Complete || !sameSet(gamestest.Texts(a.Left.List), s.oracle.Winning(left)) || !sameSet(gamestest.Texts(a.Right.List), s.oracle.Winning(right)) || len(a.Winning.List) > 0 {
			t.Errorf("%q: winning %v for Left, %v for Right; the oracle says %q and %q",
				board, a.Left, a.Right, s.oracle.Winning(left), s.oracle.Winning(right))
		}
	} else if want := s.oracle.Winning(left); !a.Winning.Complete || !sameSet(gamestest.Texts(a.Winning.List), want) || len(a.Left.List)+len(a.Right.List) > 0 {
		t.Errorf("%q: winning %v; the oracle says %q", board, a.Winning, want)
	}
	turn := s.parse(t, left).Turn()
	if opponent := turn.Actor != turn.Owner; (a.Decides == solver.Opponent) != opponent {
		t.Errorf("%q: decides %q", board, a.Decides)
	}
	s.compareGrundy(t, a, left)
}

// compareGrundy allows an unknown value but no wrong one, and no value if the rules define none. In
// Nim it is always known.
func (s *subject) compareGrundy(t *testing.T, a *solver.Analysis, state gamestest.State) {
	t.Helper()
	switch {
	case a.GrundyKnown && !s.model.Valued:
		t.Errorf("%q: Grundy value %d, but this game has none", a.Position, a.Grundy)
	case a.GrundyKnown && a.Grundy != uint64(s.oracle.Value(state)):
		t.Errorf("%q: Grundy value %d, the oracle says %d", a.Position, a.Grundy, s.oracle.Value(state))
	case !a.GrundyKnown && s.variant.ID == "nim" && a.Method == theory.ByTheorem:
		t.Errorf("%q: no Grundy value", a.Position)
	}
}

// sameSet compares lists of moves without regard to their order.
func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
