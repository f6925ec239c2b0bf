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

// A run is a running benchmark. It implements the part of testing.TB that test helpers call, so it fails
// and cleans up like a test.
type run struct {
	testing.TB // nil: helpers call only the methods below
	benchmark
	options
	ctx context.Context

	mu       sync.Mutex
	failed   bool
	cleanups []func()
	written  strings.Builder // for docs/
}

func newRun(ctx context.Context, b benchmark, o options) *run {
	return &run{benchmark: b, options: o, ctx: ctx}
}

// measure runs the benchmark. With -write it puts the tables into docs/.
func (r *run) measure() bool {
	ctx, cancel := context.WithCancel(r.ctx)
	r.ctx = ctx
	r.say("%s: %s.\n", r.command(), machine())
	done := make(chan struct{})
	go func() { // Fatal ends it
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
	if r.write && !r.failed {
		if err := writeDown("../../docs", r.name, r.written.String()); err != nil {
			r.Error(err)
		}
	}
	return !r.failed
}

// command is the command line that repeats the measurement.
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

// machine describes the date and the machine of a measurement.
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

// writeDown puts a text into the page of a folder that has a place for it.
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

// replaced returns a page with a text put between the marks of a name.
func replaced(page, name, text string) (string, error) {
	begin, end := fmt.Sprintf("\n<!-- bench %s -->\n", name), fmt.Sprintf("<!-- end of %s -->\n", name)
	before, rest, begins := strings.Cut(page, begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		return "", fmt.Errorf("the marks %q and %q are missing", begin, end)
	}
	return before + begin + text + end + after, nil
}

// many returns N: the value of -n, or the default.
func (r *run) many(usual, short int) int { return asked(r, r.n, usual, short) }

// long returns D: the value of -for, or the default.
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

// say prints a text and keeps it for docs/.
func (r *run) say(format string, args ...any) {
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

// each runs f for each element until the run ends.
func each[T any](r *run, all []T, f func(T)) {
	for _, one := range all {
		r.goOn()
		f(one)
	}
}

// goOn ends the run after a failure or an interrupt.
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

// random returns a source with a fixed seed.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// The methods of testing.TB.

func (r *run) Helper()                        {}
func (r *run) Name() string                   { return r.name }
func (r *run) Context() context.Context       { return r.ctx }
func (r *run) Logf(format string, a ...any)   { r.Log(fmt.Sprintf(format, a...)) }
func (r *run) Errorf(format string, a ...any) { r.Error(fmt.Sprintf(format, a...)) }
func (r *run) Fatalf(format string, a ...any) { r.Fatal(fmt.Sprintf(format, a...)) }
func (r *run) Skipf(format string, a ...any)  { r.Fatalf(format, a...) }

func (r *run) Log(a ...any) {
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

// file returns a name for a new SQLite file.
func (r *run) file() string { return filepath.Join(r.TempDir(), "nimatron.db") }

// took is a list of durations.
type took []time.Duration

// at returns the quantile p, such as 0.99.
func (t took) at(p float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	slices.Sort(t)
	return t[min(len(t)-1, int(p*float64(len(t))))]
}

// short rounds a duration to three digits.
func short(d time.Duration) string {
	unit := time.Nanosecond
	for d >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

func perSecond(n int, d time.Duration) string { return fmt.Sprintf("%.0f", float64(n)/d.Seconds()) }

func micros(d time.Duration) string { return fmt.Sprintf("%d µs", d.Microseconds()) }

func mib(bytes int64) string { return fmt.Sprintf("%d MiB", bytes>>20) }
