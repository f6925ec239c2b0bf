package theory

import (
	"testing"

	"nimatron/games"
)

// A text that begins with a move begins a sentence: words get a capital letter, notation keeps its spelling.
func TestVoices(t *testing.T) {
	words := func(games.Move, Mention) string { return "taking 1 from e" }
	said := func(m games.Move, as Mention) string {
		if as == Start {
			return Sentence(words(m, as))
		}
		return words(m, as)
	}
	for _, test := range []struct {
		voice       Voice
		text, aside string
	}{
		{nil, "`e-1` wins.", " (`e-1`)"},
		{Plain, "e-1 wins.", " (e-1)"},
		{said, "Taking 1 from e wins.", " (taking 1 from e)"},
		{func(games.Move, Mention) string { return "" }, " wins.", ""},
	} {
		r := &Reason{Claim: CanWin, Voice: test.voice, Move: games.Move{Where: "e", Count: 1}}
		if got := r.Sentence(r.Subject() + " wins."); got != test.text {
			t.Errorf("the sentence is %q, want %q", got, test.text)
		}
		if got := r.Aside(); got != test.aside {
			t.Errorf("the aside is %q, want %q", got, test.aside)
		}
	}
	if got := (&Reason{Claim: HasLost, Voice: Plain}).Sentence("the game is over."); got != "The game is over." {
		t.Errorf("without a move the sentence is %q", got)
	}
}
