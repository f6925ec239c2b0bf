package bot

import (
	"bytes"
	"context"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// The tests wait more than they compute. So many of them run side by side.
func TestMain(m *testing.M) {
	if os.Getenv(childKind) != "" {
		os.Exit(runChild())
	}
	flag.Parse()
	parallel := "24"
	if testlong.Race {
		parallel = "8" // as computing takes ten times as long
	}
	flag.Set("test.parallel", parallel)
	os.Exit(m.Run())
}

var quiet = slog.New(slog.DiscardHandler)

// soon returns a context that bounds a wait.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// inTime notes when something took more than most. That is a matter of the machine too, so nothing
// fails.
func inTime(t *testing.T, what string, took, most time.Duration) {
	t.Helper()
	if took > most {
		t.Logf("%s took %v, more than %v", what, took.Round(time.Millisecond), most)
	}
}

// wait ends the test unless c is closed, or gets an element, in time.
func wait[T any](t *testing.T, c <-chan T, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(5 * time.Minute):
		t.Fatalf("waited in vain for %s", what)
	}
}

// fast is defaultTiming with waits that suit tests.
func fast() timing {
	tm := defaultTiming
	tm.first = 10 * time.Second      // on a busy machine less would be too little, and is sent again
	tm.deferAfter = 10 * time.Second // likewise: tests that wait for a deferral say when
	tm.identify = time.Millisecond
	tm.backoff = 10 * time.Millisecond
	tm.atMost = 50 * time.Millisecond
	tm.stable = time.Hour
	tm.tally = time.Hour // it is told at the end
	tm.resume = 50 * time.Millisecond
	return tm
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

// patient are limits that the few people of most tests don't reach.
var patient = front.Limits{Said: front.Rate{AtOnce: 10_000, PerSecond: 1000}, Typed: front.Rate{AtOnce: 10_000, PerSecond: 1000}}

// world is a Discord with a bot in it.
type world struct {
	*testing.T
	srv     *discordtest.Server
	general *discordtest.Channel
	alice   *discordtest.User
	bob     *discordtest.User
	carol   *discordtest.User

	timing timing
	limits front.Limits
	logged *buffer
	stop   func() // ends the bot that runs, if one does

	dir       string            // of the database; "" for none
	service   *commands.Service // the last that real returned
	outbox    match.Outbox      // of the service
	leases    match.Leases      // nil: nobody else shares the database
	tolerated []string          // violations that contain one of these are none
}

const secret = "a-very-secret-token"

// newWorld returns a world without a bot. The test fails if a bot does in it
// what Discord forbids, or logs its token.
func newWorld(t *testing.T, opts discordtest.Options) *world {
	opts.Token = secret
	if opts.ResponseDeadline == 0 {
		// Whether a first answer is in time is looked at by tests of their own: the others
		// don't fail where the machine is busy.
		opts.ResponseDeadline = time.Minute
	}
	w := &world{T: t, srv: discordtest.New(opts), timing: fast(), limits: patient, logged: &buffer{}, stop: func() {}}
	w.outbox = &noting{Outbox: storagetest.Open(t), shown: map[view.Subject]string{}}
	w.general = w.srv.AddGuild("guild").AddChannel("general")
	w.alice, w.bob, w.carol = w.srv.AddUser("alice"), w.srv.AddUser("bob"), w.srv.AddUser("carol")
	if testlong.Race {
		// A first answer may take so long that it is sent again.
		w.tolerated = append(w.tolerated, "already been acknowledged")
	}
	t.Cleanup(func() {
		w.stop()
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
	return Config{Token: secret, APIURL: w.srv.URL, Service: s, Outbox: w.outbox, Leases: w.leases, Log: newLog(w.logged), timing: &w.timing, Limits: w.limits, Dial: w.srv.DialContext}
}

// serve runs a bot with that service until w.stop, and waits until it is there.
func (w *world) serve(s front.Service) {
	w.Helper()
	w.stop()
	ctx, cancel := context.WithCancel(w.Context())
	ended := make(chan error, 1)
	overwrites := w.overwrites()
	go func() { ended <- Run(ctx, w.config(s)) }()
	w.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				w.Errorf("Run: %v", err)
			}
		case <-time.After(5 * time.Minute):
			w.Error("Run does not end")
		}
	})
	w.ok(w.srv.WaitReady(soon(w.T)))
	for w.overwrites() == overwrites {
		w.ok(soon(w.T).Err())
		time.Sleep(time.Millisecond)
	}
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

// real returns the service over the database in a file, closed with the test.
func (w *world) real(path string) *commands.Service {
	w.Helper()
	store := storagetest.OpenFile(w, path)
	w.outbox = store
	w.Cleanup(func() {
		w.stop()
		store.Close()
	})
	r := referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { return 1 }})
	w.service = commands.New(r, store, quiet)
	return w.service
}

// play starts a bot with the real service and a database of its own.
func play(t *testing.T) *world {
	t.Parallel()
	return playAlone(t)
}

// playAlone is play for tests that take turns, as they compute much.
func playAlone(t *testing.T) *world {
	w := newWorld(t, discordtest.Options{})
	w.dir = t.TempDir()
	w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
	return w
}

// ok ends the test if err is not nil.
func (w *world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// answer waits for the answer to an interaction.
func (w *world) answer(in *discordtest.Interaction) *discordtest.Message {
	w.Helper()
	m, err := in.Wait(soon(w.T))
	w.ok(err)
	return m
}

// refused checks that an interaction is answered for the user alone, and
// usefully.
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

// pinged lists the names of those who were pinged, in order, by any version of
// any message in the channel.
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

// fake is a service made of functions.
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

func (f *fake) Sweep(context.Context) error { return nil }

func (f *fake) Notice(_ context.Context, n match.Notice) (view.Reply, bool, error) {
	return f.notice(n), true, nil
}

// Board shows what Do shows.
func (f *fake) Board(ctx context.Context, _ match.Board) (view.Reply, error) {
	r := f.do(ctx, commands.Request{})
	return view.Reply{Card: r.Card, Show: r.Show, ShownIn: r.ShownIn}, nil
}

// noting is an outbox that remembers in which messages matches and challenges are shown.
type noting struct {
	match.Outbox
	mu    sync.Mutex
	shown map[view.Subject]string
}

func (n *noting) NoteShown(ctx context.Context, boards ...match.Board) error {
	n.mu.Lock()
	for _, b := range boards {
		s := view.Subject{Kind: view.MatchSubject, ID: b.Match, Version: b.Version}
		if b.Challenge != 0 {
			s = view.Subject{Kind: view.ChallengeSubject, ID: b.Challenge, Version: b.Version}
		}
		if b.Message != "" { // else it is the one that was noted before
			n.shown[s] = b.Message
		}
	}
	n.mu.Unlock()
	return n.Outbox.NoteShown(ctx, boards...)
}

// noted returns where a subject was noted to be shown.
func (w *world) noted(s view.Subject) string {
	n := w.outbox.(*noting)
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.shown[s]
}

func (f *fake) AdvanceTournaments(context.Context) error { return nil }

func (f *fake) BeginMeetings(context.Context, string, func(string) commands.Threads) {}
