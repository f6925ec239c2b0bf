package storagetest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/match"
)

// A lease is had by one until it is given back or its time is over.
func leaseHasOneHolder(t *testing.T, newStore Opener) {
	s := newStore(t)
	take := func(holder string, now time.Time, serving, want bool) {
		t.Helper()
		l := match.Lease{Name: "shard 0/1", Holder: holder, Until: Stored(now.Add(30 * time.Second)), Serving: serving}
		taken, err := s.TakeLease(t.Context(), l, now)
		WantErr(t, err, nil)
		WantEqual(t, taken, want)
		if got, err := s.Lease(t.Context(), l.Name); want {
			WantErr(t, err, nil)
			WantEqual(t, got, l)
		}
	}
	_, err := s.Lease(t.Context(), "shard 0/1")
	WantErr(t, err, match.ErrNotFound)
	take("one", Noon, false, true)
	take("one", Noon.Add(10*time.Second), true, true)
	take("other", Noon.Add(20*time.Second), true, false)
	take("other", Noon.Add(40*time.Second), false, true) // its time is over
	take("one", Noon.Add(41*time.Second), true, false)

	WantErr(t, s.EndLease(t.Context(), "shard 0/1", "one"), nil) // it is no more its own
	take("one", Noon.Add(42*time.Second), true, false)
	WantErr(t, s.EndLease(t.Context(), "shard 0/1", "other"), nil)
	_, err = s.Lease(t.Context(), "shard 0/1")
	WantErr(t, err, match.ErrNotFound)
	take("one", Noon.Add(43*time.Second), false, true)
	take("other", Noon.Add(-2*time.Hour), false, true) // the clock was set back

	// Of many who want one at once, one gets it.
	var all sync.WaitGroup
	var got atomic.Int64
	for n := range 8 {
		all.Go(func() {
			l := match.Lease{Name: "shard 1/2", Holder: fmt.Sprint(n), Until: Noon.Add(time.Minute)}
			taken, err := s.TakeLease(t.Context(), l, Noon)
			if err != nil {
				t.Error(err)
			}
			if taken {
				got.Add(1)
			}
		})
	}
	all.Wait()
	WantEqual(t, got.Load(), 1)
}
