package manymatches

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"nimatron/storage"
)

func TestFill(t *testing.T) {
	c := Community{Matches: 20000, Players: 1000, Servers: 20}
	if n, _ := strconv.Atoi(os.Getenv("NIMATRON_MATCHES")); n > 0 {
		c = Large
		c.Matches = n
	}
	path := filepath.Join(t.TempDir(), "x.db")
	if p := os.Getenv("NIMATRON_KEEP"); p != "" {
		path = p
	}
	_, err := os.Stat(path)
	fresh := err != nil
	s, err := storage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if fresh {
		began := time.Now()
		n, err := s.Import(t.Context(), c.All())
		t.Log(n, err, time.Since(began))
		began = time.Now()
		if err := c.fillRatings(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		t.Log(time.Since(began))
	}
	began := time.Now()
	if !fresh {
		s.Close()
		s, _ = storage.Open(t.Context(), path)
	}
	t.Log("open", time.Since(began))
	ctx := t.Context()
	r := rand.New(rand.NewPCG(3, 4))
	who := func() string { return c.Player(c.often(r, c.Players)).ID }
	for name, f := range map[string]func(context.Context) error{
		"global page": func(ctx context.Context) error {
			_, n, err := s.Leaderboard(ctx, storage.LeaderboardQuery{Family: "overall", Limit: 10})
			_ = n
			return err
		},
		"global deep": func(ctx context.Context) error {
			_, _, err := s.Leaderboard(ctx, storage.LeaderboardQuery{Family: "overall", Limit: 10, Offset: r.IntN(c.Players)})
			return err
		},
		"global provisional deep": func(ctx context.Context) error {
			_, _, err := s.Leaderboard(ctx, storage.LeaderboardQuery{Family: "overall", Limit: 10, Offset: r.IntN(c.Players), Provisional: true})
			return err
		},
		"server page": func(ctx context.Context) error {
			_, n, err := s.Leaderboard(ctx, storage.LeaderboardQuery{Family: "overall", Limit: 10, Server: c.Server(0)})
			_ = n
			return err
		},
		"server deep": func(ctx context.Context) error {
			_, _, err := s.Leaderboard(ctx, storage.LeaderboardQuery{Family: "overall", Limit: 10, Offset: r.IntN(3000), Server: c.Server(0)})
			return err
		},
		"global rank": func(ctx context.Context) error {
			_, err := s.RankOf(ctx, "overall", "", c.Player(c.often(r, c.Players/10)).ID)
			return err
		},
		"server rank": func(ctx context.Context) error {
			_, err := s.RankOf(ctx, "overall", c.Server(0), c.Player(10*c.often(r, c.Players/100)).ID)
			return err
		},
		"ratings":     func(ctx context.Context) error { _, err := s.Ratings(ctx, who()); return err },
		"record":      func(ctx context.Context) error { _, err := s.Record(ctx, who()); return err },
		"record bot":  func(ctx context.Context) error { _, err := s.Record(ctx, Bot.ID); return err },
		"best wins":   func(ctx context.Context) error { _, err := s.BestWins(ctx, who(), 5); return err },
		"best wins 0": func(ctx context.Context) error { _, err := s.BestWins(ctx, c.Player(0).ID, 5); return err },
		"h2h":         func(ctx context.Context) error { _, _, _, err := s.HeadToHead(ctx, who(), who()); return err },
		"h2h bot":     func(ctx context.Context) error { _, _, _, err := s.HeadToHead(ctx, c.Player(0).ID, Bot.ID); return err },
		"pairs":       func(ctx context.Context) error { _, err := s.PairsToday(ctx, who(), who(), start); return err },
		"history":     func(ctx context.Context) error { _, _, err := s.History(ctx, who(), 10, 0); return err },
		"history bot": func(ctx context.Context) error {
			_, _, err := s.History(ctx, Bot.ID, 10, r.Int64N(int64(c.Matches)))
			return err
		},
		"history deep": func(ctx context.Context) error {
			_, _, err := s.History(ctx, c.Player(0).ID, 10, r.Int64N(int64(c.Matches)))
			return err
		},
		"honour all":   func(ctx context.Context) error { _, err := s.Honour(ctx, Bot.ID, "", 10); return err },
		"honour split": func(ctx context.Context) error { _, err := s.Honour(ctx, Bot.ID, "split-nim", 10); return err },
		"honour none":  func(ctx context.Context) error { _, err := s.Honour(ctx, Bot.ID, "none", 10); return err },
		"random":       func(ctx context.Context) error { _, err := s.RandomFinished(ctx, r.Uint64(), 20); return err },
		"lost":         func(ctx context.Context) error { _, err := s.LostBy(ctx, who(), 10); return err },
		"export":       func(ctx context.Context) error { _, err := s.Export(ctx, who()); return err },
		"counts":       func(ctx context.Context) error { _, _, _, err := s.Counts(ctx); return err },
	} {
		var took []time.Duration
		for range 100 {
			b := time.Now()
			if err := f(ctx); err != nil {
				t.Log(name, err)
				continue
			}
			took = append(took, time.Since(b))
		}
		slices.Sort(took)
		if len(took) > 0 {
			t.Log(name, took[len(took)/2], took[len(took)*95/100], took[len(took)-1])
		}
	}
	info, _ := os.Stat(path)
	t.Log(info.Size())
}
