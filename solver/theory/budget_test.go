package theory_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/solver/theory"
)

const mega = 1 << 20

// TestTurns checks that a large question waits for another one, that small ones need no turn, and
// that all together stay within the bounds.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := theory.NewMemory()
		ask := func() (context.Context, func()) { return memory.Ask(t.Context(), 0) }
		large, done := ask()
		take(t, large, theory.QuestionBytes, nil)
		took := 0
		for range 10 {
			small, done := ask()
			defer done()
			brief, cancel := context.WithTimeout(small, time.Second)
			defer cancel()
			err := theory.Take(brief, 7*mega)
			if err != nil {
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
				break
			}
			took += 7
		}
		if took != 21 {
			t.Errorf("small questions took %d MiB", took)
		}
		waited := make(chan bool)
		go func() {
			next, done := ask()
			defer done()
			take(t, next, theory.QuestionBytes-mega, nil)
			close(waited)
		}()
		synctest.Wait()
		select {
		case <-waited:
			t.Error("two large questions at once")
		default:
		}
		done()
		<-waited
	})
}

// TestMoveFirst checks that a move uses the shared allowance while another question has the turn,
// but no more than that.
func TestMoveFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory := theory.NewMemory()
		large, done := memory.Ask(t.Context(), 0)
		defer done()
		take(t, large, theory.QuestionBytes, nil)
		brief, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		other, otherDone := memory.Ask(brief, 0)
		take(t, other, 8*mega, nil)
		move, moveDone := memory.Ask(theory.First(brief), 0)
		defer moveDone()
		take(t, move, 16*mega, nil)
		take(t, move, 1, context.DeadlineExceeded)
		otherDone()
		take(t, move, -1, nil)
		take(t, move, 8*mega, nil)
	})
}

// TestQuestion checks that a nested question counts as part of its question, which may reuse what
// it has given back.
func TestQuestion(t *testing.T) {
	t.Parallel()
	memory := theory.NewMemory()
	ctx, done := memory.Ask(t.Context(), 100)
	part, partDone := memory.Ask(ctx, 0)
	take(t, part, 40*mega, nil)
	partDone()
	take(t, ctx, 9*mega, theory.ErrBudget)
	take(t, ctx, -9*mega, nil)
	take(t, ctx, 8*mega, nil)
	if err := errors.Join(theory.Work(part, 60), theory.Work(ctx, 40)); err != nil {
		t.Error(err)
	}
	if err := theory.Work(ctx, 1); !errors.Is(err, theory.ErrBudget) {
		t.Error(err)
	}
	if bytes, positions := theory.Used(ctx); bytes != 49*mega || positions != 101 {
		t.Errorf("used %d, %d", bytes, positions)
	}
	done()
	for range 2 { // nothing waits
		ctx, done := memory.Ask(t.Context(), 0)
		take(t, ctx, theory.QuestionBytes, nil)
		done()
	}
}

func take(t *testing.T, ctx context.Context, bytes int, want error) {
	t.Helper()
	if err := theory.Take(ctx, bytes); !errors.Is(err, want) {
		t.Errorf("%d bytes: %v", bytes, err)
	}
}
