package bot

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage"
)

// inEachShard returns a channel for each of n shards.
func (w *world) inEachShard(shards int) []*discordtest.Channel {
	w.Helper()
	rooms := make([]*discordtest.Channel, shards)
	for found := 0; found < shards; time.Sleep(time.Millisecond) {
		ch := w.srv.AddGuild("guild").AddChannel("general")
		var id uint64
		must.Get(fmt.Sscan(ch.GuildID, &id))(w)
		if n := id >> 22 % uint64(shards); rooms[n] == nil {
			rooms[n] = ch
			found++
		}
	}
	return rooms
}

func leaseName(shard, count int) string { return fmt.Sprintf("discord shard %d/%d", shard, count) }

// ready waits until n sessions are new or resumed.
func (w *world) ready(sessions int) {
	w.Helper()
	must.OK(w, w.srv.WaitGateway(soon(w.T), func(s discordtest.GatewayStats) bool { return begun(s) >= sessions }))
}

// started returns the shards whose sessions were started, in order.
func (w *world) started(of int) (numbers []int) {
	w.Helper()
	for _, s := range w.srv.ShardStarts() {
		if s.Of != of {
			w.Errorf("a session of shard %+v", s)
		}
		numbers = append(numbers, s.Number)
	}
	slices.Sort(numbers)
	return numbers
}

// All shards that Discord recommends are served. They start no faster than Discord allows.
func TestShards(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.SetShards(5, 2)
		rooms := w.inEachShard(5)
		w.serve(w.real(filepath.Join(t.TempDir(), "nimatron.db")))
		w.ready(5)
		if got := w.started(5); !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
			t.Errorf("sessions of the shards %v", got)
		}
		last := map[int]time.Time{}
		at := w.srv.SessionStarts()
		for i, s := range w.srv.ShardStarts() {
			if d := at[i].Sub(last[s.Number%2]); d < 5*time.Second {
				t.Errorf("shard %d began %v after another that counts with it", s.Number, d)
			}
			last[s.Number%2] = at[i]
		}
		for n, room := range append(rooms, w.srv.AddDM(w.alice)) {
			w.contains(w.answer(w.alice.Slash(room, "play")), "The Nim family of games")
			w.contains(w.answer(w.alice.Slash(room, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"))), fmt.Sprint("match ", n+1))
		}
		w.bob.Say(rooms[3], w.srv.BotUser().Mention()+" /rules game:nim")
		w.sees(w.srv.AddDM(w.bob), "Nim")

		// Each shard resumes its own session.
		w.srv.Disconnect()
		w.ready(10)
		if s := w.srv.GatewayStats(); s.Identifies != 5 {
			t.Errorf("%+v", s)
		}
		for _, room := range rooms {
			w.answer(w.alice.Slash(room, "match board"))
		}
	})
}

// All shards share the daily limit on session starts.
func TestShardStartsAreSaved(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.timing.front = rarely
		w.srv.SetShards(5, 5)
		began := time.Now()
		w.srv.SetSessionStarts(3, time.Hour)
		w.serve(doneFake())
		w.ready(5)
		if d := w.srv.SessionStarts()[3].Sub(began); d < time.Hour {
			t.Errorf("the fourth start came after %v, before the limit was reset", d)
		}
	})
}

// A shard without a session delays no other. If Discord refuses the number of shards, all end.
func TestShardThatFails(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.SetShards(3, 3)
		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtIdentify, Send: []string{discordtest.InvalidSession}})
		w.serve(doneFake())
		w.ready(2)
		if s := w.srv.GatewayStats(); s.Refused != 1 {
			t.Errorf("%+v", s)
		}
		w.ready(3)
		w.stop()

		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtIdentify, Close: 4011})
		if err := run(t, w.config(doneFake())); !errors.Is(err, transport.ErrShards) {
			t.Errorf("more shards are wanted: %v", err)
		}
	})
}

// tenants returns a world with n shards, a channel in each, and a func that starts processes
// sharing the shards.
func tenants(t *testing.T, shards int) (w *world, rooms []*discordtest.Channel, run func(transport.Shards) (stop func())) {
	w = newWorld(t)
	w.srv.SetShards(shards, shards)
	rooms = w.inEachShard(shards)
	service := w.real(filepath.Join(t.TempDir(), "nimatron.db"))
	return w, rooms, func(s transport.Shards) func() {
		c, timing := w.config(service), w.timing
		c.Shards, c.Leases, c.timing = s, w.leaseStore(), &timing
		end := w.start(c)
		return func() { must.OK(w, end()) }
	}
}

func (w *world) leaseStore() match.Leases { return w.outbox.(storage.Store) }

// take acquires a lease at a time for d, and stores a session in it.
func (w *world) take(name, holder string, now time.Time, d time.Duration, left match.Session) {
	w.Helper()
	l, taken, err := w.leaseStore().TakeLease(w.Context(), name, holder, time.Now().Add(d), now)
	if err != nil || !taken {
		w.Fatal(taken, err)
	}
	if l.Session = left; left.ID != "" {
		must.Get(w.leaseStore().KeepLease(w.Context(), l))(w)
	}
}

// lease returns a lease by name.
func (w *world) lease(name string) match.Lease {
	w.Helper()
	return must.Get(w.leaseStore().Lease(w.Context(), name))(w)
}

// waiting waits until n shards wait for their leases.
func (w *world) waiting(shards int) {
	w.Helper()
	w.eventually("the other process to wait", func() bool {
		return strings.Count(w.logged.String(), "another process serves this shard") == shards
	})
}

// began checks the number of new sessions; all others were resumed.
func (w *world) began(sessions int) {
	w.Helper()
	if s := w.srv.GatewayStats(); s.Identifies != sessions {
		w.Errorf("%+v: want %d new sessions", s, sessions)
	}
}

// left waits until the leases of n shards hold their sessions.
func (w *world) left(shards int) {
	w.Helper()
	w.eventually("the sessions to be noted", func() bool {
		for n := range shards {
			l, err := w.leaseStore().Lease(w.Context(), leaseName(n, shards))
			if err != nil || !l.Serving || l.Session.Seq == 0 {
				return false
			}
		}
		return true
	})
}

// asked sends requests to the rooms in turn until done is closed, and checks that each is answered.
func (w *world) asked(rooms []*discordtest.Channel, done <-chan struct{}) {
	w.Helper()
	for n := 0; ; n++ {
		time.Sleep(20 * time.Millisecond)
		in := w.alice.Slash(rooms[n%len(rooms)], "play")
		if in.Err() != nil {
			w.Fatalf("after %d questions: %v", n, in.Err())
		}
		w.answer(in)
		select {
		case <-done:
			if n >= len(rooms) {
				return
			}
		default:
		}
	}
}

// One of two processes serves all shards. When it ends, the other resumes their sessions. No event
// is missed and no new session begins, even while the old connections last.
func TestShardsAreHandedOver(t *testing.T) {
	const shards = 16
	for name, takeover := range testlong.Few(t, map[string]discordtest.Takeover{
		"dropped": discordtest.TakeoverDrops, "closed": discordtest.TakeoverCloses, "silent": discordtest.TakeoverSilences,
	}, 1) {
		inBubble(t, name, func(t *testing.T) {
			w, rooms, run := tenants(t, shards)
			w.tolerate("already been acknowledged") // by the other process, which also received it
			w.srv.SetTakeover(takeover)
			one := run(transport.Shards{})
			w.ready(shards)
			must.OK(w, w.srv.WaitCommands(soon(t)))
			two := run(transport.Shards{})
			w.waiting(shards)

			stopped, began := make(chan struct{}), time.Now()
			go func() { defer close(stopped); one() }()
			w.asked(rooms, stopped)
			t.Logf("%d shards changed hands within %v", shards, time.Since(began).Round(time.Millisecond))
			if s := w.srv.GatewayStats(); s.Resumes != shards {
				t.Errorf("%+v: want each shard resumed once", s)
			}
			w.bob.Say(rooms[3], w.srv.BotUser().Mention()+" /rules game:nim")
			w.sees(w.srv.AddDM(w.bob), "Nim")
			two()
			w.began(shards)
		})
	}
}

// If Discord refuses to resume the sessions, the old process serves each shard until a new session
// has begun.
func TestShardsAreServedUntilBegun(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, rooms, run := tenants(t, 2)
		w.tolerate("already been acknowledged")
		w.srv.SetShards(2, 1)
		w.timing.HandOver = time.Minute
		one := run(transport.Shards{})
		w.ready(2)
		w.left(2)
		must.OK(w, w.srv.WaitCommands(soon(t)))
		w.timing.HandOver = defaultTiming.HandOver
		two := run(transport.Shards{})
		w.waiting(2)
		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtResume, Send: []string{discordtest.InvalidSession}, Times: 2})
		stopped := make(chan struct{})
		go func() { defer close(stopped); one() }()
		w.asked(rooms, stopped)
		w.began(4)
		two()
	})
}

// Messages sent while no process ran are answered by the next one. It does not receive events that
// its predecessor handled.
func TestRestartResumes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, rooms, run := tenants(t, 2)
		one := run(transport.Shards{})
		w.ready(2)
		w.left(2)
		must.OK(w, w.srv.WaitCommands(soon(t)))
		began, stopped, name := time.Now(), make(chan struct{}), leaseName(0, 2)
		go func() { defer close(stopped); one() }()
		w.eventually("the lease to be given back", func() bool { return w.lease(name).Until.Before(began) })
		before := w.lease(name).Session.Seq
		w.answer(w.alice.Slash(rooms[0], "play"))
		wait(t, stopped, "the end")
		if now := w.lease(name).Session.Seq; now <= before {
			t.Errorf("event %d is left as the last, after %d", now, before)
		}

		w.eventually("the end of all connections", func() bool { return len(w.srv.Serving()) == 0 })
		var said []*discordtest.Interaction
		for _, room := range rooms {
			said = append(said, w.alice.Slash(room, "play"))
		}
		w.bob.Say(rooms[1], w.srv.BotUser().Mention()+" /rules game:nim")
		two := run(transport.Shards{})
		for _, in := range said {
			w.answer(in)
		}
		w.sees(w.srv.AddDM(w.bob), "Nim")
		two()
		w.began(2)
	})
}

// If the stored session can't be resumed, a new one begins at once.
func TestLeftSessionIsRefused(t *testing.T) {
	for name, fault := range map[string]*discordtest.GatewayFault{
		"unknown":       nil,
		"another bot's": {At: discordtest.AtResume, Close: 4004},
	} {
		inBubble(t, name, func(t *testing.T) {
			w, rooms, run := tenants(t, 1)
			if fault != nil {
				w.srv.FailGateway(*fault)
			}
			left := match.Session{ID: "over", URL: "wss://gateway.example", Seq: 12}
			w.take(leaseName(0, 1), "dead", time.Now(), -time.Second, left)
			stop := run(transport.Shards{})
			w.ready(1)
			must.OK(w, w.srv.WaitCommands(soon(t)))
			w.contains(w.answer(w.alice.Slash(rooms[0], "play")), "The Nim family of games")
			w.eventually("the new session to be noted", func() bool {
				l := w.lease(leaseName(0, 1))
				return l.Serving && l.Session.ID != left.ID && l.Session.Seq > 0
			})
			w.began(1)
			stop()
		})
	}
}

// A process that renews its lease too late loses the shard to the new holder, and resumes it when
// that holder is dead. Background work never stops.
func TestLeaseIsLost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, rooms, run := tenants(t, 2)
		// At first a dead process holds it.
		began := time.Now()
		w.take(leaseName(1, 2), "dead", began, 2*time.Second, match.Session{})
		one := run(transport.Shards{})
		w.ready(2)
		w.left(2)
		if d := time.Since(began); d < 2*time.Second {
			t.Errorf("the dead one's lease was taken after %v", d)
		}
		must.OK(w, w.srv.WaitCommands(soon(t)))
		board := w.answer(w.alice.Slash(rooms[1], "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "40 9 9 40"),
			discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
		// It has expired by another process's clock.
		w.take(leaseName(0, 2), "other", time.Now().Add(time.Minute), 5*time.Second, match.Session{})
		w.eventually("the end of the session", func() bool { return len(w.srv.Serving()) == 1 })
		w.service.Do(t.Context(), commands.Request{ // by another process
			Command: "move", Options: map[string]string{"move": "L-1"}, By: commands.User{ID: w.alice.ID}, Channel: rooms[1].ID,
		})
		w.board(rooms[1], board.ID, "move 3 ·")
		in := w.alice.Slash(rooms[0], "play")
		w.ready(3)
		w.answer(in)
		w.began(2)
		one()
		for shard := range 2 {
			l := w.lease(leaseName(shard, 2))
			if l.Until.After(began) || l.Serving || l.Session.ID == "" || l.Session.Seq == 0 {
				t.Errorf("left: %+v", l)
			}
		}
	})
}

// A process does not take back a session that another process resumed.
func TestSessionIsTaken(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, rooms, run := tenants(t, 1)
		w.timing.Lease = 30 * time.Second // so that renewing doesn't reveal it
		one := run(transport.Shards{})
		w.ready(1)
		must.OK(w, w.srv.WaitCommands(soon(t)))
		w.left(1)
		w.take(leaseName(0, 1), "other", time.Now().Add(time.Minute), 40*time.Second, match.Session{})
		w.srv.Disconnect()
		w.waiting(1)
		w.ready(1)
		// The other process is dead.
		must.OK(w, match.EndLease(t.Context(), w.leaseStore(), w.lease(leaseName(0, 1))))
		w.answer(w.alice.Slash(rooms[0], "play"))
		if s := w.srv.GatewayStats(); s.Identifies != 1 || s.Resumes != 1 {
			t.Errorf("%+v", s)
		}
		one()
	})
}

// A killed process may not have handled its latest events. Discord sends them again to the lease's
// next holder.
func TestLatestEventsAreLeft(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, rooms, run := tenants(t, 1)
		stop := run(transport.Shards{})
		w.ready(1)
		must.OK(w, w.srv.WaitCommands(soon(t)))
		name := leaseName(0, 1)
		w.left(1)
		before := w.lease(name)
		in := w.alice.Slash(rooms[0], "play")
		w.answer(in)
		var next match.Lease
		w.eventually("the lease to be renewed", func() bool {
			next = w.lease(name)
			return next.Until.After(before.Until)
		})
		if next.Session != before.Session {
			t.Errorf("left at first: %+v, then %+v", before.Session, next.Session)
		}
		w.eventually("the event to be noted", func() bool { return w.lease(name).Session.Seq > before.Session.Seq })
		stop()
	})
}

// A request that takes long is left to the lease's next holder until it is answered, whatever follows it. One that
// takes too long is not.
func TestLongRequestIsLeft(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		p := &ponderous{Service: w.real(filepath.Join(t.TempDir(), "nimatron.db")), channel: w.general.ID, released: make(chan struct{})}
		w.leases = w.leaseStore()
		w.serve(p)
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim")))
		time.Sleep(20 * time.Second)
		left := func() int64 { return w.lease(leaseName(0, 1)).Session.Seq }
		before := left()
		w.move(w.alice, "1-1")
		w.answer(w.bob.Slash(w.guild.AddChannel("other"), "play"))
		time.Sleep(29 * time.Second)
		if seq := left(); seq != before {
			t.Errorf("event %d is left as the last, after %d", seq, before)
		}
		time.Sleep(20 * time.Second)
		if seq := left(); seq <= before {
			t.Errorf("after a while event %d is left as the last", seq)
		}
		before = left()
		long := w.move(w.bob, "1-1")
		time.Sleep(20 * time.Second)
		close(p.released)
		w.answer(long)
		if seq := left(); seq != before {
			t.Errorf("event %d is left as the last, after %d", seq, before)
		}
		w.eventually("the event to be noted", func() bool { return left() > before })
	})
}

// Two processes together start sessions no faster than one.
func TestProcessesPaceEachOther(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, _, run := tenants(t, 4)
		w.srv.SetShards(4, 1)
		w.srv.SetIdentifyInterval(5 * time.Second)
		one, two := run(transport.Shards{First: 0, Last: 1, Count: 4}), run(transport.Shards{First: 2, Last: 3, Count: 4})
		w.ready(4)
		w.began(4)
		w.waiting(0) // each serves its own shards
		if got := w.started(4); !slices.Equal(got, []int{0, 1, 2, 3}) {
			t.Errorf("sessions of the shards %v", got)
		}
		one()
		two()
	})
}
