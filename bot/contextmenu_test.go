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

// The context menu of a message analyzes a position, on a board or in a text.
func TestAnalyzeMessage(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim/misere"), discordtest.Opt("position", "1 2 3"),
			discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		w.refused(w.carol.OnMessage(board, "Analyze position"), "Misère Nim: 1 2 3", "perfect play")
		w.answer(w.bob.ClickLabel(board, "Accept"))
		w.answer(w.alice.Slash(w.general, "move", discordtest.Opt("move", "3-1")))
		w.refused(w.carol.OnMessage(w.sees(w.general, "Position: 1 2 2"), "Analyze position"), "Misère Nim: 1 2 2", "next player wins")

		elsewhere := w.srv.AddGuild("elsewhere").AddChannel("elsewhere")
		for said, want := range map[string]string{
			"end-nim 3 5 2":                                         "End-Nim: 3 5 2",
			"Who wins End-Nim from 3 5 2, please?":                  "End-Nim: 3 5 2",
			"/challenge game:nim/misere position:4 4 1 first:me":    "Misère Nim: 4 4 1",
			"In split-nim/3, look:\n```\n7 8\n```":                  "Split-3-Nim: 7 8",
			"partizan end-nim `2 4 1`":                              "Partizan End-Nim: 2 4 1",
			"I lost\nNim, match 12\nWe play.\nPosition: 7 1 2\n`x`": "Nim: 7 1 2",
		} {
			m := w.refused(w.carol.OnMessage(w.bob.Say(elsewhere, said), "Analyze position"), want)
			if len(m.Buttons()) == 0 {
				t.Errorf("%q: nothing can be done with %q", said, m.Text())
			}
		}
		for _, said := range []string{
			"", "hello", "nim", "3 5 2", "end-nim three five two", "nimatron 3 5 2", "nim 1 2 3…", "chess 1 2 3", "nim -1", "@everyone \u202e",
		} {
			w.refused(w.carol.OnMessage(w.bob.Say(elsewhere, said), "Analyze position"), "can't find a complete position")
		}
	})
}

// A player in a rated match gets no advice from a message's context menu.
func TestNoAdviceByMessage(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		challenge := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.BoolOpt("rated", true), discordtest.UserOpt("opponent", w.bob)))
		w.refused(w.carol.OnMessage(challenge, "Analyze position"), "can't find a complete position") // the start stays secret until a challenge is accepted
		board := w.answer(w.bob.ClickLabel(challenge, "Accept"))
		elsewhere := w.srv.AddGuild("elsewhere").AddChannel("elsewhere")
		said := w.carol.Say(elsewhere, "end-nim 3 5 2")
		for _, u := range []*discordtest.User{w.alice, w.bob} {
			for _, m := range []*discordtest.Message{board, said} {
				if got := w.refused(u.OnMessage(m, "Analyze position"), "rated"); len(got.Buttons()) > 0 {
					t.Errorf("%s is told %q", u.Name, got.Text())
				}
			}
		}
		w.refused(w.carol.OnMessage(said, "Analyze position"), "End-Nim: 3 5 2")
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
