package rows

import (
	"slices"

	"nimatron/games"
	"nimatron/solver/theory"
)

// Reply answers the moves on one end of a lost row that leave Low to High counters there. If 0 are
// left, the next pile becomes the end.
type Reply struct {
	Low, High uint64
	Kind      theory.ReplyKind
	// Side is the end on which the reply is made, in the row after the move. A single pile is both.
	Side games.Side
	// K is the parameter of the kind: -1, 0 or 1 with Shift.
	K int64
}

func (r Reply) height(left uint64) uint64 {
	if r.Kind == theory.Shift {
		return left + uint64(r.K)
	}
	return uint64(r.K)
}

func (g game) replies(piles []uint64) (left, right []Reply) {
	if g.over(len(piles)) {
		return nil, nil
	}
	return g.repliesTo(piles, games.Left), g.repliesTo(piles, games.Right)
}

// repliesTo covers the moves on one end greedily with as few answers as possible. The result of an
// answer changes only near the heights of the other end and of the ends' neighbours, and near 1
// because of misère play. Between those one test suffices.
func (g game) repliesTo(piles []uint64, s games.Side) []Reply {
	row := rowOf(piles)
	var cuts [maxCuts]uint64
	var room [maxCuts]part
	var tries [maxAttempts]Reply
	parts := appendParts(room[:0], cuts[:0], piles, row.ends[s])
	replies := make([]Reply, 0, 4)
	theory.Cover(len(parts), func(i int) []Reply {
		if g.over(len(row.lowered(s, parts[i].low).piles)) {
			return nil
		}
		return appendAttempts(tries[:0], row, s, parts[i].low)
	}, func(i int, try Reply) bool {
		return g.answers(row, s, parts[i].low, try)
	}, func(first, last int, r Reply, ok bool) {
		if !ok {
			r.Kind = theory.Over
		}
		r.Low, r.High = parts[first].low, parts[last].high
		if r.Low == r.High && r.K != 0 && r.Kind == theory.Shift { // for a single number both kinds are the same
			r.Kind, r.K = theory.Leave, int64(r.Low)+r.K
		}
		replies = append(replies, r)
	})
	return replies
}

type part struct{ low, high uint64 }

const (
	// maxCuts bounds the parts, maxAttempts the answers to try.
	maxCuts     = 20
	maxAttempts = 11
)

func appendParts(parts []part, cuts, piles []uint64, height uint64) []part {
	last := len(piles) - 1
	cuts = append(cuts, 0, 1, 2, 3)
	for _, n := range [...]uint64{piles[0], piles[last], piles[min(1, last)], piles[max(0, last-1)]} {
		for d := range uint64(4) { // from one below, because a shift may add 1
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

// appendAttempts lists possible answers to a move that leaves rest: first the same number at the
// other end, then one more or less, then the candidates of Corollary 11 of docs/theory/theory.md.
func appendAttempts(attempts []Reply, r row, s games.Side, rest uint64) []Reply {
	if len(r.piles) > 1 {
		for _, k := range [...]int64{0, -1, 1} {
			attempts = append(attempts, Reply{Kind: theory.Shift, Side: s.Other(), K: k})
		}
	}
	r = r.lowered(s, rest)
	for _, side := range [...]games.Side{s, s.Other()} {
		opposite := r.ends[side.Other()]
		if len(r.piles) == 1 {
			opposite = 1 // so that 0 and 1 are near it
		}
		for _, k := range [...]uint64{opposite + 1, opposite, opposite - 1} {
			if 0 < k && k < r.ends[side] {
				attempts = append(attempts, Reply{Kind: theory.Leave, Side: side, K: int64(k)})
			}
		}
		attempts = append(attempts, Reply{Kind: theory.Leave, Side: side})
	}
	return attempts
}

func (g game) answers(r row, s games.Side, rest uint64, reply Reply) bool {
	moved := r.lowered(s, rest)
	if g.over(len(moved.piles)) {
		return false
	}
	if reply.Kind == theory.Shift && reply.K < 0 && rest == 0 {
		return false
	}
	to := reply.height(rest)
	return to < moved.ends[reply.Side] && g.lost(moved.lowered(reply.Side, to))
}
