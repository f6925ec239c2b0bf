package nim

import (
	"strings"

	"nimatron/games"
)

// BoundedParser returns the Parse function of Nim in which a move takes at most this many counters,
// 1 to games.MaxPile.
func BoundedParser(most uint64) func(string, games.Side) (games.Position, error) {
	return parser(rules{q: Unsplit, most: most})
}

// ParseDoubling reads a position of Fibonacci Nim: a pile, "20", or a pile and the most that may be
// taken, "13 | 6".
func ParseDoubling(text string, first games.Side) (games.Position, error) {
	height, bar, moved := strings.Cut(text, "|")
	pile, ok := onePile(height)
	most, readable := onePile(bar)
	if !ok || moved && !(readable && most > 0) {
		return nil, games.NoPosition("13 | 6", "%s is not a position here: write the pile as one number of at most "+
			"10^18, as in `20`, or after a move with the most that may be taken", games.Quote(text))
	}
	if !moved {
		most = max(pile, 1) - 1
	}
	b := &Board{owner: first, rules: rules{q: Unsplit, doubling: true, opening: !moved, most: min(most, pile)}, nominated: -1}
	if pile > 0 {
		b.piles = []uint64{pile}
	}
	return b, nil
}

func onePile(text string) (height uint64, ok bool) {
	switch piles, nominated, err := games.ParsePiles(text); {
	case err != nil || nominated >= 0 || len(piles) > 1:
		return 0, false
	case len(piles) == 0:
		return 0, strings.TrimSpace(text) == "0"
	default:
		return piles[0], true
	}
}

// Bounded reports whether there is a bound on what a move takes, which Most returns. On a board that
// is not [Board.Doubling] it is the same for all moves.
func (b *Board) Bounded() bool { return b.rules.doubling || b.rules.most < games.MaxPile }

// Most returns the most that the due decision may take from any pile.
func (b *Board) Most() uint64 { return b.rules.most }

// Doubling reports whether each move may take at most twice what the last one took.
func (b *Board) Doubling() bool { return b.rules.doubling }

func (b *Board) reach(n uint64) uint64 { return min(n, b.rules.most) }

// over reports whether nothing can be taken. In Fibonacci Nim a first pile of 1 can't be.
func (b *Board) over() bool { return len(b.piles) == 0 || b.rules.most == 0 }

func (b *Board) outOfReach(i int) error {
	pile := b.piles[i]
	most, why := b.reach(pile), ""
	switch {
	case b.rules.opening:
		why = ", but not all"
	case b.rules.doubling && most < pile:
		why = ", at most twice the last move"
	}
	return games.Illegal([]games.Move{b.move(i, most)}, "pile %d has %s: take %s%s", i+1, games.Counters(pile), games.Range(most), why)
}
