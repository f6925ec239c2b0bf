package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/internal/words"
	"nimatron/storage"
	"nimatron/storage/postgres/postgrestest"
)

// buffer may be used by several goroutines.
type buffer struct {
	mu      sync.Mutex
	b       bytes.Buffer
	written chan struct{} // closed by the next Write; nil if nothing waits
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.written != nil {
		close(b.written)
		b.written = nil
	}
	return b.b.Write(p)
}

// wait waits until a text was written this many times.
func (b *buffer) wait(text string, times int) {
	for {
		b.mu.Lock()
		if strings.Count(b.b.String(), text) >= times {
			b.mu.Unlock()
			return
		}
		if b.written == nil {
			b.written = make(chan struct{})
		}
		written := b.written
		b.mu.Unlock()
		<-written
	}
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// served is a program serving a simulated Discord from the working directory.
type served struct {
	*testing.T
	discord *discordtest.Server
	general *discordtest.Channel
	alice   *discordtest.User
	env     map[string]string
	log     *buffer
	end     func() int // sends SIGTERM and returns the exit code
}

// patient are the options of a Discord that waits for a busy machine.
var patient = discordtest.Options{Token: "sesame", HeartbeatInterval: time.Hour, ResponseDeadline: time.Hour}

// serve starts the program and waits until it is ready.
func serve(t *testing.T, env map[string]string) *served {
	t.Helper()
	t.Chdir(t.TempDir())
	newDatabase(t, defaultDB)
	s := &served{T: t, discord: discordtest.New(patient)}
	t.Cleanup(s.discord.Close)
	s.general, s.alice = s.discord.AddGuild("guild").AddChannel("general"), s.discord.AddUser("alice")
	s.env = map[string]string{"DISCORD_TOKEN": "sesame", "DISCORD_API_URL": s.discord.URL}
	maps.Copy(s.env, env)
	s.end, s.log = serveAgain(s)
	if err := s.discord.WaitCommands(t.Context()); err != nil {
		t.Fatal(err, s.log)
	}
	return s
}

// serveAgain starts the program again. It returns its log and a func that ends it.
func serveAgain(s *served) (end func() int, log *buffer) {
	log = &buffer{}
	ctx, cancel := context.WithCancel(s.Context())
	ended := make(chan int, 1)
	lookup := func(name string) (string, bool) { value, ok := s.env[name]; return value, ok }
	go func() { ended <- run(ctx, nil, strings.NewReader(""), io.Discard, log, lookup) }()
	end = func() int {
		cancel()
		code := <-ended
		ended <- code
		return code
	}
	s.Cleanup(func() { end() })
	return end, log
}

// slash uses a command as Alice and returns the answer.
func (s *served) slash(command string, opts ...discordtest.Option) *discordtest.Message {
	s.Helper()
	m, err := s.alice.Slash(s.general, command, opts...).Wait(s.Context())
	if err != nil {
		s.Fatal(err, s.log)
	}
	return m
}

// requested waits until n requests were carried out.
func (s *served) requested(n int) { s.log.wait("msg=request", n) }

func (s *served) challenge() {
	s.Helper()
	s.slash("challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"),
		discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect"))
}

// A second process that would serve the same file says so and ends. The chat can use the file
// meanwhile.
func TestOneServesADatabase(t *testing.T) {
	s := serve(t, nil)
	got := start(t.Context(), t, s.env, nil, "serve")
	if got.code != 1 || !strings.Contains(got.stderr, "another nimatron serve uses the database nimatron.db") {
		t.Errorf("%+v", got)
	}
	chat := strings.NewReader("p1: /challenge game:end-nim position:3 5 2 first:me\np1: L-1\np1: /match resign sure:true\n")
	if got := start(t.Context(), t, nil, chat, "chat"); got.code != 0 || !strings.Contains(got.stdout, "Nimatron wins") {
		t.Errorf("%+v", got)
	}
	s.challenge()
	if code := s.end(); code != 0 {
		t.Errorf("status %d: %s", code, s.log)
	}
	other, log := serveAgain(s)
	err := s.discord.WaitGateway(s.Context(), func(g discordtest.GatewayStats) bool { return g.Identifies == 2 })
	if err != nil {
		t.Error(err)
	}
	if code := other(); code != 0 {
		t.Errorf("status %d: %s", code, log)
	}
}

// The end leaves one complete file. Running requests are answered even if Discord is slow. If
// Discord does not answer, the program ends within ten seconds.
func TestEndOfServing(t *testing.T) {
	for name, lost := range map[string]int{"nothing under way": 0, "a slow Discord": 14, "a dead Discord": 100_000} {
		t.Run(name, func(t *testing.T) {
			if lost > 0 && !testlong.Long() {
				t.Skip("it waits by the clock")
			}
			s := serve(t, nil)
			guild := s.discord.AddGuild("another")
			var asked []*discordtest.Interaction
			if lost > 0 {
				s.discord.Fail(discordtest.Fault{Method: "POST", Path: "/interactions/*/*/callback", Hang: true, Times: lost})
			}
			for n := range min(lost, 14) {
				ch := guild.AddChannel(fmt.Sprint("channel", n))
				asked = append(asked, s.alice.Slash(ch, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4"), discordtest.Opt("first", "me")))
			}
			s.requested(len(asked))
			if code := s.end(); code != 0 {
				t.Errorf("status %d: %s", code, s.log)
			}
			for _, in := range asked {
				if lost == 14 && in.Original() == nil {
					t.Errorf("%s was not answered", in.ID)
				}
			}
			if names, err := filepath.Glob("nimatron.db*"); lost > 0 && (err != nil || fmt.Sprint(names) != "[nimatron.db nimatron.db-served]") {
				t.Errorf("%v, %v", names, err)
			}
			if got := start(t.Context(), t, nil, nil, "check"); got.code != 0 || !strings.Contains(got.stdout, words.Count(len(asked), "match")+" replayed") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Each interaction logs one line with ids and times, without tokens and people's texts.
func TestLogOfRequests(t *testing.T) {
	s := serve(t, nil)
	s.challenge()
	s.slash("move", discordtest.Opt("move", "L-1"))
	s.slash("move", discordtest.Opt("move", "blue-elephant"))
	s.slash("study analyze", discordtest.Opt("game", "nim"), discordtest.Opt("position", "7171 7172"))
	s.alice.Say(s.general, s.discord.BotUser().Mention()+" green-giraffe")
	s.requested(5)
	s.end()
	logged := s.log.String()
	line := regexp.MustCompile(`level=INFO msg=request id=\d+ command=(?:\w+|"[\w ]+") channel=` + s.general.ID + ` server=` + s.general.GuildID +
		` user=` + s.alice.ID + ` match=\d+ result=\w+ took=\S+\n`)
	if n := len(line.FindAllString(logged, -1)); n != 5 {
		t.Errorf("%d lines, want 5", n)
	}
	for _, words := range []string{"command=move channel=" + s.general.ID, "match=1 result=done", "command=move .*result=refused"} {
		if !regexp.MustCompile(words).MatchString(logged) {
			t.Errorf("nothing is like %s", words)
		}
	}
	// Short numbers may occur in ids and times.
	secrets := []string{"sesame", "elephant", "7171 7172", "giraffe", "L-1"}
	for _, in := range s.discord.Interactions() {
		secrets = append(secrets, in.Token)
	}
	for _, secret := range secrets {
		if strings.Contains(logged, secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
	if t.Failed() {
		t.Log(logged)
	}
}

// Every setting in --help is in .env.example.
func TestSettingsAreDocumented(t *testing.T) {
	names := regexp.MustCompile(`(?m)^  ([A-Z_]+)  `).FindAllStringSubmatch(settingsHelp, -1)
	if len(names) < 4 {
		t.Fatalf("--help has %q", names)
	}
	text := must.Get(os.ReadFile("../../.env.example"))(t)
	for _, name := range names {
		if !regexp.MustCompile(`(?m)^#?` + name[1] + `=`).Match(text) {
			t.Errorf(".env.example lacks %s", name[1])
		}
	}
}

// After the database file is removed, no move is acknowledged. Players, the log and /healthz report it.
func TestDatabaseIsRemovedWhileItIsServed(t *testing.T) {
	s := serve(t, map[string]string{"NIMATRON_METRICS": anyPort})
	address := s.address(metricsServed)
	s.challenge()
	must.OK(t, os.Remove("nimatron.db"))
	if m := s.slash("move", discordtest.Opt("move", "L-1")); !strings.Contains(m.Text(), "can't reach my database") {
		t.Errorf("the answer is %q", m.Text())
	}
	if !strings.Contains(s.log.String(), "nimatron.db was removed while it was in use") {
		t.Error(s.log)
	}
	resp := must.Get(http.Get("http://" + address + "/healthz"))(t)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), `"database":"it can't be read"`) {
		t.Errorf("%s: %s, %v", resp.Status, body, err)
	}
}

func TestMetricsOfServing(t *testing.T) {
	s := serve(t, map[string]string{"NIMATRON_METRICS": anyPort})
	address := s.address(metricsServed)
	s.challenge()
	s.slash("move", discordtest.Opt("move", "L-1"))
	s.slash("move", discordtest.Opt("move", "L-99"))
	get := func(path string) string {
		t.Helper()
		resp := must.Get(http.Get("http://" + address + path))(t)
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s, %v", path, resp.Status, err)
		}
		return string(body)
	}
	metrics := get("/metrics")
	for !strings.Contains(metrics, "nimatron_first_answer_seconds_count 3") { // the metric counts after the answer
		metrics = get("/metrics")
	}
	for _, line := range []string{
		`nimatron_interactions_total{command="challenge",result="done"} 1`,
		`nimatron_interactions_total{command="move",result="done"} 1`,
		`nimatron_interactions_total{command="move",result="refused"} 1`,
		`nimatron_open_matches 1`,
		`nimatron_solver_seconds_count{question="choose"} 1`,
		`nimatron_gateway_sessions_total{kind="new"} 1`,
		`nimatron_queue_depth{queue="channels"}`,
		`nimatron_clock_ahead_seconds`,
	} {
		if !strings.Contains(metrics, line) {
			t.Errorf("there is no %s in\n%s", line, metrics)
		}
	}
	if health := get("/healthz"); !strings.Contains(health, `"ok":true`) {
		t.Errorf("health is %s", health)
	}
	if got := start(t.Context(), t, map[string]string{"DISCORD_TOKEN": "x", "NIMATRON_METRICS": address, "NIMATRON_DB": "other.db"}, nil, "serve"); got.code != 1 || !strings.Contains(got.stderr, "NIMATRON_METRICS") {
		t.Errorf("an address in use: %+v", got)
	}
}

// Addresses may contain passwords, even invalid ones.
func TestPasswordsAreNotLogged(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{
		"http://joe:hunter2@127.0.0.1:1", "joe:hunter2@127.0.0.1", "http://joe:hunter2@127.0.0.1/api", "http://joe:hunter2@127.0.0.1/?q",
		"http://joe:hunter2%zz@127.0.0.1", "http://joe:hun/ter2@127.0.0.1", "://hunter2", "http://joe:hunter2@", "ftp://joe:hunter2@x",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		said := &stopping{stop: cancel}
		env := map[string]string{"DISCORD_TOKEN": "sesame", "DISCORD_API_URL": address}
		run(ctx, []string{"serve"}, nil, io.Discard, said, func(name string) (string, bool) { return env[name], true })
		if text := said.String(); text == "" || strings.Contains(text, "hun") || strings.Contains(text, "ter2") {
			t.Errorf("%s: %s", address, text)
		}
	}
}

// Two processes serve one shard on one PostgreSQL. The second resumes the session when the first ends.
func TestTwoServePostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	s := serve(t, map[string]string{"NIMATRON_DB": postgrestest.Address(t), "NIMATRON_SHARDS": "0/1"})
	other, log := serveAgain(s)
	log.wait("another process serves this shard", 1)
	s.challenge()
	if code := s.end(); code != 0 {
		t.Errorf("status %d: %s", code, s.log)
	}
	s.slash("move", discordtest.Opt("move", "L-1"))
	if g := s.discord.GatewayStats(); g.Identifies != 1 || g.Resumes != 1 {
		t.Errorf("%+v", g)
	}
	if code := other(); code != 0 {
		t.Errorf("the other ends with status %d", code)
	}
	got := start(t.Context(), t, s.env, nil, "check")
	if got.code != 0 || !strings.Contains(got.stdout, "has no faults: 1 match") {
		t.Errorf("%+v", got)
	}
	store := must.Get(database(s.env["NIMATRON_DB"]).open(t.Context(), storage.Upgrade))(t)
	defer store.Close()
	if m, err := store.MatchByID(t.Context(), 1); err != nil || len(m.Moves) != 2 || m.Version != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	if log := s.log.String(); strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}
