package referee_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee"
)

// taught opens a class of the teacher with a student, bob.
func (h *arena) taught() match.Class {
	h.Helper()
	c := must(h.referee.NewClass(h.Context(), match.Class{Server: "server", Channel: "hall", Name: "7b", Teacher: match.Player{ID: "teacher", Name: "teacher"}, Code: "AAAAAAAAAA"}))(h)
	c = must(h.referee.JoinClass(h.Context(), c.ID, match.Player{ID: "bob", Name: "bob"}))(h)
	return c
}

// A teacher's positions are puzzles for the class, as long as somebody is in it. They touch
// neither a rating nor a streak.
func TestPuzzleSet(t *testing.T) {
	h := newArena(t)
	ctx := t.Context()
	c := h.taught()
	lines := []match.SetPuzzle{{Variant: "NIM", Position: " 3  5 7", Text: "Which?"}, {Variant: "end-nim", Position: "3 5 2"}}
	set := must(h.referee.NewPuzzleSet(ctx, c.ID, "teacher", "Mirrors", lines))(h)
	if p := set.Puzzles[0]; p.Variant != "nim" || p.Position != "3 5 7" {
		t.Errorf("the first puzzle is %+v", p)
	}
	id := match.PuzzleID{Kind: match.ChosenPuzzle, Set: set.ID, Number: 1}
	bob := match.Player{ID: "bob", Name: "bob"}
	find := func(id match.PuzzleID, who string) *referee.Puzzle {
		t.Helper()
		p := must(h.referee.Puzzle(ctx, id, who))(h)
		return p
	}
	p := find(id, "bob")
	if p == nil || p.Text() != "Which?" || len(p.Winning) != 3 || p.Position.Turn().Actor != 0 {
		t.Fatalf("the puzzle is %+v", p)
	}
	if find(id, "teacher") == nil || find(id, "stranger") != nil {
		t.Error("it is not the teacher's, or a stranger's")
	}
	for _, number := range []int{len(lines) + 1, 999} {
		if find(match.PuzzleID{Kind: match.ChosenPuzzle, Set: set.ID, Number: number}, "bob") != nil {
			t.Errorf("there is a puzzle %d", number)
		}
	}
	a := must(h.referee.Answer(ctx, "server", bob, p, "1-1"))(h)
	wrong := must(h.referee.Answer(ctx, "server", bob, find(id, "bob"), "3-2"))(h)
	if !a.Right || wrong.Right || len(wrong.Refutation) < 2 || a.Rating != nil || wrong.Rating != nil {
		t.Errorf("1-1: %+v, 3-2: %+v", a, wrong)
	}
	if p := find(id, "bob"); !p.Solved || p.Tries != 1 {
		t.Errorf("bob has %+v", p.PuzzleState)
	}
	record := must(h.referee.PuzzleRecord(ctx, "bob"))(h)
	if record.Streak != 0 || record.Rating.Games != 0 {
		t.Errorf("it counts: %+v", record)
	}

	// It is a task, and can't be dropped while it is to be done.
	assignment := must(h.referee.Assign(ctx, c.ID, "teacher", h.now.Add(time.Hour), []match.Task{{Kind: match.SetTask, Set: set.ID, SetName: "Mirrors", Count: len(lines)}}))(h)
	c = must(h.referee.Class(ctx, c.ID))(h)
	report := must(h.referee.Report(ctx, &c, assignment, "teacher"))(h)
	if task := report.Students[0].Tasks[0]; task.Steps != 1 || task.Of != len(lines) || task.Tries != 1 {
		t.Errorf("bob's task is %+v", task)
	}
	refuse(h.referee.DropPuzzleSet(ctx, c.ID, "teacher", set.ID))(h, referee.SetAssigned)
	h.now = h.now.Add(2 * time.Hour)
	refuse(h.referee.DropPuzzleSet(ctx, c.ID, "bob", set.ID))(h, referee.NotTeacher)
	must(h.referee.LeaveClass(ctx, c.ID, "bob"))(h)
	if find(id, "bob") != nil {
		t.Error("bob has left, and has the puzzle")
	}
	must(h.referee.DropPuzzleSet(ctx, c.ID, "teacher", set.ID))(h)
	refuse(h.referee.DropPuzzleSet(ctx, c.ID, "teacher", set.ID))(h, referee.NoSet)
	if find(id, "teacher") != nil {
		t.Error("the set is dropped, and its puzzle is there")
	}
}

// What is no puzzle is refused, with what would have been right.
func TestBadPuzzles(t *testing.T) {
	h := newArena(t)
	c := h.taught()
	for _, bad := range []struct {
		variant, position string
		reason            referee.BadReason
		instead           string
	}{
		{"chess", "e4", referee.Unreadable, ""},
		{"nim", "3 x", referee.Unreadable, ""},
		{"nim", "", referee.Unreadable, ""},
		{"nim", "0", referee.NoMoves, ""},
		{"nim", "3 5 6", referee.NoWin, "2 5 6"},
		{"end-nim", "3 3", referee.NoWin, "2 3"},
		{"nim/misere", "1", referee.NoWin, ""}, // whose only move ends it
		{"nim", strings.Repeat("7 ", referee.MostSetWins+1), referee.TooManyWins, ""},
		{"forklift-nim", strings.TrimSuffix(strings.Repeat("3 3 3 3 3 / ", 5), " / "), referee.NotProved, ""},
	} {
		_, err := h.referee.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", []match.SetPuzzle{{Variant: "nim", Position: "3 5 7"}, {Variant: bad.variant, Position: bad.position}})
		var got *referee.BadPuzzle
		if !errors.As(err, &got) || got.Number != 2 || got.Reason != bad.reason || got.Instead != bad.instead || (got.Err != nil) != (bad.reason == referee.Unreadable) {
			t.Errorf("%+v (%v), want %+v", got, err, bad)
		}
	}
	c = must(h.referee.Class(t.Context(), c.ID))(h)
	if len(c.Sets) != 0 {
		t.Errorf("there are sets: %+v", c.Sets)
	}
	good := func() []match.SetPuzzle { return []match.SetPuzzle{{Variant: "nim", Position: "3 5 7"}} }
	refuse(h.referee.NewPuzzleSet(t.Context(), c.ID, "bob", "x", good()))(h, referee.NotTeacher)
	refuse(h.referee.NewPuzzleSet(t.Context(), c.ID+1, "teacher", "x", good()))(h, referee.NoClass)
	refuse(h.referee.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", nil))(h, referee.SetBounds)
	refuse(h.referee.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", make([]match.SetPuzzle, match.MaxSetPuzzles+1)))(h, referee.SetBounds)
	for range match.MaxSets {
		must(h.referee.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", good()))(h)
	}
	refuse(h.referee.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", good()))(h, referee.TooManySets)
}

// A set is no way to have the board of a rated match analysed.
func TestNoAdviceFromSets(t *testing.T) {
	h := newArena(t)
	c := h.taught()
	id := h.simul(match.Tournament{Variant: "nim"}, 1)
	must(h.referee.StartTournament(t.Context(), id))(h)
	n := h.tournament(id)
	must(h.referee.BeginMeeting(t.Context(), &n, n.Meetings[0], "thread"))(h)
	refuse(h.referee.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", []match.SetPuzzle{{Variant: "end-nim", Position: "3 5 2"}, {Variant: "nim", Position: "3 5 6"}}))(h, referee.NoAdvice)
}
