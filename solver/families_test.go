package solver_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/jsonline"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

// A theorem for the walk needs only the following. If n steps are left, the player to move loses if
// n mod 5 is 0 or 1.
type walkTheorem struct{}

type walkJustification struct{ left int }

func stepsLeft(p games.Position) int { return int('z' - p.String()[0]) }

func (walkTheorem) Wins(_ *games.Variant, p games.Position) bool { return stepsLeft(p)%5 > 1 }

func (t walkTheorem) Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	for step := range p.Options() {
		if !t.Wins(v, step.Position) {
			moves = append(moves, step.Move)
		}
	}
	return moves[:min(limit, len(moves))], len(moves) <= limit
}

func (walkTheorem) Grundy(_ context.Context, _ *games.Variant, p games.Position, _ int) (uint64, bool) {
	return uint64(stepsLeft(p) % 5 / 2), true
}

func (t walkTheorem) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	won := t.Wins(v, p)
	r := theory.Reason{Claim: theory.ClaimOf(p, won), Move: move}
	if games.Over(p) {
		return r
	}
	if winning, _ := t.Winning(v, p, 1); won && move == (games.Move{}) {
		r.Move = winning[0]
	}
	r.Justification = walkJustification{stepsLeft(p)}
	return r
}

func (walkJustification) Rule() theory.Rule { return "fives" }

func (walkJustification) Short(r *theory.Reason) string {
	return "fives count" + map[bool]string{true: ": play " + games.Move.Code(r.Move)}[r.Claim == theory.CanWin] + "."
}

func (walkJustification) Full(*theory.Reason) []string { return []string{"Two and three are five."} }

func (g walkJustification) AppendJSON(dst []byte, _ *theory.Reason) []byte {
	return jsonline.Number(dst, "left", g.left)
}

// A theorem for a game takes one file, like the above, and one line, its family. Everything else
// then uses it.
func TestNewTheorem(t *testing.T) {
	s := solver.With(walk.Family, &theory.Family{Theorem: walkTheorem{}})
	for letter := 'a'; letter <= 'z'; letter++ {
		p := must.Get(walk.Variant.Parse(string(letter), games.Left))(t)
		a := must.Get(s.Analyze(t.Context(), walk.Variant, p))(t)
		want, err := new(solver.Solver).Analyze(t.Context(), walk.Variant, p)
		if err != nil || a.Method != theory.ByTheorem || want.Method != theory.BySearch {
			t.Fatalf("%s: by %s and %s, %v", p, a.Method, want.Method, err)
		}
		if a.Outcome != want.Outcome || !slices.Equal(a.Winning.List, want.Winning.List) || !a.GrundyKnown {
			t.Errorf("%s: %+v, the search says %+v", p, a, want)
		}
		if games.Over(p) {
			continue
		}
		line := string(explain.AppendJSON(nil, a))
		if !strings.Contains(line, `"rule":"fives","left":`) || !strings.Contains(line, "ives count") || len(explain.FullAnalysis(a)) != 2 {
			t.Error(line)
		}
	}
}
