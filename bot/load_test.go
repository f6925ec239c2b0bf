//go:build unix

package bot

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/internal/discordtest"
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
)

const (
	killedChild  = "nimatron in a hurry" // its clock runs fast, and it looks around often
	patientChild = "nimatron at leisure" // it waits long for Discord
)

// runChild is the process of such a bot. It ends by SIGTERM, or by being killed.
func runChild() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := runReal(ctx, os.Getenv(childURL)); err != nil {
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
	c := Config{Token: secret, APIURL: url, Service: commands.New(r, store, log), Outbox: store, Log: log, timing: &tm, Limits: patient}
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
	return Run(ctx, c)
}

// child is such a process, as the test that started it sees it.
type child struct {
	*exec.Cmd
	said bytes.Buffer
}

func startChild(t *testing.T, srv *discordtest.Server, kind, file string, env ...string) *child {
	t.Helper()
	c := &child{Cmd: exec.Command(os.Args[0])}
	c.Env = append(os.Environ(), childKind+"="+kind, childURL+"="+srv.URL, childFile+"="+file)
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

// stop ends the process as a service manager does.
func (c *child) stop(t *testing.T) {
	t.Helper()
	_ = c.Process.Signal(syscall.SIGTERM)
	if err := c.Wait(); err != nil {
		t.Errorf("the bot ended with %v: %s", err, &c.said)
	}
}
