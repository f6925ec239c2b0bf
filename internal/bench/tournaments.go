//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/commands"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
	"nimatron/solver"
	"nimatron/storage"
)

// tournaments starts eight tournaments of all formats and plays them to their second round. Meanwhile it
// measures requests for a board and for standings.
func tournaments(r *run) {
	r.head("database", "answers", "p50", "p99", "slowest", "more memory")
	databases(r, func(name string, open func() string) {
		r.doing("%s", name)
		s, err := openStore(r.ctx, open())
		r.must(err)
		defer s.Close()
		o := newOrganizer(r, s)
		o.open(min(tournament.MaxEntrants, r.many(tournament.MaxEntrants, 8)))
		t, more := o.asked()
		r.row(name, len(t), short(t.at(.5)), short(t.at(.99)), short(t.at(1)), mib(more))
	})
}

// organizer runs tournaments. Its threads are only names.
type organizer struct {
	*run
	rules   *tournament.Rules
	service *commands.Service
	threads atomic.Int64
	ids     []int64
}

func newOrganizer(r *run, s storage.Store) *organizer {
	var seeds atomic.Uint64
	ref := referee.New(s, &solver.Solver{}, referee.Options{Seed: func() uint64 { return seeds.Add(1) }})
	o := &organizer{run: r, rules: tournament.New(ref, s)}
	o.service = commands.New(ref, s, slog.New(slog.DiscardHandler))
	return o
}

// Open implements commands.Threads.
func (o *organizer) Open(context.Context, string) (string, error) {
	return fmt.Sprint("thread ", o.threads.Add(1)), nil
}

// Direct implements commands.Threads.
func (o *organizer) Direct(context.Context, string, string) (string, error) {
	return "", errors.ErrUnsupported
}

// Drop implements commands.Threads.
func (o *organizer) Drop(context.Context, string) {}

func (o *organizer) do(by, channel, command string, options map[string]string) {
	if commands.Find(command) == nil {
		o.Errorf("there is no command %q", command)
	}
	o.service.Do(o.ctx, commands.Request{Command: command, Options: options, By: commands.User{ID: by, Name: by}, Channel: channel, Server: "server"})
}

// open creates tournaments with that many people each, and a separate match.
func (o *organizer) open(people int) {
	o.do("eve", "alone", "challenge", map[string]string{"game": "end-nim", "position": "3 5 2"})
	formats := []tournament.Format{tournament.Swiss, tournament.Arena, tournament.Knockout, tournament.Swiss}
	// Without searched games: the first search allocates a table of 128 MiB.
	variants := []string{"end-nim", "nim", "partizan-end-nim", "split-nim/2"}
	for i := range tournament.MaxOpen {
		n, err := o.rules.NewTournament(o.ctx, tournament.Tournament{Server: "server", Channel: fmt.Sprint("hall ", i), Name: "Friday", Leader: match.Player{ID: "p", Name: "p"},
			Format: formats[i%len(formats)], Variant: variants[i%len(variants)], Size: "small", TurnTime: time.Hour})
		o.must(err)
		for k := range people {
			id := fmt.Sprintf("p%d.%03d", i, k)
			_, err := o.rules.Join(o.ctx, n.ID, match.Player{ID: id, Name: id})
			o.must(err)
		}
		o.ids = append(o.ids, n.ID)
	}
}

// work makes pairings and begins their matches.
func (o *organizer) work() {
	if err := o.service.AdvanceTournaments(o.ctx); err != nil {
		o.Error(err)
	}
	o.service.BeginPairings(o.ctx, match.DiscordFront, func(string) commands.Threads { return o })
}

// play starts all tournaments and plays a round, in which everybody loses one game or both.
func (o *organizer) play() {
	var all sync.WaitGroup
	for _, id := range o.ids {
		all.Go(func() {
			if _, err := o.rules.StartTournament(o.ctx, id); err != nil {
				o.Error(err)
			}
		})
	}
	all.Wait()
	o.work()
	atOnce := make(chan struct{}, 16)
	for _, id := range o.ids {
		n, err := o.rules.Tournament(o.ctx, id)
		if err != nil || len(n.Pairings) == 0 {
			o.Errorf("tournament %d has %d meetings: %v", id, len(n.Pairings), err)
		}
		for i, m := range n.Pairings {
			all.Go(func() {
				atOnce <- struct{}{}
				defer func() { <-atOnce }()
				for _, loser := range []string{m.First, []string{m.First, m.Second}[i%2]} {
					o.do(loser, m.Channel, "match resign", map[string]string{"sure": "true"})
				}
			})
		}
		all.Wait()
	}
	o.work()
	for _, id := range o.ids {
		if n, err := o.rules.Tournament(o.ctx, id); err != nil || n.Format != tournament.Knockout && n.Round != 2 {
			o.Errorf("tournament %d is in round %d: %v", id, n.Round, err)
		}
	}
}

// asked returns the response times during play, and the memory used.
func (o *organizer) asked() (t took, more int64) {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.play()
	}()
	for {
		began := time.Now()
		if len(t)%2 == 0 {
			o.do("eve", "alone", "match board", nil)
		} else {
			o.do("eve", "hall", "tournament standings", map[string]string{"id": fmt.Sprint(o.ids[len(t)/2%len(o.ids)])})
		}
		t = append(t, time.Since(began))
		runtime.ReadMemStats(&now)
		more = max(more, int64(now.HeapInuse)-int64(before.HeapInuse))
		select {
		case <-done:
			return t, more
		case <-time.After(time.Millisecond):
		}
	}
}
