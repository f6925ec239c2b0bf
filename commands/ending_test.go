package commands_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/picture/raster"
)

// An ended match is played in the lobby, line by line, and its ending is returned.
func (r *room) ended(lines ...string) *view.Card {
	r.Helper()
	var reply view.Reply
	for _, line := range lines {
		by, line, _ := strings.Cut(line, ": ")
		if line == "/claim" {
			r.now = r.now.Add(2 * time.Hour)
		}
		reply = r.say(by, line)
	}
	if reply.Ending == nil {
		r.Fatalf("after %q there is no ending: %s", lines, text(reply))
	}
	return reply.Ending
}

// againstBot are the first words of a match against the perfect level.
func againstBot(variant, position, first string) string {
	return "p1: /challenge variant:" + variant + " level:perfect first:" + first + " position:" + position
}

// The end of a match says what a person wants to know, to a person.
func TestTheEndInWords(t *testing.T) {
	const between = "p1: /challenge variant:nim opponent:p2 position:1 2 first:me time:1h"
	for _, c := range []struct {
		name    string
		lines   []string
		title   string
		body    []string // in this order
		footer  string
		buttons string
	}{
		{"a chance missed", []string{againstBot("end-nim", "3 5 2", "me"), "p1: R-1", "p1: /resign sure:true"},
			"Nimatron wins · End-Nim, 2 moves",
			[]string{"You resigned.", "You had **1 chance** to win and missed it, at move 1: taking 1 from the left end leaves 2 at both ends"},
			"0 of 1 chance found · match 1", "Show me where, Rematch, Easier, Next game"},
		{"one of two", []string{againstBot("nim", "1 2 3 1", "me"), "p1: 3-1", "p1: 1-1", "p1: /resign sure:true"},
			"Nimatron wins · Nim, 4 moves",
			[]string{"You resigned. You had **2 chances** to win and found 1; move 3 let it go: taking "},
			"1 of 2 chances found · match 1", "Show me where"},
		{"resigned, won", []string{againstBot("nim", "1 2 3 1", "me"), "p1: 3-1", "p1: /resign sure:true"},
			"Nimatron wins · Nim, 2 moves",
			[]string{"You resigned, but could still win: taking 1 from pile 3 leaves two equal piles."},
			"1 of 1 chance found · match 1", "Show me where"},
		{"every chance found", []string{againstBot("nim", "1 2", "me"), "p1: 2-1", "p1: 1-1"},
			"@p1 wins · Nim, 3 moves",
			[]string{"You had the win from the start and found **every chance** to keep it."},
			"1 of 1 chance found · match 1", "Rematch, Review, Next game"},
		{"nothing to find", []string{againstBot("nim", "1 1", "me"), "p1: 1-1"},
			"Nimatron wins · Nim, 2 moves",
			[]string{"You had no chance: I had the win from the start and kept it. In a rematch it is yours."},
			"match 1", "Rematch, Review, Easier, Next game"},
		{"resigned before the first move, lost", []string{againstBot("nim", "1 1", "me"), "p1: /resign sure:true"},
			"Nimatron wins · Nim",
			[]string{"You resigned. No move was made, so there is nothing to judge."},
			"match 1", "Rematch, Easier, Next game"},
		{"resigned before the first move, won", []string{againstBot("nim", "1 2", "me"), "p1: /resign sure:true"},
			"Nimatron wins · Nim",
			[]string{"You resigned, but could still win: taking 1 from pile 2 leaves"},
			"match 1", "Show me where, Rematch, Easier, Next game"},
		{"called off", []string{againstBot("nim", "1 2", "me"), "p1: /cancel"},
			"Called off · Nim", []string{"Nobody has won."}, "match 1", "Rematch, Next game"},
		{"people: on time after the winner's blunder", []string{between, "p2: /accept", "p1: 1-1", "p1: /claim"},
			"@p1 wins · Nim, 1 move",
			[]string{"@p2 ran out of time, but could still win: take the whole pile", "@p1 had **1 chance** to win and missed it, at move 1."},
			"match 1", "Show me where, Rematch, Next game"},
		{"people: on time, lost", []string{between, "p2: /accept", "p1: 2-1", "p1: /claim"},
			"@p1 wins · Nim, 1 move",
			[]string{"@p2 ran out of time. They had no chance.", "@p1 had the win from the start and found **every chance** to keep it."},
			"match 1", "Rematch, Review"},
		{"people: resigned, thrown away", []string{between, "p2: /accept", "p1: 1-1", "p1: /resign sure:true"},
			"@p2 wins · Nim, 1 move",
			[]string{"@p1 resigned. They had **1 chance** to win and missed it, at move 1. In their place: taking 1 from pile 2 leaves"},
			"match 1", "Show me where, Rematch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newQuietRoom(t, catalog.Standard)
			end := r.ended(c.lines...)
			said := text(view.Reply{Card: end})
			if got := marked(end.Title); got != c.title {
				t.Errorf("the title is %q, want %q", got, c.title)
			}
			rest := marked(end.Body)
			for _, words := range c.body {
				_, after, found := strings.Cut(rest, words)
				if !found {
					t.Errorf("the body lacks %q, or has it too early:\n%s", words, marked(end.Body))
				}
				rest = after
			}
			if n := utf8.RuneCountInString(marked(end.Body)); n > 280 {
				t.Errorf("the body has %d characters:\n%s", n, said)
			}
			if !strings.HasPrefix(end.Footer, c.footer) {
				t.Errorf("the footer is %q, want %q", end.Footer, c.footer)
			}
			if got := buttons(view.Reply{Card: end}); !strings.Contains(got, c.buttons) {
				t.Errorf("the buttons are %q, want %q", got, c.buttons)
			}
			for _, never := range []string{"%", "only win", "win to find", "let go of", "guest"} {
				if strings.Contains(said, never) {
					t.Errorf("the end says %q:\n%s", never, said)
				}
			}
		})
	}
}

// marked is a text with the names of people.
func marked(s string) string { return text(view.Reply{Text: s}) }

// The end has a picture of its own, with the names of those who played.
func TestTheEndHasAPicture(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	end := r.ended(againstBot("end-nim", "3 5 2", "me"), "p1: R-1", "p1: /resign sure:true")
	if end.Picture == nil {
		t.Fatal("the end has no picture")
	}
	for _, words := range []string{"p1 could win", "Nimatron could win", "3, 5, 2", "the turning point is move 1"} {
		if !strings.Contains(end.Picture.Alt, words) {
			t.Errorf("the picture does not show %q: %s", words, end.Picture.Alt)
		}
	}
	if strings.Contains(end.Picture.Alt, "first player") {
		t.Errorf("nobody is called the first player: %s", end.Picture.Alt)
	}
	if _, err := raster.Draw(t.Context(), end.Picture.LayOut); err != nil {
		t.Error(err)
	}
	if !strings.Contains(end.Drawing, "█ p1") || !strings.Contains(end.Drawing, "move 1") {
		t.Errorf("the drawing for the terminal lacks the course:\n%s", end.Drawing)
	}
}

// A match without a winner, and the first game of a rated pair, tell nothing of how they were
// played.
func TestTheEndThatTellsNothing(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	end := r.ended("p1: /challenge variant:nim position:1 2 first:me", "p1: /cancel")
	if said := text(view.Reply{Card: end}); end.Picture != nil || strings.Contains(said, "chance") || strings.Contains(said, "could") {
		t.Errorf("nobody has won, but %s", said)
	}
	r.begin("")
	reply := r.expect("p1", "/resign sure:true", "game 2 of 2")
	if said := text(reply); reply.Ending != nil || strings.Contains(said, "chance") || strings.Contains(said, "could") {
		t.Errorf("the first game of a pair tells %s", said)
	}
}

// A moderator ends a match in the middle.
func TestTheEndByAModerator(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	r.expect("p1", "/challenge variant:nim level:perfect first:me position:1 2 3 1")
	r.expect("p1", "1-1")
	r.inPrivate("lobby", "mod", "/end match:1", "the players are told")
	r.notices(1)
	board := r.expect("p1", "/board", "Ended by a moderator · Nim")
	if said := text(board); board.Card.Picture == nil || strings.Contains(board.Card.Picture.Alt, "course") || strings.Contains(said, "chance") || strings.Contains(said, "could") {
		t.Errorf("nobody has won, but %s", said)
	}
}

// The buttons of the end begin what they say.
func TestHarderEasierNext(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	pressed := func(end *view.Card, label, variant, level string) {
		t.Helper()
		r.press("p1", view.Reply{Card: end}, label)
		m, err := r.store.LastMatch(t.Context(), "lobby")
		if err != nil || m.Variant != variant || string(m.Level) != level || m.Result != (match.Result{}) {
			t.Errorf("%s began %s at the level %s, %v; want %s at %s", label, m.Variant, m.Level, err, variant, level)
		}
		r.say("p1", "/resign sure:true")
	}
	lost := r.ended(againstBot("end-nim", "1 1", "me"), "p1: L-1")
	pressed(lost, "Easier", "end-nim", "strong")
	pressed(lost, "Next game", "end-nim/misere", "perfect")
	won := r.ended("p1: /challenge variant:partizan-end-nim level:casual first:me position:1", "p1: L-1")
	pressed(won, "Harder", "partizan-end-nim", "strong")
	for _, c := range []struct {
		end   *view.Card
		lacks string
	}{
		{lost, "Harder"}, {won, "Easier"},
		{r.ended("p1: /challenge variant:nim level:casual first:me position:1 1", "p1: /resign sure:true"), "Easier"},
		{r.ended(againstBot("nim", "1", "me"), "p1: 1-1"), "Harder"},
		{r.ended("p1: /challenge variant:nim opponent:p2 first:me position:1", "p2: /accept", "p1: 1-1"), "Harder"},
	} {
		if got := buttons(view.Reply{Card: c.end}); strings.Contains(got, c.lacks) {
			t.Errorf("the buttons are %q, with %s", got, c.lacks)
		}
	}
	between := r.ended("p1: /challenge variant:nim opponent:p2 first:me position:1", "p2: /accept", "p1: 1-1")
	if reply := r.press("p2", view.Reply{Card: between}, "Next game"); !strings.Contains(text(reply), "@p2 challenges") {
		t.Errorf("the next game between people: %s", text(reply))
	}
}
