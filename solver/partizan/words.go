package partizan

import (
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Short is the short form in Partizan End-Nim, for one player.
func (g *Ground) Short(r *theory.Reason, room int) string {
	if g.Kind == theory.RuleWhole {
		return "take the last pile whole (" + theory.Code(r.Move) + ")."
	}
	if r.Claim == theory.CanWin {
		return g.win(r.Move, room)
	}
	return g.loss(room)
}

// win tells of a move and how to go on.
func (g *Ground) win(m games.Move, room int) string {
	own, ownOK := g.OwnSpare()
	far, farOK := g.FarSpare()
	switch {
	case !farOK && m.Count == g.Own:
		return theory.Fit(room,
			fmt.Sprintf("take your whole end pile (%s). Your opponent's %d needs %s here, so it is %s short; do the same whenever it is short, else take 1.", theory.Code(m), g.Far, g.FarNeed, g.FarNeed.missing(g.Far)),
			fmt.Sprintf("take your whole end pile (%s). Your opponent's is %s short of what the piles between need; do the same whenever it is short, else take 1.", theory.Code(m), g.FarNeed.missing(g.Far)))
	case !farOK:
		return theory.Fit(room,
			fmt.Sprintf("%s leaves your end pile %d, which needs %s here; your opponent's %d needs %s, so it is short. Whenever it is, you can take your whole pile.", theory.Code(m), g.Own-m.Count, g.OwnNeed, g.Far, g.FarNeed),
			fmt.Sprintf("%s leaves your end pile with what it needs, and your opponent's is short. Whenever it is, you can take your whole pile.", theory.Code(m)))
	case len(g.Piles) == 2 && m.Count == 1:
		return fmt.Sprintf("take 1 (%s), each time. Your pile is the larger, %d against %d, so your opponent's is gone first, and you take the rest of yours at once.", theory.Code(m), g.Own, g.Far)
	case m.Count > 1 && ownOK:
		return theory.Fit(room,
			fmt.Sprintf("%s leaves your end pile %d, which needs %s here: %s to spare. Your opponent's %d needs %s: %s. Take 1 from now on; when theirs falls short, take yours whole.", theory.Code(m), g.Own-m.Count, g.OwnNeed, nothing(own-m.Count), g.Far, g.FarNeed, only(far)),
			fmt.Sprintf("%s still leaves your end pile at least as much to spare as your opponent's has. Take 1 from now on; when theirs falls short, take yours whole.", theory.Code(m)))
	default:
		return theory.Fit(room,
			fmt.Sprintf("take 1 (%s), each time. Your %d needs %s here: %d to spare. Your opponent's %d needs %s: %s. When theirs falls short, take yours whole.", theory.Code(m), g.Own, g.OwnNeed, own, g.Far, g.FarNeed, only(far)),
			fmt.Sprintf("take 1 (%s), each time. Beyond what it needs your end pile has %d to spare, your opponent's %s. When theirs falls short, take yours whole.", theory.Code(m), own, only(far)))
	}
}

// loss tells how every move is answered.
func (g *Ground) loss(room int) string {
	own, ok := g.OwnSpare()
	far, _ := g.FarSpare()
	if len(g.Piles) == 2 {
		return theory.Fit(room, fmt.Sprintf("your pile is no larger than your opponent's (%d against %d). Take some, and they take 1; take all, and they take all.", g.Own, g.Far),
			"your pile is no larger than your opponent's. Take some, and they take 1; take all, and they take all.")
	}
	whole := "take 1"
	if g.WholeAnswer != 1 || g.Far == 1 {
		whole = "take theirs whole"
	}
	if !ok {
		text := fmt.Sprintf("your %d needs %s here, so it is %s short; your opponent's %d needs %s.", g.Own, g.OwnNeed, g.OwnNeed.missing(g.Own), g.Far, g.FarNeed)
		brief := fmt.Sprintf("your end pile is %s short of what it needs; your opponent's is not.", g.OwnNeed.missing(g.Own))
		answers := " Take some, and they take theirs whole; take all, and they " + whole + "."
		if whole != "take 1" {
			answers = " Whatever you take, they take theirs whole."
		}
		if g.Own == 1 {
			answers = " Take it, and they " + whole + "."
		}
		return theory.Fit(room, text+answers, brief+answers)
	}
	if own == 0 {
		answers := " Take some, and they take theirs whole; take all, and they " + whole + "."
		if whole != "take 1" {
			answers = " Whatever you take, they take theirs whole."
		}
		return theory.Fit(room, fmt.Sprintf("your %d needs %s here, so it has nothing to spare; your opponent's %d needs %s: %s.", g.Own, g.OwnNeed, g.Far, g.FarNeed, nothing(far))+answers,
			fmt.Sprintf("your end pile has nothing to spare beyond what it needs, your opponent's %d.", far)+answers)
	}
	return theory.Fit(room,
		fmt.Sprintf("your %d needs %s here: %d to spare. Your opponent's %d needs %s: %d. Take up to %d, and they take 1; more, and they take theirs whole; all, and they %s.", g.Own, g.OwnNeed, own, g.Far, g.FarNeed, far, own, whole),
		fmt.Sprintf("beyond what it needs your end pile has %d to spare, your opponent's %d. Take up to that, and they take 1; take more, and they take theirs whole; take all, and they %s.", own, far, whole),
		fmt.Sprintf("your end pile has no more to spare than your opponent's: %d against %d. Take up to that, and they take 1; more, theirs whole; all, and they %s.", own, far, whole),
		fmt.Sprintf("your end pile has no more to spare than your opponent's. Take up to what it has, and they take 1; more, theirs whole; all, and they %s.", whole))
}

// Full is the whole reason in Partizan End-Nim, for one player.
func (g *Ground) Full(r *theory.Reason) []string {
	if g.Kind == theory.RuleWhole {
		return []string{"With one pile left both players may take from it, so whoever moves takes it whole and wins."}
	}
	lines := needsFull(g)
	if r.Claim == theory.CanWin {
		return append(lines,
			"How to go on, each time it is your turn: work out what both end piles need. If your opponent's is short, take yours whole. Else take 1.",
			"Why that works: while both have what they need, a counter to spare is a move that one can afford to wait with, and you have more of them. A pile that falls short can't defend its end: take yours, and the row that is left loses for your opponent to move.")
	}
	whole := "taking 1"
	if g.WholeAnswer != 1 || g.Far == 1 {
		whole = "taking theirs whole"
	}
	own, ok := g.OwnSpare()
	answers := "How each move is answered: while your pile still has what it needs, your opponent takes 1; if it has less, they take theirs whole; if it is gone, they answer by " + whole + "."
	if !ok || own == 0 {
		answers = "How each move is answered: if you leave something of your pile, it is short, and your opponent takes theirs whole; if it is gone, they answer by " + whole + "."
	}
	return append(lines, answers,
		"Why that works: while both have what they need, a counter to spare is a move that one can afford to wait with, and you move first, so you need more of them. A pile that falls short can't defend its end.")
}

const (
	// shownMiddle is the most piles of the middle that are written out.
	shownMiddle = 12
	// shownRuns is the most piles of it for which needs are worked out in full.
	shownRuns = 4
)

// needsFull works out what the ends need and have to spare.
func needsFull(g *Ground) []string {
	w := g.Piles[1 : len(g.Piles)-1]
	last := len(g.Piles) - 1
	needLeft, needRight := g.OwnNeed, g.FarNeed
	if g.Side == games.Right {
		needLeft, needRight = needRight, needLeft
	}
	ends := fmt.Sprintf("Left's end pile needs %s and has %d: %s. Right's needs %s and has %d: %s.",
		needLeft, g.Piles[0], against(needLeft, g.Piles[0]), needRight, g.Piles[last], against(needRight, g.Piles[last]))
	if len(w) == 0 {
		return []string{"With only two piles each of them needs just 1.", ends}
	}
	lines := []string{
		"What an end pile needs depends on the piles between the ends: it is the least pile with which its player, moving first, wins if only those piles are behind it. An end pile with less is short; what it has beyond that is to spare.",
		"For no piles at all the need is 1. To find it for some piles, compare the pile at the other end of them with its own need for the rest: if it is short, the need is 1; else it is what that pile has to spare, plus the need at this end for the rest, plus 1.",
	}
	if len(w) <= shownRuns {
		for n := 1; n <= len(w); n++ {
			for i := range len(w) - n + 1 {
				need := needsOf(w[i : i+n])
				line := fmt.Sprintf("  %s: need %s at the left, %s at the right", games.AppendPiles(nil, w[i:i+n], -1), need.left, need.right)
				if !slices.Contains(lines, line) {
					lines = append(lines, line)
				}
			}
		}
	} else if len(w) <= shownMiddle {
		lines = append(lines, fmt.Sprintf("The piles between are %s.", games.AppendPiles(nil, w, -1)))
	} else {
		lines = append(lines, fmt.Sprintf("There are %d piles between.", len(w)))
	}
	return append(lines, ends)
}

// against says how a pile compares with what is needed.
func against(need Threshold, pile uint64) string {
	spare, met := need.spare(pile)
	switch {
	case !met:
		return need.missing(pile).String() + " short"
	case spare == 0:
		return "nothing to spare"
	default:
		return fmt.Sprintf("%d to spare", spare)
	}
}

// ShortOfBoth is the short form for both players, where g is what Left sees.
func (g *Ground) ShortOfBoth(left, right *theory.Reason, room int) string {
	if g.Kind == theory.RuleWhole {
		return fmt.Sprintf("Whoever moves first wins, by taking the last pile whole (%s or %s).", theory.Code(left.Move), theory.Code(right.Move))
	}
	l, leftOK := g.OwnSpare()
	r, rightOK := g.FarSpare()
	outcome := theory.PartizanOutcome(left.Claim == theory.CanWin, right.Claim == theory.CanWin)
	switch outcome {
	case theory.NextWins:
		by := fmt.Sprintf("both are short of what the piles between need, Left's by %s, Right's by %s.", g.OwnNeed.missing(g.Own), g.FarNeed.missing(g.Far))
		return theory.Fit(room, fmt.Sprintf("Whoever moves first wins, by taking the whole end pile (%s or %s): %s", theory.Code(left.Move), theory.Code(right.Move), by),
			"Whoever moves first wins, by taking the whole end pile: "+by)
	case theory.PreviousWins:
		return fmt.Sprintf("Whoever moves first loses: beyond what they need both end piles have %s to spare, and the other player takes 1 each time, or a whole pile when the mover's falls short.", nothing(l))
	}
	winner, loser, win, short := "Left", "Right", left.Move, g.FarNeed.missing(g.Far)
	more, less, end := l, r, "left"
	if outcome == theory.RightWins {
		winner, loser, win, short = "Right", "Left", right.Move, g.OwnNeed.missing(g.Own)
		more, less, end = r, l, "right"
	}
	if !leftOK || !rightOK {
		text := fmt.Sprintf("%s wins, whoever starts: of the two end piles only %s's is short of what the piles between need, by %s. %s takes the whole %s pile", winner, loser, short, winner, end)
		return theory.Fit(room, text+" ("+theory.Code(win)+") whenever that is so.", text+" whenever that is so.")
	}
	return fmt.Sprintf("%s wins, whoever starts: beyond what they need %s's end pile has %d to spare, %s's %s. %s takes 1 each time (%s).",
		winner, winner, more, loser, only(less), winner, theory.Code(win))
}

// FullOfBoth is the whole reason for both players.
func (g *Ground) FullOfBoth(left, _ *theory.Reason) []string {
	if g.Kind == theory.RuleWhole {
		return g.Full(left)
	}
	return append(needsFull(g),
		"How a player wins, each time it is their turn: if the other's end pile is short, take the own one whole, else take 1. That wins where the other's is short, or neither is and the own one has more to spare.",
		"Why that works: while both have what they need, a counter to spare is a move that one can afford to wait with. A pile that falls short can't defend its end.")
}

// only writes how little there is to spare.
func only(spare uint64) string {
	if spare == 0 {
		return nothing(spare)
	}
	return fmt.Sprintf("only %d", spare)
}

// nothing writes how much there is to spare.
func nothing(spare uint64) string {
	if spare == 0 {
		return "nothing"
	}
	return fmt.Sprint(spare)
}

// AppendJSON appends the end piles and what they need.
func (g *Ground) AppendJSON(dst []byte, r *theory.Reason) []byte {
	if g.Kind == theory.RuleWhole {
		return dst
	}
	dst = jsonline.Number(dst, "own", g.Own)
	dst = append(append(dst, `,"own_need":`...), g.OwnNeed.String()...)
	dst = jsonline.Number(dst, "other", g.Far)
	dst = append(append(dst, `,"other_need":`...), g.FarNeed.String()...)
	if r.Claim != theory.CanWin {
		dst = jsonline.Number(dst, "answer_to_whole", g.WholeAnswer)
	}
	return dst
}

// statement is the theorem in words.
const statement = "An end pile has to be large enough for the piles between the ends. The need of an end is the smallest pile there with which its player wins, moving first, if only the piles between stand behind it. A pile below its need is short; what it has beyond its need is to spare. With no piles between, both needs are 1. Otherwise look at the pile between that is farthest from the end, and at its own need for the piles before it. If it is short, the need is 1. If not, the need is what that pile has to spare, plus the need of the end for the piles before it, plus 1. Whoever moves next wins if the other end is short, by taking all of their own end pile. They also win if neither end is short and their own has more to spare, by taking 1."

// Broken says what the ends have, and need, where a move has left too little to spare.
func (g *Ground) Broken(_ games.Position, _ *theory.Reason, move games.Move) string {
	if g.Kind == theory.RuleWhole {
		return ""
	}
	own, _ := g.OwnSpare() // the opponent's, who decides now
	far, ok := g.FarSpare()
	if !ok {
		return fmt.Sprintf("A winning move leaves your end pile what it needs; after %s your %d needs %s.", theory.Code(move), g.Far, g.FarNeed)
	}
	return fmt.Sprintf("A winning move leaves you as much to spare as your opponent has; %s leaves you %s, and them %d.", theory.Code(move), nothing(far), own)
}
