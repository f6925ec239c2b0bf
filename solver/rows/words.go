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
	left, right := g.Replies()
	goesOn := slices.ContainsFunc(append(slices.Clone(left), right...), func(r Reply) bool { return r.Kind != theory.Over })
	if r.Claim != theory.CanWin || !goesOn {
		return g.Likely(r)
	}
	does, keep, equal := "leaves "+endsLeft(g)+". ", "", "an even number"
	switch {
	case g.Kind == Equal && g.game == misere:
		return r.Subject() + " " + does + "Copy each move at the other end." + theory.Then1s(true)
	case g.Kind == Equal && g.game == normal:
		return r.Subject() + " " + does + "Copy each move at the other end."
	case g.Kind == Equal:
		does += "Keep both ends worth the same"
	default:
		does, keep = fmt.Sprintf("makes both ends worth %d", g.Left.Worth()), " Keep them the same."
	}
	switch g.game {
	case misere:
		equal += ", of 1s odd"
	case loop:
		equal = "an odd number"
	}
	return r.Subject() + " " + does + ": the pile, +1 in an odd run of equal piles before a higher one." + keep +
		" Of equal piles alone leave " + equal + "."
}

// Likely is Short by answers: all of them if they are few, else the one to the likeliest move.
func (g *Justification) Likely(r *theory.Reason) string {
	if g.Kind == theory.RuleWhole {
		return g.Short(r)
	}
	win := r.Claim == theory.CanWin
	state := fmt.Sprintf("the ends are %d and %d. ", g.Row[0], g.Row[len(g.Row)-1])
	if win {
		state = r.Subject() + " leaves " + endsLeft(g) + ". "
	}
	left, right := g.Replies()
	replies := g.phrases(left, right)
	few := len(replies) < 2 || !win && len(replies) == 2 && replies[0].here == "an end" // the same at both ends
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
		return "ends of " + number(first) + " and " + number(last)
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

const worthOfAnEnd = "An end is worth its pile, and 1 more if its run of equal piles, with a higher next one, is odd in number."

func endsRule(g *Justification, win bool) []string {
	row := "this row"
	if win {
		row = "the row that it leaves"
	}
	lines := []string{"How to tell a lost row by yourself: the player to move loses a row if both its ends are worth the same. " +
		worthOfAnEnd + equalPiles(g.game)}
	if k := len(g.Row); k == 1 {
		return append(lines, fmt.Sprintf("So %s loses: it is a single pile of %d.", row, g.Row[0]))
	} else if g.Kind == Equal {
		return append(lines, fmt.Sprintf("So %s loses: its %d piles are all %d, and %d is %s.", row, k, g.Row[0], k, theory.Parity(k)))
	}
	return append(lines, worth("left", g.Left)+" "+worth("right", g.Right), fmt.Sprintf("So in %s both ends are worth %d.", row, g.Left.Worth()))
}

// equalPiles says which rows of equal piles are lost.
func equalPiles(g game) string {
	switch g {
	case misere:
		return " A row of equal piles is lost if it has an even number of piles of 2 or more, or an odd number of piles of 1."
	case loop:
		return " A row of equal piles is lost if their number is odd."
	default:
		return " A row of equal piles is lost if their number is even."
	}
}

func worth(name string, e End) string {
	times, next := "once", "lower"
	if e.Run > 1 {
		times = fmt.Sprintf("%d times", e.Run)
	}
	if e.Beyond > e.Height {
		next = "higher"
	}
	return fmt.Sprintf("At the %s end %d stands %s, and the %d beyond is %s: %d in number, so the end is worth %d.",
		name, e.Height, times, e.Beyond, next, e.Count(), e.Worth())
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
	return worthOfAnEnd + " The player to move loses if both ends are worth the same. So only moves that bring one end to " +
		"within 1 of the other, or take it whole, can win." + equalPiles(g)
}

// Broken says what is wrong with the ends after a move.
func (g *Justification) Broken(p games.Position, why *theory.Reason, move games.Move) string {
	row, ok := p.(*endnim.Row)
	if !ok || len(row.Piles()) < 2 {
		return ""
	}
	piles, wrong := rowOf(row.Piles()), why.Say(move, theory.Subject)
	if piles.equal() {
		number := "even"
		if g.game == loop || g.game == misere && piles.ends[0] == 1 {
			number = "odd"
		}
		return fmt.Sprintf("Of equal piles a winning move leaves an %s number; %s leaves %d.", number, wrong, len(piles.piles))
	}
	l, r := piles.both()
	return fmt.Sprintf("A winning move makes both ends worth the same; %s makes them worth %d and %d. ", wrong, l.Worth(), r.Worth()) + worthOfAnEnd
}
