package bot

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/live"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

func TestMain(m *testing.M) {
	if os.Getenv(childURL) != "" {
		os.Exit(runChild())
	}
	os.Exit(m.Run())
}

var quiet = slog.New(slog.DiscardHandler)

// bubble runs a test with its own clock, which advances when all goroutines wait. So no test is
// late on a slow machine.
func bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC))) // bubbles begin in 2000
		test(t)
	})
}

// inBubble runs a subtest in its own bubble.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { bubble(t, test) })
}

// in runs a test in a bubble after a set-up.
func in[W any](t *testing.T, begin func(*testing.T) W, test func(*testing.T, W)) {
	t.Helper()
	bubble(t, func(t *testing.T) { test(t, begin(t)) })
}

// soon returns a context that bounds a wait.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
	t.Cleanup(cancel)
	return ctx
}

// inTime checks that something took at most that long.
func inTime(t *testing.T, what string, took, most time.Duration) {
	t.Helper()
	if took > most {
		t.Errorf("%s took %v, more than %v", what, took, most)
	}
}

// wait ends the test unless c is closed or has a value in time.
func wait[T any](t *testing.T, c <-chan T, what string) {
	t.Helper()
	select {
	case <-c:
	case <-soon(t).Done():
		t.Fatalf("waited in vain for %s", what)
	}
}

// buffer is a log that several goroutines write.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func newLog(b *buffer) *slog.Logger {
	return slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// patient are limits that the few people in a test never reach.
var patient = front.Limits{Requests: front.Rate{AtOnce: 10_000, PerSecond: 1000}, Completions: front.Rate{AtOnce: 10_000, PerSecond: 1000}}

// world is a Discord with a bot in it.
type world struct {
	*testing.T
	srv     *discordtest.Server
	guild   *discordtest.Guild
	general *discordtest.Channel
	alice   *discordtest.User
	bob     *discordtest.User
	carol   *discordtest.User

	timing timing
	limits front.Limits
	logged *buffer
	stop   func() // ends the running bot, if there is one

	dir       string // of the database; "" before real is called
	referee   *referee.Referee
	service   *commands.Service // of the running bot
	outbox    match.Outbox      // of the service
	leases    match.Leases      // nil without a shared database
	tolerated []string          // texts of violations that don't fail the test
	listeners int
	live      *live.Server // for the next bot; nil for none
	secret    string       // of the OAuth client; "" without Activities
}

const secret = "a-very-secret-token"

// rarely is for a bot that waits for hours while nothing becomes due.
var rarely = front.Intervals{Sweep: time.Minute, Boards: time.Minute, Notices: time.Minute, Tournaments: time.Minute}

// newWorld returns a world without a bot. The test fails if a bot does something that Discord forbids,
// or logs its token.
func newWorld(t *testing.T) *world {
	opts := discordtest.Options{Token: secret, Memory: true}
	w := &world{T: t, srv: discordtest.New(opts), timing: defaultTiming, limits: patient, logged: &buffer{}, stop: func() {}}
	w.guild = w.srv.AddGuild("guild")
	w.general = w.guild.AddChannel("general")
	w.alice, w.bob, w.carol = w.srv.AddUser("alice"), w.srv.AddUser("bob"), w.srv.AddUser("carol")
	t.Cleanup(func() {
		w.end()
		w.srv.Close()
		for _, v := range w.srv.Violations() {
			if !slices.ContainsFunc(w.tolerated, func(text string) bool { return strings.Contains(v, text) }) {
				t.Error("violation:", v)
			}
		}
		if strings.Contains(w.logged.String(), secret) {
			t.Error("the token is in the log")
		}
		if t.Failed() {
			t.Log(w.logged.String())
		}
	})
	return w
}

func (w *world) config(s front.Service) Config {
	if w.outbox == nil {
		w.notes()
	}
	return Config{Token: secret, APIURL: w.srv.URL, Service: s, Outbox: w.outbox, Leases: w.leases, Log: newLog(w.logged), Limits: w.limits, Live: w.live, Secret: w.secret, fakes: fakes{timing: &w.timing, dial: w.srv.DialContext}}
}

// start runs a bot until stop is called or the test ends.
func (w *world) start(c Config) (stop func() error) {
	ctx, cancel := context.WithCancel(w.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, c) }()
	return sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
}

// serve runs a bot with a service until w.stop, and waits until it is ready.
func (w *world) serve(s front.Service) {
	w.Helper()
	w.stop()
	overwrites, end := w.overwrites(), w.start(w.config(s))
	w.stop = sync.OnceFunc(func() {
		if err := end(); err != nil {
			w.Errorf("Run: %v", err)
		}
	})
	must.OK(w, w.srv.WaitReady(soon(w.T)))
	w.eventually("registered commands", func() bool { return w.overwrites() > overwrites })
}

// overwrites counts how often commands were registered.
func (w *world) overwrites() int {
	n := 0
	for _, r := range w.srv.Requests() {
		if r.Method == "PUT" && r.Status == 200 {
			n++
		}
	}
	return n
}

// eventually waits for a condition, checked whenever all goroutines wait.
func (w *world) eventually(what string, cond func() bool) {
	w.Helper()
	for ctx, rest := soon(w.T), time.Millisecond; ; rest = min(2*rest, time.Second/2) {
		if synctest.Wait(); cond() {
			return
		}
		if ctx.Err() != nil {
			w.Fatalf("not seen: %s", what)
		}
		time.Sleep(rest)
	}
}

// real returns the service on a database file, closed with the test.
func (w *world) real(path string) *commands.Service {
	w.Helper()
	return w.over(storagetest.OpenFile(w, path), referee.Options{})
}

// over returns the service on a store. The bot ends before the store is closed.
func (w *world) over(store storage.Store, o referee.Options) *commands.Service {
	w.outbox = store
	w.Cleanup(w.end)
	if o.Seed == nil {
		o.Seed = func() uint64 { return 1 }
	}
	w.referee = referee.New(store, &solver.Solver{}, o)
	w.service = commands.New(w.referee, store, quiet)
	return w.service
}

// end stops the bot and waits for its work.
func (w *world) end() {
	w.stop()
	time.Sleep(time.Minute)
}

// play starts a bot with the real service on a new database.
func play(t *testing.T) *world {
	w := newWorld(t)
	w.dir = t.TempDir()
	w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
	return w
}

// answer waits for the answer to an interaction.
func (w *world) answer(in *discordtest.Interaction) *discordtest.Message {
	w.Helper()
	m := must.Get(in.Wait(soon(w.T)))(w)
	time.Sleep(5 * time.Millisecond)
	return m
}

// refused checks that an interaction gets a private answer containing these texts.
func (w *world) refused(in *discordtest.Interaction, wants ...string) *discordtest.Message {
	w.Helper()
	m := w.answer(in)
	if !m.Ephemeral {
		w.Errorf("everybody sees %q", m.Text())
	}
	w.contains(m, wants...)
	return m
}

func (w *world) contains(m *discordtest.Message, wants ...string) {
	w.Helper()
	for _, want := range wants {
		if !strings.Contains(m.Text(), want) {
			w.Errorf("%q has no %q", m.Text(), want)
		}
	}
}

// sees waits until a message of a channel shows a text.
func (w *world) sees(ch *discordtest.Channel, text string) *discordtest.Message {
	w.Helper()
	m, err := ch.WaitMessage(soon(w.T), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), text) })
	if err != nil {
		var all []string
		for _, m := range ch.Messages() {
			all = append(all, m.Text())
		}
		w.Fatalf("nothing says %q (%v) but\n%s", text, err, strings.Join(all, "\n---\n"))
	}
	return m
}

// board waits until the message with that id shows a text, and returns it.
func (w *world) board(ch *discordtest.Channel, id, text string) *discordtest.Message {
	w.Helper()
	m, err := ch.WaitMessage(soon(w.T), func(m *discordtest.Message) bool { return m.ID == id && strings.Contains(m.Text(), text) })
	if err != nil {
		for _, m := range ch.Messages() {
			if m.ID == id {
				w.Fatalf("the board does not say %q (%v) but %q", text, err, m.Text())
			}
		}
		w.Fatalf("there is no board %s", id)
	}
	return m
}

// messagesWith returns the texts of a channel's messages that contain these words, or did before an
// edit.
func messagesWith(ch *discordtest.Channel, words string) (texts []string) {
	for _, m := range ch.Messages() {
		for _, body := range m.History {
			if text := body.Text(); strings.Contains(text, words) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}

func (w *world) move(u *discordtest.User, move string) *discordtest.Interaction {
	return u.Slash(w.general, "move", discordtest.Opt("move", move))
}

// labels lists a message's buttons.
func labels(m *discordtest.Message) string {
	var list []string
	for _, b := range m.Buttons() {
		list = append(list, b.Label)
	}
	return strings.Join(list, ", ")
}

// pinged lists the people pinged in a channel, in order, over all versions of its messages.
func (w *world) pinged(ch *discordtest.Channel) []string {
	names := map[string]string{w.alice.ID: "alice", w.bob.ID: "bob", w.carol.ID: "carol"}
	var list []string
	for _, m := range ch.Messages() {
		if m.Author != w.srv.BotUser() {
			continue
		}
		for _, body := range m.History {
			if body.Pings.Everyone || len(body.Pings.Roles) > 0 {
				w.Errorf("%q pings a crowd", body.Text())
			}
			for _, id := range body.Pings.Users {
				list = append(list, names[id])
			}
		}
	}
	return list
}

// fake is a service whose methods are functions.
type fake struct {
	do       func(context.Context, commands.Request) view.Reply
	complete func(option, typed string) []view.Choice
	notice   func(match.Notice) view.Reply
}

func (f *fake) Do(ctx context.Context, r commands.Request) view.Reply { return f.do(ctx, r) }

func (f *fake) Refuse(_ context.Context, _ commands.Request, r view.Reply) view.Reply {
	return r
}

func (f *fake) Complete(_ context.Context, _ commands.Request, option, typed string) []view.Choice {
	if f.complete == nil {
		return nil
	}
	return f.complete(option, typed)
}

func (f *fake) Places() commands.Places { return nil }

func (f *fake) Sweep(context.Context) error { return nil }

func (f *fake) Notice(_ context.Context, n match.Notice) (view.Reply, bool, error) {
	return f.notice(n), true, nil
}

// Board shows the card of Do.
func (f *fake) Board(ctx context.Context, _ match.Board) (view.Reply, error) {
	r := f.do(ctx, commands.Request{})
	return view.Reply{Card: r.Card, Show: r.Show, ShownIn: r.ShownIn}, nil
}

// noting is an outbox that records which messages show matches and challenges.
type noting struct {
	match.Outbox
	mu    sync.Mutex
	shown map[view.Subject]string
}

func (n *noting) RecordShown(ctx context.Context, boards ...match.Board) error {
	n.mu.Lock()
	for _, b := range boards {
		if b.Message != "" { // otherwise the recorded message stays
			n.shown[b.Subject] = b.Message
		}
	}
	n.mu.Unlock()
	return n.Outbox.RecordShown(ctx, boards...)
}

// notes opens a separate store for the world.
func (w *world) notes() *noting {
	n := &noting{Outbox: storagetest.Open(w), shown: map[view.Subject]string{}}
	w.outbox = n
	w.Cleanup(w.end) // the bot ends before the store is closed
	return n
}

// noted returns the recorded message of a subject.
func (w *world) noted(s view.Subject) string {
	n := w.outbox.(*noting)
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.shown[s]
}

func (f *fake) AdvanceTournaments(context.Context) error { return nil }

func (f *fake) AdvanceShared(context.Context) ([]match.Board, error) { return nil, nil }

func (f *fake) BeginPairings(context.Context, string, func(string) commands.Threads) {}
