package depots

import (
	"cmp"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

const (
	// maxListed bounds the lost positions of a proof. maxMoves bounds the counters of its board,
	// because every move is answered.
	maxListed = 1 << 17
	maxMoves  = 4096
	// firstTry is the first quota, in positions, for finding a further answer. It grows by
	// quotaGrowth.
	firstTry = 1 << 14
)

// proof collects lost positions until every move from each has an answer that leads to another. The
// search finds the answers; a checker needs only the list.
type proof struct {
	*searcher
	variant *games.Variant
	listed  map[string]*lostPosition
	// todo has those that still need answers, sorted. The last one goes first: all that lead to it
	// have chosen their answers by then.
	todo []*lostPosition
	text []byte
}

type stacks struct {
	position
	letters []string
	trucks  *trucks
	start   []uint64 // counters before play; the Nim pile beside them comes last
	all     uint64
}

type lostPosition struct {
	*stacks
	counters []uint64
	full     uint64
	side     games.Side
	total    uint64
	weight   float64 // bounds the number of positions that follow
	key      string
}

func (l *lostPosition) bytes() int { return 160 + 8*len(l.counters) + 2*len(l.key) }

func (l *lostPosition) order(other *lostPosition) int {
	return cmp.Or(cmp.Compare(l.total, other.total), cmp.Compare(other.key, l.key))
}

type winningReply struct {
	lowering
	rests []*lostPosition
}

func (f *proof) stacks(p *depotnim.Position, vertices []int) *stacks {
	g := &stacks{position: *newPosition(p, vertices)}
	if f.variant.Partizan {
		g.trucks, _ = newTrucks(f.searcher, p)
	}
	for i, v := range vertices {
		g.letters, g.start = append(g.letters, letterOf(p, v)), append(g.start, p.Counters()[v])
		g.all = without(g.all|1<<i, i, g.start[i])
	}
	g.start = append(g.start, 0)
	return g
}

func (g *stacks) pile() int { return len(g.letters) }

func (g *stacks) at(counters []uint64, full uint64) {
	copy(g.counters[:], counters)
	g.full = full
}

func (g *stacks) open(full uint64, side games.Side) uint64 {
	if g.trucks != nil {
		return g.trucks.reach(side, full) & full
	}
	g.full = full
	return full &^ g.closed(full)
}

// loose returns the stacks of the coloured game that are Nim piles: both trucks reach them, and
// they block no path.
func (g *stacks) loose(full uint64) (loose uint64) {
	left, right := g.trucks.reach(games.Left, full), g.trucks.reach(games.Right, full)
	for v := range bitsOf(full & left & right) {
		if g.trucks.near[games.Left][v]&^left == 0 && g.trucks.near[games.Right][v]&^right == 0 {
			loose |= 1 << v
		}
	}
	return loose
}

// folded splits a coloured position into the stacks that aren't Nim piles, and the nim-sum of all
// piles.
func (g *stacks) folded(counters []uint64, full uint64) (rest, pile uint64) {
	loose := g.loose(full)
	pile = counters[g.pile()]
	for v := range bitsOf(loose) {
		pile ^= counters[v]
	}
	return full &^ loose, pile
}

// outnumbered reports whether side, to move, loses by counting: the opponent has at least as many moves on
// stacks that side never reaches as side has in all. A pile counts as one move.
func (g *stacks) outnumbered(counters []uint64, full, pile uint64, side games.Side) bool {
	ever, moves, kept := g.trucks.ever[side], min(pile, 1), uint64(0)
	theirs := g.trucks.reach(side.Other(), full&ever) &^ ever
	for v := range bitsOf(full) {
		if ever>>v&1 != 0 {
			moves += counters[v]
		}
		if theirs>>v&1 != 0 {
			kept += counters[v]
		}
	}
	return moves <= kept
}

func (f *proof) search(g *stacks, counters []uint64, full uint64) *values {
	g.at(counters, full)
	return &values{searcher: f.searcher, position: g.position, tables: heapTables{cells: searchedHeap}}
}

func (f *proof) isLost(g *stacks, counters []uint64, full uint64, side games.Side) (lost bool) {
	search := f.search(g, counters, full)
	if g.trucks != nil {
		lost = !g.trucks.wins(yard{full: full, counters: g.counters, pile: counters[g.pile()]}, side)
	} else {
		lost = search.sumIs(full, search.places(full), 0)
	}
	return lost && f.err == nil
}

// parts returns the parts of a graph or grid, each with the pile of its value, and the nim-sum of
// the Nim piles.
func (f *proof) parts(g *stacks, counters []uint64, full uint64) (rests []*lostPosition, piles uint64) {
	search := f.search(g, counters, full)
	parts, single := search.split(full, nil, nil)
	for _, n := range single {
		piles ^= n
	}
	for _, p := range parts {
		p.stands = search.places(p.mask)
		p.key = search.form(p)
		rests = append(rests, g.lost(counters, p.mask, search.value(p), games.Left))
	}
	return rests, piles
}

func (l *lostPosition) worth() uint64 { return l.counters[l.pile()] }

func nimSum(parts []*lostPosition) (x uint64) {
	for _, p := range parts {
		x ^= p.worth()
	}
	return x
}

// answers returns winning moves of side: all that cost little more to find than the first.
func (f *proof) answers(g *stacks, counters []uint64, full uint64, side games.Side) (found []winningReply) {
	search := f.lowerings
	if g.rule == depotnim.Depots || len(g.letters) == 0 {
		search = f.levellings
	}
	for quota := uint64(firstTry); len(found) == 0 && f.goesOn(); quota *= quotaGrowth {
		var all bool
		if found, all = search(g, counters, full, side, quota); all {
			break
		}
	}
	return found
}

func (f *proof) lowerings(g *stacks, counters []uint64, full uint64, side games.Side, quota uint64) (found []winningReply, all bool) {
	all = true
	for _, place := range g.places(full, side) {
		g.lowered(counters, full, place, func(after uint64) {
			lost := false
			settled := f.within(quota, func() { lost = f.isLost(g, counters, after, side.Other()) })
			all = all && settled
			if lost {
				found = append(found, winningReply{lowering{place, counters[place]}, f.rests(g, counters, after, side.Other())})
			}
		})
	}
	return found, all
}

func without(full uint64, v int, left uint64) uint64 {
	if left == 0 {
		return full &^ (1 << v)
	}
	return full
}

// rests returns positions that, if listed, prove that a position is lost.
func (f *proof) rests(g *stacks, counters []uint64, full uint64, side games.Side) []*lostPosition {
	if g.trucks == nil {
		rests, _ := f.parts(g, counters, full)
		return rests
	}
	full, pile := g.folded(counters, full)
	if g.outnumbered(counters, full, pile, side) {
		return nil
	}
	return []*lostPosition{g.lost(counters, full, pile, side)}
}

// levellings returns the replies to a sum of parts and a pile: they make one value the nim-sum of
// the others.
func (f *proof) levellings(g *stacks, counters []uint64, full uint64, side games.Side, quota uint64) (found []winningReply, all bool) {
	pile := counters[g.pile()]
	rests, x := f.parts(g, counters, full)
	x ^= nimSum(rests)
	if x < pile {
		found = append(found, winningReply{lowering{g.pile(), x}, rests})
	}
	all = true
	open := g.open(full, side)
	add := func(v int, left uint64) {
		n := counters[v]
		counters[v] = left
		after, _ := f.parts(g, counters, without(full, v, left))
		counters[v] = n
		if f.err == nil {
			found = append(found, winningReply{lowering{v, left}, after})
		}
	}
	joined := uint64(0)
	for _, r := range rests {
		joined |= r.full
		for v := range bitsOf(open & r.full) {
			all = f.within(quota, func() {
				if left, ok := f.search(g, counters, full).lowering(part{mask: r.full, closed: r.full &^ open}, v, x^r.worth()^pile); ok {
					add(v, left)
				}
			}) && all
		}
	}
	for v := range bitsOf(open &^ joined) {
		if left := counters[v] ^ x ^ pile; left < counters[v] {
			add(v, left)
		}
	}
	return found, all
}

func (f *proof) need(positions []*lostPosition) {
	for _, l := range positions {
		if f.listed[l.key] == nil {
			f.listed[l.key] = l
			f.allocate(l.bytes())
			at, _ := slices.BinarySearchFunc(f.todo, l, (*lostPosition).order)
			f.todo = slices.Insert(f.todo, at, l)
		}
	}
	if len(f.listed) > maxListed {
		f.err = cmp.Or(f.err, errListed)
	}
}

func (g *stacks) lowered(counters []uint64, full uint64, place int, use func(full uint64)) {
	n := counters[place]
	for left := range n {
		counters[place] = left
		if place == g.pile() {
			use(full)
		} else {
			use(without(full, place, left))
		}
	}
	counters[place] = n
}

func (g *stacks) places(full uint64, side games.Side) []int {
	return append(slices.Collect(bitsOf(g.open(full, side))), g.pile())
}

// answerAll answers each move from l by the lightest answer, and adds the positions that it needs.
func (f *proof) answerAll(l *lostPosition) {
	for _, place := range l.places(l.full, l.side) {
		l.lowered(l.counters, l.full, place, func(full uint64) {
			if full == 0 && l.worth() == 0 || !f.goesOn() {
				return
			}
			best := f.lightest(f.answers(l.stacks, l.counters, full, l.side.Other()))
			if best != nil {
				f.need(best.rests)
			} else if f.err == nil {
				f.err = fmt.Errorf("depots: %s is not lost", l.key) // a defect of the search
			}
		})
	}
}

func (f *proof) weight(positions []*lostPosition) (sum float64) {
	for _, l := range positions {
		if f.listed[l.key] == nil {
			sum += l.weight
		}
	}
	return sum
}
