//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"
)

// childWork is the variable with the work, as JSON, of a process that this program starts itself as.
const childWork = "NIMATRON_BENCH_CHILD"

// work is what such a process does.
type work struct {
	Name     string // in the names of profiles
	Profile  string // the folder for them, or empty
	Database string // a file of SQLite, or an address of PostgreSQL

	Bot string // what bot it is: one of those in bot.go, or none
	URL string // of Discord

	Process, Workers int // a stepper's number, and how many matches it plays at once
}

// used is what a process has used, and has now.
type used struct {
	Processor        time.Duration
	Peak             int64 // bytes of memory at most; 0 where the system doesn't tell
	Heap, Goroutines int
}

// runChild is the process. Each line that it hears is a question, which it answers with a line of
// JSON. When there are no more it ends, and so it ends with the process that has started it.
func runChild(text string) error {
	var w work
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		return err
	}
	if w.Profile != "" {
		f, err := os.Create(filepath.Join(w.Profile, fmt.Sprintf("%s-%d.cpu", w.Name, os.Getpid())))
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	questions := make(chan string)
	go func() {
		defer cancel()
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			questions <- lines.Text()
		}
	}()
	serve := runBot
	if w.Bot == "" {
		serve = runStepper
	}
	return serve(ctx, w, func(hello hello, answer func(question string) any) {
		say := json.NewEncoder(os.Stdout)
		_ = say.Encode(hello)
		go func() {
			for question := range questions {
				_ = say.Encode(answer(question))
			}
		}()
	})
}

// hello is the first that a process says.
type hello struct {
	Address string // where it takes webhooks; empty for the gateway
}

// tellUsed answers with what this process has used, after a collection of garbage if that is asked for.
func tellUsed(question string) any {
	if question == "collect" {
		runtime.GC()
	}
	return usedNow()
}

// usedNow returns what this process has used so far.
func usedNow() (u used) {
	u.Processor = processorTime()
	status, _ := os.ReadFile("/proc/self/status")
	if _, peak, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(peak, &u.Peak)
		u.Peak <<= 10
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u.Heap, u.Goroutines = int(m.HeapAlloc), runtime.NumGoroutine()
	return u
}

// processorTime returns what this process has used of the processor so far.
func processorTime() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use) // it can't fail
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// child is the process, as the one sees it that started it.
type child struct {
	*run
	hello
	cmd   *exec.Cmd
	leash io.WriteCloser
	said  *json.Decoder
	wrong strings.Builder
}

// start starts a process, which ends with the run.
func (r *run) start(w work) *child {
	w.Name, w.Profile = r.name+"-"+strings.ReplaceAll(w.Bot, " ", "-"), r.profile
	text, err := json.Marshal(w)
	r.must(err)
	program, err := os.Executable()
	r.must(err)
	c := &child{run: r, cmd: exec.Command(program)}
	c.cmd.Env = append(os.Environ(), childWork+"="+string(text))
	c.cmd.Stderr = &c.wrong
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt is for this process
	c.leash, err = c.cmd.StdinPipe()
	r.must(err)
	said, err := c.cmd.StdoutPipe()
	r.must(err)
	c.said = json.NewDecoder(said)
	r.must(c.cmd.Start())
	r.Cleanup(func() {
		if c.cmd.ProcessState == nil {
			_ = c.cmd.Process.Kill()
			_ = c.cmd.Wait()
		}
	})
	c.hear(&c.hello)
	return c
}

// hear reads the process's next answer.
func (c *child) hear(answer any) {
	if err := c.said.Decode(answer); err != nil {
		c.Fatalf("a process fails: %v: %s", err, &c.wrong)
	}
}

func (c *child) ask(question string) { _, _ = fmt.Fprintln(c.leash, question) }

// used asks for what the process has used.
func (c *child) used(question string) (u used) {
	c.ask(question)
	c.hear(&u)
	return u
}

// stop ends the process, which has nothing left to do.
func (c *child) stop() {
	if err := errors.Join(c.leash.Close(), c.cmd.Wait()); err != nil {
		c.Errorf("a process ended with %v: %s", err, &c.wrong)
	}
}
