package core

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

type testKey int

// keptEnv returns an environment with a clock, and a function that asks for a table and returns the number of readings.
func keptEnv(t *testing.T) (now *time.Time, ask func(key testKey, rows int, large bool) int) {
	now = new(time.Time)
	*now = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	store := storagetest.Open(t)
	env := NewEnv(referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return *now }}), store, slog.New(slog.DiscardHandler))
	n := 0
	return now, func(key testKey, rows int, large bool) int {
		got, err := Kept(t.Context(), env, key, func(context.Context) (testKey, int, bool, error) {
			n++
			return key, rows, large, nil
		})
		if err != nil || got != key {
			t.Errorf("%v: %v, %v", key, got, err)
		}
		env.tables.mu.Lock()
		defer env.tables.mu.Unlock()
		if len(env.tables.kept) > maxKept || env.tables.rows > maxKeptRows {
			t.Fatalf("%d tables with %d rows are kept", len(env.tables.kept), env.tables.rows)
		}
		return n
	}
}

// A large table is read once a minute, a small one each time.
func TestLargeTablesAreKeptForAMinute(t *testing.T) {
	now, ask := keptEnv(t)
	for i, step := range []struct {
		key   testKey
		large bool
		later time.Duration
		want  int
	}{
		{1, true, 0, 1}, {1, true, 59 * time.Second, 1}, {2, true, 0, 2}, {1, true, time.Second, 3},
		{1, true, -time.Hour, 4}, // the clock was set back
		{3, false, 0, 5}, {3, false, 0, 6},
	} {
		*now = now.Add(step.later)
		if got := ask(step.key, 10, step.large); got != step.want {
			t.Errorf("step %d: %d readings, want %d", i, got, step.want)
		}
	}
}

// The kept tables are bounded in number and in rows.
func TestKeptTablesAreBounded(t *testing.T) {
	now, ask := keptEnv(t)
	for key := range testKey(2 * maxKept) {
		ask(key, 1, true)
	}
	*now = now.Add(keptFor)
	for key := range testKey(30) {
		ask(key, maxKeptRows/10, true)
	}
}

// A reading that fails is not kept, and gives nobody else an error.
func TestFailedTablesAreNotKept(t *testing.T) {
	_, _ = keptEnv(t)
	store := storagetest.Open(t)
	env := NewEnv(referee.New(store, &solver.Solver{}, referee.Options{}), store, slog.New(slog.DiscardHandler))
	fault := errors.New("the disk is gone")
	for _, want := range []error{fault, nil} {
		if _, err := Kept(t.Context(), env, testKey(1), func(context.Context) (int, int, bool, error) { return 1, 1, true, want }); err != want {
			t.Errorf("the error is %v, want %v", err, want)
		}
	}
}
