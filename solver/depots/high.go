package depots

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"nimatron/games/depotnim"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

// high is a board, or a group, on which a player who opens a stack loses: no move opens two, and each stack
// that a move opens exceeds the other open stacks together by 2 or more. So the open stacks are Nim piles, of
// which some may not be emptied (docs/theory/boards.md, "High boards").
type high struct {
	heaps []heap
	sum   uint64
	// slack is the largest pile of Nim that could lie beside the board.
	slack uint64
	room  []uint64
}

// A heap is one open stack, or those of which only the last would open a closed one.
type heap struct {
	stacks   []int
	counters []uint64
	keep     int
	value    uint64
	table    *heapTable
}

type heapTable struct {
	stacks   []int
	keep     int
	counters []uint64
	values   []uint16
}

// heapTables are those of one search, which meets the same stacks with other counters.
type heapTables struct {
	cells  uint64
	filled uint64 // all cells so far
	kept   []*heapTable
}

const (
	mostTables = 1 << 8
	// searchedHeap bounds the tables of a search, which meets many heaps.
	searchedHeap = 1 << 8
	// largestHeap bounds the table of a board that is looked at once.
	largestHeap = 1 << 12
)

// terrain is what the theorem needs of a board or a group. A search fills the same one again and again.
type terrain struct {
	counters []uint64 // by stack, as are kept
	kept     []bool
	open     []int
	doors    []door
	room     []int
}

// A door is a closed stack. beside has the open stacks next to it; need is how many of them must be emptied to
// open it.
type door struct {
	at     int
	beside []int
	need   int
}

func (t *terrain) clear(counters []uint64) {
	t.counters, t.open, t.doors, t.room = counters, t.open[:0], t.doors[:0], t.room[:0]
	if len(t.kept) < len(counters) {
		t.kept = make([]bool, len(counters))
	}
	clear(t.kept)
}

func (t *terrain) addDoor(at int, need int, beside iter.Seq[int]) {
	from := len(t.room)
	for v := range beside {
		t.room = append(t.room, v)
	}
	t.doors = append(t.doors, door{at, t.room[from:len(t.room):len(t.room)], need})
}

// find reports whether the theorem applies, and fills h then. The tables of its heaps come from tables.
func (h *high) find(t *terrain, tables *heapTables) bool {
	const many = 1 << 62
	total, slack := uint64(0), int64(math.MaxInt64)
	for _, v := range t.open {
		total = min(total+t.counters[v], many)
	}
	for _, d := range t.doors {
		if len(d.beside) < d.need {
			continue
		}
		for _, v := range d.beside {
			if slack = min(slack, int64(t.counters[d.at]-(total-t.counters[v]))-2); slack < 0 {
				return false
			}
		}
	}
	if slack == math.MaxInt64 {
		return false
	}
	*h = high{slack: uint64(slack), heaps: h.heaps[:0], room: h.room[:0]}
	for _, d := range t.doors {
		keep := len(d.beside) + 1 - d.need
		if keep <= 0 {
			continue
		}
		for i, v := range d.beside {
			if t.kept[v] {
				return false
			}
			t.kept[v] = true
			if keep == len(d.beside) {
				h.add(t, d.beside[i:i+1], 1, nil)
			}
		}
		if keep < len(d.beside) && !h.add(t, d.beside, keep, tables) {
			return false
		}
	}
	for i, v := range t.open {
		if !t.kept[v] {
			h.add(t, t.open[i:i+1], 0, nil)
		}
	}
	return true
}

func (h *high) add(t *terrain, stacks []int, keep int, tables *heapTables) bool {
	from := len(h.room)
	for _, v := range stacks {
		h.room = append(h.room, t.counters[v])
	}
	p := heap{stacks: stacks, keep: keep, counters: h.room[from:len(h.room):len(h.room)]}
	if len(stacks) == 1 {
		p.value = p.counters[0] - uint64(keep)
	} else if p.table = tables.of(p); p.table == nil {
		return false
	} else {
		p.value = p.table.at(p.counters)
	}
	h.heaps, h.sum = append(h.heaps, p), h.sum^p.value
	return true
}

func (k *heapTables) of(p heap) *heapTable {
	i := slices.IndexFunc(k.kept, func(t *heapTable) bool { return t.keep == p.keep && slices.Equal(t.stacks, p.stacks) })
	if i >= 0 && k.kept[i].covers(p.counters) {
		return k.kept[i]
	}
	if cells(p.counters) > k.cells {
		return nil
	}
	t := &heapTable{stacks: slices.Clone(p.stacks), keep: p.keep, counters: slices.Clone(p.counters)}
	if i >= 0 {
		for s, n := range k.kept[i].counters {
			t.counters[s] = max(t.counters[s], n)
		}
		if cells(t.counters) > k.cells {
			copy(t.counters, p.counters)
		}
	}
	t.tabulate()
	k.filled += uint64(len(t.values))
	switch {
	case i >= 0:
		k.kept[i] = t
	case len(k.kept) >= mostTables:
		k.kept = append(k.kept[:0], t)
	default:
		k.kept = append(k.kept, t)
	}
	return t
}

func (t *heapTable) covers(counters []uint64) bool {
	for i, n := range counters {
		if n > t.counters[i] {
			return false
		}
	}
	return true
}

// cells returns the size of a table.
func cells(counters []uint64) uint64 {
	size := uint64(1)
	for _, n := range counters {
		if n >= largestHeap || size > largestHeap {
			return math.MaxUint64
		}
		size *= n + 1
	}
	return size
}

// tabulate computes the values by the mex rule.
func (t *heapTable) tabulate() {
	size := cells(t.counters)
	t.values = make([]uint16, size)
	left := make([]uint64, len(t.counters))
	seen := make([]uint16, size)
	for at := range t.values {
		stacks, stride := 0, 1
		for i, rest := 0, uint64(at); i < len(left); i++ {
			left[i], rest = rest%(t.counters[i]+1), rest/(t.counters[i]+1)
			if left[i] > 0 {
				stacks++
			}
		}
		for i, n := range left {
			for taken := uint64(1); taken <= n; taken++ {
				if taken < n || stacks > t.keep {
					seen[t.values[at-int(taken)*stride]] = uint16(at)
				}
			}
			stride *= int(t.counters[i] + 1)
		}
		for at > 0 && seen[t.values[at]] == uint16(at) {
			t.values[at]++
		}
	}
}

func (t *heapTable) at(left []uint64) uint64 {
	at, stride := uint64(0), uint64(1)
	for i, n := range left {
		at += n * stride
		stride *= t.counters[i] + 1
	}
	return uint64(t.values[at])
}

func (h *high) components(p *depotnim.Position) (all []theory.Component) {
	for _, of := range h.heaps {
		all = append(all, theory.Component{Places: words.Each(of.stacks, p.Name), Grundy: of.value, Known: true})
	}
	return all
}

func (h *high) winning(x uint64) (found []lowering) {
	for _, p := range h.heaps {
		want := p.value ^ h.sum ^ x
		for i, v := range p.stacks {
			n := p.counters[i]
			if p.table == nil {
				if left := want + uint64(p.keep); left < n {
					found = append(found, lowering{v, left})
				}
				continue
			}
			after := slices.Clone(p.counters)
			for left := range n {
				if after[i] = left; p.table.at(after) == want && (left > 0 || len(p.stacks) > p.keep) {
					found = append(found, lowering{v, left})
				}
			}
		}
	}
	return found
}

func highBoard(p *depotnim.Position) *high {
	joined, piles := groups(p)
	if len(joined) == 0 {
		return nil
	}
	return group{p, together(joined, piles), joined[0].near, joined[0].open}.high()
}

func (g group) high() *high {
	t := terrain{}
	t.clear(g.Counters())
	for _, v := range g.vertices {
		if g.open[v] {
			t.open = append(t.open, v)
			continue
		}
		need := 1
		if g.Board().Rule() == depotnim.Leaves {
			need = len(g.near[v]) - 1
		}
		t.addDoor(v, need, func(yield func(int) bool) {
			for _, u := range g.near[v] {
				if g.open[u] && !yield(u) {
					return
				}
			}
		})
	}
	h := new(high)
	if !h.find(&t, &heapTables{cells: largestHeap}) {
		return nil
	}
	return h
}

func (g *Justification) shortHigh(r *theory.Reason) string {
	end, won := g.then1s(r.Claim == theory.CanWin), r.Claim == theory.CanWin
	text := "open stacks have even counts of 1s, 2s, 4s …"
	if won {
		text = r.Subject() + " leaves even counts of 1s, 2s, 4s … in open stacks"
	} else if !slices.ContainsFunc(g.Components, func(c theory.Component) bool { return c.Grundy > 0 || len(c.Places) > 1 }) {
		return "every move opens a high stack, and your opponent lowers it to a number that leaves you a lost board." + end
	}
	less, joint := "one less", []string(nil)
	for i, c := range g.Components {
		if len(c.Places) > 1 {
			joint = append(joint, fmt.Sprintf("%s count %d together", words.And(c.Places), g.made(r, i)))
		}
	}
	if len(joint) > 0 {
		less += "; " + words.And(joint)
	}
	return text + ", if one that opens a high one counts " + less + "." + end
}

func (g *Justification) fullHigh(r *theory.Reason) []string {
	lines := []string{
		"Each closed stack that a move can open is higher, by 2 or more, than all other open stacks together. " +
			"A player who opens it loses: the opponent can lower it to a number that leaves a lost board.",
		"So the open stacks are played as Nim, and no move may open a high one. What they count as:",
	}
	for i, c := range g.Components {
		if i == theory.ShownPiles {
			lines = append(lines, fmt.Sprintf("and %d more", len(g.Components)-i))
			break
		}
		line := fmt.Sprintf("  %s: %d", strings.Join(c.Places, " "), c.Grundy)
		if len(c.Places) > 1 {
			line += " together, as Nim in which " + [...]string{1: "one of them has", 2: "two of them have"}[g.high.heaps[i].keep] + " to stay"
		}
		lines = append(lines, line)
	}
	lines = append(lines, fmt.Sprintf("Written in binary one below the other, the columns with an odd number of 1s "+
		"make %d (the nim-sum). A player who leaves 0 wins.", g.NimSum))
	if r.Claim == theory.CanWin {
		c := g.Components[g.Moved]
		lines = append(lines, fmt.Sprintf("%s makes %s count %d, and the nim-sum is 0 then.", r.First(), strings.Join(c.Places, " "), c.Grundy^g.NimSum))
	}
	return lines
}
