package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// A stranger says hello, in a server and directly, and gets the front door where that was.
func TestStrangersGetTheDoor(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		me := w.srv.BotUser().Mention()
		for _, line := range []string{"", " hi", " can you play?"} {
			said := w.alice.Say(w.general, me+line)
			door := w.sees(w.general, "a whole family")
			if door.ReplyTo != said.ID || !door.Pings.None() || !strings.HasPrefix(labels(door), "Play, Puzzle of the day, Learn") {
				t.Errorf("%q is answered by %+v", line, door)
			}
			w.srv.Delete(door)
		}
		if n := len(w.srv.AddDM(w.alice).Messages()); n > 0 {
			t.Errorf("alice got %d direct messages", n)
		}
		dm := w.srv.AddDM(w.bob)
		w.bob.Say(dm, "what is this")
		door := w.sees(dm, "a whole family")
		board := w.answer(w.bob.ClickLabel(door, "Play"))
		w.contains(board, "match 1")
		// What does not look like a move is one in a match all the same.
		w.bob.Say(dm, "hi")
		w.sees(dm, "is not a move here")
	})
}

// Somebody who only taps gets from the door to a match, and to all else that stands there.
func TestDoorIsTapped(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		door := w.refused(w.alice.Slash(w.general, "play"), "a whole family")
		if menus := door.Menus(); len(menus) != 1 || len(menus[0].Options) < 20 || menus[0].Options[0].Description == "" {
			t.Fatalf("the menus are %+v", menus)
		}
		page := w.refused(w.alice.Tap(door, "Fork-lift Nim"), "Take boxes from one stack")
		if page.ID != door.ID || len(page.Files) != 1 {
			t.Errorf("the page is %+v", page)
		}
		door = w.refused(w.alice.Tap(page, "All games"), "a whole family")
		help := w.refused(w.alice.Tap(door, "Help"), "a whole family")
		topic := w.refused(w.alice.Tap(help, "For students"), "/analyze")
		door = w.refused(w.alice.Tap(topic, "Back to the start"), "a whole family")
		w.refused(w.alice.Tap(door, "Puzzle of the day"), "Puzzle of the day")
		door = w.refused(w.alice.Slash(w.general, "play"), "a whole family")
		board := w.answer(w.alice.Tap(door, "Play"))
		if board.Ephemeral {
			t.Error("the match is hidden")
		}
		w.contains(board, "match 1", "casual")
		// The door is still there, and somebody taps twice.
		again := w.refused(w.alice.Tap(door, "Play"), "You are playing in this channel already")
		w.contains(w.answer(w.alice.Tap(again, "Show the board")), "match 1")
		// Another one has seen the ids of its buttons, and gets a match too, in a thread.
		stolen := door.Buttons()[slices.IndexFunc(door.Buttons(), func(b discordtest.Component) bool { return b.Label == "Play" })].CustomID
		busy := w.refused(w.bob.ClickRaw(board, stolen), "A match is being played in this channel already")
		w.answer(w.bob.Tap(busy, "Play in a thread"))
		threads := w.general.Threads()
		if len(threads) != 1 {
			t.Fatalf("%d threads", len(threads))
		}
		w.sees(threads[0], "match 2")
		w.refused(w.bob.Tap(busy, "Play in a direct message"), "Your match is here")
		w.sees(w.srv.AddDM(w.bob), "match 3")
		w.refused(w.bob.Tap(busy, "Play in a direct message"), "We are playing in our direct messages already")
		w.carol.RefuseDMs()
		w.refused(w.carol.Tap(w.refused(w.carol.ClickRaw(board, stolen)), "Play in a direct message"), "You accept no direct messages")
	})
}

// A friend is chosen from a menu of people, before the game or after it.
func TestFriendIsChosen(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		door := w.refused(w.alice.Slash(w.general, "play"))
		w.refused(w.alice.SelectUser(door, "Challenge a friend", w.alice), "You can't challenge yourself")
		w.refused(w.alice.SelectUser(door, "Challenge a friend", w.srv.AddBotUser("robot")), "other bots don't play")
		form := w.alice.SelectUser(door, "Challenge a friend", w.bob)
		if got := w.shownForm(form); got != "variant opponent size terms" {
			t.Errorf("the form asks for %s", got)
		}
		w.contains(w.answer(w.alice.Submit(form, map[string]string{"variant": "end-nim"})), "A challenge: End-Nim", "<@"+w.bob.ID+">")
		if got := w.pinged(w.general); !slices.Equal(got, []string{"bob"}) {
			t.Errorf("pinged: %v", got)
		}
		page := w.refused(w.carol.Slash(w.srv.AddGuild("another").AddChannel("den"), "play"))
		page = w.refused(w.carol.Tap(page, "Nim"), "Take any number")
		challenge := w.answer(w.carol.SelectUser(page, "Challenge a friend", w.bob))
		w.contains(challenge, "A challenge: Nim", "<@"+w.carol.ID+"> challenges <@"+w.bob.ID+">")
		// A menu of people that names nobody Discord knows does nothing.
		w.refused(w.carol.Interact(w.general, 3, `{"custom_id": "n1:challenge::variant=nim:opponent", "component_type": 5, "values": ["42"]}`), "out of date")
	})
}

// A command that is said answers in private, where what leads on works as well.
func TestDoorByDirectMessage(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" play")
		dm := w.srv.AddDM(w.alice)
		door := w.sees(dm, "a whole family")
		w.contains(w.answer(w.alice.Tap(door, "Tree Nim")), "Take any number from the end of a branch")
		w.contains(w.answer(w.alice.Tap(door, "Play")), "match 1")
	})
}

// What is written after a puzzle or a lesson answers it, directly and by a mention, and is no
// secret that is told to a channel.
func TestTextAnswersWhatWasAsked(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		dm, me := w.srv.AddDM(w.alice), w.srv.BotUser().Mention()
		w.answer(w.alice.Slash(dm, "challenge", discordtest.Opt("variant", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		w.alice.Say(dm, "1-1")
		w.sees(dm, " wins · Nim")
		w.answer(w.alice.Slash(dm, "learn"))
		w.alice.Say(dm, "1-1")
		w.sees(dm, "breaks the rule")

		w.carol.RefuseDMs()
		w.refused(w.carol.Slash(w.general, "learn"), "Lesson 1")
		w.carol.Say(w.general, me+" 1-1")
		if told := w.sees(w.general, "for you alone"); strings.Contains(told.Text(), "1-1") {
			t.Errorf("everybody reads %q", told.Text())
		}
		// A match goes on, and the answer does not get into it.
		board := w.answer(w.bob.Slash(w.general, "challenge", discordtest.Opt("variant", "nim"), discordtest.Opt("position", "5 7 1"), discordtest.Opt("first", "me")))
		w.refused(w.bob.Slash(w.general, "learn"), "Lesson 1")
		w.bob.Say(w.general, me+" 1-1")
		w.sees(w.srv.AddDM(w.bob), "This was your answer to the exercise.")
		if now, err := w.general.WaitMessage(soon(t), func(m *discordtest.Message) bool { return m.ID == board.ID }); err != nil || strings.Contains(now.Text(), "move 3 ·") {
			t.Errorf("the board says %q, %v", now.Text(), err)
		}
		w.bob.Say(w.general, me+" /move 1-1")
		w.board(w.general, board.ID, "move 3 ·")
	})
}

// Both press Rematch.
func TestBothPressRematch(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		challenge := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("variant", "nim"), discordtest.Opt("position", "1"), discordtest.UserOpt("opponent", w.bob), discordtest.Opt("first", "me")))
		w.answer(w.bob.Tap(challenge, "Accept"))
		w.answer(w.alice.Slash(w.general, "move", discordtest.Opt("move", "1-1")))
		end := w.sees(w.general, " wins · Nim")
		w.contains(w.answer(w.alice.Tap(end, "Rematch")), "challenges <@"+w.bob.ID+">")
		w.answer(w.bob.Tap(end, "Rematch"))
		w.sees(w.general, "match 2")
	})
}
