package depots

import (
	"cmp"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

type lowering struct {
	vertex int
	left   uint64
}

func (l lowering) on(p *depotnim.Position) games.Move {
	return p.Take(l.vertex, p.Counters()[l.vertex]-l.left)
}

// furtherMoves bounds the work for more moves if one is known to win without a search.
const furtherMoves = 1 << 15

// winning returns at most limit winning moves in the order of Options, and whether these are all.
// An interrupted search returns the moves proved so far; the error means that there are none.
func (q *question) winning(limit int) (moves []games.Move, complete bool, err error) {
	won, err := q.wins()
	if err != nil {
		return nil, false, err
	}
	if !won || games.Over(q.Position) {
		return nil, true, nil
	}
	complete = true
	// Each stack has at most one winning move: of two positions that differ in one open stack only, one is an
	// option of the other.
	var found []lowering
	seen, ok := q.seen()
	if ok { // the win is proved, and the rest of a large board would take all the work of a question
		brief := *q
		brief.ctx = theory.Part(q.ctx, furtherMoves)
		q = &brief
	}
	switch {
	case ok && q.enough:
		found = append(found, seen)
	case onesAlone(q.variant, q.Position):
		found = q.emptyings(together(groups(q.Position)))
	case q.variant.Partizan:
		found, complete, err = q.winningTrucks()
	default:
		found, err = q.winningNormal()
	}
	if err != nil && ok {
		found = append(found, seen)
	}
	if q.variant.Ending == games.Misere { // where only 1s can be left, the winning move of normal play loses
		for i := range found {
			if ok && found[i].vertex == seen.vertex {
				found[i] = seen
			}
		}
	}
	if len(found) == 0 {
		return nil, false, cmp.Or(err, theory.ErrBudget)
	}
	slices.SortStableFunc(found, func(a, b lowering) int {
		return cmp.Or(cmp.Compare(q.taken(a), q.taken(b)), cmp.Compare(a.vertex, b.vertex))
	})
	found = slices.Compact(found)
	for _, l := range found[:min(limit, len(found))] {
		moves = append(moves, l.on(q.Position))
	}
	return moves, complete && err == nil && len(found) <= limit, nil
}

func (q *question) taken(l lowering) uint64 { return q.Counters()[l.vertex] - l.left }

func (q *question) winningNormal() (found []lowering, err error) {
	if h := highBoard(q.Position); h != nil {
		return h.winning(0), nil
	}
	summands, piles := q.summands()
	if len(piles) > 0 {
		value, err := q.sum(summands, piles).value()
		if err != nil {
			return nil, err
		}
		for _, v := range piles {
			n := q.Counters()[v]
			if left := n ^ value; left < n {
				found = append(found, lowering{v, left})
			}
		}
		if q.enough && len(found) > 0 {
			return found, nil
		}
	}
	for i, g := range summands {
		target, err := q.sum(slices.Concat(summands[:i], summands[i+1:]), piles).value()
		if err != nil {
			return found, err
		}
		in, err := q.winningIn(g, target)
		found = append(found, in...)
		if err != nil || q.enough && len(found) > 0 {
			return found, err
		}
	}
	return found, nil
}

func (q *question) winningIn(g *summand, x uint64) ([]lowering, error) {
	switch {
	case g.ones && uint64(len(g.vertices)-1)%2 != x:
		return nil, nil
	case g.ones:
		return q.emptyings(g.vertices), nil
	case g.theorem != nil && x == 0:
		return g.theorem.winning(), nil
	case g.high != nil && x <= g.high.slack:
		return g.high.winning(x), nil
	}
	return searchGroup(q, g, func(search *values) []lowering {
		return search.list(len(g.vertices), q.enough, func(i int) (l lowering, wins bool) {
			if g.whole.closed>>i&1 == 0 {
				l.vertex = g.vertices[i]
				l.left, wins = search.lowering(g.whole, i, x)
			}
			return l, wins
		})
	})
}

func (q *question) emptyings(vertices []int) (moves []lowering) {
	open := q.Open(q.Turn().Owner)
	for _, v := range vertices {
		if open[v] {
			moves = append(moves, lowering{vertex: v})
		}
	}
	return moves
}

// listedTrucks bounds the listed moves of the coloured game, fewest counters first. A stack may
// have many.
const listedTrucks = 1 << 14

func (q *question) winningTrucks() (found []lowering, complete bool, err error) {
	var moves []lowering
	complete = true
	for step := range q.Options() {
		if complete = len(moves) < listedTrucks; !complete {
			break
		}
		v := int(step.Move.Index)
		moves = append(moves, lowering{v, q.Counters()[v] - step.Move.Count})
	}
	if !fits(q.Position, places(q.Position), maxCounters) {
		return nil, false, theory.ErrBudget
	}
	found, err = searched(q, func(c *searcher) []lowering {
		search, yard := newTrucks(c, q.Position)
		return search.list(len(moves), q.enough, func(i int) (lowering, bool) {
			return moves[i], search.winsTo(yard, moves[i].vertex, moves[i].left, q.Turn().Owner)
		})
	})
	return found, complete, err
}
