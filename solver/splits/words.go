package splits

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

func (g *Justification) Short(r *theory.Reason) string {
	win, misere := r.Claim == theory.CanWin, g.Ending == games.Misere
	switch {
	case g.Kind == theory.RuleOnes && win:
		return theory.OnesWin(r, g.Single, g.Larger, g.SingleAfter, "your opponent takes", ", which loses")
	case g.Kind == theory.RuleOnes:
		return theory.OnesLoss(g.Single, "you take", ", which loses")
	case g.Kind == theory.RuleWhole:
		return "take the whole pile" + r.Aside() + ", and with it the last counter."
	case g.Kind == theory.RulePairs && win:
		leaves := r.Subject() + " leaves the piles in equal pairs. "
		if len(g.Piles) == 1 {
			leaves = r.Subject() + " leaves two equal piles. "
		}
		leaves += "Whatever your opponent does to a pile, do to its twin"
		if misere {
			return leaves + ", until one pile is above 1: leave an odd number of 1s."
		}
		return leaves + ", and the last move is yours."
	case g.Kind == theory.RulePairs:
		const answer = "the piles come in equal pairs. Whatever you do to a pile, your opponent does to its twin"
		if misere {
			return answer + ", until one pile is above 1: they leave an odd number of 1s."
		}
		return answer + ", and so makes the last move."
	}
	even, again := "the counts of 1s, 2s, 4s … are all even", "You must spoil that, and your opponent restores it."
	if win {
		even, again = r.Subject()+" makes the counts of 1s, 2s, 4s … all even", "They must spoil that; restore it."
	}
	switch {
	case misere && win:
		again = "Keep it so; at one pile above 1 leave an odd number of 1s."
	case misere:
		again = "Your opponent restores that; at one pile above 1 they leave an odd number of 1s."
	}
	counting, all := g.counting()
	if win && !all {
		again += r.Rest()
	}
	return even + counting + " " + again
}

// counting is a clause, with its full stop, on the sizes that don't count as themselves; of many only those
// in the lost position. all is false if other sizes may count otherwise.
func (g *Justification) counting() (clause string, all bool) {
	const listed, tried, long = 4, 64, 1_000_000
	largest := slices.Max(g.Piles)
	switch {
	case g.Form == Plain:
		return ".", true
	case g.Form == Lasker && largest > listed:
		return ", counting 3, 7, 11 … one more and 4, 8, 12 … one less.", true
	}
	var sizes []uint64
	for n := range min(largest, tried) {
		sizes = append(sizes, n+1)
	}
	others := g.others(sizes)
	if len(others) == 0 && largest <= tried {
		return ".", true
	}
	all = largest <= tried && len(others) <= listed
	if !all {
		others = g.others(slices.Sorted(slices.Values(g.Leaves())))
	}
	switch {
	case len(others) == 0:
		return ", each pile counting as its size for now.", all
	case len(others) > listed || largest > long:
		return ", counting some piles as one more or one less.", false
	}
	return ", counting " + words.And(others) + ".", all
}

func (g *Justification) others(sizes []uint64) (others []string) {
	for _, n := range slices.Compact(sizes) {
		if g.Of(n) != n {
			others = append(others, fmt.Sprintf("%d as %d", n, g.Of(n)))
		}
	}
	return others
}

func (g *Justification) Full(r *theory.Reason) []string {
	lines := g.full(r)
	if g.Ending == games.Misere && g.Kind != theory.RuleOnes {
		lines = append(lines, theory.MisereEnd(r.Claim == theory.CanWin, "pile", ""))
	}
	return lines
}

func (g *Justification) full(r *theory.Reason) []string {
	win := r.Claim == theory.CanWin
	runsOut := [...]string{", and your opponent runs out of moves first.", ", and you run out of moves first."}
	if g.Ending == games.Misere {
		runsOut = [...]string{".", "."}
	}
	switch {
	case g.Kind == theory.RuleOnes:
		return []string{theory.OnesFull}
	case g.Kind == theory.RuleWhole:
		return nil
	case g.Kind == theory.RulePairs && win:
		return []string{
			"How to go on: after it there is an even number of piles of each size. Your opponent takes from a pile or splits it; do the same to one that was equal to it.",
			"Why that works: after each of your moves the piles are in pairs again, so you always have an answer" + runsOut[0],
		}
	case g.Kind == theory.RulePairs:
		return []string{
			"How each move is answered: there is an even number of piles of each size. You take from a pile or split it, and your opponent does the same to one that was equal to it.",
			"Why that works: then the piles are in pairs again, so they always have an answer" + runsOut[1],
		}
	}
	lines := worthFull(g.Worth)
	values := make([]uint64, len(g.Piles))
	for i, n := range g.Piles {
		values[i] = g.Of(n)
	}
	if g.Form != Plain {
		lines = append(lines, counts(g.Piles, values))
	}
	lines = append(lines, "Write these numbers in binary, one below the other. The last line, called the nim-sum, has a 1 below each column with an odd number of 1s.")
	lines = append(lines, theory.Columns(values, g.NimSum)...)
	if !win {
		return append(lines,
			"It has no 1: every column is even, and every move changes what is counted, so it makes some column odd.",
			"How each move is answered: "+remedy(g.Worth, false))
	}
	if g.Splits() {
		small, large := g.Of(g.Parts[0]), g.Of(g.Parts[1])
		alone := fmt.Sprintf("A pile of %d would do, but that is not smaller. So the pile is split", g.To)
		switch {
		case g.Ending == games.Misere && g.Larger == 1: // a pile of g.To would win for another reason
			alone = "It is split"
		case g.To < g.From:
			alone = fmt.Sprintf("A pile of %d would do, and so does a split", g.To)
		}
		lines = append(lines, fmt.Sprintf("For all columns to become even, pile %s, now %d, must become something that counts %d. %s into %d and %d, which count %d and %d. Together, with 1 + 1 = 0 in each column, that is %d.",
			r.Move.Where, g.From, g.Want, alone, g.Parts[0], g.Parts[1], small, large, g.Want))
	} else {
		lines = append(lines, fmt.Sprintf("For all columns to become even, pile %s, now %d, must become something that counts %d, which is a pile of %d.",
			r.Move.Where, g.From, g.Want, g.To))
	}
	return append(lines, "How to go on: each reply makes some column odd. "+theory.Sentence(remedy(g.Worth, true)))
}

func remedy(w Worth, win bool) string {
	find := "find a pile whose number has a 1 in the leftmost odd column, flip its digits in all odd columns, and make that pile count the number you get"
	if !win {
		find = "your opponent finds a pile whose number has a 1 in the leftmost odd column, flips its digits in all odd columns, and makes that pile count the number they get"
	}
	const larger = ", by cutting it to the one size that counts so. If that size is larger, the pile is "
	switch w.Form {
	case Plain:
		return find + ": that is a smaller pile, and all columns are even again. A split changes nothing about that, as it makes columns odd like any move."
	case Lasker:
		return find + larger + "a 3, 7, 11 … that has to count as much as its size: a 1 is split off."
	case Two:
		return find + larger + "an even one that has to count as much as its size: its binary 1s are shared out to two parts, at least one to each, and 1 is added to both."
	default:
		return find + larger + fmt.Sprintf("an even one that has to count as much as its size: its binary 1s are shared out to two parts, to each at least one that is worth %d or more, and %d is added to both.", w.Power, w.Q/2)
	}
}

func worthFull(w Worth) []string {
	switch w.Form {
	case Lasker:
		return []string{"How piles count: as their size, but a 3, 7, 11 … (remainder 3 when divided by 4) as one more, and a 4, 8, 12 … (a multiple of 4) as one less."}
	case Two:
		return []string{"How piles count: as their size; but for a pile above 1, look at its size in binary: if there is an even number of 1s before the last digit, flip the last digit."}
	case Even:
		return []string{fmt.Sprintf("How piles count: as their size in binary; but the last digit is flipped if two things hold: the size has no 1 where %d (in binary %b) has one, and it has at least two 1s among the digits worth %d or more.", w.Half, w.Half, w.Power)}
	default:
		why := "the two parts add up to less than the pile, so their columns never give the pile's own number"
		if w.Q > 0 {
			why = fmt.Sprintf("as %d is odd, the two parts together are even where the pile is odd, and vice versa, so in the last column they never count what the pile does", w.Q)
		}
		return []string{"How piles count: as their size. Splitting changes nothing here: " + why + "."}
	}
}

func counts(piles, values []uint64) string {
	var texts []string
	hidden := 0
	seen := map[uint64]bool{}
	for i, n := range piles {
		switch {
		case values[i] == n || seen[n]:
			continue
		case len(texts) == theory.ShownPiles/2:
			hidden++
			continue
		}
		seen[n] = true
		texts = append(texts, fmt.Sprintf("%d (%b in binary) counts %d", n, n, values[i]))
		if bits.Len64(n) > 16 {
			texts[len(texts)-1] = fmt.Sprintf("%d counts %d", n, values[i])
		}
	}
	switch {
	case len(texts) == 0:
		return "Here every pile counts as its size."
	case hidden > 0:
		return "Here " + strings.Join(texts, ", ") + ", and so on; the others count as their size."
	default:
		return "Here " + words.And(texts) + "; the others count as their size."
	}
}

func (g *Justification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	if g.Ending == games.Misere {
		dst = jsonline.Number(dst, "ones", g.Single)
		dst = jsonline.Number(dst, "larger", g.Larger)
	}
	if r.Claim != theory.CanWin {
		return dst
	}
	dst = jsonline.Number(dst, "from", g.From)
	if g.Splits() {
		dst = fmt.Appendf(dst, `,"parts":[%d,%d]`, g.Parts[0], g.Parts[1])
	} else {
		dst = jsonline.Number(dst, "to", g.To)
	}
	dst = jsonline.Number(dst, "worth", g.Want)
	if g.Ending == games.Misere {
		dst = jsonline.Number(dst, "ones_left", g.SingleAfter)
	}
	return dst
}

func statement(w Worth, ending games.Ending) string {
	if ending == games.Misere {
		return statement(w, games.Normal) + theory.MisereStatement
	}
	const sum = "Each pile counts as a number: write it as a sum of different powers of two. The player to move loses if these numbers together contain an even number of each. "
	switch w.Form {
	case Lasker:
		return sum + "A pile counts as its size, but 3, 7, 11 … count as one more and 4, 8, 12 … as one less."
	case Two:
		return sum + "A pile counts as its size, but with the last binary digit flipped if it is above 1 and has an even number of 1s before the last digit."
	case Even:
		return sum + fmt.Sprintf("A pile counts as its size, but with the last binary digit flipped if it has no 1 in common with %d and at least two 1s from the digit of %d upwards.", w.Half, w.Power)
	default:
		return sum + "A pile counts as its size, as in Nim: splits change nothing."
	}
}

// Broken names an odd column that a move leaves, or, in misère play with at most one pile above 1,
// the number of ones.
func (g *Justification) Broken(_ games.Position, r *theory.Reason, move games.Move) string {
	if g.Ending == games.Misere && g.Larger < 2 {
		return theory.OnesBroken(g.Single, g.Larger, r.Say(move, theory.Subject))
	}
	of := "the piles"
	if g.Form != Plain {
		of = "what the piles count"
	}
	return theory.OddCount(of, g.NimSum, r.Say(move, theory.Subject))
}
