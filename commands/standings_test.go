package commands_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/referee"
	"nimatron/referee/season"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// slowSeasons takes a second to return a month's standings, and counts the calls.
type slowSeasons struct {
	commands.Store
	asked, atOnce, most atomic.Int64
}

func (s *slowSeasons) SeasonTable(ctx context.Context, season season.Season, server string, limit int) (season.Table, error) {
	s.asked.Add(1)
	n := s.atOnce.Add(1)
	defer s.atOnce.Add(-1)
	s.most.Store(max(n, s.most.Load()))
	time.Sleep(time.Second)
	return s.Store.SeasonTable(ctx, season, server, limit)
}

// If fifty people ask for the month's standings, each server's are read once a minute, one at a
// time.
func TestStandingsAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		slow := &slowSeasons{Store: store}
		s := commands.New(referee.New(store, &solver.Solver{}, referee.Options{}), slow, quiet)
		ask := func(server, by string) {
			reply := s.Do(t.Context(), commands.Request{Command: "leaderboard season", Options: map[string]string{"month": "2000-01", "scope": "server"},
				By: commands.User{ID: by, Name: by}, Channel: by, Server: server})
			if reply.Card == nil {
				t.Errorf("the answer is %q", reply.Text)
			}
		}
		for range 3 {
			for n := range 50 {
				go ask(fmt.Sprint("server", n%2), fmt.Sprint("p", n))
			}
			time.Sleep(20 * time.Second)
		}
		if slow.asked.Load() != 2 || slow.most.Load() != 1 {
			t.Errorf("%d looks, %d at once", slow.asked.Load(), slow.most.Load())
		}
		time.Sleep(time.Minute)
		ask("server0", "p0")
		if slow.asked.Load() != 3 {
			t.Errorf("after a minute there were %d looks", slow.asked.Load())
		}
		if c := commands.Find("leaderboard season"); !c.Costly {
			t.Error("it is asked in the order of the channel")
		}
	})
}
