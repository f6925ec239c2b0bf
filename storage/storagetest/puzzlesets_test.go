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

// addSet adds a set to its class and returns it as stored.
func addSet(ctx context.Context, s storage.Store, set puzzle.Set) (puzzle.Set, error) {
	c, err := class.Change(ctx, s, set.Class, func(c *class.Class) error { return c.AddSet(set) })
	if err != nil {
		return set, err
	}
	return c.Sets[len(c.Sets)-1], nil
}

func dropSet(ctx context.Context, s storage.Store, id, set int64) error {
	return changed(ctx, s, id, func(c *class.Class) error { return c.DropSet(set) })
}

func (suite) PuzzleSets(ctx context.Context, t *testing.T, s storage.Store) {
	Got(addSet(ctx, s, puzzleSet(1))).Fails(t, match.ErrNotFound)
	c := createClass(t, s, newClass("hall"))
	WantErr(t, joinClass(ctx, s, c.ID, Bob, Noon), nil)
	version := wantVersion(t, s, c.ID)
	set := Got(addSet(ctx, s, puzzleSet(c.ID))).OK(t)
	want := puzzleSet(c.ID)
	want.ID, want.Made = set.ID, Stored(Noon)
	WantEqual(t, set, want)
	for _, who := range []string{Ann.ID, Bob.ID} {
		Got(puzzle.SetFor(ctx, s, set.ID, who)).Is(t, want)
	}
	Got(puzzle.SetFor(ctx, s, set.ID, Eve.ID)).Fails(t, match.ErrNotFound)
	got := Got(class.ByID(ctx, s, c.ID)).OK(t)
	WantEqual(t, got.Sets, []puzzle.Set{want})
	if got.Version <= version {
		t.Error("the message of the class has nothing else to show")
	}
	exported(t, s, Ann).has(t, "subjects", `"Make them alike."`)
	WantEqual(t, len(exported(t, s, Bob)["subjects"]), 1) // the class

	// A student who leaves can no longer see it.
	WantErr(t, leaveClass(ctx, s, c.ID, Bob.ID), nil)
	Got(puzzle.SetFor(ctx, s, set.ID, Bob.ID)).Fails(t, match.ErrNotFound)

	WantErr(t, dropSet(ctx, s, c.ID+1, set.ID), match.ErrNotFound)
	WantErr(t, dropSet(ctx, s, c.ID, set.ID), nil)
	WantErr(t, dropSet(ctx, s, c.ID, set.ID), match.ErrNotFound)
	for range puzzle.MaxSets {
		set = Got(addSet(ctx, s, puzzleSet(c.ID))).OK(t)
	}
	Got(addSet(ctx, s, puzzleSet(c.ID))).Fails(t, puzzle.ErrTooManySets)

	// Sets are deleted with their class, and with a forgotten teacher.
	other := createClass(t, s, newClass("yard"))
	Got(addSet(ctx, s, puzzleSet(other.ID))).OK(t)
	WantErr(t, endClass(ctx, s, c.ID, Noon), nil)
	Got(puzzle.SetFor(ctx, s, set.ID, Ann.ID)).Fails(t, match.ErrNotFound)
	Got(addSet(ctx, s, puzzleSet(c.ID))).Fails(t, match.ErrNotFound)
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	for _, id := range []int64{c.ID, other.ID} {
		got := Got(class.ByID(ctx, s, id)).OK(t)
		WantEqual(t, len(got.Sets), 0)
	}
}

// wantVersion returns the version of a class.
func wantVersion(t *testing.T, s storage.Store, id int64) int64 {
	t.Helper()
	c := Got(class.ByID(t.Context(), s, id)).OK(t)
	return c.Version
}

// The puzzles of a set count only for the task that names the set.
func (suite) SetEfforts(ctx context.Context, t *testing.T, s storage.Store) {
	c := createClass(t, s, newClass("hall"))
	WantErr(t, joinClass(ctx, s, c.ID, Bob, Noon), nil)
	WantErr(t, joinClass(ctx, s, c.ID, Eve, Noon), nil)
	a := class.Assignment{Given: Stored(Noon), Until: Stored(Noon.Add(time.Hour)), Tasks: []class.Task{
		{Kind: class.SetTask, Set: 1, SetName: "Mirrors", Count: 2}, {Kind: class.PuzzleTask, Count: 5}, {Kind: class.SetTask, Set: 11, Count: 2},
	}}
	a = Got(assign(ctx, s, c.ID, a)).OK(t)
	got := Got(class.ByID(ctx, s, c.ID)).OK(t)
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
	efforts, _, err := s.Efforts(ctx, c.ID, a)
	WantErr(t, err, nil)
	WantEqual(t, efforts, []class.Effort{
		{Player: Bob.ID, Done: 2, Tries: 3}, {Player: Eve.ID, Tries: 1}, {Player: Bob.ID, Task: 1, Done: 1, Tries: 1}, {Player: Bob.ID, Task: 2, Done: 1, Tries: 1},
	})
}
