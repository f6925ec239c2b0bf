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

// childWork is the environment variable that tells a child process its work, as JSON.
const childWork = "NIMATRON_BENCH_CHILD"

// work describes what a child process does.
type work struct {
	Name     string // part of the names of profiles
	Profile  string // the folder for profiles; empty for none
	Database string // a SQLite file or a PostgreSQL address

	Bot string // a kind of bot in bot.go; empty for none
	URL string // of the simulated Discord

	Process, Workers int // a stepper's number, and its matches at a time
}

// used has the resources that a process has used, and those in use now.
type used struct {
	Processor        time.Duration
	Peak             int64 // peak memory in bytes; 0 if the system doesn't report it
	Heap, Goroutines int
}

// runChild runs the child process. It answers each line of standard input with a line of JSON, and ends
// with its input. So it also ends when its parent does.
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

// hello is the first line of a child process.
type hello struct {
	Address string // of its webhooks; empty for the gateway
}

// tellUsed reports the resources used, after a garbage collection if requested.
func tellUsed(question string) any {
	if question == "collect" {
		runtime.GC()
	}
	return usedNow()
}

// usedNow returns the resources that this process has used so far.
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

// processorTime returns the processor time of this process so far.
func processorTime() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use) // can't fail
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// child is the parent's end of a child process.
type child struct {
	*run
	hello
	cmd   *exec.Cmd
	leash io.WriteCloser
	said  *json.Decoder
	wrong strings.Builder
}

// start starts a child process, which ends with the run.
func (r *run) start(w work) *child {
	w.Name, w.Profile = r.name+"-"+strings.ReplaceAll(w.Bot, " ", "-"), r.profile
	text, err := json.Marshal(w)
	r.must(err)
	program, err := os.Executable()
	r.must(err)
	c := &child{run: r, cmd: exec.Command(program)}
	c.cmd.Env = append(os.Environ(), childWork+"="+string(text))
	c.cmd.Stderr = &c.wrong
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt reaches the parent only
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

// hear reads the child's next answer.
func (c *child) hear(answer any) {
	if err := c.said.Decode(answer); err != nil {
		c.Fatalf("a process fails: %v: %s", err, &c.wrong)
	}
}

func (c *child) ask(question string) { _, _ = fmt.Fprintln(c.leash, question) }

// used asks for the resources that the child has used.
func (c *child) used(question string) (u used) {
	c.ask(question)
	c.hear(&u)
	return u
}

// stop ends an idle child.
func (c *child) stop() {
	if err := errors.Join(c.leash.Close(), c.cmd.Wait()); err != nil {
		c.Errorf("a process ended with %v: %s", err, &c.wrong)
	}
}
