package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

func (g *Justification) Short(r *theory.Reason) string {
	if g.Kind == theory.RuleWhole {
		if g.game == loop {
			return r.Subject() + " takes the " + games.Side(r.Move.Index).String() + " pile whole, which leaves a single pile."
		}
		return "take the last pile whole" + r.Aside() + "."
	}
	win := r.Claim == theory.CanWin
	state := fmt.Sprintf("the ends are %d and %d. ", g.Row[0], g.Row[len(g.Row)-1])
	if win {
		state = r.Subject() + " leaves " + endsLeft(g) + ". "
	}
	left, right := g.Replies()
	replies := g.phrases(left, right)
	few := len(replies) < 2 || len(replies) == 2 && replies[0].here == "an end" // the same at both ends
	switch {
	case !few:
		likely := slices.MaxFunc(replies, func(a, b phrase) int { return cmp.Compare(a.High-a.Low, b.High-b.Low) })
		return state + theory.Sentence(g.sentences([]phrase{likely}, win)) + r.Rest()
	case !win:
		return g.sentences(replies, win)
	}
	all := state + g.sentences(replies, win)
	if slices.ContainsFunc(replies, func(t phrase) bool { return t.Kind != theory.Over }) {
		all += r.Rest()
	}
	return all
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }

func endsLeft(g *Justification) string {
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

type phrase struct {
	Reply
	side        games.Side
	here, there string
}

// phrases returns the replies in words, once for both ends if they are symmetric.
func (g *Justification) phrases(left, right []Reply) []phrase {
	list := make([]phrase, 0, len(left)+len(right))
	if mirrored(g, left, right) {
		for _, r := range left {
			list = append(list, phrase{r, games.Left, "an end", "the other end"})
		}
		return list
	}
	for s, replies := range [...][]Reply{left, right} {
		for _, r := range replies {
			side := games.Side(s)
			list = append(list, phrase{r, side, "the " + side.String() + " end", "the " + side.Other().String() + " end"})
		}
	}
	return list
}

type answer struct {
	when string // the move, in the imperative: "leave 1 or 2 at an end"
	then theory.Act
}

func mirrored(g *Justification, left, right []Reply) bool {
	if len(left) != len(right) {
		return false
	}
	last := len(g.Row) - 1
	for i, r := range right {
		r.Side = r.Side.Other()
		if last == 0 || r.Kind == theory.Over {
			r.Side = left[i].Side
		}
		if left[i] != r {
			return false
		}
	}
	return g.Row[0] == g.Row[last] && (last == 0 || g.Row[1] == g.Row[last-1])
}

func (g *Justification) answer(t phrase) answer {
	r, there := t.Reply, t.there
	a := answer{when: left(r, t.here)}
	last := len(g.Row) - 1
	single := last == 0 || last == 1 && r.High == 0 // after the move a single pile remains
	same := r.Side == t.side && !single
	switch {
	case r.Kind == theory.Over: // nothing is said of it
	case single && r.K == 0 && r.High == 0:
		a.then = theory.Do("take", "the last pile")
	case r.Kind == theory.Shift && r.K == 0 && r.High == 0:
		a.then = theory.Do("clear", "%s", there)
	case r.Kind == theory.Shift && r.K == 0:
		a.then = theory.Do("leave", "the same at %s", there)
	case r.Kind == theory.Shift && r.K > 0:
		a.then = theory.Do("leave", "%d more at %s", r.K, there)
	case r.Kind == theory.Shift:
		a.then = theory.Do("leave", "%d less at %s", -r.K, there)
	case single && r.K == 0:
		a.then = theory.Do("take", "the last pile")
	case single:
		a.then = theory.Do("cut", "the last pile to %d", r.K)
	case same && r.High > 0 && r.K == 0:
		a.then = theory.Do("take", "the rest of it")
	case same && r.High > 0:
		a.then = theory.Do("cut", "the rest of it to %d", r.K)
	case r.K == 0:
		a.then = theory.Do("take", "%s", g.standing(t))
	default:
		a.then = theory.Do("cut", "%s to %d", g.standing(t), r.K)
	}
	return a
}

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

// standing names the pile that a reply lowers, unless the move was on it.
func (g *Justification) standing(t phrase) string {
	last := len(g.Row) - 1
	end := int(t.Side) * last
	if t.Side != t.side {
		return fmt.Sprintf("the %d at %s", g.Row[end], t.there)
	}
	next := g.Row[end+1-2*int(t.Side)]
	if last == 2 && next != g.Row[0] && next != g.Row[2] { // no other pile that it could be has this size
		return fmt.Sprintf("the %d", next)
	}
	return fmt.Sprintf("the %d behind it", next)
}

func (g *Justification) sentences(replies []phrase, win bool) string {
	parts := make([]string, len(replies))
	for i, t := range replies {
		a := g.answer(t)
		over := t.Kind == theory.Over
		switch {
		case win && over:
			parts[i] = "if they " + a.when + ", they lose at once"
		case win:
			parts[i] = "if they " + a.when + ", " + a.then.String()
		case over:
			parts[i] = a.when + ", and you lose at once"
		case i == 0:
			parts[i] = a.when + ", and your opponent " + a.then.Theirs()
		default:
			parts[i] = a.when + ", and they " + a.then.String()
		}
	}
	text := strings.Join(parts, "; ") + "."
	if win {
		return theory.Sentence(text)
	}
	return text
}

func (g *Justification) Full(r *theory.Reason) []string {
	var lines []string
	win := r.Claim == theory.CanWin
	if win {
		winning := words.Each(g.Winning, func(m games.Move) string { return r.Say(m, theory.Subject) })
		if len(winning) == 1 {
			lines = append(lines, "The only move that wins: "+winning[0]+".")
		} else {
			lines = append(lines, "The moves that win: "+words.And(winning)+".")
		}
	}
	if g.Kind == theory.RuleWhole {
		return lines
	}
	leftEnd, rightEnd := g.Replies()
	if win {
		lines = append(lines, "How to go on after "+r.Subject()+":")
	} else {
		lines = append(lines, "How each move is answered:")
	}
	for _, t := range g.phrases(leftEnd, rightEnd) {
		lines = append(lines, "- "+theory.Sentence(g.sentences([]phrase{t}, win)))
	}
	return append(lines, endsRule(g, win)...)
}

func endsRule(g *Justification, win bool) []string {
	row := "this row"
	if win {
		row = "the row that it leaves"
	}
	equal := "The player to move loses a row of equal piles if their number is even."
	switch g.game {
	case misere:
		equal = "The player to move loses a row of equal piles if their number is even, and a row of 1s if it is odd."
	case loop:
		equal = "The player to move loses a row of equal piles if their number is odd."
	}
	lines := []string{
		"How to tell a lost row by yourself: at each end count the equal piles that stand together, " +
			"and add 1 if the pile beyond them is higher. Let l be that count at the left end and r at the right.",
		"The player to move loses a row if its ends are equal and l + r is even. They also lose it if the ends are one " +
			"apart, the lower end has an odd count and the higher end an even one. " + equal,
	}
	if k := len(g.Row); g.Kind == Equal {
		if k == 1 {
			return append(lines, fmt.Sprintf("So %s loses: it is a single pile of %d.", row, g.Row[0]))
		}
		return append(lines, fmt.Sprintf("So %s loses: its %d piles are all %d, and %d is %s.", row, k, g.Row[0], k, theory.Parity(k)))
	}
	l, r := g.Left.Count(), g.Right.Count()
	lines = append(lines, counted("left", "l", g.Left)+" "+counted("right", "r", g.Right))
	if g.Left.Height == g.Right.Height {
		return append(lines, fmt.Sprintf("So in %s the ends are equal and l + r = %d is even.", row, l+r))
	}
	low, high, lowCount, highCount := "left", "right", l, r
	if g.Left.Height > g.Right.Height {
		low, high, lowCount, highCount = high, low, highCount, lowCount
	}
	return append(lines, fmt.Sprintf("So in %s the ends are one apart: the lower, %s end has the odd count %d, "+
		"and the higher, %s end the even count %d.", row, low, lowCount, high, highCount))
}

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

// AppendJSON appends the ends of the lost row and the answers to every move, as lists [low, high,
// end, kind, k].
func (g *Justification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	if g.Kind == Ends {
		dst = jsonline.Number(dst, "left_end", g.Left.Height)
		dst = jsonline.Number(dst, "left_count", g.Left.Count())
		dst = jsonline.Number(dst, "right_end", g.Right.Height)
		dst = jsonline.Number(dst, "right_count", g.Right.Count())
	}
	if g.Kind == theory.RuleWhole {
		return dst
	}
	left, right := g.Replies()
	return appendReplies(append(dst, `,"replies":`...), left, right)
}

func appendReplies(dst []byte, left, right []Reply) []byte {
	dst = jsonline.List(append(dst, '{'), "L", left, appendReply)
	return append(jsonline.List(dst, "R", right, appendReply), '}')
}

func appendReply(dst []byte, r *Reply) []byte {
	end := "L"
	switch {
	case r.Kind == theory.Over:
		end = ""
	case r.Side == games.Right:
		end = "R"
	}
	dst = jsonline.Uint(append(dst, '['), r.Low)
	dst = jsonline.Uint(append(dst, ','), r.High)
	dst = jsonline.String(append(dst, ','), end)
	dst = jsonline.String(append(dst, ','), string(r.Kind))
	return append(jsonline.Int(append(dst, ','), r.K), ']')
}

func statement(g game) string {
	const text = "At each end count the equal piles that stand together, and add 1 if the pile beyond them is " +
		"higher: call that l at the left end and r at the right. The player to move loses if the end piles are equal " +
		"and l + r is even. They also lose if one is higher by 1, the lower end has an odd count and the higher end an " +
		"even one. So only moves that bring one end to within 1 of the other, or take it whole, can win."
	switch g {
	case misere:
		return text + " A row of equal piles is lost if it has an even number of piles of 2 or more, or an odd number of piles of 1."
	case loop:
		return text + " A row of equal piles is lost if their number is odd."
	default:
		return text + " A row of equal piles is lost if their number is even."
	}
}

// Broken says what is wrong with the ends after a move.
func (g *Justification) Broken(p games.Position, why *theory.Reason, move games.Move) string {
	row, ok := p.(*endnim.Row)
	if !ok || len(row.Piles()) < 2 {
		return ""
	}
	piles, wrong := rowOf(row.Piles()), why.Say(move, theory.Subject)
	l, r := piles.both()
	const count = " The count of an end is its equal piles that stand together, plus 1 if a higher one follows."
	switch low, high := l, r; {
	case piles.equal():
		number := "even"
		if g.game == loop || g.game == misere && piles.ends[0] == 1 {
			number = "odd"
		}
		return fmt.Sprintf("Of equal piles a winning move leaves an %s number; %s leaves %d.", number, wrong, len(piles.piles))
	case l.Height == r.Height:
		return fmt.Sprintf("Equal ends win if their counts add up to an even number; %s leaves the counts %d and %d.", wrong, l.Count(), r.Count()) + count
	case l.Height > r.Height+1 || r.Height > l.Height+1:
		return fmt.Sprintf("A winning move leaves ends that are equal or one apart; %s leaves %d and %d.", wrong, l.Height, r.Height)
	default:
		if low.Height > high.Height {
			low, high = high, low
		}
		return fmt.Sprintf("Ends one apart win if the count of the lower one is odd and that of the higher one even; "+
			"%s leaves the counts %d and %d.", wrong, low.Count(), high.Count()) + count
	}
}
