package commands_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Eight tournaments of 128 people of all formats begin at once and are played to their second
// round, while somebody asks for a board and for standings: how long the answers take, and how much
// memory it all needs.
func TestTournamentLoad(t *testing.T) {
	testlong.Measure(t)
	t.Run("SQLite", func(t *testing.T) { tournamentLoad(t, storagetest.Open(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		s, err := postgres.Open(t.Context(), postgrestest.Address(t))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		tournamentLoad(t, s)
	})
}

func tournamentLoad(t *testing.T, s match.Store) {
	l := newLeague(t, 4, s)
	p := l.processes[0]
	do := func(by, channel, command string, options map[string]string) {
		p.service.Do(t.Context(), commands.Request{Command: command, Options: options, By: commands.User{ID: by, Name: by}, Channel: channel, Server: "server"})
	}
	do("eve", "alone", "challenge", map[string]string{"variant": "end-nim", "position": "3 5 2"})
	formats := []match.Format{match.Swiss, match.Arena, match.Knockout, match.Swiss}
	// Without games that are searched: their table of 128 MiB is made once, by whoever plays one.
	variants := []string{"end-nim", "nim", "partizan-end-nim", "split-nim/2"}
	var ids []int64
	for i := range match.MaxTournaments {
		n, err := p.referee.NewTournament(t.Context(), match.Tournament{Server: "server", Channel: fmt.Sprint("hall ", i), Name: "Friday", Leader: match.Player{ID: "p", Name: "p"},
			Format: formats[i%len(formats)], Variant: variants[i%len(variants)], Size: "small", TurnTime: time.Hour})
		l.must(err)
		for k := range match.MaxEntrants {
			id := fmt.Sprintf("p%d.%03d", i, k)
			_, err := p.referee.Join(t.Context(), n.ID, match.Player{ID: id, Name: id})
			l.must(err)
		}
		ids = append(ids, n.ID)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				if _, err := p.referee.StartTournament(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		l.work(false)
		for _, id := range ids { // all lose one game each, or both
			n, err := p.referee.Tournament(t.Context(), id)
			if err != nil {
				t.Error(err)
			}
			atOnce := make(chan struct{}, 16)
			for i, m := range n.Meetings {
				all.Go(func() {
					atOnce <- struct{}{}
					defer func() { <-atOnce }()
					for _, loser := range []string{m.First, []string{m.First, m.Second}[i%2]} {
						do(loser, m.Channel, "resign", map[string]string{"sure": "true"})
					}
				})
			}
			all.Wait()
		}
		l.work(false)
		for _, id := range ids {
			if n, err := p.referee.Tournament(t.Context(), id); err != nil || n.Format != match.Knockout && n.Round != 2 || len(n.Meetings) < 96 {
				t.Errorf("tournament %d is in round %d with %d meetings: %v", id, n.Round, len(n.Meetings), err)
			}
		}
	}()
	var took []time.Duration
	for most, asked := uint64(0), 0; ; asked++ {
		began := time.Now()
		if asked%2 == 0 {
			do("eve", "alone", "board", nil)
		} else {
			do("eve", "hall", "tournament", map[string]string{"action": "standings", "id": fmt.Sprint(ids[asked/2%len(ids)])})
		}
		took = append(took, time.Since(began))
		runtime.ReadMemStats(&after)
		most = max(most, after.HeapInuse)
		select {
		case <-done:
			slices.Sort(took)
			p99, more := took[len(took)*99/100], (int64(most)-int64(before.HeapInuse))>>20
			t.Logf("%d answers, half of them within %v, 99%% within %v, the slowest %v; %d MiB more", len(took), took[len(took)/2], p99, took[len(took)-1], more)
			if p99 > 200*time.Millisecond || more > 64 {
				t.Error("that is too much")
			}
			return
		default:
			time.Sleep(time.Millisecond)
		}
	}
}
