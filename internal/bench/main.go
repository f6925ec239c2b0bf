//go:build unix

// Command bench measures Nimatron: bots and the live board under load, pictures, memory, the worst questions and the
// levels. Each benchmark prints a table; -write puts it into docs/.
//
//	go run -C internal/bench . -h
//
// It is a module of its own, so that testing the program does not compile it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"testing"
	"time"
)

// A benchmark fills tables.
type benchmark struct {
	name  string
	about string // what it measures; N and D are -n and -for
	run   func(*run)
}

var benchmarks = []benchmark{
	{"taps", "taps on boards by gateway and webhook, against a bot that answers a constant; each for D", tapLoad},
	{"matches", "whole matches by taps, on both databases, each for D", matchLoad},
	{"flood", "commands at 80, 160 and 320 a second for D, whatever is answered, at a Discord that waits 3 s", floodLoad},
	{"live", "touches on the live board until others see them: of a match that N people watch, and of many matches", liveLoad},
	{"pictures", "pictures of boards: one again and again, and the boards of N matches", pictures},
	{"memory", "the memory of a bot with N open matches, and of a start with twenty times as many over", memory},
	{"worst", "the questions of a message's length that take most, looked for by hill climbing for D each", worst},
	{"large", "all commands, sweeps and repairs on a database with N matches", large},
	{"levels", "what the levels are worth, by N pairs of games of each two", levels},
}

// options are the flags of the command line.
type options struct {
	short, write bool
	profile      string        // the folder for profiles of bots
	n            int           // 0 for the default
	lasts        time.Duration // 0 for the default
}

func main() {
	if work := os.Getenv(childWork); work != "" {
		exit(runChild(work))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exit(bench(ctx, os.Args[1:]))
}

func exit(err error) {
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// bench runs the benchmarks named by the arguments.
func bench(ctx context.Context, args []string) error {
	testing.Init() // test helpers read the flag -test.short
	if err := flag.CommandLine.Parse(nil); err != nil {
		return err
	}
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.BoolVar(&o.short, "short", false, "measure little, for a look")
	flags.BoolVar(&o.write, "write", false, "write the tables into docs/, where a benchmark has its place")
	flags.StringVar(&o.profile, "profile", "", "the `folder` to write profiles of the bots' processors to")
	flags.IntVar(&o.n, "n", 0, "how many: see N below")
	flags.DurationVar(&o.lasts, "for", 0, "how long: see D below")
	flags.Usage = func() { usage(flags.Output(), flags) }
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen, err := choose(flags.Args())
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		flags.Usage()
		return errors.New("name a benchmark, or all")
	}
	if o.short && o.write {
		return errors.New("figures of -short are no figures to write down: leave out one of -short and -write")
	}
	failed := 0
	for _, b := range chosen {
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		if !newRun(ctx, b, o).measure() {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d failed", failed, len(chosen))
	}
	return nil
}

// choose returns the benchmarks with these names.
func choose(names []string) (chosen []benchmark, err error) {
	for _, name := range names {
		if name == "all" {
			return benchmarks, nil
		}
		i := slices.IndexFunc(benchmarks, func(b benchmark) bool { return b.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no benchmark %q: go run -C internal/bench . -h lists them", name)
		}
		chosen = append(chosen, benchmarks[i])
	}
	return chosen, nil
}

func usage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprintln(w, "Usage: go run -C internal/bench . [flags] NAME…\n\nFlags:")
	flags.PrintDefaults()
	fmt.Fprintln(w, "\nBenchmarks, or all:")
	for _, b := range benchmarks {
		fmt.Fprintf(w, "  %-16s %s\n", b.name, b.about)
	}
}
