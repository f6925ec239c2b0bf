package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee/lesson"
)

// Bounds on classes.
const (
	// AssignmentLife is the time for an assignment where none is asked for, and AssignmentMost
	// the longest.
	AssignmentLife = 7 * 24 * time.Hour
	AssignmentMost = 366 * 24 * time.Hour
	// AverageLeast is how many students a class has for them to see its average: of fewer it
	// would tell what the others have done.
	AverageLeast = 5
)

// NewClass opens a class. Its teacher, name and channel must be set, and a code that nobody guesses.
func (r *Referee) NewClass(ctx context.Context, c match.Class) (match.Class, error) {
	c.Created = r.now()
	c, err := r.store.CreateClass(ctx, c)
	return c, refusedIf(err, match.ErrTooManyClasses, &Refusal{Code: TooManyClasses})
}

// Class returns one with its members and assignments. The error is a *Refusal with NoClass where
// there is none, or it has ended.
func (r *Referee) Class(ctx context.Context, id int64) (match.Class, error) {
	c, err := r.store.Class(ctx, id)
	if err == nil && !c.Ended.IsZero() {
		err = match.ErrNotFound
	}
	return c, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoClass})
}

// ClassByCode returns the class with a code, as Class does.
func (r *Referee) ClassByCode(ctx context.Context, code string) (match.Class, error) {
	c, err := r.store.ClassByCode(ctx, code)
	if err != nil {
		return c, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoClass})
	}
	return r.Class(ctx, c.ID)
}

// JoinClass makes somebody a student. Whoever is one already stays one.
func (r *Referee) JoinClass(ctx context.Context, id int64, by match.Player) (match.Class, error) {
	c, err := r.Class(ctx, id)
	if err != nil {
		return c, err
	}
	if c.Teacher.ID == by.ID {
		return c, &Refusal{Code: OwnClass, Class: &c}
	}
	switch err := r.store.JoinClass(ctx, id, by, r.now()); {
	case errors.Is(err, match.ErrNotFound):
		return c, &Refusal{Code: NoClass}
	case errors.Is(err, match.ErrClassFull):
		return c, &Refusal{Code: ClassFull, Class: &c}
	case errors.Is(err, match.ErrTooManyClasses):
		return c, &Refusal{Code: TooManyClasses}
	case err != nil:
		return c, err
	}
	return r.Class(ctx, id)
}

// LeaveClass ends a membership: from then on nobody sees anything of it. If the teacher leaves,
// the class ends.
func (r *Referee) LeaveClass(ctx context.Context, id int64, by string) (match.Class, error) {
	c, err := r.Class(ctx, id)
	if err != nil {
		return c, err
	}
	if c.Teacher.ID == by {
		err = r.store.EndClass(ctx, id, r.now())
	} else {
		err = r.store.LeaveClass(ctx, id, by)
	}
	if err != nil {
		return c, refusedIf(err, match.ErrNotFound, &Refusal{Code: NotInClass, Class: &c})
	}
	return r.store.Class(ctx, id)
}

// ManagedClass returns a class of a server for somebody who may manage that.
func (r *Referee) ManagedClass(ctx context.Context, id int64, server string) (match.Class, error) {
	c, err := r.Class(ctx, id)
	if err == nil && (server == "" || c.Server != server) {
		err = &Refusal{Code: NoClass}
	}
	return c, err
}

// EndManagedClass ends a class of a server for somebody who may manage that.
func (r *Referee) EndManagedClass(ctx context.Context, id int64, server string) (match.Class, error) {
	c, err := r.ManagedClass(ctx, id, server)
	if err != nil {
		return c, err
	}
	if err := r.store.EndClass(ctx, id, r.now()); err != nil {
		return c, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoClass})
	}
	return r.store.Class(ctx, id)
}

// Assign gives a class an assignment, until a time that must be to come and within AssignmentMost.
func (r *Referee) Assign(ctx context.Context, id int64, by string, until time.Time, tasks []match.Task) (match.Assignment, error) {
	c, err := r.Class(ctx, id)
	until = until.UTC().Truncate(time.Millisecond)
	a := match.Assignment{Given: r.now(), Until: until, Tasks: tasks}
	switch {
	case err != nil:
		return a, err
	case c.Teacher.ID != by:
		return a, &Refusal{Code: NotTeacher, Class: &c}
	case len(tasks) == 0 || len(tasks) > match.MaxTasks, !until.After(a.Given), until.After(a.Given.Add(AssignmentMost)):
		return a, &Refusal{Code: AssignmentBounds}
	}
	a, err = r.store.Assign(ctx, id, a)
	return a, refusedIf(refusedIf(err, match.ErrTooManyAssignments, &Refusal{Code: TooManyAssignments, Class: &c}), match.ErrNotFound, &Refusal{Code: NoClass})
}

// A Report is what the students of a class have made of an assignment.
type Report struct {
	Assignment match.Assignment
	Students   []StudentReport // in the order in which they joined
	Averages   []float64       // of the steps of each task; nil where they would tell too much
	Done       int             // how many have done all tasks
	Of         int             // how many there are
}

// A StudentReport is what a student has made of the tasks of an assignment, in their order.
type StudentReport struct {
	match.Member
	Tasks []TaskReport
}

// A TaskReport is what a student has made of a task.
type TaskReport struct {
	Steps, Of int    // Steps are at most Of
	Tries     int    // answers, right and wrong ones, or matches
	Stuck     string // the rule of the lesson that was broken most, "" for none
	Broken    int    // how often that was
}

// Done reports whether a task is done.
func (t *TaskReport) Done() bool { return t.Steps >= t.Of }

// Done reports whether all tasks are done.
func (s *StudentReport) Done() bool {
	return !slices.ContainsFunc(s.Tasks, func(t TaskReport) bool { return !t.Done() })
}

// Steps is how many steps a task has, and how many of them an effort comes to.
func steps(t match.Task, e match.Effort) (done, of int) {
	if t.Kind != match.LessonTask {
		return min(e.Done, t.Count), t.Count
	}
	return min(e.Done, lesson.Exercises) + min(e.Tests, lesson.Wins), lesson.Exercises + lesson.Wins
}

// Report returns what a class has made of an assignment: for its teacher of all students, for a
// student their own part and the averages. Others are refused with NotInClass.
func (r *Referee) Report(ctx context.Context, c *match.Class, a match.Assignment, by string) (*Report, error) {
	own := c.Find(by)
	if c.Teacher.ID != by && own == nil {
		return nil, &Refusal{Code: NotInClass, Class: c}
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

// DoneBy returns how many students of a class have done all of an assignment.
func (r *Referee) DoneBy(ctx context.Context, c *match.Class, a match.Assignment) (int, error) {
	report, err := r.report(ctx, c, a)
	if err != nil {
		return 0, err
	}
	return report.Done, nil
}

func (r *Referee) report(ctx context.Context, c *match.Class, a match.Assignment) (*Report, error) {
	efforts, broken, err := r.store.Efforts(ctx, c.ID, a.ID)
	if err != nil {
		return nil, err
	}
	report := &Report{Assignment: a, Of: len(c.Members)}
	at := map[string]int{}
	for i, m := range c.Members {
		at[m.ID] = i
		s := StudentReport{Member: m, Tasks: make([]TaskReport, len(a.Tasks))}
		for n := range s.Tasks {
			_, s.Tasks[n].Of = steps(a.Tasks[n], match.Effort{})
		}
		report.Students = append(report.Students, s)
	}
	for _, e := range efforts {
		if i, ok := at[e.Player]; ok && e.Task < len(a.Tasks) {
			t := &report.Students[i].Tasks[e.Task]
			t.Steps, _ = steps(a.Tasks[e.Task], e)
			t.Tries = e.Tries
		}
	}
	for _, b := range broken {
		i, ok := at[b.Player]
		l := lesson.Find(b.Lesson)
		for n := range a.Tasks {
			if ok && l != nil && a.Tasks[n].Lesson == b.Lesson && b.Times > report.Students[i].Tasks[n].Broken {
				t := &report.Students[i].Tasks[n]
				t.Stuck, t.Broken = l.Sentence(b.Rule), b.Times
			}
		}
	}
	sums := make([]float64, len(a.Tasks))
	for i := range report.Students {
		s := &report.Students[i]
		for n := range s.Tasks {
			sums[n] += float64(s.Tasks[n].Steps)
		}
		if s.Done() {
			report.Done++
		}
	}
	if len(c.Members) > 0 {
		report.Averages = sums
		for n := range sums {
			sums[n] /= float64(len(c.Members))
		}
	}
	return report, nil
}

// StuckMost returns the rule of a task that students have broken most often, how often, and how
// many students that was; "" for none.
func (r *Report) StuckMost(task int) (rule string, times, students int) {
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
	NoClass    Code = "There is no such class. `/class` shows those that you are in."
	NotTeacher Code = "Only {teacher}, who teaches {class}, can do that."
	NotInClass Code = "You are not in that class. The button *Join* of its message says what its teacher sees before you join."
	OwnClass   Code = "You teach {class} yourself."
)

var (
	ClassFull      = Code(fmt.Sprintf("{class} has %d students, which is the most.", match.MaxMembers))
	TooManyClasses = Code(fmt.Sprintf("There are too many classes: one person leads at most %d and is in at most %d, and a server has at most %d. `/class action:leave name:…` leaves one, or ends your own.",
		match.MaxClassesLed, match.MaxClassesIn, match.MaxServerClasses))
	TooManyAssignments = Code(fmt.Sprintf("{class} has %d assignments that are not over, which is the most: wait until one is.", match.MaxOpenAssignments))
	AssignmentBounds   = Code(fmt.Sprintf("An assignment has from 1 to %d tasks and ends within a year.", match.MaxTasks))
)
