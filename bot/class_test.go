package bot

import (
	"path/filepath"
	"testing"

	"nimatron/games"
	"nimatron/internal/discordtest"
)

// A teacher writes positions in a form, and a student finds the moves by taps.
func TestPuzzleSetOnDiscord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(w.real(filepath.Join(t.TempDir(), "nimatron.db")))
		m := w.answer(w.alice.Slash(w.general, "class", discordtest.Opt("action", "create"), discordtest.Opt("name", "7b")))
		w.refused(w.bob.ClickLabel(w.refused(w.bob.ClickLabel(m, "Join"), "Do you join?"), "Join"), "You are in 7b.")
		sets := discordtest.Opt("action", "sets")
		form := func() *discordtest.Interaction {
			open := w.alice.ClickLabel(w.refused(w.alice.Slash(w.general, "class", sets)), "New puzzle set")
			if got, want := w.shownForm(open), "set positions"; got != want {
				t.Errorf("the form asks for %s, want %s", got, want)
			}
			return open
		}
		w.refused(w.alice.Submit(form(), map[string]string{"set": "Mirrors", "positions": "nim 3 5 7 | Which pile, @everyone?\n\nend-nim 3 3 | and this?"}),
			"Puzzle 2, `end-nim 3 3`", "`end-nim 2 3` would do.")
		w.refused(w.alice.Submit(form(), map[string]string{"set": "Mirrors", "positions": "nim 3 5 7 | Which pile, @everyone?\n\nend-nim 2 3 | and this?"}), "Mirrors · 2 puzzles")

		list := w.refused(w.bob.Slash(w.general, "class", sets), "Mirrors · 2 puzzles")
		shown := w.refused(w.bob.Select(list, list.Menus()[0].CustomID, "set.1.1"), "Which pile, ＠everyone?", "Puzzle 1 of 2 of the set Mirrors")
		shown = w.answerBy(w.bob, shown, games.Move{Where: "3", Count: 2})
		w.contains(shown, "That loses.")
		shown = w.refused(w.bob.ClickLabel(shown, "Try again"), "3 choices win")
		shown = w.answerBy(w.bob, shown, games.Move{Where: "3", Count: 1})
		w.contains(shown, "Right", "in 2 tries")
		shown = w.refused(w.bob.ClickLabel(shown, "Next"), "and this?", "Puzzle 2 of 2")
		w.contains(w.answerBy(w.bob, shown, games.Move{Where: "R", Count: 1}), "Right", "at the first try")
		w.refused(w.carol.Slash(w.general, "class", sets), "There is no such class")
	})
}
