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
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
)

// Feature are the commands of classes.
var Feature = core.Feature{Commands: []*core.Command{classCommand}, Notifications: classNotices, Subjects: classSubjects}

const maxClassName = 60

const shownReports = 4

type createInput struct {
	Name string `option:"name" help:"The name of the class"`
	Form bool   `button:"form"`
}

type joinInput struct {
	Code string `option:"code" help:"The code your teacher gave you" word:"yes"`
	input.Which
	Sure bool `button:"sure"`
}

type managedInput struct {
	input.Which
	Manage bool `button:"manage"`
	Sure   bool `button:"sure"`
}

type unassignInput struct {
	input.Which
	Assignment int64 `button:"assignment"`
	Sure       bool  `button:"sure"`
}

type removeInput struct {
	User input.User `option:"user" help:"The student to remove"`
	input.Which
	Student string `button:"student"`
	Sure    bool   `button:"sure"`
}

type progressInput struct {
	input.Which
	Assignment int64 `button:"assignment"`
	Page       int   `button:"page"`
	File       bool  `button:"file"`
}

type codeInput struct {
	input.Which
	Sure bool `button:"sure"`
}

const (
	list      input.Name[input.None]    = "class list"
	create    input.Name[createInput]   = "class create"
	join      input.Name[joinInput]     = "class join"
	leave     input.Name[managedInput]  = "class leave"
	giveTasks input.Name[assignInput]   = "class assign"
	takeBack  input.Name[unassignInput] = "class unassign"
	remove    input.Name[removeInput]   = "class remove"
	progress  input.Name[progressInput] = "class progress"
	setList   input.Name[input.Which]   = "class set list"
	setCreate input.Name[newSetInput]   = "class set create"
	setDrop   input.Name[dropSetInput]  = "class set drop"
	show      input.Name[managedInput]  = "class show"
	post      input.Name[input.Which]   = "class post"
	code      input.Name[codeInput]     = "class code"
)

var classCommand = &core.Command{Name: "class", Summary: "Teach or join a class: assignments and progress", Subcommands: []*core.Command{
	core.New(list, core.Command{Summary: "List your classes"}, listClasses),
	core.New(create, core.Command{Summary: "Create a class that you teach"}, createClass),
	core.New(join, core.Command{Summary: "Join a class"}, joinClass),
	managed(leave, "Leave a class, or end your own", leaveClass),
	core.Leads(&led, giveTasks, "Give an assignment", assign,
		core.Option{Name: "puzzles", Most: class.MaxTaskCount}, core.Option{Name: "wins", Most: class.MaxTaskCount},
		core.Option{Name: "lessons", Check: checkLessons}, core.Option{Name: "until", Check: checkUntil}),
	core.Leads(&led, takeBack, "Take back an assignment", unassign),
	core.Leads(&led, remove, "Remove a student", removeStudent),
	core.About(&led, progress, "Show the progress", func(ctx context.Context, env *core.Env, r *core.Request, in *progressInput, c *class.Class) (view.Reply, error) {
		if c.Teacher.ID == r.By.ID {
			return classProgress(ctx, env, r, in, c)
		}
		return ownProgress(ctx, env, r, c)
	}),
	{Name: "class set", Summary: "Puzzle sets of a class", Subcommands: []*core.Command{
		core.About(&led, setList, "List the puzzle sets", func(_ context.Context, _ *core.Env, r *core.Request, _ *input.Which, c *class.Class) (view.Reply, error) {
			return view.Reply{Card: PuzzleSets(c, c.Teacher.ID == r.By.ID), To: view.UpdateEphemeral{}}, nil
		}),
		core.Leads(&led, setCreate, "Create a puzzle set", newSet),
		core.Leads(&led, setDrop, "Delete a puzzle set", dropSet),
	}},
	core.Tapped(managed(show, "Show a class", showOne)),
	core.Tapped(core.Leads(&led, post, "Post a class in its channel", showClass)),
	core.Tapped(core.Leads(&led, code, "Renew the code", renewCode)),
}}

// led finds a class that the speaker teaches or is in. Without a name it is the only one, or the only one in
// the channel.
var led = core.Led[class.Class]{
	Help: "The class (default: your only one)", Which: "Which of your %s classes?",
	List: classesOf, None: class.Refuse(class.NoClass, nil),
	Likely: func(r *core.Request, _ bool, list []class.Class) []class.Class {
		here := slices.DeleteFunc(slices.Clone(list), func(c class.Class) bool { return c.Channel != r.Channel })
		if len(here) == 1 {
			return here
		}
		return list
	},
	Choice: func(c class.Class) view.Choice { return view.Choice{Label: c.Name, Value: c.Name} },
	ID:     func(c class.Class) int64 { return c.ID },
	Read: func(ctx context.Context, env *core.Env, r *core.Request, id int64) (class.Class, error) {
		c, err := env.Classes.Class(ctx, id)
		if err == nil && c.Teacher.ID != r.By.ID && c.Find(r.By.ID) == nil {
			err = class.Refuse(class.NotInClass, &c)
		}
		return c, err
	},
	MayLead: func(_ context.Context, _ *core.Env, r *core.Request, c *class.Class) error {
		if c.Teacher.ID != r.By.ID {
			return class.Refuse(class.NotTeacher, c)
		}
		return nil
	},
}

func managed(name input.Name[managedInput], summary string, run func(context.Context, *core.Env, *core.Request, *managedInput, *class.Class) (view.Reply, error)) *core.Command {
	return core.New(name, core.Command{Summary: summary, Options: []core.Option{led.Option()}},
		func(ctx context.Context, env *core.Env, r *core.Request, in *managedInput) (view.Reply, error) {
			find := led
			if in.Manage {
				find.Read = func(ctx context.Context, env *core.Env, r *core.Request, id int64) (class.Class, error) {
					c, err := env.Classes.Class(ctx, id)
					if err == nil && (!r.Manager || r.Server == "" || c.Server != r.Server) {
						err = class.Refuse(class.NoClass, nil)
					}
					return c, err
				}
			}
			c, err := find.Find(ctx, env, r, &in.Which, name.With(managedInput{Manage: in.Manage}))
			if err != nil {
				return view.Reply{}, err
			}
			in.Which = input.Which{ID: c.ID}
			return run(ctx, env, r, in, &c)
		})
}

func classesOf(ctx context.Context, env *core.Env, r *core.Request) ([]class.Class, error) {
	return class.List(ctx, env.Store, match.KeptFilter{Person: r.By.ID})
}

func listClasses(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	mine, err := classesOf(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	var managed []class.Class
	if r.Manager && r.Server != "" {
		if managed, err = class.List(ctx, env.Store, match.KeptFilter{Room: r.Server}); err != nil {
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
	reply, err := showOne(ctx, env, r, &managedInput{}, &only)
	if err == nil && only.Teacher.ID == r.By.ID {
		reply.Card.Actions = append(reply.Card.Actions, NewClass)
	}
	return reply, err
}

func showOne(ctx context.Context, env *core.Env, r *core.Request, in *managedInput, c *class.Class) (view.Reply, error) {
	switch {
	case in.Manage:
		return view.Reply{Card: ClassManaged(c), To: view.UpdateEphemeral{}}, nil
	case c.Teacher.ID != r.By.ID:
		return ownProgress(ctx, env, r, c)
	}
	return view.Reply{Card: ClassLed(c, env.Referee.Now()), To: view.UpdateEphemeral{}}, nil
}

// newCode returns a code for a class. Its 50 bits can't be guessed.
func newCode() string { return rand.Text()[:10] }

func createClass(ctx context.Context, env *core.Env, r *core.Request, in *createInput) (view.Reply, error) {
	most, err := mayTeach(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	if in.Form || in.Name == "" {
		form := &view.Form{Title: "New class", Call: create.Call(), Inputs: []view.Input{
			{
				Option: "name", Label: "Name", Example: "Form 7b", Required: true,
				Help: "Everybody in this channel can see the class and join it.",
			},
		}}
		return view.Reply{Form: form, To: view.Private{}, Text: "Write `/class create name:…`."}, nil
	}
	if match.RoomOf(r.Channel, r.Server) == "" {
		return view.Reply{}, core.Refuse("Create the class in a server channel, where your students can see it.")
	}
	if _, err := env.CheckChannel(ctx, r, "You can't create a class"); err != nil {
		return view.Reply{}, err
	}
	if r.Private {
		return view.Reply{}, core.Refuse(core.OnlyYouSee + " Create the class on a server that has added me, where your students can see it.")
	}
	name := words.Cut(strings.TrimSpace(words.Visible(in.Name)), maxClassName)
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
		return 0, core.Refuse("Only %s can create classes here.%s", who, r.Unproved())
	}
	return class.MaxClassesLed, nil
}

func joinClass(ctx context.Context, env *core.Env, r *core.Request, in *joinInput) (view.Reply, error) {
	c, err := classToJoin(ctx, env, r, in)
	if err != nil {
		return view.Reply{}, err
	}
	switch {
	case c.Teacher.ID == r.By.ID:
		return view.Reply{}, class.Refuse(class.OwnClass, &c)
	case c.Find(r.By.ID) != nil:
		return ownProgress(ctx, env, r, &c)
	case !in.Sure:
		return JoinTerms(&c, in.Code), nil
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
func classToJoin(ctx context.Context, env *core.Env, r *core.Request, in *joinInput) (class.Class, error) {
	if in.Code != "" {
		return env.Classes.ClassByCode(ctx, strings.ToUpper(words.Plain(in.Code)))
	}
	here, err := class.List(ctx, env.Store, match.KeptFilter{Channel: r.Channel})
	if err != nil {
		return class.Class{}, err
	}
	here = slices.DeleteFunc(here, func(c class.Class) bool { return in.ID != 0 && c.ID != in.ID })
	open := led
	open.None = core.Refuse("This channel has no such class. If your teacher gave you a code, use `/class join code:…`.")
	open.Read = func(ctx context.Context, env *core.Env, _ *core.Request, id int64) (class.Class, error) {
		return env.Classes.Class(ctx, id)
	}
	return open.Only(ctx, env, r, in.Name, here, join.Call())
}

func leaveClass(ctx context.Context, env *core.Env, r *core.Request, in *managedInput, c *class.Class) (view.Reply, error) {
	if !in.Manage && c.Teacher.ID != r.By.ID {
		left, err := env.Classes.LeaveClass(ctx, c.ID, r.By.ID)
		return classChanged(&left, fmt.Sprintf("You left %s. %s can no longer see your results, past ones included.", c.Name, view.PlayerName(c.Teacher.ID))), err
	}
	if !in.Sure {
		in.Sure = true
		return core.Confirm(r, leave.With(*in), fmt.Sprintf("End %s for %s? Its assignments are deleted and nobody can join any more. Students keep what they have learned.",
			c.Name, words.Count(len(c.Members), "student")), "Yes, end the class"), nil
	}
	ended, err := env.Classes.EndClass(ctx, c)
	return classChanged(&ended, fmt.Sprintf("%s has ended.", c.Name)), err
}

// change changes a class for its teacher, reports the change, and updates the class's message. If there is
// nothing to change, none says so.
func change(ctx context.Context, env *core.Env, r *core.Request, c *class.Class, none referee.Words, text string, do func(*class.Class) error) (view.Reply, error) {
	changed, err := env.Classes.Change(ctx, c.ID, r.By.ID, none, do)
	return classChanged(&changed, text), err
}

func classChanged(c *class.Class, text string) view.Reply {
	return view.Reply{Text: text, To: view.Private{}, Show: SubjectOfClass(c), ShownIn: c.Message}
}

func showClass(ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, c *class.Class) (view.Reply, error) {
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

func removeStudent(ctx context.Context, env *core.Env, r *core.Request, in *removeInput, c *class.Class) (view.Reply, error) {
	student := c.Find(cmp.Or(in.Student, in.User.ID))
	if student == nil {
		return view.Reply{}, class.Refuse(class.NoStudent, c)
	}
	name := view.PlayerName(student.ID)
	if !in.Sure {
		in.Sure = true
		return core.Confirm(r, remove.With(*in), fmt.Sprintf("Remove %s from %s? You will no longer see their results, past ones included.", name, c.Name), "Yes, remove them"), nil
	}
	text := fmt.Sprintf("%s is no longer in %s. I won't announce it. They can join again with the button in %s or the code, unless you renew the code.",
		name, c.Name, view.ChannelLink(c.Channel, c.Server))
	return change(ctx, env, r, c, class.NoStudent, text, func(c *class.Class) error { return c.Leave(student.ID, env.Referee.Now()) })
}

func renewCode(ctx context.Context, env *core.Env, r *core.Request, in *codeInput, c *class.Class) (view.Reply, error) {
	if !in.Sure {
		in.Sure = true
		return core.Confirm(r, code.With(*in), fmt.Sprintf("Renew the code of %s? `%s` will stop working. Students stay in the class.", c.Name, c.Code), "Yes, renew it"), nil
	}
	code := newCode()
	return change(ctx, env, r, c, class.NoClass, fmt.Sprintf("The new code of %s is `%s`.", c.Name, code), func(c *class.Class) error {
		c.Code = code
		return nil
	})
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

func classProgress(ctx context.Context, env *core.Env, r *core.Request, in *progressInput, c *class.Class) (view.Reply, error) {
	if len(c.Assignments) == 0 {
		return showOne(ctx, env, r, &managedInput{}, c)
	}
	a, err := findAssignment(in.Assignment, c)
	if err != nil {
		return view.Reply{}, err
	}
	report, err := env.Classes.Report(ctx, c, a, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if !in.File {
		return view.Reply{Card: ClassReport(c, report, in.Page), To: view.UpdateEphemeral{}}, nil
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
