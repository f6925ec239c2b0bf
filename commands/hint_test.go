package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/referee"
)

// TestLostHintsSayMore asks for three hints in lost positions. The third adds to the second, and
// names the reply if only one keeps the win.
func TestLostHintsSayMore(t *testing.T) {
	named := 0
	for _, start := range []struct{ variant, position string }{
		{"nim", "1 2 3"}, {"nim", "4 4"}, {"nim/misere", "2 2"}, {"end-nim", "3 5 3"}, {"end-nim/misere", "2 1 3 3"}, {"partizan-end-nim", "2 4 1 2 9"},
		{"split-nim/0", "1 2 4"}, {"total-reverse-nim", "1 1 1"}, {"move-reverse-nim", "1 1 3"}, {"tree-nim", "1(2 1 3)"},
		{"forklift-nim", ". 2 1 / 2 1 1 / 1 2 2"}, {"depot-nim", "a=2 b=2; *-a a-b *-b"},
	} {
		r := newQuietRoom(t, catalog.Standard)
		r.say("p1", "/challenge game:"+start.variant+" opponent:p2 first:me position:"+start.position)
		r.say("p2", "/match accept")
		by := r.last().Actor().ID
		r.say(by, "/hint")
		second, third := r.say(by, "/hint").Text, r.say(by, "/hint").Text
		if strings.HasPrefix(second, "Look") {
			t.Errorf("%s %s is not lost: %s", start.variant, start.position, second)
		}
		why, _, _ := strings.Cut(second, " Ask again")
		if strings.Contains(third, why) || !strings.Contains(third, "hardest to answer") && !strings.Contains(third, "Every move loses") {
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

// TestHintPlaysWhatItExplains compares the move of the last hint with the move in its reason, for
// every small won start.
func TestHintPlaysWhatItExplains(t *testing.T) {
	won := 0
	for _, start := range []struct{ variant, position string }{
		{"partizan-end-nim", "3 6 4 4"}, {"partizan-end-nim", "7 2 4 1 7"}, {"split-nim/0", "3 1 2"}, {"nim", "3 5 7"},
		{"nim/misere", "1 1 5"}, {"move-reverse-nim", "1 3 5"}, {"pile-reverse-nim", "3 5"}, {"total-reverse-nim", "1 1"}, {"end-nim/loop", "3 5"},
	} {
		r := newQuietRoom(t, catalog.Standard)
		r.say("p1", "/challenge game:"+start.variant+" opponent:p2 first:me position:"+start.position)
		r.say("p2", "/match accept")
		by := r.last().Actor().ID
		var h *referee.Hint
		for range 3 {
			var err error
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
			said := view.SentenceStart(view.Doing(h.Game.Play.Variant(), h.Game.Play.Position(), h.Move))
			if h.Move != h.Reason.Move || !strings.Contains(reply.Text, "\n"+said) || strings.Contains(reply.Text, "`") {
				t.Errorf("%s %s: %s is advised, but %s", start.variant, start.position, h.Move, reply.Text)
			}
		}
	}
	if won < 6 {
		t.Errorf("only %d were won", won)
	}
}
