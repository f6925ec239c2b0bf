package class

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// Bounds on classes.
const (
	AssignmentLife = 7 * 24 * time.Hour
	AssignmentMost = 366 * 24 * time.Hour
	// AverageLeast is the size of the smallest class whose students see its averages. In smaller
	// ones an average would show what the others have done.
	AverageLeast = 5
)

// Rules decide what people may do in classes.
type Rules struct {
	referee *referee.Referee
	store   Store
	puzzles *puzzle.Rules
}

// New returns the rules on a store, and registers their hooks with the referee.
func New(r *referee.Referee, store Store, puzzles *puzzle.Rules) *Rules {
	r.Register(referee.Hooks{Sweep: func(ctx context.Context, now time.Time) error {
		_, err := Sweep(ctx, store, now, referee.SweepLimit)
		return err
	}})
	return &Rules{referee: r, store: store, puzzles: puzzles}
}

// Refuse returns a refusal about a class; nil stands for a missing one.
func Refuse(words referee.Words, c *Class) *referee.Refusal {
	if c == nil {
		return &referee.Refusal{Words: words}
	}
	return &referee.Refusal{Words: words, Player: c.Teacher.ID, With: []string{"{class}", c.Name}}
}

var classRefusals = map[error]referee.Words{
	match.ErrNotFound: NoClass,
	ErrFull:           TakesNoStudents,
	ErrTooMany: referee.Words(fmt.Sprintf("Too many classes: one person can teach %d and be in %d, "+
		"and a server can have %d. `/class leave` leaves one or ends your own.",
		MaxClassesLed, MaxClassesIn, MaxServerClasses)),
	ErrTooManyHere: referee.Words(fmt.Sprintf("You teach %d classes here, the maximum without a special role. "+
		"`/class leave` ends one, and server managers choose who may have more: `/settings server name:class-role`.",
		MaxClassesEach)),
	ErrTooManyAssignments: referee.Words(fmt.Sprintf("{class} has %d open assignments, the maximum. "+
		"Wait until one is due, or take one back with `/class unassign`.", MaxOpenAssignments)),
	puzzle.ErrTooManySets: TooManySets,
}

func refusedInClass(err error, c *Class) error {
	for cause, code := range classRefusals {
		if errors.Is(err, cause) {
			return Refuse(code, c)
		}
	}
	return err
}

// NewClass opens a class for a teacher who may have at most most classes on its server. Its teacher,
// name, channel and a code that cannot be guessed must be set.
func (r *Rules) NewClass(ctx context.Context, c Class, most int) (Class, error) {
	c.Created = r.referee.Now()
	c, err := Create(ctx, r.store, c, most)
	return c, refusedInClass(err, &c)
}

// Class returns a class. The error is a *Refusal with NoClass if there is none or it has ended.
func (r *Rules) Class(ctx context.Context, id int64) (Class, error) {
	c, err := ByID(ctx, r.store, id)
	if err == nil && !c.Ended.IsZero() {
		err = match.ErrNotFound
	}
	return c, refusedInClass(err, nil)
}

// ClassByCode returns the class with a code, as Class does.
func (r *Rules) ClassByCode(ctx context.Context, code string) (Class, error) {
	found, err := List(ctx, r.store, match.KeptFilter{Code: code})
	if err == nil && len(found) == 0 {
		err = match.ErrNotFound
	}
	if err != nil {
		return Class{}, refusedInClass(err, nil)
	}
	return r.Class(ctx, found[0].ID)
}

// ClassTaughtBy returns a class for its teacher. The error is a *Refusal with NoClass or NotTeacher.
func (r *Rules) ClassTaughtBy(ctx context.Context, id int64, by string) (Class, error) {
	c, err := r.Class(ctx, id)
	if err == nil && c.Teacher.ID != by {
		err = Refuse(NotTeacher, &c)
	}
	return c, err
}

// JoinClass makes a player a student, or leaves a student as is.
func (r *Rules) JoinClass(ctx context.Context, id int64, by match.Player) (Class, error) {
	c, err := r.Class(ctx, id)
	switch {
	case err != nil:
		return c, err
	case c.Teacher.ID == by.ID:
		return c, Refuse(OwnClass, &c)
	}
	switch err := r.referee.CheckBlocks(ctx, by.ID, c.Teacher.ID); {
	case errors.Is(err, &referee.Refusal{Words: referee.TakesNone}):
		return c, Refuse(TakesNoStudents, &c)
	case err != nil:
		return c, err
	}
	now := r.referee.Now()
	joined, err := Change(ctx, r.store, id, func(c *Class) error { return c.Join(by, now) })
	return joined, refusedInClass(err, &c)
}

// LeaveClass ends a membership. From then on nobody sees any of that student's work. If the teacher
// leaves, the class ends.
func (r *Rules) LeaveClass(ctx context.Context, id int64, by string) (Class, error) {
	c, err := r.Class(ctx, id)
	if err != nil {
		return c, err
	}
	now := r.referee.Now()
	left, err := Change(ctx, r.store, id, func(c *Class) error { return c.Leave(by, now) })
	return left, referee.RefusedIf(err, match.ErrNotFound, Refuse(NotInClass, &c))
}

// Change changes a class for its teacher and returns it. If change returns match.ErrNotFound, the error is
// a *Refusal with the words none.
func (r *Rules) Change(ctx context.Context, id int64, by string, none referee.Words, change func(*Class) error) (Class, error) {
	c, err := r.ClassTaughtBy(ctx, id, by)
	if err != nil {
		return c, err
	}
	changed, err := Change(ctx, r.store, id, change)
	return changed, referee.RefusedIf(err, match.ErrNotFound, Refuse(none, &c))
}

// EndClass ends a class and returns it as it stands then.
func (r *Rules) EndClass(ctx context.Context, c *Class) (Class, error) {
	now := r.referee.Now()
	ended, err := Change(ctx, r.store, c.ID, func(c *Class) error { return c.Leave("", now) })
	return ended, refusedInClass(err, c)
}

// Assign gives a class an assignment. Until must lie ahead, by at most AssignmentMost.
func (r *Rules) Assign(ctx context.Context, id int64, by string, until time.Time, tasks []Task) (Assignment, error) {
	until = until.UTC().Truncate(time.Millisecond)
	a := Assignment{Given: r.referee.Now(), Until: until, Tasks: tasks}
	c, err := r.ClassTaughtBy(ctx, id, by)
	switch {
	case err != nil:
		return a, err
	case len(tasks) == 0 || len(tasks) > MaxTasks, !until.After(a.Given), until.After(a.Given.Add(AssignmentMost)):
		return a, &referee.Refusal{Words: AssignmentBounds}
	}
	changed, err := Change(ctx, r.store, id, func(c *Class) error { return c.Assign(a) })
	if err != nil {
		return a, refusedInClass(err, &c)
	}
	return changed.Assignments[len(changed.Assignments)-1], nil
}

// A Report is the progress of a class with an assignment.
type Report struct {
	Assignment Assignment
	Students   []StudentReport
	Averages   []float64 // mean steps of each task; nil if they would show the work of others
	Done       int
	Of         int
}

// A StudentReport is a student's progress with the tasks of an assignment, in their order.
type StudentReport struct {
	Member
	Tasks []TaskReport
}

// A TaskReport is a student's progress with a task.
type TaskReport struct {
	Steps, Of int
	Tries     int
	Stuck     string // the rule of the lesson that the student has broken most, "" for none
	Broken    int
}

// Done reports whether a task is done.
func (t *TaskReport) Done() bool { return t.Steps >= t.Of }

// Done reports whether all tasks are done.
func (s *StudentReport) Done() bool {
	return !slices.ContainsFunc(s.Tasks, func(t TaskReport) bool { return !t.Done() })
}

// Report returns the progress of a class. A teacher sees all students, a student sees their own part
// and the averages. Others are refused with NotInClass.
func (r *Rules) Report(ctx context.Context, c *Class, a Assignment, by string) (*Report, error) {
	own := c.Find(by)
	if c.Teacher.ID != by && own == nil {
		return nil, Refuse(NotInClass, c)
	}
	report, err := r.report(ctx, c, a)
	if err != nil || c.Teacher.ID == by {
		return report, err
	}
	if report.Of < AverageLeast {
		report.Averages = nil
	}
	report.Students = slices.DeleteFunc(report.Students, func(s StudentReport) bool { return s.ID != by })
	return report, nil
}

// DoneBy returns how many students have done all tasks of an assignment.
func (r *Rules) DoneBy(ctx context.Context, c *Class, a Assignment) (int, error) {
	report, err := r.report(ctx, c, a)
	if err != nil {
		return 0, err
	}
	return report.Done, nil
}

func (r *Rules) report(ctx context.Context, c *Class, a Assignment) (*Report, error) {
	efforts, broken, err := r.store.Efforts(ctx, c.ID, a)
	if err != nil {
		return nil, err
	}
	report := &Report{Assignment: a, Of: len(c.Members)}
	if report.Of > 0 {
		report.Averages = make([]float64, len(a.Tasks))
	}
	for _, m := range c.Members {
		s := StudentReport{Member: m, Tasks: make([]TaskReport, len(a.Tasks))}
		for n, task := range a.Tasks {
			t := &s.Tasks[n]
			_, t.Of = task.steps(Effort{})
			for _, e := range efforts {
				if e.Player == m.ID && e.Task == n {
					t.Steps, _ = task.steps(e)
					t.Tries = e.Tries
				}
			}
			for _, b := range broken {
				if l := lesson.Find(b.Lesson); l != nil && b.Player == m.ID && task.Lesson == b.Lesson && b.Times > t.Broken {
					t.Stuck, t.Broken = l.Sentence(b.Rule), b.Times
				}
			}
			report.Averages[n] += float64(t.Steps) / float64(report.Of)
		}
		if s.Done() {
			report.Done++
		}
		report.Students = append(report.Students, s)
	}
	return report, nil
}

// MostBroken returns the rule of a task that students have broken most often, how often, and how
// many students have broken it; "" for none.
func (r *Report) MostBroken(task int) (rule string, times, students int) {
	count, people := map[string]int{}, map[string]int{}
	for i := range r.Students {
		if t := r.Students[i].Tasks[task]; t.Stuck != "" {
			count[t.Stuck] += t.Broken
			people[t.Stuck]++
		}
	}
	for s, n := range count {
		if c := cmp.Or(cmp.Compare(n, times), cmp.Compare(rule, s)); c > 0 {
			rule, times = s, n
		}
	}
	return rule, times, people[rule]
}

// Refusals about classes.
const (
	NoClass referee.Words = "I can't find that class. `/class list` shows yours."
	// TakesNoStudents is also for a student whom the teacher has blocked.
	TakesNoStudents referee.Words = "{class} isn't taking new students."

	NotTeacher   referee.Words = "Only {player}, who teaches {class}, can do that."
	NotInClass   referee.Words = "You aren't in that class. Press **Join** on its message. It says what the teacher will see before you join."
	OwnClass     referee.Words = "You teach {class} yourself."
	NoAssignment referee.Words = "{class} no longer has that assignment."
	NoStudent    referee.Words = "{class} has no such student. `/class progress` lists the students."
)

// AssignmentBounds refuses an assignment with too many tasks or too late a due date.
var AssignmentBounds = referee.Words(fmt.Sprintf("An assignment has 1 to %d tasks and is due within a year.", MaxTasks))

// NewPuzzleSet makes a set for a class for its teacher. The error is puzzle.BadPositions for positions
// that can't be in one.
func (r *Rules) NewPuzzleSet(ctx context.Context, classID int64, by, name string, puzzles []puzzle.SetPuzzle) (puzzle.Set, error) {
	set := puzzle.Set{Class: classID, Name: name, Made: r.referee.Now(), Puzzles: puzzles}
	c, err := r.ClassTaughtBy(ctx, classID, by)
	switch {
	case err != nil:
		return set, err
	case len(c.Sets) >= puzzle.MaxSets: // before the costly check
		return set, Refuse(TooManySets, &c)
	case len(puzzles) == 0 || len(puzzles) > puzzle.MaxSetPuzzles:
		return set, &referee.Refusal{Words: SetBounds}
	}
	if err := r.puzzles.CheckSet(ctx, match.Player{ID: by}, puzzles); err != nil {
		return set, err
	}
	changed, err := Change(ctx, r.store, classID, func(c *Class) error { return c.AddSet(set) })
	if err != nil {
		return set, refusedInClass(err, &c)
	}
	return changed.Sets[len(changed.Sets)-1], nil
}

// DropPuzzleSet deletes a set of a class for its teacher. The error is a *Refusal with SetAssigned
// while an open assignment has it.
func (r *Rules) DropPuzzleSet(ctx context.Context, classID int64, by string, id int64) (Class, error) {
	c, err := r.ClassTaughtBy(ctx, classID, by)
	if err != nil {
		return c, err
	}
	for _, a := range c.Open(r.referee.Now()) {
		if slices.ContainsFunc(a.Tasks, func(t Task) bool { return t.Kind == SetTask && t.Set == id }) {
			return c, &referee.Refusal{Words: SetAssigned, Until: a.Until}
		}
	}
	return r.Change(ctx, classID, by, NoSet, func(c *Class) error { return c.DropSet(id) })
}

// Refusals about the puzzle sets of a class.
const (
	NoSet       referee.Words = "The class has no such puzzle set. `/class set list` lists its sets."
	SetAssigned referee.Words = "That set is assigned until {until}. Delete it after that, or take back the assignment first."
)

var (
	TooManySets = referee.Words(fmt.Sprintf("{class} has %d puzzle sets, the maximum. `/class set drop` deletes one.", puzzle.MaxSets))
	SetBounds   = referee.Words(fmt.Sprintf("A set has 1 to %d positions.", puzzle.MaxSetPuzzles))
)
