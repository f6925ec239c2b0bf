package storagetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// A lease has one holder until it is returned or expires. Its data passes to the next holder.
func (suite) LeaseHasOneHolder(ctx context.Context, t *testing.T, s storage.Store) {
	const name = "shard 0/1"
	take := func(holder string, now time.Time, want bool, left match.Session) {
		t.Helper()
		l := match.Lease{Name: name, Holder: holder, Until: Stored(now.Add(30 * time.Second)), Session: left}
		got, taken, err := s.TakeLease(t.Context(), name, holder, l.Until, now)
		WantErr(t, err, nil)
		WantEqual(t, taken, want)
		if want {
			WantEqual(t, got, l)
			Got(s.Lease(t.Context(), name)).Is(t, l)
		}
	}
	keep := func(l match.Lease, want bool) {
		t.Helper()
		before := Got(s.Lease(t.Context(), name)).OK(t)
		Got(s.KeepLease(t.Context(), l)).Is(t, want)
		if !want {
			l = before
		}
		Got(s.Lease(t.Context(), name)).Is(t, l)
	}
	Got(s.Lease(t.Context(), name)).Fails(t, match.ErrNotFound)
	Got(s.KeepLease(t.Context(), match.Lease{Name: name, Holder: "one", Until: Noon})).Is(t, false) // nobody holds it

	take("one", Noon, true, match.Session{})
	first := match.Session{ID: "first", URL: "wss://a.example/?b=c", Seq: 1 << 40}
	keep(match.Lease{Name: name, Holder: "one", Until: Stored(Noon.Add(40 * time.Second)), Serving: true, Session: first}, true)
	keep(match.Lease{Name: name, Holder: "other", Until: Stored(Noon.Add(time.Hour))}, false)
	take("other", Noon.Add(39*time.Second), false, match.Session{})
	take("one", Noon.Add(20*time.Second), true, first)
	take("other", Noon.Add(50*time.Second), true, first) // it expired
	take("one", Noon.Add(51*time.Second), false, match.Session{})

	WantErr(t, match.EndLease(t.Context(), s, match.Lease{Name: name, Holder: "one"}), nil) // another holder has it
	take("one", Noon.Add(52*time.Second), false, match.Session{})
	second := match.Session{ID: "second", Seq: 7}
	WantErr(t, match.EndLease(t.Context(), s, match.Lease{Name: name, Holder: "other", Until: Noon.Add(time.Hour), Serving: true, Session: second}), nil)
	l := Got(s.Lease(t.Context(), name)).OK(t)
	WantEqual(t, l.Serving, false)
	take("one", Noon.Add(53*time.Second), true, second)
	take("other", Noon.Add(-2*time.Hour), true, second) // the clock was set back

	// If many want a lease at once, one gets it.
	var all sync.WaitGroup
	var got atomic.Int64
	for n := range 8 {
		all.Go(func() {
			_, taken, err := s.TakeLease(t.Context(), "shard 1/2", fmt.Sprint(n), Noon.Add(time.Minute), Noon)
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
