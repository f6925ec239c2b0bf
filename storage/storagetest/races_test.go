package storagetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// writers is the number of concurrent writers.
const writers = 10

// atOnce calls do for 0 to n-1, by so many writers. If all came at once, the last would have to wait for longer than
// a store lets them on a busy machine.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	var begun atomic.Int64
	for range writers {
		all.Go(func() {
			for i := begun.Add(1); i <= int64(n); i = begun.Add(1) {
				do(int(i - 1))
			}
		})
	}
	all.Wait()
}

func (suite) OneOfManyWinsEachVersion(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	const versions = 8
	for version := int64(1); version <= versions; version++ {
		var won atomic.Int32
		var all sync.WaitGroup
		for n := range writers {
			all.Go(func() {
				switch _, err := s.Append(t.Context(), m.ID, version, Turn(2*int(version-1), Move(games.Left, n), Move(games.Right, n))); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, match.ErrStale):
					t.Error(err)
				}
			})
		}
		all.Wait()
		WantEqual(t, won.Load(), 1)
	}
	got := Got(s.MatchByID(t.Context(), m.ID)).OK(t)
	WantEqual(t, got.Version, versions+1)
	WantEqual(t, len(got.Moves), 2*versions)
}

// Even if many challenges are made at once, in different channels, the bound on open ones holds.
func (suite) ChallengesAreBounded(ctx context.Context, t *testing.T, s storage.Store) {
	made := func(want int, tooMany error, challenge func(n int) match.Challenge) {
		t.Helper()
		var won atomic.Int32
		var all sync.WaitGroup
		for n := range writers {
			c := challenge(n)
			c.Channel = fmt.Sprint(c.Channel, n)
			all.Go(func() {
				switch _, err := s.CreateChallenge(t.Context(), c); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, tooMany):
					t.Error(err)
				}
			})
		}
		all.Wait()
		WantEqual(t, int(won.Load()), want)
	}
	made(match.MaxOpenChallenges, match.ErrTooManyOpen, func(int) match.Challenge {
		c := Challenge("open ")
		c.Opponent = match.Player{}
		return c
	})
	made(match.MaxChallengesTo, match.ErrTakesNone, func(int) match.Challenge {
		c := Challenge("to one ")
		c.Challenger, c.Expires = Eve, Noon // not open any more
		return c
	})
	// A player who has reached a bound on challenges may send more later.
	later := Challenge("later")
	later.Created, later.Expires = Noon.Add(match.ChallengesWithin), Noon.AddDate(0, 0, 1)
	CreateChallenge(t, s, later)
	open := Got(match.OpenChallengesBy(ctx, s, Ann.ID, later.Created)).OK(t)
	WantEqual(t, len(open), 1)
	WantEqual(t, open[0].Channel, "later")
}

func (suite) OneOfManyAccepts(ctx context.Context, t *testing.T, s storage.Store) {
	c := CreateChallenge(t, s, Challenge("c"))
	var won atomic.Int32
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			switch _, err := s.AcceptChallenge(t.Context(), c.ID, Match("c")); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, match.ErrStale):
				t.Error(err)
			}
		})
	}
	all.Wait()
	WantEqual(t, won.Load(), 1)
}

// Many matches run at once, through two stores on the same database like two processes. Nothing may
// fail, and a reader always sees whole turns.
func (suite) ManyMatchesAtOnce(ctx context.Context, t *testing.T, stores []storage.Store) {
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			WantErr(t, playWhileWatched(t, stores[n%2], stores[(n+1)%2], fmt.Sprint("channel ", n)), nil)
		})
	}
	all.Wait()
	WantEqual(t, len(archive(t, stores[0])), writers)
}

func playWhileWatched(t *testing.T, players, watchers storage.Store, channel string) error {
	ctx := t.Context()
	c, err := players.CreateChallenge(ctx, OpenChallenge(channel))
	if err != nil {
		return err
	}
	m, err := players.AcceptChallenge(ctx, c.ID, Match(channel))
	if err != nil {
		return err
	}
	var watching sync.WaitGroup
	var over atomic.Bool
	watching.Go(func() {
		for looks := 0; looks < 100 && !over.Load(); looks++ {
			seen, err := watchers.LastMatch(ctx, channel)
			if err != nil {
				t.Error(err)
				return
			}
			if want := 2 * int(seen.Version-1); len(seen.Moves) != want {
				t.Errorf("version %d was seen with %d moves, want %d", seen.Version, len(seen.Moves), want)
			}
		}
	})
	defer watching.Wait()
	defer over.Store(true)

	version := m.Version
	for n := range 10 {
		c := Turn(2*n, Move(games.Left, n), Move(games.Right, n))
		if n == 9 {
			c.End = &match.Result{Winner: match.LeftSeat, Termination: match.Played}
		}
		a, err := players.Append(ctx, m.ID, version, c)
		if err != nil {
			return err
		}
		version = a.Version
	}
	return nil
}

// Many matches of one player end at once. Each is retried until its rating follows from the
// previous one, so none is lost.
func (suite) NoRatingChangeIsLost(ctx context.Context, t *testing.T, s storage.Store) {
	var all sync.WaitGroup
	var stale atomic.Int32
	for n := range writers {
		m := CreateMatch(t, s, Match(fmt.Sprint("channel ", n)))
		all.Go(func() {
			for {
				ratings, err := s.Ratings(ctx, Ann.ID)
				if err != nil {
					t.Error(err)
					return
				}
				c := End(match.LeftSeat, match.Played)
				c.Ratings = []match.RatingChange{Rated(Ann, ratings[Ann.ID][Long(match.Overall)].Games+1, 1)}
				if _, err = s.Append(ctx, m.ID, 1, c); err == nil {
					return
				}
				if !errors.Is(err, match.ErrStale) {
					t.Error(err)
					return
				}
				stale.Add(1)
			}
		})
	}
	all.Wait()
	ratings := Got(s.Ratings(ctx, Ann.ID)).OK(t)
	WantEqual(t, ratings[Ann.ID][Long(match.Overall)].Games, writers)
	t.Logf("%d changes came too late", stale.Load())
}

// Two processes look for due work at the same time. Each item is handled once.
func (suite) DueIsDoneOnce(ctx context.Context, t *testing.T, stores []storage.Store) {
	const due = 12
	for n := range due {
		m := Match(fmt.Sprint("match ", n))
		m.Remind, m.AbandonAt = Noon, Noon.Add(time.Hour)
		CreateMatch(t, stores[0], m)
		c := OpenChallenge(fmt.Sprint("challenge ", n))
		c.Expires = Noon
		CreateChallenge(t, stores[0], c)
	}
	for _, d := range []struct {
		what string
		deal func(storage.Store) (int, error)
	}{
		{"reminders", func(s storage.Store) (int, error) {
			n, err := s.Sweep(ctx, Noon, 4)
			return n.Reminded, err
		}},
		{"challenges", func(s storage.Store) (int, error) { return match.ExpireChallenges(ctx, s, Noon, 4) }},
		{"matches", func(s storage.Store) (int, error) { // matches that end
			n, err := s.Sweep(ctx, Noon.Add(time.Hour), 4)
			return n.Abandoned, err
		}},
	} {
		var all sync.WaitGroup
		var done atomic.Int32
		for worker := range 6 {
			all.Go(func() {
				for done.Load() < due && !t.Failed() {
					n := Got(d.deal(stores[worker%2])).OK(t)
					done.Add(int32(n))
				}
			})
		}
		all.Wait()
		if n, err := d.deal(stores[0]); err != nil || n != 0 || done.Load() != due {
			t.Errorf("%s: %d of %d were dealt with, then %d more, %v", d.what, done.Load(), due, n, err)
		}
	}
	WantEqual(t, Got(stores[1].Load(ctx, match.DiscordFront, Noon)).OK(t).Notices, 3*due)
}
