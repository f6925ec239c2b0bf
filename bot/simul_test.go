package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// aside waits for what an interaction tells its user alone beside the answer.
func (w *world) aside(in *discordtest.Interaction, text string) *discordtest.Message {
	w.Helper()
	w.answer(in)
	var told *discordtest.Message
	w.eventually("an aside with "+text, func() bool {
		i := slices.IndexFunc(in.Followups(), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), text) })
		if i >= 0 {
			told = in.Followups()[i]
		}
		return i >= 0
	})
	if !told.Ephemeral {
		w.Errorf("everybody sees %q", told.Text())
	}
	return told
}

// Somebody plays five others at once: one game each, in five threads. The list of boards and what
// is told after a move lead from one to the next.
func TestSimulOnDiscord(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		others := []*discordtest.User{w.bob, w.carol, w.srv.AddUser("dave"), w.srv.AddUser("erin"), w.srv.AddUser("frank")}
		m := w.answer(w.alice.Slash(w.general, "tournament", discordtest.Opt("action", "create"), discordtest.Opt("name", "Friday"),
			discordtest.Opt("format", "simul"), discordtest.Opt("variant", "end-nim")))
		w.refused(w.alice.ClickLabel(m, "Join"), "You play everybody who joins")
		for _, u := range others {
			w.refused(u.ClickLabel(m, "Join"), "You are in.")
		}
		m = w.board(w.general, m.ID, "5 of 30 places")
		w.refused(w.alice.ClickLabel(m, "Start now"), "It begins")
		w.thread(5)
		threads := map[string]*discordtest.Channel{}
		for i, u := range others {
			thread := w.general.Threads()[i]
			threads[u.ID] = thread
			called := discordtest.Body{}
			_, err := thread.WaitMessage(soon(t), func(m *discordtest.Message) bool { // it may have been brought up to date since
				return slices.ContainsFunc(m.History, func(b discordtest.Body) bool {
					called = b
					return strings.Contains(b.Text(), u.Mention()+", you play "+w.alice.Mention()+" here, one game")
				})
			})
			if w.ok(err); !slices.Equal(called.Pings.Users, []string{u.ID}) {
				t.Errorf("the thread of %s calls %v", u.Name, called.Pings.Users)
			}
		}
		w.refused(w.carol.Slash(threads[w.bob.ID], "move", discordtest.Opt("move", "L-1")), "not playing")

		first := []*discordtest.User{others[3], w.bob, w.carol}
		for _, u := range first {
			w.answer(u.Slash(threads[u.ID], "move", discordtest.Opt("move", "L-1")))
		}
		m = w.board(w.general, m.ID, "5 still to end")
		list := w.refused(w.alice.ClickLabel(m, "My boards"), "3 of 5 wait for you")
		at := -1
		for _, u := range first {
			next := strings.Index(list.Text(), "<#"+threads[u.ID].ID+">")
			if next <= at {
				t.Errorf("the list does not begin with whoever waits longest: %q", list.Text())
			}
			at = next
		}
		next := w.aside(w.alice.Slash(threads[first[0].ID], "move", discordtest.Opt("move", "L-1")), "<#"+threads[w.bob.ID].ID+">")
		w.contains(next, "Then 1 more.")
		w.contains(w.answer(w.alice.ClickLabel(next, "My boards")), "2 of 5 wait for you")

		// One board after another ends: the leader gives up two.
		for i, u := range others {
			loser := u
			if i < 2 {
				loser = w.alice
			}
			w.gives(loser, threads[u.ID])
			w.ok(threads[u.ID].WaitArchived(soon(t)))
		}
		over := w.sees(w.general, "**Friday is over.**")
		w.contains(over, "has won 3 and lost 2.")
		final := w.board(w.general, m.ID, "has won 3 and lost 2.")
		w.contains(final, w.bob.Mention()+": won", w.carol.Mention()+": won", others[4].Mention()+": lost")
		for _, u := range others {
			for _, said := range threads[u.ID].Messages() {
				if slices.ContainsFunc(said.History, func(b discordtest.Body) bool { return slices.Contains(b.Pings.Users, w.alice.ID) }) {
					t.Errorf("the leader is called by %q", said.Text())
				}
			}
		}
	})
}
