package depots

import (
	"cmp"
	"context"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// lowering is a move: a vertex is lowered to left.
type lowering struct {
	vertex int
	left   uint64
}

// Winning returns at most limit winning moves of whoever moves in p, in the order
// of its Options, and whether these are all. Where a limit ends the search it returns
// those that are proved, with complete false; the error, as for Wins, is for none.
func (s *Solver) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error) {
	q, err := s.ask(ctx, v, p)
	if err != nil {
		return nil, false, err
	}
	if q.variant.Partizan {
		return q.winningTrucks(limit)
	}
	won, err := q.wins(q.Position)
	if err != nil {
		return nil, false, err
	}
	if !won || games.Over(p) {
		return nil, true, nil
	}
	// There is at most one winning move for each stack: of two positions that
	// differ in one open stack only, one is an option of the other.
	var found []lowering
	if q.variant.Ending == games.Misere {
		found, err = q.winningMisere()
	} else {
		found, err = q.winningNormal()
	}
	if err != nil {
		if move, ok := mirroring(q.Position); ok && q.variant.Ending == games.Normal {
			found = append(found, move)
		}
		if len(found) == 0 {
			return nil, false, err
		}
	}
	slices.SortFunc(found, func(a, b lowering) int {
		return cmp.Or(cmp.Compare(q.taken(a), q.taken(b)), cmp.Compare(a.vertex, b.vertex))
	})
	found = slices.Compact(found)
	for _, l := range found[:min(limit, len(found))] {
		moves = append(moves, q.Take(l.vertex, q.taken(l)))
	}
	return moves, err == nil && len(found) <= limit, nil
}

// taken is how many counters a lowering takes.
func (q *question) taken(l lowering) uint64 { return q.Counters()[l.vertex] - l.left }

// winningNormal returns the winning moves under normal play: those that bring a
// group, or a pile, to the value of all else.
func (q *question) winningNormal() (found []lowering, err error) {
	joined, piles := groups(q.Position)
	all := q.sum(q.Position)
	if len(piles) > 0 {
		value, err := all.value()
		if err != nil {
			return nil, err
		}
		for _, v := range piles {
			n := q.Counters()[v]
			if left := n ^ value; left < n {
				found = append(found, lowering{v, left})
			}
		}
	}
	for i, vertices := range joined {
		rest := &sum{question: q, piles: all.piles}
		for j, others := range joined {
			if i != j {
				rest.groups = append(rest.groups, newSummand(q.solver.Table, q.Position, others))
			}
		}
		rest.cancel()
		target, err := rest.value()
		if err != nil {
			return found, err
		}
		in, err := q.winningIn(newSummand(q.solver.Table, q.Position, vertices), target)
		found = append(found, in...)
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// winningIn returns the moves in a group that leave the value x.
func (q *question) winningIn(g *summand, x uint64) ([]lowering, error) {
	if g.ones {
		if uint64(len(g.vertices)-1)%2 != x {
			return nil, nil
		}
		return q.emptyings(g.vertices), nil
	}
	if g.row != nil && x == 0 {
		return rowWinning(g, false), nil
	}
	if g.start == nil {
		return nil, ErrBudget
	}
	if x == 0 && g.isSmallTree() {
		return q.winningTree(g, false)
	}
	return race(q, func(c searcher) (found []lowering, err error) {
		search := &values{searcher: c, position: *g.start}
		for i, v := range g.vertices {
			if g.whole.closed>>i&1 != 0 {
				continue
			}
			if left, ok := search.lowering(g.whole, i, x); ok && search.err == nil {
				found = append(found, lowering{v, left})
			}
		}
		return found, q.finish(&search.searcher)
	})
}

// emptyings returns the moves that empty one of the vertices.
func (q *question) emptyings(vertices []int) (moves []lowering) {
	open := q.Open(q.Turn().Owner)
	for _, v := range vertices {
		if open[v] {
			moves = append(moves, lowering{vertex: v})
		}
	}
	return moves
}

// winningTree returns the winning moves in a tree.
func (q *question) winningTree(g *summand, misere bool) ([]lowering, error) {
	return race(q, func(c searcher) (found []lowering, err error) {
		search := newTrees(c, g.start, misere)
		for _, m := range slices.Clone(search.moves(0)) {
			if search.winsBy(m.v, m.left, 0) && search.err == nil {
				found = append(found, lowering{g.vertices[m.v], m.left})
			}
		}
		return found, q.finish(&search.searcher)
	})
}

// rowWinning returns the winning moves in a group that is a row of End-Nim. After
// one the ends differ by at most 1, or an end is gone.
func rowWinning(g *summand, misere bool) (found []lowering) {
	k := len(g.row)
	for end, other := range map[int]int{0: k - 1, k - 1: 0} {
		n := g.row[end]
		high := g.row[other]
		for _, left := range slices.Compact([]uint64{0, high - 1, high, high + 1}) {
			row := slices.Clone(g.row)
			if row[end] = left; left == 0 {
				row = slices.Delete(row, end, end+1)
			}
			if left < n && rowIsLost(row, misere) {
				found = append(found, lowering{g.rowVertices[end], left})
			}
		}
	}
	return found
}

// winningMisere returns the winning moves under misère play.
func (q *question) winningMisere() ([]lowering, error) {
	joined, piles := groups(q.Position)
	if len(joined) == 0 {
		return q.winningMisereNim(piles), nil
	}
	if len(joined) == 1 && len(piles) == 0 {
		switch g := newSummand(q.solver.Table, q.Position, joined[0]); {
		case g.row != nil:
			return rowWinning(g, true), nil
		case g.isSmallTree():
			return q.winningTree(g, true)
		}
	}
	vertices := together(joined, piles)
	switch {
	case onesOnly(q.Position, vertices):
		return q.emptyings(vertices), nil // the position is won, so every move wins
	case len(vertices) > maxStacks:
		return nil, ErrBudget
	}
	return race(q, func(c searcher) (found []lowering, err error) {
		search := &misere{searcher: c, position: *newPosition(q.Position, vertices)}
		closed := search.closed(search.full)
		for i, v := range vertices {
			for left := uint64(0); closed>>i&1 == 0 && left < search.counters[i] && search.goesOn(); left++ {
				if search.winsTo(i, left) && search.err == nil {
					found = append(found, lowering{v, left})
					break
				}
			}
		}
		return found, q.finish(&search.searcher)
	})
}

// winningMisereNim returns the winning moves where all is Nim piles.
func (q *question) winningMisereNim(piles []int) (found []lowering) {
	counters := make([]uint64, len(piles))
	sum := uint64(0)
	for i, v := range piles {
		counters[i] = q.Counters()[v]
		sum ^= counters[i]
	}
	for i, v := range piles {
		n := counters[i]
		// The answer of Nim, or where only ones are left of it the other way.
		for _, left := range []uint64{n ^ sum, n ^ sum ^ 1} {
			if left >= n {
				continue
			}
			if counters[i] = left; nimIsLost(counters, true) {
				found = append(found, lowering{v, left})
			}
			counters[i] = n
		}
	}
	return found
}

// winningTrucks returns the winning moves of the coloured game, of which there may
// be many for a stack.
func (q *question) winningTrucks(limit int) (moves []games.Move, complete bool, err error) {
	for step := range q.Options() {
		won, err := q.wins(step.Position.(*depotnim.Position))
		if err == nil {
			err = q.limits.ctx.Err()
		}
		// There may be 10^18 options that need no search.
		if q.limits.spent.Add(1) > q.limits.nodes && err == nil {
			err = ErrBudget
		}
		switch {
		case err != nil && len(moves) > 0:
			return moves, false, nil
		case err != nil:
			return nil, false, err
		case won:
		case len(moves) == limit:
			return moves, false, nil
		default:
			moves = append(moves, step.Move)
		}
	}
	return moves, true, nil
}
