package splitnim

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"

	"nimatron/games"
)

// Family is the rating family of all these games and the part of their ids
// before the slash.
const Family = "split-nim"

// MaxQ bounds q on both sides: beyond it no pile could be split.
const MaxQ = games.MaxPile

// Of returns Split-q-Nim, with id "split-nim/q". q is from -MaxQ to MaxQ.
func Of(q int64) *games.Variant {
	return &games.Variant{
		ID:     fmt.Sprintf("%s/%d", Family, q),
		Name:   name(q),
		Family: Family,
		Ending: games.Normal,
		Rules: games.Rules{
			Summary: summary(q),
			Turn:    turnRule(q),
			End:     "Whoever makes the last move wins: the board is then empty.",
			Moves:   "`2-3` takes 3 from pile 2. `2=3+4` splits pile 2 into piles of 3 and 4, which take its place, the smaller first. `split 2 3 4` is read too.",
			Example: example(q),
		},
		Parse: func(text string, first games.Side) (games.Position, error) {
			piles, nominated, err := games.ParsePiles(text)
			if err != nil {
				return nil, err
			}
			if nominated >= 0 {
				return nil, &games.BadPosition{Reason: "no pile is nominated in Split-q-Nim: write the piles without brackets, such as `5 8 3`"}
			}
			return &Board{piles: piles, mover: first, q: q}, nil
		},
		Generate: generate,
	}
}

func name(q int64) string {
	if q == 0 {
		return "Lasker's Nim (Split-0-Nim)"
	}
	if q < 0 {
		return fmt.Sprintf("Split-(%d)-Nim", q)
	}
	return fmt.Sprintf("Split-%d-Nim", q)
}

func summary(q int64) string {
	var change string
	switch {
	case q > 0:
		change = fmt.Sprintf("add %d and ", q)
	case q < 0:
		change = fmt.Sprintf("take %d and ", -q)
	}
	return fmt.Sprintf("Take from a pile, or %ssplit it into two smaller ones. Whoever moves last wins.", change)
}

// example is a start from which, for the two that are listed, only a split wins.
func example(q int64) string {
	switch q {
	case 0:
		return "3 1 2"
	case 2:
		return "6 2 4"
	default:
		return "5 8 3"
	}
}

func turnRule(q int64) string {
	const take = "Take at least one counter from a pile, or "
	switch {
	case q == 0:
		return take + "split a pile into two piles that are not empty."
	case q > 0:
		return take + fmt.Sprintf("add %s to a pile and split it into two piles that are both smaller than it was. A pile of %d or more can be split.", games.Counters(uint64(q)), q+2)
	default:
		return take + fmt.Sprintf("take %s from a pile and split the rest into two piles.", games.Counters(uint64(-q)))
	}
}

// generate returns two to four piles of 1 to 9.
func generate(r *rand.Rand) string {
	piles := make([]uint64, 2+r.IntN(3))
	for i := range piles {
		piles[i] = 1 + r.Uint64N(9)
	}
	return string(games.AppendPiles(nil, piles, -1))
}

// Board is a position: the piles, whose turn it is, and q.
type Board struct {
	piles []uint64
	mover games.Side
	q     int64
}

// Piles returns the piles in order, each at least 1. They must not be changed.
func (b *Board) Piles() []uint64 { return b.piles }

// Q returns the counters that are added before a split.
func (b *Board) Q() int64 { return b.q }

// String returns the piles apart by spaces, "0" for the empty board.
func (b *Board) String() string { return string(games.AppendPiles(nil, b.piles, -1)) }

// Turn returns the mover, who takes the whole decision.
func (b *Board) Turn() games.Turn { return games.Turn{Owner: b.mover, Actor: b.mover} }

// Picture returns the piles with their numbers.
func (b *Board) Picture() games.Picture { return games.Row{Piles: b.piles, Nominated: -1} }

// Parts returns what the two parts of a split of a pile of n make together and
// the least that one of them may be. A split with an empty part is a removal and
// does not count. ok is false where the pile can't be split. n is at least 1.
func Parts(n uint64, q int64) (sum, least uint64, ok bool) {
	total := int64(n) + q // both are at most 10^18 in size, so this can't overflow
	if total < 2 {
		return 0, 0, false
	}
	sum, least = uint64(total), 1
	if sum > n-1 { // the larger part may be n-1 at most
		least = max(least, sum-(n-1))
	}
	return sum, least, least <= sum/2
}

// Play takes from a pile, "2-3", or splits it, "2=3+4".
func (b *Board) Play(move string) (games.Step, error) {
	if len(b.piles) == 0 {
		return games.Step{}, illegal("the game is over: there is nothing left to take")
	}
	w, ok := games.ReadMove(move)
	if !ok || w.Kind != games.Take && w.Kind != games.Split {
		return games.Step{}, illegal("%s is not a move here: take with the pile's number and how many, such as `1-%d`, or split as in `2=3+4`",
			games.Quote(move), b.piles[0])
	}
	n, err := strconv.ParseUint(w.Where, 10, 64)
	if err != nil || n == 0 || n > uint64(len(b.piles)) {
		return games.Step{}, illegal("there is no pile %s: piles are numbered %s", games.Quote(w.Where), games.Range(uint64(len(b.piles))))
	}
	i := int(n) - 1
	if w.Kind == games.Split {
		return b.checkedSplit(i, min(w.Parts[0], w.Parts[1]), max(w.Parts[0], w.Parts[1]))
	}
	pile := b.piles[i]
	if w.All {
		w.Count = pile
	}
	if w.Count == 0 || w.Count > pile {
		return games.Step{}, illegal("pile %d has %s: take %s, such as `%d-%d`", i+1, games.Counters(pile), games.Range(pile), i+1, pile)
	}
	return b.take(i, w.Count), nil
}

func illegal(format string, args ...any) *games.IllegalMove {
	return &games.IllegalMove{Reason: fmt.Sprintf(format, args...)}
}

// checkedSplit splits pile i into small and large, small <= large, if it may.
func (b *Board) checkedSplit(i int, small, large uint64) (games.Step, error) {
	pile := b.piles[i]
	if b.q < 0 && small == 0 && large < pile && pile-large == uint64(-b.q) {
		return b.take(i, pile-large), nil
	}
	sum, least, ok := Parts(pile, b.q)
	if !ok {
		return games.Step{}, illegal("pile %d has %s and can't be split: that needs a pile of %d or more; take %s, such as `%d-%d`",
			i+1, games.Counters(pile), max(b.q, -b.q)+2, games.Range(pile), i+1, pile)
	}
	// The sum is taken apart by subtraction, since the typed parts may be huge.
	if small < least || small > sum || large != sum-small {
		return games.Step{}, illegal("pile %d has %s: its parts have to make %d together, each from %d to %d, such as `%d=%d+%d`",
			i+1, games.Counters(pile), sum, least, sum-least, i+1, least, sum-least)
	}
	// games.MaxPiles bounds what is read. A split may go beyond it, since otherwise
	// the theorem would call a board of that many piles won that nobody can win.
	return b.split(i, small, large), nil
}

// take removes count counters from pile i.
func (b *Board) take(i int, count uint64) games.Step {
	move := strconv.AppendInt(nil, int64(i)+1, 10)
	move = strconv.AppendUint(append(move, '-'), count, 10)
	if rest := b.piles[i] - count; rest > 0 {
		return b.replace(i, string(move), rest)
	}
	return b.replace(i, string(move))
}

// split puts small and large in the place of pile i.
func (b *Board) split(i int, small, large uint64) games.Step {
	move := strconv.AppendInt(nil, int64(i)+1, 10)
	move = strconv.AppendUint(append(move, '='), small, 10)
	move = strconv.AppendUint(append(move, '+'), large, 10)
	return b.replace(i, string(move), small, large)
}

// replace is the step that puts other piles in the place of pile i.
func (b *Board) replace(i int, move string, piles ...uint64) games.Step {
	next := make([]uint64, 0, len(b.piles)+1)
	next = append(append(append(next, b.piles[:i]...), piles...), b.piles[i+1:]...)
	return games.Step{Move: move, Position: &Board{piles: next, mover: b.mover.Other(), q: b.q}}
}

// Options yields for 1, 2, 3 and so on the removals of that many counters and
// the splits whose small part is that far up, so that both kinds come early even
// where a pile holds 10^18.
func (b *Board) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		for k, found := uint64(0), true; found; k++ {
			found = false
			for i, pile := range b.piles {
				if k < pile {
					found = true
					if !yield(b.take(i, k+1)) {
						return
					}
				}
			}
			for i, pile := range b.piles {
				sum, least, ok := Parts(pile, b.q)
				if ok && least+k <= sum/2 {
					found = true
					if !yield(b.split(i, least+k, sum-least-k)) {
						return
					}
				}
			}
		}
	}
}
