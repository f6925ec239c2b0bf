// Package class has teachers with students: classes, their assignments and how far everybody is.
//
// A class keeps no results. They follow from the lessons, puzzles and matches of its members.
package class

import (
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

// A Store has classes. A teacher sees a student's work while the student is a member. It is derived from what
// the student has done and not copied.
type Store interface {
	match.Subjects

	// Efforts returns the work of a class's members for an assignment until its end, and the rules of its
	// lessons that they have ever broken. Members without any work are left out.
	Efforts(ctx context.Context, class int64, a Assignment) ([]Effort, []BrokenRule, error)
}
