package match

import (
	"context"
	"errors"
	"time"
)

// Errors of [Classes].
var (
	// ErrTooManyClasses: somebody leads or is in as many classes as they may, or the server has
	// as many as it may.
	ErrTooManyClasses = errors.New("too many classes")
	// ErrClassFull: the class has MaxMembers.
	ErrClassFull = errors.New("the class is full")
	// ErrTooManyAssignments: the class has MaxOpenAssignments.
	ErrTooManyAssignments = errors.New("too many assignments are open")
)

// Bounds on classes.
const (
	MaxClassesLed      = 8   // that one person leads at once
	MaxClassesIn       = 32  // that one person is in at once
	MaxServerClasses   = 64  // of a server, or of the terminal
	MaxMembers         = 128 // of a class, without its teacher
	MaxOpenAssignments = 5   // of a class
	MaxAssignments     = 40  // of a class that are kept, with those that are over
	MaxTasks           = 6   // of an assignment
	MaxTaskCount       = 100 // puzzles or wins of a task
	// EndedClassLife is for how long the message of a class that has ended is kept true.
	EndedClassLife = 30 * 24 * time.Hour
)

// A Class is a teacher with students, who are given assignments.
type Class struct {
	ID      int64
	Server  string // "" in the terminal
	Channel string // where its message stands
	Name    string
	Teacher Player // who made it
	Code    string // lets somebody join from anywhere; "" once it has ended
	Created time.Time
	Ended   time.Time // zero while it goes on
	Version int64     // 1 at first, rises with whatever its message shows
	Message string    // the front's handle of its message, "" when none

	// These are in the order in which people joined, was assigned and sets were made. Lists of classes
	// leave them out.
	Members     []Member
	Assignments []Assignment
	Sets        []PuzzleSet // without their puzzles
}

// A Member is a student of a class.
type Member struct {
	Player
	Joined time.Time
}

// An Assignment is what the students of a class have to do.
type Assignment struct {
	ID     int64
	Given  time.Time
	Until  time.Time
	Closed bool // Until is over, and the message of the class says so
	Tasks  []Task
}

// A TaskKind says what has to be done.
type TaskKind string

// The kinds of tasks.
const (
	LessonTask TaskKind = "lesson"  // Lesson is learnt, whenever that was
	PuzzleTask TaskKind = "puzzles" // Count puzzles are solved since it was given
	WinTask    TaskKind = "wins"    // Count matches against the bot are won since then, without help
	SetTask    TaskKind = "set"     // all Count puzzles of a PuzzleSet are solved, whenever that was
)

// A Task is a part of an assignment.
type Task struct {
	Kind   TaskKind
	Lesson string // of a LessonTask, which has no other field
	// Set and SetName are of a SetTask, which has no other field but Count. The name stays where the
	// set is dropped.
	Set     int64
	SetName string
	Count   int
	// Variant is the only game that counts. If it is "", all of Family do, and if that is "" too,
	// any game.
	Variant, Family string
	Level           Level // the least level of the bot in a WinTask
}

// An Effort is what a student has made of a task.
type Effort struct {
	Player string // the ID
	Task   int    // the index among those of the assignment
	// Done is how many exercises, puzzles or wins there are, and Tests how many tests of a lesson
	// are passed.
	Done, Tests int
	// Tries is how many answers it took, right and wrong ones, or how many matches.
	Tries int
}

// A BrokenRule is how often somebody went wrong in the exercises of a lesson where a rule
// decides. Rules are numbered from 1, as the lesson numbers them.
type BrokenRule struct {
	Player string // the ID
	Lesson string
	Rule   int
	Times  int
}

// Find returns the member with that ID, nil for none.
func (c *Class) Find(player string) *Member {
	for i := range c.Members {
		if c.Members[i].ID == player {
			return &c.Members[i]
		}
	}
	return nil
}

// Open returns the assignments that can still be done at a time.
func (c *Class) Open(now time.Time) []Assignment {
	var open []Assignment
	for _, a := range c.Assignments {
		if now.Before(a.Until) {
			open = append(open, a)
		}
	}
	return open
}

// Classes are taught by people. What is known of a student is known through the class only while
// they are in it: it follows from what the student has done, and nothing of it is kept with the
// class.
type Classes interface {
	// CreateClass stores a new class and returns it as stored. The error is ErrTooManyClasses
	// beyond MaxClassesLed or MaxServerClasses.
	CreateClass(ctx context.Context, c Class) (Class, error)

	// Class returns one with its members and assignments, or ErrNotFound.
	Class(ctx context.Context, id int64) (Class, error)

	// ClassByCode returns the class that goes on with that code, or ErrNotFound.
	ClassByCode(ctx context.Context, code string) (Class, error)

	// ClassesOf returns those that go on and that the player leads or is in, the oldest first.
	ClassesOf(ctx context.Context, player string) ([]Class, error)

	// ClassesIn returns those that go on whose message is in a channel, the oldest first.
	ClassesIn(ctx context.Context, channel string) ([]Class, error)

	// ClassesOnServer returns those that go on in the channels of a server, the oldest first.
	ClassesOnServer(ctx context.Context, front, server string) ([]Class, error)

	// JoinClass makes a player a member, who may be one already. The error is ErrNotFound unless
	// the class goes on, ErrClassFull with MaxMembers, ErrTooManyClasses with MaxClassesIn.
	JoinClass(ctx context.Context, id int64, player Player, now time.Time) error

	// LeaveClass ends a membership. The error is ErrNotFound where there is none.
	LeaveClass(ctx context.Context, id int64, player string) error

	// EndClass ends a class: nothing is left but that there was one. The error is ErrNotFound
	// unless it goes on.
	EndClass(ctx context.Context, id int64, now time.Time) error

	// Assign gives a class an assignment, with an AssignedNotice, and returns it as stored. Of
	// those that are over it drops the oldest beyond MaxAssignments. The error is ErrNotFound
	// unless the class goes on, ErrTooManyAssignments with MaxOpenAssignments.
	Assign(ctx context.Context, class int64, a Assignment) (Assignment, error)

	// AssignmentClass returns the class of an assignment, or ErrNotFound.
	AssignmentClass(ctx context.Context, assignment int64) (class int64, err error)

	// CloseAssignments closes those whose time is over, and forgets classes that ended
	// EndedClassLife ago. It returns how many it has dealt with.
	CloseAssignments(ctx context.Context, now time.Time, limit int) (n int, err error)

	// Efforts returns what those who are members now have made of the tasks of an assignment
	// until its end, and which rules of its lessons they have broken, ever. Nothing is in it of
	// those who have not begun.
	Efforts(ctx context.Context, class, assignment int64) ([]Effort, []BrokenRule, error)
}
