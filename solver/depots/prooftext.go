package depots

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// letterOf returns the name of a vertex in proofs: a, b … z, aa, ab … in the order of notation.
func letterOf(p *depotnim.Position, vertex int) string {
	rank := vertex
	if p.Board().Rule() == depotnim.Leaves { // a tree's notation leaves out emptied stacks
		for _, n := range p.Counters()[:vertex] {
			if n == 0 {
				rank--
			}
		}
	}
	return depotnim.Letters(rank, 'a')
}

func (g *stacks) lost(counters []uint64, mask, pile uint64, side games.Side) *lostPosition {
	l := &lostPosition{stacks: g, counters: make([]uint64, len(g.letters)+1), full: mask, side: side, weight: float64(1 + pile)}
	for v := range bitsOf(mask) {
		l.counters[v] = counters[v]
		l.total += counters[v]
		l.weight *= float64(1 + counters[v])
	}
	l.counters[g.pile()] = pile
	l.key = string(g.appendKey(nil, l.counters, mask, pile, side))
	return l
}

// appendKey writes the stacks of mask in order or, for a tree, in a form shared by isomorphic
// trees. In the coloured game the key includes the pile.
func (g *stacks) appendKey(dst []byte, counters []uint64, mask, pile uint64, side games.Side) []byte {
	if g.rule == depotnim.Leaves {
		return append(dst, g.branch(counters, mask, bits.TrailingZeros64(mask), 0)...)
	}
	if g.trucks != nil {
		dst = append(strconv.AppendUint(dst, pile, 10), ' ')
	}
	return g.appendStacks(dst, counters, mask, side)
}

func (g *stacks) branch(counters []uint64, mask uint64, v int, from uint64) string {
	var room [8]string
	below := room[:0]
	for u := range bitsOf(g.near[v] & mask &^ from) {
		below = append(below, g.branch(counters, mask, u, 1<<v))
	}
	slices.Sort(below)
	return strconv.FormatUint(counters[v], 10) + "(" + strings.Join(below, "") + ")"
}

func (g *stacks) appendStacks(dst []byte, counters []uint64, mask uint64, side games.Side) []byte {
	if g.trucks != nil {
		dst = append(dst, "LR"[side])
	}
	for v := range bitsOf(mask) {
		dst = strconv.AppendUint(append(dst, g.letters[v]...), counters[v], 10)
	}
	return dst
}

func (f *proof) find(g *stacks, counters []uint64, mask, pile uint64, side games.Side) *lostPosition {
	f.text = g.appendKey(f.text[:0], counters, mask, pile, side)
	return f.listed[string(f.text)]
}

func (f *proof) stands(g *stacks, counters []uint64, full uint64, side games.Side) bool {
	if g.trucks != nil {
		rest, pile := g.folded(counters, full)
		return g.outnumbered(counters, rest, pile, side) || f.find(g, counters, rest, pile, side) != nil
	}
	g.at(counters, full)
	var room [maxStacks]uint64
	var parts [maxStacks / 2]part
	joined, piles := g.split(full, parts[:0], room[:0])
	sum := counters[g.pile()]
	for _, n := range piles {
		sum ^= n
	}
	for _, p := range joined {
		l := f.find(g, counters, p.mask, 0, side)
		if l == nil {
			return false
		}
		sum ^= l.worth()
	}
	return sum == 0
}

// appendTo writes a lost position with the answers to all moves, such as "a3b2*1 a0b1 a1-2b+0
// *0b1".
func (f *proof) appendTo(dst []byte, l *lostPosition) []byte {
	dst = l.appendStacks(dst, l.counters, l.full, l.side)
	if l.worth() > 0 {
		dst = strconv.AppendUint(append(dst, '*'), l.worth(), 10)
	}
	counters := slices.Clone(l.counters) // an answer may lead to l itself
	for _, place := range l.places(l.full, l.side) {
		var answers [][]lowering
		l.lowered(counters, l.full, place, func(full uint64) {
			answers = append(answers, f.standing(l.stacks, counters, full, l.side))
		})
		for _, r := range grouped(counters, place, answers) {
			dst = strconv.AppendUint(append(append(dst, ' '), l.letter(place)...), r.Low, 10)
			if r.High > r.Low {
				dst = strconv.AppendUint(append(dst, '-'), r.High, 10)
			}
			dst = append(dst, l.letter(r.Answer)...)
			if r.Kind == theory.Shift {
				dst = fmt.Appendf(dst, "%+d", r.K)
			} else {
				dst = strconv.AppendInt(dst, r.K, 10)
			}
		}
	}
	return dst
}

func (g *stacks) letter(place int) string {
	if place == g.pile() {
		return "*"
	}
	return g.letters[place]
}

func (f *proof) standing(g *stacks, counters []uint64, full uint64, side games.Side) (list []lowering) {
	for _, place := range g.places(full, side.Other()) {
		g.lowered(counters, full, place, func(full uint64) {
			if f.stands(g, counters, full, side) {
				list = append(list, lowering{place, counters[place]})
			}
		})
	}
	return list
}

// write returns the listed positions, the largest first, and their approximate size in bytes. It
// stops when they are too many.
func (f *proof) write() (lines []string, size int, err error) {
	all := slices.SortedFunc(maps.Values(f.listed), (*lostPosition).order)
	slices.Reverse(all)
	lines = make([]string, 0, len(all))
	for i, l := range all {
		if i%checkEvery == 0 && f.ctx.Err() != nil {
			return nil, 0, f.ctx.Err()
		}
		line := string(f.appendTo(nil, l))
		lines = append(lines, line)
		if size += len(line) + len(`"",`); size > maxCertificate {
			return lines, size * len(all) / len(lines), nil
		}
	}
	return lines, size, nil
}
