package piles

import (
	"fmt"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

func (g *BoundedJustification) Short(r *theory.Reason) string {
	win := r.Claim == theory.CanWin
	switch {
	case g.Round == 2:
		return g.byTurns(win)
	case g.Kind == theory.RuleWhole:
		return "take the whole pile" + r.Aside() + ", and so you take the last counter."
	case g.Kind == Rounds:
		return g.rounds(r)
	case g.Kind == theory.RuleOnes:
		return g.ones(r)
	case g.Kind == theory.RulePairs:
		of := NimJustification{g.Justification}
		return of.Short(r)
	}
	parts := theory.Parts(g.remainders())
	if g.Round <= 4 {
		parts = "2s and 1s"
	}
	counts := "the counts of " + parts
	even, again, end := counts+" are all even", "Your opponent makes them even again each time.", "They keep them even, and in the end leave an odd number of 1s."
	if win {
		even, again, end = r.Subject()+" makes "+counts+" all even", "Make them even again each time.", "Keep them even; once all can count 0 or 1, leave an odd number of 1s."
	}
	if g.Ending == games.Misere {
		again = end
	}
	return fmt.Sprintf("%s, each pile counting its remainder when divided by %d. %s", even, g.Round, again)
}

func (g *BoundedJustification) byTurns(win bool) string {
	total := uint64(0)
	for _, n := range g.Piles {
		total += n % 2
	}
	who, last := [2]string{"an even", "an odd"}[total%2], "your opponent takes the last one"
	if total%2 == 1 {
		last = "you take the last one"
	}
	if g.Ending == games.Misere {
		last += ", which loses"
	}
	if win {
		return fmt.Sprintf("every move takes 1, and %s number of counters is left: %s.", who, last)
	}
	return fmt.Sprintf("every move takes 1, and %s number of counters is left, so %s.", who, last)
}

func (g *BoundedJustification) rounds(r *theory.Reason) string {
	win, left := r.Claim == theory.CanWin, g.Leaves()
	what, from := fmt.Sprintf("only multiples of %d", g.Round), " from it"
	if len(left) == 1 {
		what, from = fmt.Sprintf("%d, a multiple of %d", left[0], g.Round), ""
		if g.Ending == games.Misere {
			what = fmt.Sprintf("%d, one more than a multiple of %d", left[0], g.Round)
		}
		if left[0] == 1 {
			return theory.OnesWin(r, 0, 1, 1, "your opponent takes", ", which loses")
		}
	}
	if !win {
		last := "and with it the last counter."
		if g.Ending == games.Misere {
			last = "and leaves the last counter to you."
		}
		return fmt.Sprintf("there are %s. Whatever you take, your opponent takes the rest of %d%s, %s", what, g.Round, from, last)
	}
	last := "the last counter is yours."
	if g.Ending == games.Misere {
		last = "the last counter is theirs, which loses."
	}
	answer := fmt.Sprintf("Whatever your opponent takes, take the rest of %d%s: ", g.Round, from) + last
	return r.Subject() + " leaves " + what + ". " + answer
}

func (g *BoundedJustification) ones(r *theory.Reason) string {
	if r.Claim == theory.CanWin {
		return r.Subject() + fmt.Sprintf(" leaves an odd number of piles that are one above a multiple of %d, "+
			"and all others at a multiple. Make that number odd again each time.", g.Round)
	}
	return fmt.Sprintf("an odd number of piles are one above a multiple of %d, and all others are multiples. "+
		"Your opponent makes that number odd again each time.", g.Round)
}

func (g *BoundedJustification) remainders() (counts []uint64) {
	for _, n := range g.Piles {
		counts = append(counts, g.Of(n))
	}
	return counts
}

func (g *BoundedJustification) Full(r *theory.Reason) []string {
	win := r.Claim == theory.CanWin
	var lines []string
	if win {
		lines = append(lines, "The move: "+nimMove(r, &NimJustification{g.Justification})+".")
	}
	if g.Kind == theory.RuleWhole || g.Round == 2 {
		return lines
	}
	rest := fmt.Sprintf("How piles count: each as its remainder when divided by %d. "+
		"A round is %[1]d counters: whatever one player takes from a pile, the other can take the rest of %[1]d "+
		"from it, and the pile counts as before.", g.Round)
	lines = append(lines, rest)
	switch {
	case g.Kind == Rounds && g.Ending == games.Misere:
		return append(lines, "Who wins: one pile is lost for the player to move if it counts 1. "+
			"The rounds end with a single counter, which that player must take.")
	case g.Kind == Rounds:
		return append(lines, "Who wins: piles that all count 0 are lost for the player to move. "+
			"Each round ends with the other player, and so does the last one.")
	case g.Kind == theory.RulePairs:
		return append(lines[:len(lines)-1], pairsFull(win)...)
	case g.Kind == theory.RuleOnes:
		return append(lines, fmt.Sprintf("Who wins: with piles that count 0 or 1 only, the player to move loses if an "+
			"odd number of them counts 1. If a pile that counted 1 was reduced by 1, take 1 from another such pile; "+
			"if there is none, take %d from a pile that counts 0.", g.Round-1))
	}
	lines = append(lines, "Write what the piles count in binary, one below the other. "+
		"The last line, called the nim-sum, has a 1 below each column with an odd number of 1s.")
	lines = append(lines, theory.Columns(g.remainders(), g.NimSum)...)
	if win {
		lines = append(lines, fmt.Sprintf("The move makes a pile that counts %d count %d, and all columns become even.", g.Of(g.From), g.Of(g.To)))
	} else {
		lines = append(lines, "It has no 1: every column is even. A move changes what one pile counts, so it makes a column odd.")
	}
	lines = append(lines, "How a move is answered: if it made a pile count more, take the rest of the round from "+
		"that pile. Else find the leftmost odd column and a pile with a 1 in it, and flip its digits in all odd columns.")
	if g.Ending == games.Misere {
		lines = append(lines, "The end: nobody wants the last counter. So when only one pile counts 2 or more, "+
			"make it count 0 or 1, whichever leaves an odd number of piles that count 1.")
	}
	return lines
}

func (g *BoundedJustification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	return g.Justification.AppendJSON(jsonline.Number(dst, "round", g.Round), r)
}

// Broken says what the winning move leaves and what this move leaves.
func (g *BoundedJustification) Broken(p games.Position, r *theory.Reason, move games.Move) string {
	left := games.Filled(g.Piles)
	switch {
	case g.Round == 2:
		return ""
	case len(left) == 1 && g.Ending == games.Misere:
		return fmt.Sprintf("A winning move leaves one more than a multiple of %d; %s leaves %d.", g.Round, r.Say(move, theory.Subject), left[0])
	case len(left) == 1:
		return fmt.Sprintf("A winning move leaves a multiple of %d; %s leaves %d.", g.Round, r.Say(move, theory.Subject), left[0])
	case g.Ending == games.Misere && g.Larger < 2:
		return fmt.Sprintf("Of piles one above a multiple of %d a winning move leaves an odd number, and no others; "+
			"%s does not.", g.Round, r.Say(move, theory.Subject))
	}
	return theory.OddCount(fmt.Sprintf("the remainders by %d", g.Round), g.NimSum, r.Say(move, theory.Subject))
}

func boundedStatement(v *games.Variant) string {
	alone, end := "a multiple of", ""
	if v.Ending == games.Misere {
		alone, end = "one above a multiple of", " That holds as long as a pile counts 2 or more. "+
			"Otherwise they lose if an odd number of piles counts 1."
	}
	const text = "One pile is lost for the player to move if it is %s %d: whatever they take, " +
		"the other can take the rest of %[2]d. Each of several piles counts as its remainder when divided by %[2]d. " +
		"Write that as a sum of %s, each at most once. The player to move loses if the piles together contain an even " +
		"number of each.%s"
	return fmt.Sprintf(text, alone, v.Parameter+1, theory.AllParts, end)
}
