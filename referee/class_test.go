package referee_test

import (
	"fmt"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/storage/storagetest"
)

// Each role in a class has its rights.
func TestClassRights(t *testing.T) {
	h := newArena(t)
	h.now = storagetest.Noon
	ctx, r, store, now := t.Context(), h.classes, h.store, h.now
	player := func(id string) match.Player { return match.Player{ID: id, Name: id} }
	c := must.Get(r.NewClass(ctx, class.Class{Server: "den", Channel: "lobby", Name: "7b", Teacher: player("teacher"), Code: "AAAAAAAAAA"}, class.MaxClassesLed))(t)
	join := func(id string) {
		t.Helper()
		c = must.Get(r.JoinClass(ctx, c.ID, player(id)))(t)
	}
	for i := range class.AverageLeast - 1 {
		join(fmt.Sprint("s", i))
	}
	refuse(r.JoinClass(ctx, c.ID, player("teacher")))(t, class.OwnClass)
	refuse(r.JoinClass(ctx, 99, player("s0")))(t, class.NoClass)

	tasks := []class.Task{{Kind: class.PuzzleTask, Count: 2}, {Kind: class.LessonTask, Lesson: "misere", Count: 1}}
	until := now.Add(time.Hour)
	for _, by := range []string{"s0", "stranger"} {
		refuse(r.Assign(ctx, c.ID, by, until, tasks))(t, class.NotTeacher)
	}
	for _, faulty := range []struct {
		until time.Time
		tasks []class.Task
	}{{until, nil}, {until, make([]class.Task, class.MaxTasks+1)}, {now, tasks}, {now.Add(class.AssignmentMost + time.Second), tasks}} {
		refuse(r.Assign(ctx, c.ID, "teacher", faulty.until, faulty.tasks))(t, class.AssignmentBounds)
	}
	a := must.Get(r.Assign(ctx, c.ID, "teacher", until, tasks))(t)

	for _, id := range []string{"2025-03-13", "2025-03-14", "2025-03-15"} {
		must.OK(h, storagetest.RecordTry(ctx, store, puzzle.Try{Player: player("s0"), Puzzle: storagetest.Puzzle(id), Solved: true, At: now}))
	}
	for _, by := range []string{"s1", "s2"} {
		must.OK(h, store.OpenLesson(ctx, player(by), "misere", 1, "lobby", now))
		must.OK(h, store.BreakRule(ctx, by, "misere", 1))
	}
	must.OK(h, store.BreakRule(ctx, "s1", "misere", 2))
	must.OK(h, store.BreakRule(ctx, "s1", "misere", 2))
	report := func(by string) *class.Report {
		t.Helper()
		return must.Get(r.Report(ctx, &c, a, by))(t)
	}
	refuse(r.Report(ctx, &c, a, "stranger"))(t, class.NotInClass)
	whole := report("teacher")
	if n := len(whole.Students); n != 4 || whole.Of != 4 || whole.Averages[0] != 0.5 {
		t.Errorf("the teacher sees %+v", whole)
	}
	if got, want := whole.Students[0].Tasks[0], (class.TaskReport{Steps: 2, Of: 2, Tries: 3}); got != want || whole.Students[0].Done() {
		t.Errorf("s0 has made %+v, want %+v", got, want)
	}
	if got := whole.Students[1].Tasks[1]; got.Stuck != "Leave an odd number of piles of 1, and nothing else." || got.Broken != 2 || got.Of != 5 {
		t.Errorf("s1 is stuck at %+v", got)
	}
	if rule, times, people := whole.MostBroken(1); rule == "" || times != 2 || people != 1 {
		t.Errorf("%q was broken %d times by %d", rule, times, people)
	}
	if rule, _, _ := whole.MostBroken(0); rule != "" {
		t.Errorf("puzzles have the rule %q", rule)
	}
	own := report("s1")
	if len(own.Students) != 1 || own.Students[0].ID != "s1" || own.Averages != nil {
		t.Errorf("a student of four sees %+v", own)
	}
	join("s4")
	if own = report("s1"); len(own.Students) != 1 || own.Averages[0] != 0.4 || own.Of != 5 {
		t.Errorf("a student of five sees %+v", own)
	}

	refuse(r.LeaveClass(ctx, c.ID, "stranger"))(t, class.NotInClass)
	c = must.Get(r.LeaveClass(ctx, c.ID, "s1"))(t)
	refuse(r.Report(ctx, &c, a, "s1"))(t, class.NotInClass)
	for _, s := range report("teacher").Students {
		if s.ID == "s1" {
			t.Errorf("after they have left the teacher sees %+v", s)
		}
	}
	if c, err := r.LeaveClass(ctx, c.ID, "teacher"); err != nil || c.Ended.IsZero() {
		t.Errorf("it is %+v, %v", c, err)
	}
	refuse(r.Class(ctx, c.ID))(t, class.NoClass)
}

// A sweep of the referee closes assignments that are over.
func TestSweepClosesAssignments(t *testing.T) {
	h := newArena(t)
	c := h.taught()
	a := must.Get(h.classes.Assign(t.Context(), c.ID, "teacher", h.now.Add(time.Hour), []class.Task{{Kind: class.PuzzleTask, Count: 1}}))(t)
	h.now = a.Until
	must.OK(h, h.referee.Sweep(t.Context()))
	if c = must.Get(h.classes.Class(t.Context(), c.ID))(t); len(c.Assignments) != 1 || !c.Assignments[0].Closed {
		t.Errorf("after its end the assignments are %+v", c.Assignments)
	}
}
