package storage_test

import (
	"testing"
	"time"

	"nimatron/storage"
)

func TestPuzzleState(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	want := func(player, puzzle string, wantTries int, wantSolved bool) {
		t.Helper()
		tries, solved, err := s.PuzzleState(ctx, player, puzzle)
		wantErr(t, err, nil)
		wantEqual(t, []any{tries, solved}, []any{wantTries, wantSolved})
	}
	want(ann.ID, "2025-03-14", 0, false)
	for n, solved := range []bool{false, false, true, false, true} {
		wantErr(t, s.RecordPuzzle(ctx, ann, "2025-03-14", noon.Add(time.Duration(n)*time.Minute), solved), nil)
	}
	wantErr(t, s.RecordPuzzle(ctx, bob, "2025-03-14", noon, false), nil)
	want(ann.ID, "2025-03-14", 3, true) // what came later isn't counted
	want(ann.ID, "2025-03-15", 0, false)
	want(bob.ID, "2025-03-14", 1, false)
	want("local:nobody", "2025-03-14", 0, false)
	data, err := s.Export(ctx, ann.ID)
	wantErr(t, err, nil)
	at := stored(noon.Add(2 * time.Minute))
	wantEqual(t, data.Puzzles, []storage.Puzzle{{Puzzle: "2025-03-14", Tries: 3, Tried: at, Solved: at}})

	if err := s.RecordPuzzle(ctx, ann, "", noon, true); err == nil {
		t.Error("a puzzle without a name was recorded")
	}
}

func TestPuzzleStreak(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	for _, day := range []string{"2025-02-26", "2025-02-27", "2025-02-28", "2025-03-01", "2025-03-02", "2025-03-05", "2025-03-01b"} {
		wantErr(t, s.RecordPuzzle(ctx, ann, day, noon, true), nil)
	}
	wantErr(t, s.RecordPuzzle(ctx, ann, "2025-02-25", noon, false), nil) // not solved
	wantErr(t, s.RecordPuzzle(ctx, bob, "2025-03-03", noon, true), nil)
	for today, want := range map[string]int{
		"2025-02-25": 0, "2025-02-26": 1, "2025-02-28": 3, "2025-03-02": 5,
		"2025-03-03": 5, // still open
		"2025-03-04": 0, "2025-03-05": 1, "2025-03-07": 0,
	} {
		got, err := s.PuzzleStreak(ctx, ann.ID, today)
		wantErr(t, err, nil)
		if got != want {
			t.Errorf("on %s the streak is %d, want %d", today, got, want)
		}
	}
	if _, err := s.PuzzleStreak(ctx, ann.ID, "today"); err == nil {
		t.Error("a streak up to a day that is none")
	}
}

func TestRandomFinished(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	none, err := s.RandomFinished(ctx, 1, 5)
	wantErr(t, err, nil)
	wantEqual(t, len(none), 0)
	for range 50 {
		finish(t, s, between(ann, bob), leftWins)
	}
	createMatch(t, s, between(ann, bob)) // the newest is not finished
	found := make(map[int64]bool)
	for seed := range uint64(40) {
		sample, err := s.RandomFinished(ctx, seed, 5)
		wantErr(t, err, nil)
		wantEqual(t, len(sample), 5)
		once := make(map[int64]bool)
		for _, m := range sample {
			wantEqual(t, []any{m.State, len(m.Moves)}, []any{storage.Finished, 1})
			once[m.ID], found[m.ID] = true, true
		}
		wantEqual(t, len(once), 5)
		again, err := s.RandomFinished(ctx, seed, 5)
		wantErr(t, err, nil)
		wantEqual(t, again, sample)
	}
	if len(found) < 45 {
		t.Errorf("only %d of 50 matches were found", len(found))
	}
	all, err := s.RandomFinished(ctx, 1, 1000)
	wantErr(t, err, nil)
	if len(all) > 50 {
		t.Errorf("%d of 50 matches were found", len(all))
	}
	none, err = s.RandomFinished(ctx, 1, -1)
	wantErr(t, err, nil)
	wantEqual(t, len(none), 0)
}
