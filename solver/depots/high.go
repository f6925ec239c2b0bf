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

// high is a board, or a group, on which a player who opens a stack loses: no move opens two stacks,
// and each stack that a move opens is higher than the other open stacks together by 2 or more. So
// the open stacks are played as Nim in which some may not be emptied (docs/theory-boards.md, "High
// boards").
type high struct {
	heaps []heap
	sum   uint64 // the nim-sum of the heaps' values
	// slack is the largest pile of Nim that could lie beside the board.
	slack uint64
}

// A heap is one open stack, or those of which only the last would open a closed one.
type heap struct {
	stacks   []int
	counters []uint64
	keep     int // stacks that have to stay
	value    uint64
	table    []uint16 // the values of what can be left, in mixed radix; nil for one stack
}

// largestHeap bounds the table of a heap.
const largestHeap = 1 << 12

// terrain is what decides whether a board is high.
type terrain interface {
	stacks(closed bool) iter.Seq[int]
	at(v int) uint64
	// beside yields the open stacks next to a closed one, of which need have to be emptied to open
	// it.
	beside(v int) iter.Seq[int]
	need(v int) uint64
}

// newHigh returns nil if the theorem does not apply.
func newHigh(t terrain) *high {
	const many = 1 << 62 // above all stacks
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
				return nil // a move would open two stacks
			}
			kept[v] = true
			if keep == len(stacks) {
				h.add(t, []int{v}, 1)
			}
		}
		if keep < len(stacks) && !h.add(t, stacks, keep) {
			return nil
		}
	}
	for v := range t.stacks(false) {
		if !kept[v] {
			h.add(t, []int{v}, 0)
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

// add reports false if the heap is too large.
func (h *high) add(t terrain, stacks []int, keep int) bool {
	p := heap{stacks: stacks, keep: keep}
	for _, v := range stacks {
		p.counters = append(p.counters, t.at(v))
	}
	if len(stacks) == 1 {
		p.value = p.counters[0] - uint64(keep)
	} else if !p.tabulate() {
		return false
	} else {
		p.value = uint64(p.table[len(p.table)-1])
	}
	h.heaps, h.sum = append(h.heaps, p), h.sum^p.value
	return true
}

// tabulate computes the values by the mex rule.
func (p *heap) tabulate() bool {
	size := uint64(1)
	for _, n := range p.counters {
		if n >= largestHeap || size*(n+1) > largestHeap {
			return false
		}
		size *= n + 1
	}
	p.table = make([]uint16, size)
	left := make([]uint64, len(p.counters))
	seen := make([]uint16, size)
	for at := range p.table {
		stacks, stride := 0, 1
		for i, rest := 0, uint64(at); i < len(left); i++ {
			left[i], rest = rest%(p.counters[i]+1), rest/(p.counters[i]+1)
			if left[i] > 0 {
				stacks++
			}
		}
		for i, n := range left {
			for taken := uint64(1); taken <= n; taken++ {
				if taken < n || stacks > p.keep {
					seen[p.table[at-int(taken)*stride]] = uint16(at)
				}
			}
			stride *= int(p.counters[i] + 1)
		}
		for at > 0 && seen[p.table[at]] == uint16(at) {
			p.table[at]++
		}
	}
	return true
}

// components returns the heaps by the names of their stacks.
func (h *high) components(p *depotnim.Position) (all []theory.Component) {
	for _, of := range h.heaps {
		all = append(all, theory.Component{Places: words.Each(of.stacks, p.Name), Grundy: of.value, Known: true})
	}
	return all
}

// winning returns the moves that leave the value x, which is at most h.slack.
func (h *high) winning(x uint64) (found []lowering) {
	for _, p := range h.heaps {
		want, stride := p.value^h.sum^x, 1
		for i, v := range p.stacks {
			n := p.counters[i]
			if p.table == nil {
				if left := want + uint64(p.keep); left < n {
					found = append(found, lowering{v, left})
				}
				continue
			}
			for left := range n {
				at := len(p.table) - 1 - int(n-left)*stride
				if uint64(p.table[at]) == want && (left > 0 || len(p.stacks) > p.keep) {
					found = append(found, lowering{v, left})
				}
			}
			stride *= int(n + 1)
		}
	}
	return found
}

// highBoard returns nil if the theorem does not decide the board.
func highBoard(p *depotnim.Position) *high {
	joined, piles := groups(p)
	if len(joined) == 0 {
		return nil
	}
	return newHigh(group{p, together(joined, piles), joined[0].near, joined[0].open})
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
		text = theory.Code(r.Move) + " makes the counts of " + theory.AllParts + " in the open stacks all even."
	} else if !slices.ContainsFunc(g.Components, func(c theory.Component) bool { return c.Grundy > 0 || len(c.Places) > 1 }) {
		every := "every move opens a high stack, and your opponent lowers it to a number that leaves you a lost board."
		return theory.Fit(room, every+end, every)
	}
	const brief = " A stack that would open a high one counts one less."
	return theory.Fit(room, text+neverOpen+end, text+brief+end, text+end, text)
}

func (g *Justification) fullHigh(r *theory.Reason) []string {
	lines := []string{
		"Each closed stack that a move can open is higher, by 2 or more, than all other open stacks together. A player who opens it loses: the opponent can lower it to a number that leaves a lost board.",
		"So the open stacks are played as Nim, and none may be taken that opens a high one. What they count:",
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
	lines = append(lines, fmt.Sprintf("Written in binary one below the other, the columns with an odd number of 1s make %d (the nim-sum). A player who leaves 0 wins.", g.NimSum))
	if r.Claim == theory.CanWin {
		c := g.Components[g.Moved]
		lines = append(lines, fmt.Sprintf("%s makes %s count %d, and the nim-sum is 0 then.", r.Move, strings.Join(c.Places, " "), c.Grundy^g.NimSum))
	}
	return lines
}

// ground is a part of a position as a terrain.
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
