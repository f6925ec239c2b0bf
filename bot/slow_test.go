package bot

import (
	"context"
	"database/sql"
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
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// ponderous is a service whose solver takes for ever over moves in one channel, until it
// is released.
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

// lockDatabase keeps everybody else from writing to the database until release is called.
func (w *world) lockDatabase() (release func()) {
	w.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(w.dir, "nimatron.db")+"?_busy_timeout=5000")
	w.ok(err)
	conn, err := db.Conn(w.Context())
	w.ok(err)
	if _, err := conn.ExecContext(w.Context(), "BEGIN IMMEDIATE"); err != nil {
		w.Fatal(err)
	}
	return func() {
		w.Helper()
		if _, err := conn.ExecContext(w.Context(), "ROLLBACK"); err != nil {
			w.Error(err)
		}
		conn.Close()
		db.Close()
	}
}

// painted waits until every message is known to show the newest state.
func (w *world) painted() {
	w.Helper()
	w.eventually("all boards are painted", func() bool {
		boards, err := w.outbox.LaggingBoards(w.Context(), match.DiscordFront, 9)
		return err == nil && len(boards) == 0
	})
}

// Whatever is slow, Discord has a first answer in time, other channels are answered
// meanwhile, and the move is made once. The bot defers as late as it does in real use.
func TestSlowness(t *testing.T) {
	t.Parallel()
	moves := func(w *world, ch *discordtest.Channel) {
		w.contains(w.answer(w.alice.Slash(ch, "move", discordtest.Opt("move", "R-1"))), "`40 9 9 39`")
	}
	for _, test := range []struct {
		name  string
		slow  func(w *world, p *ponderous) (release func())
		other func(w *world, ch *discordtest.Channel) // what goes on elsewhere
		early bool                                    // the answer does not wait for the release
	}{
		{"disk", func(w *world, _ *ponderous) func() { return w.lockDatabase() }, func(w *world, ch *discordtest.Channel) {
			w.contains(w.answer(w.alice.Slash(ch, "board")), "40 9 9 40")
		}, false},
		{"solver", func(w *world, p *ponderous) func() {
			p.channel = w.general.ID
			return func() { close(p.released) }
		}, moves, false},
		{"Discord", func(w *world, _ *ponderous) func() {
			for _, path := range []string{"/messages", "/messages/*"} {
				w.srv.Fail(discordtest.Fault{Path: "/channels/" + w.general.ID + path, Hang: true, Times: 3})
			}
			return func() {}
		}, moves, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, discordtest.Options{})
			w.dir = t.TempDir()
			w.timing.try, w.timing.deferAfter = 500*time.Millisecond, defaultTiming.deferAfter
			p := &ponderous{Service: w.real(filepath.Join(w.dir, "nimatron.db")), released: make(chan struct{})}
			w.serve(p)
			other := w.srv.AddGuild("other").AddChannel("other")
			for _, ch := range []*discordtest.Channel{w.general, other} {
				w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "40 9 9 40"),
					discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
			}
			w.painted()
			release := sync.OnceFunc(test.slow(w, p))
			defer release()
			in := w.move(w.alice, "L-1")
			test.other(w, other)
			if r := w.deferral(in); !test.early && r.Type != discordtest.RespondDeferred {
				t.Errorf("acknowledged by %+v", r)
			}
			inTime(t, "a first answer", in.Latency(), 1600*time.Millisecond)
			release()
			w.contains(w.answer(in), "`39 9 9 40`")
			if n := w.moves(); n != 1 {
				t.Errorf("%d moves were made", n)
			}
			w.painted()
		})
	}
}

// Who has left the server plays no more and can't be written to. The opponent goes on,
// and wins when the time is up.
func TestUserLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t, discordtest.Options{})
	var later atomic.Int64
	store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
	w.outbox = store
	w.Cleanup(func() {
		w.stop()
		store.Close()
	})
	r := referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	w.timing.front.Sweep = 20 * time.Millisecond
	w.serve(commands.New(r, store, quiet))
	w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "3 5 2"),
		discordtest.UserOpt("opponent", w.bob), discordtest.Opt("first", "me"), discordtest.Opt("time", "1d")))
	w.answer(w.bob.Slash(w.general, "accept"))
	w.srv.Fail(discordtest.Fault{Path: "/users/@me/channels", Status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds", Times: 1000})
	w.contains(w.answer(w.move(w.alice, "L-1")), "`2 5 2`")
	w.refused(w.alice.Slash(w.general, "claim"), "claim the win after that")
	later.Store(int64(20 * time.Hour))
	w.sees(w.general, "a quarter of your time is left")
	later.Store(int64(25 * time.Hour))
	w.contains(w.answer(w.alice.Slash(w.general, "claim")), "wins")
}
