package lesson

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
)

func between(r *rand.Rand, least, most int) uint64 { return uint64(least + r.IntN(most-least+1)) }

// row writes piles, leaving out those of 0.
func row(piles ...uint64) string {
	piles = slices.DeleteFunc(piles, func(n uint64) bool { return n == 0 })
	return string(games.AppendPiles(nil, piles, -1))
}

// some draws a board of some piles, each of at most high.
func some(least, most, high int) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return row(games.RandomPiles(r, least, most, high)...) }
}

func two(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return row(between(r, least, most), between(r, least, most)) }
}

func oneAndOnes(r *rand.Rand) string {
	piles := []uint64{between(r, 2, 6)}
	if r.IntN(3) == 0 {
		piles = append(piles, between(r, 2, 5))
	}
	for range between(r, 1, 4) {
		piles = append(piles, 1)
	}
	return row(piles...)
}

// named draws a board on which a pile has to be named, or one on which a pile was named and
// the number of other piles of 1 is even.
func named(r *rand.Rand) string {
	ones := between(r, 1, 4)
	piles := slices.Repeat([]uint64{1}, int(ones))
	large := games.RandomPiles(r, 1, 2, 5)
	for i := range large {
		large[i]++
	}
	piles = append(piles, large...)
	text := row(piles...)
	if ones%2 == 1 {
		return text
	}
	return fmt.Sprintf("%s [%d]", text, between(r, 2, 6))
}

// namedForYou draws a board on which a pile has to be named, or one on which a pile was named,
// the number of other piles of 1 is even, and often no other pile is larger.
func namedForYou(r *rand.Rand) string {
	if r.IntN(2) == 0 {
		return onesAndLarger(r)
	}
	piles := slices.Repeat([]uint64{1}, int(2*between(r, 0, 2)))
	for range r.IntN(3) {
		piles = append(piles, between(r, 2, 5))
	}
	named := fmt.Sprintf("[%d]", between(r, 3, 7))
	if len(piles) == 0 {
		return named
	}
	return row(piles...) + " " + named
}

func onesAndLarger(r *rand.Rand) string {
	piles := slices.Repeat([]uint64{1}, int(2*between(r, 0, 1)+1))
	for range between(r, 3, 4) {
		piles = append(piles, between(r, 2, 6))
	}
	return row(piles...)
}

// nearMirror draws a row that reads the same from both ends but for one end pile.
func nearMirror(most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		half := games.RandomPiles(r, 1, most, 6)
		piles := slices.Clone(half)
		slices.Reverse(half)
		piles = append(piles, half...)
		if r.IntN(2) == 0 {
			piles[0] += between(r, 1, 4)
		} else {
			piles = append([]uint64{between(r, 1, 6)}, piles...)
		}
		if r.IntN(2) == 0 {
			slices.Reverse(piles)
		}
		return row(piles...)
	}
}

// nearConstant draws a row of equal piles of least to most counters, with a larger one at an end.
func nearConstant(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		height := between(r, least, most)
		piles := slices.Repeat([]uint64{height}, int(between(r, 2, 5)))
		piles = append(piles, height+between(r, 1, 4))
		if r.IntN(2) == 0 {
			slices.Reverse(piles)
		}
		return row(piles...)
	}
}

// fourPiles draws a row of four piles, the inner ones far lower or far higher than the ends.
func fourPiles(r *rand.Rand) string {
	inner := func() uint64 {
		if r.IntN(2) == 0 {
			return between(r, 1, 2)
		}
		return between(r, 8, 9)
	}
	return row(between(r, 4, 6), inner(), inner(), between(r, 4, 6))
}

// someWith draws a pile or two of at most high and one of least to most, in any order.
func someWith(high, least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		piles := append(games.RandomPiles(r, 1, 2, high), between(r, least, most))
		r.Shuffle(len(piles), func(i, j int) { piles[i], piles[j] = piles[j], piles[i] })
		return row(piles...)
	}
}

func either(one, other func(*rand.Rand) string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		if r.IntN(2) == 0 {
			return one(r)
		}
		return other(r)
	}
}

// waiting draws two piles, the left one a little higher.
func waiting(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		right := between(r, least, most)
		return row(right+between(r, 1, 2), right)
	}
}

// needs draws a row with one pile or two between the ends, which are about as high as these need.
func needs(r *rand.Rand) string {
	one, other := between(r, 1, 4), uint64(0)
	if r.IntN(2) == 0 {
		other = between(r, 1, 4)
	}
	return row(between(r, 1, 7), one, other, between(r, 1, 6))
}

func threeBetween(r *rand.Rand) string {
	return row(between(r, 1, 7), between(r, 1, 3), between(r, 1, 3), between(r, 1, 3), between(r, 1, 7))
}

// A branch is a stack of a tree with the branches on it.
type branch struct {
	counters uint64
	on       []*branch
}

func grown(r *rand.Rand, stacks int) *branch {
	all := []*branch{{counters: between(r, 1, 4)}}
	for len(all) < stacks {
		next := &branch{counters: between(r, 1, 4)}
		under := all[r.IntN(len(all))]
		under.on = append(under.on, next)
		all = append(all, next)
	}
	return all[0]
}

func (b *branch) copy() *branch {
	c := &branch{counters: b.counters}
	for _, on := range b.on {
		c.on = append(c.on, on.copy())
	}
	return c
}

func (b *branch) String() string {
	text := strconv.FormatUint(b.counters, 10)
	if len(b.on) == 0 {
		return text
	}
	parts := make([]string, len(b.on))
	for i, on := range b.on {
		parts[i] = on.String()
	}
	return text + "(" + strings.Join(parts, " ") + ")"
}

// nearHalves draws a tree of two equal halves of least to most stacks. In one of them an end stack
// is larger, or there is one more.
func nearHalves(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		tree := grown(r, int(between(r, least, most)))
		half := tree.copy()
		tip := half
		for len(tip.on) > 0 {
			tip = tip.on[r.IntN(len(tip.on))]
		}
		if r.IntN(2) == 0 {
			tip.counters += between(r, 1, 3)
		} else {
			tip.on = append(tip.on, &branch{counters: between(r, 1, 4)})
		}
		tree.on = append(tree.on, half)
		return tree.String()
	}
}

// boards draws some rows of two piles and a single pile.
func boards(rows int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		var text strings.Builder
		for range rows {
			fmt.Fprintf(&text, "end-nim %d %d + ", between(r, 1, 6), between(r, 1, 6))
		}
		fmt.Fprintf(&text, "nim %d", between(r, 1, 7))
		return text.String()
	}
}

// ahead draws some rows of two piles and single piles, on which Left is at least one ahead.
func ahead(rows, singles int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		for {
			parts, lead := make([]string, 0, rows+singles), 0
			for range rows {
				left, right := between(r, 1, 5), between(r, 1, 5)
				parts, lead = append(parts, row(left, right)), lead+cmp.Compare(left, right)
			}
			for range singles {
				parts = append(parts, row(between(r, 1, 5)))
			}
			if lead > 0 {
				return "partizan-end-nim " + strings.Join(parts, " + partizan-end-nim ")
			}
		}
	}
}

// What decides which rule applies.

// rowsOf returns the rows of a sum of them.
func rowsOf(p games.Position) (rows [][]uint64) {
	sum, ok := p.Shape().(games.Sum)
	if !ok {
		return nil
	}
	for _, part := range sum.Parts {
		if row, ok := part.Shape.(games.Row); ok {
			rows = append(rows, row.Piles)
		}
	}
	return rows
}

// wholeAhead reports whether Left can take a whole pile and be two ahead, on rows of at most two.
func wholeAhead(p games.Position, _ []games.Move) bool {
	lead, gains := 0, -1 // the most that a whole pile gains
	for _, piles := range rowsOf(p) {
		switch weight := 0; len(piles) {
		case 2:
			weight = cmp.Compare(piles[0], piles[1])
			lead, gains = lead+weight, max(gains, -weight)
		case 1:
			gains = max(gains, 0)
		}
	}
	return lead+gains >= 2
}

// oddSingles reports whether a count of 4s, 2s or 1s in the single piles is odd.
func oddSingles(p games.Position, _ []games.Move) bool {
	nimSum := uint64(0)
	for _, piles := range rowsOf(p) {
		if len(piles) == 1 {
			nimSum ^= piles[0]
		}
	}
	return nimSum != 0
}

func naming(p games.Position, _ []games.Move) bool { return p.Turn().Decision == games.PlaceOnly }

// takesAll reports whether the first winning decision empties a pile of two or more.
func takesAll(p games.Position, winning []games.Move) bool {
	if p.Turn().Decision == games.PlaceOnly {
		return false
	}
	for _, place := range p.Places() {
		if place.Name == winning[0].Where {
			return place.Most > 1 && place.Most == winning[0].Count
		}
	}
	return false
}

// oneLarge reports whether a decision can leave piles of 1 alone.
func oneLarge(p games.Position, _ []games.Move) bool {
	n := 0
	for _, place := range p.Places() {
		if place.Most > 1 {
			n++
		}
	}
	return n <= 1
}

// nearOnes reports whether all piles but an end are 1.
func nearOnes(p games.Position, _ []games.Move) bool {
	row, ok := p.Shape().(games.Row)
	if !ok {
		return false
	}
	n := 0
	for _, pile := range row.Piles {
		if pile > 1 {
			n++
		}
	}
	return n <= 1
}
