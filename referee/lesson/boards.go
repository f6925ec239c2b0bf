package lesson

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
)

func between(r *rand.Rand, least, most int) uint64 { return uint64(least + r.IntN(most-least+1)) }

// drawn draws a board from a pattern. "|" separates alternatives, which are equally likely. "2-6" is a number
// from 2 to 6, "2-6{0,2}" up to two of them, and "[2-6]" a named pile. Other words stay.
func drawn(pattern string) func(*rand.Rand) string {
	boards := strings.Split(pattern, "|")
	return func(r *rand.Rand) string {
		chosen := boards[0]
		if len(boards) > 1 {
			chosen = boards[r.IntN(len(boards))]
		}
		var board []string
		for word := range strings.FieldsSeq(chosen) {
			numbers, repeat, repeated := strings.Cut(strings.Trim(word, "[]}"), "{")
			least, most, ok := span(numbers, "-")
			if !ok {
				board = append(board, word)
				continue
			}
			times := uint64(1)
			if repeated {
				fewest, often, _ := span(repeat, ",")
				times = between(r, fewest, often)
			}
			for range times {
				n := fmt.Sprint(between(r, least, most))
				if word[0] == '[' {
					n = "[" + n + "]"
				}
				board = append(board, n)
			}
		}
		return strings.Join(board, " ")
	}
}

func span(text, separator string) (least, most int, ok bool) {
	low, high, _ := strings.Cut(text, separator)
	least, bad := strconv.Atoi(low)
	most, worse := strconv.Atoi(high)
	return least, most, bad == nil && worse == nil
}

func row(piles ...uint64) string {
	piles = slices.DeleteFunc(piles, func(n uint64) bool { return n == 0 })
	return string(games.AppendPiles(nil, piles, -1))
}

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

func either(one, other func(*rand.Rand) string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		if r.IntN(2) == 0 {
			return one(r)
		}
		return other(r)
	}
}

func waiting(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		right := between(r, least, most)
		return row(right+between(r, 1, 2), right)
	}
}

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
	return &branch{b.counters, words.Each(b.on, (*branch).copy)}
}

func (b *branch) String() string {
	text := strconv.FormatUint(b.counters, 10)
	if len(b.on) == 0 {
		return text
	}
	return text + "(" + strings.Join(words.Each(b.on, (*branch).String), " ") + ")"
}

// nearHalves draws a tree of two equal halves, of which one has a larger end stack or one stack more.
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

// halfAhead draws two rings and two stacks of one player each. Left is half a move ahead: with 1 on b, a ring is worth
// as many halves to Left as a has more than c, up to 2.
func halfAhead(r *rand.Rand) string {
	for {
		a, c, d, e, left, right := between(r, 1, 3), between(r, 1, 3), between(r, 1, 3), between(r, 1, 3), between(r, 1, 2), between(r, 1, 2)
		if a+d+2*left == c+e+2*right+1 && a*c > 1 && d*e > 1 {
			const ring = "coloured-depot-nim a=%d b=1 c=%d; *<a a<b b>c *>c + "
			return fmt.Sprintf(ring+ring+"coloured-depot-nim a=%d; *<a + coloured-depot-nim a=%d; *>a", a, c, d, e, left, right)
		}
	}
}

// The functions below decide which rule of a lesson applies.

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
	lead, gains := 0, -1
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

func oneLarge(p games.Position, _ []games.Move) bool {
	n := 0
	for _, place := range p.Places() {
		if place.Most > 1 {
			n++
		}
	}
	return n <= 1
}

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
