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

// Errors of a [Store].
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
	ID      int64
	Server  string
	Channel string
	Name    string
	Teacher match.Player
	Code    string // lets people join from anywhere; "" after the end
	Created time.Time
	Ended   time.Time
	Version int64 // starts at 1, rises with every change that its message shows
	Message string

	// Lists of classes leave these out. They are in the order in which they were added.
	Members     []Member
	Assignments []Assignment
	Sets        []puzzle.Set
}

// A Member is a student of a class.
type Member struct {
	match.Player
	Joined time.Time
}

// An Assignment is homework of a class.
type Assignment struct {
	ID     int64
	Given  time.Time
	Until  time.Time
	Closed bool
	Tasks  []Task
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
	// CreateClass stores a new class and returns it as stored. The error is ErrTooManyHere if the
	// teacher has most classes on the server, ErrTooMany beyond MaxClassesLed or MaxServerClasses.
	CreateClass(ctx context.Context, c Class, most int) (Class, error)

	// Class returns a class, or ErrNotFound.
	Class(ctx context.Context, id int64) (Class, error)

	// The methods below return classes that have not ended, without members, assignments and sets. Lists
	// begin with the oldest.

	// ClassByCode returns the class with a code, or ErrNotFound.
	ClassByCode(ctx context.Context, code string) (Class, error)
	// ClassesOf returns the classes that the player leads or is in.
	ClassesOf(ctx context.Context, player string) ([]Class, error)
	// ClassesIn returns the classes whose message is in a channel.
	ClassesIn(ctx context.Context, channel string) ([]Class, error)
	// ClassesOnServer returns the classes in the channels of a server.
	ClassesOnServer(ctx context.Context, front, server string) ([]Class, error)

	// JoinClass makes a player a member, or leaves a member as is. The error is ErrNotFound for a
	// class that has ended, ErrFull beyond MaxMembers, ErrTooMany beyond MaxClassesIn.
	JoinClass(ctx context.Context, id int64, player match.Player, now time.Time) error

	// LeaveClass ends a membership, or returns ErrNotFound.
	LeaveClass(ctx context.Context, id int64, player string) error

	// RenewCode replaces the code of a class. The error is ErrNotFound if it has ended.
	RenewCode(ctx context.Context, id int64, code string) error

	// EndClass ends a class and deletes its members, assignments and sets. The error is ErrNotFound
	// if it has ended.
	EndClass(ctx context.Context, id int64, now time.Time) error

	// Assign stores an assignment with an AssignedNotice and returns it as stored. Beyond
	// MaxAssignments it drops the oldest that are over. The error is ErrNotFound for a class that
	// has ended, ErrTooManyAssignments beyond MaxOpenAssignments.
	Assign(ctx context.Context, class int64, a Assignment) (Assignment, error)

	// Unassign deletes an assignment of a class, with its notices, or returns ErrNotFound.
	Unassign(ctx context.Context, class, assignment int64) error

	// AssignmentClass returns the class of an assignment, or ErrNotFound.
	AssignmentClass(ctx context.Context, assignment int64) (class int64, err error)

	// SweepClasses closes assignments that are over, and deletes classes that ended EndedClassLife ago. It
	// adds one DueNotice for each student of an assignment that ends within AssignmentReminder, unless the
	// assignment is shorter than that. It handles at most limit of each and returns their number.
	SweepClasses(ctx context.Context, now time.Time, limit int) (n int, err error)

	// Efforts returns the work of members for an assignment until its end, and the rules of its
	// lessons that they have ever broken. Members without any work are left out.
	Efforts(ctx context.Context, class, assignment int64) ([]Effort, []BrokenRule, error)

	// CreatePuzzleSet stores a new set and returns it as stored. The error is ErrNotFound for a
	// class that has ended, puzzle.ErrTooManySets beyond puzzle.MaxSets.
	CreatePuzzleSet(ctx context.Context, s puzzle.Set) (puzzle.Set, error)

	// DropPuzzleSet deletes a set of a class, or returns ErrNotFound. Players keep their answers.
	DropPuzzleSet(ctx context.Context, class, id int64) error
}
