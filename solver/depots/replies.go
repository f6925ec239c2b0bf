package depots

import (
	"cmp"
	"slices"

	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// Reply answers the moves on one stack of a lost position that leave Low to High counters. Stacks
// are identified by vertex.
type Reply struct {
	Stack     int
	Low, High uint64
	// Answer is the stack that the reply lowers, possibly Stack itself. Kind (Leave or Shift) and K
	// determine how far.
	Answer int
	Kind   theory.ReplyKind
	K      int64
}

func (r Reply) To(left uint64) uint64 {
	if r.Kind == theory.Shift {
		return left + uint64(r.K)
	}
	return uint64(r.K)
}

// grouped covers the moves on a stack with as few replies as possible. answers[x] are the winning answers to
// a move that leaves x; without one there is no reply. Of equally good answers it prefers one on a stack as
// high as the moved one.
func grouped(counters []uint64, stack int, answers [][]lowering) (replies []Reply) {
	theory.Cover(len(answers), func(x int) []Reply {
		list := slices.Clone(answers[x])
		slices.SortStableFunc(list, func(a, b lowering) int {
			return cmp.Compare(unlike(counters, stack, a), unlike(counters, stack, b))
		})
		var attempts []Reply
		for _, l := range list {
			attempts = append(attempts,
				Reply{Stack: stack, Answer: l.vertex, Kind: theory.Shift, K: int64(l.left) - int64(x)},
				Reply{Stack: stack, Answer: l.vertex, Kind: theory.Leave, K: int64(l.left)})
		}
		return attempts
	}, func(x int, try Reply) bool {
		return slices.Contains(answers[x], lowering{try.Answer, try.To(uint64(x))})
	}, func(first, last int, r Reply, ok bool) {
		if !ok {
			return
		}
		r.Low, r.High = uint64(first), uint64(last)
		if first == last {
			r.Kind, r.K = theory.Leave, int64(r.To(r.Low))
		}
		replies = append(replies, r)
	})
	return replies
}

func unlike(counters []uint64, stack int, l lowering) int {
	if l.vertex != stack && counters[l.vertex] == counters[stack] {
		return 0
	}
	return 1
}

const maxAnswered = 4096

// replies answers the moves in a lost position; all is true if it answers every one. It finds one answer for
// each move first, so that an interrupted search has a result, and then all answers, from which it makes
// rules.
func (q *question) replies() (replies []Reply, all bool) {
	type moves struct {
		stack   int
		answers [][]lowering
	}
	var list []moves
	left := uint64(maxAnswered)
	all = true
	for v, open := range q.Open(q.Turn().Owner) {
		n := q.Counters()[v]
		switch {
		case !open:
		case n > left:
			all = false
		default:
			left -= n
			list = append(list, moves{v, make([][]lowering, n)})
		}
	}
	for _, enough := range []bool{true, false} {
		for _, m := range list {
			for x := range m.answers {
				found, err := q.answersTo(lowering{m.stack, uint64(x)}, enough)
				if err != nil {
					all = all && !enough
					break
				}
				m.answers[x] = found
			}
		}
		if !all {
			break
		}
	}
	for _, m := range list {
		replies = append(replies, grouped(q.Counters(), m.stack, m.answers)...)
	}
	return replies, all
}

func (q *question) answersTo(move lowering, enough bool) ([]lowering, error) {
	next, err := q.Play(move.on(q.Position))
	if err != nil {
		return nil, err
	}
	after := *q
	after.Position, after.enough = next.(*depotnim.Position), enough
	winning, _, err := after.winning(maxStacks)
	answers := make([]lowering, len(winning))
	for i, m := range winning {
		v := int(m.Index)
		answers[i] = lowering{v, after.Counters()[v] - m.Count}
	}
	return answers, err
}
