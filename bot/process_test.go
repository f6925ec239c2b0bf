//go:build unix

package bot

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/sqlite"
)

// These environment variables turn a test binary into a bot, as a child process.
const (
	childURL  = "NIMATRON_TEST_URL"
	childFile = "NIMATRON_TEST_FILE" // a SQLite file or the address of a PostgreSQL database
)

// runChild runs a bot until SIGTERM or a kill.
func runChild() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		for range asked {
			var m runtime.MemStats
			runtime.GC()
			runtime.GC() // twice, which empties a sync.Pool
			runtime.ReadMemStats(&m)
			fmt.Println(m.HeapAlloc + m.StackInuse)
		}
	}()
	fmt.Println("signals are heard")
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	file, tm := os.Getenv(childFile), defaultTiming
	store, err := openStore(ctx, file)
	if err == nil {
		defer store.Close()
		c := Config{Token: secret, APIURL: os.Getenv(childURL), Outbox: store, Log: log, Limits: patient, fakes: fakes{timing: &tm}}
		c.Service = commands.New(referee.New(store, &solver.Solver{}, referee.Options{}), store, log)
		if postgres.Is(file) {
			c.Leases, tm.Lease = store, 2*time.Second
		}
		err = Run(ctx, c)
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func openStore(ctx context.Context, file string) (storage.Store, error) {
	if postgres.Is(file) {
		return postgres.Open(ctx, file)
	}
	return sqlite.Open(ctx, file)
}

// child is the test's end of a child process.
type child struct {
	*exec.Cmd
	said buffer
	told *bufio.Reader // what it prints when it is asked
}

// startChild starts a child and returns once it handles signals.
func startChild(t *testing.T, url, file string) *child {
	t.Helper()
	c := &child{Cmd: exec.Command(os.Args[0])}
	c.Env = append(os.Environ(), childURL+"="+url, childFile+"="+file)
	c.Stderr = &c.said
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.end(t, syscall.SIGKILL) })
	c.told = bufio.NewReader(out)
	must.Get(c.told.ReadString('\n'))(t)
	return c
}

// end signals the process, if it runs, and waits until it ends.
func (c *child) end(t *testing.T, by syscall.Signal) {
	t.Helper()
	if c.ProcessState != nil {
		return
	}
	_ = c.Process.Signal(by)
	err := c.Wait()
	killed := c.ProcessState.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
	if by == syscall.SIGKILL && !killed || by != syscall.SIGKILL && err != nil || strings.Contains(c.said.String(), "DATA RACE") {
		t.Errorf("the bot ended with %v: %s", err, &c.said)
	}
}

// Processes are killed while two people move: one on SQLite, which restarts, or two on PostgreSQL
// in turn, which take over each other's sessions. Acknowledged moves exist once and in order, and
// unanswered requests are answered later, also those that had been deferred.
func TestKilled(t *testing.T) {
	for name, processes := range map[string]int{"SQLite": 1, "PostgreSQL": 2} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "nimatron.db")
			if name == "PostgreSQL" {
				file = postgrestest.Schema(t, postgrestest.Address(t))
			}
			srv := discordtest.New(discordtest.Options{Token: secret, ResponseDeadline: time.Hour})
			t.Cleanup(srv.Close)
			ch, people := srv.AddGuild("guild").AddChannel("general"), []*discordtest.User{srv.AddUser("alice"), srv.AddUser("bob")}
			var bots []*child
			var want []string
			for range processes {
				bots = append(bots, startChild(t, srv.URL, file))
			}
			patiently := func(wait func(context.Context) (what string, err error)) {
				t.Helper()
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				defer cancel()
				if what, err := wait(ctx); err != nil {
					for n, c := range bots {
						t.Logf("process %d says %s", n, c.said.String())
					}
					t.Fatalf("no %v: %v", what, err)
				}
			}
			text := func(in *discordtest.Interaction) string {
				t.Helper()
				var m *discordtest.Message
				patiently(func(ctx context.Context) (what string, err error) {
					m, err = in.Wait(ctx)
					return fmt.Sprintf("an answer to %s after %+v and %q", in.User.Name, in.Response(), want), err
				})
				return m.Text()
			}
			patiently(func(ctx context.Context) (string, error) { return "commands", srv.WaitCommands(ctx) })
			text(people[0].Slash(ch, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "900000000 900000000"),
				discordtest.UserOpt("opponent", people[1]), discordtest.Opt("first", "me")))
			text(people[1].Slash(ch, "match accept"))

			move := func() *discordtest.Interaction {
				want = append(want, fmt.Sprint("L-", 100+len(want)))
				return people[(len(want)-1)%2].Slash(ch, "move", discordtest.Opt("move", want[len(want)-1]))
			}
			for n := range testlong.Times(1, 2, 100) {
				if answer := text(move()); !strings.Contains(answer, fmt.Sprintf("took %d from", 99+len(want))) {
					t.Fatalf("%s is answered by %q", want[len(want)-1], answer)
				}
				last := []*discordtest.Interaction{move(), move()}
				time.Sleep(time.Duration(n%20) * time.Millisecond) // varies the moment of the kill
				victim := n % processes
				bots[victim].end(t, syscall.SIGKILL)
				bots[victim] = startChild(t, srv.URL, file)
				if processes == 1 { // a process on SQLite begins a new session
					identified := n + 2
					patiently(func(ctx context.Context) (string, error) {
						return "new session", srv.WaitGateway(ctx, func(s discordtest.GatewayStats) bool { return s.Identifies >= identified })
					})
				}
				for _, in := range last {
					if processes == 1 && in.Answered() == 0 { // else the session is resumed, and Discord sends it again
						in.Again()
					}
				}
				for _, in := range last {
					text(in)
				}
			}
			for _, c := range bots {
				c.end(t, syscall.SIGTERM)
			}
			store := must.Get(openStore(t.Context(), file))(t)
			defer store.Close()
			m := must.Get(store.LastMatch(t.Context(), ch.ID))(t)
			var made []string
			for _, move := range m.Moves {
				made = append(made, move.Text)
			}
			if !slices.Equal(made, want) {
				t.Errorf("the moves are %q, want %q", made, want)
			}
		})
	}
}
