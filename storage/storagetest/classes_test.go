package storagetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

// newClass returns a class whose fields all differ.
func newClass(channel string) class.Class {
	return class.Class{Server: "server", Channel: channel, Name: "Form 7b 🎲", Teacher: Ann, Code: "CODE " + channel, Created: Noon}
}

// createClass stores a class.
func createClass(t *testing.T, s storage.Store, c class.Class) class.Class {
	t.Helper()
	c = Got(s.CreateClass(t.Context(), c, class.MaxClassesLed)).OK(t)
	return c
}

// wantClass compares a class with the stored one, except for the version, which it returns.
func wantClass(t *testing.T, s storage.Store, want class.Class) int64 {
	t.Helper()
	got := Got(s.Class(t.Context(), want.ID)).OK(t)
	want.Version = got.Version
	WantEqual(t, got, want)
	return got.Version
}

// homework is an assignment with a task of each kind.
func homework(given time.Time) class.Assignment {
	return class.Assignment{Given: given, Until: given.Add(24 * time.Hour), Tasks: []class.Task{
		{Kind: class.LessonTask, Lesson: "mirroring", Count: 1},
		{Kind: class.PuzzleTask, Count: 10, Variant: "end-nim"},
		{Kind: class.PuzzleTask, Count: 3, Variant: "nim/misere"},
		{Kind: class.WinTask, Count: 2, Variant: "end-nim/misere", Level: match.Strong},
		{Kind: class.PuzzleTask, Count: 5},
	}}
}

func (suite) Classes(ctx context.Context, t *testing.T, s storage.Store) {
	if _, err := s.Class(ctx, 1); !errors.Is(err, match.ErrNotFound) || !strings.HasPrefix(err.Error(), "SELECT c.id, c.server, ") {
		t.Errorf("a class that does not exist: %v", err) // with its statement
	}
	c := createClass(t, s, newClass("hall"))
	want := newClass("hall")
	want.ID, want.Version, want.Created = c.ID, 1, Stored(Noon)
	WantEqual(t, c, want)
	WantEqual(t, wantClass(t, s, c), 1)
	other := newClass("yard")
	other.Teacher, other.Server = Bob, ""
	other = createClass(t, s, other)

	Got(s.ClassByCode(ctx, "CODE hall")).Is(t, c)
	for _, code := range []string{"", "code hall", "CODE"} {
		Got(s.ClassByCode(ctx, code)).Fails(t, match.ErrNotFound)
	}
	WantErr(t, s.JoinClass(ctx, c.ID, Eve, Noon.Add(time.Minute)), nil)
	WantErr(t, s.JoinClass(ctx, c.ID, Bob, Noon), nil)
	WantErr(t, s.JoinClass(ctx, c.ID, Bob, Noon.Add(time.Hour)), nil) // Bob is a member already
	WantErr(t, s.JoinClass(ctx, 99, Bob, Noon), match.ErrNotFound)
	c.Members = []class.Member{{Player: Bob, Joined: Stored(Noon)}, {Player: Eve, Joined: Stored(Noon.Add(time.Minute))}}
	joined := wantClass(t, s, c)
	if joined < 3 {
		t.Errorf("the version is %d", joined)
	}
	of := func(player string, want ...int64) {
		t.Helper()
		all := Got(s.ClassesOf(ctx, player)).OK(t)
		var ids []int64
		for _, c := range all {
			ids = append(ids, c.ID)
		}
		WantEqual(t, ids, want)
	}
	of(Ann.ID, c.ID)
	of(Bob.ID, c.ID, other.ID)
	Got(s.ClassesIn(ctx, "yard")).Is(t, []class.Class{other})
	ofServer := Got(s.ClassesOnServer(ctx, match.FrontOf("hall"), c.Server)).OK(t)
	if len(ofServer) != 1 || ofServer[0].ID != c.ID {
		t.Errorf("%+v", ofServer)
	}
	Got(s.ClassesOnServer(ctx, "another front", c.Server)).Is(t, nil)

	a := Got(s.Assign(ctx, c.ID, homework(Noon))).OK(t)
	wanted := homework(Stored(Noon))
	wanted.ID = a.ID
	WantEqual(t, a, wanted)
	Got(s.Assign(ctx, 99, homework(Noon))).Fails(t, match.ErrNotFound)
	c.Assignments = []class.Assignment{a}
	assigned := wantClass(t, s, c)
	if assigned <= joined {
		t.Errorf("the version is %d", assigned)
	}
	Got(s.AssignmentClass(ctx, a.ID)).Is(t, c.ID)
	Got(s.AssignmentClass(ctx, 99)).Fails(t, match.ErrNotFound)

	// A new code takes the place of the one before.
	WantErr(t, s.RenewCode(ctx, c.ID, "NEW"), nil)
	WantErr(t, s.RenewCode(ctx, 99, "NEWER"), match.ErrNotFound)
	Got(s.ClassByCode(ctx, "CODE hall")).Fails(t, match.ErrNotFound)
	c.Code = "NEW"
	wantClass(t, s, c)
	Got(s.ClassByCode(ctx, "NEW")).OK(t)
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"assigned hall"})
	WantEqual(t, notices[0].About.ID, a.ID)
	Got(s.Assign(ctx, other.ID, homework(Noon))).Must(t)

	// due closes the assignments that are over at a time, and counts them.
	due := func(at time.Time, want int) {
		t.Helper()
		Got(s.SweepClasses(ctx, at, 9)).Is(t, want)
	}
	due(Noon.Add(24*time.Hour-time.Millisecond), 0)
	WantEqual(t, wantClass(t, s, c), assigned)
	due(Noon.Add(24*time.Hour), 2)
	due(Noon.Add(24*time.Hour), 0)
	c.Assignments[0].Closed = true
	closed := wantClass(t, s, c)
	if closed <= assigned {
		t.Errorf("the version is %d", closed)
	}

	WantErr(t, s.LeaveClass(ctx, c.ID, Bob.ID), nil)
	WantErr(t, s.LeaveClass(ctx, c.ID, Bob.ID), match.ErrNotFound)
	WantErr(t, s.LeaveClass(ctx, c.ID, "local:nobody"), match.ErrNotFound)
	c.Members = c.Members[1:]
	if left := wantClass(t, s, c); left <= closed {
		t.Errorf("the version is %d", left)
	}
	of(Bob.ID, other.ID)

	// A class that has ended leaves only its number, until that is forgotten too.
	ended := Noon.Add(25 * time.Hour)
	WantErr(t, s.EndClass(ctx, c.ID, ended), nil)
	WantErr(t, s.EndClass(ctx, c.ID, ended), match.ErrNotFound)
	WantErr(t, s.JoinClass(ctx, c.ID, Bob, ended), match.ErrNotFound)
	Got(s.Assign(ctx, c.ID, homework(ended))).Fails(t, match.ErrNotFound)
	Got(s.ClassByCode(ctx, "NEW")).Fails(t, match.ErrNotFound)
	WantErr(t, s.RenewCode(ctx, c.ID, "NEWER"), match.ErrNotFound)
	Got(s.AssignmentClass(ctx, a.ID)).Fails(t, match.ErrNotFound)
	c.Members, c.Assignments, c.Code, c.Ended = nil, nil, "", Stored(ended)
	wantClass(t, s, c)
	of(Ann.ID)
	of(Eve.ID)
	due(ended.Add(class.EndedClassLife-time.Millisecond), 0)
	due(ended.Add(class.EndedClassLife), 1)
	Got(s.Class(ctx, c.ID)).Fails(t, match.ErrNotFound)
}

// The members of a class are reminded of an assignment once, a day before its end, unless the
// assignment itself lasts no longer than that.
func (suite) AssignmentReminders(ctx context.Context, t *testing.T, s storage.Store) {
	c := createClass(t, s, newClass("hall"))
	other := createClass(t, s, newClass("yard"))
	for _, p := range []match.Player{Bob, Eve} {
		WantErr(t, s.JoinClass(ctx, c.ID, p, Noon), nil)
	}
	WantErr(t, s.JoinClass(ctx, other.ID, Eve, Noon), nil)
	subjects := func() []match.Notice { // ends the notices too: the channel gets nothing else until then
		t.Helper()
		_, notices := take(t, s)
		for i := range notices {
			WantErr(t, s.EndNotice(ctx, notices[i].ID, time.Time{}), nil)
			notices[i].ID = 0
		}
		return notices
	}
	give := func(class int64, length time.Duration) class.Assignment {
		t.Helper()
		a := homework(Noon)
		a.Until = Noon.Add(length)
		a = Got(s.Assign(ctx, class, a)).OK(t)
		subjects()
		return a
	}
	give(c.ID, class.AssignmentReminder)
	long := give(c.ID, 3*class.AssignmentReminder)
	back := give(other.ID, 3*class.AssignmentReminder)
	reminded := func(at time.Time, want ...match.Notice) {
		t.Helper()
		Got(s.SweepClasses(ctx, at, 9)).OK(t)
		WantEqual(t, subjects(), want)
	}
	before := wantVersion(t, s, c.ID)
	due := Noon.Add(2 * class.AssignmentReminder)
	reminded(due.Add(-class.AssignmentReminder - time.Millisecond))
	reminded(due.Add(-time.Millisecond))
	if closed := wantVersion(t, s, c.ID); closed != before+1 { // the short one
		t.Errorf("the version is %d, it was %d", closed, before)
	}

	// Withdrawn and expired assignments send no reminders.
	WantErr(t, s.Unassign(ctx, c.ID, back.ID), match.ErrNotFound)
	WantErr(t, s.Unassign(ctx, 99, back.ID), match.ErrNotFound)
	version := wantVersion(t, s, other.ID)
	WantErr(t, s.Unassign(ctx, other.ID, back.ID), nil)
	WantErr(t, s.Unassign(ctx, other.ID, back.ID), match.ErrNotFound)
	WantEqual(t, wantVersion(t, s, other.ID), version+1)
	WantEqual(t, len(Got(s.Class(ctx, other.ID)).OK(t).Assignments), 0)

	notice := match.Notice{Front: match.FrontOf("hall"), Channel: "hall", Kind: match.DueNotice, About: match.Subject{Kind: match.AssignmentSubject, ID: long.ID}, Message: Bob.ID, Created: Stored(due)}
	toEve := notice
	toEve.Message = Eve.ID
	reminded(due, notice, toEve)
	reminded(due)
	reminded(long.Until)
	give(c.ID, 2*class.AssignmentReminder)
	reminded(Noon.Add(2 * class.AssignmentReminder)) // it is over

	// A reminder is deleted with its assignment, and with its player.
	forgotten, gone := give(c.ID, 4*class.AssignmentReminder), give(c.ID, 4*class.AssignmentReminder)
	Got(s.SweepClasses(ctx, Noon.Add(3*class.AssignmentReminder), 9)).Is(t, 2)
	WantErr(t, s.Unassign(ctx, c.ID, gone.ID), nil)
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil)
	toEve.About.ID, toEve.Created = forgotten.ID, Stored(Noon.Add(3*class.AssignmentReminder))
	WantEqual(t, subjects(), []match.Notice{toEve})
}

// The numbers of classes, members and assignments are bounded.
func (suite) ClassBounds(ctx context.Context, t *testing.T, s storage.Store) {
	player := func(n int) match.Player { return match.Player{ID: fmt.Sprint("local:p", n), Name: fmt.Sprint("p", n)} }
	var led class.Class
	for i := range class.MaxClassesLed {
		led = createClass(t, s, newClass(fmt.Sprint("room ", i)))
	}
	Got(s.CreateClass(ctx, newClass("one more"), class.MaxClassesLed)).Fails(t, class.ErrTooMany)
	WantErr(t, s.EndClass(ctx, led.ID, Noon), nil)
	Got(s.CreateClass(ctx, newClass("one more"), class.MaxClassesLed-1)).Fails(t, class.ErrTooManyHere)
	led = createClass(t, s, newClass("one more"))

	for i := class.MaxClassesLed; i < class.MaxServerClasses; i++ {
		c := newClass(fmt.Sprint("hall ", i))
		c.Teacher = player(i)
		c = createClass(t, s, c)
		if i < class.MaxClassesLed+class.MaxClassesIn {
			WantErr(t, s.JoinClass(ctx, c.ID, Eve, Noon), nil)
		}
	}
	WantErr(t, s.JoinClass(ctx, led.ID, Eve, Noon), class.ErrTooMany)
	last := newClass("the last")
	last.Teacher = Bob
	Got(s.CreateClass(ctx, last, class.MaxClassesLed)).Fails(t, class.ErrTooMany)
	last.Server = "another"
	createClass(t, s, last)

	for i := range class.MaxMembers {
		WantErr(t, s.JoinClass(ctx, led.ID, player(i), Noon), nil)
	}
	WantErr(t, s.JoinClass(ctx, led.ID, Bob, Noon), class.ErrFull)
	full := Got(s.Class(ctx, led.ID)).OK(t)
	WantEqual(t, len(full.Members), class.MaxMembers)

	assign := func(given time.Time) error {
		_, err := s.Assign(ctx, led.ID, homework(given))
		return err
	}
	for range class.MaxOpenAssignments {
		WantErr(t, assign(Noon), nil)
	}
	WantErr(t, assign(Noon), class.ErrTooManyAssignments)
	for i := range class.MaxAssignments {
		WantErr(t, assign(Noon.AddDate(0, 0, i+1)), nil)
	}
	full = Got(s.Class(ctx, led.ID)).OK(t)
	WantEqual(t, len(full.Assignments), class.MaxAssignments)
	WantEqual(t, full.Assignments[0].Given, Stored(Noon.AddDate(0, 0, 1))) // the oldest are gone
}

// A member's progress counts what they did as a member.
func (suite) Efforts(ctx context.Context, t *testing.T, s storage.Store) {
	c := createClass(t, s, newClass("hall"))
	for _, p := range []match.Player{Bob, Eve} {
		WantErr(t, s.JoinClass(ctx, c.ID, p, Noon), nil)
	}
	version := func() int64 {
		t.Helper()
		c := Got(s.Class(ctx, c.ID)).OK(t)
		return c.Version
	}
	// counted checks whether f makes the message of the class out of date.
	counted := func(want bool, f func()) {
		t.Helper()
		before := version()
		f()
		if got := version() > before; got != want {
			t.Errorf("something else is to be shown: %v, want %v", got, want)
		}
	}
	early := func(d time.Duration) time.Time { return Noon.Add(-d) }
	WantErr(t, s.BreakRule(ctx, Bob.ID, "mirroring", 1), match.ErrStale) // the exercise is not open yet
	for _, p := range []match.Player{Ann, Bob} {
		for _, lesson := range []string{"mirroring", "copying"} {
			WantErr(t, s.OpenLesson(ctx, p, lesson, 1, early(time.Hour)), nil)
			WantErr(t, s.BreakRule(ctx, p.ID, lesson, 1), nil)
		}
	}
	counted(false, func() { // nothing to record
		WantErr(t, s.SolveExercise(ctx, Bob.ID, "mirroring", 1), nil)
	})
	given := Stored(Noon)
	a := Got(s.Assign(ctx, c.ID, homework(given))).OK(t)
	counted(true, func() { WantErr(t, s.SolveExercise(ctx, Bob.ID, "mirroring", 2), nil) })
	counted(false, func() { WantErr(t, s.SolveExercise(ctx, Ann.ID, "mirroring", 1), nil) }) // Ann is not a member
	for range 2 {
		WantErr(t, s.BreakRule(ctx, Bob.ID, "mirroring", 2), nil)
	}
	Got(s.BrokenRules(ctx, Bob.ID)).Is(t, []lesson.Broken{{Lesson: "mirroring", Rule: 2, Times: 2},
		{Lesson: "copying", Rule: 1, Times: 1}, {Lesson: "mirroring", Rule: 1, Times: 1}})

	solve := func(p match.Player, puzzleID, variant string, at time.Time, solved bool) {
		t.Helper()
		WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: p, Puzzle: Puzzle(puzzleID), Variant: variant, Solved: solved, At: at}), nil)
	}
	solve(Bob, "end-nim.easy.00000001", "end-nim", early(time.Hour), true) // before the assignment
	counted(false, func() { solve(Bob, "end-nim.easy.00000002", "end-nim", given, false) })
	counted(true, func() { solve(Bob, "end-nim.easy.00000002", "end-nim", given, true) })
	solve(Bob, "end-nim/misere.easy.00000002", "end-nim/misere", given, true)
	solve(Bob, "nim/misere.easy.00000002", "nim/misere", given, true)
	solve(Bob, "nim.easy.00000003", "nim", given, false)
	solve(Bob, "nim.easy.00000004", "nim", a.Until.Add(time.Millisecond), true) // too late
	solve(Eve, "2025-03-14", "nim", a.Until, true)
	solve(Ann, "2025-03-14", "nim", given, true)

	play := func(m match.Match, at time.Time, r match.Result, help bool) {
		t.Helper()
		m.Created = early(time.Hour)
		m = CreateMatch(t, s, m)
		if help {
			WantErr(t, s.AddHint(ctx, m.ID, m.Version, games.Left), nil)
		}
		Got(s.Append(ctx, m.ID, m.Version, match.Change{End: &r, Now: at})).OK(t)
	}
	against := func(p match.Player, level match.Level) match.Match {
		m := Between(p, match.Bot)
		m.Level, m.Lesson, m.Tournament, m.Rated, m.Chosen = level, "", 0, false, false
		return m
	}
	counted(true, func() { play(against(Bob, match.Strong), given, LeftWins, false) })
	play(against(Bob, match.Perfect), given, LeftWins, false)
	counted(false, func() { play(against(Bob, match.Strong), given, NobodyWon, false) })
	play(against(Bob, match.Strong), given, RightWins, false)
	play(against(Bob, match.Strong), given, LeftWins, true) // with help
	play(against(Bob, match.Casual), given, LeftWins, false)
	play(against(Bob, match.Strong), early(time.Minute), LeftWins, false)
	chosen := against(Bob, match.Strong)
	chosen.Chosen = true
	play(chosen, given, LeftWins, false)
	other := against(Bob, match.Strong)
	other.Variant, other.Family = "nim", "nim"
	play(other, given, LeftWins, false)
	swapped := against(Eve, match.Strong)
	swapped.SetPlayers(games.Left, match.Bot, Eve)
	play(swapped, given, RightWins, false)
	counted(false, func() { play(Between(Ann, match.Bot), given, LeftWins, false) })
	counted(false, func() { // a match between people doesn't count
		m := against(Bob, match.NoLevel)
		m.SetPlayers(games.Left, Bob, Eve)
		play(m, given, LeftWins, false)
	})
	test := against(Bob, match.Perfect)
	test.Lesson = "mirroring"                     // counts only for this lesson
	play(test, early(time.Hour), LeftWins, false) // a lesson may be learnt before the assignment
	play(test, given, RightWins, false)
	play(test, a.Until.Add(time.Millisecond), LeftWins, false) // too late

	want := func(assignment class.Assignment, efforts []class.Effort, broken []class.BrokenRule) {
		t.Helper()
		gotEfforts, gotBroken, err := s.Efforts(ctx, c.ID, assignment.ID)
		WantErr(t, err, nil)
		WantEqual(t, gotEfforts, efforts)
		WantEqual(t, gotBroken, broken)
	}
	eve := []class.Effort{{Player: Eve.ID, Task: 3, Done: 1, Tries: 1}, {Player: Eve.ID, Task: 4, Done: 1, Tries: 1}}
	bobs := []class.BrokenRule{{Player: Bob.ID, Lesson: "mirroring", Rule: 1, Times: 1}, {Player: Bob.ID, Lesson: "mirroring", Rule: 2, Times: 2}}
	want(a, []class.Effort{
		{Player: Bob.ID, Task: 0, Done: 2, Tests: 1, Tries: 7},
		{Player: Bob.ID, Task: 1, Done: 1, Tries: 2},
		{Player: Bob.ID, Task: 2, Done: 1, Tries: 1},
		{Player: Bob.ID, Task: 3, Done: 2, Tries: 4}, eve[0],
		{Player: Bob.ID, Task: 4, Done: 3, Tries: 5}, eve[1],
	}, bobs)

	// The class loses everything about a student who leaves, past work included.
	WantErr(t, s.LeaveClass(ctx, c.ID, Bob.ID), nil)
	want(a, eve, nil)
	gone, brokenToo, err := s.Efforts(ctx, c.ID+1, a.ID) // the assignment belongs to another class
	WantErr(t, err, nil)
	WantEqual(t, len(gone)+len(brokenToo), 0)
}

// If many join and assign at once, exactly as many succeed as there is room for.
func (suite) ClassIsNeverTooFull(ctx context.Context, t *testing.T, processes []storage.Store) {
	s := processes[0]
	c := createClass(t, s, newClass("hall"))
	for i := range class.MaxMembers - 2 {
		WantErr(t, s.JoinClass(t.Context(), c.ID, match.Player{ID: fmt.Sprint("local:p", i), Name: "p"}, Noon), nil)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		s := processes[i%len(processes)]
		wg.Go(func() {
			err := s.JoinClass(t.Context(), c.ID, match.Player{ID: fmt.Sprint("local:late", i), Name: "late"}, Noon)
			if err != nil && !errors.Is(err, class.ErrFull) {
				t.Error(err)
			}
		})
		wg.Go(func() {
			if _, err := s.Assign(t.Context(), c.ID, homework(Noon)); err != nil && !errors.Is(err, class.ErrTooManyAssignments) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := Got(s.Class(t.Context(), c.ID)).OK(t)
	WantEqual(t, []int{len(got.Members), len(got.Assignments)}, []int{class.MaxMembers, class.MaxOpenAssignments})
}
