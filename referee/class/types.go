// Package class has teachers with students: classes, their assignments and how far everybody is.
//
// A class keeps no results. They follow from the lessons, puzzles and matches of its members.
package class

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// Errors of changes.
var (
	// ErrTooMany: a person leads or is in as many classes as allowed, or the server is full.
	ErrTooMany            = errors.New("too many classes")
	ErrTooManyHere        = errors.New("too many classes of one person on a server")
	ErrFull               = errors.New("the class is full")             // the class has MaxMembers
	ErrTooManyAssignments = errors.New("too many assignments are open") // the class has MaxOpenAssignments
)

// Bounds on classes.
const (
	MaxClassesLed      = 7  // led by one teacher at once; eight teachers don't fill a server
	MaxClassesEach     = 2  // led by one teacher on a server that has not chosen its teachers
	MaxClassesIn       = 32 // that one student is in at once
	MaxServerClasses   = 64
	MaxMembers         = 128
	MaxOpenAssignments = 5
	MaxAssignments     = 40 // kept in a class, including those that are over
	MaxTasks           = 6
	MaxTaskCount       = 100
	AssignmentReminder = 24 * time.Hour      // how long before the end of an assignment students are reminded
	EndedClassLife     = 30 * 24 * time.Hour // how long the message of an ended class is kept up to date
)

// A Class is a teacher with students who get assignments.
type Class struct {
	Name string

	// These are columns of their own.
	ID      int64        `json:"-"`
	Server  string       `json:"-"`
	Channel string       `json:"-"`
	Teacher match.Player `json:"-"`
	Code    string       `json:"-"` // lets people join from anywhere; "" after the end
	Created time.Time    `json:"-"`
	Ended   time.Time    `json:"-"`
	Version int64        `json:"-"` // starts at 1, rises with every change that its message shows
	Message string       `json:"-"`

	// Lists of classes leave these out. They are in the order in which they were added.
	Members     []Member     `json:"-"`
	Assignments []Assignment `json:"-"`
	Sets        []puzzle.Set `json:"-"`

	notices []match.Notice // of a change
}

// A Member is a student of a class.
type Member struct {
	match.Player `json:"-"`
	Joined       time.Time
}

// An Assignment is homework of a class.
type Assignment struct {
	Tasks    []Task
	Reminded bool // the students had a reminder

	// These are columns of their own.
	ID     int64     `json:"-"`
	Given  time.Time `json:"-"`
	Until  time.Time `json:"-"`
	Closed bool      `json:"-"`
}

// due returns when the students are to be reminded, if they are, and then the end.
func (a *Assignment) due() time.Time {
	if !a.Reminded && a.Until.Sub(a.Given) > AssignmentReminder {
		return a.Until.Add(-AssignmentReminder)
	}
	return a.Until
}

// A TaskKind is a kind of task. commands/class/tasks.go has its words and options;
// storage/sqlstore/classes.go counts the work.
type TaskKind string

// The kinds of tasks.
const (
	LessonTask TaskKind = "lesson"  // learn Lesson, at any time until the end
	PuzzleTask TaskKind = "puzzles" // solve Count puzzles after it was assigned
	WinTask    TaskKind = "wins"    // win Count matches against the bot after it was assigned, without help
	SetTask    TaskKind = "set"     // solve all Count puzzles of Set, at any time until the end
)

func (t Task) steps(e Effort) (done, of int) {
	if t.Kind == LessonTask {
		return min(e.Done, lesson.Exercises) + min(e.Tests, lesson.Wins), lesson.Exercises + lesson.Wins
	}
	return min(e.Done, t.Count), t.Count
}

// A Task is a part of an assignment.
type Task struct {
	Kind    TaskKind
	Lesson  string
	Set     int64
	SetName string
	Count   int
	Variant string      // the only game that counts in a PuzzleTask or WinTask; "" for any
	Level   match.Level // the lowest level of the bot that counts in a WinTask
}

// An Effort is a student's progress with a task.
type Effort struct {
	Player string // the ID
	Task   int
	// Done counts exercises, puzzles or wins; Tests counts the passed tests of a lesson.
	Done, Tests int
	// Tries counts answers, right or wrong, or matches.
	Tries int
}

// A BrokenRule counts a student's breaches of a rule in the exercises of a lesson. Rules are
// numbered from 1, as in the lesson.
type BrokenRule struct {
	Player string // the ID
	Lesson string
	Rule   int
	Times  int
}

// Find returns the member with that ID, nil for none.
func (c *Class) Find(player string) *Member {
	if i := slices.IndexFunc(c.Members, func(m Member) bool { return m.ID == player }); i >= 0 {
		return &c.Members[i]
	}
	return nil
}

// Open returns the assignments that end after a time.
func (c *Class) Open(now time.Time) []Assignment {
	return slices.DeleteFunc(slices.Clone(c.Assignments), func(a Assignment) bool { return !now.Before(a.Until) })
}

// kept returns a class as it is stored.
func (c *Class) kept() match.Kept {
	k := match.Kept{
		Board:  match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: c.ID, Version: c.Version}, Channel: c.Channel, Message: c.Message},
		Server: c.Server, Code: c.Code, Status: status(!c.Ended.IsZero()), Begins: c.Created, Ends: c.Ended, Host: c.Teacher, State: match.Encode(c),
	}
	for _, m := range c.Members {
		k.Guests = append(k.Guests, match.Guest{Player: m.Player, State: match.Encode(m)})
	}
	for i := range c.Assignments {
		a := &c.Assignments[i]
		part := match.Kept{
			Board:  match.Board{Subject: match.Subject{Kind: match.AssignmentSubject, ID: a.ID, Version: 1}},
			Status: status(a.Closed), Begins: a.Given, Ends: a.Until, State: match.Encode(a),
		}
		if !a.Closed {
			part.Due = a.due()
		}
		k.Parts = append(k.Parts, part)
	}
	for i := range c.Sets {
		k.Parts = append(k.Parts, c.Sets[i].Kept())
	}
	return k
}

func (c *Class) save(k *match.Kept) {
	shown := k.Shown
	*k = c.kept()
	k.Shown = shown
}

func status(over bool) match.Status {
	if over {
		return match.KeptOver
	}
	return match.KeptOpen
}

func classOf(k match.Kept) (c Class, err error) {
	err = match.Decode(k.State, &c)
	c.ID, c.Version, c.Channel, c.Message, c.Server = k.ID, k.Version, k.Channel, k.Message, k.Server
	c.Teacher, c.Code, c.Created, c.Ended = k.Host, k.Code, k.Begins, k.Ends
	for _, g := range k.Guests {
		m := Member{Player: g.Player}
		err = cmp.Or(err, match.Decode(g.State, &m))
		c.Members = append(c.Members, m)
	}
	for _, p := range k.Parts {
		if p.Kind == match.SetSubject {
			set, badState := puzzle.SetOf(p)
			c.Sets, err = append(c.Sets, set), cmp.Or(err, badState)
			continue
		}
		a := Assignment{ID: p.ID, Given: p.Begins, Until: p.Ends, Closed: !p.GoesOn()}
		err = cmp.Or(err, match.Decode(p.State, &a))
		c.Assignments = append(c.Assignments, a)
	}
	return c, err
}

// Create stores a new class and returns it as stored. The error is ErrTooManyHere if the teacher has most classes in
// the room, ErrTooMany beyond MaxClassesLed or MaxServerClasses.
func Create(ctx context.Context, s match.Subjects, c Class, most int) (Class, error) {
	c.ID, c.Version = 0, 1
	return match.As(classOf)(s.Keep(ctx, c.kept(), func(goOn []match.Kept) error {
		led := slices.DeleteFunc(slices.Clone(goOn), func(o match.Kept) bool { return o.Host.ID != c.Teacher.ID })
		here := func(all []match.Kept) (n int) {
			for _, o := range all {
				if match.RoomOf(o.Channel, o.Server) == match.RoomOf(c.Channel, c.Server) {
					n++
				}
			}
			return n
		}
		switch {
		case len(led) >= MaxClassesLed || here(goOn) >= MaxServerClasses:
			return ErrTooMany
		case here(led) >= most:
			return ErrTooManyHere
		}
		return nil
	}))
}

// ByID returns a class, or match.ErrNotFound.
func ByID(ctx context.Context, s match.Subjects, id int64) (Class, error) {
	return match.As(classOf)(s.Kept(ctx, match.Subject{Kind: match.ClassSubject, ID: id}))
}

// List returns the classes that have not ended and are in a room or channel, have a code, or that a person leads or is in.
func List(ctx context.Context, s match.Subjects, f match.KeptFilter) ([]Class, error) {
	if f.Room+f.Channel+f.Code+f.Person == "" {
		return nil, nil // not the classes of everybody
	}
	f.Kind, f.GoesOn = match.ClassSubject, true
	return match.AllAs(classOf)(s.ListKept(ctx, f))
}

// OfAssignment returns the class of an assignment, or match.ErrNotFound.
func OfAssignment(ctx context.Context, s match.Subjects, id int64) (Class, error) {
	a, err := s.Kept(ctx, match.Subject{Kind: match.AssignmentSubject, ID: id})
	if err != nil {
		return Class{}, err
	}
	return ByID(ctx, s, a.PartOf)
}

// Change changes what the message of a class shows, and returns the class as stored. The error is match.ErrNotFound if
// it has ended. change may run again.
func Change(ctx context.Context, s match.Subjects, id int64, change func(*Class) error) (Class, error) {
	return edit(ctx, s, id, func(c *Class) error {
		c.Version++
		return change(c)
	})
}

func edit(ctx context.Context, s match.Subjects, id int64, change func(*Class) error) (Class, error) {
	return match.As(classOf)(s.ChangeKept(ctx, match.Subject{Kind: match.ClassSubject, ID: id}, func(k *match.Kept) ([]match.Notice, error) {
		c, err := classOf(*k)
		if err == nil && !k.GoesOn() {
			err = match.ErrNotFound
		}
		if err == nil {
			err = change(&c)
		}
		c.save(k)
		return c.notices, err
	}))
}

// Join makes a player a member, or leaves a member as is. The error is ErrFull beyond MaxMembers. The store refuses beyond
// MaxClassesIn.
func (c *Class) Join(player match.Player, now time.Time) error {
	switch {
	case c.Find(player.ID) != nil:
		return nil
	case len(c.Members) >= MaxMembers:
		return ErrFull
	}
	c.Members = append(c.Members, Member{player, now.UTC().Truncate(time.Millisecond)})
	return nil
}

// MayJoin returns ErrTooMany for a person who is in so many classes, the new one among them.
func MayJoin(in int) error {
	if in > MaxClassesIn {
		return ErrTooMany
	}
	return nil
}

// Leave ends a membership, or returns match.ErrNotFound. If the teacher leaves, or everybody for "", the class ends and
// forgets its members, assignments and sets.
func (c *Class) Leave(player string, now time.Time) (err error) {
	if player == c.Teacher.ID || player == "" {
		c.Ended, c.Code, c.Members, c.Assignments, c.Sets = now, "", nil, nil, nil
		return nil
	}
	c.Members, err = drop(c.Members, func(m Member) bool { return m.ID == player })
	return err
}

func drop[T any](all []T, which func(T) bool) ([]T, error) {
	rest := slices.DeleteFunc(slices.Clone(all), which)
	if len(rest) == len(all) {
		return all, match.ErrNotFound
	}
	return rest, nil
}

// TakeOut makes a person, or everybody for "", leave a stored class, unless they have. Its name may name a teacher who is
// forgotten.
func TakeOut(k *match.Kept, person string, forgotten bool, now time.Time) error {
	c, err := classOf(*k)
	if err == nil && k.GoesOn() {
		c.Version++
		_ = c.Leave(person, now)
	}
	if forgotten && person == c.Teacher.ID {
		c.Name = "Class"
	}
	c.save(k)
	return err
}

// Assign adds an assignment with an AssignedNotice. Beyond MaxAssignments it drops the oldest that are over. The error is
// ErrTooManyAssignments beyond MaxOpenAssignments.
func (c *Class) Assign(a Assignment) error {
	if len(c.Open(a.Given)) >= MaxOpenAssignments {
		return ErrTooManyAssignments
	}
	a.ID, a.Closed, a.Reminded = 0, false, false
	c.Assignments = append(c.Assignments, a)
	older := max(0, len(c.Assignments)-MaxAssignments)
	kept := slices.DeleteFunc(slices.Clone(c.Assignments[:older]), func(o Assignment) bool { return !a.Given.Before(o.Until) })
	c.Assignments = append(kept, c.Assignments[older:]...)
	c.notify(match.AssignedNotice, 0, "", a.Given)
	return nil
}

func (c *Class) notify(kind match.NoticeKind, assignment int64, member string, now time.Time) {
	c.notices = append(c.notices, match.Notice{
		Kind: kind, Channel: c.Channel, About: match.Subject{Kind: match.AssignmentSubject, ID: assignment}, Message: member, Created: now,
	})
}

// Unassign deletes an assignment, or returns match.ErrNotFound.
func (c *Class) Unassign(id int64) (err error) {
	c.Assignments, err = drop(c.Assignments, func(a Assignment) bool { return a.ID == id })
	return err
}

// AddSet adds a puzzle set. The error is puzzle.ErrTooManySets beyond puzzle.MaxSets.
func (c *Class) AddSet(set puzzle.Set) error {
	if len(c.Sets) >= puzzle.MaxSets {
		return puzzle.ErrTooManySets
	}
	c.Sets = append(c.Sets, set)
	return nil
}

// DropSet deletes a puzzle set, or returns match.ErrNotFound. Players keep their answers.
func (c *Class) DropSet(id int64) (err error) {
	c.Sets, err = drop(c.Sets, func(set puzzle.Set) bool { return set.ID == id })
	return err
}

// step does what is due with an assignment: the students are reminded, or it is closed. The error is match.ErrStale if
// another process has done it.
func (c *Class) step(assignment int64, now time.Time) error {
	i := slices.IndexFunc(c.Assignments, func(a Assignment) bool { return a.ID == assignment })
	if i < 0 || c.Assignments[i].Closed || now.Before(c.Assignments[i].due()) {
		return match.ErrStale
	}
	a := &c.Assignments[i]
	if !now.Before(a.Until) {
		c.Version++
		a.Closed = true
		return nil
	}
	a.Reminded = true
	for _, m := range c.Members {
		c.notify(match.DueNotice, a.ID, m.ID, now)
	}
	return nil
}

// Sweep closes assignments that are over, and forgets classes that ended EndedClassLife ago. It adds one DueNotice for
// each student of an assignment that ends within AssignmentReminder, unless the assignment is shorter than that. It handles
// at most limit of each and returns their number.
func Sweep(ctx context.Context, s match.Subjects, now time.Time, limit int) (n int, err error) {
	due, err := s.ListKept(ctx, match.KeptFilter{Kind: match.AssignmentSubject, Due: now, Limit: limit})
	for _, a := range due {
		_, failed := edit(ctx, s, a.PartOf, func(c *Class) error { return c.step(a.ID, now) })
		switch {
		case failed == nil:
			n++
		case !errors.Is(failed, match.ErrStale) && !errors.Is(failed, match.ErrNotFound):
			err = cmp.Or(err, failed)
		}
	}
	gone, failed := s.ForgetKept(ctx, match.ClassSubject, now.Add(-EndedClassLife), limit)
	return n + gone, cmp.Or(err, failed)
}

// A Store has classes. A teacher sees a student's work while the student is a member. It is derived from what
// the student has done and not copied.
type Store interface {
	match.Subjects

	// Efforts returns the work of a class's members for an assignment until its end, and the rules of its
	// lessons that they have ever broken. Members without any work are left out.
	Efforts(ctx context.Context, class int64, a Assignment) ([]Effort, []BrokenRule, error)
}
