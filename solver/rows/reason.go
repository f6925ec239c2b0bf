package rows

import (
	"fmt"
	"strconv"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// Theorem is the theorem for the variant, in words.
func (EndNim) Theorem(v *games.Variant) string {
	text := "Let l be the length of the run of equal piles at the left end, plus 1 if the pile beyond the run is higher; let r be the same at the right end. Whoever moves next loses if the end piles are equal and l + r is even, or if one is higher by 1, the l or r of the lower end is odd and that of the higher end is even. So only moves that bring one end to within 1 of the other, or delete it, can win."
	switch gameOf(v) {
	case misere:
		return text + " A row of equal piles is lost if it has an even number of piles of 2 or more, or an odd number of piles of 1."
	case loop:
		return text + " A row of equal piles is lost if their number is odd."
	default:
		return text + " A row of equal piles is lost if their number is even."
	}
}

// Source names where the theorem was published.
func (EndNim) Source(v *games.Variant) string {
	if gameOf(v) == normal {
		return "Albert and Nowakowski, The game of End-Nim, 2001"
	}
	return "Cairns and Ho, Some remarks on End-Nim, 2011"
}

// countLegend explains l and r to somebody who meets them for the first time.
const countLegend = " (l, r: the run of equal piles at the left, right end, plus 1 if the pile beyond it is higher)"

// AppendWhy describes the ends of the row, or what the first winning move makes of
// them.
func (EndNim) AppendWhy(dst []byte, v *games.Variant, p games.Position) []byte {
	g, piles := gameOf(v), p.(*endnim.Row).Piles()
	if g.over(len(piles)) {
		return append(dst, g.overWhy()...)
	}
	var buf [maxEndMoves]endMove
	moves := g.winningEnds(buf[:0], piles)
	r := rowOf(piles)
	if len(moves) > 0 {
		r = moves[0].after
		dst = append(moves[0].move().AppendTo(dst), " leaves "...)
	} else {
		dst = append(dst, "the row has "...)
	}
	switch {
	case g.over(len(r.piles)):
		return append(dst, g.endingMove()...)
	case r.equal():
		dst = append(r.appendEqual(dst), ", and "...)
		return append(dst, g.equalRule()...)
	}
	dst = r.appendEnds(dst)
	if len(moves) == 0 {
		dst = append(dst, ", which every move spoils"...)
	}
	return append(dst, countLegend...)
}

// overWhy says why a finished row is won or lost.
func (g game) overWhy() string {
	switch g {
	case misere:
		return "the row is empty, and whoever took the last counter has lost"
	case loop:
		return "a single pile is left, and whoever left it has won"
	default:
		return "the row is empty, and whoever took the last counter has won"
	}
}

// endingMove is what a move leaves that wins at once.
func (g game) endingMove() string {
	if g == loop {
		return "a single pile, which wins"
	}
	return "an empty row, which wins"
}

// appendEnds describes the ends of unequal piles by what the theorem looks at.
func (r row) appendEnds(dst []byte) []byte {
	dst = append(dst, "the ends "...)
	dst = strconv.AppendUint(dst, r.first, 10)
	dst = append(dst, " and "...)
	dst = strconv.AppendUint(dst, r.last, 10)
	l, rr := r.counts()
	switch r.apart() {
	case 0:
		dst = append(dst, ", equal with l + r = "...)
		dst = strconv.AppendInt(dst, int64(l), 10)
		dst = append(dst, " + "...)
		dst = strconv.AppendInt(dst, int64(rr), 10)
		dst = append(dst, ' ')
		return append(dst, theory.Parity(l+rr)...)
	case 1:
		dst = append(dst, ", one apart with l = "...)
		dst = appendEndCount(dst, l, r.first < r.last)
		dst = append(dst, " and r = "...)
		return appendEndCount(dst, rr, r.last < r.first)
	default:
		return append(dst, ", more than one apart"...)
	}
}

// appendEndCount writes the count of one end with its parity and rank.
func appendEndCount(dst []byte, count int, lower bool) []byte {
	dst = strconv.AppendInt(dst, int64(count), 10)
	dst = append(dst, ' ')
	dst = append(dst, theory.Parity(count)...)
	if lower {
		return append(dst, " at the lower end"...)
	}
	return append(dst, " at the higher end"...)
}

// appendEqual describes a row of equal piles, one of them at least.
func (r row) appendEqual(dst []byte) []byte {
	if len(r.piles) == 1 {
		dst = append(dst, "a single pile of "...)
		return strconv.AppendUint(dst, r.first, 10)
	}
	dst = strconv.AppendInt(dst, int64(len(r.piles)), 10)
	dst = append(dst, " equal piles of "...)
	return strconv.AppendUint(dst, r.first, 10)
}

// equalRule is the rule for rows of equal piles.
func (g game) equalRule() string {
	switch g {
	case misere:
		return "a row of equal piles above 1 loses when their number is even, a row of 1s when it is odd"
	case loop:
		return "a row of equal piles loses when their number is odd"
	default:
		return "a row of equal piles loses when their number is even"
	}
}

// Steps works out the counts of the ends and judges every move that could win.
func (EndNim) Steps(v *games.Variant, p games.Position) []string {
	g, piles := gameOf(v), p.(*endnim.Row).Piles()
	if g.over(len(piles)) {
		return nil
	}
	steps := []string{
		"The count of an end is the number of equal piles that stand together there, plus 1 if the pile beyond them is higher: l at the left end, r at the right.",
		"The player to move loses (a) when the ends are equal and l + r is even, or (b) when they are one apart, the count of the lower is odd and that of the higher is even.",
		"Apart from that, " + g.equalRule() + ".",
	}
	r := rowOf(piles)
	steps = append(steps, r.measured()...)
	verdict := "the player to move wins"
	if g.lost(r) {
		verdict = "the player to move loses"
	}
	steps = append(steps,
		fmt.Sprintf("Here we have %s: %s.", r.describe(), verdict),
		"Every move that leaves the ends more than one apart fails. These are the others, and those that remove an end:")
	for _, m := range g.candidates(nil, piles) {
		steps = append(steps, g.judged(m))
	}
	return append(steps, r.arrows()...)
}

// arrows draws Albert and Nowakowski's picture of unequal piles: each end has a
// cell, by the parity of its run and by whether the row goes up or down from it.
// A count is even in the top row and odd in the bottom row.
func (r row) arrows() []string {
	if r.equal() {
		return nil
	}
	leftRun, leftBeyond := r.leftRun()
	rightRun, rightBeyond := r.rightRun()
	cell := func(parity int, up bool) string {
		text := "↓"
		if up {
			text = "↑"
		}
		if leftRun%2 == parity && (leftBeyond > r.first) == up {
			text += " left"
		}
		if rightRun%2 == parity && (rightBeyond > r.last) == up {
			text += " right"
		}
		return text
	}
	return []string{
		"Albert and Nowakowski's picture: equal ends lose on one row; of ends one apart the higher on top and the lower below.",
		fmt.Sprintf("%-13s%-15s%s", "", "odd run", "even run"),
		fmt.Sprintf("%-13s%-15s%s", "top row", cell(1, true), cell(0, false)),
		fmt.Sprintf("%-13s%-15s%s", "bottom row", cell(1, false), cell(0, true)),
	}
}

// measured works out the counts of unequal piles.
func (r row) measured() []string {
	if r.equal() {
		return nil
	}
	l, rr := r.counts()
	leftRun, leftBeyond := r.leftRun()
	rightRun, rightBeyond := r.rightRun()
	return []string{
		measuredEnd("left", "l", r.first, leftRun, leftBeyond, l),
		measuredEnd("right", "r", r.last, rightRun, rightBeyond, rr),
	}
}

func measuredEnd(end, letter string, height uint64, run int, beyond uint64, count int) string {
	if beyond > height {
		return fmt.Sprintf("At the %s end %d stands %s and %d beyond is higher: %s = %d + 1 = %d.", end, height, times(run), beyond, letter, run, count)
	}
	return fmt.Sprintf("At the %s end %d stands %s and %d beyond is lower: %s = %d.", end, height, times(run), beyond, letter, count)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// describe says of a row that is not empty what the theorem looks at.
func (r row) describe() string {
	if r.equal() {
		return string(r.appendEqual(nil))
	}
	return string(r.appendEnds(nil))
}

// judged says what a candidate leaves and whether it wins.
func (g game) judged(m endMove) string {
	r := m.after
	verdict := "it fails"
	if g.lost(r) {
		verdict = "it wins"
	}
	if len(r.piles) == 0 {
		return fmt.Sprintf("%s empties the row: %s.", m.move(), verdict)
	}
	return fmt.Sprintf("%s leaves %s: %s.", m.move(), r.describe(), verdict)
}
