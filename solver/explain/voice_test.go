package explain_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

var notation = regexp.MustCompile(`\b([LR]|[0-9]+|[a-z]{1,2}|[A-Z]{1,2}[0-9]+)(-[0-9]|=[0-9]+\+)`)

// TestVoiceSaysEveryMove: no text of a reason writes a move but by its voice: neither the winning move nor
// answers, other winning moves, and moves that broke a rule.
func TestVoiceSaysEveryMove(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 2))
	for _, v := range append(variants, boards...) {
		for n := range 3 {
			p := must.Get(v.Parse(v.Generate(r, games.Small), games.Side(n%2)))(t)
			in := func(of theory.Reason) theory.Reason {
				of.Voice = func(games.Move, theory.Mention) string { return "that move" }
				return of
			}
			reason := in(reasonOf(t, v, p))
			texts := append(explain.Full(v, p, reason), explain.Look(v, reason))
			for step := range p.Options() {
				refuted, err := new(solver.Solver).Refute(t.Context(), v, step.Move, step.Position, games.Move{})
				if err == nil {
					refuted.Reason, refuted.LeftReason = in(refuted.Reason), in(refuted.LeftReason)
					texts = append(texts, explain.Broken(v, refuted))
				}
				break
			}
			if text := strings.Join(texts, "\n"); notation.MatchString(text) {
				t.Errorf("%s %s: notation in\n%s", v.ID, p, text)
			}
		}
	}
}
