package commands_test

import (
	"strings"
	"testing"
	"time"
)

// Whose fault a loss was is said however the match ended.
func TestWhyAMatchWasLost(t *testing.T) {
	const never = "never let go of it"
	for _, c := range []struct {
		name  string
		lines []string // p1 begins, from 1 2
		has   []string
		lacks string
	}{
		{"on time after the winner's blunder", []string{"p1: 1-1", "p1: /claim"},
			[]string{"@p1 wins**: @p2 ran out of time", "@p2 ran out of time in a won position: `2`", "@p1 missed the only win (0%)."}, "@p2 never had a win"},
		{"on time, lost", []string{"p1: 2-1", "p1: /claim"},
			[]string{"@p1 had the win from the start, `1 2`, and never let go of it", "@p1 found the only win (100%)."}, "won position"},
		{"resigned, won", []string{"p1: /resign sure:true"},
			[]string{"@p1 gave up a won position: `1 2`"}, never},
		{"resigned, thrown away", []string{"p1: 1-1", "p1: /resign sure:true"},
			[]string{"the turning point was move 1. From `1 2`, @p1 played `1-1`; `2-1` would have kept the win"}, never},
		{"played after a takeback", []string{"p1: 1-1", "p1: /takeback", "p2: /takeback", "p1: 2-1", "p2: 1-1", "p1: 1-1"},
			[]string{"@p1 found the only win (100%).", "@p1 had 1 takeback: moves that were taken back are not judged."}, "@p2 had"},
		{"resigned after everything was taken back", []string{"p1: 1-1", "p1: /takeback", "p2: /takeback", "p1: /resign sure:true"},
			[]string{"@p1 gave up a won position: `1 2`", "@p1 had 1 takeback: moves that were taken back are not judged."}, "win to find"},
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
	r.expect("p1", "1-1", "@p1 found 2 of 3 wins (67%).", "@p2 missed the only win (0%).")
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
