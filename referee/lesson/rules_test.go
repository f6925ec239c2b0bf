package lesson

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
)

// A learner knows only the rule of a lesson. It returns the decision in positions that the rule
// wins; in others ok is false. Piles are read from the board.
type learner func(p games.Position, piles []uint64, named int) (move string, ok bool)

// lost reports whether a rule says that the player to move loses.
type lost func(piles []uint64) bool

func xor(piles []uint64, read func(uint64) uint64) (x uint64) {
	for _, n := range piles {
		x ^= read(n)
	}
	return x
}

func same(n uint64) uint64 { return n }

// swapped returns the value of a pile up to 8 in Lasker's Nim.
func swapped(n uint64) uint64 {
	switch n {
	case 3, 4:
		return 7 - n
	case 7, 8:
		return 15 - n
	}
	return n
}

func evenCounts(piles []uint64) bool { return xor(piles, same) == 0 }

func misereCounts(piles []uint64) bool {
	if len(piles) == 0 || slices.Max(piles) == 1 {
		return len(piles)%2 == 1
	}
	return evenCounts(piles)
}

func swappedCounts(piles []uint64) bool { return xor(piles, swapped) == 0 }

func equalPair(piles []uint64) bool {
	return len(piles) == 0 || len(piles) == 2 && piles[0] == piles[1]
}

func constant(piles []uint64) bool { return len(slices.Compact(slices.Clone(piles))) == 1 }

func evenMirror(piles []uint64) bool {
	back := slices.Clone(piles)
	slices.Reverse(back)
	return len(piles)%2 == 0 && slices.Equal(piles, back)
}

// worthOf returns what the left end of a non-constant row is worth.
func worthOf(piles []uint64) uint64 {
	count := slices.IndexFunc(piles, func(n uint64) bool { return n != piles[0] })
	if piles[count] > piles[0] {
		count++
	}
	return piles[0] + uint64(count%2)
}

// ends is the rule of the ends. constants decides rows of equal piles.
func ends(constants func(piles []uint64) bool) lost {
	return func(piles []uint64) bool {
		if len(piles) == 0 || constant(piles) {
			return constants(piles)
		}
		back := slices.Clone(piles)
		slices.Reverse(back)
		return worthOf(piles) == worthOf(back)
	}
}

func evenNumber(piles []uint64) bool { return len(piles)%2 == 0 }

// swappedSixes returns the value of a pile up to 9 in the game whose splits add two.
func swappedSixes(n uint64) uint64 {
	if n == 6 || n == 7 {
		return 13 - n
	}
	return n
}

// lastOfMany is twoLines, but takes all of the last pile above 1.
func lastOfMany(p games.Position, piles []uint64, named int) (string, bool) {
	if named >= 0 {
		others := slices.Delete(slices.Clone(piles), named, named+1)
		if len(others) == 0 || slices.Max(others) <= 1 {
			return games.Move{Kind: games.Dictate, Count: piles[named]}.String(), true
		}
	}
	return twoLines(p, piles, named)
}

// halves makes the two halves of a tree equal.
func halves(p games.Position, _ []uint64, _ int) (string, bool) {
	for step := range p.Options() {
		if equalHalves(step.Position) {
			return step.Move.String(), true
		}
	}
	return "", false
}

// equalHalves looks for a cut between two neighbours that makes equal parts. The player who has
// emptied a tree wins.
func equalHalves(p games.Position) bool {
	g := p.Shape().(games.Graph)
	if games.Over(p) {
		return true
	}
	next := map[int][]int{}
	for _, e := range g.Edges {
		next[e.From] = append(next[e.From], e.To)
		next[e.To] = append(next[e.To], e.From)
	}
	var looks func(at, from int) string
	looks = func(at, from int) string {
		var parts []string
		for _, to := range next[at] {
			if to != from {
				parts = append(parts, looks(to, at))
			}
		}
		slices.Sort(parts)
		return fmt.Sprint(g.Vertices[at].Counters, parts)
	}
	for _, e := range g.Edges {
		if looks(e.From, e.To) == looks(e.To, e.From) {
			return true
		}
	}
	return false
}

// toLost moves to a lost board.
func toLost(is lost) learner {
	return func(p games.Position, _ []uint64, _ int) (string, bool) {
		for step := range p.Options() {
			if piles, _, _ := read(step.Position); is(games.Filled(piles)) {
				return step.Move.String(), true
			}
		}
		return "", false
	}
}

// twoLines names a 1, and leaves exactly 1.
func twoLines(_ games.Position, piles []uint64, named int) (string, bool) {
	if named < 0 {
		i := slices.Index(piles, 1)
		return games.PileName(i), i >= 0
	}
	return games.Move{Kind: games.Dictate, Count: max(1, piles[named]-1)}.String(), true
}

// leftNeed and rightNeed return the least winning end piles next to at most three other piles.
func leftNeed(between []uint64) uint64 {
	switch n := len(between); {
	case n == 0 || n == 2 && between[1] <= between[0]:
		return 1
	case n == 3:
		two, covered := between[:2], between[2]
		if covered < rightNeed(two) {
			return 1
		}
		return covered - rightNeed(two) + leftNeed(two) + 1
	default:
		return between[n-1] + 1
	}
}

func rightNeed(between []uint64) uint64 {
	back := slices.Clone(between)
	slices.Reverse(back)
	return leftNeed(back)
}

// spare is the rule of the partizan game for Left.
func spare(_ games.Position, piles []uint64, _ int) (string, bool) {
	n := len(piles)
	whole := games.Move{Kind: games.Take, Where: "L", Count: piles[0]}.String()
	if n == 1 {
		return whole, true
	}
	between := piles[1 : n-1]
	left, right := int(piles[0])-int(leftNeed(between)), int(piles[n-1])-int(rightNeed(between))
	switch {
	case right < 0:
		return whole, true
	case left >= 0 && left > right:
		return "L-1", true
	}
	return "", false
}

// worths plays Nim with the values of boards of at most two piles.
func worths(p games.Position, _ []uint64, _ int) (string, bool) {
	for step := range p.Options() {
		var all []uint64
		for _, part := range step.Position.Shape().(games.Sum).Parts {
			all = append(all, part.Shape.(games.Row).Piles...)
		}
		if evenCounts(all) {
			return step.Move.String(), true
		}
	}
	return "", false
}

// twoAhead plays rows of two piles and single piles: it gets two ahead by a whole pile, or else
// plays Nim with the single piles, or else moves on a row of Left's.
func twoAhead(p games.Position, _ []uint64, _ int) (string, bool) {
	look := func(p games.Position) (lead int, nimSum uint64) {
		for _, part := range p.Shape().(games.Sum).Parts {
			switch piles := part.Shape.(games.Row).Piles; {
			case len(piles) == 1:
				nimSum ^= piles[0]
			case len(piles) == 2 && piles[0] > piles[1]:
				lead++
			case len(piles) == 2 && piles[0] < piles[1]:
				lead--
			}
		}
		return lead, nimSum
	}
	_, odd := look(p)
	var even, own string
	for step := range p.Options() {
		part, inside := step.Move.InPart()
		piles := p.Shape().(games.Sum).Parts[part-1].Shape.(games.Row).Piles
		lead, nimSum := look(step.Position)
		switch {
		case lead > 1 && inside.Count == piles[0]:
			return step.Move.String(), true
		case odd != 0 && nimSum == 0 && len(piles) == 1:
			even = step.Move.String()
		case odd == 0 && len(piles) == 2 && piles[0]-inside.Count >= piles[1]:
			own = step.Move.String()
		}
	}
	return even + own, even+own != ""
}

// smallestPart takes the smallest of the Fibonacci numbers that add up to the pile.
func smallestPart(p games.Position, _ []uint64, _ int) (string, bool) {
	var pile, part uint64
	fmt.Sscan(p.String(), &pile)
	for pile > 0 {
		next := uint64(2)
		for part = 1; next <= pile; part, next = next, part+next {
		}
		pile -= part
	}
	return fmt.Sprintf("1-%d", part), true
}

// learners has the learner of each lesson.
var learners = map[string]learner{
	"twenty-one":     toLost(func(piles []uint64) bool { return xor(piles, func(n uint64) uint64 { return n % 4 }) == 0 }),
	"fibonacci":      smallestPart,
	"copying":        toLost(equalPair),
	"columns":        toLost(evenCounts),
	"misere":         toLost(misereCounts),
	"two-lines":      twoLines,
	"your-hand":      toLost(misereCounts),
	"mirroring":      toLost(evenMirror),
	"constant-rows":  toLost(evenMirror),
	"bands":          toLost(ends(evenNumber)),
	"misere-row":     toLost(ends(func(p []uint64) bool { return len(p)%2 == 0 == (len(p) > 0 && p[0] > 1) })),
	"loop-row":       toLost(ends(func(p []uint64) bool { return len(p)%2 == 1 })),
	"spare-counters": spare,
	"needs":          spare,
	"odd-splits":     toLost(evenCounts),
	"swap":           toLost(swappedCounts),
	"named-for-you":  lastOfMany,
	"three-between":  spare,
	"split-two":      toLost(func(p []uint64) bool { return xor(p, swappedSixes) == 0 }),
	"equal-halves":   halves,
	"high-middle":    highMiddle,
	"worth":          worths,
	"two-ahead":      twoAhead,
	"half-a-move":    halvesAhead,
}

var stackForm = regexp.MustCompile(`([abc])=(\d+)`)

// halvesAhead plays rings of a, b and c, where b is 1, and stacks that one player alone reaches: Left gets as far ahead as
// possible, without a ring that the player to move wins. It counts in halves of moves.
func halvesAhead(p games.Position, _ []uint64, _ int) (move string, ok bool) {
	best := -1
	for step := range p.Options() {
		lead, hot := 0, false
		for part := range strings.SplitSeq(step.Position.String(), " + ") {
			on := map[string]int{}
			for _, stack := range stackForm.FindAllStringSubmatch(part, -1) {
				on[stack[1]], _ = strconv.Atoi(stack[2])
			}
			switch a, b, c := on["a"], on["b"], on["c"]; {
			case strings.Contains(part, "*>a"):
				lead -= 2 * a
			case b == 0 || a == c && a > 1:
				lead += 2 * (a - c)
			case a == c:
				hot = true
			case a > 0 && c > 0 && (a-c == 1 || c-a == 1):
				lead += a - c
			case a > c:
				lead += 2 * (a - c - 1)
			default:
				lead += 2 * (a - c + 1)
			}
		}
		if lead > best && (lead > 0 || !hot) {
			best, move = lead, step.Move.String()
		}
	}
	return move, best >= 0
}

// highMiddle plays Nim in a yard of 3×3 in which the stacks beside the middle count one less while it is
// closed.
func highMiddle(p games.Position, _ []uint64, _ int) (string, bool) {
	for step := range p.Options() {
		cells := step.Position.Shape().(games.Grid).Cells
		closed := walled(cells)
		sum := uint64(0)
		for i, cell := range cells {
			switch {
			case closed && i == 4:
			case closed && i%2 == 1:
				sum ^= cell.Counters - 1
			default:
				sum ^= cell.Counters
			}
		}
		if before := p.Shape().(games.Grid).Cells; sum == 0 && (closed || !walled(before)) {
			return step.Move.String(), true
		}
	}
	return "", false
}

// walled reports whether the middle of a yard of 3×3 is closed.
func walled(cells []games.Vertex) bool {
	return cells[4].Counters > 0 && cells[1].Counters > 0 && cells[3].Counters > 0 && cells[5].Counters > 0 && cells[7].Counters > 0
}

// read returns the piles of a board and the index of the named one, -1 for none.
func read(p games.Position) (piles []uint64, named int, err error) {
	return games.ParsePiles(p.String())
}
