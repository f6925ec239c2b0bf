// Package class has the commands of classes, their assignments and puzzle sets.
package class

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
)

// Feature are the commands of classes.
var Feature = core.Feature{Commands: []*core.Command{classCommand}, Notifications: classNotices, Subjects: classSubjects}

const maxClassName = 60

// shownReports bounds the assignments on a student's card.
const shownReports = 4

var (
	setOption = core.Option{Name: "set", Summary: "The name of a puzzle set"}
	sure      = core.Option{Name: "sure", Summary: "true: yes, do it", Kind: core.Flag, Hidden: true}
	form      = core.Option{Name: "form", Summary: "Whether to ask in a form", Kind: core.Flag, Hidden: true}
	assigned  = core.Option{Name: "assignment", Summary: "The assignment", Hidden: true}
	manages   = core.Option{Name: "manage", Summary: "true: as a server manager", Kind: core.Flag, Hidden: true}
)

// The subcommands. Those about a class find it by its name, and buttons by its number.
var classCommand = &core.Command{Name: ClassName, Summary: "Teach or join a class: assignments and progress", Subcommands: []*core.Command{
	{Name: ClassName + " list", Summary: "List your classes", Run: listClasses},
	{Name: ClassName + " create", Summary: "Create a class that you teach", Run: createClass, Options: []core.Option{
		{Name: "name", Summary: "The name of the class"}, form,
	}},
	{Name: ClassName + " join", Summary: "Join a class", Run: joinClass, Options: []core.Option{
		{Name: "code", Summary: "The code your teacher gave you", Word: true}, classID, sure,
	}},
	about("leave", "Leave a class, or end your own", leaveClass, sure, manages),
	taught("assign", "Give an assignment", assign, append(words.Each(taskKinds, func(k taskKind) core.Option { return k.option }),
		core.Option{Name: "game", Summary: "The game for puzzles and wins (default: any)", Word: true, Complete: core.CompleteVariant},
		core.Option{Name: "level", Summary: "My lowest level for the wins (default: casual)", Choices: core.LevelChoices},
		core.Option{Name: "until", Summary: "The due date, such as Friday, 2026-11-27 18:00 or 3d (default: in a week)"},
		form)...),
	taught("unassign", "Take back an assignment", unassign, assigned, sure),
	taught("remove", "Remove a student", removeStudent,
		core.Option{Name: "user", Summary: "The student to remove", Kind: core.Person},
		core.Option{Name: "student", Summary: "The ID of the student to remove", Hidden: true}, sure),
	about("progress", "Show the progress", func(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
		if c.Teacher.ID == r.By.ID {
			return classProgress(ctx, env, r, c)
		}
		return ownProgress(ctx, env, r, c)
	}, assigned, core.PageOption, core.Option{Name: "file", Summary: "Whether to give it as a file", Kind: core.Flag, Hidden: true}),
	{Name: ClassName + " set", Summary: "Puzzle sets of a class", Subcommands: []*core.Command{
		about("set list", "List the puzzle sets", func(_ context.Context, _ *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
			return view.Reply{Card: PuzzleSets(c, c.Teacher.ID == r.By.ID), To: view.UpdateEphemeral{}}, nil
		}),
		taught("set create", "Create a puzzle set", newSet, setOption,
			core.Option{Name: "positions", Summary: "The positions, such as nim 3 5 7 | Which pile is too big? || end-nim 3 5 2"}, form),
		taught("set drop", "Delete a puzzle set", dropSet, setOption, sure),
	}},
	core.Tapped(about("show", "Show a class", showOne, manages)),
	core.Tapped(taught("post", "Post a class in its channel", showClass)),
	core.Tapped(taught("code", "Renew the code", renewCode, sure)),
}}

var classID = core.Option{Name: "id", Summary: "The class", Hidden: true}

type handler func(context.Context, *core.Env, *core.Request, *class.Class) (view.Reply, error)

// about makes a subcommand about a class that the speaker teaches or is in. A server manager's
// button can be about any class of the server.
func about(word, summary string, run handler, options ...core.Option) *core.Command {
	return &core.Command{
		Name: ClassName + " " + word, Summary: summary,
		Options: append(options, core.Option{Name: "name", Summary: "The class (default: your only one)", Complete: completeClass}, classID),
		Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
			c, err := namedClass(ctx, env, r)
			if err != nil {
				return view.Reply{}, err
			}
			// A question in the answer is about this class too.
			delete(r.Options, "name")
			r.Options["id"] = strconv.FormatInt(c.ID, 10)
			return run(ctx, env, r, &c)
		},
	}
}

func taught(word, summary string, run handler, options ...core.Option) *core.Command {
	return about(word, summary, func(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
		if c.Teacher.ID != r.By.ID {
			return view.Reply{}, class.Refuse(class.NotTeacher, c)
		}
		return run(ctx, env, r, c)
	}, options...)
}

func classesOf(ctx context.Context, env *core.Env, r *core.Request) ([]class.Class, error) {
	return env.Store.ClassesOf(ctx, r.By.ID)
}

var completeClass = core.CompleteNames(classesOf, func(c class.Class) view.Choice { return view.Choice{Label: c.Name, Value: c.Name} })

// listClasses lists the speaker's classes, and for a server manager also the server's. If there is
// only one, it shows that class.
func listClasses(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	mine, err := classesOf(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	var managed []class.Class
	if r.Manager && r.Server != "" {
		if managed, err = env.Store.ClassesOnServer(ctx, match.FrontOf(r.Channel), r.Server); err != nil {
			return view.Reply{}, err
		}
	}
	if len(mine) != 1 || len(managed) > 0 {
		return view.Reply{Card: Classes(mine, r.By.ID, managed), To: view.UpdateEphemeral{}}, nil
	}
	only, err := env.Classes.Class(ctx, mine[0].ID)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := showOne(ctx, env, r, &only)
	if err == nil && only.Teacher.ID == r.By.ID {
		reply.Card.Actions = append(reply.Card.Actions, NewClass)
	}
	return reply, err
}

func showOne(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	switch {
	case r.Flag("manage"):
		return view.Reply{Card: ClassManaged(c), To: view.UpdateEphemeral{}}, nil
	case c.Teacher.ID != r.By.ID:
		return ownProgress(ctx, env, r, c)
	}
	return view.Reply{Card: ClassLed(c, env.Referee.Now()), To: view.UpdateEphemeral{}}, nil
}

// newCode returns a code for a class. Its 50 bits can't be guessed.
func newCode() string { return rand.Text()[:10] }

func createClass(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	most, err := mayTeach(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	if r.Flag("form") {
		return view.Reply{Form: ClassForm(), To: view.Private{}, Text: "Write `/class create name:…`."}, nil
	}
	if match.RoomOf(r.Channel, r.Server) == "" {
		return view.Reply{}, core.Refuse("Create the class in a server channel, where your students can see it.")
	}
	if _, err := env.CheckChannel(ctx, r, "You can't create a class"); err != nil {
		return view.Reply{}, err
	}
	name := words.Cut(strings.TrimSpace(words.Visible(r.Option("name"))), maxClassName)
	if name == "" {
		name = words.Cut(r.By.Name, maxClassName/2) + "'s class"
	}
	c, err := env.Classes.NewClass(ctx, class.Class{Server: r.Server, Channel: r.Channel, Name: name, Teacher: r.By.Player(), Code: newCode()}, most)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := classReply(ctx, env, &c)
	reply.FollowUp = ClassLed(&c, env.Referee.Now())
	return reply, err
}

// mayTeach returns how many classes the speaker may teach here, and refuses people who may create none.
func mayTeach(ctx context.Context, env *core.Env, r *core.Request) (most int, err error) {
	set, err := env.SettingsHere(ctx, r)
	role := set.Teachers
	switch {
	case err != nil || role == "":
		return class.MaxClassesEach, err
	case role == match.OnlyManagers:
		role = ""
	}
	may, who := r.ManagesOr(role)
	if !may {
		return 0, core.Refuse("Only %s can create classes here.", who)
	}
	return class.MaxClassesLed, nil
}

// joinClass says which data the teacher will see, and enrols a person who agrees.
func joinClass(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	c, err := classToJoin(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	switch {
	case c.Teacher.ID == r.By.ID:
		return view.Reply{}, class.Refuse(class.OwnClass, &c)
	case c.Find(r.By.ID) != nil:
		return ownProgress(ctx, env, r, &c)
	case !r.Flag("sure"):
		return JoinTerms(&c, r.Option("code")), nil
	}
	if c, err = env.Classes.JoinClass(ctx, c.ID, r.By.Player()); err != nil {
		return view.Reply{}, err
	}
	reply, err := ownProgress(ctx, env, r, &c)
	reply.Text = fmt.Sprintf("You joined %s. `/class list` shows your assignments and lets you leave.", c.Name)
	reply.Show, reply.ShownIn = SubjectOfClass(&c), c.Message
	return reply, err
}

// classToJoin finds the class that a person may join, by its code or in the channel of its message.
// An ID alone is not enough, so that people see its message first.
func classToJoin(ctx context.Context, env *core.Env, r *core.Request) (class.Class, error) {
	if code := strings.ToUpper(r.Option("code")); code != "" {
		return env.Classes.ClassByCode(ctx, code)
	}
	here, err := env.Store.ClassesIn(ctx, r.Channel)
	if err != nil {
		return class.Class{}, err
	}
	return onlyClass(ctx, env, pickClasses(r, here),
		core.Refuse("This channel has no such class. If your teacher gave you a code, use `/class join code:…`."))
}

// pickClasses returns the classes of a list that a request may mean.
func pickClasses(r *core.Request, list []class.Class) []class.Class {
	id, name := r.Option("id"), r.Option("name")
	return slices.DeleteFunc(slices.Clone(list), func(c class.Class) bool {
		return id != strconv.FormatInt(c.ID, 10) && (id != "" || name != "" && !strings.EqualFold(c.Name, name))
	})
}

// onlyClass returns the only class of a list, with its members. The error is none for an empty list.
func onlyClass(ctx context.Context, env *core.Env, list []class.Class, none error) (class.Class, error) {
	switch len(list) {
	case 0:
		return class.Class{}, none
	case 1:
		return env.Classes.Class(ctx, list[0].ID)
	}
	return class.Class{}, core.Refuse("There are %d classes like that. Choose one with `name:`.", len(list))
}

// namedClass finds the class that a request names by its ID or name. Without a name it is the only
// class of the speaker, or the only one in this channel. A server manager's button can be about any
// class of the server.
func namedClass(ctx context.Context, env *core.Env, r *core.Request) (c class.Class, err error) {
	if text := r.Option("id"); text != "" {
		id, _ := strconv.ParseInt(text, 10, 64) // no class has the number 0
		c, err = env.Classes.Class(ctx, id)
	} else if mine, readErr := classesOf(ctx, env, r); readErr != nil {
		err = readErr
	} else {
		found := pickClasses(r, mine)
		here := slices.DeleteFunc(slices.Clone(found), func(c class.Class) bool { return c.Channel != r.Channel })
		if len(here) == 1 {
			found = here
		}
		c, err = onlyClass(ctx, env, found, class.Refuse(class.NoClass, nil))
	}
	switch {
	case err != nil:
	case r.Flag("manage") && (!r.Manager || r.Server == "" || c.Server != r.Server):
		err = class.Refuse(class.NoClass, nil)
	case !r.Flag("manage") && c.Teacher.ID != r.By.ID && c.Find(r.By.ID) == nil:
		err = class.Refuse(class.NotInClass, &c)
	}
	return c, err
}

// leaveClass ends a membership, or the class for its teacher or a server manager.
func leaveClass(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	if !r.Flag("manage") && c.Teacher.ID != r.By.ID {
		left, err := env.Classes.LeaveClass(ctx, c.ID, r.By.ID)
		return classChanged(&left, fmt.Sprintf("You left %s. %s can no longer see your results, past ones included.", c.Name, view.PlayerName(c.Teacher.ID))), err
	}
	if !r.Flag("sure") {
		return core.Confirm(r, fmt.Sprintf("End %s for %s? Its assignments are deleted and nobody can join any more. Students keep what they have learned.",
			c.Name, words.Count(len(c.Members), "student")), "Yes, end the class"), nil
	}
	ended, err := env.Classes.EndClass(ctx, c)
	return classChanged(&ended, fmt.Sprintf("%s has ended.", c.Name)), err
}

// change changes a class for its teacher, reports the change, and updates the class's message. none
// is the text if there is nothing to change.
func change(ctx context.Context, env *core.Env, r *core.Request, c *class.Class, none referee.Words, text string, do func(class.Store) error) (view.Reply, error) {
	changed, err := env.Classes.Change(ctx, c.ID, r.By.ID, none, do)
	return classChanged(&changed, text), err
}

// classChanged answers a change of a class, and brings its message up to date.
func classChanged(c *class.Class, text string) view.Reply {
	return view.Reply{Text: text, To: view.Private{}, Show: SubjectOfClass(c), ShownIn: c.Message}
}

// showClass posts the message of a class again at the end of its channel.
func showClass(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	if _, err := env.CheckChannel(ctx, r, "I can't post the class"); err != nil {
		return view.Reply{}, err
	}
	if c.Channel != r.Channel {
		return view.Reply{}, core.Refuse("%s can only be posted in its own channel, %s.", c.Name, view.ChannelLink(c.Channel, c.Server))
	}
	reply, err := classReply(ctx, env, c)
	reply.To = view.NewMessage{}
	return reply, err
}

func removeStudent(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	student := c.Find(cmp.Or(r.Option("student"), r.People["user"].ID))
	if student == nil {
		return view.Reply{}, class.Refuse(class.NoStudent, c)
	}
	name := view.PlayerName(student.ID)
	if !r.Flag("sure") {
		return core.Confirm(r, fmt.Sprintf("Remove %s from %s? You will no longer see their results, past ones included.", name, c.Name), "Yes, remove them"), nil
	}
	text := fmt.Sprintf("%s is no longer in %s. I won't announce it. They can join again with the button in %s or the code, unless you renew the code.",
		name, c.Name, view.ChannelLink(c.Channel, c.Server))
	return change(ctx, env, r, c, class.NoStudent, text, func(s class.Store) error { return s.LeaveClass(ctx, c.ID, student.ID) })
}

func renewCode(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	if !r.Flag("sure") {
		return core.Confirm(r, fmt.Sprintf("Renew the code of %s? `%s` will stop working. Students stay in the class.", c.Name, c.Code), "Yes, renew it"), nil
	}
	code := newCode()
	return change(ctx, env, r, c, class.NoClass, fmt.Sprintf("The new code of %s is `%s`.", c.Name, code), func(s class.Store) error { return s.RenewCode(ctx, c.ID, code) })
}

func classReply(ctx context.Context, env *core.Env, c *class.Class) (view.Reply, error) {
	open := c.Open(env.Referee.Now())
	done := make([]int, len(open))
	for i, a := range open {
		var err error
		if done[i], err = env.Classes.DoneBy(ctx, c, a); err != nil {
			return view.Reply{}, err
		}
	}
	return view.Reply{Card: Class(c, open, done), Show: SubjectOfClass(c), ShownIn: c.Message}, nil
}

// ownProgress shows a student the open assignments, or else the last one, with the progress.
func ownProgress(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	shown := c.Open(env.Referee.Now())
	if n := len(c.Assignments); len(shown) == 0 && n > 0 {
		shown = c.Assignments[n-1:]
	}
	var reports []*class.Report
	for _, a := range shown[:min(len(shown), shownReports)] {
		report, err := env.Classes.Report(ctx, c, a, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		reports = append(reports, report)
	}
	return view.Reply{Card: OwnProgress(c, reports), To: view.Private{}}, nil
}

// classProgress shows a teacher the progress of all students with an assignment, as a card or a file.
func classProgress(ctx context.Context, env *core.Env, r *core.Request, c *class.Class) (view.Reply, error) {
	if len(c.Assignments) == 0 {
		return showOne(ctx, env, r, c)
	}
	a, err := findAssignment(r, c)
	if err != nil {
		return view.Reply{}, err
	}
	report, err := env.Classes.Report(ctx, c, a, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if !r.Flag("file") {
		return view.Reply{Card: ClassReport(c, report, r.Number(view.PageName, 1)), To: view.UpdateEphemeral{}}, nil
	}
	data, err := reportFile(report)
	return view.Reply{
		Text:  fmt.Sprintf("Progress of %s in %s, with a row for each student and task.", words.Count(report.Of, "student"), c.Name),
		Files: []view.File{{Name: fmt.Sprintf("nimatron-class-%d-%d.csv", c.ID, a.ID), Data: data}},
		To:    view.Private{},
	}, err
}

func reportFile(report *class.Report) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("\ufeff") // spreadsheets then read UTF-8
	w := csv.NewWriter(&b)
	rows := [][]string{{"student", "given_utc", "until_utc", "number", "task", "done", "steps", "of", "tries", "rule_broken_most", "times_broken"}}
	a := report.Assignment
	for i := range report.Students {
		s := &report.Students[i]
		for n := range s.Tasks {
			t := &s.Tasks[n]
			done := "no"
			if t.Done() {
				done = "yes"
			}
			rows = append(rows, []string{
				safeCell(s.Name), a.Given.Format(time.DateTime), a.Until.Format(time.DateTime), strconv.Itoa(n + 1), safeCell(TaskText(a.Tasks[n])),
				done, strconv.Itoa(t.Steps), strconv.Itoa(t.Of), strconv.Itoa(t.Tries), safeCell(t.Stuck), strconv.Itoa(t.Broken),
			})
		}
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// safeCell keeps spreadsheets from reading a text as a formula: it gets an apostrophe if it begins
// like one, and loses characters that separate cells.
func safeCell(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == ';' || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	if first, _ := utf8.DecodeRuneInString(strings.TrimSpace(text)); strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + text
	}
	return text
}
