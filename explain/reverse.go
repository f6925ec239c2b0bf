package explain

import (
	"fmt"

	"nimatron/games"
	"nimatron/solver/piles"
	"nimatron/solver/theory"
)

// exceptLast is what the strategy adds where the last large pile is taken whole.
func exceptLast(g *piles.ReverseGround) string {
	if g.TakeLast {
		return " (nothing of the last pile above 1)"
	}
	return ""
}

// ofThem writes how many piles of 1 there are.
func ofThem(n int) string { return fmt.Sprintf("%s (%d)", parity(n), n) }

// lastTurn says in whose turn the last of some piles of 1 goes, where nobody has a choice
// any more, and what comes of it. The first goes in the turn of the player who decides if
// own is true.
func lastTurn(v *games.Variant, ones int, own bool) string {
	whose, wins := "your opponent's", "which loses for them"
	if own == (ones%2 == 1) {
		whose, wins = "your", "which wins for you"
		if v.Ending == games.Misere {
			wins = "which loses for you"
		}
	} else if v.Ending == games.Normal {
		wins = "which wins for them"
	}
	return fmt.Sprintf("goes in %s turn, %s.", whose, wins)
}

// reverseShort is the short form in Move-Reverse and Pile-Reverse Nim.
func reverseShort(v *games.Variant, r theory.Reason, g *piles.ReverseGround, room int) string {
	win := r.Claim == theory.CanWin
	switch {
	case g.Naming && g.Larger == 0 && g.Single == 1:
		return "a single counter is left, and it " + lastTurn(v, 1, g.Own)
	case g.Naming && g.Larger == 0:
		return fmt.Sprintf("only 1s are left, %d of them, and nobody has a choice: the last one %s", g.Single, lastTurn(v, g.Single, g.Own))
	case g.Naming && win:
		goOn := fmt.Sprintf("name a pile of 1 (%s), and always do so; when you say the number, leave exactly 1%s.", code(r.Move), exceptLast(g))
		return fit(room, goOn+fmt.Sprintf(" The number of 1s, now %d, will be odd whenever you name.", g.Single), goOn)
	case g.Naming && g.Larger == 1 && g.TakeLast && g.Single == 0:
		return "of the only pile your opponent leaves nothing: the last counter " + lastTurn(v, 1, g.Own)
	case g.Naming && g.Larger == 1 && g.TakeLast:
		return fmt.Sprintf("the number of 1s is %s. Of the larger pile your opponent leaves nothing; then the last 1 %s If you name a 1, they name one.",
			ofThem(g.Single), lastTurn(v, g.Single, !g.Own))
	case g.Naming && g.Single == 0:
		return fmt.Sprintf("there is no 1 on the board. Whatever you name, your opponent leaves exactly 1 of it%s. So there is a 1 whenever they name, and they name it.", exceptLast(g))
	case g.Naming:
		return fit(room, fmt.Sprintf("the number of 1s is %s. Name a 1 and it goes; name a larger pile, and your opponent leaves exactly 1%s. So they have an odd number when they name, and name a 1.", ofThem(g.Single), exceptLast(g)),
			fmt.Sprintf("the number of 1s is %s. Name a 1 and it goes; of a larger pile your opponent leaves exactly 1%s. So it is odd when they name.", ofThem(g.Single), exceptLast(g)))
	case win:
		return numberWin(v, r, g, room)
	case g.LargerAfter == 0 && g.SingleAfter == 0:
		return "the 1 that was named is the last counter, and it " + lastTurn(v, 1, g.Own)
	case g.LargerAfter == 0:
		return fmt.Sprintf("a 1 was named and goes. Then only 1s are left, %d of them, and nobody has a choice: the last one %s", g.SingleAfter, lastTurn(v, g.SingleAfter, !g.Own))
	default:
		return fmt.Sprintf("a 1 was named and goes, so the number of 1s is %s when your opponent names next. They always name a 1, and leave exactly 1%s.",
			ofThem(g.SingleAfter), exceptLast(g))
	}
}

// numberWin tells of the number to say and how to go on.
func numberWin(v *games.Variant, r theory.Reason, g *piles.ReverseGround, room int) string {
	say := fmt.Sprintf("say %d (%s)", r.Move.Count, code(r.Move))
	left := fmt.Sprintf("to leave %d of the %d", g.Leaves, g.Named)
	switch {
	case g.Named == 1:
		left = "the only number there is"
	case g.Leaves == 0:
		left = fmt.Sprintf("to leave nothing of the %d", g.Named)
	}
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
		return fmt.Sprintf("%s. Then %s, and nobody has a choice: the last one %s", say, only, lastTurn(v, g.SingleAfter, !g.Own))
	}
	goOn := fmt.Sprintf("the number of 1s is %s when you name next. Then name a 1, and leave exactly 1 when you say the number%s.", ofThem(g.SingleAfter), exceptLast(g))
	return fit(room, say+", "+left+": so "+goOn, say+": then "+goOn, "say "+code(r.Move)+": then "+goOn)
}

// reverseFull is the whole reason in Move-Reverse and Pile-Reverse Nim.
func reverseFull(v *games.Variant, r theory.Reason, g *piles.ReverseGround) []string {
	roles := "One player names a pile and the other says how many counters leave it. Here you name the pile when it is your turn, and say the number when it is your opponent's."
	if g.Naming != g.Own {
		roles = "One player names a pile and the other says how many counters leave it. Here you say the number when it is your turn, and name the pile when it is your opponent's."
	}
	lines := []string{
		roles,
		fmt.Sprintf("Piles of exactly 1 on the board: %d. Larger ones: %d.", g.Single, g.Larger),
	}
	if g.Larger > 0 {
		lines = append(lines, strategyFull(r, g)...)
	}
	whose := "an odd"
	if !g.OddWinsAlone {
		whose = "an even"
	}
	end := "wins"
	if v.Ending == games.Misere {
		end = "loses"
	}
	return append(lines, fmt.Sprintf("The end: when only 1s are left nobody has a choice, each turn takes one, and the player whose turn takes the last one %s. So that turns out well for the player whose turn it is with %s number of 1s.", end, whose))
}

// strategyFull is how to go on from a board with a large pile, or how that is answered.
func strategyFull(r theory.Reason, g *piles.ReverseGround) []string {
	last, aside := "", ""
	if g.TakeLast {
		aside = ", until the last larger pile goes"
		last = " Only of the last pile above 1 nothing is left."
	}
	how := "How to go on: when you name a pile, name a 1. When you say the number for a larger pile, leave exactly 1 of it."
	if r.Claim == theory.AllLose {
		how = "How each choice is answered: when your opponent names a pile, they name a 1. When they say the number for a larger pile, they leave exactly 1 of it."
	}
	return []string{how + last,
		"Why that works: a 1 that is named is gone, whatever is said. So every turn changes the number of 1s by one" + aside + ": a 1 goes, or a larger pile becomes one. It is odd each time the winner names, so that there is a 1 to name, and even each time the loser does.",
	}
}
