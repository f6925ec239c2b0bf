package rows

import (
	"slices"

	"nimatron/solver/theory"
)

// Reply answers the moves on one end of a lost row that leave Low to High counters there;
// where nothing is left the pile is gone, and its neighbour is the end.
type Reply struct {
	Low, High uint64
	Kind      theory.ReplyKind
	// Right says that the reply is on the right end, as the row is after the move. Of a
	// single pile both ends are the same.
	Right bool
	// K is the number of the kind; with Shift it is -1, 0 or 1.
	K int64
}

// height returns what the reply leaves of its end after a move that left so many.
func (r Reply) height(left uint64) uint64 {
	if r.Kind == theory.Shift {
		return left + uint64(r.K)
	}
	return uint64(r.K)
}

// replies returns the answers to every move on a lost row, by the end of the move.
func (g game) replies(piles []uint64) (left, right []Reply) {
	if g.over(len(piles)) {
		return nil, nil
	}
	return g.repliesTo(piles, true), g.repliesTo(piles, false)
}

// repliesTo covers what a move can leave at one end by as few answers as can be, as it
// goes on with the one that reaches furthest. What an answer makes of the row changes only
// near the heights of the other end and of the piles beside both ends, and near 1, where
// misère play has a rule of its own; so that between those one look is enough.
func (g game) repliesTo(piles []uint64, left bool) []Reply {
	height := rowOf(piles).last
	if left {
		height = piles[0]
	}
	var cuts [maxCuts]uint64
	var room [maxCuts]part
	var tries [maxAttempts]Reply
	parts := appendParts(room[:0], cuts[:0], piles, height)
	replies := make([]Reply, 0, 4)
	theory.Cover(len(parts), func(i int) []Reply {
		if g.over(len(after(piles, left, parts[i].low).piles)) {
			return nil
		}
		return appendAttempts(tries[:0], piles, left, parts[i].low)
	}, func(i int, try Reply) bool {
		return g.answers(piles, left, parts[i].low, try)
	}, func(first, last int, r Reply, ok bool) {
		if !ok {
			r.Kind = theory.Over
		}
		r.Low, r.High = parts[first].low, parts[last].high
		if r.Low == r.High && r.K != 0 && r.Kind == theory.Shift { // of one number both say the same
			r.Kind, r.K = theory.Leave, int64(r.Low)+r.K
		}
		replies = append(replies, r)
	})
	return replies
}

// part is a range of what a move can leave in which every answer does the same.
type part struct{ low, high uint64 }

const (
	// maxCuts is the most places where parts begin, and maxAttempts the most answers to try.
	maxCuts     = 20
	maxAttempts = 11
)

// appendParts cuts up what a move on an end of that height can leave; cuts is room.
func appendParts(parts []part, cuts, piles []uint64, height uint64) []part {
	last := len(piles) - 1
	cuts = append(cuts, 0, 1, 2, 3)
	for _, n := range [...]uint64{piles[0], piles[last], piles[min(1, last)], piles[max(0, last-1)]} {
		for d := range uint64(4) { // from one below, which a shift brings to n
			cuts = append(cuts, n+d-1)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i, low := range cuts {
		if low >= height {
			break
		}
		high := height - 1
		if i+1 < len(cuts) {
			high = min(high, cuts[i+1]-1)
		}
		parts = append(parts, part{low, high})
	}
	return parts
}

// appendAttempts lists answers to a move that leaves so many at one end: first to leave as
// many at the other end, then about as many, then what Corollary 11 of docs/theory.md
// has besides: about as many as opposite, or nothing.
func appendAttempts(attempts []Reply, piles []uint64, left bool, rest uint64) []Reply {
	if len(piles) > 1 {
		attempts = append(attempts,
			Reply{Kind: theory.Shift, Right: left, K: 0},
			Reply{Kind: theory.Shift, Right: left, K: -1},
			Reply{Kind: theory.Shift, Right: left, K: 1})
	}
	r := after(piles, left, rest)
	for _, right := range [...]bool{!left, left} {
		height, opposite := r.first, other(r, right)
		if right {
			height = r.last
		}
		for _, k := range [...]uint64{opposite + 1, opposite, opposite - 1} {
			if 0 < k && k < height {
				attempts = append(attempts, Reply{Kind: theory.Leave, Right: right, K: int64(k)})
			}
		}
		attempts = append(attempts, Reply{Kind: theory.Leave, Right: right})
	}
	return attempts
}

// other returns the height opposite to an end; of a single pile that is 0 or 1 more,
// so that 1 and 0 are among what is near it.
func other(r row, right bool) uint64 {
	switch {
	case len(r.piles) == 1:
		return 1
	case right:
		return r.first
	default:
		return r.last
	}
}

// answers reports whether a reply to a move that leaves so many at one end is legal and
// leaves a lost row.
func (g game) answers(piles []uint64, left bool, rest uint64, reply Reply) bool {
	moved := after(piles, left, rest)
	if g.over(len(moved.piles)) {
		return false
	}
	if reply.Kind == theory.Shift && reply.K < 0 && rest == 0 {
		return false
	}
	to := reply.height(rest)
	if reply.Right && to >= moved.last || !reply.Right && to >= moved.first {
		return false
	}
	return g.lost(moved.lowered(!reply.Right, to))
}

// lowered returns the row with one of its own ends lowered to a height, or removed.
func (r row) lowered(left bool, height uint64) row {
	if height > 0 {
		switch {
		case len(r.piles) == 1:
			return row{r.piles, height, height}
		case left:
			return row{r.piles, height, r.last}
		default:
			return row{r.piles, r.first, height}
		}
	}
	rest := r.piles[1:]
	if !left {
		rest = r.piles[:len(r.piles)-1]
	}
	switch {
	case len(rest) == 0:
		return row{}
	case len(rest) == 1 && left:
		return row{rest, r.last, r.last}
	case len(rest) == 1:
		return row{rest, r.first, r.first}
	case left:
		return row{rest, rest[0], r.last}
	default:
		return row{rest, r.first, rest[len(rest)-1]}
	}
}
