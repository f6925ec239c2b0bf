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
	// keeps reports whether whoever decides in a position wins the next one.
	keeps func(p, next games.Position) bool
}

// chance returns the chance that whoever replies to a step of the bot gives the win away: for
// those who have one of the first three habits, and for all people. Nobody misses the end of
// a game.
func (w *people) chance(p games.Position, step games.Step) (three, all float64) {
	next := step.Position
	if games.Over(next) {
		return 0, 0
	}
	if next.Turn().Actor == p.Turn().Actor {
		return w.most(next)
	}
	r, won := replyTo(p, step), map[games.Move]bool{}
	for _, option := range r.options {
		won[option.Move] = w.keeps(next, option.Position)
		if won[option.Move] && decided(option.Position) {
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

// most returns the largest chances after any decision in p.
func (w *people) most(p games.Position) (three, all float64) {
	for option := range p.Options() {
		a, b := w.chance(p, option)
		three, all = max(three, a), max(all, b)
	}
	return three, all
}

// TestTrickiestDefence holds the bot's decisions in lost positions to brute force: people, as
// docs/levels.md describes them, are as likely as can be to give the win away.
func TestTrickiestDefence(t *testing.T) {
	eachSubject(t, 3, 4, func(t *testing.T, s *subject) {
		if !onPiles(t, s.variant) {
			t.Skip("what is proved of other boards depends on how long they are searched")
		}
		b := &bot{subject: s, random: rand.New(rand.NewPCG(3, 3))}
		w := &people{s.keeps}
		lost := 0
		for _, state := range s.oracle.Reachable(s.starts()) {
			p := s.parse(t, state)
			if games.Over(p) || s.oracle.Wins(state) {
				continue
			}
			_, most := w.most(p)
			if most == 0 {
				continue
			}
			lost++
			if s.variant.Family.ID == "of-no-known-theory" {
				most *= 0.9 // the search is asked about some replies only
			}
			step := b.choose(t, p, 0)
			if _, got := w.chance(p, step); got < most-1e-9 {
				t.Errorf("%s: after %s the chance is %.4f, and could be %.4f", p, step.Move, got, most)
			}
		}
		if t.Logf("%d lost positions", lost); lost == 0 {
			t.Error("there was nothing to choose")
		}
	})
}

// TestPeopleErr measures how often people give the win away after a decision of the bot in a
// lost position, and how often after the best one for that; and how many lost matches the bot
// wins against people.
func TestPeopleErr(t *testing.T) {
	testlong.Measure(t)
	for _, v := range catalog.Standard.All() {
		t.Run(v.ID, func(t *testing.T) {
			sizes, positions, matches := 3, testlong.Times(30, 100, 300), testlong.Times(40, 300, 2000)
			if !onPiles(t, v) { // each verdict is a search
				sizes, positions, matches = 1, positions/2, matches/5
			}
			s := new(solver.Solver)
			w := &people{func(p, next games.Position) bool { return wins(t, s, v, p.Turn().Actor, next) }}
			r := rand.New(rand.NewPCG(20, 11))
			lost, starts := lostPositions(t, v, r, positions, sizes), lostStarts(t, v, r, matches/4, sizes)
			var three, possible, all, most, n float64
			for _, p := range lost {
				most3, mostAll := w.most(p)
				if mostAll == 0 {
					continue // there is nothing to choose
				}
				step, err := s.Choose(t.Context(), v, p, 0, r)
				if err != nil {
					t.Fatal(err)
				}
				a, b := w.chance(p, step.Step)
				three, possible, all, most, n = three+a, possible+most3, all+b, most+mostAll, n+1
			}
			won, draws := 0, rand.New(rand.NewPCG(20, 12))
			for i := range matches {
				won += one(w.play(t, s, v, starts[i%len(starts)], draws))
			}
			t.Logf("%-26s copiers, mirrorers and levellers err %.0f %% of %.0f, people %.0f %% of %.0f; %.0f positions; the bot wins %.0f %% of %d matches",
				v.ID, 100*three/n, 100*possible/n, 100*all/n, 100*most/n, n, 100*float64(won)/float64(matches), matches)
		})
	}
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
func (w *people) play(t *testing.T, s *solver.Solver, v *games.Variant, p games.Position, r *rand.Rand) bool {
	bot := p.Turn().Actor
	var before games.Position
	var last games.Step
	for !games.Over(p) {
		if wins(t, s, v, bot, p) {
			return true
		}
		if p.Turn().Actor == bot {
			step, err := s.Choose(t.Context(), v, p, 0, r)
			if err != nil {
				t.Fatal(err)
			}
			before, last, p = p, step.Step, step.Position
			continue
		}
		p = w.answer(before, games.Step{Move: last.Move, Position: p}, r)
	}
	return false
}

// answer draws a habit and an option that it leads to, but for a win that ends the game.
func (w *people) answer(before games.Position, last games.Step, r *rand.Rand) games.Position {
	seen := replyTo(before, last)
	for _, option := range seen.options {
		if decided(option.Position) && w.keeps(last.Position, option.Position) {
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
