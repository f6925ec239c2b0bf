package gamestest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/internal/testlong"
)

// RaceEnabled says whether the race detector runs, which makes all searches ten
// times slower.
const RaceEnabled = testlong.Race

// Run is the conformance suite: every variant of the catalog must pass it.
func Run(t *testing.T, v *games.Variant) {
	s := newSuite(v)
	t.Run("rules", s.rules)
	t.Run("generate", s.generate)
	if !t.Run("ends", s.ends) {
		return // the other checks may search without end
	}
	t.Run("small boards", s.smallBoards)
	t.Run("garbage moves", s.garbageMoves)
	t.Run("garbage positions", s.garbagePositions)
	t.Run("playouts", s.playouts)
	t.Run("immutable", s.immutable)
	t.Run("lazy options", s.lazyOptions)
}

// suite is what the checks of one variant share.
type suite struct {
	variant *games.Variant
	model   *Model
	oracle  *Oracle
	// named is true where the model was written from the rules rather than
	// made of the variant's own list.
	named bool
}

func newSuite(v *games.Variant) *suite {
	_, named := Lookup(v.ID)
	o := OracleOf(v)
	return &suite{variant: v, model: o.model, oracle: o, named: named}
}

// random returns a fixed sequence, so that a failure can be repeated.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// A TB is what the helpers need of a test, be it of the standard library or of a
// property.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Parse reads a position that must be one.
func Parse(t TB, v *games.Variant, text string, first games.Side) games.Position {
	t.Helper()
	p, err := v.Parse(text, first)
	if err != nil {
		t.Fatalf("%s: Parse(%q): %v", v.ID, text, err)
	}
	return p
}

// parse reads a position of the variant that is judged.
func (s *suite) parse(t *testing.T, text string, first games.Side) games.Position {
	t.Helper()
	return Parse(t, s.variant, text, first)
}

// describe names a position and whose turn it is.
func describe(p games.Position) string { return describeState(p.String(), p.Turn()) }

// describeState is describe for a state of a model.
func describeState(position string, turn games.Turn) string {
	return fmt.Sprintf("%q, %s's turn, %s decides", position, turn.Owner, turn.Actor)
}

// first returns the first n options of a position of any size.
func first(p games.Position, n int) []games.Step {
	var steps []games.Step
	for step := range p.Options() {
		if steps = append(steps, step); len(steps) == n {
			break
		}
	}
	return steps
}

// randomStep returns one of the first 100 options, or false where there is none.
func randomStep(p games.Position, r *rand.Rand) (games.Step, bool) {
	steps := first(p, 100)
	if len(steps) == 0 {
		return games.Step{}, false
	}
	return steps[r.IntN(len(steps))], true
}
