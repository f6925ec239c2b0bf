package depots

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// letterOf returns what proofs call a vertex: a, b … z, aa, ab … in the order in which the
// board is written, whatever moves call it.
func letterOf(p *depotnim.Position, vertex int) string {
	rank := vertex
	if p.Board().Rule() == depotnim.Leaves { // what is gone is not written
		for _, n := range p.Counters()[:vertex] {
			if n == 0 {
				rank--
			}
		}
	}
	var name []byte
	for rank++; rank > 0; rank = (rank - 1) / 26 {
		name = append(name, 'a'+byte((rank-1)%26))
	}
	slices.Reverse(name)
	return string(name)
}

// lost returns the stacks of mask, with a pile beside them, as a position that is lost for side.
func (g *ground) lost(counters []uint64, mask, pile uint64, side games.Side) *lostPosition {
	l := &lostPosition{ground: g, counters: make([]uint64, len(g.letters)), full: mask, pile: pile, side: side, weight: float64(1 + pile)}
	for m := mask; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		l.counters[v] = counters[v]
		l.total += counters[v]
		l.weight *= float64(1 + counters[v])
	}
	l.key = g.key(l.counters, mask, side)
	return l
}

// key writes the stacks of mask: as they are listed or, of a tree, in the same way for all
// that are hung up alike.
func (g *ground) key(counters []uint64, mask uint64, side games.Side) string {
	if g.rule == depotnim.Leaves {
		return g.branch(counters, mask, bits.TrailingZeros64(mask), 0)
	}
	return string(g.appendStacks(nil, counters, mask, side))
}

// branch writes what hangs on a stack of a tree; from is where it hangs itself.
func (g *ground) branch(counters []uint64, mask uint64, v int, from uint64) string {
	var below []string
	for m := g.near[v] & mask &^ from; m != 0; m &= m - 1 {
		below = append(below, g.branch(counters, mask, bits.TrailingZeros64(m), 1<<v))
	}
	slices.Sort(below)
	return fmt.Sprint(counters[v], below)
}

// appendStacks writes the stacks of mask as proofs do, such as "a3c2" or "La3c2".
func (g *ground) appendStacks(dst []byte, counters []uint64, mask uint64, side games.Side) []byte {
	if g.trucks != nil {
		dst = append(dst, "LR"[side])
	}
	for m := mask; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		dst = strconv.AppendUint(append(dst, g.letters[v]...), counters[v], 10)
	}
	return dst
}

// stands reports whether a position is seen to be lost by those that are listed.
func (f *proof) stands(g *ground, counters []uint64, full, pile uint64, side games.Side) bool {
	if !f.sums {
		if g.trucks != nil && (g.open(full, side) == 0 || g.outnumbered(counters, full, side)) {
			return true
		}
		return full != 0 && f.listed[g.key(counters, full, side)] != nil
	}
	g.at(counters, full)
	var room [maxStacks]uint64
	var parts [maxStacks / 2]part
	joined, piles := g.split(full, parts[:0], room[:0])
	for _, n := range piles {
		pile ^= n
	}
	for _, p := range joined {
		l := f.listed[g.key(counters, p.mask, side)]
		if l == nil {
			return false
		}
		pile ^= l.pile
	}
	return pile == 0
}

// appendTo writes a lost position with the answers to all moves, "a3b2*1 a0b1 a1-2b+0 *0b1".
func (l *lostPosition) appendTo(dst []byte, f *proof) []byte {
	dst = l.appendStacks(dst, l.counters, l.full, l.side)
	if l.pile > 0 {
		dst = strconv.AppendUint(append(dst, '*'), l.pile, 10)
	}
	var moves []lowering
	var answers [][]lowering
	l.moves(func(m lowering, full, pile uint64) {
		moves, answers = append(moves, m), append(answers, l.answers(f, full, pile))
	})
	for i := 0; i < len(moves); {
		// The answer that goes on for longest comes next.
		best, shifts, length := lowering{}, false, 1
		for k, a := range answers[i] {
			for _, shift := range []bool{false, true} {
				n := 1
				for ; i+n < len(moves) && moves[i+n].vertex == moves[i].vertex; n++ {
					next := a
					if shift {
						next.left += uint64(n)
					}
					if !slices.Contains(answers[i+n], next) {
						break
					}
				}
				if k == 0 && !shift || n > length {
					best, shifts, length = a, shift, n
				}
			}
		}
		dst = l.appendReply(dst, moves[i], length, len(answers[i]) > 0, best, shifts)
		i += length
	}
	return dst
}

// appendReply writes the answer to so many moves, of which the first is given.
func (l *lostPosition) appendReply(dst []byte, move lowering, length int, answered bool, answer lowering, shift bool) []byte {
	dst = append(append(dst, ' '), l.letter(move.vertex)...)
	dst = strconv.AppendUint(dst, move.left, 10)
	if length > 1 {
		dst = strconv.AppendUint(append(dst, '-'), move.left+uint64(length)-1, 10)
	}
	if !answered {
		return dst // the game is over
	}
	dst = append(dst, l.letter(answer.vertex)...)
	if shift {
		return fmt.Appendf(dst, "%+d", int64(answer.left)-int64(move.left))
	}
	return strconv.AppendUint(dst, answer.left, 10)
}

func (l *lostPosition) letter(place int) string {
	if place == onPile {
		return "*"
	}
	return l.letters[place]
}

// answers returns all answers that lead to what is listed.
func (l *lostPosition) answers(f *proof, full, pile uint64) (list []lowering) {
	for m := l.open(full, l.side.Other()); m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		n := l.counters[v]
		for left := range n {
			l.counters[v] = left
			if f.stands(l.ground, l.counters, without(full, v, left), pile, l.side) {
				list = append(list, lowering{v, left})
			}
		}
		l.counters[v] = n
	}
	for left := range pile {
		if f.stands(l.ground, l.counters, full, left, l.side) {
			list = append(list, lowering{onPile, left})
		}
	}
	return list
}

// list writes all lost positions, the largest first. The error is that of the context.
func (f *proof) list() ([]string, error) {
	all := make([]*lostPosition, 0, len(f.listed))
	for _, l := range f.listed {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b *lostPosition) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.key, b.key))
	})
	lines := make([]string, len(all))
	for i, l := range all {
		if i%checkEvery == 0 && f.limits.ctx.Err() != nil {
			return nil, f.limits.ctx.Err()
		}
		lines[i] = string(l.appendTo(nil, f))
	}
	return lines, nil
}
