package depots_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
)

// TestStars compares stars with brute force: outcome, all winning moves, and whether the
// theorem was used.
func TestStars(t *testing.T) {
	most := testlong.Times(4, 5, 9)
	var check func(hub int, spokes []string)
	check = func(hub int, spokes []string) {
		if n := len(spokes); n > 1 {
			text := fmt.Sprintf("%d(%s)", hub, strings.Join(spokes, " "))
			p := gamestest.Parse(t, depotnim.Tree, text, games.Left)
			brute := bruteforce.Read(depotnim.Tree.ID, text)
			want := must.Get(brute.Winning(bruteforce.Left))(t)
			s := &depots.Solver{Table: depots.NewTable(1 << 6)}
			moves, complete, err := s.Winning(t.Context(), depotnim.Tree, p, 1000)
			got := []string{}
			for _, m := range moves {
				got = append(got, m.String())
			}
			slices.Sort(got)
			slices.Sort(want)
			if err != nil || !complete || !slices.Equal(got, want) {
				t.Errorf("%s: winning %q, want %q, %v", text, got, want, err)
			}
			won, err := s.Wins(t.Context(), depotnim.Tree, p)
			if err != nil || won != (len(want) > 0) {
				t.Errorf("%s: won %v, %v", text, won, err)
			}
			low := spokes[n-1] < fmt.Sprint(hub) // all are single digits
			if (low || hub&(hub+1) == 0) && s.Visited() > 0 {
				t.Errorf("%s was searched", text)
			}
		}
		if len(spokes) == 4 {
			return
		}
		for x := 1; x <= most; x++ {
			if n := len(spokes); n == 0 || fmt.Sprint(x) >= spokes[n-1] {
				check(hub, append(spokes[:len(spokes):len(spokes)], fmt.Sprint(x)))
			}
		}
	}
	for hub := 1; hub <= most; hub++ {
		check(hub, nil)
	}
}

// TestLargeStars checks stars too large for any search.
func TestLargeStars(t *testing.T) {
	for _, c := range []struct{ text, winning string }{
		{"1023(600 500 124 976)", ""},
		{"1023(600 500 124 88)", "b-136"},
		{"1048575(700000 500000 300000)", "b-490400"},
		{"1000000000000000000(999999999999999999 999999999999999998 7)", "b-6 c-6 d-6"},
		{"576460752303423487(5 5 5)", "b-5 c-5 d-5"},
		{"576460752303423487(999999999999999999 999999999999999999)", ""},
	} {
		s := newSolver()
		moves, complete, err := s.Winning(t.Context(), depotnim.Tree, gamestest.Parse(t, depotnim.Tree, c.text, games.Left), 1000)
		var got []string
		for _, m := range moves {
			got = append(got, m.String())
		}
		if err != nil || !complete || strings.Join(got, " ") != c.winning {
			t.Errorf("%s: %q, want %q, %v", c.text, got, c.winning, err)
		}
	}
}
