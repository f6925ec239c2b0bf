package partizan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// Theorem is the theorem in words.
func (EndNim) Theorem(*games.Variant) string {
	return "Read a row as a·w·b with Left's end pile a and Right's b. L*(w) is the least pile that, put before w, lets Left win moving first; R*(w) is the least that, put behind w, lets Right. Both are 1 when w is empty. L*(wb) is 1 if b < R*(w), else b − R*(w) + L*(w) + 1, and R*(aw) is 1 if a < L*(w), else a − L*(w) + R*(w) + 1. Left wins moving first if a is at least L*(wb), Right if b is at least R*(aw). Whoever can win can do so by taking one counter or the whole pile."
}

// Source names where the theorem was published.
func (EndNim) Source(*games.Variant) string {
	return "Albert and Nowakowski, The game of End-Nim, 2001"
}

// AppendWhy compares the pile of the player to move with what it has to be.
func (EndNim) AppendWhy(dst []byte, _ *games.Variant, p games.Position) []byte {
	piles, side := p.(*endnim.Row).Piles(), p.Turn().Actor
	switch len(piles) {
	case 0:
		return append(dst, "the row is empty, and whoever took the last counter has won"...)
	case 1:
		return append(take(side, piles[0]).AppendTo(dst), " takes the only pile"...)
	}
	v := rowViewOf(piles, side)
	need, t := v.toWin(), v.takes()
	if !t.any() {
		dst = append(dst, "the end pile "...)
		dst = strconv.AppendUint(dst, v.own, 10)
		dst = append(dst, " is "...)
		dst = need.missing(v.own).appendTo(dst)
		dst = append(dst, " short of the "...)
	} else {
		dst = take(side, t.first()).AppendTo(dst)
		dst = append(dst, ", as the end pile "...)
		dst = strconv.AppendUint(dst, v.own, 10)
		dst = append(dst, " meets the "...)
	}
	dst = need.appendTo(dst)
	dst = append(dst, " that "...)
	return append(append(dst, sideName(side)...), " needs here"...)
}

// sideName is how people call a player.
func sideName(side games.Side) string {
	if side == games.Left {
		return "Left"
	}
	return "Right"
}

// Steps works out what the middle of the row needs and what comes of the ends.
func (EndNim) Steps(_ *games.Variant, p games.Position) []string {
	piles, side := p.(*endnim.Row).Piles(), p.Turn().Actor
	switch len(piles) {
	case 0:
		return nil
	case 1:
		return []string{"One pile is left and both players may take from it, so whoever moves takes it whole and wins."}
	}
	steps := []string{
		dissected(piles),
		"L*(w) is the least pile with which Left wins moving first when it is put before w; R*(w) the least with which Right wins moving first when it is put behind w.",
		"Both are 1 when w has no piles. L*(wb) is 1 if b < R*(w), else b − R*(w) + L*(w) + 1; R*(aw) is 1 if a < L*(w), else a − L*(w) + R*(w) + 1.",
	}
	steps = append(steps, workedRuns(piles[1:len(piles)-1])...)
	steps = append(steps, weighedEnds(piles)...)
	return append(steps, ownMoves(rowViewOf(piles, side), side)...)
}

const (
	// shownMiddle is the most piles of w that are written out.
	shownMiddle = 12
	// shownRuns is the most piles of w for which L* and R* are worked out in full.
	shownRuns = 5
)

// dissected names the parts of a row of two or more piles.
func dissected(piles []uint64) string {
	end := len(piles) - 1
	middle := string(games.AppendPiles(nil, piles[1:end], -1))
	switch {
	case end == 1:
		middle = "no piles"
	case end-1 > shownMiddle:
		middle = fmt.Sprintf("the %d piles between", end-1)
	}
	return fmt.Sprintf("Read the row as a·w·b: Left's end a = %d, the middle w = %s, Right's end b = %d.", piles[0], middle, piles[end])
}

// workedRuns works out L* and R* of a short middle, one line for each length of run.
func workedRuns(w []uint64) []string {
	if len(w) > shownRuns {
		return nil
	}
	var steps []string
	for n := 1; n <= len(w); n++ {
		var found []string
		for i := range len(w) - n + 1 {
			run := w[i : i+n]
			need := needsOf(run)
			line := fmt.Sprintf("%s has L* = %s, R* = %s", games.AppendPiles(nil, run, -1), need.left, need.right)
			if !slices.Contains(found, line) {
				found = append(found, line)
			}
		}
		steps = append(steps, strings.Join(found, "; ")+".")
	}
	return steps
}

// weighedEnds compares the ends of a row of two or more piles with what the middle
// needs, and names the outcome.
func weighedEnds(piles []uint64) []string {
	end := len(piles) - 1
	a, b, w := piles[0], piles[end], needsOf(piles[1:end])
	left, leftMeets := w.left.spare(a)
	right, rightMeets := w.right.spare(b)
	outcome := w.outcome(a, b)
	why := ""
	switch {
	case outcome == theory.NextWins:
		why = "Both are short, so whoever moves first wins by taking a whole pile"
	case outcome == theory.PreviousWins:
		why = "Both have the same to spare, so whoever moves first loses"
	case !leftMeets || !rightMeets:
		why = fmt.Sprintf("Only %s is not short, so %[1]s wins whoever starts", winnerOf(outcome))
	default:
		why = fmt.Sprintf("%s leads by %d, so %[1]s wins whoever starts", winnerOf(outcome), max(left, right)-min(left, right))
	}
	return []string{
		fmt.Sprintf("L*(w) = %s and R*(w) = %s: Left's %d %s and Right's %d %s.",
			w.left, w.right, a, againstNeed(w.left, a), b, againstNeed(w.right, b)),
		fmt.Sprintf("%s: the row is %s.", why, outcome),
	}
}

// winnerOf names the player who wins rows of outcome L or R.
func winnerOf(o theory.Outcome) string {
	if o == theory.LeftWins {
		return sideName(games.Left)
	}
	return sideName(games.Right)
}

// againstNeed says how a pile compares with what is needed.
func againstNeed(need Threshold, pile uint64) string {
	spare, met := need.spare(pile)
	switch {
	case !met:
		return fmt.Sprintf("is %s short", need.missing(pile))
	case spare == 0:
		return "has nothing to spare"
	default:
		return fmt.Sprintf("has %d to spare", spare)
	}
}

// ownMoves says what the player to move needs, which moves win and what the first
// of them leaves.
func ownMoves(v rowView, side games.Side) []string {
	threshold := "L*(wb)"
	if side == games.Right {
		threshold = "R*(aw)"
	}
	steps := []string{fmt.Sprintf("%s to move needs %s = %s and has %d.", sideName(side), threshold, v.toWin(), v.own)}
	t := v.takes()
	if !t.any() {
		return append(steps, "Where any move wins, taking one counter or the whole pile does; here neither does.")
	}
	return append(steps,
		v.afterTaking(t.first(), side),
		fmt.Sprintf("Where any move wins, taking one counter or the whole pile does; here %s.", t.named(side)))
}

// afterTaking says why taking count wins.
func (v rowView) afterTaking(count uint64, side games.Side) string {
	row, need := []string{"w", strconv.FormatUint(v.far, 10)}, v.farNeeds
	if rest := v.own - count; rest > 0 {
		row = append([]string{strconv.FormatUint(rest, 10)}, row...)
		need = needAgainst(rest, v.needed, v.farNeeds)
	}
	if side == games.Right { // who looks at the row from its other end
		slices.Reverse(row)
	}
	return fmt.Sprintf("%s leaves %s, where %s, now to move, needs %s and has %d.",
		take(side, count), strings.Join(row, "·"), sideName(side.Other()), need, v.far)
}

// named writes the winning moves; there is one.
func (t takes) named(side games.Side) string {
	var found []string
	if t.upTo > 0 {
		found = append(found, take(side, 1).String())
	}
	if t.upTo > 1 {
		found[0] += " to " + take(side, t.upTo).String()
	}
	if t.all > 0 {
		found = append(found, take(side, t.all).String())
	}
	if t.upTo <= 1 && len(found) == 1 {
		return found[0] + " does"
	}
	return strings.Join(found, " and ") + " do"
}
