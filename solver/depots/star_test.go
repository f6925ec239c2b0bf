package depots_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/golden"
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
			s := &depots.Solver{Table: depots.NewTable(1 << 12)}
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
			low := spokes[n-1] <= fmt.Sprint(hub) // all are single digits
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

// TestLargeBoards finds the winning moves of large.txt: stars and rows too large for any search.
func TestLargeBoards(t *testing.T) {
	golden.Lines(t, "large.txt", func(line string) string {
		id, position, _ := strings.Cut(line, " ")
		v := must.Get(catalog.Standard.Find(id))(t)
		s, p := newSolver(), gamestest.Parse(t, v, position, games.Left)
		won := must.Get(s.Wins(t.Context(), v, p))(t)
		moves, complete, err := s.Winning(t.Context(), v, p, 1000)
		if err != nil || !complete || won != (len(moves) > 0) {
			t.Errorf("%.60s: won %v, complete %v, %v", line, won, complete, err)
		}
		return strings.Join(gamestest.Texts(moves), " ")
	})
}
