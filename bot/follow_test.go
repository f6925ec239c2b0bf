package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/match"
)

// Whoever watches a match follows it behind its board, and is told of its end directly. Whoever
// accepts no direct messages is told nowhere.
func TestFollow(t *testing.T) {
	in(t, playSwept, func(t *testing.T, w *world) {
		dave := w.srv.AddUser("dave")
		board := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("variant", "nim"), discordtest.Opt("position", "3 4"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		board = w.answer(w.bob.Tap(board, "Accept"))
		follow := func(u *discordtest.User, tap string, wants ...string) {
			t.Helper()
			more := w.refused(u.Tap(board, "More"), "What else would you like?")
			if after := w.refused(u.Tap(more, tap), wants...); after.ID != more.ID {
				t.Error("a tap is answered by a message of its own")
			}
		}
		follow(w.carol, "Follow", "You follow match 1")
		follow(w.carol, "Unfollow", "You no longer follow match 1")
		follow(w.carol, "Follow", "You follow match 1")
		follow(dave, "Follow", "You follow match 1")
		dave.RefuseDMs()
		w.refused(w.alice.Slash(w.general, "follow"), "You play in this match yourself")

		w.answer(w.alice.Tap(w.refused(w.alice.Slash(w.general, "resign")), "Yes, resign"))
		dm := w.srv.AddDM(w.carol)
		told := w.sees(dm, "the match that you follow is over")
		w.contains(told, "match 1", "<@"+w.bob.ID+"> wins", "<#"+w.general.ID+">")
		if !slices.Equal(told.Pings.Users, []string{w.carol.ID}) {
			t.Errorf("pinged are %+v", told.Pings)
		}
		w.eventually("all to be said", func() bool {
			n, _, err := w.outbox.(match.Store).Backlog(t.Context(), match.DiscordFront)
			return err == nil && n == 0
		})
		for _, m := range w.general.Messages() {
			if strings.Contains(m.Text(), "you follow") && !m.Ephemeral {
				t.Errorf("everybody reads %q", m.Text())
			}
		}
		if n := len(dm.Messages()); n != 1 {
			t.Errorf("carol has %d direct messages", n)
		}
	})
}

// Where a server has switched off what is said unasked, the board of a match still comes true.
func TestQuietServer(t *testing.T) {
	in(t, playSwept, func(t *testing.T, w *world) {
		challenge := w.answer(w.carol.Slash(w.general, "challenge", discordtest.Opt("variant", "nim"), discordtest.BoolOpt("open", true)))
		w.answer(w.bob.ClickLabel(challenge, "Accept"))
		w.sets(w.alice, w.general, "server-news", "off", "Done.")
		w.refused(w.alice.Slash(w.general, "end", discordtest.Opt("match", "1")), "Done.")
		w.board(w.general, challenge.ID, "ended by a moderator")
		w.eventually("all to be said", func() bool {
			n, _, err := w.outbox.(match.Store).Backlog(t.Context(), match.DiscordFront)
			return err == nil && n == 0
		})
		for _, m := range w.general.Messages() {
			if strings.Contains(m.Text(), "A moderator has ended match 1.") && !m.Ephemeral {
				t.Errorf("said is %q", m.Text())
			}
		}
	})
}
