package partizan

import (
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Short is the short form for one player: the winner's strategy, in numbers that hold until an end
// pile is gone.
func (g *Justification) Short(r *theory.Reason) string {
	if g.Kind == theory.RuleWhole {
		return "take the last pile whole" + r.Aside() + "."
	}
	lost := g.lost(r)
	if r.Claim == theory.CanWin {
		return lost.win(g, r)
	}
	return lost.loss()
}

type lostRow struct {
	rowView
	pair bool
}

// whole reports whether the winner, once the loser clears an end, takes the whole end pile. That
// holds if the pile behind it is too small, and then the winner's never is (Theorem 18 of
// docs/theory/theory.md). Until then taking 1 wins.
func (l lostRow) whole() bool { return l.farNeeds == leastPile }

func (g *Justification) lost(r *theory.Reason) lostRow {
	row, side := slices.Clone(g.Piles), g.Side
	if r.Claim == theory.CanWin {
		i := 0
		if side == games.Right {
			i = len(row) - 1
		}
		if row[i] -= r.Move.Count; row[i] == 0 {
			row = slices.Delete(row, i, i+1)
		}
		side = side.Other()
	}
	return lostRow{rowViewOf(row, side), len(row) == 2}
}

// waits reports whether a move keeps the loser's pile large enough.
func (l lostRow) waits() bool {
	spare, ok := l.needed.spare(l.own)
	return ok && spare > 0
}

// onceGone ends a text whose numbers hold for the present ends only.
const onceGone = " With an end gone, look again."

func (l lostRow) win(g *Justification, r *theory.Reason) string {
	start := r.Subject() + " leaves enough at your end"
	if r.Move.Count == g.Own {
		start = r.Subject() + " clears your end"
	}
	waits := l.waits()
	switch {
	case l.pair:
		return start + ". Then take 1 each time, and the rest of yours once their pile is gone."
	case waits && (l.whole() || l.needed == leastPile):
		return start + fmt.Sprintf(". Then take 1 each time until their end pile is gone, then %s.", l.cleared("yours")) + onceGone
	case waits:
		return start + fmt.Sprintf(". Then take 1 while their end pile is %s or more, yours whole once it is less, "+
			"and 1 if they clear it.", l.needed) + onceGone
	case l.whole():
		return start + ". Then, whatever they take, take yours whole."
	case l.own == 1:
		return start + ". They can only take their 1, and then you take 1."
	}
	return start + ". Then, if they leave some of their end pile, take yours whole; if they clear it, take 1."
}

func (l lostRow) loss() string {
	waits := l.waits()
	switch {
	case l.pair:
		return "your pile is no larger than your opponent's. Take some, and they take 1; take all, and they take all."
	case waits && (l.whole() || l.needed == leastPile):
		return fmt.Sprintf("leave some of your %d, and your opponent takes 1; clear it, and they take %s.", l.own, l.cleared("theirs")) + onceGone
	case waits:
		return fmt.Sprintf("while you leave %s or more of your %d, your opponent takes 1; leave less, "+
			"and they take theirs whole; clear it, and they take 1.", l.needed, l.own) + onceGone
	}
	state := fmt.Sprintf("your end pile of %d is too small for the piles between (%s would be enough).", l.own, l.needed)
	if l.needed.metBy(l.own) {
		state = fmt.Sprintf("your end pile of %d just holds against the piles between, and less would not.", l.own)
	}
	switch {
	case l.whole():
		return state + " Whatever you take, they take theirs whole."
	case l.own == 1:
		return state + " You can only take your 1, and then they take 1."
	}
	return state + " Leave some of it, and they take theirs whole; clear it, and they take 1."
}

func (g *Justification) Full(r *theory.Reason) []string {
	if g.Kind == theory.RuleWhole {
		return []string{"With one pile left both players may take from it, so the player to move takes it whole and wins."}
	}
	lines := needsFull(g)
	if r.Claim == theory.CanWin {
		return append(lines,
			"How to go on, each time it is your turn: work out what both end piles need. "+
				"If your opponent's is short, take yours whole. Otherwise take 1.",
			"Why that works: while both have what they need, a spare counter is a free waiting move, "+
				"and you have more of them. A pile that falls short can't defend its end: take yours, "+
				"and the row that is left loses for your opponent to move.")
	}
	whole := "taking 1"
	if g.WholeAnswer != 1 || g.Far == 1 {
		whole = "taking theirs whole"
	}
	own, ok := g.OwnSpare()
	answers := "How each move is answered: while your pile still has what it needs, your opponent takes 1; " +
		"if it has less, they take theirs whole; if it is gone, they answer by " + whole + "."
	if !ok || own == 0 {
		answers = "How each move is answered: if you leave something of your pile, it is short, " +
			"and your opponent takes theirs whole; if it is gone, they answer by " + whole + "."
	}
	return append(lines, answers,
		"Why that works: while both have what they need, a spare counter is a free waiting move, and you move first, "+
			"so you need more of them. A pile that falls short can't defend its end.")
}

const (
	// shownMiddle is the largest number of middle piles that are written out.
	shownMiddle = 12
	// shownRuns is the largest number of middle piles for which all needs are shown.
	shownRuns = 4
)

func needsFull(g *Justification) []string {
	w := g.Piles[1 : len(g.Piles)-1]
	last := len(g.Piles) - 1
	needLeft, needRight := g.OwnNeed, g.FarNeed
	if g.Side == games.Right {
		needLeft, needRight = needRight, needLeft
	}
	ends := fmt.Sprintf("Left's end pile has %d and needs %s: %s. Right's end pile has %d and needs %s: %s.",
		g.Piles[0], needLeft, against(needLeft, g.Piles[0]), g.Piles[last], needRight, against(needRight, g.Piles[last]))
	if len(w) == 0 {
		return []string{"With only two piles each of them needs just 1.", ends}
	}
	lines := []string{
		"What an end pile needs depends on the piles between the ends: it is the least pile with which its player, " +
			"moving first, wins if only those piles are behind it. An end pile with less is short; " +
			"what it has beyond that is spare.",
		"For no piles at all the need is 1. To find it for some piles, compare the pile at the other end of them with " +
			"its own need for the rest: if it is short, the need is 1; otherwise it is what that pile has to spare, " +
			"plus the need at this end for the rest, plus 1.",
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

// ShortOfBoth is the short form for both players. g is Left's.
func (g *Justification) ShortOfBoth(left, right *theory.Reason) string {
	if g.Kind == theory.RuleWhole {
		return fmt.Sprintf("The player who moves first wins by taking the last pile whole%s.", left.AsideOr(right))
	}
	switch theory.PartizanOutcome(left.Claim == theory.CanWin, right.Claim == theory.CanWin) {
	case theory.NextWins:
		return fmt.Sprintf("The player who moves first wins by taking the whole end pile%s: both are too small for the piles between.",
			left.AsideOr(right))
	case theory.PreviousWins:
		const first = "The player who moves first loses. "
		if len(g.Piles) == 2 {
			return fmt.Sprintf("%sBoth piles are %d: the other player takes 1 each time, and the rest once the first one's "+
				"pile is gone.", first, g.Own)
		}
		return first + fmt.Sprintf("The other takes 1 while Left leaves %s or more, or Right %s, else the whole end pile. "+
			"For a cleared end Right takes %s, Left %s.", g.OwnNeed, g.FarNeed, g.lost(left).cleared("theirs"),
			right.Justification.(*Justification).lost(right).cleared("theirs"))
	case theory.LeftWins:
		return right.Justification.(*Justification).lost(right).shortOfWinner("Left", "Right", "left", left)
	default:
		return g.lost(left).shortOfWinner("Right", "Left", "right", right)
	}
}

func (l lostRow) cleared(pile string) string {
	if l.whole() {
		return pile + " whole"
	}
	return "1"
}

func (l lostRow) shortOfWinner(winner, loser, end string, r *theory.Reason) string {
	text := winner + " wins, no matter who starts: "
	switch {
	case l.pair:
		return text + fmt.Sprintf("%s takes 1 each time%s, and the rest once %s's pile is gone. "+
			"The %s pile lasts longer, %d against %d.", winner, r.Aside(), loser, end, l.far, l.own)
	case l.needed.metBy(l.own):
		if l.whole() || l.needed == leastPile {
			return text + fmt.Sprintf("%s takes 1 each time%s, and %s if %s clears the other end.", winner, r.Aside(), l.cleared("the "+end+" pile"), loser)
		}
		return text + fmt.Sprintf("%s takes 1%s while %s's end pile is %s or more, the whole %s pile once it is less, "+
			"and 1 if %s clears it.", winner, r.Aside(), loser, l.needed, end, loser)
	}
	text += fmt.Sprintf("%s's end pile is too small for the piles between. %s takes the whole %s pile%s", loser, winner, end, r.Aside())
	if l.whole() {
		return text + fmt.Sprintf(", whatever %s does.", loser)
	}
	return text + fmt.Sprintf(", or 1 if %s clears theirs first.", loser)
}

func (g *Justification) FullOfBoth(left, _ *theory.Reason) []string {
	if g.Kind == theory.RuleWhole {
		return g.Full(left)
	}
	return append(needsFull(g),
		"How a player wins, each time it is their turn: take the whole end pile if the other player's is short, "+
			"else take 1. That wins if the other player's end pile is short, or if neither is short and their own pile has "+
			"more to spare.",
		"Why that works: while both have what they need, a spare counter is a free waiting move. A pile that falls short can't defend its end.")
}

func nothing(spare uint64) string {
	if spare == 0 {
		return "nothing"
	}
	return fmt.Sprint(spare)
}

func (g *Justification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	if g.Kind == theory.RuleWhole {
		return dst
	}
	dst = jsonline.Number(dst, "own", g.Own)
	dst = jsonline.Digits(append(dst, `,"own_need":`...), g.OwnNeed.String())
	dst = jsonline.Number(dst, "other", g.Far)
	dst = jsonline.Digits(append(dst, `,"other_need":`...), g.FarNeed.String())
	if r.Claim != theory.CanWin {
		dst = jsonline.Number(dst, "answer_to_whole", g.WholeAnswer)
	}
	return dst
}

const statement = "An end pile has to be large enough for the piles between the ends. " +
	"To find what an end needs, imagine the other end pile gone. Its need is the smallest pile there that then wins " +
	"for its player, moving first. A pile below its need is short; what it has beyond its need is " +
	"spare. With no piles between, both needs are 1. Otherwise look at the pile between that is farthest from the " +
	"end, and at its own need for the piles before it. If it is short, the need is 1. " +
	"If not, the need is what that pile has to spare, plus what this end needs for the piles before it, plus 1. " +
	"The player to move wins by taking their whole end pile if the other end is short. " +
	"They win by taking 1 if neither end is short and their own has more to spare."

// Broken says that a move leaves an end pile too small, or the winner too few waiting moves.
func (g *Justification) Broken(_ games.Position, r *theory.Reason, move games.Move) string {
	if g.Kind == theory.RuleWhole {
		return ""
	}
	own, _ := g.OwnSpare()
	far, ok := g.FarSpare()
	if !ok {
		return fmt.Sprintf("A winning move leaves your end pile large enough for the piles between; "+
			"after %s it is %d, and %s would be enough.", r.Say(move, theory.Subject), g.Far, g.FarNeed)
	}
	return fmt.Sprintf("A winning move leaves you as many 1s to take as your opponent has, "+
		"before an end pile is too small for the piles between; %s leaves you %s, and them %d.", r.Say(move, theory.Subject), nothing(far), own)
}
