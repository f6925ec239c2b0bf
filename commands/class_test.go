package commands_test

import (
	"encoding/csv"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
)

// school is a room in which mod teaches a class. The transcript hides the class's code.
func school(t *testing.T) (*room, *class.Class) {
	t.Helper()
	r := newRoom(t)
	r.server = "den"
	r.expect("teacher", "/class create name:Form 7b", "No students yet", "No assignments right now")
	c := r.class(1)
	if len(c.Code) != 10 {
		t.Errorf("the code %q can be guessed", c.Code)
	}
	t.Cleanup(func() {
		all := strings.NewReplacer(c.Code, "CODE", strings.ToLower(c.Code), "code").Replace(r.transcript.String())
		r.transcript.Reset()
		r.transcript.WriteString(all)
	})
	return r, c
}

// class returns the stored class.
func (r *room) class(id int64) *class.Class {
	r.Helper()
	c := must.Get(r.store.Class(r.Context(), id))(r)
	return &c
}

// joins makes a person join the class of the lobby by its button.
func (r *room) joins(by string) {
	r.Helper()
	terms := r.do("[Join]", commands.Request{Command: "class join", Options: map[string]string{"id": "1"}, By: person(by), Channel: "lobby", Server: r.server})
	r.hasWords("join", terms, []string{"What @teacher will see", "can no longer see any of it"})
	if r.class(1).Find(by) != nil {
		r.Fatal("they are in before they agreed")
	}
	r.hasWords("joined", r.press(by, terms, "Join"), []string{"You joined Form 7b"})
}

// learns makes a person complete a lesson, with this many wrong answers in its first exercise.
func (r *room) learns(by, id string, wrong int) {
	r.Helper()
	l := lesson.Find(id)
	r.refuses(by, "/learn lesson:"+id)
	for range lesson.Exercises {
		answer := func(right bool) string {
			state := must.Get(r.service.Env().Lessons.LessonState(r.Context(), by, l))(r)
			e := must.Get(r.service.Env().Lessons.NextExercise(r.Context(), l, state))(r)
			if right {
				return e.Winning[0].String()
			}
			for step := range e.Position.Options() {
				if !strings.Contains(fmt.Sprint(e.Winning), step.Move.String()) {
					return step.Move.String()
				}
			}
			r.Fatal("every move wins")
			return ""
		}
		for range wrong {
			lost := r.refuses(by, "/learn move:"+answer(false), "That breaks the rule")
			for strings.Contains(buttons(lost), "And then?") { // playing the loss out is not another try
				lost = r.press(by, lost, "And then?")
			}
		}
		wrong = 0
		r.hasWords("exercise", r.say(by, "/learn move:"+answer(true)), []string{"Right."})
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

// TestClass follows a class from start to end.
func TestClass(t *testing.T) {
	r, c := school(t)
	r.refuses("ann", "/class list", "You aren't in a class")
	r.refuses("ann", "/class create form:true", "Write `/class create name:…`")
	r.joins("ann")
	r.refuses("bob", "/class join code:ABC", "I can't find that class")
	terms := r.refuses("bob", "/class join code:"+strings.ToLower(c.Code), "What @teacher will see")
	elsewhere := terms.Card.Actions[0]
	r.do("[Join]", commands.Request{Command: "class join", Options: elsewhere.Options(), By: person("bob"), Channel: "bob's own"})
	if r.class(1).Find("bob") == nil {
		t.Fatal("bob can't join with the code from elsewhere")
	}
	r.refuses("teacher", "/class join", "You teach Form 7b yourself")
	r.hasWords("none yet", r.say("teacher", "/class progress"), []string{"2 students (limit"})

	r.refuses("teacher", "/class assign", "Add at least one task")
	r.refuses("teacher", "/class assign lessons:2 until:soon", "`until:` can't be")
	r.refuses("teacher", "/class assign lessons:2 until:2028-01-01", "is due within a year")
	r.refuses("teacher", "/class assign wins:1 level:brilliant", "`level:` can't be `brilliant`")
	r.say("teacher", "/class assign lessons:2 puzzles:2 game:end-nim until:Friday")
	r.notices(1)
	ask := r.refuses("teacher", "/class unassign", "Take back this assignment: lesson 2, Copying; 2 puzzles of End-Nim?", "can't be undone")
	r.hasWords("taken back", r.press("teacher", ask, "Yes, take it back"), []string{"Taken back: lesson 2, Copying"})
	r.hasWords("twice", r.press("teacher", ask, "Yes, take it back"), []string{"no longer has that assignment"})
	r.say("teacher", "/class assign lessons:2 puzzles:2 wins:1 level:strong until:Friday")
	r.notices(1)
	r.learns("ann", "copying", 1)
	r.refuses("ann", "/puzzle new game:end-nim level:easy")
	asked := must.Get(r.service.Env().Puzzles.AskedPuzzle(t.Context(), "ann"))(t)
	r.refuses("ann", "/puzzle answer move:"+r.wrongAnswer("ann"))
	r.refuses("ann", "/puzzle answer move:"+asked.Winning[0].String())
	r.beats("bob", match.Match{Level: match.Perfect})

	r.refuses("ann", "/class list", "1. lesson 2, Copying: done, 6 tries", "2. 2 puzzles: 1 of 2, 2 tries", "0 of 2 have finished it", "You broke this rule most (1×)")
	if strings.Contains(text(r.say("ann", "/class list")), "class:") {
		t.Error("the average of two students tells ann of bob")
	}
	for _, p := range []string{"eve", "dan", "kim"} {
		r.joins(p)
	}
	r.refuses("bob", "/class list", "(class: 1.0 of 5)", "3. 1 win against me at the strong level or higher: done, 1 try")
	report := r.refuses("teacher", "/class progress", "**0 of 5** have finished it", "lesson 2, Copying: 1 done", "Most often broken: “Make the two piles equal” (1×, 1 student)")
	file := r.press("teacher", report, "As a file")
	rows := reportRows(t, file)
	if want := []string{"ann", "1", "lesson 2, Copying", "yes", "5", "5", "6", "Make the two piles equal.", "1"}; len(rows) != 15 || !reflect.DeepEqual(append(rows[0][:1:1], rows[0][3:]...), want) {
		t.Errorf("the first of %d rows is %q", len(rows), rows[0])
	}
	r.expect("teacher", "/class post", "1. lesson 2, Copying", "0 of 5 have finished it")
	r.now = r.now.AddDate(0, 0, 8)
	r.sweeps(0)
	r.expect("teacher", "/class post", "No assignments right now")
	r.refuses("ann", "/class list", "lesson 2, Copying: done") // the last one stays

	r.refuses("ann", "/class leave", "can no longer see your results")
	ask = r.refuses("teacher", "/class leave", "Its assignments are deleted")
	r.hasWords("end", r.press("teacher", ask, "Yes, end the class"), []string{"Form 7b has ended"})
	board, err := r.service.Board(t.Context(), match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: 1}})
	if err != nil || board.Card.Body != "This class has ended." || len(board.Card.Actions) > 0 {
		t.Errorf("its message says %q (%v)", board.Card.Body, err)
	}
	r.refuses("bob", "/class list", "You aren't in a class")
	r.refuses("bob", "/class show id:1", "I can't find that class")
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

// A teacher can't see anything about a student who has left, not even past work.
func TestTeacherLooksAtSomebodyWhoHasLeft(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	r.expect("teacher", "/class create name:Form 7b")
	r.joins("leaver")
	r.joins("stays")
	r.say("teacher", "/class assign lessons:2 wins:2 until:3d")
	r.learns("leaver", "copying", 2)
	r.beats("leaver", match.Match{Level: match.Casual})
	r.beats("stays", match.Match{Level: match.Casual})
	shown := r.say("teacher", "/class progress")
	r.hasWords("before", shown, []string{"@leaver", "Make the two piles equal"})
	looks := func() string {
		t.Helper()
		said := ""
		for _, reply := range []view.Reply{
			r.say("teacher", "/class progress"), r.say("teacher", "/class list"), r.say("teacher", "/class post"),
			r.press("teacher", shown, "The class"), // the earlier message
		} {
			said += text(reply)
		}
		file := r.press("teacher", shown, "As a file")
		said += string(file.Files[0].Data)
		var data strings.Builder
		if _, err := r.store.Export(t.Context(), "teacher", &data, func() bool { return false }); err != nil || strings.Contains(data.String(), "leaver") {
			t.Errorf("the teacher's own data tell of them: %s, %v", &data, err)
		}
		efforts, broken, err := r.store.Efforts(t.Context(), 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		return said + fmt.Sprint(efforts, broken)
	}
	r.say("leaver", "/class leave")
	if said := looks(); strings.Contains(said, "leaver") || strings.Contains(said, "Make the two piles equal") || !strings.Contains(said, "0 of 1") {
		t.Errorf("after they have left the teacher sees\n%s", said)
	}
	r.joins("leaver") // a student who comes back is visible again, as announced
	r.hasWords("again", r.say("teacher", "/class progress"), []string{"@leaver"})
	r.say("leaver", "/settings privacy delete sure:true")
	if said := looks(); strings.Contains(said, "leaver") || strings.Contains(said, "deleted") {
		t.Errorf("after they were deleted the teacher sees\n%s", said)
	}
	r.say("teacher", "/settings privacy delete sure:true")
	if c := r.class(1); c.Ended.IsZero() || len(c.Members) > 0 || c.Name == "Form 7b" {
		t.Errorf("the class of a deleted teacher is %+v", c)
	}
}

// A class's buttons do nothing for non-members, and teachers' buttons do nothing for students.
func TestForgedClassButtons(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	r.expect("teacher", "/class create name:Form 7b")
	r.expect("rival", "/class create name:Another")
	r.joins("ann")
	r.say("teacher", "/class assign lessons:2 until:3d")
	press := func(by, channel string, options ...string) view.Reply {
		t.Helper()
		req := commands.Request{Command: "class", Options: map[string]string{"id": "1"}, By: person(by), Channel: channel, Server: "den"}
		for _, o := range options {
			name, value, _ := strings.Cut(o, "=")
			if name == "action" {
				req.Command = "class " + value
			} else {
				req.Options[name] = value
			}
		}
		before := fmt.Sprint(*r.class(1))
		reply := r.service.Do(t.Context(), req)
		if !reply.Private() || fmt.Sprint(*r.class(1)) != before {
			t.Errorf("%s, %v: %s\nthe class is %+v", by, options, text(reply), r.class(1))
		}
		return reply
	}
	for _, by := range []string{"eve", "rival", "ann", "mod"} {
		for _, options := range [][]string{
			{}, {"action=progress"}, {"action=progress", "assignment=1", "page=1"}, {"action=progress", "assignment=1", "file=true"},
			{"action=assign", "form=true"}, {"action=assign", "wins=1", "until=3d"}, {"action=show"},
			{"action=unassign", "sure=true"}, {"action=remove", "student=ann", "sure=true"}, {"action=code", "sure=true"},
		} {
			reply := press(by, "lobby", options...)
			if by != "ann" && reply.Outcome != view.OutcomeRefused || reply.Form != nil || len(reply.Files) > 0 {
				t.Errorf("%s, %v: %s", by, options, text(reply))
			}
		}
		if by != "rival" { // the rival's class has no assignments yet
			if reply := press(by, "lobby", "id=2"); reply.Outcome != view.OutcomeRefused {
				t.Errorf("%s sees of the other class %s", by, text(reply))
			}
		}
		if by != "ann" {
			press(by, "lobby", "action=leave", "sure=true")
			press(by, "another channel", "action=join", "sure=true") // they can't see the message
			press(by, "another channel", "action=join", "sure=true", "code=GUESS")
		}
	}
	if text := text(press("rival", "lobby", "action=progress", "assignment=1")); strings.Contains(text, "ann") {
		t.Error(text)
	}
	if shown := text(press("ann", "lobby", "action=progress", "assignment=1", "file=true")); strings.Contains(shown, "student") {
		t.Errorf("ann sees %s", shown)
	}
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
		must.OK(t, r.store.OpenLesson(ctx, match.Player{ID: id, Name: "n"}, "bands", 1, "c", r.now))
		must.OK(t, r.store.BreakRule(ctx, id, "bands", 1))
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

// The number of classes per person and of students per class is bounded.
func TestClassBounds(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for i := range class.MaxClassesLed {
		must.Get(r.service.Env().Classes.NewClass(t.Context(), class.Class{Server: "den", Channel: fmt.Sprint(i), Name: "x", Teacher: match.Player{ID: "teacher", Name: "teacher"}, Code: fmt.Sprint(i)}, class.MaxClassesLed))(t)
	}
	r.server = "den"
	r.say("mod", "/settings server name:class-role value:den")
	r.refuses("teacher", "/class create name:one more", "one person can teach 7")
	for i := range class.MaxMembers {
		must.Get(r.service.Env().Classes.JoinClass(t.Context(), 1, match.Player{ID: fmt.Sprint("p", i), Name: "p"}))(t)
	}
	_, err := r.service.Env().Classes.JoinClass(t.Context(), 1, match.Player{ID: "late", Name: "late"})
	if reply := view.RefusalReply(err.(*referee.Refusal)); !strings.Contains(reply.Text, "isn't taking new students") {
		t.Error(reply.Text)
	}
	r.server = ""
	r.refuses("other", "/class create name:in direct messages", "in a server channel")
}

// Server managers see all classes of their server and can end each. Others can't.
func TestManagerEndsClasses(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	for n := range class.MaxServerClasses {
		r.expect(fmt.Sprint("nobody", n/class.MaxClassesEach), fmt.Sprintf("/class create name:Class %d", n+1))
	}
	r.refuses("teacher", "/class create name:Form 7b", "a server can have 64")
	list := r.refuses("mod", "/class list", "This server has 64 classes")
	if len(list.Card.Menus) != 3 || len(list.Card.Menus[2].Choices) != 14 {
		t.Fatalf("%+v", list.Card.Menus)
	}
	if own := r.refuses("nobody1", "/class list"); len(own.Card.Menus) != 1 {
		t.Errorf("%+v", own.Card.Menus)
	}
	press := func(by, server string, sure bool) view.Reply {
		options := map[string]string{"id": "7", "manage": "true", "sure": fmt.Sprint(sure)}
		return r.service.Do(t.Context(), commands.Request{Command: "class leave", Options: options, By: person(by), Channel: "lobby", Server: server, Manager: by == "mod"})
	}
	for _, server := range []string{"den", "", "elsewhere"} {
		for _, by := range []string{"eve", "nobody3", "mod"} {
			if by == "mod" && server == "den" {
				continue
			}
			if reply := press(by, server, true); reply.Outcome != view.OutcomeRefused || !r.class(7).Ended.IsZero() {
				t.Errorf("%s in %q: %s", by, server, text(reply))
			}
		}
	}
	asked := press("mod", "den", false)
	if !r.class(7).Ended.IsZero() {
		t.Error("it has ended before mod was asked")
	}
	r.hasWords("ended", r.press("mod", asked, "Yes, end the class"), []string{"Class 7 has ended"})
	if r.class(7).Ended.IsZero() {
		t.Error("it goes on")
	}
	one := r.do("[Open]", commands.Request{Command: "class show", Options: map[string]string{"id": "9", "manage": "true"}, By: person("mod"), Channel: "lobby", Server: "den", Manager: true})
	for _, by := range []string{"eve", "nobody4"} {
		r.refuses(by, "/manage end-classes user:nobody4 sure:true", "Only server managers can end other people's classes.")
	}
	r.refuses("mod", "/manage end-classes user:eve", "@eve teaches no class here.")
	all := r.press("mod", one, "End all of this teacher's classes")
	r.hasWords("asked", all, []string{"@nobody4 teaches 2 classes here: Class 9 in #lobby and Class 10 in #lobby. End all?"})
	if !r.class(9).Ended.IsZero() {
		t.Error("classes ended before mod was asked")
	}
	r.hasWords("all ended", r.press("mod", all, "Yes, end 2 classes"), []string{"I ended 2 classes of @nobody4"})
	if r.class(9).Ended.IsZero() || r.class(10).Ended.IsZero() || !r.class(11).Ended.IsZero() {
		t.Error("not those two ended")
	}
	r.expect("teacher", "/class create name:Form 7b")
}

// Everybody may create two classes, unless the server lets only managers or a role create them. Nobody
// fills a server with seven others.
func TestWhoTeaches(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "100"
	creates := func(by, server string, roles ...string) view.Reply {
		return r.do("create", commands.Request{Command: "class create", Options: map[string]string{"name": by}, By: person(by), Channel: "lobby",
			Server: server, Roles: roles, Manager: by == "mod"})
	}
	const few, only = "You teach 2 classes here", "Only server managers or people with the role"
	for by, roles := range map[string][]string{"eve": {"7"}, "mod": nil} {
		creates(by, "100", roles...)
		creates(by, "100", roles...)
		r.hasWords("a third by "+by, creates(by, "100", roles...), []string{few, "/settings server name:class-role"})
		if creates(by, "200", roles...).Outcome == view.OutcomeRefused {
			t.Errorf("%s can teach no class on another server", by)
		}
	}
	r.refuses("mod", "/settings server name:class-role value:nobody", "Choose `everybody`, `managers` or server managers and a role, such as `@Teachers`.")
	r.refuses("eve", "/settings server name:class-role value:everybody", "Only server managers")
	r.hasWords("set", r.say("mod", "/settings server name:class-role value:<@&7>"), []string{"**Who can create classes**: server managers and the role"})
	r.hasWords("without the role", creates("ann", "100", "8"), []string{only})
	for _, by := range []string{"eve", "mod"} {
		for n := 3; n < class.MaxClassesLed; n++ { // one is elsewhere
			creates(by, "100", "7")
		}
		r.hasWords("the eighth", creates(by, "100", "7"), []string{"one person can teach 7"})
	}
	r.say("mod", "/settings server name:class-role value:managers")
	r.hasWords("by role", creates("kim", "100", "7"), []string{"Only server managers can create classes here."})
	r.hasWords("back", r.say("mod", "/settings server name:class-role value:default"), []string{"everybody, at most 2 each"})
	if creates("kim", "100").Outcome == view.OutcomeRefused {
		t.Error("kim can teach no class")
	}
	if 8*class.MaxClassesLed >= class.MaxServerClasses {
		t.Error("eight people fill a server")
	}
}
