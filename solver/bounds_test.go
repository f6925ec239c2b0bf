package solver

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// looks is a context that ends after left calls of Err.
type looks struct {
	context.Context
	left int
}

func (c *looks) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Every long computation checks its context while it runs.
func TestContextIsLookedAt(t *testing.T) {
	const often = 5
	for name, ask := range map[string]func(context.Context) error{
		"plane": func(ctx context.Context) error {
			_, err := new(Solver).Table(ctx, endnim.Normal, "_ 300 _", 600, nil)
			return err
		},
		"values": func(ctx context.Context) error {
			_, err := new(Solver).Analyze(ctx, endnim.Normal, parse(t, endnim.Normal, "700 3 701 5"))
			return err
		},
		"cells": func(ctx context.Context) error {
			_, err := new(Solver).Table(ctx, splitnim.Of(2), "_ _", 40, nil)
			return err
		},
		"search": func(ctx context.Context) error {
			_, err := new(Solver).Analyze(ctx, unknown(nim.Normal), parse(t, nim.Normal, "9 9 9 8"))
			return err
		},
	} {
		if err := ask(&looks{t.Context(), often - 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: it was not looked at %d times: %v", name, often, err)
		}
		if err := ask(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A table that is too much work is refused before any is done. Others are not refused.
func TestTableSteps(t *testing.T) {
	piles := func(n int) string { return strings.Repeat(" 7", n) }
	for _, c := range []struct {
		v       *games.Variant
		pattern string
		size    int
		times   int // 0: it is not refused
	}{
		{endnim.Normal, "_ 4 _", 16, 0},
		{endnim.Normal, "_" + piles(200) + " _", 16, 0},
		{endnim.Normal, "_ 2000 _ 2000", 40, 779}, // more than 2000*2000 cells, 1600 times
		{endnim.Normal, "_ 1400 _ 1400", 16, 61},
		{endnim.Normal, "3000 3 3001 _", 40, 0}, // without any known values
		{endnim.Normal, "_ 100000 5 100000 _", 16, 0},
		{endnim.Normal, "_ 4 _", 2048, 2},
		{endnim.Partizan, "_" + piles(100) + " _", 16, 0},
		{endnim.Partizan, "_" + piles(998) + " _", 16, 31},
		{nim.Normal, "_" + piles(998) + " _", 1024, 125},
	} {
		_, err := (&Solver{TableSteps: 1 << 23}).Table(&looks{t.Context(), 1 << 20}, c.v, c.pattern, c.size, nil)
		var refused *TooMuchWork
		switch {
		case c.times == 0 && err != nil:
			t.Errorf("%s %.30s: %v", c.v.ID, c.pattern, err)
		case c.times != 0 && !errors.As(err, &refused):
			t.Errorf("%s %.30s: it is not refused: %v", c.v.ID, c.pattern, err)
		case c.times != 0 && refused.Times != c.times:
			t.Errorf("%s %.30s: %v, want %d", c.v.ID, c.pattern, err, c.times)
		}
	}
	var bad *BadTable
	if _, err := new(Solver).Table(t.Context(), nim.Normal, "_"+strings.Repeat(" ", MaxPattern), 3, nil); !errors.As(err, &bad) {
		t.Errorf("an endless pattern: %v", err)
	}
}

// TestTableBytes checks that a table's memory counts towards its question.
func TestTableBytes(t *testing.T) {
	for _, c := range []struct {
		v     *games.Variant
		bytes int
	}{{endnim.Normal, 12 << 10}, {nim.Normal, 24 << 10}} {
		for spent, want := range map[int]error{0: nil, theory.QuestionBytes: ErrBudget} {
			ctx, done := theory.Ask(t.Context(), 0)
			must.OK(t, theory.Take(ctx, spent))
			_, err := new(Solver).Table(ctx, c.v, "_ _", 32, nil)
			if took, _ := theory.Used(ctx); !errors.Is(err, want) || took != spent+c.bytes {
				t.Errorf("%s after %d bytes: %d, %v", c.v.ID, spent, took, err)
			}
			done()
		}
	}
	if most := MaxTable * MaxTable * planeBytes; most > theory.QuestionBytes {
		t.Errorf("the largest table takes %d bytes", most)
	}
}

// greedy is a search that takes 16 MiB.
type greedy struct{ theory.Prover }

func (greedy) Some(ctx context.Context, _ *games.Variant, p games.Position, _ int) (moves []games.Move, complete bool, err error) {
	for step := range p.Options() {
		moves = append(moves, step.Move)
	}
	return moves, true, theory.Take(ctx, 16<<20)
}

// TestMoveFirst checks that a move does not wait for another question's turn.
func TestMoveFirst(t *testing.T) {
	other, done := theory.Ask(t.Context(), 0)
	defer done()
	must.OK(t, theory.Take(other, theory.QuestionBytes))
	s := &Solver{records: records{nim.Family: {Search: func(*games.Variant, theory.Limits) theory.Prover { return greedy{} }}}}
	if choice, err := s.Choose(t.Context(), nim.Normal, parse(t, nim.Normal, "3 4"), 0, nil); err != nil || choice.Guessed {
		t.Errorf("%+v, %v", choice, err)
	}
}
