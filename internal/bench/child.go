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

	Bot string // a kind of bot in bot.go
	URL string // of the simulated Discord
}

// used has the resources that a process has used.
type used struct {
	Processor time.Duration
	Peak      int64 // peak memory in bytes; 0 if the system doesn't report it
}

// runChild runs a bot. It answers each line of standard input with the resources that it has used, as JSON, and
// ends with its input. So it also ends when its parent does.
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
	return runBot(ctx, w, func(h hello) {
		answers := json.NewEncoder(os.Stdout)
		_ = answers.Encode(h)
		go func() {
			defer cancel()
			for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
				_ = answers.Encode(usedNow())
			}
		}()
	})
}

// hello is the first line of a child process.
type hello struct {
	Address string // of its webhooks; empty for the gateway
}

// usedNow returns the resources that this process has used so far.
func usedNow() (u used) {
	u.Processor = processorTime()
	status, _ := os.ReadFile("/proc/self/status")
	if _, peak, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(peak, &u.Peak)
		u.Peak <<= 10
	}
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
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Decoder
	stderr strings.Builder
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
	c.cmd.Stderr = &c.stderr
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt reaches the parent only
	c.in, err = c.cmd.StdinPipe()
	r.must(err)
	out, err := c.cmd.StdoutPipe()
	r.must(err)
	c.out = json.NewDecoder(out)
	r.must(c.cmd.Start())
	r.Cleanup(func() {
		if c.cmd.ProcessState == nil {
			_ = c.cmd.Process.Kill()
			_ = c.cmd.Wait()
		}
	})
	c.read(&c.hello)
	return c
}

// read reads the child's next answer.
func (c *child) read(answer any) {
	if err := c.out.Decode(answer); err != nil {
		c.Fatalf("a bot fails: %v: %s", err, &c.stderr)
	}
}

// used asks for the resources that the child has used.
func (c *child) used() (u used) {
	_, _ = fmt.Fprintln(c.in)
	c.read(&u)
	return u
}

// stop ends an idle child.
func (c *child) stop() {
	if err := errors.Join(c.in.Close(), c.cmd.Wait()); err != nil {
		c.Errorf("a bot ended with %v: %s", err, &c.stderr)
	}
}
