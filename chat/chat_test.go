package chat

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// clock is a time set by tests.
type clock struct{ now time.Time }

// newService returns the bot with a new database and fixed seeds.
func newService(t *testing.T) (*bot, *clock) {
	t.Helper()
	store := storagetest.Open(t)
	c := &clock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	ref := referee.New(store, &solver.Solver{BoardNodes: 100_000}, referee.Options{
		Now:  func() time.Time { return c.now },
		Seed: func() uint64 { return 7 },
	})
	return &bot{commands.New(ref, store, slog.New(slog.DiscardHandler)), store}, c
}

// bot is the bot with its database.
type bot struct {
	*commands.Service
	store storage.Store
}

// script runs a chat over the lines and returns what it printed.
func script(t *testing.T, service *bot, lines string, change ...func(*Config)) string {
	t.Helper()
	var out bytes.Buffer
	cfg := Config{Service: service, Outbox: service.store, Log: slog.New(slog.DiscardHandler), In: strings.NewReader(lines), Out: &out, Dir: t.TempDir()}
	for _, f := range change {
		f(&cfg)
	}
	must.OK(t, Run(t.Context(), cfg))
	return out.String()
}

func TestActionsNamePeople(t *testing.T) {
	service, _ := newService(t)
	got := script(t, service, "bob: /challenge game:nim position:1 first:me\nbob: 1-1\nann: /profile user:bob\nann: /history user:bob\n")
	for _, want := range []string{"You can: 1: /history user:bob", "(only ann can see this)", "bob's matches, newest first", "`1` Nim against Nimatron (casual): won"} {
		if !strings.Contains(got, want) {
			t.Errorf("the chat lacks %q:\n%s", want, got)
		}
	}
}

func TestFilesArePrinted(t *testing.T) {
	reply := view.Reply{Text: "Here.", To: view.Private{}, Files: []view.File{
		{Name: "a\x1b[2J.txt", Data: []byte("one\n\ttwo \x1b[31m\u202e\n\n")},
		{Name: "b.gz", Data: []byte{0x1f, 0x8b, 0xff}},
	}}
	want := "(only ann can see this) Here.\n\na\uFFFD[2J.txt:\none\n two \uFFFD[31m\uFFFD\n\nb.gz: 3 bytes that are not text"
	if got := wrap(plain.reply(reply, "ann", nil), 0); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestTranscripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.in")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		name := strings.TrimSuffix(filepath.Base(path), ".in")
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				lines := must.Get(os.ReadFile(path))(t)
				service, _ := newService(t)
				golden.Equal(t, name+".golden", script(t, service, string(lines)))
			})
		})
	}
}

// TestWinner checks that the first player wins 3 5 2 with good play: a golden file could contain a
// mistake.
func TestWinner(t *testing.T) {
	service, _ := newService(t)
	got := script(t, service, "ann: /challenge game:end-nim position:1 1 1 first:me level:perfect\nann: L-1\nann: L-1\n")
	if !strings.Contains(got, "ann wins") {
		t.Errorf("ann did not win:\n%s", got)
	}
}

func TestIntroduction(t *testing.T) {
	service, _ := newService(t)
	got := script(t, service, "", func(c *Config) { c.FirstRun = true })
	want := introduction + "\n\n"
	if got != want || strings.Count(introduction, "\n") != 2 {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := script(t, service, ""); got != "" {
		t.Errorf("without FirstRun it prints\n%s", got)
	}
}

// TestEnter presses Enter first, as the introduction suggests, and then again.
func TestEnter(t *testing.T) {
	introduced := func(c *Config) { c.FirstRun = true }
	for lines, boards := range map[string]int{"\n": 1, "\n\n": 1, "#a\n\n": 0, "": 0} {
		service, _ := newService(t)
		if got := script(t, service, lines, introduced); strings.Count(got, "== Nim · guest against Nimatron ==") != boards {
			t.Errorf("%q:\n%s", lines, got)
		}
		if got := script(t, service, lines); strings.Contains(got, "==") {
			t.Errorf("without the introduction %q plays:\n%s", lines, got)
		}
	}
}

// TestIntroductionWorks types the commands of the introduction.
func TestIntroductionWorks(t *testing.T) {
	service, _ := newService(t)
	lines := strings.Split(introduction, "`")
	challenge, move := lines[1], lines[3]
	got := script(t, service, challenge+"\n"+move+"\n")
	if strings.Contains(got, "only guest can see this") || !strings.Contains(got, "guest took 1") {
		t.Errorf("the introduction misleads:\n%s", got)
	}
}

func TestSettings(t *testing.T) {
	service, _ := newService(t)
	got := script(t, service, "/challenge game:nim opponent:eve\n#club\n/match board\n", func(c *Config) { c.As, c.Channel = "Ann", "#Club" })
	if !strings.Contains(got, "ann challenges eve") || strings.Count(got, "Challenge: Nim") != 2 {
		t.Errorf("the settings were not taken:\n%s", got)
	}
	for _, cfg := range []Config{{As: "two words"}, {As: "Nimatron"}, {Channel: "#"}} {
		cfg.Service, cfg.In, cfg.Out = service, strings.NewReader(""), io.Discard
		var bad *BadName
		if err := Run(t.Context(), cfg); !errors.As(err, &bad) {
			t.Errorf("As %q, Channel %q: got %v, want a *BadName", cfg.As, cfg.Channel, err)
		}
	}
}

func TestLineEnds(t *testing.T) {
	service, _ := newService(t)
	long := strings.Repeat("x", maxLine)
	got := script(t, service, "#a\r\n\r\n"+long+"y\n"+long+long+long+"\n#b")
	for _, want := range []string{"> #a\nYou are in #a now.\n\n> xxx", "xxx…\nThat line is too long", "> #b\nYou are in #b now.\n\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "too long and was skipped"); n != 2 {
		t.Errorf("%d lines were too long, want 2", n)
	}
	if strings.Contains(script(t, service, long), "skipped") {
		t.Error("a line of the greatest length was skipped")
	}
}

// TestLeave checks that the words for leaving also work in a pipe, and that other words don't
// leave.
func TestLeave(t *testing.T) {
	service, _ := newService(t)
	for _, word := range []string{"exit", "quit", " Exit ", "/quit", "/exit"} {
		got := script(t, service, "#a\n"+word+"\n#b\n")
		if !strings.HasSuffix(got, "You are in #a now.\n\n> "+strings.TrimSpace(word)+"\n") {
			t.Errorf("%q does not leave:\n%s", word, got)
		}
	}
	for _, line := range []string{"ann: exit", "exit now"} {
		if got := script(t, service, line+"\n#b\n"); !strings.Contains(got, "You are in #b now.") {
			t.Errorf("%q leaves:\n%s", line, got)
		}
	}
}

func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service, _ := newService(t)
		in, typist := io.Pipe()
		defer typist.Close()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- Run(ctx, Config{Service: service, Outbox: service.store, Log: slog.New(slog.DiscardHandler), In: in, Out: io.Discard})
		}()
		must.Get(io.WriteString(typist, "#a\n"))(t)
		cancel() // while the next Read is blocked, or about to be
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestExpiry(t *testing.T) {
	service, clock := newService(t)
	script(t, service, "ann: /challenge game:nim open:true\n")
	clock.now = clock.now.Add(referee.ChallengeLife)
	got := script(t, service, "", func(c *Config) { c.Channel = "elsewhere" })
	if !strings.HasPrefix(got, "In #lobby:\n\nann's challenge to Nim expired") {
		t.Errorf("got\n%s", got)
	}
	if got := script(t, service, ""); got != "" {
		t.Errorf("the same again:\n%s", got)
	}
}

// TestNoControl checks that nothing typed can control the terminal.
func TestNoControl(t *testing.T) {
	service, _ := newService(t)
	evil := "\x1b[2J\x07\x0elocal:x\x0f\u202e\x9b\xff\r**`"
	var lines strings.Builder
	for _, line := range []string{"E", "/E", "#E", "p1: E", "/challenge game:E", "/challenge game:nim opponent:E", "/study analyze game:nim position:E", "/rules E", "/move move:E"} {
		lines.WriteString(strings.ReplaceAll(line, "E", evil) + "\n")
	}
	got := script(t, service, lines.String())
	if n := strings.Count(got, "\n> "); n != 8 {
		t.Errorf("%d lines were echoed after the first, want 8", n)
	}
	if i := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && sanitize(string(r)) != string(r) }); i >= 0 {
		t.Errorf("%q gets through in\n%q", got[i:i+1], got)
	}
}

// late reads lines, each some time after the one before.
type late struct {
	lines []string
	pause time.Duration
}

func (l *late) Read(p []byte) (n int, err error) {
	if len(l.lines) == 0 {
		return 0, io.EOF
	}
	time.Sleep(l.pause)
	n = copy(p, l.lines[0]+"\n")
	l.lines = l.lines[1:]
	return n, nil
}

// A race in the terminal says in how many seconds it begins, shows the first board then, and takes a move for its answer.
func TestRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		ref := referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { return 4 }})
		service := &bot{commands.New(ref, store, slog.New(slog.DiscardHandler)), store}
		in := &late{[]string{"/race start", "/race answer", "1-1", "/race join"}, 11 * time.Second}
		golden.Equal(t, "race.golden", script(t, service, "", func(c *Config) { c.In = in }))
	})
}
