package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// A new mark is told to the one who has it, below the end of a match, and shown to everybody
// only by its button. Where it can't be told alone it is not told.
func TestNewMarkIsForOne(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		beat := func(u *discordtest.User) {
			m := storagetest.Between(match.Player{ID: u.ID, Name: "somebody"}, match.Bot)
			m.Channel, m.Rated, m.Chosen, m.Lesson, m.Level = "elsewhere", false, false, "", match.Strong
			storagetest.Finish(t, w.outbox.(match.Store), m, storagetest.LeftWins)
		}
		public := func() bool {
			return slices.ContainsFunc(w.general.Messages(), func(m *discordtest.Message) bool {
				return strings.Contains(m.Text(), "new mark") || strings.Contains(m.Text(), "Strong beaten")
			})
		}
		me := w.srv.BotUser().Mention()
		beat(w.bob)
		w.bob.RefuseDMs()
		w.bob.Say(w.general, me+" /challenge variant:end-nim position:40 9 9 40 first:me")
		w.sees(w.general, "match 2")
		w.bob.Say(w.general, me+" L-1")
		w.bob.Say(w.general, me+" /resign sure:true")
		w.sees(w.general, "resigned")
		w.bob.Say(w.general, me+" /variants") // whose answer comes after all of that
		w.sees(w.general, "The answer is for you alone")
		if told, err := w.outbox.(match.Store).Deeds(t.Context(), w.bob.ID); err != nil || len(told.Told) != 1 || public() {
			t.Errorf("bob: noted as told %v, %v; told to all: %v", told.Told, err, public())
		}

		beat(w.alice)
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "40 9 9 40"), discordtest.Opt("first", "me")))
		w.answer(w.alice.Slash(w.general, "move", discordtest.Opt("move", "L-1")))
		told := w.aside(w.alice.ClickLabel(w.refused(w.alice.Slash(w.general, "resign")), "Yes, resign"), "Strong beaten")
		if public() {
			t.Fatalf("told is %+v, to all: %v", told, public())
		}
		w.answer(w.alice.Tap(told, "Show everyone"))
		w.sees(w.general, "Strong beaten")
	})
}
