package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"nimatron/cmd/page/app"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee/lesson"
	"nimatron/solver"
)

// ask sends a request and returns the answer.
func ask[T any](t *testing.T, a *app.App, r app.Request) (answer T) {
	t.Helper()
	request := query(t, r)
	text := a.Answer(request)
	var failed struct{ Error string }
	if json.Unmarshal(text, &failed) == nil && failed.Error != "" {
		t.Fatalf("%s: %s", request, failed.Error)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return answer
}

// query encodes a request as the page does.
func query(t *testing.T, r app.Request) string {
	t.Helper()
	text := must.Get(json.Marshal(r))(t)
	given := url.Values{}
	var add func(name string, value any)
	add = func(name string, value any) {
		switch value := value.(type) {
		case nil:
		case []any:
			for _, v := range value {
				add(name, v)
			}
		case map[string]any:
			for member, v := range value {
				add(strings.TrimPrefix(name+"."+member, "."), v)
			}
		default:
			given.Add(name, fmt.Sprint(value))
		}
	}
	var members map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	must.OK(t, d.Decode(&members))
	add("", members)
	return given.Encode()
}

// linkOf returns the link of an action beside a board, "" if there is none.
func linkOf(table app.Table, label string) string {
	for _, a := range table.Actions {
		if a.Label == label {
			return a.Link
		}
	}
	return ""
}

// TestMatches plays a match of each game by its keys, and replays it.
func TestMatches(t *testing.T) {
	a := app.New()
	for _, v := range testlong.Sample(t, catalog.Standard.All(), 10) {
		table := ask[app.Table](t, a, app.Request{Do: "open", Link: "#" + v.ID + "/?level=casual&you=right", Seed: 7})
		start := table
		for !table.Over {
			r := app.Request{Do: "reply", Link: table.Link}
			if table.Yours {
				choice := table.Choices[""]
				for len(choice.Keys) > 0 && choice.Keys[0][0].Move == "" {
					choice = table.Choices[choice.Keys[0][0].Where]
				}
				if len(choice.Keys) == 0 {
					t.Fatalf("%s: nothing to press at %s", v.ID, table.Position)
				}
				r.Do, r.Move, r.Where = "play", choice.Keys[0][0].Move, choice.Keys[0][0].Where
			}
			table = ask[app.Table](t, a, r)
			if !strings.Contains(table.Board, "<svg") && table.Position != "0" {
				t.Errorf("%s: %s is not drawn", v.ID, table.Position)
			}
			if table.Said == "" || strings.Contains(table.Said, "<@") || strings.Contains(table.Said, "..") || strings.Contains(table.Said, "\x0e") {
				t.Errorf("%s: %q is said of %s", v.ID, table.Said, table.Link)
			}
			if again := ask[app.Table](t, a, app.Request{Do: "open", Link: table.Link}); again.Link != table.Link || again.Position != table.Position {
				t.Errorf("%s: %s opens as %s", v.ID, table.Link, again.Link)
			}
		}
		if table.Ending == nil || !strings.Contains(table.Ending.Title, "win") || strings.Contains(table.Ending.Text, "\x0e") {
			t.Errorf("%s ends with %+v", v.ID, table.Ending)
		}
		match, _, _ := strings.Cut(table.Link, "?")
		if again := ask[app.Replay](t, a, app.Request{Do: "open", Link: match}); len(again.Marks) != len(table.Moves)+1 || again.Remark == "" {
			t.Errorf("%s: the match again is %+v", v.ID, again.Marks)
		}
		if h := ask[struct{ Lines []string }](t, a, app.Request{Do: "hint", Step: 3, Link: start.Link}); len(h.Lines) == 0 {
			t.Errorf("%s: no hint", v.ID)
		}
		found := ask[app.Analysis](t, a, app.Request{Do: "open", Link: linkOf(start, "Analyze")})
		if found.Verdict == "" || len(found.Full) == 0 || found.Link != linkOf(start, "Analyze") {
			t.Errorf("%s: %s is analyzed as %+v", v.ID, found.Link, found)
		}
		if found.Certificate != "" {
			if err := certcheck.Check([]byte(found.Certificate)); err != nil {
				t.Errorf("%s: the certificate of %s does not hold: %v", v.ID, found.Position, err)
			}
		}
		// The keys' colours agree with the analysis of the moves.
		wins := 0
		worths := ask[app.Worths](t, a, app.Request{Do: "worths", Link: start.Link})
		for _, w := range worths.Moves {
			if w.Wins {
				wins++
			}
			if w.Why == "" && found.Certificate != "" {
				t.Errorf("%s: nothing is said of %s", start.Link, w.Move)
			}
		}
		if (wins > 0) != (found.Winning != "") {
			t.Errorf("%s: %d moves win, and %q", start.Link, wins, found.Winning)
		}
	}
}

// TestTwoPeople plays one match by links, with a side each, and another on one screen.
func TestTwoPeople(t *testing.T) {
	a := app.New()
	table := ask[app.Table](t, a, app.Request{Do: "open", Link: "#nim/1.2?you=left"})
	for _, move := range []string{"2-1", "2-1", "1-1"} {
		if !table.Yours || table.Bot || table.Friend != "" {
			t.Fatalf("%s: %+v", table.Link, table)
		}
		table = ask[app.Table](t, a, app.Request{Do: "play", Link: table.Link, Move: move})
		mine := ask[app.Table](t, a, app.Request{Do: "open", Link: table.Link})
		if mine.Yours || mine.Friend == "" || !strings.HasPrefix(mine.News, "You took") {
			t.Errorf("one's own link %s opens as %+v", mine.Link, mine)
		}
		table = ask[app.Table](t, a, app.Request{Do: "open", Link: mine.Friend})
		if !strings.HasPrefix(table.News, "Your friend took") {
			t.Errorf("the friend reads %q", table.News)
		}
	}
	if !table.Over || table.Ending.Title != "Your friend wins" || !strings.Contains(table.Ending.Text, "Your friend had the win from the start") {
		t.Errorf("the match ends with %+v", table.Ending)
	}
	table = ask[app.Table](t, a, app.Request{Do: "open", Link: "#partizan-end-nim/1.2?you=both"})
	for _, want := range []string{"Left", "Right"} {
		if !table.Yours || !strings.Contains(table.Said, want+" moves next.") {
			t.Fatalf("%s says %q", table.Link, table.Said)
		}
		table = ask[app.Table](t, a, app.Request{Do: "play", Link: table.Link, Where: want[:1], Move: "1"})
	}
	if table.Ending == nil && !table.Yours {
		t.Errorf("then %+v", table)
	}
}

// TestSides analyzes a position with Right to move.
func TestSides(t *testing.T) {
	a := app.New()
	table := ask[app.Table](t, a, app.Request{Do: "open", Link: "#partizan-end-nim/3.5.2/L-1?you=right&level=perfect"})
	if found := ask[app.Analysis](t, a, app.Request{Do: "open", Link: linkOf(table, "Analyze")}); found.First != "right" || !strings.HasPrefix(found.Winning, "What wins for Right") {
		t.Errorf("%s is analyzed for %s: %s", found.Link, found.First, found.Winning)
	}
	replay := ask[app.Replay](t, a, app.Request{Do: "open", Link: "#partizan-end-nim/3.5.2/R-1?first=right"})
	if replay.Marks[1].Said != "Right took 1 from the right end" {
		t.Errorf("Right's first move is %q", replay.Marks[1].Said)
	}
}

// TestLessons answers the exercises of all lessons, first wrong and then right, in words.
func TestLessons(t *testing.T) {
	a := app.New()
	notation := regexp.MustCompile(`\b[0-9A-Z]-\d`)
	for _, l := range lesson.All() {
		r := app.Request{Do: "open", Link: "#learn/" + l.ID}
		if shown := ask[app.Lesson](t, a, r); len(shown.Text) < 2 || !strings.Contains(shown.Board, "<svg") {
			t.Errorf("%s says %q", l.ID, shown.Text)
		}
		r.Link += "/1"
		e := ask[app.Lesson](t, a, r)
		v := must.Get(catalog.Standard.Find(l.Variant))(t)
		p := must.Get(l.Exercise(t.Context(), new(solver.Solver), v, 2026, 1))(t).Position
		r.Do = "answer"
		seen := map[bool]bool{}
		for step := range p.Options() {
			r.Move = step.Move.String()
			answer := ask[app.Lesson](t, a, r)
			seen[answer.Right] = true
			if answer.Why == "" || notation.MatchString(answer.Why) {
				t.Errorf("%s: %q is said of %s on %s", l.ID, answer.Why, r.Move, p)
			}
		}
		if !seen[true] || !seen[false] || e.Choices[""].Question == "" {
			t.Errorf("%s: the answers on %s are %v", l.ID, p, seen)
		}
	}
}

// TestBadRequests sends the requests of refused.txt. Each answer names the mistake.
func TestBadRequests(t *testing.T) {
	a := app.New()
	golden.Lines(t, "refused.txt", func(request string) string {
		var answer struct{ Error string }
		must.OK(t, json.Unmarshal(a.Answer(request), &answer))
		return answer.Error
	})
	if text := string(a.Answer("do=open&link=%23nim/9/" + strings.Repeat("1-1.", 3000))); !strings.Contains(text, "2000") {
		t.Errorf("a long match is answered %.200s", text)
	}
}

// TestValues finds a position's value in its analysis.
func TestValues(t *testing.T) {
	a := app.New()
	for _, test := range []struct{ variant, position, want string }{
		{"nim", "3 5", "Grundy value 6"},
		{"partizan-end-nim", "2 1 3", "Value: `{v*2,v2*3|0}`.\nAtomic weight: -2 ("},
		{"coloured-depot-nim", "a=1; *<a", "Value: 1."},
		{"nim/misere", "1 2", "Genus: `3^{31}`.\nKind: tame and firm (in"},
	} {
		found := ask[app.Analysis](t, a, app.Request{Do: "analyze", Variant: test.variant, Position: test.position})
		if !strings.Contains(found.Value, test.want) {
			t.Errorf("%s %s is worth %q", test.variant, test.position, found.Value)
		}
	}
}

// TestBuild builds a position and reads the possible edits.
func TestBuild(t *testing.T) {
	t.Parallel()
	a := app.New()
	r := app.Request{Do: "build", Variant: "end-nim", Position: "3 5 2", Where: "2"}
	b := ask[app.Build](t, a, r)
	if b.Position != "3 5 2" || b.Where != "2" || b.Said != "Pile 2: 5 counters." || b.Counters != "5" {
		t.Errorf("nothing is changed to %+v", b)
	}
	for _, tap := range []string{"where 1", "count 4", "change raise", "where 3"} {
		if !strings.Contains(b.Board, `data-tap="`+tap+`"`) {
			t.Errorf("on the board nothing says %q", tap)
		}
	}
	r.Count = "12"
	if b := ask[app.Build](t, a, r); b.Position != "3 12 2" {
		t.Errorf("12 is set to %s", b.Position)
	}
	for count, want := range map[string]string{"many": "whole number", "-1": "whole number", "0": "change is not possible", "9999999999999999999": "too large"} {
		r.Count = count
		if text := string(a.Answer(query(t, r))); !strings.Contains(text, `"error"`) || !strings.Contains(text, want) {
			t.Errorf("%q counters are answered %s", count, text)
		}
	}
	// The keys of each board work, and the board can be parsed again.
	for _, v := range catalog.Standard.All() {
		r := app.Request{Do: "build", Variant: v.ID, Position: v.Rules.Example}
		for _, key := range ask[app.Build](t, a, r).Keys {
			r := r
			r.Where, r.Change = ask[app.Build](t, a, r).Where, key.Change
			if key.Change == "" {
				r.Where = key.Where
			}
			b := ask[app.Build](t, a, r)
			if _, err := v.Parse(b.Position, games.Left); err != nil || key.Label == "" || (b.Position == r.Position) != (key.Change == "") {
				t.Errorf("%s: %q makes %s of %s", v.ID, key.Label, b.Position, r.Position)
			}
		}
	}
}
