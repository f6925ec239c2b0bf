package storage_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"nimatron/storage"
)

// A turn against the bot: its move and ours, on the disk.
func BenchmarkAppend(b *testing.B) {
	s, _ := newStore(b)
	m := createMatch(b, s, aMatch("c"))
	change := turn(move("left", 1), move("right", 2))
	change.Deadline, change.Remind, change.AbandonAt = m.Deadline, m.Remind, m.AbandonAt
	version := m.Version
	b.ReportAllocs()
	for b.Loop() {
		a, err := s.Append(b.Context(), m.ID, version, change)
		if err != nil {
			b.Fatal(err)
		}
		version = a.Version
	}
}

// The last move of a rated match, which changes two ratings of both players.
func BenchmarkAppendEnd(b *testing.B) {
	s, _ := newStore(b)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		m := createMatch(b, s, aMatch("c"))
		n++
		c := turn(move("left", 1))
		c.End = &storage.Result{Winner: "left", Termination: "played"}
		for _, family := range []string{storage.Overall, m.Family} {
			before, after := rating(family, 1), rating(family, 1)
			before.Games, after.Games = n-1, n
			c.Ratings = append(c.Ratings,
				storage.RatingChange{Player: ann.ID, Before: before, Rating: after, Result: 1},
				storage.RatingChange{Player: bob.ID, Before: before, Rating: after, Result: 0})
		}
		b.StartTimer()
		if _, err := s.Append(b.Context(), m.ID, 1, c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenMatchWith30Moves(b *testing.B) {
	s, _ := newStore(b)
	m := aMatch("c")
	for n := range 30 {
		m.Moves = append(m.Moves, move("left", n+1))
	}
	createMatch(b, s, m)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.OpenMatch(b.Context(), "c"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenWith10000OpenMatches(b *testing.B) {
	path := filepath.Join(b.TempDir(), "nimatron.db")
	s, err := storage.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	for n := range 10_000 {
		m := aMatch(fmt.Sprint("channel ", n))
		m.Created = noon.Add(time.Duration(n) * time.Second)
		m.Moves = []storage.Move{move("right", 1), move("left", 2)}
		createMatch(b, s, m)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s, err := storage.Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
