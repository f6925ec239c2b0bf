package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// A turn against the bot: its move and ours, on the disk.
func BenchmarkAppend(b *testing.B) {
	s, _ := newStore(b)
	m := storagetest.CreateMatch(b, s, storagetest.Match("c"))
	change := storagetest.Turn(storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2))
	change.Deadline, change.Remind, change.AbandonAt = m.Deadline, m.Remind, m.AbandonAt
	version := m.Version
	b.ReportAllocs()
	for b.Loop() {
		a := storagetest.Got(s.Append(b.Context(), m.ID, version, change)).Must(b)
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
		m := storagetest.CreateMatch(b, s, storagetest.Match("c"))
		n++
		c := storagetest.Turn(storagetest.Move(games.Left, 1))
		c.End = &match.Result{Winner: match.LeftSeat, Termination: match.Played}
		for _, family := range []string{match.Overall, m.Family} {
			before, after := storagetest.Rating(family, 1), storagetest.Rating(family, 1)
			before.Games, after.Games = n-1, n
			c.Ratings = append(c.Ratings,
				match.RatingChange{Player: storagetest.Ann.ID, Before: before, After: after, Points: 1},
				match.RatingChange{Player: storagetest.Bob.ID, Before: before, After: after, Points: 0})
		}
		b.StartTimer()
		storagetest.Got(s.Append(b.Context(), m.ID, 1, c)).Must(b)
	}
}

func BenchmarkReadMatchWith30Moves(b *testing.B) {
	s, _ := newStore(b)
	m := storagetest.Match("c")
	for n := range 30 {
		m.Moves = append(m.Moves, storagetest.Move(games.Left, n+1))
	}
	storagetest.CreateMatch(b, s, m)
	b.ReportAllocs()
	for b.Loop() {
		storagetest.Got(s.LastMatch(b.Context(), "c")).Must(b)
	}
}

func BenchmarkOpenWith10000OpenMatches(b *testing.B) {
	path := filepath.Join(b.TempDir(), "nimatron.db")
	s := storagetest.Got(sqlite.Open(b.Context(), path)).Must(b)
	for n := range 10_000 {
		m := storagetest.Match(fmt.Sprint("channel ", n))
		m.Created = storagetest.Noon.Add(time.Duration(n) * time.Second)
		m.Moves = []match.Move{storagetest.Move(games.Right, 1), storagetest.Move(games.Left, 2)}
		storagetest.CreateMatch(b, s, m)
	}
	storagetest.WantErr(b, s.Close(), nil)
	b.ReportAllocs()
	for b.Loop() {
		s := storagetest.Got(sqlite.Open(b.Context(), path)).Must(b)
		storagetest.WantErr(b, s.Close(), nil)
	}
}
