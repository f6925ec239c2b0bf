package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

// puzzleSet returns a set whose fields all differ.
func puzzleSet(class int64) puzzle.Set {
	return puzzle.Set{Class: class, Name: "Mirrors 🎲", Made: Noon, Puzzles: []puzzle.SetPuzzle{
		{Variant: "nim", Position: "3 5", Text: "Make them alike."}, {Variant: "end-nim", Position: "3 5 2"},
	}}
}

func (suite) PuzzleSets(ctx context.Context, t *testing.T, s storage.Store) {
	Got(s.CreatePuzzleSet(ctx, puzzleSet(1))).Fails(t, match.ErrNotFound)
	c := createClass(t, s, newClass("hall"))
	WantErr(t, s.JoinClass(ctx, c.ID, Bob, Noon), nil)
	version := wantVersion(t, s, c.ID)
	set := Got(s.CreatePuzzleSet(ctx, puzzleSet(c.ID))).OK(t)
	want := puzzleSet(c.ID)
	want.ID, want.Made, want.Size = set.ID, Stored(Noon), 2
	WantEqual(t, set, want)
	for _, who := range []string{Ann.ID, Bob.ID} {
		Got(s.PuzzleSet(ctx, set.ID, who)).Is(t, want)
	}
	Got(s.PuzzleSet(ctx, set.ID, Eve.ID)).Fails(t, match.ErrNotFound)
	got := Got(s.Class(ctx, c.ID)).OK(t)
	brief := want
	brief.Puzzles = nil
	WantEqual(t, got.Sets, []puzzle.Set{brief})
	if got.Version <= version {
		t.Error("the message of the class has nothing else to show")
	}
	WantEqual(t, len(exported(t, s, Ann)["set_puzzles"]), len(want.Puzzles))
	WantEqual(t, len(exported(t, s, Bob)["set_puzzles"]), 0)

	// A student who leaves can no longer see it.
	WantErr(t, s.LeaveClass(ctx, c.ID, Bob.ID), nil)
	Got(s.PuzzleSet(ctx, set.ID, Bob.ID)).Fails(t, match.ErrNotFound)

	WantErr(t, s.DropPuzzleSet(ctx, c.ID+1, set.ID), match.ErrNotFound)
	WantErr(t, s.DropPuzzleSet(ctx, c.ID, set.ID), nil)
	WantErr(t, s.DropPuzzleSet(ctx, c.ID, set.ID), match.ErrNotFound)
	for range puzzle.MaxSets {
		set = Got(s.CreatePuzzleSet(ctx, puzzleSet(c.ID))).OK(t)
	}
	Got(s.CreatePuzzleSet(ctx, puzzleSet(c.ID))).Fails(t, puzzle.ErrTooManySets)

	// Sets are deleted with their class, and with a forgotten teacher.
	other := createClass(t, s, newClass("yard"))
	Got(s.CreatePuzzleSet(ctx, puzzleSet(other.ID))).OK(t)
	WantErr(t, s.EndClass(ctx, c.ID, Noon), nil)
	Got(s.PuzzleSet(ctx, set.ID, Ann.ID)).Fails(t, match.ErrNotFound)
	Got(s.CreatePuzzleSet(ctx, puzzleSet(c.ID))).Fails(t, match.ErrNotFound)
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	for _, id := range []int64{c.ID, other.ID} {
		got := Got(s.Class(ctx, id)).OK(t)
		WantEqual(t, len(got.Sets), 0)
	}
}

// wantVersion returns the version of a class.
func wantVersion(t *testing.T, s storage.Store, id int64) int64 {
	t.Helper()
	c := Got(s.Class(t.Context(), id)).OK(t)
	return c.Version
}

// The puzzles of a set count only for the task that names the set.
func (suite) SetEfforts(ctx context.Context, t *testing.T, s storage.Store) {
	c := createClass(t, s, newClass("hall"))
	WantErr(t, s.JoinClass(ctx, c.ID, Bob, Noon), nil)
	WantErr(t, s.JoinClass(ctx, c.ID, Eve, Noon), nil)
	a := class.Assignment{Given: Stored(Noon), Until: Stored(Noon.Add(time.Hour)), Tasks: []class.Task{
		{Kind: class.SetTask, Set: 1, SetName: "Mirrors", Count: 2}, {Kind: class.PuzzleTask, Count: 5}, {Kind: class.SetTask, Set: 11, Count: 2},
	}}
	a = Got(s.Assign(ctx, c.ID, a)).OK(t)
	got := Got(s.Class(ctx, c.ID)).OK(t)
	WantEqual(t, got.Assignments[0].Tasks, a.Tasks)
	solve := func(p match.Player, puzzleID string, at time.Time, solved bool) {
		t.Helper()
		WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: p, Puzzle: Puzzle(puzzleID), Variant: "nim", Solved: solved, At: at}), nil)
	}
	solve(Bob, "set.1.1", Noon.Add(-time.Hour), true) // before the assignment
	solve(Bob, "set.1.2", Noon, false)
	solve(Bob, "set.1.2", Noon, true)
	solve(Bob, "set.11.1", Noon, true)
	solve(Bob, "set.2.1", Noon, true)
	solve(Bob, "nim.easy.00000001", Noon, true)
	solve(Eve, "set.1.1", a.Until.Add(time.Second), true) // too late
	solve(Eve, "set.1.12", Noon, false)
	solve(Ann, "set.1.1", Noon, true) // Ann is not a member
	efforts, _, err := s.Efforts(ctx, c.ID, a.ID)
	WantErr(t, err, nil)
	WantEqual(t, efforts, []class.Effort{
		{Player: Bob.ID, Done: 2, Tries: 3}, {Player: Eve.ID, Tries: 1}, {Player: Bob.ID, Task: 1, Done: 1, Tries: 1}, {Player: Bob.ID, Task: 2, Done: 1, Tries: 1},
	})
}
