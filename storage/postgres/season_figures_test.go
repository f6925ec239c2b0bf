//go:build unix

package postgres_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/storage/storagetest"
)

// TestSeasonFigures measures the standings of a month and what marks follow from, of 200,000 matches
// that begin so long after each other; with 12s all of them are in that month:
//
//	NIMATRON_SEASON=90s go test -v -timeout 30m -run SeasonFigures ./storage/postgres
//
// It counts the time of the processor, as others may work beside.
func TestSeasonFigures(t *testing.T) {
	between, err := time.ParseDuration(os.Getenv("NIMATRON_SEASON"))
	if err != nil {
		t.Skip("a measurement: set NIMATRON_SEASON")
	}
	ctx := t.Context()
	c := community{Matches: 200_000, Players: 5_000, Servers: 100, Between: between}
	s := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
	began := time.Now()
	storagetest.WantErr(t, c.Fill(ctx, s), nil)
	for player := range c.Players / 5 { // who solve the puzzle on every other day
		for day := range 14 {
			at := firstBegan.AddDate(0, 0, 2*day).Add(time.Hour)
			_, _, err := s.RecordTry(ctx, match.Try{Player: c.Player(player), Puzzle: storagetest.Puzzle(at.Format(time.DateOnly)), Solved: true, At: at})
			storagetest.WantErr(t, err, nil)
		}
	}
	for n := range 200 { // tournaments of 64
		m := match.Tournament{Server: c.Server(n % 100), Channel: fmt.Sprint("c", n), Name: "n", Created: firstBegan, Leader: c.Player(n), Format: match.Swiss, Size: "small", TurnTime: time.Minute, Places: 64, Rated: true}
		m, err := s.CreateTournament(ctx, m)
		storagetest.WantErr(t, err, nil)
		for i := range 64 {
			m.Entrants = append(m.Entrants, match.Entrant{Player: c.Player((n + 7*i) % c.Players), Joined: 1, Place: i + 1, At: firstBegan})
		}
		m.State, m.Ended = match.TournamentOver, firstBegan.AddDate(0, 0, n%28)
		storagetest.WantErr(t, s.SaveTournament(ctx, m, 1, match.NoNotice, firstBegan), nil)
	}
	t.Logf("made in %.1f s", time.Since(began).Seconds())
	month := match.SeasonOf(firstBegan)
	f := figures{c, s, rand.New(rand.NewPCG(3, 4))}
	for _, q := range []question{
		{"the standings of the month, first page", func(ctx context.Context) error {
			_, err := s.SeasonTable(ctx, match.SeasonQuery{Season: month, Limit: 10})
			return err
		}},
		{"the same, with one's own row", func(ctx context.Context) error {
			_, err := s.SeasonTable(ctx, match.SeasonQuery{Season: month, Limit: 10, Player: f.anybody()})
			return err
		}},
		{"the same, of the largest server", func(ctx context.Context) error {
			_, err := s.SeasonTable(ctx, match.SeasonQuery{Season: month, Server: c.Server(0), Limit: 10, Player: c.Player(0).ID})
			return err
		}},
		{"what marks follow from", func(ctx context.Context) error {
			_, err := s.Deeds(ctx, f.anybody())
			return err
		}},
		{"the same, of the busiest player", func(ctx context.Context) error {
			_, err := s.Deeds(ctx, c.Player(0).ID)
			return err
		}},
	} {
		report(t, q.name, 200*time.Millisecond, func(ctx context.Context) (time.Duration, error) {
			began := spent()
			err := q.ask(ctx)
			return spent() - began, err
		})
	}
	before := spent()
	_, err = s.CloseSeason(ctx, month, false, firstBegan)
	storagetest.WantErr(t, err, nil)
	t.Logf("closing the month takes %.0f ms", (spent()-before).Seconds()*1000)
}

// spent is for how long this process has had a processor.
func spent() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
