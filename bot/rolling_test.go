//go:build unix

package bot

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
)

// TestRollingUpdate replaces two processes that take webhooks, one after the other and more
// than once, while people play and tap. Nobody sees an interaction fail, none is answered
// twice, and no move is lost or made twice. It takes some seconds; NIMATRON_ROLLS says how
// often both are replaced.
func TestRollingUpdate(t *testing.T) {
	t.Parallel()
	// As deploy/compose.yaml says: one ends, and then a new one comes to the same address. The
	// balancer is as in deploy/Caddyfile; NIMATRON_CADDY names a Caddy to use in its place.
	t.Run("in place", func(t *testing.T) {
		r := newRolling(t)
		b, bots := r.two()
		for range rolls(t) {
			for n, c := range bots {
				c.stop(t)
				bots[n] = r.start(c.env(childHTTP))
				time.Sleep(2 * b.interval) // until the balancer has asked for it again
			}
		}
		r.end(bots)
	})
	// The same two, of which one stands still: what it was sent goes to the other, and it
	// finds that done when it wakes up.
	t.Run("one hangs", func(t *testing.T) {
		r := newRolling(t)
		b, bots := r.two()
		for range rolls(t) {
			for _, c := range bots {
				_ = c.Process.Signal(syscall.SIGSTOP)
				time.Sleep(2 * b.interval)
				_ = c.Process.Signal(syscall.SIGCONT)
				time.Sleep(2 * b.interval)
			}
		}
		r.tolerated = "already been acknowledged"
		r.end(bots)
	})
	// As deploy/kubernetes.yaml says: a new one is there before an old one ends, and that
	// waits until nobody sends to it any more. The balancer tries nothing twice.
	t.Run("in a cluster", func(t *testing.T) {
		const preStop = 500 * time.Millisecond // a tenth
		r := newRolling(t)
		b := &balancer{T: t, targets: map[string]bool{}}
		b.serve()
		var bots []*child
		add := func() {
			address := freeAddress(t)
			bots = append(bots, r.start(address))
			b.set(address, true)
		}
		add()
		add()
		r.begin(b.url)
		draw := r.random(0)
		for range 2 * rolls(t) {
			add()
			told := upTo(draw, preStop/2) // until the balancer is told that it ends
			time.Sleep(told)
			b.forget(bots[0].env(childHTTP))
			time.Sleep(preStop - told)
			bots[0].stop(t)
			bots = bots[1:]
		}
		r.end(bots)
	})
}

// rolls are how often both processes are replaced.
func rolls(t *testing.T) int { return times(t, "NIMATRON_ROLLS", 1) }

// rolling are people who play while processes are replaced, and the database.
type rolling struct {
	*survivors
	database string
	channels map[string]*discordtest.Channel
	all      sync.WaitGroup
	begun    time.Time

	tolerated string // violations with these words are none; empty for none
}

func newRolling(t *testing.T) *rolling {
	mayKill(t)
	return &rolling{
		survivors: newSurvivors(t, discordtest.Options{ResponseDeadline: time.Minute}),
		database:  postgrestest.Address(t), channels: map[string]*discordtest.Channel{},
	}
}

// start starts a process and waits until it takes webhooks.
func (r *rolling) start(address string) *child {
	r.Helper()
	c := startChild(r.T, r.srv, patientChild, r.database, childHTTP+"="+address)
	for begun := time.Now(); get("http://"+address+"/healthz") != http.StatusOK; time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 2*time.Minute {
			r.Fatalf("a process does not serve: %s", &c.said)
		}
	}
	return c
}

// two starts two processes behind a balancer that knows their addresses, and has people play.
func (r *rolling) two() (*balancer, []*child) {
	r.Helper()
	b := &balancer{T: r.T, retries: true, targets: map[string]bool{}}
	var bots []*child
	var addresses []string
	for range 2 {
		address := freeAddress(r.T)
		addresses, bots = append(addresses, address), append(bots, r.start(address))
	}
	if program := os.Getenv("NIMATRON_CADDY"); program != "" {
		b.caddy(program, addresses)
	} else {
		b.serve()
		b.askHealth(addresses)
	}
	r.begin(b.url)
	return b, bots
}

// begin has people play by that address.
func (r *rolling) begin(url string) {
	r.Helper()
	if err := r.srv.SetEndpoints(soon(r.T), url+"/interactions"); err != nil {
		r.Fatal(err)
	}
	if err := r.srv.WaitCommands(soon(r.T)); err != nil {
		r.Fatal(err)
	}
	guild := r.srv.AddGuild("guild")
	room := func(name string) (*discordtest.Channel, *discordtest.User) {
		ch := guild.AddChannel(name)
		r.channels[ch.ID] = ch
		return ch, r.srv.AddUser("player of " + name)
	}
	r.begun = time.Now()
	for n := range 3 {
		ch, u := room(fmt.Sprint("taps-", n))
		r.all.Go(func() { r.taps(ch, u) })
	}
	for n := range 3 {
		ch, a := room(fmt.Sprint("moves-", n))
		b := r.srv.AddUser("other player of " + ch.Name)
		r.all.Go(func() { r.moves(ch, a, b) })
	}
}

// on reports whether the game goes on, after the time that a person takes at least.
func (r *rolling) on() bool {
	time.Sleep(10 * time.Millisecond)
	return !r.over.Load()
}

// ask waits for an answer, which has to come.
func (r *rolling) ask(in *discordtest.Interaction) (text string) {
	m, err := in.Wait(r.Context())
	if err != nil {
		r.Errorf("%s: %v", in.Channel.Name, err)
		r.over.Store(true)
		return ""
	}
	return m.Text()
}

// taps has somebody play matches against the bot by tapping what the newest board offers.
func (r *rolling) taps(ch *discordtest.Channel, u *discordtest.User) {
	r.ask(u.Slash(ch, "settings", discordtest.Opt("name", "pictures"), discordtest.Opt("value", "off")))
	for r.on() {
		var in *discordtest.Interaction
		for _, m := range ch.Messages() {
			if taps := moveTaps(m); len(taps) > 0 && strings.Contains(m.Text(), "your turn") {
				in = u.Tap(m, taps[0])
			}
		}
		switch {
		case in == nil:
			r.ask(u.Slash(ch, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "9 9 9 9"), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
		case in.Err() == nil: // else the board has just changed
			r.ask(in)
		}
	}
}

// moves has two people move in turn, each with a text of its own.
func (r *rolling) moves(ch *discordtest.Channel, a, b *discordtest.User) {
	r.ask(a.Slash(ch, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", playStart),
		discordtest.UserOpt("opponent", b), discordtest.Opt("first", "me")))
	r.ask(b.Slash(ch, "accept"))
	for n := 1000; r.on(); n++ {
		move := fmt.Sprint("L-", n)
		answered := r.asks(ch, move)
		text := r.ask([]*discordtest.User{a, b}[n%2].Slash(ch, "move", discordtest.Opt("move", move)))
		if !strings.Contains(text, "(`"+move+"`)") {
			if !r.over.Load() {
				r.Errorf("%s: %s is answered by %q", ch.Name, move, text)
			}
			return
		}
		answered(text)
	}
}

// end ends the game and looks at what is left, and then ends the processes.
func (r *rolling) end(bots []*child) {
	r.Helper()
	r.over.Store(true)
	r.all.Wait()
	store, err := postgres.Open(r.Context(), r.database)
	if err != nil {
		r.Fatal(err)
	}
	defer store.Close()
	r.wait(store)
	for _, c := range bots {
		c.stop(r.T)
	}
	r.checkMoves(store, r.channels)
	r.checkBoards(store, r.channels)
	var took []time.Duration
	for _, in := range r.srv.Interactions() {
		responses := 0
		for _, step := range in.History() {
			if strings.HasPrefix(step.Action, "respond") {
				responses++
			}
		}
		if responses != 1 {
			r.Errorf("an interaction has %d first answers", responses)
		}
		if n := len(in.Followups()); n > 0 && strings.HasPrefix(in.Channel.Name, "moves-") {
			r.Errorf("an interaction has %d answers behind the first", n)
		}
		took = append(took, in.Latency())
	}
	for _, v := range r.srv.Violations() {
		if r.tolerated == "" || !strings.Contains(v, r.tolerated) {
			r.Error("violation:", v)
		}
	}
	inTime(r.T, "the slowest answer", slices.Max(took), 3*time.Second)
	r.Logf("%d interactions within %v", len(took), time.Since(r.begun).Round(time.Second))
}
