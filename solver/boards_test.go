package solver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// TestBoardsReasons asks for the reasons of reasons.txt: boards that need no search, and others.
func TestBoardsReasons(t *testing.T) {
	golden.Lines(t, "reasons.txt", func(line string) string {
		id, position, _ := strings.Cut(line, " ")
		v := must.Get(catalog.Standard.Find(id))(t)
		a := must.Get(new(Solver).Analyze(t.Context(), v, parse(t, v, position)))(t)
		reason := a.Reason
		if v.Partizan {
			reason = a.LeftReason
		}
		if reason.Justification == nil {
			return string(a.Method)
		}
		return fmt.Sprintf("%s: %s", a.Method, reason.Justification.Rule())
	})
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
