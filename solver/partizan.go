package solver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
)

// partizanTheory is what Albert and Nowakowski 2001 prove of Partizan End-Nim.
//
// A row of two or more piles is a·w·b, with a at Left's end and b at Right's. All
// that counts of w is what it needs, L*(w) and R*(w): Left wins moving first if
// and only if a is at least L*(wb), which follows from these two and b, and Right
// if b is at least R*(aw).
type partizanTheory struct{}

// rowView is a row a·w·b as one of the players sees it.
type rowView struct {
	own, far         uint64    // the piles at the ends of the player and of the opponent
	needed, farNeeds Threshold // what w needs of the one and of the other: L*(w) and R*(w) for Left
}

// rowViewOf returns the view of side on a row of two or more piles.
func rowViewOf(piles []uint64, side games.Side) rowView {
	end := len(piles) - 1
	w := needsOf(piles[1:end])
	if side == games.Left {
		return rowView{piles[0], piles[end], w.left, w.right}
	}
	return rowView{piles[end], piles[0], w.right, w.left}
}

// toWin returns the least own pile with which the player wins moving first: L*(wb)
// for Left, R*(aw) for Right.
func (v rowView) toWin() Threshold { return needAgainst(v.far, v.farNeeds, v.needed) }

// takes is a set of winning moves: to take any number from 1 to upTo, or all.
type takes struct {
	upTo uint64 // less than the pile
	all  uint64 // the pile, or 0 if taking it whole does not win
}

// takes returns the winning moves of the player.
//
// A move wins if what it leaves is not won by the opponent moving first. For Left
// taking the whole pile leaves w·b, which Right does not win if b < R*(w). Leaving
// s of it, s·w·b, wins if b < R*(sw); since R*(sw) is 1 for s < L*(w) and else
// s − L*(w) + R*(w) + 1, that is from s = L*(w) on, and b − R*(w) more if b meets
// R*(w): then from L*(wb) − 1 on. So whoever can win can do it by taking one
// counter or the whole pile.
func (v rowView) takes() takes {
	var t takes
	if v.farNeeds.metBy(v.far) {
		if spare, met := v.toWin().spare(v.own); met {
			t.upTo = spare + 1
		}
		return t
	}
	t.all = v.own
	if spare, met := v.needed.spare(v.own); met {
		t.upTo = spare
	}
	return t
}

// takesOf returns the winning moves of side on any row.
func takesOf(piles []uint64, side games.Side) takes {
	switch len(piles) {
	case 0:
		return takes{}
	case 1:
		return takes{all: piles[0]}
	default:
		return rowViewOf(piles, side).takes()
	}
}

// any reports whether there is a winning move.
func (t takes) any() bool { return t.upTo > 0 || t.all > 0 }

// first returns the winning move that takes fewest counters; there is one.
func (t takes) first() uint64 {
	if t.upTo > 0 {
		return 1
	}
	return t.all
}

// list writes the first moves of side, fewest counters first, at most limit, and
// says whether these are all.
func (t takes) list(side games.Side, limit int) (moves []string, complete bool) {
	total := t.upTo
	if t.all > 0 {
		total++
	}
	if total == 0 {
		return nil, true
	}
	moves = make([]string, min(total, uint64(limit)))
	var text [24]byte
	for i := range moves {
		count := uint64(i) + 1
		if count > t.upTo {
			count = t.all
		}
		moves[i] = string(appendOwnTake(text[:0], side, count))
	}
	return moves, total <= uint64(limit)
}

// appendOwnTake writes the move that takes count from the end of side.
func appendOwnTake(dst []byte, side games.Side, count uint64) []byte {
	end := byte('L')
	if side == games.Right {
		end = 'R'
	}
	return strconv.AppendUint(append(dst, end, '-'), count, 10)
}

func (partizanTheory) wins(_ *games.Variant, p games.Position) bool {
	return takesOf(p.(*endnim.Row).Piles(), p.Turn().Actor).any()
}

func (partizanTheory) winning(_ *games.Variant, p games.Position, limit int) (moves []string, complete bool) {
	side := p.Turn().Actor
	return takesOf(p.(*endnim.Row).Piles(), side).list(side, limit)
}

// grundy knows nothing: partizan games have no Grundy values.
func (partizanTheory) grundy(*games.Variant, games.Position, int) (uint64, bool) { return 0, false }

func (partizanTheory) theorem(*games.Variant) string {
	return "Read a row as a·w·b with Left's end pile a and Right's b. L*(w) is the least pile that, put before w, lets Left win moving first; R*(w) is the least that, put behind w, lets Right. Both are 1 when w is empty. L*(wb) is 1 if b < R*(w), else b − R*(w) + L*(w) + 1, and R*(aw) is 1 if a < L*(w), else a − L*(w) + R*(w) + 1. Left wins moving first if a is at least L*(wb), Right if b is at least R*(aw). Whoever can win can do so by taking one counter or the whole pile."
}

func (partizanTheory) source(*games.Variant) string {
	return "Albert and Nowakowski, The game of End-Nim, 2001"
}

func (partizanTheory) appendWhy(dst []byte, _ *games.Variant, p games.Position) []byte {
	piles, side := p.(*endnim.Row).Piles(), p.Turn().Actor
	switch len(piles) {
	case 0:
		return append(dst, normalRow.overWhy()...)
	case 1:
		return append(appendOwnTake(dst, side, piles[0]), " takes the only pile"...)
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
		dst = appendOwnTake(dst, side, t.first())
		dst = append(dst, ", as the end pile "...)
		dst = strconv.AppendUint(dst, v.own, 10)
		dst = append(dst, " meets the "...)
	}
	dst = need.appendTo(dst)
	dst = append(dst, " that "...)
	return append(append(dst, seat(side)...), " needs here"...)
}

// seat is how people call a player.
func seat(side games.Side) string {
	if side == games.Left {
		return "Left"
	}
	return "Right"
}

func (partizanTheory) steps(_ *games.Variant, p games.Position) []string {
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
	case outcome == NextWins:
		why = "Both are short, so whoever moves first wins by taking a whole pile"
	case outcome == PreviousWins:
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
func winnerOf(o Outcome) string {
	if o == LeftWins {
		return seat(games.Left)
	}
	return seat(games.Right)
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
	steps := []string{fmt.Sprintf("%s to move needs %s = %s and has %d.", seat(side), threshold, v.toWin(), v.own)}
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
		appendOwnTake(nil, side, count), strings.Join(row, "·"), seat(side.Other()), need, v.far)
}

// named writes the winning moves; there is one.
func (t takes) named(side games.Side) string {
	var found []string
	if t.upTo > 0 {
		found = append(found, string(appendOwnTake(nil, side, 1)))
	}
	if t.upTo > 1 {
		found[0] += " to " + string(appendOwnTake(nil, side, t.upTo))
	}
	if t.all > 0 {
		found = append(found, string(appendOwnTake(nil, side, t.all)))
	}
	if t.upTo <= 1 && len(found) == 1 {
		return found[0] + " does"
	}
	return strings.Join(found, " and ") + " do"
}
