package gamestest

import (
	"math/rand/v2"

	"nimatron/games"
)

// random returns a fixed random sequence, so that failures can be repeated.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// A TB is the part of testing.TB and of property tests that the helpers use.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Parse parses a valid position.
func Parse(t TB, v *games.Variant, text string, first games.Side) games.Position {
	t.Helper()
	p, err := v.Parse(text, first)
	if err != nil {
		t.Fatalf("%s: Parse(%q): %v", v.ID, text, err)
	}
	return p
}

// RandomRow returns up to maxPiles piles of 1 to maxPile.
func RandomRow(r *rand.Rand, maxPiles, maxPile int) string {
	return string(games.AppendPiles(nil, games.RandomPiles(r, 1, maxPiles, maxPile), -1))
}

// Texts returns moves in canonical form.
func Texts(moves []games.Move) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = m.String()
	}
	return list
}

// Play reads and plays a move.
func Play(p games.Position, text string) (games.Step, error) {
	m, err := p.Read(text)
	if err != nil {
		return games.Step{}, err
	}
	next, err := p.Play(m)
	if err != nil {
		return games.Step{}, err
	}
	return games.Step{Move: m, Position: next}, nil
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

// randomStep returns one of the first 100 options; ok is false if there is none.
func randomStep(p games.Position, r *rand.Rand) (games.Step, bool) {
	steps := first(p, 100)
	if len(steps) == 0 {
		return games.Step{}, false
	}
	return steps[r.IntN(len(steps))], true
}
