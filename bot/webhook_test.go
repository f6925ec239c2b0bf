package bot

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// listen returns a listener in the bubble's network, and its address.
func (w *world) listen() (listener net.Listener, url string) {
	w.Helper()
	w.listeners++
	listener = must.Get(w.srv.Listen(fmt.Sprint("127.0.0.1:", w.listeners)))(w)
	return listener, "http://" + listener.Addr().String()
}

// hook runs a bot that accepts webhooks until end or w.stop is called, and returns its address.
// Discord does not know the address yet.
func (w *world) hook(s front.Service, key ed25519.PublicKey) (address string, end func() error) {
	w.Helper()
	c := w.config(s)
	c.Webhooks, address = w.listen()
	c.PublicKey = key
	before, end := w.stop, w.start(c)
	w.stop = sync.OnceFunc(func() {
		before()
		if err := end(); err != nil {
			w.Errorf("Run: %v", err)
		}
	})
	w.eventually("that webhooks are taken", func() bool { return w.get(address+"/healthz") == http.StatusOK })
	return address + "/interactions", end
}

// send returns the status of the answer to a request, 0 for none.
func (w *world) send(r *http.Request) int {
	client := http.Client{Transport: &http.Transport{DialContext: w.srv.DialContext, DisableKeepAlives: true}}
	resp, err := client.Do(r)
	if err != nil {
		return 0
	}
	resp.Body.Close()
	return resp.StatusCode
}

func (w *world) get(url string) int {
	w.Helper()
	r := must.Get(http.NewRequestWithContext(w.Context(), http.MethodGet, url, nil))(w)
	return w.send(r)
}

// hooked is hook, but sets the address on Discord.
func (w *world) hooked(s front.Service) (address string, end func() error) {
	w.Helper()
	address, end = w.hook(s, nil)
	must.OK(w, w.srv.SetEndpoints(soon(w.T), address))
	must.OK(w, w.srv.WaitCommands(soon(w.T)))
	return address, end
}

// Webhooks work like the gateway, and nothing connects to the gateway.
func TestWebhooks(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.dir = t.TempDir()
		address, _ := w.hooked(w.real(filepath.Join(w.dir, "nimatron.db")))
		first := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"),
			discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
		w.contains(first, "3 5 2")
		choices, err := w.alice.Autocomplete(w.general, "move", "move", "L").Choices(soon(t))
		if err != nil || len(choices) == 0 {
			t.Errorf("the moves offered are %v, %v", choices, err)
		}
		in := w.move(w.alice, "L-1")
		w.contains(w.answer(in), "took 1 from the left end")
		w.settled()
		w.refused(w.move(w.alice, "L-99"), "take 1 to 5")
		board := w.answer(w.alice.Slash(w.general, "match board"))
		if len(board.Buttons()) == 0 {
			t.Fatalf("no buttons: %s", board.Text())
		}
		w.answer(w.alice.ClickLabel(w.answer(w.alice.ClickLabel(board, "More")), "Resign"))

		// A repeated webhook is carried out once.
		w.tolerate("already been acknowledged")
		made := w.moves()
		for range 3 {
			in.Again()
		}
		if status := w.send(w.srv.Webhook(soon(t), address, in.Event(), time.Now().Add(-time.Minute))); status != http.StatusAccepted {
			t.Errorf("a replay within the time has status %d", status)
		}
		w.answer(w.alice.Slash(w.general, "match board"))
		w.settled()
		if w.moves() != made {
			t.Errorf("%d moves, after replays %d", made, w.moves())
		}
		if s := w.srv.GatewayStats(); s.Connections != 0 {
			t.Errorf("the gateway was used: %+v", s)
		}
		if !strings.Contains(w.logged.String(), "the bot gets no mentions or direct messages") {
			t.Error("the log does not say that mentions are not heard")
		}
	})
}

// Webhooks without a signature, or with an old one, have no effect.
func TestWebhooksRefused(t *testing.T) {
	bubble(t, func(t *testing.T) {
		done := make(chan commands.Request, 100)
		w := newWorld(t)
		address, _ := w.hook(&fake{do: func(_ context.Context, r commands.Request) view.Reply {
			done <- r
			return view.Reply{Text: "done"}
		}}, nil)
		must.OK(w, w.srv.SetEndpoints(soon(t), address))
		must.OK(w, w.srv.WaitCommands(soon(t)))
		in := w.alice.Slash(w.general, "help")
		w.contains(w.answer(in), "done")
		wait(t, done, "the request")
		body := in.Event()
		_, foreign, err := ed25519.GenerateKey(nil)
		must.OK(w, err)

		now := time.Now()
		const stamp, signature = "X-Signature-Timestamp", "X-Signature-Ed25519"
		of := func(sent time.Time) http.Header { return w.srv.Webhook(soon(t), address, body, sent).Header }
		signed := hex.EncodeToString(ed25519.Sign(foreign, append([]byte(of(now).Get(stamp)), body...)))
		for name, c := range map[string]struct {
			status int
			url    string
			body   []byte
			sent   time.Time
			spoil  func(http.Header)
		}{
			"another body":        {401, address, append(bytes.Clone(body), ' '), now, func(h http.Header) { h.Set(signature, of(now).Get(signature)) }},
			"another time":        {401, address, body, now.Add(-time.Hour), func(h http.Header) { h.Set(stamp, of(now).Get(stamp)) }},
			"another key":         {401, address, body, now, func(h http.Header) { h.Set(signature, signed) }},
			"half a signature":    {401, address, body, now, func(h http.Header) { h.Set(signature, h.Get(signature)[:64]) }},
			"no signature":        {401, address, body, now, func(h http.Header) { h.Del(signature) }},
			"no time":             {401, address, body, now, func(h http.Header) { h.Del(stamp) }},
			"long ago":            {401, address, body, now.Add(-5*time.Minute - time.Minute), nil},
			"in time to come":     {401, address, body, now.Add(5*time.Minute + time.Minute), nil},
			"too large":           {413, address, bytes.Repeat([]byte(" "), 256<<10+1), now, nil},
			"a form":              {415, address, body, now, func(h http.Header) { h.Set("Content-Type", "application/x-www-form-urlencoded") }},
			"no JSON":             {400, address, []byte("{"), now, nil},
			"a list":              {400, address, []byte("[]"), now, nil},
			"another path":        {404, strings.TrimSuffix(address, "interactions"), body, now, nil},
			"half an interaction": {202, address, []byte(`{"type":2}`), now, nil},
		} {
			r := w.srv.Webhook(soon(t), c.url, c.body, c.sent)
			if c.spoil != nil {
				c.spoil(r.Header)
			}
			if status := w.send(r); status != c.status {
				t.Errorf("%s: status %d, want %d", name, status, c.status)
			}
		}
		if status := w.get(address); status != http.StatusMethodNotAllowed {
			t.Errorf("GET has status %d", status)
		}
		w.answer(w.alice.Slash(w.general, "help"))
		wait(t, done, "the last request")
		if len(done) != 0 {
			t.Errorf("carried out: %+v", <-done)
		}
	})
}

// A configured key replaces Discord's.
func TestWebhooksOfAnotherKey(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		key, _, err := ed25519.GenerateKey(nil)
		must.OK(w, err)
		address, _ := w.hook(&fake{}, key)
		if err := w.srv.SetEndpoints(soon(t), address); err == nil {
			t.Error("a PING signed for another key is answered")
		}
		if !strings.Contains(w.logged.String(), "differs from the key that Discord returns") {
			t.Error("the log does not tell")
		}
	})
}

// Until the bot knows its application, balancers get 503. A wrong token ends the bot.
func TestWebhooksBeforeTheBotKnowsItself(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.Fail(discordtest.Fault{Method: "GET", Path: "/applications/@me", Hang: true, Times: 100})
		c := w.config(&fake{})
		var address string
		c.Webhooks, address = w.listen()
		stop := w.start(c)
		if status := w.get(address + "/healthz"); status != http.StatusServiceUnavailable {
			t.Errorf("healthz has status %d", status)
		}
		began := time.Now()
		if status := w.send(w.srv.Webhook(soon(t), address+"/interactions", []byte(`{"type":1}`), time.Now())); status != http.StatusServiceUnavailable {
			t.Errorf("a PING has status %d", status)
		}
		inTime(t, "the answer", time.Since(began), time.Second)
		must.OK(w, stop())

		w.srv.Close()
		w.srv = discordtest.New(discordtest.Options{Token: secret, Memory: true})
		c = w.config(&fake{})
		c.Webhooks, _ = w.listen()
		c.Token = "another"
		if err := Run(soon(t), c); !errors.Is(err, transport.ErrToken) {
			t.Errorf("a wrong token: %v", err)
		}
	})
}

// A balancer may find a process before that knows its application. Then the first webhook waits a
// moment.
func TestWebhooksOfAReplacedProcess(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.Fail(discordtest.Fault{Method: "GET", Path: "/applications/@me", Status: 500})
		c := w.config(&fake{})
		var address string
		c.Webhooks, address = w.listen()
		stop := w.start(c)
		if status := w.send(w.srv.Webhook(soon(t), address+"/interactions", []byte(`{"type":1}`), time.Now())); status != http.StatusOK {
			t.Errorf("a PING is answered with status %d", status)
		}
		must.OK(w, stop())
	})
}

// Webhooks received before the bot stops are answered.
func TestWebhooksStopDrains(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, release := slow(view.Reply{Text: "after all"})
		w := newWorld(t)
		address, end := w.hooked(f)
		in := w.alice.Slash(w.general, "help")
		w.deferral(in)
		stopped := make(chan error, 1)
		go func() { stopped <- end() }()
		w.eventually("the end of taking", func() bool { return w.get(strings.Replace(address, "/interactions", "/healthz", 1)) == 0 })
		release()
		w.contains(w.answer(in), "after all")
		must.OK(w, <-stopped)
	})
}

// Two processes that take webhooks are replaced while people play. Each interaction is answered once.
func TestRollingUpdate(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		path := filepath.Join(t.TempDir(), "nimatron.db")
		begin := func() (address string, end func() error) {
			service := w.real(path)
			w.leases = w.leaseStore()
			return w.hook(service, nil)
		}
		one, endOne := begin()
		two, endTwo := begin()
		must.OK(w, w.srv.SetEndpoints(soon(t), one, two))
		must.OK(w, w.srv.WaitCommands(soon(t)))
		over, players := make(chan struct{}), sync.WaitGroup{}
		for range 3 {
			ch, u := w.srv.AddGuild("guild").AddChannel("room"), w.srv.AddUser("player")
			players.Go(func() {
				board := w.answer(u.Slash(ch, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "900 900 900 900"), discordtest.Opt("first", "me")))
				for n := 0; len(moveTaps(board)) > 0; n++ {
					select {
					case <-over:
						return
					case <-time.After(time.Duration(n%10) * 80 * time.Millisecond):
						board = w.answer(u.Tap(board, moveTaps(board)[0]))
					}
				}
				t.Errorf("the match ends with %s", board.Text())
			})
		}
		for range 2 {
			time.Sleep(2 * time.Second)
			must.OK(w, endOne())
			time.Sleep(time.Second)
			one, endOne = two, endTwo
			two, endTwo = begin()
			must.OK(w, w.srv.SetEndpoints(soon(t), one, two))
		}
		close(over)
		players.Wait()
		for _, in := range w.srv.Interactions() {
			if got := actions(in); strings.Count(got, "respond") != 1 || len(in.Followups()) > 0 {
				t.Errorf("an interaction is answered by %s", got)
			}
		}
	})
}
