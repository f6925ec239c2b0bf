package commands_test

import (
	"strings"
	"testing"
	"time"
)

// Whose fault a loss was is said however the match ended.
func TestWhyAMatchWasLost(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string // p1 begins, from 1 2
		has   []string
		lacks string
	}{
		{"on time after the winner's blunder", []string{"p1: 1-1", "p1: /claim"},
			[]string{"@p1 wins**: @p2 ran out of time", "@p2 ran out of time, but could still win: take the whole pile", "@p1 had **1 chance** to win and missed it, at move 1."}, "@p2 had"},
		{"on time, lost", []string{"p1: 2-1", "p1: /claim"},
			[]string{"@p2 ran out of time. They had no chance.", "@p1 had the win from the start and found **every chance** to keep it."}, "could still"},
		{"resigned, won", []string{"p1: /resign sure:true"},
			[]string{"@p1 resigned, but could still win: taking 1 from pile 2 leaves"}, "from the start"},
		{"resigned, thrown away", []string{"p1: 1-1", "p1: /resign sure:true"},
			[]string{"@p1 resigned. They had **1 chance** to win and missed it, at move 1. In their place: taking 1 from pile 2 leaves"}, "from the start"},
		{"played after a takeback", []string{"p1: 1-1", "p1: /takeback", "p2: /takeback", "p1: 2-1", "p2: 1-1", "p1: 1-1"},
			[]string{"found **every chance** to keep it.", "@p1: 1 takeback"}, "@p2: "},
		{"resigned after everything was taken back", []string{"p1: 1-1", "p1: /takeback", "p2: /takeback", "p1: /resign sure:true"},
			[]string{"@p1 resigned, but could still win: ", "@p1: 1 takeback"}, "chance"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t)
			r.expect("p1", "/challenge variant:nim opponent:p2 position:1 2 first:me time:1h")
			r.expect("p2", "/accept")
			said := ""
			for _, line := range c.lines {
				by, line, _ := strings.Cut(line, ": ")
				if line == "/claim" {
					r.now = r.now.Add(2 * time.Hour)
				}
				said = text(r.expect(by, line))
			}
			for _, word := range c.has {
				if !strings.Contains(said, word) {
					t.Errorf("the end lacks %q:\n%s", word, said)
				}
			}
			if strings.Contains(said, c.lacks) {
				t.Errorf("the end has %q:\n%s", c.lacks, said)
			}
		})
	}
}

func TestAccuracyInWords(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:1 2 3 4 first:me")
	r.expect("p2", "/accept")
	// The last counter of p1's is no win to find: there is nothing else to do.
	for i, move := range []string{"4-4", "1-1", "1-1", "2-1", "2-1", "1-1"} {
		r.expect([]string{"p1", "p2"}[i%2], move)
	}
	r.expect("p1", "1-1", "@p1 had **3 chances** to win and found 2; move 3 let it go.", "@p2 had **1 chance** to win and missed it, at move 4. In their place: taking 2 from pile 2")
	r.refuses("p1", "/replay match:1 step:7", "@p1 found 2 of 3 chances.", "@p2 found 0 of 1 chance.")
}

func TestTakebackSaysWhatItTakesBack(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.expect("p1", "1-1")
	r.expect("p2", "2-3")
	r.expect("p1", "/takeback", "@p1 asks to take back `1-1` and `2-3`. @p2 can agree with `/takeback`",
		"@p1 asks to take back `1-1` and `2-3`: @p2 can agree with `/takeback`, or decline by moving")
	r.expect("p2", "/takeback", "`1-1` and `2-3` were taken back: the position is `3 4 5` again", "@p1, your turn")
}
