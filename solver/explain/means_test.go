package explain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/games/sum"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/explain"
	partsums "nimatron/solver/sums"
	"nimatron/solver/theory"
)

// leaning draws a coloured board on which one player may be ahead.
func leaning(r *rand.Rand, stacks int) string {
	for {
		var counters, roads []string
		for i := range stacks {
			counters = append(counters, fmt.Sprintf("%c=%d", 'a'+i, 1+r.IntN(3)))
			for j := range i + 1 {
				if r.IntN(2) == 0 {
					roads = append(roads, fmt.Sprintf("%c%c%c", "*abcde"[j], "-<>"[r.IntN(3)], 'a'+i))
				}
			}
		}
		text := strings.Join(counters, " ") + "; " + strings.Join(roads, " ")
		if _, err := depotnim.Coloured.Parse(text, games.Left); err == nil {
			return depotnim.Coloured.ID + " " + text
		}
	}
}

// TestSumsByMeans compares sums that their means decide with brute force: outcome, all winning
// moves, the move of the reason, and the mean with that of the canonical form. Their certificates
// hold, and none with another claim, mean or a losing move does.
func TestSumsByMeans(t *testing.T) {
	v := find(t, "partizan-sum")
	oracle, s := gamestest.NewOracle(gamestest.FromOptions(v)), new(solver.Solver)
	decided, cancelled, proofs := 0, 0, 0
	for seed := range uint64(testlong.Times(10, 10, 2000)) {
		r := rand.New(rand.NewPCG(seed, 47))
		parts := []string{leaning(r, 1+r.IntN(3)), leaning(r, 1+r.IntN(2))}
		if r.IntN(3) == 0 { // the means cancel
			parts[1] = strings.NewReplacer("<", ">", ">", "<").Replace(parts[0])
		}
		if r.IntN(2) == 0 {
			parts = append(parts, fmt.Sprintf("partizan-end-nim %d %d", 1+r.IntN(3), 1+r.IntN(3)))
		}
		text := strings.Join(parts, " + ")
		p := gamestest.Parse(t, v, text, games.Left)
		a := must.Get(s.Analyze(t.Context(), v, p))(t)
		value := must.Get(s.NewValuer(solver.ValueBytes).Value(t.Context(), v, p))(t)
		mean, beside, err := partsums.Mean(t.Context(), solver.FamilyOf, p.(*sum.Position).Parts())
		if err != nil || value.Exact && mean.Cmp(value.Mean) != 0 {
			t.Fatalf("%s: mean %v, %v; the value has %v", text, mean, err, value.Mean)
		}
		outcome := partsums.Outcome(mean, beside)
		if outcome != "" && outcome != a.Outcome {
			t.Errorf("%s: mean %v, %s; want %s", text, mean, outcome, a.Outcome)
		}
		if want := oracle.Outcome(p.String()); string(a.Outcome) != want {
			t.Errorf("%s: %s, want %s", text, a.Outcome, want)
		}
		if outcome == "" {
			continue
		}
		if decided++; mean.Sign() == 0 {
			cancelled++
		}
		for side, of := range map[games.Side]struct {
			moves  solver.Moves
			reason *theory.Reason
		}{games.Left: {a.Left, &a.LeftReason}, games.Right: {a.Right, &a.RightReason}} {
			want := oracle.Winning(gamestest.State{Position: p.String(), Owner: side})
			found := gamestest.Texts(of.moves.List)
			slices.Sort(want)
			slices.Sort(found)
			if !slices.Equal(found, want) || !of.moves.Complete {
				t.Errorf("%s, %s: %v, want %v", text, side, found, want)
			}
			if move := of.reason.Move; move != (games.Move{}) && !slices.Contains(want, move.String()) {
				t.Errorf("%s, %s: %s loses", text, side, move)
			}
		}
		if line := must.Get(explain.AppendCertificate(t.Context(), nil, s, v, p))(t); strings.Contains(string(line), `"means"`) {
			proofs++
			checkMeans(t, string(line), oracle, p)
		}
	}
	t.Logf("%d decided, %d with means that cancel, %d certificates", decided, cancelled, proofs)
	if decided < testlong.Times(5, 5, 1500) || cancelled < testlong.Times(1, 1, 200) || proofs < testlong.Times(4, 4, 1000) {
		t.Errorf("only %d were decided, %d with means that cancel, %d with a certificate", decided, cancelled, proofs)
	}
}

func checkMeans(t *testing.T, line string, oracle *gamestest.Oracle, p games.Position) {
	t.Helper()
	if err := certcheck.Check([]byte(line)); err != nil {
		t.Errorf("%s: %v", line, err)
	}
	lie := func(old, new string) {
		if lie := strings.Replace(line, old, new, 1); lie != line && certcheck.Check([]byte(lie)) == nil {
			t.Errorf("%s is accepted", lie)
		}
	}
	for _, claim := range []string{"N", "P", "L", "R"} {
		for _, other := range []string{"N", "P", "L", "R"} {
			if claim != other {
				lie(`"claim":"`+claim+`"`, `"claim":"`+other+`"`)
			}
		}
	}
	lie(`"means":["`, `"means":["1`)
	lie(`"means":["`, `"means":["-`)
	for side, name := range []string{"left", "right"} {
		winning := oracle.Winning(gamestest.State{Position: p.String(), Owner: games.Side(side)})
		_, rest, _ := strings.Cut(line, `"`+name+`":"`)
		move, _, _ := strings.Cut(rest, `"`)
		for step := range p.WithTurn(games.Side(side)).Options() {
			if text := step.Move.String(); move != "" && !slices.Contains(winning, text) {
				lie(`"`+name+`":"`+move+`"`, `"`+name+`":"`+text+`"`)
			}
		}
		lie(`"`+name+`":"`+move+`"`, `"`+name+`":"`+move+`0"`)
	}
}
