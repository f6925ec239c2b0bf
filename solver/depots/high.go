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
	cells uint64
	kept  []*heapTable
}

const (
	mostTables = 1 << 8
	// searchedHeap bounds the tables of a search, which meets many heaps.
	searchedHeap = 1 << 8
	// largestHeap bounds the table of a board that is looked at once.
	largestHeap = 1 << 12
)

type terrain interface {
	stacks(closed bool) iter.Seq[int]
	at(v int) uint64
	// beside yields the open stacks next to a closed one; need is how many of them must be emptied to open
	// it.
	beside(v int) iter.Seq[int]
	need(v int) uint64
}

// newHigh returns nil if the theorem does not apply. The tables of its heaps come from tables.
func newHigh(t terrain, tables *heapTables) *high {
	const many = 1 << 62
	total, slack := uint64(0), int64(math.MaxInt64)
	for v := range t.stacks(false) {
		total = min(total+t.at(v), many)
	}
	for u := range t.stacks(true) {
		if count(t.beside(u)) < t.need(u) {
			continue
		}
		for v := range t.beside(u) {
			if slack = min(slack, int64(t.at(u)-(total-t.at(v)))-2); slack < 0 {
				return nil
			}
		}
	}
	if slack == math.MaxInt64 {
		return nil
	}
	h, kept := &high{slack: uint64(slack)}, map[int]bool{}
	for u := range t.stacks(true) {
		stacks := slices.Collect(t.beside(u))
		keep := len(stacks) + 1 - int(t.need(u))
		if keep <= 0 {
			continue
		}
		for _, v := range stacks {
			if kept[v] {
				return nil
			}
			kept[v] = true
			if keep == len(stacks) {
				h.add(t, []int{v}, 1, nil)
			}
		}
		if keep < len(stacks) && !h.add(t, stacks, keep, tables) {
			return nil
		}
	}
	for v := range t.stacks(false) {
		if !kept[v] {
			h.add(t, []int{v}, 0, nil)
		}
	}
	return h
}

func count(of iter.Seq[int]) (n uint64) {
	for range of {
		n++
	}
	return n
}

func (h *high) add(t terrain, stacks []int, keep int, tables *heapTables) bool {
	p := heap{stacks: stacks, keep: keep}
	for _, v := range stacks {
		p.counters = append(p.counters, t.at(v))
	}
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
	t := &heapTable{stacks: p.stacks, keep: p.keep, counters: p.counters}
	if i >= 0 {
		before := k.kept[i].counters
		t.counters = slices.Clone(p.counters)
		for s, n := range before {
			t.counters[s] = max(t.counters[s], n)
		}
		if slices.Equal(t.counters, before) {
			return k.kept[i]
		}
		if !t.tabulate(k.cells) {
			t.counters = p.counters
		}
	}
	if t.values == nil && !t.tabulate(k.cells) {
		return nil
	}
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

// tabulate computes the values by the mex rule. It reports false if they are too many.
func (t *heapTable) tabulate(most uint64) bool {
	size := uint64(1)
	for _, n := range t.counters {
		if n >= most || size*(n+1) > most {
			return false
		}
		size *= n + 1
	}
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
	return true
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
	return newHigh(group{p, together(joined, piles), joined[0].near, joined[0].open}, &heapTables{cells: largestHeap})
}

func (g group) stacks(closed bool) iter.Seq[int] {
	return where(g.vertices, func(v int) bool { return g.open[v] != closed })
}

func (g group) beside(v int) iter.Seq[int] {
	return where(g.near[v], func(u int) bool { return g.open[u] })
}

func where(list []int, holds func(int) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, v := range list {
			if holds(v) && !yield(v) {
				return
			}
		}
	}
}

func (g group) at(v int) uint64 { return g.Counters()[v] }

func (g group) need(v int) uint64 {
	if g.Board().Rule() == depotnim.Leaves {
		return uint64(len(g.near[v]) - 1)
	}
	return 1
}

const neverOpen = " Never open a high stack: a player who does loses. So a stack that would open one counts one less."

func (g *Justification) shortHigh(r *theory.Reason, room int) string {
	end := g.then1s(r.Claim == theory.CanWin)
	text := "in the open stacks the counts of " + theory.AllParts + " are all even."
	if r.Claim == theory.CanWin {
		text = r.Subject() + " makes the counts of " + theory.AllParts + " in the open stacks all even."
	} else if !slices.ContainsFunc(g.Components, func(c theory.Component) bool { return c.Grundy > 0 || len(c.Places) > 1 }) {
		every := "every move opens a high stack, and your opponent lowers it to a number that leaves you a lost board."
		return theory.Fit(room, every+end, every)
	}
	const brief = " A stack that opens a high one counts one less."
	return theory.Fit(room, text+neverOpen+end, text+brief+end, text+end, text)
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

type ground struct {
	*position
	part
}

func (g ground) stacks(closed bool) iter.Seq[int] {
	if closed {
		return bitsOf(g.part.closed)
	}
	return bitsOf(g.mask &^ g.part.closed)
}

func (g ground) beside(v int) iter.Seq[int] { return bitsOf(g.near[v] & g.mask &^ g.part.closed) }

func (g ground) at(v int) uint64 { return g.counters[v] }
