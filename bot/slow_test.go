package bot

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// ponderous is a service whose moves in one channel hang until released.
type ponderous struct {
	*commands.Service
	channel  string
	released chan struct{}
}

func (p *ponderous) Do(ctx context.Context, r commands.Request) view.Reply {
	if r.Command == "move" && r.Channel == p.channel {
		<-p.released
	}
	return p.Service.Do(ctx, r)
}

// stuck is a store whose writes of moves hang until released.
type stuck struct {
	storage.Store
	released chan struct{} // nil while the disk works
}

func (s *stuck) Append(ctx context.Context, id, version int64, c match.Change) (match.Appended, error) {
	if s.released != nil {
		<-s.released
	}
	return s.Store.Append(ctx, id, version, c)
}

// painted waits until every message shows the newest state, and is recorded so.
func (w *world) painted() {
	w.Helper()
	w.eventually("all boards are painted", func() bool {
		boards, err := w.outbox.LaggingBoards(w.Context(), match.DiscordFront, 9)
		return err == nil && len(boards) == 0
	})
}

// If anything is slow, Discord still gets a first answer in time, other channels are answered, and
// the move is made once.
func TestSlowness(t *testing.T) {
	moves := func(w *world, ch *discordtest.Channel) {
		w.contains(w.answer(w.alice.Slash(ch, "move", discordtest.Opt("move", "R-1"))), "took 1 from the right end")
	}
	for _, test := range []struct {
		name  string
		slow  func(w *world, p *ponderous, disk *stuck) (release func())
		other func(w *world, ch *discordtest.Channel) // requests in another channel
		early bool                                    // the answer does not wait for the release
	}{
		{"disk", func(_ *world, _ *ponderous, disk *stuck) func() {
			disk.released = make(chan struct{})
			return func() { close(disk.released) }
		}, func(w *world, ch *discordtest.Channel) {
			w.contains(w.answer(w.alice.Slash(ch, "match board")), "40 9 9 40")
		}, false},
		{"solver", func(w *world, p *ponderous, _ *stuck) func() {
			p.channel = w.general.ID
			return func() { close(p.released) }
		}, moves, false},
		{"Discord", func(w *world, _ *ponderous, _ *stuck) func() {
			for _, path := range []string{"/messages", "/messages/*"} {
				w.srv.Fail(discordtest.Fault{Path: "/channels/" + w.general.ID + path, Hang: true, Times: 3})
			}
			return func() {}
		}, moves, true},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			w := newWorld(t)
			w.dir = t.TempDir()
			disk := &stuck{Store: storagetest.OpenFile(t, filepath.Join(w.dir, "nimatron.db"))}
			p := &ponderous{Service: w.over(disk, referee.Options{}), released: make(chan struct{})}
			w.serve(p)
			other := w.srv.AddGuild("other").AddChannel("other")
			for _, ch := range []*discordtest.Channel{w.general, other} {
				w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "40 9 9 40"),
					discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
			}
			w.painted()
			release := sync.OnceFunc(test.slow(w, p, disk))
			defer release()
			in := w.move(w.alice, "L-1")
			test.other(w, other)
			if r := w.deferral(in); !test.early && r.Type != discordtest.RespondDeferred {
				t.Errorf("acknowledged by %+v", r)
			}
			inTime(t, "a first answer", in.Latency(), 1600*time.Millisecond)
			release()
			w.contains(w.answer(in), "took 1 from the left end")
			if n := w.moves(); n != 1 {
				t.Errorf("%d moves were made", n)
			}
			w.painted()
		})
	}
}

// Discord carries out a call late and answers after the bot's first time-out. Each tap is answered
// once, and the next one does not wait long.
func TestDiscordAnswersLate(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.dir = t.TempDir()
		w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "40 9 9 40"),
			discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
		w.srv.SetLatency(2800 * time.Millisecond)
		w.tolerated = append(w.tolerated, "already been acknowledged") // the bot learns too late that its first answer counted
		began := time.Now()
		for range 3 {
			w.contains(w.answer(w.move(w.alice, "L-1")), "took 1 from the left end")
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("three moves take %v", took)
		}
		if n := w.moves(); n != 3 {
			t.Errorf("%d moves were made", n)
		}
		w.srv.SetLatency(0)
		w.painted()
	})
}

// A player who has left the server can neither play nor get messages. The opponent wins when the time
// is up.
func TestUserLeft(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		var later atomic.Int64
		store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
		o := referee.Options{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }}
		w.serve(w.over(store, o))
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"),
			discordtest.UserOpt("opponent", w.bob), discordtest.Opt("first", "me"), discordtest.Opt("time", "1d")))
		w.answer(w.bob.Slash(w.general, "match accept"))
		w.srv.Fail(discordtest.Fault{Path: "/users/@me/channels", Status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds", Times: 1000})
		w.contains(w.answer(w.move(w.alice, "L-1")), "took 1 from the left end")
		w.refused(w.alice.Slash(w.general, "match claim"), "After that you can claim the win")
		later.Store(int64(20 * time.Hour))
		w.sees(w.general, "a quarter of your time is left")
		later.Store(int64(25 * time.Hour))
		w.contains(w.answer(w.alice.Slash(w.general, "match claim")), " won!")
	})
}
