package depots

import (
	"cmp"
	"slices"

	"nimatron/solver/theory"
)

// Reply answers the moves on one stack of a lost position that leave Low to High counters
// there. Stacks are numbers of vertices.
type Reply struct {
	Stack     int
	Low, High uint64
	// Answer is the stack that the answer lowers, which may be Stack itself. Kind, Leave or
	// Shift, and K say to what.
	Answer int
	Kind   theory.ReplyKind
	K      int64
}

// To returns how many counters the answer leaves on its stack after a move that has left
// so many on the other one.
func (r Reply) To(left uint64) uint64 {
	if r.Kind == theory.Shift {
		return left + uint64(r.K)
	}
	return uint64(r.K)
}

// grouped covers the moves on a stack of a lost position by as few replies as can be. The
// answers that are known to win after the move that leaves x are answers[x]; to a move
// without any there is no reply. Of answers that reach as far it takes a stack with as many
// counters as the one of the move, else the first.
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
		if first == last { // of one number both say the same
			r.Kind, r.K = theory.Leave, int64(r.To(r.Low))
		}
		replies = append(replies, r)
	})
	return replies
}

// unlike is 0 for an answer on another stack with as many counters as that of the move.
func unlike(counters []uint64, stack int, l lowering) int {
	if l.vertex != stack && counters[l.vertex] == counters[stack] {
		return 0
	}
	return 1
}
