package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Two processes send notices. In each channel only one of them sends at a time; different channels
// go to either process.
func TestOneSenderForEachChannel(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	// PostgreSQL may evaluate the subquery once for each row that it changes.
	for _, plan := range []string{"enable_hashagg", "enable_hashjoin", "enable_mergejoin", "enable_sort", "enable_material"} {
		address = postgrestest.With(address, plan, "off")
	}
	one, other := openStore(t, address), openStore(t, address)
	ctx := t.Context()
	say := func(channel string, times int) {
		m := storagetest.Match(channel)
		m.Message = channel + ":7"
		m = storagetest.CreateMatch(t, one, m)
		for n := range times {
			board := match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Message: fmt.Sprint(channel, n)}
			storagetest.WantErr(t, one.RecordShown(ctx, board), nil) // retires the message before it
		}
	}
	say("c", 3)
	say("d", 1)
	now := time.Now()
	take := func(s storage.Store, at time.Time, limit int, want ...string) []match.Notice {
		t.Helper()
		notices := storagetest.Got(s.TakeNotices(ctx, match.DiscordFront, at, at.Add(time.Minute), limit)).OK(t)
		var got []string
		for _, n := range notices {
			got = append(got, n.Channel+" "+n.Message)
		}
		storagetest.WantEqual(t, got, want)
		return notices
	}
	first := take(one, now, 1, "c c:7 c0")
	take(other, now, 9, "d d:7 d0") // of channel c the first is being sent
	storagetest.WantErr(t, one.EndNotice(ctx, first[0].ID, time.Time{}), nil)
	second := take(other, now, 1, "c c0 c1")
	storagetest.WantErr(t, other.EndNotice(ctx, second[0].ID, now.Add(time.Hour/2)), nil)
	take(one, now, 9, "c c1 c2")
	// The process that claimed it has died.
	take(other, now.Add(time.Minute), 9, "c c1 c2", "d d:7 d0")
}

// Two people play many rated matches in both seats, which all end at once. There is no deadlock.
func TestNoDeadlock(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	db := rawDB(t, address)
	deadlocks := func() (n int) {
		t.Helper()
		storagetest.WantErr(t, db.QueryRow(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&n), nil)
		return n
	}
	before := deadlocks()
	s := openStore(t, postgrestest.With(address, "application_name", "many"))
	ctx := t.Context()
	rounds, many := testlong.Times(1, 2, 6), testlong.Times(8, 10, 20)
	for round := range rounds {
		var all sync.WaitGroup
		for n := range many {
			players := []match.Player{storagetest.Ann, storagetest.Bob}
			m := storagetest.Match(fmt.Sprintf("channel %d of %d", n, round))
			m.Sides[games.Left].Player, m.Sides[games.Right].Player = players[n%2], players[1-n%2]
			m = storagetest.CreateMatch(t, s, m)
			all.Go(func() {
				for {
					ratings := storagetest.Got(s.Ratings(ctx, storagetest.Ann.ID, storagetest.Bob.ID)).OK(t)
					c := storagetest.End(match.LeftSeat, match.Played)
					for _, p := range []match.Player{m.Sides[games.Left].Player, m.Sides[games.Right].Player} {
						games := ratings[p.ID][storagetest.Long(match.Overall)].Games
						c.Ratings = append(c.Ratings, storagetest.Rated(p, games+1, 1))
					}
					_, err := s.Append(ctx, m.ID, 1, c)
					if err == nil {
						return
					}
					if !errors.Is(err, match.ErrStale) {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
	}
	record := storagetest.Got(s.Record(ctx, storagetest.Ann.ID)).OK(t)
	storagetest.WantEqual(t, record.Tallies["end-nim"].Wins+record.Tallies["end-nim"].Losses, rounds*many)
	storagetest.WantErr(t, s.Close(), nil)
	endSessions(t, db, "many") // each reports its statistics before it ends
	storagetest.WantEqual(t, deadlocks(), before)
}
