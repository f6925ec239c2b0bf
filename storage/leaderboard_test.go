package storage_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/storage"
)

// A member is one whom a leaderboard may show.
type member struct {
	player storage.Player
	rating storage.Rating
	n      int // who came first
	server string
}

// crowd stores players with ratings, many of whom share a score, and changes some
// of the ratings again.
func crowd(t *testing.T, s *storage.Store) (all []member) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 120 {
		p := storage.Player{ID: fmt.Sprint("local:", n), Name: fmt.Sprint("Player ", n)}
		m := between(p, bot)
		m.Server = []string{"", "den", "pub"}[n%3]
		var last storage.Rating
		for game := range 1 + r.IntN(3) {
			c := change(p, game+1, 1)
			if game > 0 {
				c.Before = last
			}
			// Both sides of zero, of each limit of a bucket and of provisional.
			c.Rating.Value = float64(r.IntN(12))*5 + 195
			c.Rating.Deviation = []float64{90, 110, math.Nextafter(110, 111), 115}[r.IntN(4)]
			last = c.Rating
			finish(t, s, m, leftWins, c)
		}
		last.Updated = stored(last.Updated)
		all = append(all, member{p, last, n, m.Server})
	}
	return all
}

func TestLeaderboard(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	all := crowd(t, s)
	for _, server := range []string{"", "den", "pub", "elsewhere"} {
		seen := 0
		for _, provisional := range []bool{false, true} {
			want := standings(all, server, provisional)
			seen += len(want)
			checkLeaderboard(t, s, storage.LeaderboardQuery{Family: storage.Overall, Server: server, Provisional: provisional}, want)
		}
		if server == "" {
			wantEqual(t, seen, len(all))
		}
	}
	wantErr(t, s.Forget(t.Context(), all[0].player.ID, noon), nil)
	wantErr(t, s.Forget(t.Context(), all[1].player.ID, noon), nil)
	for _, server := range []string{"", "den"} {
		for _, provisional := range []bool{false, true} {
			checkLeaderboard(t, s, storage.LeaderboardQuery{Family: storage.Overall, Server: server, Provisional: provisional},
				standings(all[2:], server, provisional))
		}
	}
}

// standings says who stands where, by sorting.
func standings(all []member, server string, provisional bool) (want []storage.Standing) {
	var in []member
	for _, m := range all {
		if (server == "" || m.server == server) && (m.rating.Deviation > 110) == provisional {
			in = append(in, m)
		}
	}
	score := func(r storage.Rating) float64 { return r.Value - 2*r.Deviation }
	slices.SortFunc(in, func(a, b member) int {
		return cmp.Or(cmp.Compare(score(b.rating), score(a.rating)), cmp.Compare(a.n, b.n))
	})
	for i, m := range in {
		want = append(want, storage.Standing{Rank: i + 1, Player: m.player, Rating: m.rating})
	}
	return want
}

// checkLeaderboard asks for pages of all sizes and for everybody's own row.
func checkLeaderboard(t *testing.T, s *storage.Store, q storage.LeaderboardQuery, want []storage.Standing) {
	t.Helper()
	ctx := t.Context()
	for offset := -1; offset < len(want)+2; offset++ {
		for _, limit := range []int{-1, 0, 1, 10, 1000} {
			q.Limit, q.Offset = limit, offset
			page, total, err := s.Leaderboard(ctx, q)
			wantErr(t, err, nil)
			from := min(max(offset, 0), len(want))
			to := min(from+max(limit, 0), len(want))
			wantEqual(t, total, len(want))
			wantEqual(t, len(page), to-from)
			for i := range page {
				wantEqual(t, page[i], want[from+i])
			}
		}
		if t.Failed() {
			t.Fatalf("so it is with %+v", q)
		}
	}
	for _, st := range want {
		got, err := s.RankOf(ctx, q.Family, q.Server, st.Player.ID)
		wantErr(t, err, nil)
		wantEqual(t, got, st)
	}
}

func TestRankOfNobody(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	finish(t, s, between(ann, bob), leftWins, change(ann, 1, 1))
	for _, c := range []struct{ family, server, player string }{
		{storage.Overall, "", "local:nobody"},
		{storage.Overall, "", bob.ID}, // has no rating
		{"nim", "", ann.ID},
		{storage.Overall, "elsewhere", ann.ID},
	} {
		_, err := s.RankOf(t.Context(), c.family, c.server, c.player)
		wantErr(t, err, storage.ErrNotFound)
	}
	page, total, err := s.Leaderboard(t.Context(), storage.LeaderboardQuery{Family: "nim", Limit: 10})
	wantErr(t, err, nil)
	wantEqual(t, []int{len(page), total}, []int{0, 0})
}
