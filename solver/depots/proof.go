package depots

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"nimatron/games"
	"nimatron/games/depotnim"
)

const (
	// maxListed is how many lost positions a proof may have, and maxMoves how many counters
	// a board that it is about: each move from each of them is answered.
	maxListed = 1 << 17
	maxMoves  = 4096
	// firstTry is how many positions are searched for one more answer where another one may
	// be found sooner; it grows by quotaGrowth.
	firstTry = 1 << 14
)

// proof collects lost positions until every move from each has an answer that leads to others
// of them. Who wins is asked of the search; that the answers hold together is all that a
// checker sees.
type proof struct {
	searcher
	variant *games.Variant
	weigh   weighing
	listed  map[string]*lostPosition // by key
	todo    lostQueue                // those that still need answers
	text    []byte                   // room for a key
}

// ground is stacks of a board that do not depend on others.
type ground struct {
	position          // its stacks are those of what is looked at last
	letters  []string // what proofs call a stack
	trucks   *trucks  // of the coloured game
	start    []uint64 // the counters before play, and the pile beside them
	all      uint64   // the stacks before play
	weigh    weighing
}

// weighing says how much it takes, as a guess, to answer all moves from a position, and all from
// those that the answers lead to.
type weighing func(l *lostPosition) float64

// weighings are tried one after the other while the list is short: none is best everywhere.
var weighings = []weighing{
	func(l *lostPosition) float64 { return product(l.counters) },
	func(l *lostPosition) float64 { return float64(l.total + l.worth()) },
	func(l *lostPosition) float64 {
		n := 1.0
		for _, place := range l.places(l.full, l.side) {
			n *= float64(1 + l.counters[place])
		}
		return n
	},
}

// product is how many positions may come of these counters.
func product(counters []uint64) float64 {
	n := 1.0
	for _, c := range counters {
		n *= float64(1 + c)
	}
	return n
}

// lostPosition is lost for the player to move.
type lostPosition struct {
	*ground
	counters []uint64 // the last one is a pile of Nim beside the stacks: what these are worth, or what else there is
	full     uint64   // the stacks with counters
	side     games.Side
	total    uint64 // of the counters on the stacks
	weight   float64
	key      string // equal for trees that are hung up alike
}

// replyBytes is what a reply takes, and bytes what a position does, with its place in a list.
const replyBytes = 48

func (l *lostPosition) bytes() int { return 160 + 8*len(l.counters) + 2*len(l.key) }

// lostQueue has the largest positions first, so that all that lead to a position have chosen
// their answers when its turn comes.
type lostQueue []*lostPosition

func (q lostQueue) Len() int { return len(q) }

func (q lostQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[j].total, q[i].total), cmp.Compare(q[i].key, q[j].key)) < 0
}

func (q lostQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *lostQueue) Push(x any) { *q = append(*q, x.(*lostPosition)) }

func (q *lostQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// winningReply is an answer that wins, and the lost positions by which it does.
type winningReply struct {
	lowering
	rests []*lostPosition
}

func newProof(ctx context.Context, t *Table, nodes uint64, v *games.Variant, weigh weighing) *proof {
	return &proof{
		searcher: searcher{table: t, limits: &limits{ctx: ctx, nodes: nodes}, ctx: ctx, done: new(atomic.Bool)},
		variant:  v,
		weigh:    weigh,
		listed:   map[string]*lostPosition{},
	}
}

// ground prepares vertices of p, at most maxStacks.
func (f *proof) ground(p *depotnim.Position, vertices []int) *ground {
	g := &ground{position: *newPosition(p, vertices), weigh: f.weigh}
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

// pile is the place of the pile of Nim beside the stacks.
func (g *ground) pile() int { return len(g.letters) }

// at has the ground look like this.
func (g *ground) at(counters []uint64, full uint64) {
	copy(g.counters[:], counters)
	g.full = full
}

// open returns the stacks of full that side may lower.
func (g *ground) open(full uint64, side games.Side) uint64 {
	if g.trucks != nil {
		return g.trucks.reach(side, full) & full
	}
	g.full = full
	return full &^ g.closed(full)
}

// loose returns the stacks of the coloured game that are piles of Nim: those that both trucks come
// to, and that stand in nobody's way.
func (g *ground) loose(full uint64) (loose uint64) {
	left, right := g.trucks.reach(games.Left, full), g.trucks.reach(games.Right, full)
	for m := full & left & right; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		if g.trucks.near[games.Left][v]&^left == 0 && g.trucks.near[games.Right][v]&^right == 0 {
			loose |= 1 << v
		}
	}
	return loose
}

// folded returns what is left of the stacks of the coloured game without those that are piles
// of Nim, and the nim-sum of these and of the pile beside the board.
func (g *ground) folded(counters []uint64, full uint64) (rest, pile uint64) {
	loose := g.loose(full)
	pile = counters[g.pile()]
	for m := loose; m != 0; m &= m - 1 {
		pile ^= counters[bits.TrailingZeros64(m)]
	}
	return full &^ loose, pile
}

// outnumbered reports whether side, to move, loses the coloured game because it can't have more
// moves than its opponent has on stacks that side never reaches. A pile counts as one move.
func (g *ground) outnumbered(counters []uint64, full, pile uint64, side games.Side) bool {
	ever, moves, kept := g.trucks.ever[side], min(pile, 1), uint64(0)
	theirs := g.trucks.reach(side.Other(), full&ever) &^ ever
	for m := full; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		if ever>>v&1 != 0 {
			moves += counters[v]
		}
		if theirs>>v&1 != 0 {
			kept += counters[v]
		}
	}
	return moves <= kept
}

// isLost asks the search whether side, to move, loses.
func (f *proof) isLost(g *ground, counters []uint64, full uint64, side games.Side) (lost bool) {
	g.at(counters, full)
	switch {
	case g.trucks != nil:
		y := yard{full: full, counters: g.counters, pile: counters[g.pile()]}
		g.trucks.searcher = f.searcher
		lost = !g.trucks.wins(y, side)
		f.searcher = g.trucks.searcher
	case full == 0:
		lost = true
	default:
		tree := g.position
		for v := range g.letters {
			tree.near[v] &= full
		}
		search := newTrees(f.searcher, &tree)
		lost = !search.wins(0)
		f.searcher = search.searcher
	}
	return lost && f.err == nil
}

// parts returns what stacks of graphs and grids fall into, each with the pile that it is worth,
// and the nim-sum of the stacks that are piles themselves.
func (f *proof) parts(g *ground, counters []uint64, full uint64) (rests []*lostPosition, piles uint64) {
	g.at(counters, full)
	search := &values{searcher: f.searcher, position: g.position}
	parts, single := search.split(full, nil, nil)
	for _, n := range single {
		piles ^= n
	}
	for _, p := range parts {
		p.key = search.form(f.table, p)
		rests = append(rests, g.lost(counters, p.mask, search.value(p), games.Left))
	}
	f.searcher = search.searcher
	return rests, piles
}

// worth is the pile beside a part.
func (l *lostPosition) worth() uint64 { return l.counters[l.pile()] }

// nimSum returns that of what parts are worth.
func nimSum(parts []*lostPosition) (x uint64) {
	for _, p := range parts {
		x ^= p.worth()
	}
	return x
}

// within asks a question that may search so many positions; settled is false if they did
// not suffice.
func (f *proof) within(quota uint64, ask func()) (settled bool) {
	f.until = f.nodes + quota
	ask()
	f.until = 0
	if f.err == errPutOff {
		f.err = nil
		return false
	}
	return true
}

// answers returns winning moves of side with these stacks and this pile: all that can be found
// without much more work than one takes.
func (f *proof) answers(g *ground, counters []uint64, full uint64, side games.Side) (found []winningReply) {
	search := f.lowerings
	if g.rule == depotnim.Depots {
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

// lowerings are replies to a position as a whole.
func (f *proof) lowerings(g *ground, counters []uint64, full uint64, side games.Side, quota uint64) (found []winningReply, all bool) {
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

// without returns the full stacks once v has only so many counters left.
func without(full uint64, v int, left uint64) uint64 {
	if left == 0 {
		return full &^ (1 << v)
	}
	return full
}

// rests returns what has to be listed for a position, as a whole, to be seen to be lost.
func (f *proof) rests(g *ground, counters []uint64, full uint64, side games.Side) []*lostPosition {
	pile := uint64(0)
	if g.trucks != nil {
		full, pile = g.folded(counters, full)
	}
	if g.trucks == nil && bits.OnesCount64(full) <= 2 || // of a tree: two piles of Nim
		g.trucks != nil && g.outnumbered(counters, full, pile, side) {
		return nil
	}
	return []*lostPosition{g.lost(counters, full, pile, side)}
}

// levellings are replies to a sum of parts and a pile: they bring one of these to the
// nim-sum of the others.
func (f *proof) levellings(g *ground, counters []uint64, full uint64, side games.Side, quota uint64) (found []winningReply, all bool) {
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
		for m := open & r.full; m != 0; m &= m - 1 {
			v := bits.TrailingZeros64(m)
			all = f.within(quota, func() {
				g.at(counters, full)
				search := &values{searcher: f.searcher, position: g.position}
				left, ok := search.lowering(part{mask: r.full, closed: r.full &^ open}, v, x^r.worth()^pile)
				f.searcher = search.searcher
				if ok {
					add(v, left)
				}
			}) && all
		}
	}
	for m := open &^ joined; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		if left := counters[v] ^ x ^ pile; left < counters[v] {
			add(v, left)
		}
	}
	return found, all
}

// need lists positions.
func (f *proof) need(positions []*lostPosition) {
	for _, l := range positions {
		if f.listed[l.key] == nil {
			f.listed[l.key] = l
			f.take(l.bytes())
			heap.Push(&f.todo, l)
		}
	}
	if len(f.listed) > maxListed {
		f.err = cmp.Or(f.err, errListed)
	}
}

// lowered calls use once with each number of counters left by a move on a place, the pile or
// a stack, and with the stacks that are full then.
func (g *ground) lowered(counters []uint64, full uint64, place int, use func(full uint64)) {
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

// places are those of the moves of side: the open stacks, and the pile.
func (g *ground) places(full uint64, side games.Side) (places []int) {
	for m := g.open(full, side); m != 0; m &= m - 1 {
		places = append(places, bits.TrailingZeros64(m))
	}
	return append(places, g.pile())
}

// settle lists what is needed to answer all moves from l: what is listed already serves
// first, then what answers most moves for its weight.
func (f *proof) settle(l *lostPosition) {
	var moves [][]winningReply
	taken := 0 // until this is settled
	defer func() { f.take(-taken) }()
	for _, place := range l.places(l.full, l.side) {
		l.lowered(l.counters, l.full, place, func(full uint64) {
			if full != 0 || l.worth() > 0 {
				replies := f.answers(l.ground, l.counters, full, l.side.Other())
				moves = append(moves, replies)
				before := taken
				for _, r := range replies {
					taken += replyBytes
					for _, rest := range r.rests {
						taken += rest.bytes()
					}
				}
				f.take(taken - before)
			}
		})
	}
	for f.goesOn() {
		moves = slices.DeleteFunc(moves, func(replies []winningReply) bool {
			return slices.ContainsFunc(replies, func(r winningReply) bool { return f.weight(r.rests) == 0 })
		})
		if len(moves) == 0 {
			return
		}
		best := f.cheapest(moves)
		if best == nil && f.err == nil {
			f.err = fmt.Errorf("depots: %s is not lost", l.key) // which would be a defect
		}
		f.need(best)
	}
}

// cheapest returns the positions that answer most of the moves for their weight.
func (f *proof) cheapest(moves [][]winningReply) (best []*lostPosition) {
	serves := map[string]float64{}
	most := -1.0
	for _, replies := range moves {
		for _, r := range replies {
			serves[f.missing(r.rests)]++
		}
	}
	for _, replies := range moves {
		for _, r := range replies {
			if worth := serves[f.missing(r.rests)] / f.weight(r.rests); worth > most {
				best, most = r.rests, worth
			}
		}
	}
	return best
}

// missing names those of the positions that are not listed.
func (f *proof) missing(positions []*lostPosition) string {
	var keys []byte
	for _, l := range positions {
		if f.listed[l.key] == nil {
			keys = append(append(keys, l.key...), ' ')
		}
	}
	return string(keys)
}

// weight is what it costs to list positions that are not listed yet.
func (f *proof) weight(positions []*lostPosition) (sum float64) {
	for _, l := range positions {
		if f.listed[l.key] == nil {
			sum += l.weight
		}
	}
	return sum
}

// finish answers all moves from all that is listed.
func (f *proof) finish() error {
	for len(f.todo) > 0 && f.goesOn() {
		f.settle(heap.Pop(&f.todo).(*lostPosition))
	}
	return f.err
}
