package commands_test

import (
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/splitnim"
)

// The board says what a turn is until the third match of a family, of whichever of the two
// players has played fewer.
func TestBoardSaysWhatATurnIs(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	teaches := func(v string) bool {
		t.Helper()
		game, err := catalog.Standard.Find(v)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(text(r.say("p1", "/board")), game.Rules.Summary)
	}
	for n := range 4 {
		r.expect("p1", "/challenge variant:nim position:3 5 7 first:me")
		if got := teaches("nim"); got != (n < 2) {
			t.Errorf("in match %d what a turn is is said: %v", n+1, got)
		}
		r.expect("p1", "/resign sure:true")
		if n == 2 {
			r.expect("p1", "/challenge variant:forklift-nim position:3 5 / 1 2 first:me")
			if !teaches("forklift-nim") {
				t.Error("another family is not explained")
			}
			r.expect("p1", "/resign sure:true")
			r.expect("p1", "/challenge variant:nim position:3 5 7 first:me opponent:p2")
			r.expect("p2", "/accept")
			if !teaches("nim") {
				t.Error("a newcomer's opponent has the board without a word on the turn")
			}
			r.expect("p1", "/resign sure:true")
		}
	}
}

// What a card says above its picture is at most three lines, and the question names who
// decides; the board offers the moves, a hint, and all else behind one button.
func TestBoardIsBrief(t *testing.T) {
	for _, v := range append(catalog.Standard.All(), splitnim.Of(5)) {
		r := newQuietRoom(t, catalog.Standard)
		start := r.expect("p1", "/challenge variant:"+v.ID+" position:"+v.Rules.Example+" first:me level:perfect")
		for range 2 {
			c := start.Card
			said := text(start)
			if lines := strings.Count(c.Title+"\n"+c.Body, "\n") + 1; lines > 3 {
				t.Errorf("%s: %d lines above the picture: %s", v.ID, lines, said)
			}
			if !strings.HasPrefix(said[strings.Index(said, "**"):], "**@p1, ") || !strings.Contains(c.Question, "**") {
				t.Errorf("%s: who decides? %s", v.ID, said)
			}
			if got := buttons(start); got != "Hint, More" {
				t.Errorf("%s: beside the moves there are %s", v.ID, got)
			}
			if strings.Contains(said, "level:") || strings.Contains(said, "/challenge") {
				t.Errorf("%s: %s", v.ID, said)
			}
			p := r.last().Play.Position()
			if v.Partizan && !strings.Contains(c.Question, "You are "+p.Turn().Actor.Name()+": "+v.Rules.Sides[p.Turn().Actor]) {
				t.Errorf("%s: which side? %s", v.ID, c.Question)
			}
			var first games.Move
			for step := range p.Options() {
				first = step.Move
				break
			}
			if start = r.expect("p1", first.String()); r.last().Finished() {
				break
			}
		}
	}
}

// What is seldom wanted of a match stands behind More, for whoever asks alone.
func TestMore(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	board := r.expect("p1", "/challenge variant:nim position:3 5 7 first:me")
	more := func(by, want string) {
		t.Helper()
		reply := r.press(by, board, "More")
		if got := buttons(reply); got != want || !reply.Private() {
			t.Errorf("%s has behind it %s", by, got)
		}
	}
	more("p1", "Rules, Show the board anew, Settings, Resign")
	more("p2", "Rules, Show the board anew, Settings, Follow")
	r.expect("p1", "1-1")
	if stale := r.press("p1", board, "More"); !strings.Contains(stale.Text, "out of date") {
		t.Errorf("an old one is answered by %s", text(stale))
	}
	board = r.say("p1", "/board")
	more("p1", "Rules, Show the board anew, Settings, Resign, Take back")
	r.press("p1", r.press("p1", board, "More"), "Take back")
	if g := r.last(); len(g.Moves) != 0 {
		t.Errorf("after the takeback there are %d moves", len(g.Moves))
	}
	r.refuses("p1", "/more", "for buttons")
}
