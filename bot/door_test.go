package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// A stranger who says hello, on a server or directly, gets the front door in the same channel.
func TestStrangersGetTheDoor(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		me := w.srv.BotUser().Mention()
		for _, line := range []string{"", " hi", " can you play?"} {
			said := w.alice.Say(w.general, me+line)
			door := w.sees(w.general, "The Nim family of games")
			if door.ReplyTo != said.ID || !door.Pings.None() || !strings.HasPrefix(labels(door), "Play, Puzzle of the day, Play together, Learn") {
				t.Errorf("%q is answered by %+v", line, door)
			}
			w.srv.Delete(door)
		}
		if n := len(w.srv.AddDM(w.alice).Messages()); n > 0 {
			t.Errorf("alice got %d direct messages", n)
		}
		dm := w.srv.AddDM(w.bob)
		w.bob.Say(dm, "what is this")
		door := w.sees(dm, "The Nim family of games")
		board := w.answer(w.bob.ClickLabel(door, "Play"))
		w.contains(board, "match 1")
		// During a match any text is read as a move.
		w.bob.Say(dm, "hi")
		w.sees(dm, "is not a move here")
	})
}

// A friend is chosen from a menu of people, before or after the game.
func TestFriendIsChosen(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		door := w.refused(w.alice.Slash(w.general, "play"))
		w.refused(w.alice.SelectUser(door, "Challenge a friend", w.alice), "You can't challenge yourself")
		w.refused(w.alice.SelectUser(door, "Challenge a friend", w.srv.AddBotUser("robot")), "other bots can't play here")
		form := w.alice.SelectUser(door, "Challenge a friend", w.bob)
		if got := w.shownForm(form); got != "game opponent size terms" {
			t.Errorf("the form asks for %s", got)
		}
		w.contains(w.answer(w.alice.Submit(form, map[string]string{"game": "end-nim"})), "Challenge: End-Nim", "<@"+w.bob.ID+">")
		if got := w.pinged(w.general); !slices.Equal(got, []string{"bob"}) {
			t.Errorf("pinged: %v", got)
		}
		page := w.refused(w.carol.Slash(w.srv.AddGuild("another").AddChannel("den"), "play"))
		page = w.refused(w.carol.Tap(page, "Nim"), "Take any number")
		challenge := w.answer(w.carol.SelectUser(page, "Challenge a friend", w.bob))
		w.contains(challenge, "Challenge: Nim", "<@"+w.carol.ID+"> challenges <@"+w.bob.ID+">")
		// A menu that names an unknown person changes nothing.
		w.refused(w.carol.Interact(w.general, 3, `{"custom_id": "n1:challenge::variant=nim:opponent", "component_type": 5, "values": ["42"]}`), "out of date")
	})
}

// Text after a puzzle or a lesson answers it, both directly and by a mention. The channel does not
// see the answer.
func TestTextAnswersWhatWasAsked(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		dm, me := w.srv.AddDM(w.alice), w.srv.BotUser().Mention()
		w.answer(w.alice.Slash(dm, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		w.alice.Say(dm, "1-1")
		w.sees(dm, " won! · Nim")
		w.answer(w.alice.Slash(dm, "learn"))
		w.alice.Say(dm, "1-1")
		w.sees(dm, "breaks the rule")

		w.carol.RefuseDMs()
		w.refused(w.carol.Slash(w.general, "learn"), "Lesson 1")
		w.carol.Say(w.general, me+" 1-1")
		if told := w.sees(w.general, "Only you should see this answer"); strings.Contains(told.Text(), "1-1") {
			t.Errorf("everybody reads %q", told.Text())
		}
		// During a match the answer does not become a move.
		board := w.answer(w.bob.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "5 7 1"), discordtest.Opt("first", "me")))
		w.refused(w.bob.Slash(w.general, "learn"), "Lesson 1")
		w.bob.Say(w.general, me+" 1-1")
		w.sees(w.srv.AddDM(w.bob), "I took that as your answer to the exercise.")
		if now, err := w.general.WaitMessage(soon(t), func(m *discordtest.Message) bool { return m.ID == board.ID }); err != nil || strings.Contains(now.Text(), "move 3 ·") {
			t.Errorf("the board says %q, %v", now.Text(), err)
		}
		w.bob.Say(w.general, me+" /move 1-1")
		w.board(w.general, board.ID, "move 3 ·")
	})
}
