package storagetest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/storage"
)

// A member is a player on a leaderboard.
type member struct {
	player match.Player
	rating match.Rating
	n      int // the order of registration
	server string
}

// crowd stores players with ratings, many with equal scores, and changes some of the ratings again.
func crowd(t *testing.T, s storage.Store) (all []member) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	for n := range testlong.Times(40, 40, 120) {
		p := match.Player{ID: fmt.Sprint("local:", n), Name: fmt.Sprint("Player ", n)}
		m := Between(p, match.Bot)
		m.Server = []string{"", "den", "pub"}[n%3]
		var last match.Rating
		for game := range 1 + r.IntN(3) {
			c := Rated(p, game+1, 1)
			if game > 0 {
				c.Before = last
			}
			const limit = rating.ProvisionalDeviation
			// Both sides of zero, and of the limit of provisional.
			c.After.Value = float64(r.IntN(12))*5 + 195
			c.After.Deviation = []float64{90, limit, math.Nextafter(limit, limit+1), limit + 5}[r.IntN(4)]
			c.After.Volatility = []float64{0.03, 0.06}[r.IntN(2)]
			c.After.Updated = Noon.AddDate(0, 0, 10*r.IntN(2))
			last = c.After
			Finish(t, s, m, LeftWins, c)
		}
		last.Updated = Stored(last.Updated)
		all = append(all, member{p, last, n, m.Server})
	}
	return all
}

func (suite) Leaderboard(ctx context.Context, t *testing.T, s storage.Store) {
	all := crowd(t, s)
	checkLeaderboards(t, s, all, Stored(Noon))
	// Ratings age unequally, by their volatility; half of them were of another day.
	checkLeaderboards(t, s, all, Stored(Noon.AddDate(0, 0, 20)))
	checkLeaderboards(t, s, all, Stored(Noon.AddDate(0, 0, 500)))
	WantErr(t, s.Forget(t.Context(), all[0].player.ID, Noon), nil)
	WantErr(t, s.Forget(t.Context(), all[1].player.ID, Noon), nil)
	checkLeaderboards(t, s, all[2:], Stored(Noon))
}

func checkLeaderboards(t *testing.T, s storage.Store, all []member, now time.Time) {
	t.Helper()
	aged := slices.Clone(all)
	for i := range aged {
		aged[i].rating = aged[i].rating.AsOf(now)
	}
	for _, server := range []string{"", "den", "pub", "elsewhere"} {
		for _, provisional := range []bool{false, true} {
			q := match.LeaderboardQuery{Ladder: Long(match.Overall), Server: server, Provisional: provisional, Now: now}
			checkLeaderboard(t, s, q, standings(aged, server, provisional))
		}
	}
}

// standings computes the leaderboard by sorting.
func standings(all []member, server string, provisional bool) (want []match.Standing) {
	var in []member
	for _, m := range all {
		if (server == "" || m.server == server) && m.rating.Provisional() == provisional {
			in = append(in, m)
		}
	}
	slices.SortFunc(in, func(a, b member) int {
		return cmp.Or(cmp.Compare(b.rating.Score(), a.rating.Score()), cmp.Compare(a.n, b.n))
	})
	for i, m := range in {
		want = append(want, match.Standing{Rank: i + 1, Player: m.player, Rating: m.rating})
	}
	return want
}

// checkLeaderboard asks for pages that overlap and for everybody's own row.
func checkLeaderboard(t *testing.T, s storage.Store, q match.LeaderboardQuery, want []match.Standing) {
	t.Helper()
	ctx := t.Context()
	for offset := -1; offset < len(want)+2; offset += testlong.Times(9, 5, 1) {
		for _, limit := range []int{-1, 1, 10} {
			q.Limit, q.Offset = limit, offset
			page, total, err := s.Leaderboard(ctx, q)
			WantErr(t, err, nil)
			from := min(max(offset, 0), len(want))
			to := min(from+max(limit, 0), len(want))
			WantEqual(t, total, len(want))
			WantEqual(t, len(page), to-from)
			for i := range page {
				WantEqual(t, page[i], want[from+i])
			}
		}
		if t.Failed() {
			t.Fatalf("so it is with %+v", q)
		}
	}
	for _, st := range want {
		Got(s.RankOf(ctx, q.Ladder, q.Server, st.Player.ID, q.Now)).Is(t, st)
	}
}

func (suite) RankOfNobody(ctx context.Context, t *testing.T, s storage.Store) {
	Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 1, 1))
	for _, c := range []struct{ family, server, player string }{
		{match.Overall, "", "local:nobody"},
		{match.Overall, "", Bob.ID}, // has no rating
		{"nim", "", Ann.ID},
		{match.Overall, "elsewhere", Ann.ID},
	} {
		Got(s.RankOf(t.Context(), Long(c.family), c.server, c.player, Noon)).Fails(t, match.ErrNotFound)
	}
	page, total, err := s.Leaderboard(t.Context(), match.LeaderboardQuery{Ladder: Long("nim"), Limit: 10})
	WantErr(t, err, nil)
	WantEqual(t, []int{len(page), total}, []int{0, 0})
}
