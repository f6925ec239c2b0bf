package bot

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/storage"
)

// begin starts a match of Alice against the bot and returns its board.
func (w *world) begin() *discordtest.Message {
	w.Helper()
	board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"),
		discordtest.Opt("position", "40 9 9 40"), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
	w.contains(board, "match 1")
	w.painted()
	return board
}

// moves returns the number of Alice's moves in the database.
func (w *world) moves() (n int) {
	w.Helper()
	m := must.Get(w.outbox.(storage.Store).LastMatch(w.Context(), w.general.ID))(w)
	for _, move := range m.Moves {
		if !m.Player(move.Actor).IsBot() {
			n++
		}
	}
	return n
}

// settled waits until the bot has answered a further request in the same channel.
func (w *world) settled() {
	w.Helper()
	w.refused(w.alice.Slash(w.general, "help"))
	w.refused(w.alice.Slash(w.general, "match claim"))
}

// A mention that is delivered repeatedly gets one answer.
func TestMentionDeliveredAgain(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.begin()
		said := w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		w.srv.Again(said)
		w.sees(w.general, "took 1 from the left end")
		w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
		w.srv.Again(said)
		wrong := w.bob.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		w.srv.Again(wrong)
		w.sees(w.general, "You aren't playing in this match")
		w.settled()
		if n := w.moves(); n != 1 {
			t.Errorf("%d moves were made", n)
		}
		if n, dm := len(w.general.Messages()), len(w.srv.AddDM(w.bob).Messages()); n != 5 || dm != 0 {
			t.Errorf("%d messages and %d to Bob, want three by the bot, three by people and none to Bob", n, dm)
		}
	})
}

// dying is a service that commits and then never answers, as if the process were killed.
type dying struct {
	*commands.Service
	done chan struct{}
	over <-chan struct{} // when the test ends
}

func (d dying) Do(ctx context.Context, r commands.Request) view.Reply {
	reply := d.Service.Do(ctx, r)
	if r.Command == "move" {
		close(d.done)
		<-d.over
	}
	return reply
}

// A process dies after carrying a request out and before answering it. The second delivery is
// answered with the current state, so the user does not see the bot think forever.
func TestCrashBeforeAnswer(t *testing.T) {
	for _, deferred := range []bool{true, false} {
		inBubble(t, fmt.Sprint("deferred ", deferred), func(t *testing.T) {
			w := newWorld(t)
			w.dir = t.TempDir()
			w.tolerate("40060")
			w.timing.drain = time.Millisecond
			path := filepath.Join(w.dir, "nimatron.db")
			d := dying{w.real(path), make(chan struct{}), t.Context().Done()}
			w.serve(d)
			w.begin()
			in := w.move(w.alice, "L-1")
			wait(t, d.done, "the move")
			if deferred {
				w.deferral(in)
			}
			w.serve(w.real(path))
			in.Again()
			w.contains(w.answer(in), "already done", "move 3 ·")
			if n := w.moves(); n != 1 {
				t.Errorf("%d moves were made", n)
			}
		})
	}
}

// Outdated boards are repaired when a new session begins.
func TestReconciledAfterAFailedResume(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.dir = t.TempDir()
		w.timing.front.Boards = time.Hour // only when a session begins
		service := w.real(filepath.Join(w.dir, "nimatron.db"))
		w.serve(service)
		board := w.begin()
		reply := service.Do(t.Context(), commands.Request{ // not through Discord
			Command: "move", Options: map[string]string{"move": "L-1"}, By: commands.User{ID: w.alice.ID}, Channel: w.general.ID,
		})
		if !strings.Contains(reply.Card.Footer, "39 9 9 39") {
			t.Fatalf("%+v", reply.Card)
		}
		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtResume, Send: []string{discordtest.InvalidSession}})
		w.srv.Disconnect()
		w.board(w.general, board.ID, "move 3 ·")
		if s := w.srv.GatewayStats(); s.Identifies != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// The bot loses the permission to write during a match. Commands still work, their answers show the
// board, and the players read which permission is missing.
func TestPermissionsTakenAway(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.begin()
		w.srv.Fail(discordtest.Fault{Method: "PATCH", Path: "/channels/*/messages/*", Status: 403, Code: 50013, Message: "Missing Permissions", Times: 1000})
		w.srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/" + w.general.ID + "/messages", Status: 403, Code: 50013, Message: "Missing Permissions", Times: 1000})
		w.contains(w.answer(w.move(w.alice, "L-1")), "took 1 from the left end")
		w.eventually("an edit that fails", func() bool { return strings.Contains(w.logged.String(), "not kept up to date") })
		next := w.move(w.alice, "L-1")
		w.contains(w.answer(next), "38 9 9 38", "move 5 ·")
		w.eventually("a word of what is lacking", func() bool {
			for _, m := range next.Followups() {
				if m.Ephemeral && strings.Contains(m.Text(), "can't write in this channel") {
					return true
				}
			}
			return false
		})
		w.contains(w.answer(w.move(w.alice, "L-1")), "37 9 9 37", "move 7 ·")

		// The mention can't be answered there, so Carol gets a direct message.
		w.carol.Say(w.general, w.srv.BotUser().Mention()+" /match board")
		w.eventually("the mention's answer fails", func() bool {
			return strings.Contains(w.logged.String(), "a request was not answered")
		})
		if n := w.moves(); n != 3 {
			t.Errorf("%d moves were made", n)
		}
	})
}

// A board that Discord edits no more, because it is old and was edited often, is posted again.
func TestBoardTooOld(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		board := w.begin()
		w.srv.Fail(discordtest.Fault{Method: "PATCH", Path: "/channels/*/messages/*", Status: 429, Code: 30046, RetryAfter: time.Hour, Times: 1000,
			Message: "Maximum number of edits to messages older than 1 hour reached"})
		said := time.Now()
		w.carol.Say(w.general, w.srv.BotUser().Mention()+" hello")
		w.answer(w.move(w.alice, "L-1"))
		again := w.sees(w.general, "move 3 ·")
		inTime(t, "a new board", time.Since(said), 20*time.Second)
		if again.ID == board.ID || len(again.Buttons()) == 0 {
			t.Errorf("the board is %q", again.Text())
		}
	})
}

// A board that a user deletes is posted again. A deleted channel does no harm.
func TestBoardDeleted(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		board := w.begin()
		w.srv.Delete(board)
		w.answer(w.move(w.alice, "L-1"))
		again := w.sees(w.general, "move 3 ·")
		w.answer(w.move(w.alice, "L-1"))
		w.board(w.general, again.ID, "move 5 ·")
		w.srv.Fail(discordtest.Fault{Path: "/channels/*/messages*", Status: 404, Code: 10003, Message: "Unknown Channel", Times: 1000})
		w.srv.Fail(discordtest.Fault{Path: "/channels/*/messages/*", Status: 404, Code: 10003, Message: "Unknown Channel", Times: 1000})
		w.contains(w.answer(w.move(w.alice, "L-1")), "took 1 from the left end")
		w.settled()
	})
}

// Requests that were answered before are dropped without warnings, each with a line in the log.
func TestManyDeliveredAgain(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.tolerate("already been acknowledged")
		var all []*discordtest.Interaction
		for n := range 30 {
			in := w.alice.Slash(w.general, "help")
			if n%3 == 0 {
				in = w.alice.Autocomplete(w.general, "rules", "game", "end")
				must.Get(in.Choices(soon(t)))(w)
			} else {
				w.answer(in)
			}
			all = append(all, in)
		}
		w.logged = &buffer{}
		w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
		for _, in := range all {
			in.Again()
		}
		w.refused(w.alice.Slash(w.general, "help"))
		w.eventually("all autocompletions", func() bool {
			return strings.Count(w.logged.String(), "acknowledged by somebody else") == len(all)
		})
		w.stop()
		log := w.logged.String()
		if n, dropped := strings.Count(log, "level=WARN"), strings.Count(log, "level=INFO msg=\"an interaction was answered before"); n != 0 || dropped != 20 {
			t.Errorf("%d lines of the log warn, %d interactions are dropped", n, dropped)
		}
	})
}

// A request that waited too long is dropped, and the user reads so.
func TestWaitedTooLong(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(&fake{do: func(_ context.Context, r commands.Request) view.Reply {
			if r.Command == "help" {
				t.Error("it is begun")
			}
			time.Sleep(14 * time.Minute)
			return view.Reply{Text: "done"}
		}})
		w.alice.Slash(w.general, "match board")
		w.refused(w.alice.Slash(w.general, "help"), "nothing changed")
	})
}

// An interaction that comes twice at once, while Discord answers late, is answered once.
func TestDeliveredTwiceAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.tolerate("already been acknowledged")
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply {
			return view.Reply{Text: "no", To: view.Private{}} // to a command that is answered publicly
		}})
		w.srv.SetLatency(2800 * time.Millisecond)
		in := w.alice.Slash(w.general, "match board")
		time.Sleep(30 * time.Millisecond)
		in.Again()
		w.refused(in, "no")
		time.Sleep(time.Minute)
		if n := len(in.Followups()); n > 0 || in.Original() == nil || in.Original().Deleted {
			t.Errorf("the answer is replaced by %d others", n)
		}
	})
}
