package class

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/words"
	"nimatron/referee/class"
	"nimatron/referee/tournament"
)

const (
	studentsShown    = 10
	studentsOfMany   = 6
	fewTasks         = 3
	taskActionsShown = 4
)

// SubjectOfClass is the subject of a message that shows a class.
func SubjectOfClass(c *class.Class) view.Subject {
	return view.Subject{Kind: view.ClassSubject, ID: c.ID, Version: c.Version}
}

func which(c *class.Class) input.Which { return input.Which{ID: c.ID} }

func progressAction(c *class.Class, label string, style view.Style) view.Action {
	return view.Action{Label: label, Call: progress.With(progressInput{Which: which(c)}), Style: style}
}

func leaveAction(c *class.Class, label string, manage bool) view.Action {
	return view.Action{Label: label, Call: leave.With(managedInput{Which: which(c), Manage: manage}), Style: view.Danger}
}

func gameName(variant string) string {
	if v, err := catalog.Standard.Find(variant); err == nil {
		return v.Name
	}
	return variant
}

// TasksText lists the tasks of an assignment in a line.
func TasksText(a class.Assignment) string {
	return strings.Join(words.Each(a.Tasks, TaskText), "; ")
}

func taskList(a class.Assignment) string {
	lines := make([]string, len(a.Tasks))
	for i, t := range a.Tasks {
		lines[i] = fmt.Sprintf("%d. %s", i+1, TaskText(t))
	}
	return strings.Join(lines, "\n")
}

func dueText(a class.Assignment) string { return "due " + view.Moment(a.Until, view.Clock) }

func taskActions(tasks []class.Task) []view.Action {
	var actions []view.Action
	for _, t := range tasks {
		a := kindOf(t).action(t)
		a.Style = view.Primary
		if len(actions) < taskActionsShown && !slices.ContainsFunc(actions, func(b view.Action) bool { return a.Label == b.Label }) {
			actions = append(actions, a)
		}
	}
	return actions
}

// Class shows a class to everybody. Done counts the students who have done each open assignment.
func Class(c *class.Class, open []class.Assignment, done []int) *view.Card {
	card := &view.Card{Title: "Class: " + c.Name, Footer: fmt.Sprintf("Class %d", c.ID)}
	if !c.Ended.IsZero() {
		card.Body, card.Tone = "This class has ended.", view.Finished
		return card
	}
	card.Body = fmt.Sprintf("%s teaches %s.", view.PlayerName(c.Teacher.ID), words.Count(len(c.Members), "student"))
	if len(c.Members) == 0 {
		card.Body = view.PlayerName(c.Teacher.ID) + " teaches this class. No students yet."
	}
	if len(open) == 0 {
		card.Body += " No assignments right now."
	}
	for i, a := range open {
		card.Fields = append(card.Fields, view.Field{Name: fmt.Sprintf("Assignment %d", i+1), Value: fmt.Sprintf("%s\n%s. %d of %d have finished it.",
			taskList(a), view.SentenceStart(dueText(a)), done[i], len(c.Members))})
	}
	card.Actions = []view.Action{{Label: "Join", Call: join.With(joinInput{Which: which(c)}), Style: view.Success}, progressAction(c, "My progress", view.Primary)}
	if len(c.Sets) > 0 {
		card.Actions = append(card.Actions, setsAction(c))
	}
	return card
}

// AssignmentText announces an assignment.
func AssignmentText(c *class.Class, a class.Assignment) view.Reply {
	actions := append(taskActions(a.Tasks), progressAction(c, "My progress", view.Secondary))
	return view.Reply{Text: fmt.Sprintf("**New assignment for %s**, %s:\n%s", c.Name, dueText(a), taskList(a)), Card: &view.Card{Actions: actions}}
}

// DueText reminds a student of the unfinished tasks in a report.
func DueText(c *class.Class, r *class.Report) view.Reply {
	student, left := &r.Students[0], class.Assignment{Until: r.Assignment.Until}
	for i, t := range r.Assignment.Tasks {
		if !student.Tasks[i].Done() {
			left.Tasks = append(left.Tasks, t)
		}
	}
	reply := AssignmentText(c, left)
	reply.Text = fmt.Sprintf("%s, your assignment in %s is due %s. Left to do:\n%s\nTurn these reminders off in `/settings me`.",
		view.PlayerName(student.ID), c.Name, view.Moment(left.Until, view.Relative), taskList(left))
	reply.Notify, reply.To = []string{student.ID}, view.Direct{Person: student.ID, Alone: true}
	return reply
}

// JoinTerms says which data of a student a teacher sees, as docs/privacy.md does. If code is not empty, the
// button has it.
func JoinTerms(c *class.Class, code string) view.Reply {
	teacher := view.PlayerName(c.Teacher.ID)
	sure := view.Action{Label: "Join", Call: join.With(joinInput{Which: which(c), Code: code, Sure: true}), Style: view.Success}
	return view.Reply{To: view.Private{}, Outcome: view.OutcomeAsked, Card: &view.Card{
		Title: "Class: " + c.Name,
		Body: fmt.Sprintf("**What %s will see:** for each task, whether you finished it, how far you are, how many tries you needed, and the lesson rule you break most, including from before you joined. Nothing else.\n"+
			"Other students see averages and how many have finished, but not your results.\n"+
			"If you leave, %s can no longer see any of it, past results included.", teacher, teacher),
		Question: "Join the class?",
		Actions:  []view.Action{sure},
	}}
}

// ClassLed shows a class to its teacher.
func ClassLed(c *class.Class, now time.Time) *view.Card {
	students := "No students yet"
	if len(c.Members) > 0 {
		students = words.Count(len(c.Members), "student")
	}
	lines := []string{fmt.Sprintf("%s (limit %d).", students, class.MaxMembers),
		fmt.Sprintf("They join with the button in %s, or anywhere with the code `%s`: `/class join code:%s`.", view.ChannelLink(c.Channel, c.Server), c.Code, c.Code)}
	card := &view.Card{Title: "Class: " + c.Name, Actions: []view.Action{{Label: "Assign", Call: giveTasks.With(assignInput{Which: which(c), Form: true}), Style: view.Primary}}}
	open := c.Open(now)
	for _, a := range open {
		lines = append(lines, fmt.Sprintf("%s: %s", view.SentenceStart(dueText(a)), TasksText(a)))
	}
	if len(open) > 0 {
		card.Menus = []view.Menu{assignmentMenu(open, "Take back an assignment", takeBack.With(unassignInput{Which: which(c)}))}
	}
	if len(c.Assignments) > 0 {
		card.Actions = append(card.Actions, progressAction(c, "Progress", view.Primary))
	}
	card.Body = strings.Join(lines, "\n")
	card.Actions = append(card.Actions, setsAction(c),
		view.Action{Label: "Simul", Call: input.TournamentCreate.With(input.TournamentCreateInput{Format: string(tournament.Simul)})},
		view.Action{Label: "Post it here", Call: post.With(which(c))},
		view.Action{Label: "New code", Call: code.With(codeInput{Which: which(c)})}, leaveAction(c, "End the class", false))
	return card
}

func assignmentMenu(of []class.Assignment, prompt string, call input.Call) view.Menu {
	menu := view.Menu{Prompt: prompt, Call: call, Option: "assignment"}
	for _, a := range slices.Backward(of[max(0, len(of)-view.MaxChoices):]) {
		menu.Choices = append(menu.Choices, view.Choice{
			Label: words.Cut(TasksText(a), view.MaxChoiceText), Value: strconv.FormatInt(a.ID, 10), Detail: "due " + a.Until.Format(time.DateOnly),
		})
	}
	return menu
}

// OwnProgress shows a student the reports on assignments, each with that student alone.
func OwnProgress(c *class.Class, reports []*class.Report) *view.Card {
	card := &view.Card{Title: "Class: " + c.Name, Body: fmt.Sprintf("%s teaches this class and sees this about you.", view.PlayerName(c.Teacher.ID))}
	if len(reports) == 0 {
		card.Body = fmt.Sprintf("%s teaches this class. No assignments yet.", view.PlayerName(c.Teacher.ID))
	}
	var tasks []class.Task
	for n, r := range reports {
		var lines []string
		for i, t := range r.Assignment.Tasks {
			line := fmt.Sprintf("%d. %s: ", i+1, TaskText(t))
			for _, s := range r.Students {
				line += stepsText(t, &s.Tasks[i])
				if !s.Tasks[i].Done() {
					tasks = append(tasks, t)
				}
			}
			if r.Averages != nil {
				line += fmt.Sprintf(" (class: %.1f of %d)", r.Averages[i], r.Students[0].Tasks[i].Of)
			}
			lines = append(lines, line)
		}
		for _, s := range r.Students {
			if text := stuckText(&s); text != "" {
				lines = append(lines, "You"+text+".")
			}
		}
		lines = append(lines, fmt.Sprintf("%s. %d of %d have finished it.", view.SentenceStart(dueText(r.Assignment)), r.Done, r.Of))
		card.Fields = append(card.Fields, view.Field{Name: fmt.Sprintf("Assignment %d", n+1), Value: strings.Join(lines, "\n")})
	}
	card.Actions = append(taskActions(tasks), leaveAction(c, "Leave the class", false))
	return card
}

func stepsText(of class.Task, t *class.TaskReport) string {
	text := fmt.Sprintf("%d of %d", t.Steps, t.Of)
	if of.Kind == class.LessonTask {
		text += " steps"
	}
	switch {
	case t.Done():
		text = "done"
	case t.Tries == 0 && t.Steps == 0:
		return "not started"
	}
	return text + ", " + words.Count(t.Tries, "try")
}

func stuckText(s *class.StudentReport) string {
	worst := class.TaskReport{}
	for _, t := range s.Tasks {
		if t.Broken > worst.Broken {
			worst = t
		}
	}
	if worst.Stuck == "" {
		return ""
	}
	return fmt.Sprintf(" broke this rule most (%d×): “%s”", worst.Broken, strings.TrimSuffix(worst.Stuck, "."))
}

// ClassReport shows a teacher the progress of the students with an assignment. Pages count from 1.
func ClassReport(c *class.Class, r *class.Report, page int) *view.Card {
	shown := studentsShown
	if len(r.Assignment.Tasks) > fewTasks {
		shown = studentsOfMany
	}
	students, page, pages := view.PageOf(r.Students, page, shown)
	lines := []string{fmt.Sprintf("%s. **%d of %d** have finished it.", view.SentenceStart(dueText(r.Assignment)), r.Done, r.Of)}
	for i, t := range r.Assignment.Tasks {
		line := fmt.Sprintf("**%d.** %s", i+1, TaskText(t))
		if r.Averages != nil {
			done := 0
			for n := range r.Students {
				if r.Students[n].Tasks[i].Done() {
					done++
				}
			}
			switch {
			case done == 0 && r.Averages[i] == 0:
				line += ": nobody has started"
			case done == r.Of:
				line += ": everybody has finished"
			default:
				line += fmt.Sprintf(": %d done", done)
				line += fmt.Sprintf(", %.1f of %d on average", r.Averages[i], r.Students[0].Tasks[i].Of)
			}
		}
		if rule, times, people := r.MostBroken(i); rule != "" {
			line += fmt.Sprintf(". Most often broken: “%s” (%d×, %s)", strings.TrimSuffix(rule, "."), times, words.Count(people, "student"))
		}
		lines = append(lines, line)
	}
	card := &view.Card{Title: c.Name + " · progress", Body: strings.Join(lines, "\n")}
	drop := view.Menu{Prompt: "Remove a student", Call: remove.With(removeInput{Which: which(c)}), Option: "student"}
	var rows []string
	for _, s := range students {
		row := view.PlayerName(s.ID) + " · **all done**"
		if !s.Done() {
			row = view.PlayerName(s.ID)
			for i := range s.Tasks {
				row += fmt.Sprintf(" · **%d.** %s", i+1, stepsText(r.Assignment.Tasks[i], &s.Tasks[i]))
			}
			if text := stuckText(&s); text != "" {
				row += " ·" + text
			}
		}
		rows = append(rows, row)
		drop.Choices = append(drop.Choices, view.Choice{Label: words.Cut(s.Name, view.MaxChoiceText), Value: s.ID})
	}
	if len(rows) == 0 {
		rows = []string{"No students yet."}
	}
	card.Body += "\n\n" + strings.Join(rows, "\n")
	of := progressInput{Which: which(c), Assignment: r.Assignment.ID}
	card.Turn(page, pages, func(page int) input.Call {
		of.Page = page
		return progress.With(of)
	})
	of.Page, of.File = 0, true
	card.Actions = append(card.Actions, view.Action{Label: "As a file", Call: progress.With(of)},
		view.Action{Label: "The class", Call: show.With(managedInput{Which: which(c)})})
	if len(c.Assignments) > 1 {
		card.Menus = []view.Menu{assignmentMenu(c.Assignments, "Another assignment", progress.With(progressInput{Which: which(c)}))}
	}
	if len(drop.Choices) > 0 {
		card.Menus = append(card.Menus, drop)
	}
	return card
}

// NewClass leads to the form for a new class.
var NewClass = view.Action{Label: "New class", Call: create.With(createInput{Form: true})}

// Classes lists the classes that a player leads or is in, and the classes of a server that the
// player may manage.
func Classes(list []class.Class, player string, managed []class.Class) *view.Card {
	card := &view.Card{Title: "Classes", Body: "You aren't in a class. Join with the button on a teacher's message, or with a code: `/class join code:…`. If you teach, create a class to give assignments and see progress.",
		Actions: []view.Action{NewClass}}
	role := func(c class.Class) string {
		if c.Teacher.ID == player {
			return "yours"
		}
		return "taught by " + c.Teacher.Name
	}
	add := func(menu view.Menu, of []class.Class) {
		menu.Option = "id"
		menu.Choices = words.Each(of, func(c class.Class) view.Choice {
			return view.Choice{Label: words.Cut(c.Name, view.MaxChoiceText), Value: strconv.FormatInt(c.ID, 10), Detail: words.Cut(role(c), view.MaxChoiceText)}
		})
		card.Menus = append(card.Menus, menu)
	}
	if len(list) > 0 {
		add(view.Menu{Prompt: "Open one", Call: show.Call()}, list[:min(len(list), view.MaxChoices)])
		card.Body = strings.Join(words.Each(list, func(c class.Class) string { return fmt.Sprintf("**%s**, %s", c.Name, role(c)) }), "\n")
	}
	if len(managed) > 0 {
		card.Body += fmt.Sprintf("\n\nThis server has %s of at most %d. You can open or end any of them.", words.Count(len(managed), "class"), class.MaxServerClasses)
	}
	for page := range slices.Chunk(managed, view.MaxChoices) {
		add(view.Menu{Prompt: "A class of this server", Call: show.With(managedInput{Manage: true})}, page)
	}
	return card
}

// ClassManaged shows a class to a person who may manage the server.
func ClassManaged(c *class.Class) *view.Card {
	return &view.Card{Title: "Class: " + c.Name, Body: fmt.Sprintf("%s teaches %s. The class's message is in %s.",
		view.PlayerName(c.Teacher.ID), words.Count(len(c.Members), "student"), view.ChannelLink(c.Channel, c.Server)),
		Actions: []view.Action{leaveAction(c, "End the class", true),
			{Label: "End all of this teacher's classes", Call: input.EndClasses.With(input.EndClassesInput{User: input.User{ID: c.Teacher.ID}}), Style: view.Danger}}}
}

// AssignForm asks for an assignment. Set is the ID of a puzzle set that it contains, "" for none.
func AssignForm(c *class.Class, set string, games []view.Choice, now time.Time) *view.Form {
	var inputs []view.Input
	for _, k := range taskKinds {
		if k.input != nil {
			in := k.input()
			in.Option = k.option
			inputs = append(inputs, in)
		}
	}
	return &view.Form{Title: "Assign to " + c.Name, Call: giveTasks.With(assignInput{Which: which(c), Set: set}), Inputs: append(inputs,
		view.Input{Option: "game", Label: "Game of the puzzles and wins", Example: "Any game", Choices: games},
		view.Input{Option: "until", Label: "Due", Help: "Default: in a week. Times are in UTC.", Example: "Friday, " + core.NextWeek(now) + " 18:00 or 3d"},
	)}
}
