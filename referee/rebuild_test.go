package referee

import (
	"fmt"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/match"
)

// A rebuild holds the pairs of about a month and the players' ratings, however many matches there were.
func TestRebuiltHistoryIsBounded(t *testing.T) {
	const players, hours = 200, 365 * 24
	h := newRebuiltHistory(nil)
	most := 0
	for n := range hours {
		one, other := n%players, (n%players+1+n/players)%players // new opponents for each other
		m := match.Match{
			Sides: match.Between(match.Player{ID: fmt.Sprint(one)}, match.Player{ID: fmt.Sprint(other)}), Family: "nim", Pace: match.Long,
			State: match.Finished, Rated: true, Ended: time.UnixMilli(0).Add(time.Duration(n) * time.Hour),
		}
		if one == other {
			continue
		}
		m.Winner, m.Termination = match.LeftSeat, match.Played
		first := m
		first.ID, first.Leg = int64(2*n+1), match.FirstLeg
		m.ID, m.Leg, m.Pair = int64(2*n+2), match.SecondLeg, first.ID
		for _, m := range []match.Match{first, m} {
			must.Get(h.apply(m))(t)
		}
		most = max(most, len(h.pairs))
	}
	const month = 24 * 31
	if most < month || most > leastPairs+2*month {
		t.Errorf("the pairs of %d people were held, want at least those of a month and not many more", most)
	}
	if len(h.ratings) != players || len(h.firsts) > 0 {
		t.Errorf("%d players and %d first games are held", len(h.ratings), len(h.firsts))
	}
}

// What an old pair leaves out of the bound of a day doesn't depend on when it is dropped.
func TestDroppedPairsAreOld(t *testing.T) {
	h := newRebuiltHistory(nil)
	now := time.UnixMilli(0)
	h.pairs[between("a", "b")] = []time.Time{now}
	h.pairs[between("a", "c")] = []time.Time{now.Add(-24*time.Hour - setBack - 1)}
	h.dropPairs(now)
	if len(h.pairs) != 1 || must.Get(h.PairsSince(t.Context(), "b", "a", now.Add(-24*time.Hour)))(t) != 1 {
		t.Errorf("the pairs are %v", h.pairs)
	}
}
