package commands_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
)

// Allocations for a tap that makes a move must not grow. The bounds are a quarter above the
// measured values; much of it is SQLite's driver. Not parallel, because allocations are counted for
// the whole process. The tap with the fewest counts, as something in the background may add some to the others.
func TestTapAllocatesLittle(t *testing.T) {
	const most, mostBytes = 850, 76_000
	for name, opponent := range map[string]string{"the bot": " level:perfect", "a person": " opponent:p2"} {
		r := newQuietRoom(t, catalog.Standard)
		r.say("p1", "/challenge game:nim position:90,80,70,60,50,40,30,25,20,10,7,5 first:me"+opponent)
		if name != "the bot" {
			r.say("p2", "/match accept")
		}
		const warm, taps = 5, 20
		n, bytes := uint64(math.MaxUint64), uint64(math.MaxUint64)
		for tap := range warm + taps {
			g := must.Get(r.referee.Current(t.Context(), "lobby"))(t)
			move := "1-1"
			for pile := 1; ; pile++ {
				move = fmt.Sprintf("%d-1", pile)
				if m, err := g.Play.Position().Read(move); err != nil {
					t.Fatal(err)
				} else if _, err := g.Play.Position().Play(m); err == nil {
					break
				}
			}
			req := commands.Request{Command: "move", Options: map[string]string{"move": move}, By: person(g.Actor().ID), Channel: "lobby", Subject: view.SubjectOf(g)}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			reply := r.service.Do(t.Context(), req)
			runtime.ReadMemStats(&after)
			if reply.Outcome != view.OutcomeDone {
				t.Fatalf("%s: %s", name, reply.Text)
			}
			if tap >= warm {
				n, bytes = min(n, after.Mallocs-before.Mallocs), min(bytes, after.TotalAlloc-before.TotalAlloc)
			}
		}
		t.Logf("against %s: %d allocations of %d bytes", name, n, bytes)
		if n > most || bytes > mostBytes {
			t.Errorf("against %s a tap allocates %d times and %d bytes, at most %d and %d are allowed", name, n, bytes, most, mostBytes)
		}
	}
}
