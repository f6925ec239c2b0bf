// Package solvertest has what the solver's tests and benchmarks share: models of people as in
// docs/levels.md, and positions to play against them.
package solvertest

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/solver"
)

// habit returns the options that a habit suggests, from the board before the bot's move and after
// it.
type habit struct {
	name   string
	weight float64
	leads  func(r reply) (options []games.Step)
}

// habits are those of docs/levels.md, implemented independently of the solver by examining every
// option.
var habits = []habit{
	{"copies", 2, func(r reply) []games.Step {
		return r.filter(func(at games.Place, count uint64) int { return one(r.faces(at) && count == r.move.Count) })
	}},
	{"mirrors", 2, func(r reply) []games.Step {
		return r.filter(func(at games.Place, count uint64) int { return one(r.faces(at) && at.Most-count == r.old-r.move.Count) })
	}},
	{"levels", 2, func(r reply) []games.Step {
		return r.filter(func(at games.Place, count uint64) (ways int) {
			for _, other := range r.places {
				if other != at && other.Most == at.Most-count {
					ways++
				}
			}
			return ways
		})
	}},
	{"clears", 1, func(r reply) []games.Step {
		return r.filter(func(at games.Place, count uint64) int { return one(count == at.Most) })
	}},
	{"leaves one", 1, func(r reply) []games.Step {
		return r.filter(func(at games.Place, count uint64) int { return one(at.Most-count == 1) })
	}},
	{"guesses", 2, func(r reply) []games.Step { return r.options }},
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// reply is a move and the options to answer it.
type reply struct {
	move    games.Move // of the bot
	old     uint64     // counters at the move's place before it
	places  []games.Place
	options []games.Step
}

// replyTo returns what the opponent sees after a step.
func replyTo(p games.Position, step games.Step) reply {
	r := reply{move: step.Move, places: step.Position.Places()}
	for _, at := range p.Places() {
		if at.Name == step.Move.Where {
			r.old = at.Most
		}
	}
	for option := range step.Position.Options() {
		r.options = append(r.options, option)
	}
	return r
}

// faces reports whether the move may be copied at a place: one as high as the move's place was, or
// else any other, or else the same one.
func (r reply) faces(at games.Place) bool {
	if r.move.Kind != games.Take && r.move.Kind != games.Dictate {
		return false
	}
	others, twins := 0, 0
	other := func(at games.Place) bool { return at.Name != r.move.Where }
	for _, at := range r.places {
		if other(at) {
			others++
			twins += one(at.Most == r.old)
		}
	}
	switch {
	case others == 0:
		return true
	case twins == 0:
		return other(at)
	}
	return other(at) && at.Most == r.old
}

// filter returns the options that take counters, once for each way to reach them.
func (r reply) filter(ways func(at games.Place, count uint64) int) (chosen []games.Step) {
	for _, option := range r.options {
		for _, at := range r.places {
			if option.Move.Count > 0 && option.Move.Where == at.Name {
				for range ways(at, option.Move.Count) {
					chosen = append(chosen, option)
				}
			}
		}
	}
	return chosen
}

// People models people who know a game well enough to see its end.
type People struct {
	// Keeps reports whether the player who decides in a position wins the next one.
	Keeps func(p, next games.Position) bool
}

// Chance returns the chance that a reply to the bot's step gives the win away, among people with
// one of the first three habits and among all people. Nobody misses the end of a game.
func (w *People) Chance(p games.Position, step games.Step) (three, all float64) {
	next := step.Position
	if games.Over(next) {
		return 0, 0
	}
	if next.Turn().Actor == p.Turn().Actor {
		return w.Most(next)
	}
	r, won := replyTo(p, step), map[games.Move]bool{}
	for _, option := range r.options {
		won[option.Move] = w.Keeps(next, option.Position)
		if won[option.Move] && Decided(option.Position) {
			return 0, 0
		}
	}
	for i, h := range habits {
		options := h.leads(r)
		if len(options) == 0 {
			options = r.options
		}
		wrong := 0.0
		for _, option := range options {
			wrong += float64(one(!won[option.Move])) / float64(len(options))
		}
		if i < 3 {
			three += wrong / 3
		}
		all += h.weight * wrong / 10
	}
	return three, all
}

// Most returns the largest chances after any decision in p.
func (w *People) Most(p games.Position) (three, all float64) {
	for option := range p.Options() {
		a, b := w.Chance(p, option)
		three, all = max(three, a), max(all, b)
	}
	return three, all
}

// Decided reports whether a game is over, or ends without a choice within four decisions.
func Decided(p games.Position) bool {
	for range 5 {
		var next []games.Position
		for step := range p.Options() {
			next = append(next, step.Position)
		}
		if len(next) != 1 {
			return len(next) == 0
		}
		p = next[0]
	}
	return false
}

// LostPositions returns lost positions from games in which one side plays at random against perfect
// play.
func LostPositions(t testing.TB, v *games.Variant, r *rand.Rand, n, sizes int) (lost []games.Position) {
	s := &solver.Solver{BoardNodes: 1 << 16}
	for i := 0; len(lost) < n; i++ {
		p := must.Get(v.Parse(v.Generate(r, games.Small+games.Size(i%sizes)), games.Left))(t)
		for !games.Over(p) && len(lost) < n {
			moves, _, err := s.Winning(t.Context(), v, p, 64)
			if err != nil {
				break // a board that is not proved in time
			}
			if len(moves) == 0 {
				lost = append(lost, p)
				var options []games.Position
				for option := range p.Options() {
					options = append(options, option.Position)
				}
				p = options[r.IntN(len(options))]
			} else if p, err = p.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return lost
}
