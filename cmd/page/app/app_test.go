package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"nimatron/cmd/page/app"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
	"nimatron/referee/lesson"
)

// ask asks for something and returns the answer.
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

// query writes a request as the page does.
func query(t *testing.T, r app.Request) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
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
	if err := d.Decode(&members); err != nil {
		t.Fatal(err)
	}
	add("", members)
	return given.Encode()
}

// TestMatches plays a match of every game by its keys, and goes through it again.
func TestMatches(t *testing.T) {
	a := app.New(1 << 20)
	for _, v := range catalog.Standard.All() {
		r := app.Request{Do: "start", Variant: v.ID, Size: "small", Level: "casual", You: "second", Seed: 7}
		r.Position = ask[struct{ Position string }](t, a, r).Position
		r.Do = "show"
		table := ask[app.Table](t, a, r)
		for !table.Over {
			if r.Do = "reply"; table.Yours {
				r.Do = "play"
				if r.Move = ""; len(table.Keys) == 0 {
					t.Fatalf("%s: nothing to press at %s", v.ID, table.Position)
				}
				key := table.Keys[0][0]
				if r.Move, r.Where = key.Move, key.Where; key.Move == "" {
					r.Do = "show"
				}
			}
			table = ask[app.Table](t, a, r)
			if r.Moves = table.Moves; r.Do != "show" {
				r.Where = ""
			}
			if !strings.Contains(table.Board, "<svg") && table.Position != "0" {
				t.Errorf("%s: %s is not drawn", v.ID, table.Position)
			}
		}
		if table.Ending == nil || !strings.Contains(table.Ending.Title, "win") || strings.Contains(table.Ending.Text, "<@") {
			t.Errorf("%s ends with %+v", v.ID, table.Ending)
		}
		r.Do, r.Step = "replay", len(r.Moves)
		if again := ask[app.Replay](t, a, r); len(again.Marks) != len(r.Moves) || again.Remark == "" {
			t.Errorf("%s: the match again is %+v", v.ID, again.Marks)
		}
		r.Do, r.Step, r.Moves = "hint", 3, nil
		if h := ask[struct{ Lines []string }](t, a, r); len(h.Lines) == 0 {
			t.Errorf("%s: no hint", v.ID)
		}
		r.Do = "analyze"
		found := ask[app.Analysis](t, a, r)
		if found.Verdict == "" || len(found.Full) == 0 {
			t.Errorf("%s: %s is analyzed as %+v", v.ID, r.Position, found)
		}
		if found.Certificate != "" {
			if err := certcheck.Check([]byte(found.Certificate)); err != nil {
				t.Errorf("%s: the certificate of %s does not hold: %v", v.ID, r.Position, err)
			}
		}
	}
}

// TestLessons answers the exercises of all lessons, wrongly and right.
func TestLessons(t *testing.T) {
	a := app.New(1 << 20)
	for _, l := range lesson.All() {
		shown := ask[app.Lesson](t, a, app.Request{Do: "lesson", Lesson: l.ID})
		if len(shown.Text) < 2 {
			t.Errorf("%s says %q", l.ID, shown.Text)
		}
		r := app.Request{Do: "exercise", Lesson: l.ID, Number: 1, Seed: 2026}
		e := ask[app.Exercise](t, a, r)
		v, err := catalog.Standard.Find(l.Variant)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Parse(e.Position, games.Left)
		if err != nil {
			t.Fatal(err)
		}
		r.Do = "answer"
		seen := map[bool]bool{}
		for step := range p.Options() {
			r.Move = step.Move.String()
			answer := ask[app.Exercise](t, a, r)
			seen[answer.Right] = true
			if answer.Why == "" {
				t.Errorf("%s: nothing is said of %s on %s", l.ID, r.Move, e.Position)
			}
		}
		if !seen[true] || !seen[false] {
			t.Errorf("%s: the answers on %s are %v", l.ID, e.Position, seen)
		}
	}
}

// TestBadRequests are told what is wrong and change nothing.
func TestBadRequests(t *testing.T) {
	a := app.New(1 << 20)
	for request, want := range map[string]string{
		"%":                              "escape",
		"do=fly":                         "there is no answer",
		"do=show&variant=chess":          "there is no variant",
		"do=hint&step=one":               "step can't be",
		"do=start&seed=1.5":              "seed can't be",
		"do=show&variant=nim&position=x": "x",
		"do=play&variant=nim&position=1+2&move=1-9":               "take 1",
		"do=show&variant=nim&position=1+2&moves=2-2&moves=2-2":    "2-2",
		"do=lesson&lesson=flying":                                 "there is no lesson",
		"do=reply&variant=nim&position=1&moves=1-1&level=perfect": "over",
	} {
		var answer struct{ Error string }
		if err := json.Unmarshal(a.Answer(request), &answer); err != nil || !strings.Contains(strings.ToLower(answer.Error), strings.ToLower(want)) {
			t.Errorf("%s is answered %q, want something with %q", request, answer.Error, want)
		}
	}
	if text := string(a.Answer("do=show&variant=nim&position=9" + strings.Repeat("&moves=1-1", 3000))); !strings.Contains(text, "2000") {
		t.Errorf("a long match is answered %.200s", text)
	}
}

// TestValues has a position's value in sums in its analysis.
func TestValues(t *testing.T) {
	a := app.New(1 << 20)
	for _, test := range []struct{ variant, position, want string }{
		{"nim", "3 5", "Grundy value 6"},
		{"partizan-end-nim", "2 1 3", "Value: `{v*2,v2*3|0}`.\nAtomic weight: -2 ("},
		{"coloured-depot-nim", "a=1; *<a", "Value: `1`"},
		{"nim/misere", "1 2", "Genus: `3^{31}` (firm"},
	} {
		found := ask[app.Analysis](t, a, app.Request{Do: "analyze", Variant: test.variant, Position: test.position})
		if !strings.Contains(found.Value, test.want) {
			t.Errorf("%s %s is worth %q", test.variant, test.position, found.Value)
		}
	}
}

// TestBuild builds a position and is told what can be done next.
func TestBuild(t *testing.T) {
	t.Parallel()
	a := app.New(1 << 20)
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
	for count, want := range map[string]string{"many": "whole number", "-1": "whole number", "0": "changed", "9999999999999999999": "too large"} {
		r.Count = count
		if text := string(a.Answer(query(t, r))); !strings.Contains(text, `"error"`) || !strings.Contains(text, want) {
			t.Errorf("%q counters are answered %s", count, text)
		}
	}
	// A key of each board does what it says, and the board can be read again.
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
