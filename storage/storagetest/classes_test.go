package storagetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
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
	return Got(class.Create(t.Context(), s, c, class.MaxClassesLed)).OK(t)
}

// changed returns the error of a change of a class.
func changed(ctx context.Context, s storage.Store, id int64, change func(*class.Class) error) error {
	_, err := class.Change(ctx, s, id, change)
	return err
}

func joinClass(ctx context.Context, s storage.Store, id int64, p match.Player, at time.Time) error {
	return changed(ctx, s, id, func(c *class.Class) error { return c.Join(p, at) })
}

func leaveClass(ctx context.Context, s storage.Store, id int64, player string) error {
	return changed(ctx, s, id, func(c *class.Class) error { return c.Leave(player, Noon) })
}

func endClass(ctx context.Context, s storage.Store, id int64, at time.Time) error {
	return changed(ctx, s, id, func(c *class.Class) error { return c.Leave("", at) })
}

func renewCode(ctx context.Context, s storage.Store, id int64, code string) error {
	return changed(ctx, s, id, func(c *class.Class) error {
		c.Code = code
		return nil
	})
}

func unassign(ctx context.Context, s storage.Store, id, assignment int64) error {
	return changed(ctx, s, id, func(c *class.Class) error { return c.Unassign(assignment) })
}

// assign gives a class an assignment and returns it as stored.
func assign(ctx context.Context, s storage.Store, id int64, a class.Assignment) (class.Assignment, error) {
	c, err := class.Change(ctx, s, id, func(c *class.Class) error { return c.Assign(a) })
	if err != nil {
		return a, err
	}
	return c.Assignments[len(c.Assignments)-1], nil
}

// wantClass compares a class with the stored one, except for the version, which it returns.
func wantClass(t *testing.T, s storage.Store, want class.Class) int64 {
	t.Helper()
	got := Got(class.ByID(t.Context(), s, want.ID)).OK(t)
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
	if _, err := class.ByID(ctx, s, 1); !errors.Is(err, match.ErrNotFound) || !strings.HasPrefix(err.Error(), "SELECT kind, id, version, ") {
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

	list := func(f match.KeptFilter, want ...class.Class) {
		t.Helper()
		Got(class.List(ctx, s, f)).Is(t, want)
	}
	list(match.KeptFilter{Code: "CODE hall"}, c)
	for _, code := range []string{"", "code hall", "CODE"} {
		list(match.KeptFilter{Code: code})
	}
	shown := match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: c.ID, Version: 1}, Channel: "hall", Message: "m"}
	WantErr(t, s.RecordShown(ctx, shown), nil)
	c.Message = "m"
	WantErr(t, joinClass(ctx, s, c.ID, Eve, Noon.Add(time.Minute)), nil)
	shown.Version, shown.Shown = 2, 1
	Got(s.NewestBoard(ctx, shown.Subject)).Is(t, shown)
	WantErr(t, joinClass(ctx, s, c.ID, Bob, Noon), nil)
	WantErr(t, joinClass(ctx, s, c.ID, Bob, Noon.Add(time.Hour)), nil) // Bob is a member already
	WantErr(t, joinClass(ctx, s, 99, Bob, Noon), match.ErrNotFound)
	c.Members = []class.Member{{Player: Eve, Joined: Stored(Noon.Add(time.Minute))}, {Player: Bob, Joined: Stored(Noon)}}
	joined := wantClass(t, s, c)
	if joined < 3 {
		t.Errorf("the version is %d", joined)
	}
	of := func(player string, want ...int64) {
		t.Helper()
		var ids []int64
		for _, c := range Got(class.List(ctx, s, match.KeptFilter{Person: player})).OK(t) {
			ids = append(ids, c.ID)
		}
		WantEqual(t, ids, want)
	}
	of(Ann.ID, c.ID)
	of(Bob.ID, c.ID, other.ID)
	list(match.KeptFilter{Channel: "yard"}, other)
	WantEqual(t, len(Got(class.List(ctx, s, match.KeptFilter{Room: c.Server})).OK(t)), 1)

	a := Got(assign(ctx, s, c.ID, homework(Noon))).OK(t)
	wanted := homework(Stored(Noon))
	wanted.ID = a.ID
	WantEqual(t, a, wanted)
	Got(assign(ctx, s, 99, homework(Noon))).Fails(t, match.ErrNotFound)
	c.Assignments = []class.Assignment{a}
	assigned := wantClass(t, s, c)
	if assigned <= joined {
		t.Errorf("the version is %d", assigned)
	}
	WantEqual(t, Got(class.OfAssignment(ctx, s, a.ID)).OK(t).ID, c.ID)
	Got(class.OfAssignment(ctx, s, 99)).Fails(t, match.ErrNotFound)

	// A new code takes the place of the one before.
	WantErr(t, renewCode(ctx, s, c.ID, "NEW"), nil)
	WantErr(t, renewCode(ctx, s, 99, "NEWER"), match.ErrNotFound)
	list(match.KeptFilter{Code: "CODE hall"})
	c.Code = "NEW"
	assigned = wantClass(t, s, c)
	WantEqual(t, len(Got(class.List(ctx, s, match.KeptFilter{Code: "NEW"})).OK(t)), 1)
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"assigned hall"})
	WantEqual(t, notices[0].About.ID, a.ID)
	Got(assign(ctx, s, other.ID, homework(Noon))).Must(t)

	// due closes the assignments that are over at a time, and counts them.
	due := func(at time.Time, want int) {
		t.Helper()
		Got(class.Sweep(ctx, s, at, 9)).Is(t, want)
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

	WantErr(t, leaveClass(ctx, s, c.ID, Bob.ID), nil)
	WantErr(t, leaveClass(ctx, s, c.ID, Bob.ID), match.ErrNotFound)
	WantErr(t, leaveClass(ctx, s, c.ID, "local:nobody"), match.ErrNotFound)
	c.Members = c.Members[:1]
	if left := wantClass(t, s, c); left <= closed {
		t.Errorf("the version is %d", left)
	}
	of(Bob.ID, other.ID)

	// A class that has ended leaves only its number, until that is forgotten too.
	ended := Noon.Add(25 * time.Hour)
	WantErr(t, endClass(ctx, s, c.ID, ended), nil)
	WantErr(t, endClass(ctx, s, c.ID, ended), match.ErrNotFound)
	WantErr(t, joinClass(ctx, s, c.ID, Bob, ended), match.ErrNotFound)
	Got(assign(ctx, s, c.ID, homework(ended))).Fails(t, match.ErrNotFound)
	list(match.KeptFilter{Code: "NEW"})
	WantErr(t, renewCode(ctx, s, c.ID, "NEWER"), match.ErrNotFound)
	Got(class.OfAssignment(ctx, s, a.ID)).Fails(t, match.ErrNotFound)
	c.Members, c.Assignments, c.Code, c.Ended = nil, nil, "", Stored(ended)
	wantClass(t, s, c)
	of(Ann.ID)
	of(Eve.ID)
	due(ended.Add(class.EndedClassLife-time.Millisecond), 0)
	due(ended.Add(class.EndedClassLife), 1)
	Got(class.ByID(ctx, s, c.ID)).Fails(t, match.ErrNotFound)
	next := createClass(t, s, newClass("hall"))
	WantEqual(t, Got(assign(ctx, s, next.ID, homework(Noon))).OK(t).ID, a.ID+2) // no number is given again
}

// The members of a class are reminded of an assignment once, a day before its end, unless the
// assignment itself lasts no longer than that.
func (suite) AssignmentReminders(ctx context.Context, t *testing.T, s storage.Store) {
	c := createClass(t, s, newClass("hall"))
	other := createClass(t, s, newClass("yard"))
	for _, p := range []match.Player{Bob, Eve} {
		WantErr(t, joinClass(ctx, s, c.ID, p, Noon), nil)
	}
	WantErr(t, joinClass(ctx, s, other.ID, Eve, Noon), nil)
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
		a = Got(assign(ctx, s, class, a)).OK(t)
		subjects()
		return a
	}
	give(c.ID, class.AssignmentReminder)
	long := give(c.ID, 3*class.AssignmentReminder)
	back := give(other.ID, 3*class.AssignmentReminder)
	reminded := func(at time.Time, want ...match.Notice) {
		t.Helper()
		Got(class.Sweep(ctx, s, at, 9)).OK(t)
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
	WantErr(t, unassign(ctx, s, c.ID, back.ID), match.ErrNotFound)
	WantErr(t, unassign(ctx, s, 99, back.ID), match.ErrNotFound)
	version := wantVersion(t, s, other.ID)
	WantErr(t, unassign(ctx, s, other.ID, back.ID), nil)
	WantErr(t, unassign(ctx, s, other.ID, back.ID), match.ErrNotFound)
	WantEqual(t, wantVersion(t, s, other.ID), version+1)
	WantEqual(t, len(Got(class.ByID(ctx, s, other.ID)).OK(t).Assignments), 0)

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
	Got(class.Sweep(ctx, s, Noon.Add(3*class.AssignmentReminder), 9)).Is(t, 2)
	WantErr(t, unassign(ctx, s, c.ID, gone.ID), nil)
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
	Got(class.Create(ctx, s, newClass("one more"), class.MaxClassesLed)).Fails(t, class.ErrTooMany)
	WantErr(t, endClass(ctx, s, led.ID, Noon), nil)
	Got(class.Create(ctx, s, newClass("one more"), class.MaxClassesLed-1)).Fails(t, class.ErrTooManyHere)
	led = createClass(t, s, newClass("one more"))

	for i := class.MaxClassesLed; i < class.MaxServerClasses; i++ {
		c := newClass(fmt.Sprint("hall ", i))
		c.Teacher = player(i)
		c = createClass(t, s, c)
		if i < class.MaxClassesLed+class.MaxClassesIn {
			WantErr(t, joinClass(ctx, s, c.ID, Eve, Noon), nil)
		}
	}
	WantErr(t, joinClass(ctx, s, led.ID, Eve, Noon), class.ErrTooMany)
	last := newClass("the last")
	last.Teacher = Bob
	Got(class.Create(ctx, s, last, class.MaxClassesLed)).Fails(t, class.ErrTooMany)
	last.Server = "another"
	createClass(t, s, last)

	for i := range class.MaxMembers {
		WantErr(t, joinClass(ctx, s, led.ID, player(i), Noon), nil)
	}
	WantErr(t, joinClass(ctx, s, led.ID, Bob, Noon), class.ErrFull)
	full := Got(class.ByID(ctx, s, led.ID)).OK(t)
	WantEqual(t, len(full.Members), class.MaxMembers)

	for range class.MaxOpenAssignments {
		Got(assign(ctx, s, led.ID, homework(Noon))).OK(t)
	}
	Got(assign(ctx, s, led.ID, homework(Noon))).Fails(t, class.ErrTooManyAssignments)
	for i := range class.MaxAssignments {
		Got(assign(ctx, s, led.ID, homework(Noon.AddDate(0, 0, i+1)))).OK(t)
	}
	full = Got(class.ByID(ctx, s, led.ID)).OK(t)
	WantEqual(t, len(full.Assignments), class.MaxAssignments)
	WantEqual(t, full.Assignments[0].Given, Stored(Noon.AddDate(0, 0, 1))) // the oldest are gone
}

// A member's progress counts what they did as a member.
func (suite) Efforts(ctx context.Context, t *testing.T, s storage.Store) {
	c := createClass(t, s, newClass("hall"))
	for _, p := range []match.Player{Bob, Eve} {
		WantErr(t, joinClass(ctx, s, c.ID, p, Noon), nil)
	}
	version := func() int64 {
		t.Helper()
		c := Got(class.ByID(ctx, s, c.ID)).OK(t)
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
	WantErr(t, s.AnswerExercise(ctx, Bob.ID, "mirroring", 1, 1), match.ErrStale) // the exercise is not open yet
	for _, p := range []match.Player{Ann, Bob} {
		for _, lesson := range []string{"mirroring", "copying"} {
			WantErr(t, s.OpenLesson(ctx, p, lesson, 1, early(time.Hour)), nil)
			WantErr(t, s.AnswerExercise(ctx, p.ID, lesson, 1, 1), nil)
		}
	}
	counted(false, func() { // nothing to record
		WantErr(t, s.AnswerExercise(ctx, Bob.ID, "mirroring", 1, 0), nil)
	})
	given := Stored(Noon)
	a := Got(assign(ctx, s, c.ID, homework(given))).OK(t)
	counted(true, func() { WantErr(t, s.AnswerExercise(ctx, Bob.ID, "mirroring", 2, 0), nil) })
	counted(false, func() { WantErr(t, s.AnswerExercise(ctx, Ann.ID, "mirroring", 1, 0), nil) }) // Ann is not a member
	for range 2 {
		WantErr(t, s.AnswerExercise(ctx, Bob.ID, "mirroring", 1, 2), nil)
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
		gotEfforts, gotBroken, err := s.Efforts(ctx, c.ID, assignment)
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
	WantErr(t, leaveClass(ctx, s, c.ID, Bob.ID), nil)
	want(a, eve, nil)
}

// If many join and assign at once, exactly as many succeed as there is room for. Many who sweep at once remind once.
func (suite) ClassIsNeverTooFull(ctx context.Context, t *testing.T, processes []storage.Store) {
	s := processes[0]
	c := createClass(t, s, newClass("hall"))
	person := func(i int) match.Player { return match.Player{ID: fmt.Sprint("local:p", i), Name: "p"} }
	for i := range class.MaxMembers - 2 {
		WantErr(t, joinClass(ctx, s, c.ID, person(i), Noon), nil)
	}
	var others []class.Class
	for i := range class.MaxClassesIn + 4 {
		other := newClass(fmt.Sprint("yard ", i))
		other.Teacher = person(i)
		others = append(others, createClass(t, s, other))
	}
	long := homework(Noon)
	long.Until = Noon.Add(3 * class.AssignmentReminder)
	refused := func(err, want error) {
		if err != nil && !errors.Is(err, want) {
			t.Error(err)
		}
	}
	atOnce(len(others), func(i int) {
		s := processes[i%len(processes)]
		refused(joinClass(ctx, s, others[i].ID, Eve, Noon), class.ErrTooMany)
		if i < 8 {
			refused(joinClass(ctx, s, c.ID, person(1000+i), Noon), class.ErrFull)
			_, err := assign(ctx, s, c.ID, long)
			refused(err, class.ErrTooManyAssignments)
		}
	})
	got := Got(class.ByID(ctx, s, c.ID)).OK(t)
	WantEqual(t, []int{len(got.Members), len(got.Assignments)}, []int{class.MaxMembers, class.MaxOpenAssignments})
	WantEqual(t, len(Got(class.List(ctx, s, match.KeptFilter{Person: Eve.ID})).OK(t)), class.MaxClassesIn)

	var reminded atomic.Int64
	atOnce(4, func(i int) {
		reminded.Add(int64(Got(class.Sweep(ctx, processes[i%len(processes)], long.Until.Add(-time.Hour), 9)).OK(t)))
	})
	WantEqual(t, reminded.Load(), class.MaxOpenAssignments)
}
