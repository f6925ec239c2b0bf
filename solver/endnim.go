package solver

import (
	"fmt"
	"strconv"

	"nimatron/games"
	"nimatron/games/endnim"
)

// endNimTheory is the theorem of Albert and Nowakowski for End-Nim and those of
// Cairns and Ho for its misère and loop games.
//
// The count of an end is the length of the run of equal piles there, plus one if
// the pile beyond the run is higher. The player to move loses if and only if
//
//	(a) the ends are equal and their counts add up to an even number, or
//	(b) the ends differ by one, the lower has an odd count, the higher an even one,
//
// except that rows of equal piles have a rule of their own, the only one in which
// the three games differ. The papers write l and r for the counts, and turn the
// row so that the left end is not the higher; here l is always the left end's.
type endNimTheory struct{}

// rowGame is one of the three games on a row.
type rowGame uint8

const (
	normalRow rowGame = iota
	misereRow
	loopRow
)

func rowGameOf(v *games.Variant) rowGame {
	switch {
	case v.Ending == games.Misere:
		return misereRow
	case v.ID == endnim.Loop.ID:
		return loopRow
	default:
		return normalRow
	}
}

// over reports whether nobody can move in a row of so many piles.
func (g rowGame) over(piles int) bool {
	return piles == 0 || piles == 1 && g == loopRow
}

// equalLost decides a row of equal piles, the empty row included.
func (g rowGame) equalLost(piles int, height uint64) bool {
	if g == loopRow || g == misereRow && height <= 1 {
		return piles%2 == 1
	}
	return piles%2 == 0
}

// row is a row of piles whose two outer piles count as first and last, so that a
// move on an end needs no copy of the rest. With one pile first equals last; the
// empty row has neither.
type row struct {
	piles       []uint64
	first, last uint64
}

func rowOf(piles []uint64) row {
	if len(piles) == 0 {
		return row{}
	}
	return row{piles, piles[0], piles[len(piles)-1]}
}

// after returns the row that piles become when an end is lowered to height, or
// removed when height is 0.
func after(piles []uint64, left bool, height uint64) row {
	switch r := rowOf(piles); {
	case height == 0 && left:
		return rowOf(piles[1:])
	case height == 0:
		return rowOf(piles[:len(piles)-1])
	case len(piles) == 1:
		return row{piles, height, height}
	case left:
		return row{piles, height, r.last}
	default:
		return row{piles, r.first, height}
	}
}

// leftRun returns the run at the left end and the pile beyond it, if the run is
// not the whole row. The row is not empty.
func (r row) leftRun() (run int, beyond uint64) {
	end := len(r.piles) - 1
	for i := 1; i < end; i++ {
		if r.piles[i] != r.first {
			return i, r.piles[i]
		}
	}
	return end, r.last
}

// rightRun is leftRun from the right.
func (r row) rightRun() (run int, beyond uint64) {
	end := len(r.piles) - 1
	for i := 1; i < end; i++ {
		if n := r.piles[end-i]; n != r.last {
			return i, n
		}
	}
	return end, r.first
}

// equal reports whether all piles are equal. The row is not empty.
func (r row) equal() bool {
	_, beyond := r.leftRun()
	return beyond == r.first && r.last == r.first
}

// counts returns the counts of the left and the right end of unequal piles.
func (r row) counts() (left, right int) {
	left, beyond := r.leftRun()
	if beyond > r.first {
		left++
	}
	right, beyond = r.rightRun()
	if beyond > r.last {
		right++
	}
	return left, right
}

// apart returns the difference of the ends.
func (r row) apart() uint64 {
	return max(r.first, r.last) - min(r.first, r.last)
}

// lost is the theorem: whether the player to move loses.
func (g rowGame) lost(r row) bool {
	apart := r.apart()
	if apart > 1 {
		return false
	}
	if len(r.piles) == 0 {
		return g.equalLost(0, 0)
	}
	if r.equal() {
		return g.equalLost(len(r.piles), r.first)
	}
	l, rr := r.counts()
	switch {
	case apart == 0:
		return (l+rr)%2 == 0
	case r.first < r.last:
		return l%2 == 1 && rr%2 == 0
	default:
		return l%2 == 0 && rr%2 == 1
	}
}

// endMove lowers one end of a row.
type endMove struct {
	left  bool
	count uint64
	after row
}

// appendTo writes the move in canonical form.
func (m endMove) appendTo(dst []byte) []byte {
	end := byte('R')
	if m.left {
		end = 'L'
	}
	return strconv.AppendUint(append(dst, end, '-'), m.count, 10)
}

func (m endMove) String() string { return string(m.appendTo(nil)) }

// maxEndMoves is how many moves can matter: three and one on each end.
const maxEndMoves = 8

// candidates appends the moves that could leave a lost row: those that bring an
// end to within one of the other, or remove it. Lost rows have no ends further
// apart. They come left end first, fewest counters first.
func (g rowGame) candidates(dst []endMove, piles []uint64) []endMove {
	if g.over(len(piles)) {
		return dst
	}
	r := rowOf(piles)
	if len(piles) == 1 { // both ends are this pile: only 1 and 0 can be lost
		return appendEndMoves(dst, piles, true, 1)
	}
	dst = appendEndMoves(dst, piles, true, r.last)
	return appendEndMoves(dst, piles, false, r.first)
}

// appendEndMoves appends the candidates on one end; other is the height opposite.
func appendEndMoves(dst []endMove, piles []uint64, left bool, other uint64) []endMove {
	height := piles[len(piles)-1]
	if left {
		height = piles[0]
	}
	for _, target := range [...]uint64{other + 1, other, other - 1} {
		if 0 < target && target < height {
			dst = append(dst, endMove{left, height - target, after(piles, left, target)})
		}
	}
	return append(dst, endMove{left, height, after(piles, left, 0)})
}

// winningEnds appends the winning moves, at most maxEndMoves.
func (g rowGame) winningEnds(dst []endMove, piles []uint64) []endMove {
	var buf [maxEndMoves]endMove
	for _, m := range g.candidates(buf[:0], piles) {
		if g.lost(m.after) {
			dst = append(dst, m)
		}
	}
	return dst
}

func (endNimTheory) wins(v *games.Variant, p games.Position) bool {
	return !rowGameOf(v).lost(rowOf(p.(*endnim.Row).Piles()))
}

func (endNimTheory) winning(v *games.Variant, p games.Position, limit int) (moves []string, complete bool) {
	var buf [maxEndMoves]endMove
	found := rowGameOf(v).winningEnds(buf[:0], p.(*endnim.Row).Piles())
	complete = len(found) <= limit
	found = found[:min(limit, len(found))]
	if len(found) == 0 {
		return nil, complete
	}
	moves = make([]string, len(found))
	var text [24]byte
	for i, m := range found {
		moves[i] = string(m.appendTo(text[:0]))
	}
	return moves, complete
}

// grundy knows the values of up to two piles and of lost rows by formulas, those
// of others by tables.
func (endNimTheory) grundy(v *games.Variant, p games.Position, cells int) (uint64, bool) {
	return rowGameOf(v).value(p.(*endnim.Row).Piles(), cells)
}

func (endNimTheory) theorem(v *games.Variant) string {
	text := "Let l be the length of the run of equal piles at the left end, plus 1 if the pile beyond the run is higher; let r be the same at the right end. Whoever moves next loses if the end piles are equal and l + r is even, or if one is higher by 1, the l or r of the lower end is odd and that of the higher end is even. So only moves that bring one end to within 1 of the other, or delete it, can win."
	switch rowGameOf(v) {
	case misereRow:
		return text + " A row of equal piles is lost if it has an even number of piles of 2 or more, or an odd number of piles of 1."
	case loopRow:
		return text + " A row of equal piles is lost if their number is odd."
	default:
		return text + " A row of equal piles is lost if their number is even."
	}
}

func (endNimTheory) source(v *games.Variant) string {
	if rowGameOf(v) == normalRow {
		return "Albert and Nowakowski, The game of End-Nim, 2001"
	}
	return "Cairns and Ho, Some remarks on End-Nim, 2011"
}

// countLegend explains l and r to somebody who meets them for the first time.
const countLegend = " (l, r: the run of equal piles at the left, right end, plus 1 if the pile beyond it is higher)"

func (endNimTheory) appendWhy(dst []byte, v *games.Variant, p games.Position) []byte {
	g, piles := rowGameOf(v), p.(*endnim.Row).Piles()
	if g.over(len(piles)) {
		return append(dst, g.overWhy()...)
	}
	var buf [maxEndMoves]endMove
	moves := g.winningEnds(buf[:0], piles)
	r := rowOf(piles)
	if len(moves) > 0 {
		r = moves[0].after
		dst = append(moves[0].appendTo(dst), " leaves "...)
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
func (g rowGame) overWhy() string {
	switch g {
	case misereRow:
		return "the row is empty, and whoever took the last counter has lost"
	case loopRow:
		return "a single pile is left, and whoever left it has won"
	default:
		return "the row is empty, and whoever took the last counter has won"
	}
}

// endingMove is what a move leaves that wins at once.
func (g rowGame) endingMove() string {
	if g == loopRow {
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
		return append(dst, parity(l+rr)...)
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
	dst = append(dst, parity(count)...)
	if lower {
		return append(dst, " at the lower end"...)
	}
	return append(dst, " at the higher end"...)
}

func parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
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
func (g rowGame) equalRule() string {
	switch g {
	case misereRow:
		return "a row of equal piles above 1 loses when their number is even, a row of 1s when it is odd"
	case loopRow:
		return "a row of equal piles loses when their number is odd"
	default:
		return "a row of equal piles loses when their number is even"
	}
}

func (endNimTheory) steps(v *games.Variant, p games.Position) []string {
	g, piles := rowGameOf(v), p.(*endnim.Row).Piles()
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
func (g rowGame) judged(m endMove) string {
	r := m.after
	verdict := "it fails"
	if g.lost(r) {
		verdict = "it wins"
	}
	if len(r.piles) == 0 {
		return fmt.Sprintf("%s empties the row: %s.", m, verdict)
	}
	return fmt.Sprintf("%s leaves %s: %s.", m, r.describe(), verdict)
}
