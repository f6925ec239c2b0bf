package commands_test

import (
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
)

// TestProofOfAWrongAnswer proves that a wrong answer on a board loses. No proof is offered if the
// reason is a rule.
func TestProofOfAWrongAnswer(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, c := range []struct {
		variant string
		proof   bool
	}{{"depot-nim", true}, {"tree-nim", true}, {"nim", false}} {
		r.refuses("p1", "/puzzle new game:"+c.variant+" level:easy")
		asked := must.Get(r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1"))(t)
		tried := 0
		for step := range asked.Position.Options() {
			if slices.Contains(asked.Winning, step.Move) || games.Over(step.Position) {
				continue
			}
			tried++
			wrong := r.say("p1", "/puzzle answer move:"+step.Move.String())
			if strings.Contains(buttons(wrong), "Proof") != c.proof {
				t.Fatalf("%s: the buttons are %s", c.variant, buttons(wrong))
			}
			if !c.proof {
				break
			}
			reply := r.press("p1", wrong, "Proof")
			if len(reply.Files) != 1 {
				t.Fatalf("%s: got %+v", c.variant, reply)
			}
			proof := string(reply.Files[0].Data)
			want := `"position":"` + step.Position.String() + `","claim":"N"`
			if err := certcheck.Check([]byte(proof)); err != nil || !strings.Contains(proof, want) {
				t.Errorf("%s: %s: %v, want %s", c.variant, proof, err, want)
			}
		}
		if tried == 0 {
			t.Errorf("%s: no answer was wrong", c.variant)
		}
	}
}
