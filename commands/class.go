package commands

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// maxClassName is the longest name of a class, in characters.
const maxClassName = 60

// shownReports is how many assignments a student sees at once.
const shownReports = 4

var classCommand = &Command{
	Name:    view.ClassName,
	Summary: "Teach a class, or be in one: assignments, and how far everybody is",
	Options: []Option{
		{Name: "action", Summary: "What to do; left out: show your classes", Choices: []view.Choice{
			{Label: "Create one that you teach", Value: "create"}, {Label: "Join one", Value: "join"}, {Label: "Leave, or end your own", Value: "leave"},
			{Label: "Assign something", Value: "assign"}, {Label: "Show the progress", Value: "progress"}, {Label: "Show it to everybody here", Value: "show"},
			{Label: "Show the puzzle sets", Value: "sets"}, {Label: "Make a puzzle set", Value: "set"}, {Label: "Drop a puzzle set", Value: "drop"},
		}},
		{Name: "name", Summary: "The name of the class"},
		{Name: "code", Summary: "To join from anywhere: the code that the teacher has given you", Word: true},
		{Name: "tasks", Summary: "To assign: such as lessons 4 and 5, ten puzzles of End-Nim, 2 wins against casual in Nim"},
		{Name: "until", Summary: "To assign: such as Friday, 2026-11-27 18:00 or 3d; a week if you leave it out"},
		{Name: "set", Summary: "The name of a puzzle set"},
		{Name: "positions", Summary: "For a new set: such as nim 3 5 7 | Which pile is too big? || end-nim 3 5 2"},
		{Name: "id", Summary: "The class", Hidden: true},
		{Name: "assignment", Summary: "The assignment", Hidden: true},
		{Name: "page", Summary: "The page of its students", Hidden: true},
		{Name: "file", Summary: "Whether to give it as a file", Kind: Flag, Hidden: true},
		{Name: "manage", Summary: "true: as one who may manage the server", Kind: Flag, Hidden: true},
		{Name: "form", Summary: "Whether to ask in a form", Kind: Flag, Hidden: true},
		{Name: "sure", Summary: "true: yes, do it", Kind: Flag, Hidden: true},
	},
	run: class,
}

func class(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
	action := strings.ToLower(r.option("action"))
	switch {
	case action == "create" && r.option("form") != "":
		return view.Reply{Form: view.ClassForm(), To: view.Private{}, Text: "Write `/class action:create name:…`."}, nil
	case action == "create":
		return s.createClass(ctx, r)
	case action == "join":
		return s.joinClass(ctx, r)
	}
	if manage, err := r.flag("manage"); err != nil || manage {
		return s.manageClass(ctx, r, err)
	}
	mine, err := s.store.ClassesOf(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	managed, err := s.managedClasses(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if action == "" && r.option("id") == "" && r.option("name") == "" && (len(mine) != 1 || len(managed) > 0) {
		return view.Reply{Card: view.Classes(mine, r.By.ID, managed), To: view.UpdateEphemeral{}}, nil
	}
	c, err := s.namedClass(ctx, r, mine)
	if err != nil {
		return view.Reply{}, err
	}
	teaches := c.Teacher.ID == r.By.ID
	switch {
	case !teaches && c.Find(r.By.ID) == nil:
		return view.Reply{}, &referee.Refusal{Code: referee.NotInClass, Class: &c}
	case action == "leave":
		return s.leaveClass(ctx, r, &c)
	case action == "assign":
		return s.assign(ctx, r, &c)
	case action == "show":
		return s.showClass(ctx, r, &c)
	case action == "set":
		return s.newSet(ctx, r, &c)
	case action == "drop":
		return s.dropSet(ctx, r, &c)
	case action == "sets":
		return view.Reply{Card: view.PuzzleSets(&c, teaches), To: view.UpdateEphemeral{}}, nil
	case action == "progress" && teaches:
		return s.classProgress(ctx, r, &c)
	case teaches:
		card := view.ClassLed(&c, s.referee.Now(), s.taskGame)
		if action == "" && len(mine) == 1 {
			card.Actions = append(card.Actions, view.NewClass)
		}
		return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
	}
	return s.ownProgress(ctx, r, &c)
}

// managedClasses returns all classes of the server, for those who may manage it.
func (s *Service) managedClasses(ctx context.Context, r *Request) ([]match.Class, error) {
	if !r.Manager || r.Server == "" {
		return nil, nil
	}
	return s.store.ClassesOnServer(ctx, match.FrontOf(r.Channel), r.Server)
}

// manageClass shows a class to somebody who may manage the server, or ends it.
func (s *Service) manageClass(ctx context.Context, r *Request, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	if !r.Manager {
		return view.Reply{}, &referee.Refusal{Code: referee.NoClass}
	}
	id, _ := strconv.ParseInt(r.option("id"), 10, 64) // no class has the number 0
	c, err := s.referee.ManagedClass(ctx, id, r.Server)
	if err != nil {
		return view.Reply{}, err
	}
	sure, err := r.flag("sure")
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.option("action") != "leave":
		return view.Reply{Card: view.ClassManaged(&c), To: view.UpdateEphemeral{}}, nil
	case !sure:
		return view.ConfirmEndClass(&c, "manage", "true"), nil
	}
	ended, err := s.referee.EndManagedClass(ctx, id, r.Server)
	if err != nil {
		return view.Reply{}, err
	}
	return s.classChanged(&ended, fmt.Sprintf("%s has ended.", c.Name)), nil
}

// codeLength is how long the code of a class is: 50 bits, which nobody guesses.
const codeLength = 10

// createClass makes a class in the channel, whose message everybody sees.
func (s *Service) createClass(ctx context.Context, r *Request) (view.Reply, error) {
	if match.RoomOf(r.Channel, r.Server) == "" {
		return view.Reply{}, refuse("Make the class in a channel of a server, where your students see it.")
	}
	if _, err := s.checkChannelFor(ctx, r, "Classes are not made"); err != nil {
		return view.Reply{}, err
	}
	name := words.Cut(strings.TrimSpace(words.Visible(r.option("name"))), maxClassName)
	if name == "" {
		name = words.Cut(r.By.Name, maxClassName/2) + "'s class"
	}
	c, err := s.referee.NewClass(ctx, match.Class{Server: r.Server, Channel: r.Channel, Name: name, Teacher: r.By.player(), Code: rand.Text()[:codeLength]})
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := s.classReply(ctx, &c)
	reply.FollowUp = view.ClassLed(&c, s.referee.Now(), s.taskGame)
	return reply, err
}

// joinClass says what a teacher sees of a student and, where that is agreed to, makes somebody one.
func (s *Service) joinClass(ctx context.Context, r *Request) (view.Reply, error) {
	c, err := s.classToJoin(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	sure, err := r.flag("sure")
	switch {
	case err != nil:
		return view.Reply{}, err
	case c.Teacher.ID == r.By.ID:
		return view.Reply{}, &referee.Refusal{Code: referee.OwnClass, Class: &c}
	case c.Find(r.By.ID) != nil:
		return s.ownProgress(ctx, r, &c)
	case !sure:
		return view.JoinTerms(&c, r.option("code")), nil
	}
	if c, err = s.referee.JoinClass(ctx, c.ID, r.By.player()); err != nil {
		return view.Reply{}, err
	}
	reply, err := s.ownProgress(ctx, r, &c)
	reply.Text = fmt.Sprintf("You are in %s. `/class` shows what there is to do, and lets you leave.", c.Name)
	return reply, err
}

// classToJoin finds the class that somebody may join: by its code, or in the channel of its
// message. So nobody joins a class by its number who can't see its message.
func (s *Service) classToJoin(ctx context.Context, r *Request) (match.Class, error) {
	if code := strings.ToUpper(r.option("code")); code != "" {
		return s.referee.ClassByCode(ctx, code)
	}
	here, err := s.store.ClassesIn(ctx, r.Channel)
	if err != nil {
		return match.Class{}, err
	}
	found := pickClasses(r, here)
	switch len(found) {
	case 0:
		return match.Class{}, refuse("There is no such class in this channel. Elsewhere you join with the code that the teacher has given you: `/class action:join code:…`.")
	case 1:
		return s.referee.Class(ctx, found[0].ID)
	}
	return match.Class{}, refuse("There are %d classes in this channel: say which with `name:`.", len(found))
}

// pickClasses returns those of a list that a request may mean.
func pickClasses(r *Request, list []match.Class) (found []match.Class) {
	for _, c := range list {
		id, name := r.option("id"), r.option("name")
		if id == strconv.FormatInt(c.ID, 10) || id == "" && (name == "" || strings.EqualFold(c.Name, name)) {
			found = append(found, c)
		}
	}
	return found
}

// namedClass finds the class that a request is about: by its number, its name, or as the only
// one of those that somebody leads or is in, or the only one of these here.
func (s *Service) namedClass(ctx context.Context, r *Request, mine []match.Class) (match.Class, error) {
	if text := r.option("id"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return match.Class{}, &referee.Refusal{Code: referee.NoClass}
		}
		return s.referee.Class(ctx, id)
	}
	found := pickClasses(r, mine)
	if len(found) > 1 {
		var here []match.Class
		for _, c := range found {
			if c.Channel == r.Channel {
				here = append(here, c)
			}
		}
		if len(here) == 1 {
			found = here
		}
	}
	switch len(found) {
	case 0:
		return match.Class{}, &referee.Refusal{Code: referee.NoClass}
	case 1:
		return s.referee.Class(ctx, found[0].ID)
	}
	return match.Class{}, refuse("You are in %d classes: say which with `name:`.", len(found))
}

// leaveClass ends a membership, or the class of its teacher.
func (s *Service) leaveClass(ctx context.Context, r *Request, c *match.Class) (view.Reply, error) {
	teaches := c.Teacher.ID == r.By.ID
	sure, err := r.flag("sure")
	if err != nil {
		return view.Reply{}, err
	}
	if teaches && !sure {
		return view.ConfirmEndClass(c), nil
	}
	left, err := s.referee.LeaveClass(ctx, c.ID, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	text := fmt.Sprintf("You have left %s: %s sees nothing of you any more, also not of the past.", c.Name, view.PlayerName(c.Teacher.ID))
	if teaches {
		text = fmt.Sprintf("%s has ended.", c.Name)
	}
	return s.classChanged(&left, text), nil
}

// classChanged tells whoever has changed a class, and brings its message up to date.
func (s *Service) classChanged(c *match.Class, text string) view.Reply {
	return view.Reply{Text: text, To: view.Private{}, Show: view.SubjectOfClass(c), ShownIn: c.Message}
}

// assign gives a class an assignment, or asks for one. A notice announces it.
func (s *Service) assign(ctx context.Context, r *Request, c *match.Class) (view.Reply, error) {
	if c.Teacher.ID != r.By.ID {
		return view.Reply{}, &referee.Refusal{Code: referee.NotTeacher, Class: c}
	}
	if r.option("form") != "" {
		return view.Reply{Form: view.AssignForm(c), To: view.Private{}, Text: "Write `/class action:assign tasks:… until:…`, such as `tasks:lessons 4 and 5, ten puzzles of End-Nim until:Friday`."}, nil
	}
	tasks, text, err := readTasks(r.option("tasks"), s.referee.Catalog(), c.Sets)
	if err != nil {
		return view.Reply{}, err
	}
	switch option := r.option("until"); {
	case option != "" && text != "":
		return view.Reply{}, refuse("Until when stands twice there: write it in `tasks:` or in `until:`.")
	case option != "":
		text = option
	}
	until, err := readUntil(text, s.referee.Now())
	if err != nil {
		return view.Reply{}, err
	}
	a, err := s.referee.Assign(ctx, c.ID, r.By.ID, until, tasks)
	if err != nil {
		return view.Reply{}, err
	}
	return s.classChanged(c, fmt.Sprintf("Assigned until %s: %s. I announce it in %s.", view.Moment(a.Until, view.Clock), view.TasksText(a, s.taskGame), view.ChannelLink(c.Channel, c.Server))), nil
}

// showClass posts the message of a class anew at the end of its channel.
func (s *Service) showClass(ctx context.Context, r *Request, c *match.Class) (view.Reply, error) {
	if _, err := s.checkChannelFor(ctx, r, "Classes are not shown"); err != nil {
		return view.Reply{}, err
	}
	switch {
	case c.Teacher.ID != r.By.ID:
		return view.Reply{}, &referee.Refusal{Code: referee.NotTeacher, Class: c}
	case c.Channel != r.Channel:
		return view.Reply{}, refuse("The message of %s stays in its channel: use `/class action:show` in %s.", c.Name, view.ChannelLink(c.Channel, c.Server))
	}
	reply, err := s.classReply(ctx, c)
	reply.To = view.NewMessage{}
	return reply, err
}

// classReply shows a class to everybody.
func (s *Service) classReply(ctx context.Context, c *match.Class) (view.Reply, error) {
	open := c.Open(s.referee.Now())
	done := make([]int, len(open))
	for i, a := range open {
		var err error
		if done[i], err = s.referee.DoneBy(ctx, c, a); err != nil {
			return view.Reply{}, err
		}
	}
	return view.Reply{Card: view.Class(c, open, done, s.taskGame), Show: view.SubjectOfClass(c), ShownIn: c.Message}, nil
}

// ownProgress shows a student what they and the class have made of what is open or, where
// nothing is, of the last assignment.
func (s *Service) ownProgress(ctx context.Context, r *Request, c *match.Class) (view.Reply, error) {
	shown := c.Open(s.referee.Now())
	if n := len(c.Assignments); len(shown) == 0 && n > 0 {
		shown = c.Assignments[n-1:]
	}
	var reports []*referee.Report
	for _, a := range shown[:min(len(shown), shownReports)] {
		report, err := s.referee.Report(ctx, c, a, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		reports = append(reports, report)
	}
	return view.Reply{Card: view.OwnProgress(c, reports, s.taskGame), To: view.Private{}}, nil
}

// classProgress shows a teacher what all students have made of an assignment, the last one if
// none is named, as a card or as a file.
func (s *Service) classProgress(ctx context.Context, r *Request, c *match.Class) (view.Reply, error) {
	if len(c.Assignments) == 0 {
		return view.Reply{}, refuse("Nothing is assigned to %s yet: `/class action:assign tasks:…`.", c.Name)
	}
	a := c.Assignments[len(c.Assignments)-1]
	if text := r.option("assignment"); text != "" {
		found := false
		for _, other := range c.Assignments {
			if strconv.FormatInt(other.ID, 10) == text {
				a, found = other, true
			}
		}
		if !found {
			return view.Reply{}, refuse("%s has no such assignment any more.", c.Name)
		}
	}
	report, err := s.referee.Report(ctx, c, a, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	file, err := r.flag("file")
	if err != nil {
		return view.Reply{}, err
	}
	if !file {
		page, _ := strconv.Atoi(r.option("page"))
		return view.Reply{Card: view.ClassReport(c, report, page, s.taskGame), To: view.UpdateEphemeral{}}, nil
	}
	data, err := reportFile(report, s.taskGame)
	return view.Reply{
		Text:  fmt.Sprintf("What %s of %s have made of it: a row for each student and task.", words.Count(report.Of, "student"), c.Name),
		Files: []view.File{{Name: fmt.Sprintf("nimatron-class-%d-%d.csv", c.ID, a.ID), Data: data}},
		To:    view.Private{},
	}, err
}

// reportFile writes a report as CSV, a row for each student and task.
func reportFile(report *referee.Report, game view.Game) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("\ufeff") // so that spreadsheets read names as they are
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
				safeCell(s.Name), a.Given.Format(time.DateTime), a.Until.Format(time.DateTime), strconv.Itoa(n + 1), safeCell(view.TaskText(a.Tasks[n], game)),
				done, strconv.Itoa(t.Steps), strconv.Itoa(t.Of), strconv.Itoa(t.Tries), safeCell(t.Stuck), strconv.Itoa(t.Broken),
			})
		}
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// safeCell is text that no spreadsheet takes for a formula: with an apostrophe before it if it
// begins like one, and without what may separate cells elsewhere.
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

// taskGame names the game of a task.
func (s *Service) taskGame(t match.Task) string {
	if t.Variant != "" {
		return s.gameName(t.Variant)
	}
	for _, f := range s.referee.Catalog().Families() {
		if f.ID == t.Family {
			return "any " + f.Name
		}
	}
	return t.Family
}

// assignedClass returns the class that a notice is about. The error is match.ErrNotFound where
// it has ended.
func (s *Service) assignedClass(ctx context.Context, n match.Notice) (match.Class, error) {
	id, err := s.store.AssignmentClass(ctx, n.Assignment)
	if err != nil {
		return match.Class{}, err
	}
	return s.store.Class(ctx, id)
}

// assignedNotice announces an assignment that can still be done.
func (s *Service) assignedNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	c, err := s.assignedClass(ctx, n)
	if err != nil {
		return view.Reply{}, false, err
	}
	for _, a := range c.Open(s.referee.Now()) {
		if a.ID == n.Assignment {
			return view.AssignmentText(&c, a, s.taskGame), true, nil
		}
	}
	return view.Reply{}, false, nil
}
