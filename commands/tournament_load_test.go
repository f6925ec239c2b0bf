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
	"nimatron/storage/storagetest"
)

// Eight tournaments of 128 people begin at once while somebody asks for a board: how long the
// answers take, and how much memory it all needs.
func TestTournamentLoad(t *testing.T) {
	testlong.Measure(t)
	l := newLeague(t, 4, storagetest.Open(t))
	p := l.processes[0]
	do := func(by, command string, options map[string]string) {
		p.service.Do(t.Context(), commands.Request{Command: command, Options: options, By: commands.User{ID: by, Name: by}, Channel: "alone", Server: "elsewhere"})
	}
	do("eve", "challenge", map[string]string{"variant": "end-nim", "position": "3 5 2"})
	var ids []int64
	for i := range match.MaxTournaments {
		n, err := p.referee.NewTournament(t.Context(), match.Tournament{Server: "server", Channel: fmt.Sprint("hall ", i), Name: "Friday", Leader: match.Player{ID: "p", Name: "p"}, Format: match.Swiss, Size: "small"})
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
	var all sync.WaitGroup
	done := make(chan struct{})
	for _, id := range ids {
		all.Go(func() {
			if _, err := p.referee.StartTournament(t.Context(), id); err != nil {
				t.Error(err)
			}
		})
	}
	go func() { defer close(done); all.Wait(); l.work(false) }()
	var took []time.Duration
	for most := uint64(0); ; {
		began := time.Now()
		do("eve", "board", nil)
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
