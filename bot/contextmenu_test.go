package bot

import (
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/internal/discordtest"
)

// A user's context menu has the commands Challenge and Profile.
func TestOnPerson(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		open := w.alice.OnPerson(w.general, "Challenge", w.bob)
		if got, want := w.shownForm(open), "game opponent size terms"; got != want {
			t.Errorf("the form asks for %s, want %s", got, want)
		}
		w.contains(w.answer(w.alice.Submit(open, map[string]string{"game": "nim"})), "challenges <@"+w.bob.ID+">", "Nim")

		open = w.carol.OnPerson(w.general, "Challenge", w.srv.BotUser())
		if got, want := w.shownForm(open), "game against size terms"; got != want {
			t.Errorf("against the bot the form asks for %s, want %s", got, want)
		}
		w.refused(w.bob.OnPerson(w.general, "Challenge", w.bob), "You can't challenge yourself")
		w.refused(w.bob.OnPerson(w.general, "Profile", w.alice), "<@"+w.alice.ID+"> hasn't finished a match yet")
		w.refused(w.bob.OnPerson(w.general, "Profile", w.srv.BotUser()))
	})
}

// The context menu of a message analyzes a position on a board or in a text.
func TestAnalyzeMessage(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim/misere"), discordtest.Opt("position", "1 2 3"),
			discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		w.refused(w.carol.OnMessage(board, "Analyze position"), "Misère Nim: 1 2 3", "perfect play")
		elsewhere := w.srv.AddGuild("elsewhere").AddChannel("elsewhere")
		m := w.refused(w.carol.OnMessage(w.bob.Say(elsewhere, "Who wins End-Nim from 3 5 2, please?"), "Analyze position"), "End-Nim: 3 5 2")
		if len(m.Buttons()) == 0 {
			t.Errorf("nothing can be done with %q", m.Text())
		}
		w.refused(w.carol.OnMessage(w.bob.Say(elsewhere, "@everyone \u202e"), "Analyze position"), "can't find a complete position")
	})
}

// Buttons in somebody else's message are ignored, and an incomplete interaction is answered.
func TestForgedTargets(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		message := func(author string, ids ...string) string {
			var buttons []string
			for _, id := range ids {
				buttons = append(buttons, `{"type":2,"custom_id":"`+id+`"}`)
			}
			return `{"type":3,"name":"Analyze position","target_id":"5","resolved":{"messages":{"5":{"content":"nim 1 2\nPosition: 3 4","author":{"id":"` + author +
				`"},"components":[{"type":17,"components":[{"type":99,"id":"x"},{"type":1,"components":[` + strings.Join(buttons, ",") + `]}]}]}}}}`
		}
		own, button := w.srv.BotUser().ID, "n1:study analyze::game=end-nim&position=3+5+2"
		w.refused(w.alice.Interact(w.general, 2, message(own, button)), "End-Nim: 3 5 2")
		w.refused(w.alice.Interact(w.general, 2, message(w.bob.ID, button)), "Nim: 3 4")
		w.refused(w.alice.Interact(w.general, 2, message(own, "n1:rules::game=nim", button)), "Nim: 3 4")
		w.refused(w.alice.Interact(w.general, 2, message(own, "n1:match resign:m99.1:", "n1:rules::game=end-nim", button)), "End-Nim: 3 5 2")
		for _, data := range []string{
			`{"type":3,"name":"Analyze position","target_id":"5"}`, `{"type":2,"name":"Challenge","target_id":"5","resolved":{}}`,
			`{"type":2,"name":"Profile"}`, `{"type":3,"name":"Profile","target_id":"5"}`, `{"type":4,"name":"Launch"}`, `{"type":2}`, `{"type":2,"resolved":7}`,
		} {
			w.refused(w.alice.Interact(w.general, 2, data))
		}
	})
}

// Each entry of the context menus either answers nothing but questions about positions, which the service
// closes while a game counts, or none.
func TestContextMenuIsDecided(t *testing.T) {
	for _, entry := range contextMenu {
		c := commands.Find(entry.Command)
		if closed := entry.name == "Analyze position"; c.Answers != closed || !closed && entry.Command != "challenge" && entry.Command != "profile" {
			t.Errorf("%s: closed %v", entry.name, c.Answers)
		}
	}
}
