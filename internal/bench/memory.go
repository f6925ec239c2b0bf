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
		s := r.serve(gatewayBot, file)
		ready, before := time.Since(begun), s.used().Peak
		t := s.seats(1, 1)[0]
		for range 200 {
			t.slash("match board")
		}
		after := s.used().Peak
		s.end()
		r.row(what, short(ready), mib(after), mib(after-before))
	}
	row("nothing", r.file())

	file := r.file()
	store, err := openStore(r.ctx, file)
	r.must(err)
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
	store, err = openStore(r.ctx, file)
	r.must(err)
	c := storagetest.Community{Matches: 20 * n, Players: max(100, n), Servers: max(5, n/50), Between: 90 * time.Second}
	r.must(c.Fill(r.ctx, store))
	r.must(store.Close())
	row(fmt.Sprint(20*n, " matches that are over"), file)
}
