package solver_test

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// habit is one way in which people reply. It returns those of the options that it leads to,
// by what was on the board before the move that is replied to and after it.
type habit struct {
	name   string
	weight float64
	leads  func(r reply) (options []games.Step)
}

// habits are those of docs/levels.md, written down a second time and by looking at every
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

// reply is what there is to reply to, and how.
type reply struct {
	move    games.Move // of the bot
	old     uint64     // counters at its place before it
	gone    bool       // whether its place has gone, so that the names of the others mean nothing
	places  []games.Place
	options []games.Step
}

// replyTo returns what the opponent, who decides after the step, sees.
func replyTo(p games.Position, step games.Step) reply {
	r := reply{move: step.Move, places: step.Position.Places()}
	for _, at := range p.Places() {
		if at.Name == step.Move.Where {
			r.old = at.Most
		}
	}
	row, _ := p.Shape().(games.Row)
	r.gone = step.Move.Count == r.old && !row.Ends
	for option := range step.Position.Options() {
		r.options = append(r.options, option)
	}
	return r
}

// faces reports whether a place is one where the move can be copied: one that was as high as
// that of the move, if there is one, any other else, and its own place where there is none.
func (r reply) faces(at games.Place) bool {
	if r.move.Kind != games.Take && r.move.Kind != games.Dictate {
		return false
	}
	others, twins := 0, 0
	other := func(at games.Place) bool { return r.gone || at.Name != r.move.Where }
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

// filter returns the options that take counters, each as often as there are ways to it.
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

// people know a game well enough to see its end.
type people struct {
	solver  solver.Solver
	variant *games.Variant
}

// errs returns for each habit the chance that whoever replies to the step by it, or at random
// where it leads nowhere, gives the win away; ok is false where it is no reply or nobody
// misses the win.
func (w *people) errs(t *testing.T, p games.Position, step games.Step) (chances []float64, ok bool) {
	if games.Over(step.Position) || step.Position.Turn().Actor == p.Turn().Actor {
		return nil, false
	}
	r := replyTo(p, step)
	won := map[games.Move]bool{}
	for _, option := range r.options {
		won[option.Move] = wins(t, &w.solver, w.variant, step.Position.Turn().Actor, option.Position)
		if won[option.Move] && decided(option.Position) {
			return nil, false
		}
	}
	for _, h := range habits {
		options := h.leads(r)
		if len(options) == 0 {
			options = r.options
		}
		wrong := 0
		for _, option := range options {
			wrong += one(!won[option.Move])
		}
		chances = append(chances, float64(wrong)/float64(len(options)))
	}
	return chances, true
}

// TestPeopleErr measures how often people whose habits docs/levels.md has give the win away
// after a decision of the bot in a lost position, and how often after the best one for that,
// in positions that come up in matches against somebody who makes no mistakes; and how many
// lost matches the bot wins against such people.
func TestPeopleErr(t *testing.T) {
	testlong.Measure(t)
	for _, v := range catalog.Standard.All() {
		t.Run(v.ID, func(t *testing.T) {
			sizes, positions, matches := 3, testlong.Times(30, 100, 300), testlong.Times(40, 300, 2000)
			if !onPiles(t, v) { // each verdict is a search
				sizes, positions, matches = 1, positions/2, matches/5
			}
			w := &people{variant: v}
			r := rand.New(rand.NewPCG(20, 11))
			lost, starts := lostPositions(t, v, r, positions, sizes), lostStarts(t, v, r, matches/4, sizes)
			three, possible, all, most, n := 0.0, 0.0, 0.0, 0.0, 0.0
			for _, p := range lost {
				step, err := w.solver.Choose(t.Context(), v, p, 0, r)
				if err != nil {
					t.Fatal(err)
				}
				best3, bestAll := 0.0, 0.0
				for option := range p.Options() {
					a, b := w.chances(t, p, option)
					best3, bestAll = max(best3, a), max(bestAll, b)
				}
				if bestAll == 0 {
					continue
				}
				a, b := w.chances(t, p, step.Step)
				three, possible, all, most, n = three+a, possible+best3, all+b, most+bestAll, n+1
			}
			won, draws := 0, rand.New(rand.NewPCG(20, 12))
			for i := range matches {
				won += one(w.play(t, starts[i%len(starts)], draws))
			}
			t.Logf("%-26s copiers, mirrorers, levellers err %2.0f %% (at most %2.0f), people %2.0f %% (at most %2.0f), %3.0f positions; wins %2.0f %% of %d matches",
				v.ID, 100*three/n, 100*possible/n, 100*all/n, 100*most/n, n, 100*float64(won)/float64(matches), matches)
		})
	}
}

// chances returns the chance that the first three habits err, and that people do.
func (w *people) chances(t *testing.T, p games.Position, step games.Step) (three, all float64) {
	chances, ok := w.errs(t, p, step)
	if !ok {
		return 0, 0
	}
	weights := 0.0
	for i, c := range chances {
		if i < 3 {
			three += c / 3
		}
		all += habits[i].weight * c
		weights += habits[i].weight
	}
	return three, all / weights
}

// lostPositions returns so many lost positions from starts of so many sizes as they come up in matches of somebody who plays
// at random against somebody who makes no mistakes.
func lostPositions(t testing.TB, v *games.Variant, r *rand.Rand, n, sizes int) (lost []games.Position) {
	s := &solver.Solver{BoardNodes: 1 << 16}
	for i := 0; len(lost) < n; i++ {
		p, err := v.Parse(v.Generate(r, games.Small+games.Size(i%sizes)), games.Left)
		if err != nil {
			t.Fatal(err)
		}
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

// lostStarts returns so many generated starts of so many sizes that are lost, or are after a winning move.
func lostStarts(t *testing.T, v *games.Variant, r *rand.Rand, n, sizes int) (lost []games.Position) {
	s := new(solver.Solver)
	for i := 0; len(lost) < n; i++ {
		p, err := v.Parse(v.Generate(r, games.Small+games.Size(i%sizes)), games.Left)
		if err != nil {
			t.Fatal(err)
		}
		actor := p.Turn().Actor
		if wins(t, s, v, actor, p) {
			moves, _, err := s.Winning(t.Context(), v, p, 1)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = p.Play(moves[0]); err != nil {
				t.Fatal(err)
			}
		}
		if !games.Over(p) && !wins(t, s, v, p.Turn().Actor, p) {
			lost = append(lost, p)
		}
	}
	return lost
}

// play plays a match from a position that the bot, who decides, has lost, against people, and
// reports whether the bot wins.
func (w *people) play(t *testing.T, p games.Position, r *rand.Rand) bool {
	bot := p.Turn().Actor
	var before games.Position
	var last games.Step
	for !games.Over(p) {
		if wins(t, &w.solver, w.variant, bot, p) {
			return true
		}
		if p.Turn().Actor == bot {
			step, err := w.solver.Choose(t.Context(), w.variant, p, 0, r)
			if err != nil {
				t.Fatal(err)
			}
			before, last, p = p, step.Step, step.Position
			continue
		}
		p = w.answer(t, before, games.Step{Move: last.Move, Position: p}, r)
	}
	return false
}

// answer draws a habit and an option that it leads to, but for a win that ends the game.
func (w *people) answer(t *testing.T, before games.Position, last games.Step, r *rand.Rand) games.Position {
	seen := replyTo(before, last)
	for _, option := range seen.options {
		if decided(option.Position) && wins(t, &w.solver, w.variant, last.Position.Turn().Actor, option.Position) {
			return option.Position
		}
	}
	drawn := r.Float64() * 10
	for _, h := range habits {
		if drawn -= h.weight; drawn < 0 {
			if options := h.leads(seen); len(options) > 0 {
				return options[r.IntN(len(options))].Position
			}
			break
		}
	}
	return seen.options[r.IntN(len(seen.options))].Position
}

// TestCaughtCopier is a lost row of which taking 1 is answered rightly by whoever copies it,
// makes the ends equal or mirrors it, and leaving 1 is not.
func TestCaughtCopier(t *testing.T) {
	v, err := catalog.Standard.Find("end-nim")
	if err != nil {
		t.Fatal(err)
	}
	p := gamestest.Parse(t, v, "4 1 2 4", games.Left)
	step, err := new(solver.Solver).Choose(t.Context(), v, p, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil || step.Move.String() != "L-3" {
		t.Errorf("it plays %s, %v", step.Move, err)
	}
}
