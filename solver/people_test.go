package solver_test

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/solvertest"
)

// TestTrickiestDefence compares the bot's decisions in lost positions with brute force. They
// maximize the chance that people, as described in docs/levels.md, give the win away.
func TestTrickiestDefence(t *testing.T) {
	eachSubject(t, 3, 4, func(t *testing.T, s *subject) {
		if !onPiles(t, s.variant) {
			t.Skip("what is proved of other boards depends on how long they are searched")
		}
		b := &bot{subject: s, random: rand.New(rand.NewPCG(3, 3))}
		w := &solvertest.People{Keeps: s.keeps}
		lost := 0
		for _, state := range s.oracle.Reachable(s.starts()) {
			p := s.parse(t, state)
			if games.Over(p) || s.oracle.Wins(state) {
				continue
			}
			_, most := w.Most(p)
			if most == 0 {
				continue
			}
			lost++
			if solver.FamilyOf(s.variant).Theorem == nil {
				most *= 0.9 // the search examines only some replies
			}
			step := b.choose(t, p, 0)
			if _, got := w.Chance(p, step); got < most-1e-9 {
				t.Errorf("%s: after %s the chance is %.4f, and could be %.4f", p, step.Move, got, most)
			}
		}
		if t.Logf("%d lost positions", lost); lost == 0 {
			t.Error("there was nothing to choose")
		}
	})
}

// TestCaughtCopier plays a lost row. Opponents who copy, equalize the ends or mirror answer taking
// 1 correctly, but not leaving 1.
func TestCaughtCopier(t *testing.T) {
	v := must.Get(catalog.Standard.Find("end-nim"))(t)
	p := gamestest.Parse(t, v, "4 1 2 4", games.Left)
	step, err := new(solver.Solver).Choose(t.Context(), v, p, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil || step.Move.String() != "L-3" {
		t.Errorf("it plays %s, %v", step.Move, err)
	}
}
