package bot

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// toMove finds the player to move in a message.
var toMove = regexp.MustCompile(`\*\*(?:\S+ )?<@(\d+)>[^*]*\*\*`)

// moveTaps returns the labels on a board for moves and half moves.
func moveTaps(m *discordtest.Message) []string {
	return slices.DeleteFunc(m.Taps(), func(label string) bool {
		first, _, _ := strings.Cut(label, " ")
		return slices.Contains([]string{"Hint", "More", "Back", "Other…"}, first)
	})
}

// calls counts the REST calls so far.
func (w *world) calls() int { return len(w.srv.Requests()) }

// A match gets a thread, which is archived at the end.
func TestMatchInAThread(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		thread := discordtest.BoolOpt("thread", true)
		told := w.answer(w.alice.Slash(w.general, "challenge", thread,
			discordtest.Opt("game", "nim"), discordtest.Opt("position", "2"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		made := w.general.Threads()
		if len(made) != 1 || !strings.Contains(told.Text(), "<#"+made[0].ID+">") {
			t.Fatalf("%d threads, told %q", len(made), told.Text())
		}
		challenge := w.sees(made[0], "challenges")
		if made[0].Name != "Nim: alice and bob" || !slices.Contains(challenge.Pings.Users, w.bob.ID) || !slices.Contains(challenge.Pings.Users, w.alice.ID) {
			t.Errorf("the thread %q, pinging %v", made[0].Name, challenge.Pings)
		}
		board := w.answer(w.bob.Tap(challenge, "Accept"))
		// The channel stays free.
		w.answer(w.carol.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "5"), discordtest.Opt("first", "me")))
		w.answer(w.alice.Tap(board, "all 2"))
		w.sees(made[0], "won! · Nim")
		must.OK(w, made[0].WaitArchived(soon(t)))

		// A refused challenge leaves no thread behind.
		w.refused(w.alice.Slash(w.general, "challenge", thread, discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", w.alice)), "yourself")
		w.refused(w.alice.Slash(w.general, "challenge", thread, discordtest.Opt("game", "nim"), discordtest.Opt("position", "x")), "position")
		if n := len(w.general.Threads()); n != 1 {
			t.Errorf("%d threads", n)
		}
		w.srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/*/threads", Status: 403, Code: 50013, Message: "Missing Permissions"})
		w.refused(w.alice.Slash(w.general, "challenge", thread, discordtest.Opt("game", "nim")), "I need the permission Create Public Threads")
		w.refused(w.alice.Slash(w.srv.AddDM(w.alice), "challenge", thread, discordtest.Opt("game", "nim")), "no threads here")

		// Somebody else's thread is left alone.
		own := w.general.AddThread(w.alice, "ours")
		board = w.answer(w.alice.Slash(own, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		before := w.calls()
		w.answer(w.alice.Tap(board, "take 1"))
		w.eventually("a look at the thread", func() bool {
			return slices.ContainsFunc(w.srv.Requests()[before:], func(r discordtest.Request) bool { return r.Method == "GET" && r.Path == "/channels/"+own.ID })
		})
		if slices.ContainsFunc(w.srv.Requests()[before:], func(r discordtest.Request) bool { return r.Method == "PATCH" && r.Path == "/channels/"+own.ID }) {
			t.Error("it is archived")
		}
	})
}

// `pings` direct sends a direct message, or a ping in the channel to a person who accepts none.
func TestDirectPings(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.refused(w.bob.Slash(w.general, "settings me", discordtest.Opt("name", "pings"), discordtest.Opt("value", "direct")), "by direct message")
		challenge := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		board := w.answer(w.bob.Tap(challenge, "Accept"))
		board = w.answer(w.alice.Tap(board, "Pile 1: take 1"))
		dm := w.srv.AddDM(w.bob)
		if told := w.sees(dm, "it's your turn in match 1"); !slices.Contains(told.Pings.Users, w.bob.ID) || !strings.Contains(told.Text(), "<#"+w.general.ID+">") {
			t.Errorf("told %q, pinging %v", told.Text(), told.Pings)
		}
		board = w.answer(w.bob.Tap(board, "Pile 1: take 1"))
		w.bob.RefuseDMs()
		w.answer(w.alice.Tap(board, "Pile 1: take 1"))
		if told := w.sees(w.general, "it's your turn in match 1"); !slices.Contains(told.Pings.Users, w.bob.ID) {
			t.Errorf("told %q, pinging %v", told.Text(), told.Pings)
		}
		if n := len(dm.Messages()); n != 1 {
			t.Errorf("%d direct messages", n)
		}
	})
}
