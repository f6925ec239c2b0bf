package splits

import (
	"fmt"
	"math/bits"
	"strings"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Short is the short form in Split-q-Nim.
func (g *Ground) Short(r *theory.Reason, room int) string {
	win := r.Claim == theory.CanWin
	switch {
	case g.Kind == theory.RuleWhole:
		return "take the whole pile (" + theory.Code(r.Move) + "), and with it the last counter."
	case g.Kind == Pairs && win:
		leaves := theory.Code(r.Move) + " leaves the piles in equal pairs. "
		if len(g.Piles) == 1 {
			leaves = theory.Code(r.Move) + " leaves two equal piles. "
		}
		return leaves + "Whatever your opponent does to a pile, do to its twin, and the last move is yours."
	case g.Kind == Pairs:
		return "the piles come in equal pairs. Whatever you do to a pile, your opponent does to its twin, and so makes the last move."
	}
	values := make([]uint64, len(g.Piles))
	for i, n := range g.Piles {
		values[i] = g.Of(n)
	}
	counts := "the counts of " + theory.Parts(values) + " in the piles"
	even := counts + " are all even"
	brief := "the counts of 1s, 2s, 4s … are all even"
	after := [...]string{" Whatever you do makes one odd, and your opponent makes all even again.", " Your opponent restores that each time."}
	if win {
		even = theory.Code(r.Move) + " makes " + counts + " all even"
		after = [...]string{" Each reply makes one odd; make all even again.", " Keep it so."}
		brief = theory.Code(r.Move) + " makes the counts of 1s, 2s, 4s … all even"
	}
	counted := counting(g.Worth)
	return theory.Fit(room, even+counted+after[0], even+counted+after[1], brief+counted+after[1], brief+counting(Worth{})+after[0])
}

// counting says in a clause how the piles count, with the full stop before it or after.
func counting(w Worth) string {
	switch w.Form {
	case Lasker:
		return ", counting 3, 7, 11 … as one more and 4, 8, 12 … as one less."
	case Two:
		return ", once the last digit of each above 1 with an even number of 1s before it is flipped."
	case Even:
		return fmt.Sprintf(", once the last digit of each is flipped that has no 1 in common with %d and two or more from %d up.", w.Half, w.Power)
	default:
		return "."
	}
}

// Full is the whole reason in Split-q-Nim.
func (g *Ground) Full(r *theory.Reason) []string {
	win := r.Claim == theory.CanWin
	switch {
	case g.Kind == theory.RuleWhole:
		return nil
	case g.Kind == Pairs && win:
		return []string{
			"How to go on: after it there is an even number of piles of each size. Your opponent takes from a pile or splits it; do the same to one that was equal to it.",
			"Why that works: after each of your moves the piles are in pairs again, so you always have an answer, and your opponent runs out of moves first.",
		}
	case g.Kind == Pairs:
		return []string{
			"How each move is answered: there is an even number of piles of each size. You take from a pile or split it, and your opponent does the same to one that was equal to it.",
			"Why that works: then the piles are in pairs again, so they always have an answer, and you run out of moves first.",
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
		alone := "A pile of %d would do, but that is no smaller; so it is split"
		if g.To < g.From {
			alone = "A pile of %d would do, and so it does to split it"
		}
		lines = append(lines, fmt.Sprintf("For all columns to become even, pile %s, now %d, has to be made into something that counts %d. "+alone+" into %d and %d, which count %d and %d: together, with 1 + 1 = 0 in each column, that is %d.",
			r.Move.Where, g.From, g.Want, g.To, g.Parts[0], g.Parts[1], small, large, g.Want))
	} else {
		lines = append(lines, fmt.Sprintf("For all columns to become even, pile %s, now %d, has to be made into something that counts %d, which is a pile of %d.",
			r.Move.Where, g.From, g.Want, g.To))
	}
	return append(lines, "How to go on: each reply makes some column odd. "+theory.Sentence(remedy(g.Worth, true)))
}

// remedy says how a position with an odd column is answered.
func remedy(w Worth, win bool) string {
	find := "find a pile whose number has a 1 in the leftmost odd column, flip its digits in all odd columns, and make that pile count the number that comes of it"
	if !win {
		find = "your opponent finds a pile whose number has a 1 in the leftmost odd column, flips its digits in all odd columns, and makes that pile count the number that comes of it"
	}
	const larger = ", by cutting it to the one size that counts so. Where that size is larger, the pile is "
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

// worthFull says how piles count.
func worthFull(w Worth) []string {
	switch w.Form {
	case Lasker:
		return []string{"How piles count: as their size, but a 3, 7, 11 … (remainder 3 when divided by 4) as one more, and a 4, 8, 12 … (a multiple of 4) as one less."}
	case Two:
		return []string{"How piles count: as their size; but of a pile above 1, look at its size in binary: if there is an even number of 1s before the last digit, flip the last digit."}
	case Even:
		return []string{fmt.Sprintf("How piles count: as their size in binary; but the last digit is flipped if two things hold: the size has no 1 where %d (in binary %b) has one, and it has at least two 1s among the digits worth %d or more.", w.Half, w.Half, w.Power)}
	default:
		why := "the two parts add up to less than the pile, so their columns never give the pile's own number"
		if w.Q > 0 {
			why = fmt.Sprintf("as %d is odd, the two parts together are even where the pile is odd and the other way round, so their last columns never agree with its", w.Q)
		}
		return []string{"How piles count: as their size. Splitting changes nothing here: " + why + "."}
	}
}

// counts lists what the piles count, those that count their size left out.
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
		return "Here every pile counts its size."
	case hidden > 0:
		return "Here " + strings.Join(texts, ", ") + ", and so on; the others count their size."
	default:
		return "Here " + theory.And(texts) + "; the others count their size."
	}
}

// AppendJSON appends the numbers of the rule.
func (g *Ground) AppendJSON(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	if r.Claim != theory.CanWin {
		return dst
	}
	dst = jsonline.Number(dst, "from", g.From)
	if g.Splits() {
		dst = fmt.Appendf(dst, `,"parts":[%d,%d]`, g.Parts[0], g.Parts[1])
	} else {
		dst = jsonline.Number(dst, "to", g.To)
	}
	return jsonline.Number(dst, "worth", g.Want)
}

// statement is the theorem in words.
func statement(w Worth) string {
	const sum = "Each pile counts as a number, which is made of " + theory.AllParts + ", none of them twice. Whoever moves next loses if these numbers together contain an even number of each. "
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

// Broken names the odd column that a move leaves.
func (g *Ground) Broken(_ games.Position, _ *theory.Reason, move games.Move) string {
	of := "the piles"
	if g.Form != Plain {
		of = "what the piles count"
	}
	return theory.OddCount(of, g.NimSum, move)
}
