package clock

import (
	"errors"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// A player loses on time exactly when the time is up, regardless of the system clock.
func TestNobodyLosesByAJump(t *testing.T) {
	t.Parallel()
	for _, rated := range []bool{false, true} {
		passed, jump := time.Duration(0), time.Duration(0)
		c := newClock(func() time.Time { return noon.Add(passed + jump) }, func() time.Duration { return passed })
		r := referee.New(storagetest.Open(t), &solver.Solver{}, referee.Options{Now: c.Now, Seed: func() uint64 { return 7 }})
		ann, bob := match.Player{ID: "ann", Name: "ann"}, match.Player{ID: "bob", Name: "bob"}
		ask := referee.Proposal{Channel: "c", By: ann, Variant: catalog.Standard.All()[0], First: match.FirstRandom, TurnTime: 2 * time.Hour, Rated: rated}
		must.Get(r.Challenge(t.Context(), ask, bob))(t)
		must.Get(r.Accept(t.Context(), "c", bob, ""))(t)
		g := must.Get(r.Current(t.Context(), "c"))(t)
		waiting := ann.ID
		if g.Actor().ID == ann.ID {
			waiting = bob.ID
		}
		id := g.ID
		over := func() bool {
			t.Helper()
			_, claimErr := r.Claim(t.Context(), "c", waiting)
			if claimErr != nil && !errors.Is(claimErr, &referee.Refusal{Words: referee.TimeLeft}) {
				t.Fatal(claimErr)
			}
			must.OK(t, r.Sweep(t.Context()))
			g := must.Get(r.Latest(t.Context(), "c"))(t)
			return g.ID != id || g.Finished() // the second game of a pair has begun
		}
		for _, jump = range []time.Duration{5 * time.Hour, -5 * time.Hour, 100 * 24 * time.Hour, 0} {
			passed += 20 * time.Minute
			if over() {
				t.Errorf("rated %v: the match ends after %v, the clock being set by %v", rated, passed, jump)
			}
		}
		passed, jump = 2*time.Hour, -5*time.Hour
		if !over() {
			t.Errorf("rated %v: the match goes on beyond its time", rated)
		}
	}
}
