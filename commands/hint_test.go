package commands_test

import (
	"log/slog"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// TestHintsGoStepByStep asks again and again: in the same position each hint goes one step
// further, also after a restart, and in the next position they begin anew.
func TestHintsGoStepByStep(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:end-nim opponent:p2 position:3 5 2 first:me")
	r.expect("p2", "/accept")
	hint := func(by string, says ...string) view.Reply {
		t.Helper()
		reply := r.say(by, "/hint")
		for _, word := range says {
			if !strings.Contains(reply.Text, word) {
				t.Errorf("the hint lacks %q: %s", word, reply.Text)
			}
		}
		return reply
	}
	reply := hint("p1", "There is a win here, by one move only")
	reply = r.press("p1", reply, "Next hint")
	if !strings.Contains(reply.Text, "There is a win here, by one move only.\nLook at the left end") || strings.Contains(reply.Text, "L-1") || reply.To != (view.Page{}) {
		t.Errorf("the second hint: %s", reply.Text)
	}
	r.service = commands.New(referee.New(r.store, &solver.Solver{}, referee.Options{Catalog: catalog.Standard}), r.store, slog.New(slog.DiscardHandler))
	reply = hint("p1", "There is a win here, by one move only.\nLook at the left end", "You can win: `L-1` leaves 2 at both ends. If they clear an end, cut the 5 to 2; if they leave 1 at an end, leave the same at the other end.")
	if whole := r.press("p1", reply, "Why in full"); !strings.Contains(text(whole), "How to go on after L-1") {
		t.Errorf("the whole reason: %s", text(whole))
	}
	hint("p1", "`L-1` leaves")
	r.expect("p1", "L-1")
	hint("p2", "There is no win here")
	r.expect("p1", "/takeback") // which changes nothing on the board
	hint("p2", "clear an end, and your opponent cuts the 5 to 2")
	hint("p2", "`L-2` asks the most of your opponent: of their replies only `L-3` keeps the win.")
	r.expect("p2", "R-2")
	hint("p1", "There is a win here")
	g, err := r.store.LastMatch(t.Context(), "lobby")
	if err != nil || g.Sides[games.Left].Hints != 5 || g.Sides[games.Right].Hints != 3 || g.HintsHere != 1 {
		t.Errorf("counted are %d, %d and %d here, %v", g.Sides[games.Left].Hints, g.Sides[games.Right].Hints, g.HintsHere, err)
	}
}

// TestLostHintsSayMore asks three times in lost positions: what the third hint says, the second
// has not said, and where one reply keeps the win the hint names it.
func TestLostHintsSayMore(t *testing.T) {
	named := 0
	for _, start := range []struct{ variant, position string }{
		{"nim", "1 2 3"}, {"nim", "4 4"}, {"nim/misere", "2 2"}, {"end-nim", "3 5 3"}, {"end-nim/misere", "2 1 3 3"}, {"partizan-end-nim", "2 4 1 2 9"},
		{"split-nim/0", "1 2 4"}, {"total-reverse-nim", "1 1 1"}, {"move-reverse-nim", "1 1 3"}, {"tree-nim", "1(2 1 3)"},
		{"forklift-nim", ". 2 1 / 2 1 1 / 1 2 2"}, {"depot-nim", "a=2 b=2; *-a a-b *-b"},
	} {
		r := newQuietRoom(t, catalog.Standard)
		r.say("p1", "/challenge variant:"+start.variant+" opponent:p2 first:me position:"+start.position)
		r.say("p2", "/accept")
		g, err := r.referee.Current(t.Context(), "lobby")
		if err != nil {
			t.Fatal(err)
		}
		by := g.Actor().ID
		r.say(by, "/hint")
		second, third := r.say(by, "/hint").Text, r.say(by, "/hint").Text
		if strings.HasPrefix(second, "Look") {
			t.Errorf("%s %s is not lost: %s", start.variant, start.position, second)
		}
		why, _, _ := strings.Cut(second, " Ask again")
		if strings.Contains(third, why) || !strings.Contains(third, "of your opponent") {
			t.Errorf("%s %s: the third hint repeats the second: %s", start.variant, start.position, third)
		}
		if strings.Contains(third, "keeps the win.") {
			named++
		}
		if strings.Contains(second, "every line") {
			t.Errorf("%s %s: %s", start.variant, start.position, second)
		}
	}
	if named < 4 {
		t.Errorf("only %d hints name the reply", named)
	}
}

// TestHintsInASum says in which part of a yard to play, what it is worth and what the move
// makes of it.
func TestHintsInASum(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.say("p1", "/challenge variant:forklift-nim opponent:p2 first:me position:. 1 2 . / . 4 1 1 / 3 1 1 1")
	r.say("p2", "/accept")
	r.say("p1", "/hint")
	if text := r.say("p1", "/hint").Text; !strings.Contains(text, "The board falls into 5 parts, and each counts as a pile of Nim. Look at C1+…+C3, which counts as 7.") {
		t.Error(text)
	}
	if text := r.say("p1", "/hint").Text; !strings.Contains(text, "piles of Nim: B1 1, C1+…+C3 7, A3 3, B3 1 and D3 1. `B2-3` makes C1+…+C3 worth 2") {
		t.Error(text)
	}
}

// TestHintsOfOneMove says nothing of asking the most where there is no choice.
func TestHintsOfOneMove(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim/misere opponent:p2 position:1 first:me")
	r.expect("p2", "/accept")
	if reply := r.say("p1", "/hint"); !strings.HasPrefix(reply.Text, "`1-1` is the only thing that you can do here.") {
		t.Error(reply.Text)
	}
}

// TestHintPlaysWhatItExplains compares the move of the last hint with that of its reason,
// from every small start that is won.
func TestHintPlaysWhatItExplains(t *testing.T) {
	won := 0
	for _, start := range []struct{ variant, position string }{
		{"partizan-end-nim", "3 6 4 4"}, {"partizan-end-nim", "7 2 4 1 7"}, {"split-nim/0", "3 1 2"}, {"nim", "3 5 7"},
		{"nim/misere", "1 1 5"}, {"move-reverse-nim", "1 3 5"}, {"pile-reverse-nim", "3 5"}, {"total-reverse-nim", "1 1"}, {"end-nim/loop", "3 5"},
	} {
		r := newQuietRoom(t, catalog.Standard)
		r.say("p1", "/challenge variant:"+start.variant+" opponent:p2 first:me position:"+start.position)
		r.say("p2", "/accept")
		g, err := r.referee.Current(t.Context(), "lobby")
		if err != nil {
			t.Fatal(err)
		}
		by := g.Actor().ID
		var h *referee.Hint
		for range 3 {
			if h, err = r.referee.Hint(t.Context(), "lobby", by); err != nil {
				t.Fatal(err)
			}
		}
		if h.Step != referee.HintMove {
			t.Errorf("%s %s: step %d", start.variant, start.position, h.Step)
		}
		if h.Wins {
			won++
			reply := r.say(by, "/hint")
			first := strings.Split(reply.Text, "`")
			if h.Move != h.Reason.Move || len(first) < 2 || first[1] != h.Move.String() {
				t.Errorf("%s %s: %s is advised, but %s", start.variant, start.position, h.Move, reply.Text)
			}
		}
	}
	if won < 6 {
		t.Errorf("only %d were won", won)
	}
}

// TestMistakesOnly steps through the mistakes of a match, each with its reason.
func TestMistakesOnly(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 5 7 first:me")
	r.expect("p2", "/accept")
	var end view.Reply
	for i, move := range []string{"3-7", "2-1", "1-1", "2-4", "1-2"} { // threw away, missed, missed, missed, won
		end = r.expect([]string{"p1", "p2"}[i%2], move)
	}
	if g, err := r.store.LastMatch(t.Context(), "lobby"); err != nil || g.State != match.Finished {
		t.Fatal(g.State, err)
	}
	if said := text(end); !strings.Contains(said, "to win and missed them, the last at move 4") || strings.Contains(said, "would have kept the win") {
		t.Errorf("a win that was never held was kept: %s", said)
	}
	if at := r.press("p2", end, "Show me where"); !strings.Contains(text(at), "mistake 4 of 4") || !strings.Contains(text(at), "In @p2's place: ") {
		t.Error(text(at))
	}
	reply := r.press("p1", r.refuses("p1", "/replay 1"), "Mistakes only")
	for i, says := range []string{"mistake 1 of 4", "mistake 2 of 4", "mistake 3 of 4", "mistake 4 of 4"} {
		said := text(reply)
		if !strings.Contains(said, says) || !strings.Contains(said, "'s place: ") || reply.To != (view.Page{}) {
			t.Errorf("not %s: %s", says, said)
		}
		if i < 3 {
			reply = r.press("p1", reply, "Next mistake")
		}
	}
	if strings.Contains(buttons(reply), "Next mistake") {
		t.Error("there is one more")
	}
	r.press("p1", reply, "Previous mistake")
	r.refuses("p1", "/replay match:1 mistake:5", "is not a mistake: those of match 1 are its moves 1, 2, 3 and 4")
}
