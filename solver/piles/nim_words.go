package piles

import (
	"fmt"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

type hand struct {
	you, they         string
	youTake, theyTake string
}

var (
	ownHand = hand{you: "you take", they: "your opponent takes"}
	// In Total-Reverse Nim the last counter counts for the other player.
	normalHand = hand{you: "your hand takes", they: "your opponent's hand takes",
		youTake: ", which loses for them", theyTake: ", which loses for you"}
	misereHand = hand{you: "your hand takes", they: "your opponent's hand takes",
		youTake: ", which wins for them", theyTake: ", which wins for you"}
	misereOwnHand = hand{you: "you take", they: "your opponent takes", youTake: ", which loses", theyTake: ", which loses"}
)

func handOf(ending games.Ending) hand {
	if ending == games.Misere {
		return misereHand
	}
	return normalHand
}

// handRule explains Total-Reverse Nim; ending is the ending of the hands' Nim.
func handRule(ending games.Ending) string {
	if ending == games.Misere {
		return "You make your opponent's moves and they make yours. The player whose turn empties the board wins, " +
			"so the hand that takes the last counter loses. Each of you plays misère Nim with your own hand."
	}
	return "You make your opponent's moves and they make yours. The player whose turn empties the board loses, " +
		"so the hand that takes the last counter wins. Each of you plays Nim with your own hand."
}

func (g *NimJustification) Short(r *theory.Reason) string {
	if g.Ending == games.Misere {
		return g.short(r, misereOwnHand)
	}
	return g.short(r, ownHand)
}

func (g *NimJustification) short(r *theory.Reason, h hand) string {
	if r.Claim == theory.CanWin {
		return nimWin(r, g, h)
	}
	return nimLoss(g, h)
}

func (g *HandJustification) Short(r *theory.Reason) string {
	return g.short(r, handOf(g.Ending))
}

func (g *HandJustification) Full(r *theory.Reason) []string {
	return append([]string{handRule(g.Ending)}, g.NimJustification.Full(r)...)
}

func nimWin(r *theory.Reason, g *NimJustification, h hand) string {
	move := r.Subject()
	last := "so " + h.you + " the last counter" + h.youTake + "."
	switch g.Kind {
	case theory.RuleWhole:
		return "take the whole pile" + r.Aside() + ", and so " + h.you + " the last counter" + h.youTake + "."
	case theory.RuleOnes:
		return theory.OnesWin(r, g.Single, g.Larger, g.SingleAfter, h.they, h.theyTake)
	case theory.RulePairs:
		leaves, plan := " leaves the piles in equal pairs. ", "Whatever your opponent takes from a pile, take the same from its twin"
		if len(g.Piles) <= 3 {
			leaves, plan = " leaves two equal piles. ", "Copy each of your opponent's moves on the other pile"
		}
		leaves = move + leaves + plan
		if g.Ending == games.Misere {
			return leaves + ", until one pile is above 1: leave an odd number of 1s."
		}
		return leaves + "; " + last
	}
	even := move + " makes the counts of " + theory.Parts(g.Piles) + " in the piles all even. "
	if g.Ending == games.Misere {
		return even + "Keep them even; at just one pile above 1 leave an odd number of 1s."
	}
	return even + "They must spoil that; restore it, and " + h.you + " the last counter."
}

func nimLoss(g *NimJustification, h hand) string {
	last := ", and so their hand takes the last counter" + h.theyTake + "."
	if h == ownHand {
		last = ", and takes the last counter."
	}
	switch g.Kind {
	case theory.RuleOnes:
		return theory.OnesLoss(g.Single, h.you, h.youTake)
	case theory.RulePairs:
		answer := "the piles come in equal pairs. Whatever you take from a pile, your opponent takes from its twin"
		if len(g.Piles) == 2 {
			answer = "the two piles are equal. Whatever you take from one pile, your opponent takes from the other"
		}
		if g.Ending == games.Misere {
			return answer + ", until one pile is above 1: they leave an odd number of 1s."
		}
		return answer + last
	}
	counts := "the counts of " + theory.Parts(g.Piles) + " in the piles are all even"
	if g.Ending == games.Misere {
		return counts + ". Your opponent keeps them even; at just one pile above 1 they leave an odd number of 1s."
	}
	if h != ownHand {
		last = "."
	}
	return counts + ". You must spoil that; your opponent restores it" + last
}

func (g *NimJustification) Full(r *theory.Reason) []string {
	win := r.Claim == theory.CanWin
	var lines []string
	if win {
		lines = append(lines, "The move: "+nimMove(r, g)+".")
	}
	switch g.Kind {
	case theory.RuleWhole:
		return lines
	case theory.RuleOnes:
		return append(lines, theory.OnesFull)
	case theory.RulePairs:
		lines = append(lines, pairsFull(win)...)
	default:
		lines = append(lines, columnsFull(g, win)...)
	}
	if g.Ending == games.Misere {
		lines = append(lines, theory.MisereEnd(win, "pile", ""))
	}
	return lines
}

func nimMove(r *theory.Reason, g *NimJustification) string {
	m := r.Move
	if g.To == 0 {
		return fmt.Sprintf("take all of pile %s, which has %d%s", m.Where, g.From, r.Aside())
	}
	return fmt.Sprintf("take %d from pile %s, which leaves %d of its %d%s", m.Count, m.Where, g.To, g.From, r.Aside())
}

func pairsFull(win bool) []string {
	if win {
		return []string{
			"How to go on: after it there is an even number of piles of each size. Your opponent changes one pile; " +
				"do the same to one that was equal to it.",
			"Why that works: after each of your moves the piles are in pairs again, so there is always a pile on which you can copy.",
		}
	}
	return []string{
		"How each move is answered: there is an even number of piles of each size. You change one pile, " +
			"and your opponent does the same to one that was equal to it.",
		"Why that works: then the piles are in pairs again, so there is always a pile on which they can copy you.",
	}
}

func columnsFull(g *NimJustification, win bool) []string {
	lines := []string{"Write the piles in binary, one below the other: the columns, from the right, are the " + theory.AllParts + " that they are made of. The last line, called the nim-sum, has a 1 below each column with an odd number of 1s."}
	lines = append(lines, theory.Columns(g.Piles, g.NimSum)...)
	if !win {
		return append(lines,
			"It has no 1: every column is even. A move changes one pile, so it makes the columns odd in which that pile's "+
				"digits change, one at least.",
			"How each move is answered: your opponent looks for the leftmost odd column and a pile with a 1 in it, "+
				"and flips that pile's digits in all odd columns. That makes the pile smaller, so it is a legal move, "+
				"and all columns are even again.")
	}
	return append(lines,
		fmt.Sprintf("The move cuts a pile of %d, in binary %b, to %d, in binary %b: its digits in the odd columns are "+
			"flipped, and all columns become even.",
			g.From, g.From, g.To, g.To),
		"How to go on: your opponent changes one pile and so makes at least one column odd. "+
			"Find the leftmost odd column and a pile with a 1 in it, and flip that pile's digits in all odd columns. "+
			"That makes the pile smaller, so it is a legal move, and all columns are even again.")
}

func (g *NimJustification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	dst = jsonline.Number(dst, "ones", g.Single)
	dst = jsonline.Number(dst, "larger", g.Larger)
	if r.Claim == theory.CanWin {
		dst = jsonline.Number(dst, "from", g.From)
		dst = jsonline.Number(dst, "to", g.To)
		dst = jsonline.Number(dst, "ones_left", g.SingleAfter)
	}
	return dst
}

// AppendJSON appends the rule of the hand's Nim and its numbers.
func (g *HandJustification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	return g.NimJustification.AppendJSON(jsonline.Text(dst, "hand_rule", string(g.Kind)), r)
}

func nimStatement(ending games.Ending) string {
	const sum = "Write each pile as a sum of different powers of two: 7 is 4 + 2 + 1. " +
		"The player to move loses if all piles together contain an even number of each. " +
		"Otherwise they win, because one pile can be cut so that all these counts become even. " +
		"From even counts every move makes one odd. In binary each column has an even number of 1s then: the nim-sum is 0."
	if ending == games.Misere {
		return sum + theory.MisereStatement
	}
	return sum
}
