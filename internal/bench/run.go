//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A run is one benchmark at work. It is a testing.TB, as far as what helps tests asks for one, so
// that it fails and cleans up as a test does.
type run struct {
	testing.TB // nil: what is not below is not asked for
	benchmark
	options
	ctx context.Context

	mu       sync.Mutex
	failed   bool
	cleanups []func()
	written  strings.Builder // what goes to docs/
}

func newRun(ctx context.Context, b benchmark, o options) *run {
	return &run{benchmark: b, options: o, ctx: ctx}
}

// measure runs the benchmark, and writes down what it found where that is wanted.
func (r *run) measure() bool {
	ctx, cancel := context.WithCancel(r.ctx)
	r.ctx = ctx
	r.say("%s: %s.\n", r.command(), machine())
	done := make(chan struct{})
	go func() { // which Fatal ends
		defer close(done)
		defer func() {
			cancel()
			for _, f := range slices.Backward(r.cleanups) {
				f()
			}
		}()
		r.benchmark.run(r)
	}()
	<-done
	r.doing("")
	if r.write && !r.failed {
		if err := writeDown("../../docs", r.name, r.written.String()); err != nil {
			r.Error(err)
		}
	}
	return !r.failed
}

// command is what measures this again.
func (r *run) command() string {
	words := []string{"go run -C internal/bench ."}
	if r.short {
		words = append(words, "-short")
	}
	if r.n > 0 {
		words = append(words, fmt.Sprint("-n ", r.n))
	}
	if r.lasts > 0 {
		words = append(words, fmt.Sprint("-for ", r.lasts))
	}
	return "`" + strings.Join(append(words, r.name), " ") + "`"
}

// machine says when and where something is measured.
func machine() string {
	field := func(file, after string, fields int) string {
		text, _ := os.ReadFile(file)
		_, rest, _ := strings.Cut(string(text), after)
		line, _, _ := strings.Cut(rest, "\n")
		words := strings.Fields(line)
		return strings.Join(words[:min(fields, len(words))], " ")
	}
	return fmt.Sprintf("%s, %d cores (%s), Go %s, load %s", time.Now().Format(time.DateOnly), runtime.NumCPU(),
		field("/proc/cpuinfo", "model name\t: ", 4), strings.TrimPrefix(runtime.Version(), "go"), field("/proc/loadavg", "", 1))
}

// writeDown puts a text into that page of a folder that has a place for it.
func writeDown(folder, name, text string) error {
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		return err
	}
	for _, page := range pages {
		old, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		if changed, err := replaced(string(old), name, text); err == nil {
			return os.WriteFile(page, []byte(changed), 0o644)
		}
	}
	return fmt.Errorf("no page in %s has a place for %s", folder, name)
}

// replaced returns a page with a text between the marks of a name.
func replaced(page, name, text string) (string, error) {
	begin, end := fmt.Sprintf("\n<!-- bench %s -->\n", name), fmt.Sprintf("<!-- end of %s -->\n", name)
	before, rest, begins := strings.Cut(page, begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		return "", fmt.Errorf("the marks %q and %q are missing", begin, end)
	}
	return before + begin + text + end + after, nil
}

// many returns what N is: what was asked for, or what is usual.
func (r *run) many(usual, short int) int { return asked(r, r.n, usual, short) }

// long returns what D is.
func (r *run) long(usual, short time.Duration) time.Duration { return asked(r, r.lasts, usual, short) }

func asked[T int | time.Duration](r *run, named, usual, short T) T {
	switch {
	case named > 0:
		return named
	case r.short:
		return short
	}
	return usual
}

// say prints a text, which goes to docs/ too.
func (r *run) say(format string, args ...any) {
	r.doing("")
	fmt.Printf(format, args...)
	fmt.Fprintf(&r.written, format, args...)
}

// head begins a table.
func (r *run) head(columns ...string) {
	r.say("\n| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
}

// row adds a row to the table.
func (r *run) row(cells ...any) {
	var words []string
	for _, c := range cells {
		words = append(words, fmt.Sprint(c))
	}
	r.say("| %s |\n", strings.Join(words, " | "))
}

// doing shows somebody at a terminal what is going on.
func (r *run) doing(format string, args ...any) {
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r\x1b[K"+format, args...)
	}
}

// each runs f for each element, as long as it may go on.
func each[T any](r *run, all []T, f func(T)) {
	for _, one := range all {
		r.goOn()
		f(one)
	}
}

// goOn ends the run if something has failed or somebody interrupts.
func (r *run) goOn() {
	if err := r.ctx.Err(); err != nil {
		r.Fatal("interrupted")
	}
	if r.Failed() {
		runtime.Goexit()
	}
}

func (r *run) must(err error) {
	if err != nil {
		r.Fatal(err)
	}
}

// random returns a source that draws the same each time.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// What testing.TB has.

func (r *run) Helper()                        {}
func (r *run) Name() string                   { return r.name }
func (r *run) Context() context.Context       { return r.ctx }
func (r *run) Logf(format string, a ...any)   { r.Log(fmt.Sprintf(format, a...)) }
func (r *run) Errorf(format string, a ...any) { r.Error(fmt.Sprintf(format, a...)) }
func (r *run) Fatalf(format string, a ...any) { r.Fatal(fmt.Sprintf(format, a...)) }
func (r *run) Skipf(format string, a ...any)  { r.Fatalf(format, a...) }

func (r *run) Log(a ...any) {
	r.doing("")
	fmt.Fprintln(os.Stderr, append([]any{r.name + ":"}, a...)...)
}

func (r *run) Error(a ...any) {
	r.Log(a...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
}

func (r *run) Fatal(a ...any) {
	r.Error(a...)
	runtime.Goexit()
}

func (r *run) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

func (r *run) Cleanup(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cleanups = append(r.cleanups, f)
}

func (r *run) TempDir() string {
	dir, err := os.MkdirTemp("", "bench-")
	r.must(err)
	r.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// file returns the name of a new SQLite file.
func (r *run) file() string { return filepath.Join(r.TempDir(), "nimatron.db") }

// took are how long things have taken.
type took []time.Duration

// at returns the share p of them that is not longer.
func (t took) at(p float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	slices.Sort(t)
	return t[min(len(t)-1, int(p*float64(len(t))))]
}

// short rounds to three digits.
func short(d time.Duration) string {
	unit := time.Nanosecond
	for d >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

func perSecond(n int, d time.Duration) string { return fmt.Sprintf("%.0f", float64(n)/d.Seconds()) }

func mib(bytes int64) string { return fmt.Sprintf("%d MiB", bytes>>20) }
