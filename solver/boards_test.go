package solver

import (
	"context"
	"errors"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/must"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// TestBoardsReasons checks the reasons for boards that need no search.
func TestBoardsReasons(t *testing.T) {
	for _, c := range []struct {
		v        *games.Variant
		position string
		rule     theory.Rule
		method   theory.Method
	}{
		{depotnim.Forklift, "3 5 2", depots.OpenStacks, theory.ByTheorem},
		{depotnim.Forklift, "1 1 1 / 1 1 1 / 1 1 1", depots.OneByOne, theory.ByTheorem},
		{depotnim.ForkliftMisere, "3 5 2", depots.OpenStacks, theory.ByTheorem},
		{depotnim.Forklift, "9 8 7 / 1 2 3 / 3 2 1 / 7 8 9", depots.Mirror, theory.ByTheorem},
		{depotnim.Tree, "3(2(5))", depots.Row, theory.ByTheorem},
		{depotnim.TreeMisere, "2(3(3) 5)", depots.Row, theory.ByTheorem},
		{depotnim.Depot, "a=3 b=2 c=4 d=1; *-a a-b b-c c-d *-d", depots.Row, theory.ByTheorem},
		{depotnim.Depot, "a=3 b=1 c=4; *-a a-b b-c", depots.Searched, theory.BySearch},
		{depotnim.Tree, "5(3 4(2) 5(2 3))", depots.Searched, theory.BySearch},
		{depotnim.Coloured, "a=9 b=8; *<a a-b *>b", depots.Mirror, theory.BySearch}, // after a move
		{depotnim.Coloured, "a=3 b=1 c=2 d=3; *<a a-b b-c c-d *>d b-d", depots.Searched, theory.BySearch},
		{depotnim.Tree, "0", "", theory.BySearch},
	} {
		a, err := new(Solver).Analyze(t.Context(), c.v, parse(t, c.v, c.position))
		reason := a.Reason
		if c.v.Partizan {
			reason = a.LeftReason
		}
		rule := theory.Rule("")
		if reason.Justification != nil {
			rule = reason.Justification.Rule()
		}
		if rule == depots.Sum { // what the search adds
			rule = depots.Searched
		}
		if err != nil || a.Method != c.method || rule != c.rule {
			t.Errorf("%s %s: %s, %q, %v", c.v.ID, c.position, a.Method, rule, err)
		}
	}
}

const hardBoard = "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4 / 9 8 7 1 5 4 / 9 8 7 6 5 4"

// TestBoardsNotProved asks questions that take too much work. The bot says that it guesses. If the
// context ends there is no answer.
func TestBoardsNotProved(t *testing.T) {
	p := parse(t, depotnim.Forklift, hardBoard)
	a, err := (&Solver{BoardNodes: 1 << 14}).Analyze(t.Context(), depotnim.Forklift, p)
	if err != nil || a.Exact || a.Outcome != "" || a.GrundyKnown || len(a.Components) < 2 || a.Reason.Claim != theory.Unproved {
		t.Errorf("%+v, %v", a, err)
	}
	few := &Solver{BoardNodes: 100}
	if _, err := few.Wins(t.Context(), depotnim.Forklift, p); !errors.Is(err, ErrBudget) {
		t.Errorf("few nodes: %v", err)
	}
	choice, err := few.Choose(t.Context(), depotnim.Forklift, p, 0, seeded())
	if err != nil || !choice.Guessed || choice.Move != FamilyOf(depotnim.Forklift).Guess(p) {
		t.Errorf("the bot plays %+v, %v", choice, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := new(Solver).Wins(stopped, depotnim.Forklift, p); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestDecidedBoardsAreNotSearched counts the work on boards that a theorem decides. Nothing is searched for a loss,
// and for a win only a little: the other moves and the value are nice to have.
func TestDecidedBoardsAreNotSearched(t *testing.T) {
	const mirrored = "4 3 1 2 5 5 / 3 2 2 3 1 4 / 1 1 3 1 2 5 / 5 2 1 3 1 1 / 4 1 3 2 2 3 / 5 5 2 1 3 4"
	for _, c := range []struct {
		v        *games.Variant
		position string
		most     uint64
	}{
		{depotnim.Tree, "1023(600 500 124 976)", 0},
		{depotnim.Forklift, mirrored, 0},
		{depotnim.Depot, "a=3 b=2 c=1 d=3 e=2 f=1; *-a a-b b-c a-c *-d d-e e-f d-f", 0},
		{depotnim.Forklift, "9" + mirrored[1:], 1 << 16},
	} {
		ctx, done := theory.Ask(t.Context(), VerdictWork+furtherWork)
		a := must.Get(new(Solver).Analyze(ctx, c.v, parse(t, c.v, c.position)))(t)
		_, used := theory.Used(ctx)
		done()
		if !a.Exact || used > c.most || a.GrundyKnown != (c.most == 0) || a.Grundy != 0 {
			t.Errorf("%s %s: %d positions, %+v", c.v.ID, c.position, used, a)
		}
	}
}
