package piles

import (
	"fmt"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

func (g *ReverseJustification) exceptLast() string {
	if g.TakeLast {
		return " (or nothing of the last above 1)"
	}
	return ""
}

func ofThem(n int) string { return fmt.Sprintf("%s (%d)", theory.Parity(n), n) }

// lastTurn says in whose turn the last of some piles of 1 is taken, and with what effect. own is
// set if the first is taken in the turn of the player who decides.
func (g *ReverseJustification) lastTurn(ones int, own bool) string {
	whose, wins := "your opponent's", "which loses for them"
	if own == (ones%2 == 1) {
		whose, wins = "your", "which wins for you"
		if g.Ending == games.Misere {
			wins = "which loses for you"
		}
	} else if g.Ending == games.Normal {
		wins = "which wins for them"
	}
	return fmt.Sprintf("goes on %s turn, %s.", whose, wins)
}

func (g *ReverseJustification) Short(r *theory.Reason) string {
	win := r.Claim == theory.CanWin
	switch {
	case g.Naming && g.Larger == 0 && g.Single == 1:
		return "a single counter is left, and it " + g.lastTurn(1, g.Own)
	case g.Naming && g.Larger == 0:
		return fmt.Sprintf("only 1s are left, %d of them, and nobody has a choice: the last one %s", g.Single, g.lastTurn(g.Single, g.Own))
	case g.Naming && win:
		return fmt.Sprintf("name a pile of 1%s, and always do so; when you say the number, leave exactly 1%s.", r.Aside(), g.exceptLast())
	case g.Naming && g.Larger == 1 && g.TakeLast && g.Single == 0:
		return "of the only pile your opponent leaves nothing: the last counter " + g.lastTurn(1, g.Own)
	case g.Naming && g.Larger == 1 && g.TakeLast:
		return fmt.Sprintf("the number of 1s is %s. Of the larger pile your opponent leaves nothing; "+
			"the last 1 %s If you name a 1, so do they.",
			ofThem(g.Single), g.lastTurn(g.Single, !g.Own))
	case g.Naming && g.Single == 0:
		return fmt.Sprintf("there is no 1. Whatever you name, your opponent leaves exactly 1 of it%s. "+
			"So there is a 1 whenever they name, and they name it.", g.exceptLast())
	case g.Naming:
		return fmt.Sprintf("the number of 1s is %s. Name a 1 and it goes; of a larger pile your opponent leaves exactly 1%s. "+
			"So it is odd when they name.", ofThem(g.Single), g.exceptLast())
	case win:
		return g.numberWin(r)
	case g.LargerAfter == 0 && g.SingleAfter == 0:
		return "the 1 that was named is the last counter, and it " + g.lastTurn(1, g.Own)
	case g.LargerAfter == 0:
		return fmt.Sprintf("a 1 was named and is removed. Then only 1s are left, %d of them, and nobody has a choice: "+
			"the last one %s", g.SingleAfter, g.lastTurn(g.SingleAfter, !g.Own))
	default:
		return fmt.Sprintf("a 1 was named and is removed, so the number of 1s is %s when they name next. "+
			"They always name a 1, and leave exactly 1%s.",
			ofThem(g.SingleAfter), g.exceptLast())
	}
}

func (g *ReverseJustification) numberWin(r *theory.Reason) string {
	say := fmt.Sprintf("say %d%s", r.Move.Count, r.Aside())
	switch {
	case g.LargerAfter == 0 && g.SingleAfter == 0:
		whose := "your opponent's turn, which loses for them."
		if g.Own {
			whose = "your turn, which wins."
		}
		return say + ": that empties the board in " + whose
	case g.LargerAfter == 0:
		only := fmt.Sprintf("only 1s are left, %d of them", g.SingleAfter)
		if g.SingleAfter == 1 {
			only = "a single 1 is left"
		}
		return fmt.Sprintf("%s. Then %s, and nobody has a choice: the last one %s", say, only, g.lastTurn(g.SingleAfter, !g.Own))
	}
	return say + fmt.Sprintf(": then the number of 1s is %s when you name next. Then name a 1, and leave exactly 1 when "+
		"you say the number%s.", ofThem(g.SingleAfter), g.exceptLast())
}

func (g *ReverseJustification) Full(r *theory.Reason) []string {
	roles := "One player names a pile and the other says how many counters leave it. " +
		"Here you name the pile when it is your turn, and say the number when it is your opponent's."
	if g.Naming != g.Own {
		roles = "One player names a pile and the other says how many counters leave it. " +
			"Here you say the number when it is your turn, and name the pile when it is your opponent's."
	}
	lines := []string{
		roles,
		fmt.Sprintf("Piles of exactly 1 on the board: %d. Larger ones: %d.", g.Single, g.Larger),
	}
	if g.Larger > 0 {
		lines = append(lines, g.strategyFull(r)...)
	}
	whose := "an odd"
	if !g.OddWinsAlone {
		whose = "an even"
	}
	end := "wins"
	if g.Ending == games.Misere {
		end = "loses"
	}
	return append(lines, fmt.Sprintf("The end: when only 1s are left nobody has a choice, each turn takes one, "+
		"and the player whose turn takes the last one %s. So that turns out well for the player whose turn it is with "+
		"%s number of 1s.", end, whose))
}

func (g *ReverseJustification) strategyFull(r *theory.Reason) []string {
	last, aside := "", ""
	if g.TakeLast {
		aside = ", until the last larger pile goes"
		last = " Only of the last pile above 1 nothing is left."
	}
	how := "How to go on: when you name a pile, name a 1. When you say the number for a larger pile, leave exactly 1 of it."
	if r.Claim == theory.AllLose {
		how = "How each choice is answered: when your opponent names a pile, they name a 1. " +
			"When they say the number for a larger pile, they leave exactly 1 of it."
	}
	return []string{how + last,
		"Why that works: a 1 that is named is gone, whatever number is said. So every turn changes the number of 1s by one" + aside + ": a 1 goes, or a larger pile becomes one. It is odd each time the winner names, so that there is a 1 to name, and even each time the loser does.",
	}
}

func (g *ReverseJustification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Number(dst, "ones", g.Single)
	dst = jsonline.Number(dst, "larger", g.Larger)
	if !g.Naming || r.Claim == theory.CanWin {
		dst = jsonline.Number(dst, "named", g.Named)
	}
	if !g.Naming {
		dst = jsonline.Number(dst, "leaves", g.Leaves)
		dst = jsonline.Number(dst, "ones_left", g.SingleAfter)
		dst = jsonline.Number(dst, "larger_left", g.LargerAfter)
	}
	last := 1
	if g.TakeLast {
		last = 0
	}
	dst = jsonline.Number(dst, "name", 1)
	dst = jsonline.Number(dst, "leave", 1)
	return jsonline.Number(dst, "leave_of_last_larger", last)
}

func reverseStatement(v *games.Variant) string {
	const count = "Count the piles of 1. The player whose turn it is loses "
	const why = ", and wins otherwise. Only the 1s count because the player who says the number can choose whether " +
		"to leave 1 of a large pile. A pile of 1 leaves no choice. So name a 1 when you name the pile, " +
		"and leave exactly 1 when you say the number"
	const butLast = ", but nothing of the last pile of 2 or more."
	const even = " Write each pile as a sum of different powers of two. The player whose hand moves next loses if " +
		"all piles together contain an even number of each"
	switch v {
	case nim.MoveReverse:
		return count + "if that number is even" + why + "."
	case nim.MoveReverseMisere:
		return count + "if that number is even while a pile of 2 or more is left, and if it is odd with piles of 1 only" + why + butLast
	case nim.PileReverse:
		return count + "if that number is odd while a pile of 2 or more is left, and if it is even with piles of 1 only" + why + butLast
	case nim.PileReverseMisere:
		return count + "if that number is odd" + why + "."
	case nim.TotalReverse:
		return handRule(games.Misere) + even + " while a pile of 2 or more is left, and with piles of 1 only if their number is odd."
	default:
		return handRule(games.Normal) + even + "."
	}
}
