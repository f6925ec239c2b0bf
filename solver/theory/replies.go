package theory

// ReplyKind says what a reply makes of the stack that it is on.
type ReplyKind string

const (
	// Leave: K counters stay there.
	Leave ReplyKind = "leave"
	// Shift: K counters more stay there than the move has left on its own stack.
	Shift ReplyKind = "shift"
	// Over: there is none, the move has ended the game and lost it.
	Over ReplyKind = "over"
)

// Cover covers the parts 0 to n-1, in order, by as few answers as can be: it goes on with
// the one that reaches furthest, the first of those where several do. It asks for answers
// that may do for a part, and whether one does, and tells use of each answer from which
// part to which it reaches. Where no answer does for a part, ok is false, for this part
// alone.
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

// RestAnswered says of the answers for which a short form has no room that there are some.
const RestAnswered = " Every other move has an answer too."
