//go:build unix

package postgres_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/postgres"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// stepperWork is the variable with the work, as JSON, of a process that this program is
// when it is no test.
const stepperWork = "NIMATRON_TEST_STEPPER"

func TestMain(m *testing.M) {
	if work := os.Getenv(stepperWork); work != "" {
		if err := runStepper(work); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	flag.Set("test.parallel", "4") // they wait for the server more than they compute
	os.Exit(m.Run())
}

// stepping is what a stepper has to do.
type stepping struct {
	Database string        // a file of SQLite, or an address of PostgreSQL
	Process  int           // the number of the process: what it plays is played by no other
	Workers  int           // how many matches it plays at a time
	Lasts    time.Duration // how long
}

// stepsMade is what steppers have done.
type stepsMade struct {
	Steps     int64
	Second    float64       // how many of them in a second
	Processor time.Duration // what the processes took for all
}

// player returns a player whom nobody else plays as, on the left or the right.
func (s *stepping) player(side games.Side, worker int) match.Player {
	name := fmt.Sprint(side, " ", worker, " of ", s.Process)
	return match.Player{ID: name, Name: name}
}

// match returns the beginning of a worker's match.
func (s *stepping) match(worker int) match.Match {
	return storagetest.Between(s.player(games.Left, worker), s.player(games.Right, worker))
}

// runStepper is the process of a stepper. It says that it is ready, waits for a line, and
// says what it has done. It ends with the process that has started it, and in any case
// some minutes after it should have.
func runStepper(work string) error {
	var s stepping
	if err := json.Unmarshal([]byte(work), &s); err != nil {
		return err
	}
	time.AfterFunc(s.Lasts+5*time.Minute, func() { os.Exit(1) })
	ctx := context.Background()
	store, err := openEither(ctx, s.Database)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	said := bufio.NewReader(os.Stdin)
	if _, err := said.ReadString('\n'); err != nil {
		return err
	}
	go func() {
		_, _ = said.ReadString('\n') // comes when the other end is closed
		os.Exit(1)
	}()
	made, err := s.run(ctx, store)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(made)
}

func openEither(ctx context.Context, database string) (match.Store, error) {
	if postgres.Is(database) {
		return postgres.Open(ctx, database)
	}
	return sqlite.Open(ctx, database)
}

// run makes steps, one for each worker at least.
func (s *stepping) run(ctx context.Context, store match.Store) (made stepsMade, err error) {
	var steps atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, s.Workers)
	began, before := time.Now(), processorTime()
	until := began.Add(s.Lasts)
	for n := range s.Workers {
		all.Go(func() {
			for more := true; more; more = errs[n] == nil && time.Now().Before(until) {
				errs[n] = s.play(ctx, store, n, until, &steps)
			}
		})
	}
	all.Wait()
	made = stepsMade{Steps: steps.Load(), Processor: processorTime() - before}
	made.Second = float64(made.Steps) / time.Since(began).Seconds()
	return made, errors.Join(errors.Join(errs...), store.Close())
}

// play plays a worker's match to its end, or until then, and counts its steps.
func (s *stepping) play(ctx context.Context, store match.Store, worker int, until time.Time, steps *atomic.Int64) error {
	request := func() context.Context {
		return match.WithRequest(ctx, fmt.Sprintf("%d of %d at %d", worker, s.Process, time.Now().UnixNano()))
	}
	m, err := store.CreateMatch(request(), s.match(worker))
	if err != nil {
		return err
	}
	steps.Add(1)
	for version := m.Version; version <= 19 && time.Now().Before(until); version++ {
		c := storagetest.Turn(storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2))
		c.Deadline, c.Remind, c.AbandonAt = m.Deadline, m.Remind, m.AbandonAt
		if version == 19 {
			c.End = &match.Result{Winner: match.LeftSeat, Termination: match.Played}
		}
		if _, err = store.Append(request(), m.ID, version, c); err != nil {
			return err
		}
		steps.Add(1)
	}
	return nil
}

// processorTime returns what the process has used so far.
func processorTime() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use) // it can't fail
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// stepper is such a process, as the test that started it sees it.
type stepper struct {
	stepping
	cmd   *osexec.Cmd
	leash io.WriteCloser
	said  *bufio.Reader
	wrong strings.Builder
}

// startStepper starts a process and waits until it is ready.
func startStepper(t *testing.T, work stepping) *stepper {
	t.Helper()
	data, err := json.Marshal(work)
	if err != nil {
		t.Fatal(err)
	}
	s := &stepper{stepping: work, cmd: osexec.Command(os.Args[0])}
	s.cmd.Env = append(os.Environ(), stepperWork+"="+string(data))
	s.cmd.Stderr = &s.wrong
	said, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.leash, err = s.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	s.said = bufio.NewReader(said)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			_ = s.leash.Close()
			_ = s.cmd.Wait()
		}
	})
	s.hear(t)
	return s
}

// hear returns the next line that the process says.
func (s *stepper) hear(t *testing.T) string {
	t.Helper()
	line, err := s.said.ReadString('\n')
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("a process ended early: %v: %s", err, &s.wrong)
	}
	return line
}

// begin has it begin.
func (s *stepper) begin(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(s.leash, "\n"); err != nil {
		t.Fatal(err)
	}
}

// end waits for its end and returns what it has done.
func (s *stepper) end(t *testing.T) (made stepsMade) {
	t.Helper()
	if err := json.Unmarshal([]byte(s.hear(t)), &made); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Fatalf("a process failed: %v: %s", err, &s.wrong)
	}
	return made
}
