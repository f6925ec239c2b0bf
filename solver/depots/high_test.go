package depots_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
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

var stackForm = regexp.MustCompile(`\d+|\.`)

// raised draws a board whose closed stacks are about as high as the theorem on high boards wants
// them: 2 above all open stacks but one, or a few more or less.
func raised(t *testing.T, v *games.Variant, r *rand.Rand) string {
	t.Helper()
	text := randomBoard(v, r)
	p := gamestest.Parse(t, v, text, games.Left).(*depotnim.Position)
	open, total, least := p.Open(games.Left), uint64(0), uint64(1)<<32
	for v, n := range p.Counters() {
		if open[v] {
			total, least = total+n, min(least, n)
		}
	}
	stacks, roads, _ := strings.Cut(p.String(), ";")
	at := -1
	stacks = stackForm.ReplaceAllStringFunc(stacks, func(n string) string {
		if at++; p.Counters()[at] == 0 || open[at] {
			return n
		}
		return strconv.FormatUint(total-least+1+r.Uint64N(5), 10)
	})
	if roads != "" {
		stacks += ";" + roads
	}
	return stacks
}

// TestHighBoards compares high boards, and some that are a little too low, with brute force:
// outcome, winning moves and value. Many have to be decided without a search.
func TestHighBoards(t *testing.T) {
	boards := testlong.Times(25, 25, 3000)
	for _, v := range all[:6] {
		t.Run(v.ID, func(t *testing.T) {
			compared, seen := 0, 0
			for seed := range uint64(boards) {
				s := newSolver()
				if compare(t, s, v, raised(t, v, rand.New(rand.NewPCG(seed, 4))), 60_000) {
					if compared++; s.Visited() == 0 {
						seen++
					}
				}
			}
			t.Logf("%d compared, %d without a search", compared, seen)
			if compared < boards/2 || seen < compared/3 {
				t.Errorf("%d of %d boards were compared, %d of them without a search", compared, boards, seen)
			}
		})
	}
}

// TestTooLow has boards that nearly meet the conditions of the theorem. On each a player may open a
// stack.
func TestTooLow(t *testing.T) {
	for _, board := range []struct{ text, winning string }{
		{"a=1 b=1 c=1; *-a a-b b-c", "a-1"},
		{"a=1 b=2 c=2; *-a a-b a-c", "a-1"},
		{"a=1 b=1 c=2 d=2; *-a *-b a-c b-c c-d", "a-1 b-1"},
		{"a=1 b=1 c=2 d=3; *-a *-b a-b b-c c-d", "a-1 b-1"},
	} {
		winning := must.Get(bruteforce.Read(depotnim.Depot.ID, board.text).Winning(bruteforce.Left))(t)
		p := gamestest.Parse(t, depotnim.Depot, board.text, games.Left)
		moves, _, err := newSolver().Winning(t.Context(), depotnim.Depot, p, 10)
		if err != nil || strings.Join(winning, " ") != board.winning || fmt.Sprint(moves) != "["+board.winning+"]" {
			t.Errorf("%s: %v, brute force says %v, want %s; %v", board.text, moves, winning, board.winning, err)
		}
	}
}

// TestLargeHighBoards decides boards that are too large for any search.
func TestLargeHighBoards(t *testing.T) {
	row := func(cells ...string) string { return strings.Join(cells, " ") }
	inner := strings.Repeat("1000000000000000000 ", 8)
	wide := row("3", strings.TrimSpace(strings.Repeat("2 ", 8)), "1")
	large := wide + strings.Repeat(" / 5 "+inner+"4", 8) + " / " + wide
	for _, test := range []struct {
		v             *games.Variant
		text, winning string
		value         uint64
	}{
		{depotnim.Forklift, "3 2 3 1 2 / 1 900 900 900 2 / 2 900 900 900 1 / 1 900 900 900 3 / 3 1 2 3 1", "A1-1", 1},
		{depotnim.Tree, "500(400(3 2 5) 300(7) 450(200(6) 4))", "", 6},
		{depotnim.Depot, "a=9 b=7 c=8 d=900 e=800 f=700 g=600; *-a *-b *-c a-d b-e c-f d-e e-f f-g d-g", "a-7", 9},
		{depotnim.Forklift, large, "", 0},
	} {
		s := &depots.Solver{Table: depots.NewTable(1 << 6), Nodes: 1}
		p := gamestest.Parse(t, test.v, test.text, games.Left)
		won, err := s.Wins(t.Context(), test.v, p)
		if err != nil || won != (test.value > 0) {
			t.Errorf("%s: %v, %v", test.text, won, err)
		}
		moves, complete, err := s.Winning(t.Context(), test.v, p, 1000)
		if err != nil || !complete || (len(moves) > 0) != won || test.winning != "" && fmt.Sprint(moves) == "" {
			t.Errorf("%s: %v, %v, %v", test.text, moves, complete, err)
		}
		if won && test.winning != "" && moves[0].String() != test.winning {
			t.Errorf("%s: %v", test.text, moves)
		}
		if value, err := s.Value(t.Context(), test.v, p, 0); err != nil || !value.Known || value.Grundy != test.value {
			t.Errorf("%s: value %d, %v, %v", test.text, value.Grundy, value.Known, err)
		}
		if s.Visited() > 0 {
			t.Errorf("%s was searched", test.text)
		}
	}
}

// TestGuessOpensLess counts how often the guess wins on won graphs. Nim with all counters of the
// open stacks wins on two in five.
func TestGuessOpensLess(t *testing.T) {
	won, wins, plain := 0, 0, 0
	for seed := range uint64(testlong.Times(150, 300, 1000)) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := 5 + r.IntN(3)
		var stacks, roads []string
		for i := range n {
			stacks = append(stacks, fmt.Sprintf("%c=%d", 'a'+i, 1+r.IntN(4)))
			for j := range i + 1 {
				if j == 0 && r.IntN(3) == 0 {
					roads = append(roads, fmt.Sprintf("*-%c", 'a'+i))
				} else if j > 0 && r.IntN(5) < 2 {
					roads = append(roads, fmt.Sprintf("%c-%c", 'a'+j-1, 'a'+i))
				}
			}
		}
		text := strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
		p, err := depotnim.Depot.Parse(text, games.Left)
		if err != nil {
			continue // a stack that nobody reaches
		}
		game := bruteforce.Read(depotnim.Depot.ID, text)
		game.Limit = 60_000
		winning, err := game.Winning(bruteforce.Left)
		if err != nil || len(winning) == 0 {
			continue
		}
		won++
		if slices.Contains(winning, asNim(p.(*depotnim.Position)).String()) {
			plain++
		}
		if slices.Contains(winning, depots.Guess(p.(*depotnim.Position)).String()) {
			wins++
		}
	}
	t.Logf("%d of %d won boards, Nim with all counters %d", wins, won, plain)
	if won < 40 || 100*wins < 55*won || 3*wins < 4*plain {
		t.Errorf("the guess wins on %d of %d won boards, Nim with all counters on %d", wins, won, plain)
	}
}

// asNim plays Nim with all open stacks, and takes 1 from the largest if their nim-sum is 0.
func asNim(p *depotnim.Position) games.Move {
	sum, largest := uint64(0), -1
	open := p.Open(games.Left)
	for v, n := range p.Counters() {
		if open[v] {
			sum ^= n
			if largest < 0 || n > p.Counters()[largest] {
				largest = v
			}
		}
	}
	for v, n := range p.Counters() {
		if open[v] && n^sum < n {
			return p.Take(v, n-(n^sum))
		}
	}
	return p.Take(largest, 1)
}
