//go:build unix

package bot

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
)

// matchesWanted is how many matches are to end.
func matchesWanted(t *testing.T) int {
	return times(t, "NIMATRON_MATCHES", testlong.Times(2, 8, 100))
}

// TestProcessesKilled plays through two processes with one PostgreSQL, of which one is
// killed again and again, and once the database too. In the end no move that was
// acknowledged is lost or made twice or out of order, the ratings are those that follow
// from the matches, every board shows its match, and everything was said once.
func TestProcessesKilled(t *testing.T) {
	t.Parallel()
	t.Run("webhooks", func(t *testing.T) {
		var addresses, urls []string
		for n := range 2 {
			addresses = append(addresses, freeAddress(t))
			urls = append(urls, "http://"+addresses[n])
		}
		k := newKilled(t)
		k.env = func(n int) string { return childHTTP + "=" + addresses[n] }
		k.serving = func(n int) bool { return get(urls[n]+"/healthz") == http.StatusOK }
		k.begin()
		if err := k.srv.SetEndpoints(soon(t), urls[0]+"/interactions", urls[1]+"/interactions"); err != nil {
			t.Fatal(err)
		}
		k.run()
	})
	t.Run("shards", func(t *testing.T) {
		k := newKilled(t)
		k.srv.SetSessionStarts(100_000, 24*time.Hour)
		k.env = func(n int) string { return fmt.Sprintf("%s=%d/2", childShards, n) }
		k.serving = func(n int) bool { return slices.Contains(k.srv.Serving(), discordtest.Shard{Number: n, Of: 2}) }
		k.begin()
		k.run()
	})
}

// What leases are for: whichever process is killed, the other takes its shards over.
func TestLeasesOfKilled(t *testing.T) {
	k := newKilled(t)
	k.srv.SetSessionStarts(100_000, 24*time.Hour)
	k.srv.SetShards(2, 2)
	k.env = func(int) string { return childShards + "=" }
	k.serving = func(int) bool { return len(k.srv.Serving()) == 2 }
	k.begin()
	k.run()
}

// What is said when the process that serves the shards is dead, and before another has its
// leases, is heard by the other, in the same sessions.
func TestSessionsOfKilled(t *testing.T) {
	k := newKilled(t)
	k.srv.SetShards(2, 2)
	k.env = func(int) string { return childShards + "=" }
	k.serving = func(int) bool { return len(k.srv.Serving()) == 2 }
	rooms := (&world{T: t, srv: k.srv}).inEachShard(2)
	k.begin()
	store, err := postgres.Open(t.Context(), k.address)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for shard := range rooms {
		for noted := false; !noted; time.Sleep(time.Millisecond) {
			l, err := store.Lease(soon(t), leaseName(shard, len(rooms)))
			if err != nil {
				t.Fatal(err)
			}
			noted = l.Session.Seq > 0
		}
	}
	k.kill(0)
	for _, room := range rooms {
		k.srv.AddUser("a").Say(room, k.srv.BotUser().Mention()+" /challenge variant:end-nim position:3 5 2 first:me")
	}
	for _, room := range rooms {
		if _, err := room.WaitMessage(soon(t), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), "match ") }); err != nil {
			t.Errorf("nothing is answered: %v; %s", err, &k.bots[1].said)
		}
	}
	if s := k.srv.GatewayStats(); s.Identifies != 2 || s.Resumes != 2 {
		t.Errorf("%+v", s)
	}
	k.bots[1].stop(t)
}

// killed are two processes that share a database.
type killed struct {
	*survivors
	server  *postgrestest.Server
	address string // of the database

	env     func(n int) string // what tells process n where it is served
	serving func(n int) bool   // whether it is
	bots    [2]*child
	speed   string // of their clock, as childSpeed
}

func newKilled(t *testing.T) *killed {
	mayKill(t)
	k := &killed{server: postgrestest.New(t)}
	k.address = postgrestest.Schema(t, k.server.Address())
	k.survivors = newSurvivors(t, discordtest.Options{})
	return k
}

// begin starts both processes.
func (k *killed) begin() {
	k.Helper()
	for n := range k.bots {
		k.start(n)
	}
	if err := k.srv.WaitCommands(soon(k.T)); err != nil {
		k.Fatal(err)
	}
}

// start starts process n and waits until it serves.
func (k *killed) start(n int) {
	k.Helper()
	opened := filepath.Join(k.TempDir(), "opened") // a folder of its own each time
	k.bots[n] = startChild(k.T, k.srv, killedChild, k.address, k.env(n), childOpened+"="+opened, childBegun+"="+k.began, childSpeed+"="+k.speed)
	isOpen := func() bool { _, err := os.Stat(opened); return err == nil }
	for began := time.Now(); !isOpen() || !k.serving(n); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 2*time.Minute {
			k.Fatalf("process %d does not serve", n)
		}
	}
}

// kill kills process n.
func (k *killed) kill(n int) {
	k.Helper()
	c := k.bots[n]
	_ = c.Process.Kill()
	_ = c.Wait()
	if c.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		k.Fatalf("process %d ended by itself: %s", n, &c.said)
	}
	if strings.Contains(c.said.String(), "DATA RACE") {
		k.Errorf("%s", &c.said)
	}
}

// run has people play while processes are killed, and looks at what is left.
func (k *killed) run() {
	t, r := k.T, k.random(0)
	var all sync.WaitGroup
	channels := map[string]*discordtest.Channel{}
	room := func(name string) *discordtest.Channel {
		time.Sleep(2 * time.Millisecond) // another server, on another shard
		ch := k.srv.AddGuild(name).AddChannel(name)
		channels[ch.ID] = ch
		return ch
	}
	for n := range 4 {
		ch, a, b := room(fmt.Sprint("room-", n)), k.srv.AddUser(fmt.Sprint("a", n)), k.srv.AddUser(fmt.Sprint("b", n))
		for hand := range 2 { // who plays against others, and against themselves
			all.Go(func() { k.play(ch, a, b, []int{1_000, 100_000}[hand], k.random(1+2*n+hand)) })
		}
	}
	for n := range 2 {
		ladder, u := room(fmt.Sprint("ladder-", n)), k.srv.AddUser(fmt.Sprint("c", n))
		all.Go(func() { k.rated(ladder, u) })
	}
	waiting, d := room("waiting"), k.srv.AddUser("d")
	all.Go(func() { k.lonely(waiting, d) })
	daily := room("daily")
	all.Go(func() { k.puzzled(daily, d) })
	clock, e := room("clock"), k.srv.AddUser("e")
	all.Go(func() { k.timed(clock, e) })
	fan := k.srv.AddUser("fan")
	for _, ch := range channels {
		all.Go(func() { k.follows(ch, fan) })
	}
	defer func() { k.over.Store(true); all.Wait() }()

	store, err := postgres.Open(t.Context(), k.address)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	began, killed, ended := time.Now(), 0, 0
	failing := matchesWanted(t) / 2 // when the database does
	more := func() bool {
		return ended < matchesWanted(t) || killed < kills(t) || !k.enough(channels)
	}
	for ; more(); killed++ {
		// Who posts the next message may die before it knows. Another tries four seconds later.
		if killed%4 == 0 && !testlong.Race {
			k.srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/*/messages", After: true, Hang: true})
		}
		time.Sleep(upTo(r, 300*time.Millisecond))
		n := r.IntN(2)
		k.kill(n)
		k.deliverAgain(r)
		k.start(n)
		if ended = k.ended(store); ended >= failing && failing >= 0 {
			failing = -1
			if err := k.server.Stop(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond)
			if err := k.server.Start(); err != nil {
				t.Fatal(err)
			}
		}
		if time.Since(began) > 20*time.Minute {
			t.Fatalf("%d matches have ended in 20 minutes", ended)
		}
	}
	took := time.Since(began)
	t.Logf("%d matches ended within %v, %d processes were killed, one every %v, the database once",
		ended, took.Round(time.Second), killed, (took / time.Duration(killed)).Round(time.Millisecond))
	time.Sleep(time.Second)
	k.over.Store(true)
	all.Wait()
	k.wait(store)
	for _, c := range k.bots {
		c.stop(t)
		defer func() { t.Logf("the last bot said: %s", &c.said) }()
	}
	k.checkMoves(store, channels)
	k.checkRatings(store)
	k.checkBoards(store, channels)
	k.checkNotices(store, channels)
}

// ended returns how many matches have ended.
func (k *killed) ended(store match.Store) (n int) {
	k.Helper()
	count := func(match.Match) error { n++; return nil }
	if err := store.ForEachFinished(k.Context(), count); err != nil {
		k.Fatal(err)
	}
	return n
}
