package theory

// ReplyKind is the effect of a reply on its stack.
type ReplyKind string

const (
	// Leave: K counters remain.
	Leave ReplyKind = "leave"
	// Shift: K more counters remain than the move left on its own stack.
	Shift ReplyKind = "shift"
	// Over: the move has ended the game and lost it, so there is no reply.
	Over ReplyKind = "over"
)

// Cover covers the parts 0 to n-1 greedily with as few answers as possible; ties go to the first.
// attempts returns candidate answers for a part, and answers says whether one suits a part. use
// gets each answer with its range of parts; ok is false for a part without an answer.
func Cover[T any](n int, attempts func(part int) []T, answers func(part int, try T) bool, use func(first, last int, answer T, ok bool)) {
	for i := 0; i < n; {
		var best T
		end := i
		for _, try := range attempts(i) {
			reached := i
			for reached < n && answers(reached, try) {
				reached++
			}
			if reached > end {
				best, end = try, reached
			}
		}
		ok := end > i
		if !ok {
			end = i + 1
		}
		use(i, end-1, best, ok)
		i = end
	}
}

// Rest ends a short form without room for all answers.
func (r *Reason) Rest() string {
	switch {
	case r.Claim != CanWin:
		return " Anything else loses as well."
	case r.Done:
		return ""
	default:
		return " Ask again after each move."
	}
}

// A person can work out the count of a part with at most HandMoves moves, if it is at most HandCount.
const HandMoves, HandCount = 16, 15

// LeastCounts is the winner's plan in parts that count as piles of Nim, if a person may count them.
func LeastCounts(misere bool) string {
	const text = " Keep it so: each counts the least number no move on it leaves."
	if misere {
		return text + " Of 1s alone leave an odd number."
	}
	return text
}
