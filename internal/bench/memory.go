//go:build unix

package main

import (
	"fmt"
	"time"

	"nimatron/match"
	"nimatron/storage/storagetest"
)

// memory measures the memory of a busy bot.
func memory(r *run) {
	n := r.many(10_000, 200)
	r.head("in the database", "ready within", "memory at most", "of it while 200 boards are shown")
	row := func(what, file string) {
		begun := time.Now()
		s := r.serve(gatewayBot, file, 1)
		ready, before := time.Since(begun), s.used("").Peak
		t := s.seats(1, 1)[0]
		for range 200 {
			t.slash("match board")
		}
		after := s.used("").Peak
		s.end()
		r.row(what, short(ready), mib(after), mib(after-before))
	}
	row("nothing", r.file())

	file := r.file()
	store := r.open(file)
	var shown []match.Board
	for i := range n {
		m := storagetest.Match(fmt.Sprint(1_000_000_000_000_000_000 + i))
		m.Variant, m.AbandonAt, m.Deadline, m.Remind = "end-nim", time.Time{}, time.Time{}, time.Time{}
		shown = append(shown, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: storagetest.CreateMatch(r, store, m).ID, Version: 1}})
	}
	r.must(store.RecordShown(r.ctx, shown...))
	r.must(store.Close())
	row(fmt.Sprint(n, " open matches"), file)

	file = r.file()
	store = r.open(file)
	r.must(community(20*n).Fill(r.ctx, store))
	r.must(store.Close())
	row(fmt.Sprint(20*n, " matches that are over"), file)
}

// shards measures the memory of an idle shard in a process that serves many.
func shards(r *run) {
	serve := func(shards int) int64 {
		s := r.serve(gatewayBot, r.file(), shards)
		for soon := r.soon(); len(s.srv.Serving()) < shards; time.Sleep(10 * time.Millisecond) {
			if soon.Err() != nil {
				r.Fatalf("only %d of %d shards are served: %s", len(s.srv.Serving()), shards, &s.wrong)
			}
		}
		most := s.used("").Peak
		s.end()
		return most
	}
	many := max(2, r.many(200, 20))
	one, all := serve(1), serve(many)
	r.head("shards", "memory", "one more")
	r.row(1, mib(one), "")
	r.row(many, mib(all), fmt.Sprintf("%d KiB", (all-one)/int64(many-1)>>10))
}

// interactions checks that heap and goroutines do not grow with the number of answers.
func interactions(r *run) {
	const channels, parts = 20, 10
	total := r.many(100_000, 2000)
	s := r.serve(gatewayBot, r.file(), 1)
	seats := s.seats(channels, 1)
	r.head("interactions", "after", "goroutines", "heap", "memory at most")
	answered, begun := 0, time.Now()
	var first, last used
	for part := 1; part <= parts; part++ {
		forgotten := time.Now()
		f := s.play(seats, func(t *seat) {
			t.tap()
			if t == seats[0] && time.Since(forgotten) > time.Second {
				forgotten = time.Now()
				s.srv.Forget(time.Minute)
			}
		}, forTimes(total/parts))
		answered += f.interactions
		last = s.used("collect")
		if part == 2 {
			first = last
		}
		r.row(answered, time.Since(begun).Round(time.Second), last.Goroutines, fmt.Sprintf("%d KiB", last.Heap>>10), mib(last.Peak))
	}
	s.end()
	// The number of connections and queues varies.
	if last.Goroutines > first.Goroutines+2*channels || last.Heap > first.Heap+4<<20 {
		r.Errorf("it grows: %d goroutines and %d KiB after two parts", first.Goroutines, first.Heap>>10)
	}
}
