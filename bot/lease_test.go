package bot

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/match"
)

// tenants returns a world with two shards and what starts processes that share them.
func tenants(t *testing.T) (w *world, rooms []*discordtest.Channel, run func() (stop func())) {
	t.Parallel()
	w = newWorld(t, discordtest.Options{})
	w.timing.lease, w.timing.handOver = 3*time.Second, 10*time.Second
	w.srv.SetShards(2, 2)
	rooms = w.inEachShard(2)
	service := w.real(filepath.Join(t.TempDir(), "nimatron.db"))
	return w, rooms, func() func() {
		c := w.config(service)
		c.Leases = w.outbox.(match.Store)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, c) }()
		return sync.OnceFunc(func() {
			cancel()
			w.ok(<-ended)
		})
	}
}

// One of two processes serves the shards, and when it ends the other: at no moment does
// nobody hear what is said.
func TestShardsAreHandedOver(t *testing.T) {
	w, rooms, run := tenants(t)
	w.tolerate("already been acknowledged") // by who hears it too
	one := run()
	w.ready(2)
	w.ok(w.srv.WaitCommands(soon(t)))
	two := run()
	w.eventually("the other to wait", func() bool {
		return strings.Count(w.logged.String(), "another process serves this shard") == 2
	})
	if s := w.srv.GatewayStats(); s.Identifies != 2 {
		t.Errorf("%+v", s)
	}

	stopped := make(chan struct{})
	go func() { defer close(stopped); one() }()
	for asked := 0; ; asked++ {
		in := w.alice.Slash(rooms[asked%2], "variants")
		if in.Err() != nil {
			t.Fatalf("after %d questions: %v", asked, in.Err())
		}
		w.answer(in)
		select {
		case <-stopped:
			if s := w.srv.GatewayStats(); s.Identifies != 4 {
				t.Errorf("%+v", s)
			}
			t.Logf("%d questions were answered meanwhile", asked)
			two()
			return
		default:
		}
	}
}

// A process whose lease another has taken, as it did not renew it for too long, leaves the
// shard to the other, and takes it again when that one is dead.
func TestLeaseIsLost(t *testing.T) {
	w, rooms, run := tenants(t)
	w.timing.handOver = 100 * time.Millisecond
	store := w.outbox.(match.Store)
	// At first somebody has it who is dead.
	dead := match.Lease{Name: leaseName(1, 2), Holder: "dead", Until: time.Now().Add(2 * time.Second), Serving: true}
	if taken, err := store.TakeLease(t.Context(), dead, time.Now()); !taken || err != nil {
		t.Fatal(taken, err)
	}
	began := time.Now()
	one := run()
	w.ready(2)
	if d := time.Since(began); d < time.Second {
		t.Errorf("the dead one's lease was taken after %v", d)
	}
	// By the clock of another its time is over.
	other := match.Lease{Name: leaseName(1, 2), Holder: "other", Until: time.Now().Add(5 * time.Second), Serving: true}
	if taken, err := store.TakeLease(t.Context(), other, time.Now().Add(10*time.Second)); !taken || err != nil {
		t.Fatal(taken, err)
	}
	w.eventually("the end of the session", func() bool { return len(w.srv.Serving()) == 1 })
	w.ready(3)
	w.ok(w.srv.WaitCommands(soon(t)))
	w.answer(w.alice.Slash(rooms[1], "variants"))
	one()
	for shard := range 2 {
		if l, err := store.Lease(t.Context(), leaseName(shard, 2)); err == nil {
			t.Errorf("a lease is left: %+v", l)
		}
	}
}
