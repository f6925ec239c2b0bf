package referee_test

import (
	"path/filepath"
	"testing"
	"time"

	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// TestDailyPuzzlesStay holds the puzzles of some days to what people have got on them.
func TestDailyPuzzlesStay(t *testing.T) {
	store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "test.db"))
	for _, want := range []struct{ day, variant, position string }{
		{"2025-01-01", "split-nim/0", "3 5"},
		{"2025-03-14", "total-reverse-nim", "1 4 2 3 1"},
		{"2025-07-04", "nim", "3 9 3 9 5"},
		{"2025-12-31", "split-nim/0", "1 6 1 4"},
		{"2026-01-01", "end-nim/misere", "6 5 5 6 7"},
		{"2026-02-28", "end-nim", "4 1 1 6 3 2"},
		{"2026-05-17", "total-reverse-nim", "2 6 2 5 2"},
		{"2026-09-09", "end-nim/misere", "2 3 3 3"},
		{"2026-11-21", "end-nim/loop", "6 5 4 7 4"},
		{"2027-04-01", "end-nim/loop", "7 2 3 7 4 5"},
		{"2028-02-29", "end-nim/misere", "1 1 6 5 4"},
		{"2030-12-24", "split-nim/0", "8 6 9 6"},
	} {
		at, err := time.Parse(time.DateOnly, want.day)
		if err != nil {
			t.Fatal(err)
		}
		r := referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return at }})
		p, err := r.DailyPuzzle(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		if p.Variant.ID != want.variant || p.Position.String() != want.position {
			t.Errorf("%s: %s from %s, want %s from %s", want.day, p.Variant.ID, p.Position, want.variant, want.position)
		}
	}
}
