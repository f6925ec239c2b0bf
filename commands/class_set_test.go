package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/match"
)

// A teacher's positions are asked like other puzzles, with what the teacher says to them, and
// count for the assignment.
func TestPuzzleSets(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.say("mod", "/class action:create name:7b")
	r.say("p1", "/class action:join sure:true")
	r.refuses("mod", "/class action:sets", "There are none yet", "[New puzzle set]")
	if form := r.press("mod", r.refuses("mod", "/class action:sets"), "New puzzle set").Form; form == nil || len(form.Inputs) != 2 || !form.Inputs[1].Long {
		t.Errorf("the form is %+v", form)
	}
	for _, bad := range []struct{ line, want string }{
		{"positions:nim 3 5 7", "Name the set"},
		{"set:" + strings.Repeat("x", match.MaxSetName+1) + " positions:nim 3 5 7", "at most 40 characters"},
		{"set:Mirrors", "from 1 to 20 positions, and these are 0"},
		{"set:Mirrors positions:" + strings.Repeat("nim 3 5 7 || ", match.MaxSetPuzzles+1), "these are 21"},
		{"set:Mirrors positions:nim 3 5 7 | " + strings.Repeat("x", match.MaxSetText+1), "puzzle 1 is too long"},
		{"set:Mirrors positions:nim 3 5 7 || nmi 3 5 7", "Puzzle 2, `nmi 3 5 7`, can't be in the set: there is no variant `nmi`"},
		{"set:Mirrors positions:nim 3 x", "`3 x` is not a position here"},
		{"set:Mirrors positions:nim", "Puzzle 1, `nim`,"},
		{"set:Mirrors positions:nim 0", "no move is left there"},
		{"set:Mirrors positions:nim 3 5 6 | This is lost", "so no answer would be right. `nim 2 5 6` would do."},
		{"set:Mirrors positions:nim 7 7 7 7 7 7 7 7 7", "more than 8 moves win"},
		{"set:Mirrors positions:forklift-nim 3 3 3 3 3 / 3 3 3 3 3 / 3 3 3 3 3 / 3 3 3 3 3 / 3 3 3 3 3", "I have not proved who wins there"},
	} {
		r.refuses("mod", "/class action:set "+bad.line, bad.want)
	}
	r.refuses("p1", "/class action:set set:Mine positions:nim 3 5 7", "who teaches 7b")
	r.refuses("mod", "/class action:set set:Mirrors positions:nim 3 5 7 | **Which** pile, <@1> @everyone? `x` || end-nim 2 5 3", "Mirrors · 2 puzzles")
	r.refuses("mod", "/class action:set set:MIRRORS positions:nim 3 5 7", "a set MIRRORS already")
	r.refuses("mod", "/class action:assign tasks:set Mirrors and ten puzzles, until tomorrow", "2 puzzles of the set Mirrors; 10 puzzles")
	r.refuses("mod", "/class action:assign tasks:set Windows", "no puzzle set `windows`")

	list := r.refuses("p1", "/class action:sets", "Mirrors · 2 puzzles")
	if strings.Contains(text(list), "New") || len(list.Card.Menus) != 1 {
		t.Errorf("a student is offered %s", text(list))
	}
	first := r.refuses("p1", "/puzzle id:"+list.Card.Menus[0].Choices[0].Value, "Puzzle 1 of 2 of the set Mirrors", "∗∗Which∗∗ pile, <＠1> ＠everyone? 'x'", "3 choices win")
	if strings.Contains(text(first), "Show the solution") {
		t.Error("the solution is offered")
	}
	r.refuses("p1", "/puzzle id:set.1.1 solution:true", "ask your teacher")
	r.refuses("p1", "/puzzle answer:3-2", "That loses", "[Try again]")
	right := r.refuses("p1", "/puzzle answer:3-1", "Right", "[Next]")
	next := r.press("p1", right, "Next")
	r.hasWords("the next", next, []string{"Puzzle 2 of 2 of the set Mirrors"})
	r.refuses("p1", "/class action:progress", "1 of 2, 2 tries", "not begun")
	r.refuses("mod", "/class action:progress", "1 of 2, 2 tries")
	r.refuses("p2", "/puzzle id:set.1.1", "There is no such puzzle for you")
	r.refuses("p2", "/puzzle id:set.1.1 answer:1-1", "There is no such puzzle for you")
	r.refuses("p1", "/class action:drop set:Mirrors", "who teaches 7b")
	r.refuses("mod", "/class action:drop set:Windows", "no such puzzle set")
	r.press("mod", r.refuses("mod", "/class action:drop set:Mirrors", "Nobody can do it then"), "Yes, drop it")
	r.refuses("p1", "/leaderboard variant:puzzle-of-the-day", "Nobody")
	record, err := r.referee.PuzzleRecord(t.Context(), "p1")
	if err != nil || record.Streak != 0 || record.Rating.Games != 0 {
		t.Errorf("it counts: %+v (%v)", record, err)
	}

	if data := string(r.say("mod", "/privacy action:show").Files[0].Data); !strings.Contains(data, `"name": "Mirrors"`) || !strings.Contains(data, `"position": "2 5 3"`) || !strings.Contains(data, `"2 puzzles of the set Mirrors"`) {
		t.Errorf("the teacher's data is %s", data)
	}
	r.say("p1", "/class action:leave")
	r.refuses("p1", "/puzzle id:set.1.2", "There is no such puzzle for you")
}

// What somebody writes calls nobody and is no markup.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"<@1> @everyone": "<＠1> ＠everyone", "**x** `y`": "∗∗x∗∗ 'y'", "<#1> <t:1:R>": "< #1> < t:1:R>", "a\x0e@1\x0fb": "a＠1b", "3 < 5": "3 < 5",
	} {
		if got := view.Plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
