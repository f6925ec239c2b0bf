package start_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/referee/start"
	"nimatron/solver"
)

// lengths counts the decisions in play in which the winner hurries and the loser resists. It plays
// out every line by the rules.
type lengths struct {
	variant *games.Variant
	piles   bool // the piles may stand in any order
	known   [2]map[string]length
	left    int // options that may still be examined
}

// A length is the outcome of a position, and the number of decisions to the end.
type length struct {
	actorWins bool
	decisions int
}

func newLengths(v *games.Variant, options int) *lengths {
	p, err := v.Parse(v.Rules.Example, games.Left)
	if err != nil {
		panic(err) // gamestest's suite checks this
	}
	_, row := p.Shape().(games.Row)
	return &lengths{
		variant: v, piles: row && v.Family != endnim.Family && v.Family != endnim.PartizanFamily,
		known: [2]map[string]length{{}, {}}, left: options,
	}
}

// of returns the length of p. ok is false if that is too much work.
func (l *lengths) of(p games.Position) (_ length, ok bool) {
	turn, key := p.Turn(), p.String()
	if l.piles {
		key = sorted(key)
	}
	known := l.known[turn.Owner]
	if settled, ok := known[key]; ok {
		return settled, true
	}
	if side, over := l.variant.Winner(p); over {
		known[key] = length{actorWins: side == turn.Actor}
		return known[key], true
	}
	won, lost := -1, -1 // decisions after the best winning option and after the best losing option
	for step := range p.Options() {
		if l.left--; l.left < 0 {
			return length{}, false
		}
		next, ok := l.of(step.Position)
		if !ok {
			return length{}, false
		}
		n := 1 + next.decisions
		if next.actorWins != (step.Position.Turn().Actor == turn.Actor) {
			lost = max(lost, n)
		} else if won < 0 || n < won {
			won = n
		}
	}
	settled := length{actorWins: won >= 0, decisions: lost}
	if won >= 0 {
		settled.decisions = won
	}
	known[key] = settled
	return settled, true
}

// check checks that p is a fair start that a side wins. It plays out every line if possible, else
// some of them.
func (l *lengths) check(t *testing.T, p games.Position, side games.Side) {
	t.Helper()
	if got := winner(t, l.variant, p); got != side {
		t.Errorf("%s, %s to go first: %s wins, not %s", p, p.Turn().Owner, got, side)
		return
	}
	var settled length
	ok := l.variant.LongestPlay(p) <= 400
	if ok {
		settled, ok = l.of(p)
	}
	if !ok {
		l.play(t, p, side)
		return
	}
	n, turns := settled.decisions, settled.decisions
	if p.Turn().Decision != games.WholeMove { // each turn takes two decisions
		turns /= 2
	}
	if settled.actorWins != (p.Turn().Actor == side) || turns < start.FewestTurns || n > start.MostDecisions {
		t.Errorf("%s, %s to go first: %+v", p, p.Turn().Owner, settled)
	}
	if !l.hasChoice(t, p, side, n) {
		t.Errorf("%s, %s to go first: %s wins without a choice", p, p.Turn().Owner, side)
	}
}

// hasChoice reports whether the winner, under optimal play, makes a decision with both winning and
// losing options.
func (l *lengths) hasChoice(t *testing.T, p games.Position, winner games.Side, decisions int) bool {
	t.Helper()
	for ; decisions > 0; decisions-- {
		wins := p.Turn().Actor == winner
		some, others := false, false
		var best games.Position
		for step := range p.Options() {
			next, ok := l.of(step.Position)
			if !ok {
				t.Fatalf("%s was settled and %s is not", p, step.Position)
			}
			keeps := next.actorWins == (step.Position.Turn().Actor == winner)
			some, others = some || keeps, others || !keeps
			if next.decisions == decisions-1 && keeps {
				best = step.Position
			}
		}
		if wins && some && others {
			return true
		}
		p = best
	}
	return false
}

// play plays from p. The winner takes the winning option with the best bound on the remaining play,
// and the loser any.
func (l *lengths) play(t *testing.T, p games.Position, winner games.Side) {
	t.Helper()
	var s solver.Solver
	for seed := range uint64(5) {
		r, at, n := random(seed), p, 0
		for ; !games.Over(at); n++ {
			var options []games.Position
			if at.Turn().Actor == winner {
				moves, _, err := s.Winning(t.Context(), l.variant, at, 100)
				if err != nil || len(moves) == 0 {
					t.Fatalf("from %s, after %d decisions, %s has no winning one in %s: %v", p, n, winner, at, err)
				}
				for _, move := range moves {
					next := must.Get(at.Play(move))(t)
					if len(options) == 0 || l.variant.LongestPlay(next) < l.variant.LongestPlay(options[0]) {
						options = []games.Position{next}
					}
				}
			} else {
				for step := range at.Options() {
					if options = append(options, step.Position); len(options) == 40 {
						break
					}
				}
			}
			at = options[r.IntN(len(options))]
		}
		if side, _ := l.variant.Winner(at); side != winner || n > start.MostDecisions {
			t.Errorf("%s, %s to go first: %s wins after %d decisions", p, p.Turn().Owner, side, n)
		}
	}
}
