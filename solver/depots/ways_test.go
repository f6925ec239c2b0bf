package depots_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/games/sum"
	"nimatron/internal/certcheck"
	"nimatron/internal/jsonline"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
)

func countedMean(p *depotnim.Position) (*big.Rat, theory.Outcome) {
	return depots.RoadsOf(p.Board()).Mean(p)
}

// TestCommonWays compares boards whose mean is counted with brute force: the player ahead wins, no matter who starts.
func TestCommonWays(t *testing.T) {
	counted, ahead := 0, 0
	for seed := range uint64(testlong.Times(150, 300, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 8))
		text := randomBoard(depotnim.Coloured, r)
		p, err := depotnim.Coloured.Parse(text, games.Left)
		if err != nil {
			continue // a stack that nobody reaches
		}
		mean, _ := countedMean(p.(*depotnim.Position))
		game := bruteforce.Read(depotnim.Coloured.ID, text)
		game.Limit = 60_000
		left, err := game.Wins(bruteforce.Left)
		if mean == nil || err != nil {
			continue
		}
		right := must.Get(game.Wins(bruteforce.Right))(t)
		counted++
		searched, _, err := sums.Mean(t.Context(), solver.FamilyOf, []sum.Part{{Variant: depotnim.Coloured, Position: p}})
		if err != nil || searched.Cmp(mean) != 0 {
			t.Errorf("%s: the mean is counted as %s, and %v by its options; %v", text, mean, searched, err)
		}
		if mean.Sign() != 0 {
			ahead++
			if won := mean.Sign() > 0; left != won || right == won {
				t.Errorf("%s: Left is %s ahead; moving first Left wins: %v, Right: %v", text, mean, left, right)
			}
		}
	}
	if counted < 60 || ahead < 30 {
		t.Errorf("only %d are counted, %d of them with a lead", counted, ahead)
	}
}

// TestRing compares all rings of at most four counters a stack with brute force: outcome, mean, the outcome beside it,
// and the winning moves.
func TestRing(t *testing.T) {
	v := depotnim.Coloured
	for x := range 5 {
		for k := range 5 {
			for y := range 5 {
				text := fmt.Sprintf("a=%d b=%d c=%d; *<a a<b b>c *>c", x, k, y)
				p := gamestest.Parse(t, v, text, games.Left)
				mean, beside := countedMean(p.(*depotnim.Position))
				if mean == nil || beside == "" {
					t.Errorf("%s is not counted", text)
					continue
				}
				game := bruteforce.Read(v.ID, text)
				left, right := must.Get(game.Wins(bruteforce.Left))(t), must.Get(game.Wins(bruteforce.Right))(t)
				if want := theory.PartizanOutcome(left, right); sums.Outcome(mean, beside) != want {
					t.Errorf("%s: mean %s, %s beside it, but the outcome is %s", text, mean, beside, want)
				}
				exact := must.Get(new(solver.Solver).NewValuer(solver.ValueBytes).Value(t.Context(), v, p))(t)
				if !exact.Exact || exact.Mean.Cmp(mean) != 0 || beside == theory.PreviousWins != (exact.Name == mean.RatString()) {
					t.Errorf("%s has the mean %s and the value %s; counted %s, %s beside it", text, exact.Mean, exact.Name, mean, beside)
				}
			}
		}
	}
}

// TestRings compares boards of several rings, own stacks and green ones with the means by all options, and follows the
// advice against brute force.
func TestRings(t *testing.T) {
	v, ahead, halves := depotnim.Coloured, 0, 0
	for seed := range uint64(testlong.Times(25, 30, 3000)) {
		r := rand.New(rand.NewPCG(seed, 9))
		var stacks, roads []string
		add := func(counters int, road string) {
			name := string(rune('a' + len(stacks)))
			stacks = append(stacks, fmt.Sprintf("%s=%d", name, counters))
			roads = append(roads, strings.ReplaceAll(road, "?", name))
		}
		for range 1 + r.IntN(2) {
			a := string(rune('a' + len(stacks)))
			b := string(rune('b' + len(stacks)))
			add(1+r.IntN(3), "*<?")
			add(1+r.IntN(2), a+"<?")
			add(1+r.IntN(3), "*>? "+b+">?")
		}
		if r.IntN(2) == 0 {
			add(1, []string{"*<?", "*>?", "*-?"}[r.IntN(3)])
		}
		text := strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
		p := gamestest.Parse(t, v, text, games.Left)
		mean, _ := countedMean(p.(*depotnim.Position))
		game := bruteforce.Read(v.ID, text)
		wins := [2]bool{must.Get(game.Wins(bruteforce.Left))(t), must.Get(game.Wins(bruteforce.Right))(t)}
		if mean.Sign() == 0 {
			continue
		}
		ahead++
		if !mean.IsInt() {
			halves++
		}
		winner, loser := games.Left, games.Right
		if mean.Sign() < 0 {
			winner, loser = loser, winner
		}
		if !wins[winner] || wins[loser] {
			t.Errorf("%s: the mean is %s, but Left wins: %v, Right: %v", text, mean, wins[0], wins[1])
		}
		s, of := new(solver.Solver), p.WithTurn(winner)
		reason := must.Get(s.Explain(t.Context(), v, of))(t)
		next, err := of.Play(reason.Move)
		if err != nil {
			t.Errorf("%s: the advice is %s: %v", text, reason.Move, err)
			continue
		}
		proof := jsonline.Value(nil, must.Get(s.Certificate(t.Context(), v, p))(t))
		if err := certcheck.Check(proof); err != nil || !strings.Contains(string(proof), `"ways":true`) {
			t.Errorf("%s is refused: %v", proof, err)
		}
		after := bruteforce.Read(v.ID, next.String())
		if must.Get(after.Wins([...]bruteforce.Side{bruteforce.Left, bruteforce.Right}[loser]))(t) {
			t.Errorf("%s: %s loses", text, reason.Move)
		}
	}
	if ahead < 15 || halves < 8 {
		t.Errorf("only %d boards with a lead, %d of them no whole number", ahead, halves)
	}
}

// TestSharedWithoutGreen has a board whose shared stack is on roads of one colour and on no ring: its mean is not
// counted.
func TestSharedWithoutGreen(t *testing.T) {
	for _, text := range []string{"a=2 b=1 c=1; *<a a<b b>c *-c", "a=2 b=1 c=1 d=1; *<a a<b b>c *>c c>d *>d", "a=2 b=1 c=1 d=1; *<a a<b b>c *>c b<d"} {
		p := gamestest.Parse(t, depotnim.Coloured, text, games.Left).(*depotnim.Position)
		if mean, _ := countedMean(p); mean != nil {
			t.Errorf("%s: the mean is counted as %s", text, mean)
		}
	}
}
