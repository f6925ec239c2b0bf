package class

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/class"
)

type assignInput struct {
	Lessons string         `option:"lessons" help:"Lessons by number, such as 4-6 or 4 5"`
	Set     string         `option:"set" help:"The name of a puzzle set"`
	Puzzles int            `option:"puzzles" help:"How many puzzles to solve"`
	Wins    int            `option:"wins" help:"How many wins against me"`
	Game    *games.Variant `option:"game" help:"The game for puzzles and wins (default: any)"`
	Level   match.Level    `option:"level" help:"My lowest level for the wins (default: casual)"`
	Until   string         `option:"until" help:"The due date, such as Friday, YYYY-MM-DD 18:00 or 3d (default: in a week)"`
	Form    bool           `button:"form"`
	input.Which
}

func assign(ctx context.Context, env *core.Env, r *core.Request, in *assignInput, c *class.Class) (view.Reply, error) {
	if in.Form || *in == (assignInput{Which: in.Which}) {
		return view.Reply{Form: AssignForm(c, in.Set, env.GameChoices(env.Referee.Catalog().All()[0]), env.Referee.Now()), To: view.Private{},
			Text: "Add at least one task, such as `/class assign lessons:4-6 puzzles:10 game:end-nim until:Friday`."}, nil
	}
	tasks, errTasks := readTasks(in, c)
	until, errUntil := readUntil(in.Until, env.Referee.Now())
	if err := core.Together(errTasks, errUntil); err != nil {
		return view.Reply{}, err
	}
	a, err := env.Classes.Assign(ctx, c.ID, r.By.ID, until, tasks)
	return classChanged(c, fmt.Sprintf("Assigned, %s: %s. I'll announce it in %s.", dueText(a), TasksText(a), view.ChannelLink(c.Channel, c.Server))), err
}

func checkUntil(env *core.Env, text string) error {
	_, err := readUntil(text, env.Referee.Now())
	return err
}

// readUntil reads the end of an assignment in UTC, by default after [class.AssignmentLife]. A day without a
// time means its end.
func readUntil(text string, now time.Time) (time.Time, error) {
	now = now.UTC()
	written := strings.TrimSuffix(strings.ToLower(strings.Join(strings.Fields(text), " ")), " utc")
	written = strings.Replace(cmp.Or(written, now.Add(class.AssignmentLife).Format(time.DateOnly)), " at ", " ", 1)
	day, clock, _ := strings.Cut(written, " ")
	for ahead := range 8 {
		date := now.AddDate(0, 0, ahead)
		name := strings.ToLower(date.Weekday().String())
		if ahead == 0 && day == "today" || ahead == 1 && day == "tomorrow" || ahead > 0 && (day == name || day == name[:3]) {
			day = date.Format(time.DateOnly)
		}
	}
	if _, err := time.Parse(time.DateOnly, day); err == nil {
		written = day + " " + cmp.Or(clock, "23:59")
	}
	until, ok := core.ReadStart(written, now)
	if wait, isWait := core.ReadDuration(written); isWait {
		until, ok = now.Add(wait), true
	}
	switch {
	case !ok:
		return until, core.Refuse("`until:` can't be %[1]s. Write a date such as `Friday`, `%[2]s` or `%[2]s 18:00` (UTC), or a time from now such as `3d`.",
			games.Quote(text), core.NextWeek(now))
	case !until.After(now):
		return until, core.Refuse("%s has passed. Choose an `until:` in the future.", view.Moment(until, view.Clock))
	}
	return until, nil
}

func findAssignment(id int64, c *class.Class) (class.Assignment, error) {
	for _, a := range slices.Backward(c.Assignments) {
		if id == 0 || id == a.ID {
			return a, nil
		}
	}
	if id == 0 {
		return class.Assignment{}, core.Refuse("%s has no assignments. Try `/class assign lessons:4-6 puzzles:10`.", c.Name)
	}
	return class.Assignment{}, class.Refuse(class.NoAssignment, c)
}

func unassign(ctx context.Context, env *core.Env, r *core.Request, in *unassignInput, c *class.Class) (view.Reply, error) {
	a, err := findAssignment(in.Assignment, c)
	if err != nil {
		return view.Reply{}, err
	}
	if !in.Sure {
		in.Assignment, in.Sure = a.ID, true
		return core.Confirm(r, takeBack.With(*in), fmt.Sprintf("Take back this assignment: %s? This can't be undone. Students keep what they have solved.", TasksText(a)), "Yes, take it back"), nil
	}
	text := fmt.Sprintf("Taken back: %s. I won't announce it, and my message in %s stays.", TasksText(a), view.ChannelLink(c.Channel, c.Server))
	return change(ctx, env, r, c, class.NoAssignment, text, func(c *class.Class) error { return c.Unassign(a.ID) })
}

func assignmentNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	c, err := class.OfAssignment(ctx, env.Store, n.About.ID)
	if err != nil {
		return view.Reply{}, false, err
	}
	for _, a := range c.Open(env.Referee.Now()) {
		switch {
		case a.ID != n.About.ID:
		case n.Kind == match.AssignedNotice:
			return AssignmentText(&c, a), true, nil
		case c.Find(n.Message) != nil && env.Referee.CheckBlocks(ctx, n.Message, c.Teacher.ID) == nil:
			report, err := env.Classes.Report(ctx, &c, a, n.Message)
			if err != nil || report.Students[0].Done() {
				return view.Reply{}, false, err
			}
			return DueText(&c, report), true, nil
		}
	}
	return view.Reply{}, false, nil
}

var classNotices = []*core.Notification{
	{Kind: match.AssignedNotice, What: "a class has a new assignment", Server: core.ServerNews, Least: match.NewsNeeded, Word: assignmentNotice},
	{Kind: match.DueNotice, What: "an assignment is due in a day", Server: core.ServerNews, Person: core.PersonReminders, Least: match.NewsNeeded, Alone: true, Word: assignmentNotice},
}

var classSubjects = map[match.SubjectKind]core.Subject{
	match.AssignmentSubject: {
		Server: func(ctx context.Context, env *core.Env, id int64) (string, error) {
			c, err := class.OfAssignment(ctx, env.Store, id)
			return c.Server, err
		},
	},
	match.ClassSubject: {
		Board: func(ctx context.Context, env *core.Env, id int64) (view.Reply, error) {
			c, err := class.ByID(ctx, env.Store, id)
			if err != nil {
				return view.Reply{}, err
			}
			return classReply(ctx, env, &c)
		},
	},
}
