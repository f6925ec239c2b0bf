package commands_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
)

// class returns the stored class.
func (r *room) class(id int64) *class.Class {
	r.Helper()
	c := must.Get(class.ByID(r.Context(), r.store, id))(r)
	return &c
}

// learns makes a person complete a lesson.
func (r *room) learns(by, id string) {
	r.Helper()
	r.refuses(by, "/learn lesson:"+id)
	for range lesson.Exercises {
		e := r.exercise(by, id)
		r.hasWords("exercise", r.say(by, "/puzzle answer id:"+e.ID.String()+" move:"+e.Winning[0].String()), []string{"Right."})
	}
	for range lesson.Wins {
		r.beats(by, match.Match{Lesson: id, Level: match.Perfect})
	}
}

// beats stores a match that a person has won against the bot.
func (r *room) beats(by string, m match.Match) {
	r.Helper()
	m.Channel, m.Variant, m.Family, m.Start, m.Created = "alone "+by, "nim", "nim", "1 2", r.now
	m.SetPlayers(0, match.Player{ID: by, Name: by}, match.Bot)
	m, err := r.store.CreateMatch(r.Context(), m)
	if err == nil {
		_, err = r.store.Append(r.Context(), m.ID, m.Version, match.Change{End: &match.Result{Winner: match.LeftSeat, Termination: match.Played}, Now: r.now})
	}
	if err != nil {
		r.Fatal(err)
	}
}

// reportRows reads a report's file without its header.
func reportRows(t *testing.T, reply view.Reply) [][]string {
	t.Helper()
	if len(reply.Files) != 1 || !strings.HasSuffix(reply.Files[0].Name, ".csv") {
		t.Fatalf("the files are %+v", reply.Files)
	}
	rows := must.Get(csv.NewReader(strings.NewReader(strings.TrimPrefix(string(reply.Files[0].Data), "\ufeff"))).ReadAll())(t)
	return rows[1:]
}

// A name that looks like a formula, or contains a separator, does no harm in a file.
func TestReportFileIsSafe(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	c := must.Get(r.service.Env().Classes.NewClass(t.Context(), class.Class{Server: "den", Channel: "lobby", Name: "x", Teacher: match.Player{ID: "teacher", Name: "teacher"}, Code: "AAAAAAAAAA"}, class.MaxClassesLed))(t)
	names := map[string]string{
		`=HYPERLINK("http://evil.example";"x")`: `'=HYPERLINK("http://evil.example" "x")`, "+1+1": "'+1+1", "-2": "'-2", "@SUM(A1)": "'@SUM(A1)", " =1": "' =1",
		"a;=1": "a =1", "tab\t=1": "tab =1", "two\nlines": "two lines", `quote",=1`: `quote",=1`, "＝1": "'＝1", "Zoë": "Zoë",
	}
	for name := range names {
		must.Get(r.service.Env().Classes.JoinClass(t.Context(), c.ID, match.Player{ID: name, Name: name}))(t)
	}
	must.Get(r.service.Env().Classes.Assign(t.Context(), c.ID, "teacher", r.now.Add(time.Hour), []class.Task{{Kind: class.PuzzleTask, Count: 1}}))(t)
	reply := r.say("teacher", "/class progress file:true")
	rows := reportRows(t, reply)
	if len(rows) != len(names) {
		t.Errorf("there are %d rows", len(rows))
	}
	found := map[string]bool{}
	for _, row := range rows {
		found[row[0]] = true
	}
	for name, cell := range names {
		if !found[cell] {
			t.Errorf("%q is not written as %q: %v", name, cell, found)
		}
	}
	if !strings.Contains(string(reply.Files[0].Data), "\"quote\"\",=1\"") {
		t.Errorf("what has a comma is not quoted:\n%s", reply.Files[0].Data)
	}
}

// The largest class with the most assignments fits its cards.
func TestLargeClassFits(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	ctx := t.Context()
	c := must.Get(r.service.Env().Classes.NewClass(ctx, class.Class{Server: "den", Channel: "lobby", Name: strings.Repeat("x", 60), Teacher: match.Player{ID: "100000000000000000", Name: "teacher"}, Code: "AAAAAAAAAA"}, class.MaxClassesLed))(t)
	for i := range class.MaxMembers {
		id := fmt.Sprint(100000000000000001 + i)
		must.Get(r.service.Env().Classes.JoinClass(ctx, c.ID, match.Player{ID: id, Name: strings.Repeat("n", 32)}))(t)
		must.OK(t, r.store.OpenLesson(ctx, match.Player{ID: id, Name: "n"}, "bands", 1, r.now))
		must.OK(t, r.store.AnswerExercise(ctx, id, "bands", 1, 1))
	}
	var tasks []class.Task
	for range class.MaxTasks - 1 {
		tasks = append(tasks, class.Task{Kind: class.WinTask, Count: 100, Variant: "total-reverse-nim/misere", Level: match.Strong})
	}
	tasks = append(tasks, class.Task{Kind: class.LessonTask, Lesson: "bands", Count: 1})
	for range class.MaxOpenAssignments {
		must.Get(r.service.Env().Classes.Assign(ctx, c.ID, c.Teacher.ID, r.now.Add(time.Hour), tasks))(t)
	}
	if _, err := r.service.Env().Classes.Assign(ctx, c.ID, c.Teacher.ID, r.now.Add(time.Hour), tasks); err == nil {
		t.Error("one assignment more was taken")
	}
	board := must.Get(r.service.Board(ctx, match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: c.ID}}))(t)
	seen := map[string]bool{}
	own := r.say("100000000000000001", "/class list")
	report := r.say(c.Teacher.ID, "/class progress")
	for page := 1; ; page++ {
		for _, reply := range []view.Reply{board, own, report} {
			if n := len([]rune(text(reply))); n > 3900 { // Discord's limit is 4,000
				t.Errorf("page %d has %d characters:\n%s", page, n, text(reply))
			}
		}
		for _, word := range strings.Fields(report.Card.Body) {
			seen[word] = true
		}
		if !strings.Contains(buttons(report), "Forward") {
			break
		}
		report = r.press(c.Teacher.ID, report, "Forward")
	}
	for _, m := range r.class(c.ID).Members {
		if !seen[view.PlayerName(m.ID)] {
			t.Fatalf("%s is on no page", m.ID)
		}
	}
}
