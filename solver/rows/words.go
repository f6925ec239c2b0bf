package rows

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// shortRow is the most piles of a row whose answers a short form may list: those of longer
// ones hardly ever fit.
const shortRow = 8

// Short is the short form in End-Nim.
func (g *Ground) Short(r *theory.Reason, room int) string {
	if g.Kind == theory.RuleWhole {
		if g.game == loop {
			return theory.Code(r.Move) + " takes the " + end(r.Move.Where == "R") + " pile whole, which leaves a single one."
		}
		return "take the last pile whole (" + theory.Code(r.Move) + ")."
	}
	win := r.Claim == theory.CanWin
	state, again := "", " You can answer every reply by leaving such a row again: the whole reason lists how."
	if win {
		state = theory.Code(r.Move) + " leaves " + endsLeft(g) + "."
	} else {
		state = "the ends are " + number(g.Row[0]) + " and " + number(g.Row[len(g.Row)-1]) + "."
		again = " Your opponent can answer every move by leaving such a row again: the whole reason lists how."
	}
	var texts []string
	if len(g.Row) <= shortRow {
		left, right := g.Replies()
		answers := sentences(answersOf(g, left, right, win), win)
		if win {
			answers = state + " " + answers
		}
		texts = append(texts, answers)
		if mostlyCopied(left) && mostlyCopied(right) {
			copies := " Then mostly leave at one end what your opponent leaves at the other: the whole reason lists every answer."
			if !win {
				copies = " Your opponent mostly leaves at one end what you leave at the other: the whole reason lists every answer."
			}
			texts = append(texts, state+copies)
		}
	}
	return theory.Fit(room, append(texts, state+again)...)
}

// number writes a number of counters.
func number(n uint64) string { return strconv.FormatUint(n, 10) }

// end names an end of a row.
func end(right bool) string {
	if right {
		return "right"
	}
	return "left"
}

// endsLeft describes the lost row that a move leaves.
func endsLeft(g *Ground) string {
	first, last := g.Row[0], g.Row[len(g.Row)-1]
	switch {
	case len(g.Row) == 1:
		return fmt.Sprintf("a single pile of %d", first)
	case g.Kind == Equal && len(g.Row) == 2:
		return fmt.Sprintf("two equal piles of %d", first)
	case g.Kind == Equal:
		return fmt.Sprintf("%d equal piles of %d", len(g.Row), first)
	case first == last:
		return number(first) + " at both ends"
	default:
		return number(first) + " at the left end and " + number(last) + " at the right"
	}
}

// answer is how some moves at an end are answered, in words.
type answer struct {
	when string // "leave 1 or 2 at an end", as an order
	then string // "leave the same at the other", as an order
	they string // "leaves the same at the other"
}

// answersOf puts the replies on a lost row into words: those of both ends at once where
// they mirror each other.
func answersOf(g *Ground, left, right []Reply, win bool) []answer {
	var answers []answer
	if mirrored(g, left, right) {
		for _, r := range left {
			answers = append(answers, answerOf(g, r, false, "an end", "the other end"))
		}
		return answers
	}
	for i, replies := range [2][]Reply{left, right} {
		for _, r := range replies {
			answers = append(answers, answerOf(g, r, i == 1, "the "+end(i == 1)+" end", "the "+end(i == 0)+" end"))
		}
	}
	return answers
}

// mirrored reports whether the answers at the right end are those at the left end, seen
// from there. Where a pile behind an end is named, that has to be the same too.
func mirrored(g *Ground, left, right []Reply) bool {
	if len(left) != len(right) {
		return false
	}
	last := len(g.Row) - 1
	for i, r := range right {
		r.Right = !r.Right
		if last == 0 || r.Kind == Over {
			r.Right = left[i].Right
		}
		if left[i] != r {
			return false
		}
	}
	return g.Row[0] == g.Row[last] && (last == 0 || g.Row[1] == g.Row[last-1])
}

// answerOf puts one reply to moves at one end into words.
func answerOf(g *Ground, r Reply, atRight bool, here, there string) answer {
	a := answer{when: left(r, here)}
	last := len(g.Row) - 1
	single := last == 0 || last == 1 && r.High == 0 // after the move
	same := r.Right == atRight && !single
	switch {
	case r.Kind == Over:
		a.then, a.they = "that ends the game", "that ends the game"
	case single && r.K == 0 && r.High == 0:
		a.then = "take the last pile"
	case r.Kind == Shift && r.K == 0 && r.High == 0:
		a.then = "clear " + there
	case r.Kind == Shift && r.K == 0:
		a.then = "leave the same at " + there
	case r.Kind == Shift && r.K > 0:
		a.then = fmt.Sprintf("leave %d more at %s", r.K, there)
	case r.Kind == Shift:
		a.then = fmt.Sprintf("leave %d less at %s", -r.K, there)
	case single && r.K == 0:
		a.then = "take the last pile"
	case single:
		a.then = fmt.Sprintf("cut the last pile to %d", r.K)
	case same && r.High > 0 && r.K == 0:
		a.then = "take the rest of it"
	case same && r.High > 0:
		a.then = fmt.Sprintf("cut the rest of it to %d", r.K)
	case r.K == 0:
		a.then = "take " + standing(g, r, atRight, there)
	default:
		a.then = fmt.Sprintf("cut %s to %d", standing(g, r, atRight, there), r.K)
	}
	if a.they == "" {
		verb, rest, _ := strings.Cut(a.then, " ")
		a.they = verb + "s " + rest
	}
	return a
}

// left writes what a move leaves at an end, as an order.
func left(r Reply, here string) string {
	switch {
	case r.High == 0:
		return "clear " + here
	case r.Low == 0:
		return fmt.Sprintf("leave %d or fewer at %s", r.High, here)
	case r.Low == r.High:
		return fmt.Sprintf("leave %d at %s", r.Low, here)
	case r.Low+1 == r.High:
		return fmt.Sprintf("leave %d or %d at %s", r.Low, r.High, here)
	default:
		return fmt.Sprintf("leave %d to %d at %s", r.Low, r.High, here)
	}
}

// standing names the pile that a reply cuts, where that is not the one of the move.
func standing(g *Ground, r Reply, atRight bool, there string) string {
	last := len(g.Row) - 1
	if r.Right != atRight {
		far := g.Row[0]
		if r.Right {
			far = g.Row[last]
		}
		return fmt.Sprintf("the %d at %s", far, there)
	}
	next := g.Row[1]
	if r.Right {
		next = g.Row[last-1]
	}
	if last == 2 && next != g.Row[0] && next != g.Row[2] { // it can be no other
		return fmt.Sprintf("the %d", next)
	}
	return fmt.Sprintf("the %d behind it", next)
}

// sentences joins answers: orders to the winner, or what the loser has to expect.
func sentences(answers []answer, win bool) string {
	parts := make([]string, len(answers))
	for i, a := range answers {
		over := a.then == "that ends the game"
		switch {
		case win && over:
			parts[i] = "if they " + a.when + ", they lose at once"
		case win:
			parts[i] = "if they " + a.when + ", " + a.then
		case over:
			parts[i] = a.when + ", and you lose at once"
		case i == 0:
			parts[i] = a.when + ", and your opponent " + a.they
		default:
			parts[i] = a.when + ", and they " + a.then
		}
	}
	text := strings.Join(parts, "; ") + "."
	if win { // these stand behind a sentence
		return theory.Sentence(text)
	}
	return text
}

// mostlyCopied reports whether most moves at an end are answered by leaving as much at the
// other end.
func mostlyCopied(replies []Reply) bool {
	var copied, all uint64
	for _, r := range replies {
		n := r.High - r.Low + 1
		all += n
		if r.Kind == Shift && r.K == 0 {
			copied += n
		}
	}
	return copied > all/2
}

// Full is the whole reason in End-Nim.
func (g *Ground) Full(r *theory.Reason) []string {
	var lines []string
	win := r.Claim == theory.CanWin
	if win {
		winning := make([]string, len(g.Winning))
		for i, m := range g.Winning {
			winning[i] = m.String()
		}
		if len(winning) == 1 {
			lines = append(lines, "The only move that wins: "+winning[0]+".")
		} else {
			lines = append(lines, "The moves that win: "+theory.And(winning)+".")
		}
	}
	if g.Kind == theory.RuleWhole {
		return lines
	}
	leftEnd, rightEnd := g.Replies()
	if win {
		lines = append(lines, "How to go on after "+r.Move.String()+":")
	} else {
		lines = append(lines, "How each move is answered:")
	}
	for _, a := range answersOf(g, leftEnd, rightEnd, win) {
		lines = append(lines, "- "+theory.Sentence(sentences([]answer{a}, win)))
	}
	return append(lines, endsRule(g, win)...)
}

// endsRule says how to tell a lost row.
func endsRule(g *Ground, win bool) []string {
	row := "this row"
	if win {
		row = "the row that it leaves"
	}
	equal := "A row of equal piles loses for whoever has to move if their number is even."
	switch g.game {
	case misere:
		equal = "A row of equal piles loses for whoever has to move if their number is even, a row of 1s if it is odd."
	case loop:
		equal = "A row of equal piles loses for whoever has to move if their number is odd."
	}
	if g.Kind == Equal {
		return []string{"Why that works: " + strings.ToLower(equal[:1]) + equal[1:] + fmt.Sprintf(" In %s it is %d.", row, len(g.Row))}
	}
	l, r := g.Left.Count(), g.Right.Count()
	lines := []string{
		"How to tell such a row by yourself: at each end count the equal piles that stand together, and add 1 if the pile beyond them is higher. Let l be that count at the left end and r at the right.",
		"A row loses for whoever has to move if its ends are equal and l + r is even, or if they are one apart, the count of the lower end is odd and that of the higher is even. " + equal,
		counted("left", "l", g.Left) + " " + counted("right", "r", g.Right),
	}
	if g.Left.Height == g.Right.Height {
		return append(lines, fmt.Sprintf("So in %s the ends are equal and l + r = %d is even.", row, l+r))
	}
	low, high, lowCount, highCount := "left", "right", l, r
	if g.Left.Height > g.Right.Height {
		low, high, lowCount, highCount = high, low, highCount, lowCount
	}
	return append(lines, fmt.Sprintf("So in %s the ends are one apart, the count of the lower, %s one is %d, odd, and that of the higher, %s one is %d, even.", row, low, lowCount, high, highCount))
}

// counted works out the count of an end.
func counted(name, letter string, e End) string {
	times := "once"
	if e.Run > 1 {
		times = fmt.Sprintf("%d times", e.Run)
	}
	if e.Beyond > e.Height {
		return fmt.Sprintf("At the %s end %d stands %s, and the %d beyond is higher: %s = %d + 1 = %d.", name, e.Height, times, e.Beyond, letter, e.Run, e.Count())
	}
	return fmt.Sprintf("At the %s end %d stands %s, and the %d beyond is lower: %s = %d.", name, e.Height, times, e.Beyond, letter, e.Count())
}

// AppendJSON appends the ends of the lost row and how every move on it is answered, as lists
// [low, high, end, kind, k].
func (g *Ground) AppendJSON(dst []byte, r *theory.Reason) []byte {
	if g.Kind == Ends {
		dst = jsonline.Number(dst, "left_end", g.Left.Height)
		dst = jsonline.Number(dst, "left_count", g.Left.Count())
		dst = jsonline.Number(dst, "right_end", g.Right.Height)
		dst = jsonline.Number(dst, "right_count", g.Right.Count())
	}
	if r.Claim == theory.CanWin { // the answers are those of the row that the move leaves
		return dst
	}
	left, right := g.Replies()
	return appendReplies(append(dst, `,"replies":`...), left, right)
}

// appendReplies appends the replies to moves at both ends as an object.
func appendReplies(dst []byte, left, right []Reply) []byte {
	dst = jsonline.List(append(dst, '{'), "L", left, appendReply)
	return append(jsonline.List(dst, "R", right, appendReply), '}')
}

func appendReply(dst []byte, r *Reply) []byte {
	end := "L"
	switch {
	case r.Kind == Over:
		end = ""
	case r.Right:
		end = "R"
	}
	dst = strconv.AppendUint(append(dst, '['), r.Low, 10)
	dst = strconv.AppendUint(append(dst, ','), r.High, 10)
	dst = jsonline.String(append(dst, ','), end)
	dst = jsonline.String(append(dst, ','), string(r.Kind))
	return append(strconv.AppendInt(append(dst, ','), r.K, 10), ']')
}

// statement is the theorem in words.
func statement(g game) string {
	const text = "At each end count the equal piles that stand together, and add 1 if the pile beyond them is higher: call that l at the left end and r at the right. Whoever moves next loses if the end piles are equal and l + r is even, or if one is higher by 1, the count of the lower end is odd and that of the higher end is even. So only moves that bring one end to within 1 of the other, or take it whole, can win."
	switch g {
	case misere:
		return text + " A row of equal piles is lost if it has an even number of piles of 2 or more, or an odd number of piles of 1."
	case loop:
		return text + " A row of equal piles is lost if their number is odd."
	default:
		return text + " A row of equal piles is lost if their number is even."
	}
}
