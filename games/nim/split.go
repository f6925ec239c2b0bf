package nim

import (
	"slices"

	"nimatron/games"
)

// Unsplit is the q of games without splits: it is so low that no pile can be split.
const Unsplit = -2 * games.MaxPile

// SplitParser returns the Parse function of Split-q-Nim. |q| is at most games.MaxPile.
func SplitParser(q int64) func(string, games.Side) (games.Position, error) {
	return parser(rules{q: q})
}

// Q returns the counters that are added before a split, or Unsplit.
func (b *Board) Q() int64 { return b.rules.q }

// Parts returns the total of the two parts of a split of a pile of n, and the least size of a part.
// A split with an empty part is a removal and does not count. ok is false if the pile can't be
// split.
func Parts(n uint64, q int64) (sum, least uint64, ok bool) {
	total := int64(n) + q // can't overflow: n is at most 10^18, and q at least -2·10^18
	if n == 0 || total < 2 {
		return 0, 0, false
	}
	sum, least = uint64(total), 1
	if sum > n-1 { // the larger part is at most n-1
		least = max(least, sum-(n-1))
	}
	if least > sum/2 {
		return 0, 0, false
	}
	return sum, least, true
}

func (b *Board) readSplit(i int, parts [2]uint64) games.Move {
	small, large := min(parts[0], parts[1]), max(parts[0], parts[1])
	if pile, q := b.piles[i], b.rules.q; q < 0 && small == 0 && large < pile && pile-large == uint64(-q) {
		return games.TakePile(i, pile-large)
	}
	return games.SplitPile(i, small, large)
}

// checkSplit returns an error unless pile i may be split into small and large.
//
// A split may exceed games.MaxPiles, which bounds what is read. Otherwise the theorem would call a
// full board won that nobody can win.
func (b *Board) checkSplit(i int, small, large uint64) error {
	pile := b.piles[i]
	sum, least, ok := Parts(pile, b.rules.q)
	if !ok {
		return games.Illegal([]games.Move{games.TakePile(i, pile)}, "pile %d has %s and can't be split: that needs a pile of %d or more; take %s",
			i+1, games.Counters(pile), max(b.rules.q, -b.rules.q)+2, games.Range(pile))
	}
	// Subtraction can't overflow.
	if small < least || small > sum/2 || large != sum-small {
		return games.Illegal([]games.Move{games.SplitPile(i, least, sum-least)}, "pile %d has %s: its parts have to "+
			"make %d together, each from %d to %d",
			i+1, games.Counters(pile), sum, least, sum-least)
	}
	return nil
}

// split leaves small in the place of pile i, so that the other piles keep their numbers, and puts
// large last.
func (b *Board) split(i int, small, large uint64) *Board {
	piles := append(slices.Clone(b.piles), large)
	piles[i] = small
	return b.after(piles)
}
