//go:build unix

package bot

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/postgres"
	"nimatron/storage/sqlite"
)

// The environment in which this program is not a test but a bot that a test starts.
const (
	childKind = "NIMATRON_TEST_CHILD" // one of the kinds below
	childURL  = "NIMATRON_TEST_URL"
	childFile = "NIMATRON_TEST_FILE" // the database, or the address of a PostgreSQL

	childHTTP   = "NIMATRON_TEST_HTTP"   // where it takes webhooks; empty for the gateway
	childOpened = "NIMATRON_TEST_OPENED" // the file to make when the database is open
	childShards = "NIMATRON_TEST_SHARDS" // as ReadShards reads them; empty for all

	childBegun = "NIMATRON_TEST_BEGUN" // of quickClock
	childSpeed = "NIMATRON_TEST_SPEED" // the same; empty for killClock
	childHeap  = "NIMATRON_TEST_HEAP"  // the file for what SIGUSR1 asks for
)

const (
	realChild     = "nimatron"
	webhookChild  = "nimatron by webhook"
	killedChild   = "nimatron in a hurry" // its clock runs fast, and it looks around often
	patientChild  = "nimatron at leisure" // it waits long for Discord
	constantChild = "constant"            // answers everything with one text, by discordgo

	inResponseChild = "nimatron in the response to the webhook" // as the bot does not
)

// runChild is the process of such a bot. It ends by SIGTERM, or by being killed.
func runChild() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if dir := os.Getenv("NIMATRON_PROFILE"); dir != "" { // of the processor, for each process
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%d.cpu", strings.ReplaceAll(os.Getenv(childKind), " ", "-"), os.Getpid())))
		if err != nil || pprof.StartCPUProfile(f) != nil {
			fmt.Fprintln(os.Stderr, "no profile:", err)
			return 1
		}
		defer pprof.StopCPUProfile()
	}
	tellHeap(os.Getenv(childHeap))
	run := runReal
	if os.Getenv(childKind) == constantChild {
		run = runConstant
	}
	if err := run(ctx, os.Getenv(childURL)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func runReal(ctx context.Context, url string) error {
	var store match.Store
	var err error
	if file := os.Getenv(childFile); postgres.Is(file) {
		store, err = postgres.Open(ctx, file)
	} else {
		store, err = sqlite.Open(ctx, file)
	}
	if err != nil {
		return err
	}
	defer store.Close()
	if opened := os.Getenv(childOpened); opened != "" {
		if err := os.WriteFile(opened, nil, 0o600); err != nil {
			return err
		}
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	var o referee.Options
	tm := defaultTiming
	switch os.Getenv(childKind) {
	case patientChild:
		tm.first = fast().first
		tm.front.Boards = 500 * time.Millisecond
	case killedChild:
		o.Now = func() time.Time { return quickClock(os.Getenv(childBegun), os.Getenv(childSpeed)) }
		tm.lease = 2 * time.Second
		tm.front = front.Intervals{Sweep: 100 * time.Millisecond, Boards: 300 * time.Millisecond, Notices: 20 * time.Millisecond, Tournaments: 20 * time.Millisecond, Taken: 4 * time.Second}
	}
	r := referee.New(store, &solver.Solver{}, o)
	c := Config{Token: secret, APIURL: url, Service: commands.New(r, store, log), Outbox: store, Log: log, timing: &tm, limits: patient}
	if address := os.Getenv(childHTTP); address != "" {
		if c.Webhooks, err = net.Listen("tcp", address); err != nil {
			return err
		}
	}
	if shards := os.Getenv(childShards); shards != "" {
		if c.Shards, err = ReadShards(shards); err != nil {
			return err
		}
		if os.Getenv(childKind) == killedChild { // it waits for the leases of the one before
			tm.lease = 300 * time.Millisecond
		}
	}
	if postgres.Is(os.Getenv(childFile)) {
		c.Leases = store
	}
	if os.Getenv(childKind) == inResponseChild {
		return serveInResponse(ctx, c)
	}
	return Run(ctx, c)
}

// runConstant is the least that a bot of discordgo can do.
func runConstant(ctx context.Context, url string) error {
	to, err := newEndpoint(url)
	if err != nil {
		return err
	}
	s, err := discordgo.New("Bot " + secret)
	if err != nil {
		return err
	}
	s.Client = &http.Client{Transport: to}
	s.Identify.Compress = false // it is the faster way
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		answer := &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "`L-1`"},
		}
		if i.Type == discordgo.InteractionMessageComponent || i.ApplicationCommandData().Name == "challenge" { // for taps
			answer.Data.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "L-1", CustomID: "L-1"}}}}
		}
		if i.Type == discordgo.InteractionMessageComponent {
			answer.Type = discordgo.InteractionResponseUpdateMessage
		}
		_ = s.InteractionRespond(i.Interaction, answer)
	})
	if err := s.Open(); err != nil {
		return err
	}
	if _, err := s.ApplicationCommandBulkOverwrite(s.State.Application.ID, "", applicationCommands(commands.Commands())); err != nil {
		return err
	}
	<-ctx.Done()
	return s.Close()
}

// child is such a process, as the test that started it sees it.
type child struct {
	*exec.Cmd
	said bytes.Buffer
}

func startChild(t *testing.T, srv *discordtest.Server, kind, file string, env ...string) *child {
	t.Helper()
	c := &child{Cmd: exec.Command(os.Args[0])}
	c.Env = append(os.Environ(), childKind+"="+kind, childURL+"="+srv.URL, childFile+"="+file, childHeap+"="+file+".heap")
	c.Env = append(c.Env, env...)
	c.Stderr = &c.said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c.ProcessState == nil {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	})
	return c
}

// env returns a variable of the process's environment.
func (c *child) env(name string) string {
	for _, v := range c.Env {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// memory returns the most memory that the process has had, in bytes; 0 where the system
// doesn't tell.
func (c *child) memory(t *testing.T) (bytes int64) {
	t.Helper()
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	if _, peak, ok := strings.Cut(string(status), "VmHWM:"); ok {
		if _, err := fmt.Sscan(peak, &bytes); err != nil {
			t.Error(err)
		}
	}
	return bytes << 10
}

// processor returns what the process has used of the processor so far; 0 where the system
// doesn't tell.
func (c *child) processor(t *testing.T) time.Duration {
	t.Helper()
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid))
	_, rest, _ := strings.Cut(string(stat), ") ") // after the program's name, which is the second field
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	var user, system int64 // in hundredths of a second
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		t.Error(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// stop ends the process as a service manager does.
func (c *child) stop(t *testing.T) {
	t.Helper()
	_ = c.Process.Signal(syscall.SIGTERM)
	if err := c.Wait(); err != nil {
		t.Errorf("the bot ended with %v: %s", err, &c.said)
	}
}

// figures are what a load has shown.
type figures struct {
	interactions int
	elapsed      time.Duration
	cpu          time.Duration // of the bot
	memory       int64         // of the bot at most, in bytes
	first, text  []time.Duration
}

func (f *figures) String() string {
	return fmt.Sprintf("%d interactions, %.0f a second, %d µs of processor each, at most %d MiB; first answer %s; text %s",
		f.interactions, float64(f.interactions)/f.elapsed.Seconds(), int(f.cpu.Microseconds())/max(1, f.interactions), f.memory>>20,
		percentiles(f.first), percentiles(f.text))
}

// percentile returns the share p of times that are not longer.
func percentile(times []time.Duration, p float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)-1, int(p*float64(len(times))))]
}

func percentiles(times []time.Duration) string {
	ms := func(p float64) float64 { return percentile(times, p).Seconds() * 1000 }
	return fmt.Sprintf("p50 %.1f, p95 %.1f, p99 %.1f ms", ms(0.50), ms(0.95), ms(0.99))
}

// playOn has somebody play whole matches in a channel, each move as soon as the one before
// is answered, for as long as more says. Each interaction is told to asked when it is
// answered.
func playOn(t *testing.T, kind string, ch *discordtest.Channel, u *discordtest.User, more func() bool, asked func(*discordtest.Interaction)) {
	ask := func(command string, opts ...discordtest.Option) string {
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		defer cancel()
		in := u.Slash(ch, command, opts...)
		m, err := in.Wait(ctx)
		if err != nil {
			t.Errorf("%s: %v", ch.Name, err)
			return ""
		}
		asked(in)
		return m.Text()
	}
	for over := kind != constantChild; more() && !t.Failed(); {
		if over {
			ask("challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "9 9 9 9"), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect"))
		}
		text := ask("move", discordtest.Opt("move", "L-1"))
		if over = strings.Contains(text, "wins"); !over && !strings.Contains(text, "`L-1`") {
			t.Errorf("%s: answered by %q", ch.Name, text)
		}
	}
}

// busyDiscord is a Discord that limits edits as the real one does, and a bot of that kind
// that is ready there.
func busyDiscord(t *testing.T, kind string) (*discordtest.Server, *child) {
	t.Helper()
	srv := discordtest.New(discordtest.Options{Token: secret})
	t.Cleanup(srv.Close)
	srv.SetLimit(discordtest.Limit{Method: "PATCH", Path: "/channels/*/messages/*", Requests: 5, Per: 5 * time.Second})
	var env []string
	address := freeAddress(t)
	if kind == webhookChild {
		env = append(env, childHTTP+"="+address)
	}
	c := startChild(t, srv, kind, filepath.Join(t.TempDir(), "nimatron.db"), env...)
	if err := srv.WaitCommands(soon(t)); err != nil {
		t.Fatalf("%v: %s", err, &c.said)
	}
	if kind == webhookChild {
		for get("http://"+address+"/healthz") != http.StatusOK {
			time.Sleep(time.Millisecond)
		}
		if err := srv.SetEndpoints(soon(t), "http://"+address+"/interactions"); err != nil {
			t.Fatal(err)
		}
	}
	return srv, c
}

// load has people play whole matches in many channels, each as fast as it is answered.
func load(t *testing.T, kind string, channels int, d time.Duration) *figures {
	t.Helper()
	srv, c := busyDiscord(t, kind)
	defer srv.Close()
	guild := srv.AddGuild("guild")
	var f figures
	var mu sync.Mutex
	var all sync.WaitGroup
	begun := time.Now()
	for n := range channels {
		ch, u := guild.AddChannel(fmt.Sprint("channel-", n)), srv.AddUser(fmt.Sprint("user-", n))
		all.Go(func() {
			playOn(t, kind, ch, u, func() bool { return time.Since(begun) < d }, func(in *discordtest.Interaction) {
				mu.Lock()
				defer mu.Unlock()
				f.interactions++
				f.first, f.text = append(f.first, in.Latency()), append(f.text, in.Answered())
			})
		})
	}
	all.Wait()
	f.end(t, c, srv, begun)
	return &f
}

// loadTime is for how long there is load: a second, or what NIMATRON_LOAD says.
func loadTime(t *testing.T) time.Duration {
	text := os.Getenv("NIMATRON_LOAD")
	if text == "" {
		return time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// end stops the bot, and notes what it took since then.
func (f *figures) end(t *testing.T, c *child, srv *discordtest.Server, begun time.Time) {
	f.elapsed = time.Since(begun)
	f.memory = c.memory(t)
	c.stop(t)
	f.cpu = c.ProcessState.SystemTime() + c.ProcessState.UserTime()
	for _, v := range srv.Violations() {
		t.Error("violation:", v)
	}
}

// TestLoad compares the bot with the least that one can do. It takes some seconds, or
// as long as NIMATRON_LOAD says, such as 30s.
func TestLoad(t *testing.T) {
	testlong.Measure(t, "NIMATRON_LOAD")
	d := loadTime(t)
	for _, channels := range []int{20, 200} {
		for _, kind := range []string{constantChild, realChild, webhookChild} {
			t.Logf("%d channels, %s: %v", channels, kind, load(t, kind, channels, d))
		}
	}
}
