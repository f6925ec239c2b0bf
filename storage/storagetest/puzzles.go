package storagetest

import (
	"testing"
	"time"

	"nimatron/match"
)

func puzzleState(t *testing.T, newStore Opener) {
	s := newStore(t)
	ctx := t.Context()
	want := func(player, puzzle string, wantTries int, wantSolved bool) {
		t.Helper()
		tries, solved, err := s.PuzzleState(ctx, player, puzzle)
		WantErr(t, err, nil)
		WantEqual(t, []any{tries, solved}, []any{wantTries, wantSolved})
	}
	want(Ann.ID, "2025-03-14", 0, false)
	for n, solved := range []bool{false, false, true, false, true} {
		WantErr(t, s.RecordPuzzle(ctx, Ann, "2025-03-14", Noon.Add(time.Duration(n)*time.Minute), solved), nil)
	}
	WantErr(t, s.RecordPuzzle(ctx, Bob, "2025-03-14", Noon, false), nil)
	want(Ann.ID, "2025-03-14", 3, true) // what came later isn't counted
	want(Ann.ID, "2025-03-15", 0, false)
	want(Bob.ID, "2025-03-14", 1, false)
	want("local:nobody", "2025-03-14", 0, false)
	data, err := s.Export(ctx, Ann.ID)
	WantErr(t, err, nil)
	at := Stored(Noon.Add(2 * time.Minute))
	WantEqual(t, data.Puzzles, []match.Puzzle{{Name: "2025-03-14", Tries: 3, Tried: at, Solved: at}})

	if err := s.RecordPuzzle(ctx, Ann, "", Noon, true); err == nil {
		t.Error("a puzzle without a name was recorded")
	}
}

func puzzleStreak(t *testing.T, newStore Opener) {
	s := newStore(t)
	ctx := t.Context()
	for _, day := range []string{"2025-02-26", "2025-02-27", "2025-02-28", "2025-03-01", "2025-03-02", "2025-03-05", "2025-03-01b"} {
		WantErr(t, s.RecordPuzzle(ctx, Ann, day, Noon, true), nil)
	}
	WantErr(t, s.RecordPuzzle(ctx, Ann, "2025-02-25", Noon, false), nil) // not solved
	WantErr(t, s.RecordPuzzle(ctx, Bob, "2025-03-03", Noon, true), nil)
	for today, want := range map[string]int{
		"2025-02-25": 0, "2025-02-26": 1, "2025-02-28": 3, "2025-03-02": 5,
		"2025-03-03": 5, // still open
		"2025-03-04": 0, "2025-03-05": 1, "2025-03-07": 0,
	} {
		got, err := s.PuzzleStreak(ctx, Ann.ID, today)
		WantErr(t, err, nil)
		if got != want {
			t.Errorf("on %s the streak is %d, want %d", today, got, want)
		}
	}
	if _, err := s.PuzzleStreak(ctx, Ann.ID, "today"); err == nil {
		t.Error("a streak up to a day that is none")
	}
}
