package splitnim

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"nimatron/games"
)

// Family is the family of all these games.
var Family = &games.Family{ID: "split-nim", Name: "Split Nim"}

// MaxQ bounds |q|: beyond it no pile can be split.
const MaxQ = games.MaxPile

// Every and EveryMisere are Split-q-Nim for all integers q.
var (
	Every       = games.Parametric{Family: Family, Symbol: "Q", Least: -MaxQ, Most: MaxQ, Of: Of}
	EveryMisere = games.Parametric{Family: Family, Symbol: "Q", Suffix: games.MisereSuffix, Least: -MaxQ, Most: MaxQ, Of: Misere}
)

// Of returns Split-q-Nim, with id "split-nim/q". q is from -MaxQ to MaxQ.
func Of(q int64) *games.Variant {
	name, gist, summary, turn := texts(q)
	return &games.Variant{
		ID:        fmt.Sprintf("%s/%d", Family.ID, q),
		Name:      name,
		Gist:      gist,
		Family:    Family,
		Parameter: q,
		Rules: games.Rules{
			Summary: summary + " Last to move wins.",
			Turn:    turn,
			End:     "Whoever makes the last move wins: the board is then empty.",
			Moves:   "`2-3` takes 3 from pile 2. `2=3+4` splits pile 2 into piles of 3 and 4, the smaller in its place, the larger as a new last pile. `split 2 3 4` works too. An emptied pile stays as `0`.",
			Example: example(q),
		},
		Parse: func(text string, first games.Side) (games.Position, error) {
			piles, nominated, err := games.ParsePiles(text)
			if err != nil {
				return nil, err
			}
			if nominated >= 0 {
				return nil, &games.BadPosition{Reason: "no pile is named in Split Nim: write the piles without brackets, such as `5 8 3`"}
			}
			return &Board{piles: piles, mover: first, q: q}, nil
		},
		Generate: func(r *rand.Rand, size games.Size) string { return generate(r, size, q) },
		Longest:  longest,
		Say:      games.SayPiles,
		Words:    games.PileWords,
	}
}

// Misere returns misère Split-q-Nim, with id "split-nim/q/misere". q is from -MaxQ to MaxQ.
func Misere(q int64) *games.Variant {
	_, _, summary, _ := texts(q)
	return Of(q).UnderMisere("Take or split, but moving last loses", summary+" Last to move loses.", "Whoever makes the last move loses: the board is then empty.")
}

// texts returns what the variants say differently. With who wins the summary has at most 100
// characters even for the longest q.
func texts(q int64) (name, gist, summary, turn string) {
	const take = "Take at least one counter from a pile, or "
	switch {
	case q > 0:
		return fmt.Sprintf("Split-%d-Nim", q), fmt.Sprintf("Take, or add %d and split", q),
			fmt.Sprintf("Take from a pile, or add %d and split it into two smaller ones.", q),
			take + fmt.Sprintf("add %s to a pile and split it into two piles that are both smaller than it was. A pile of %d or more can be split.", games.Counters(uint64(q)), q+2)
	case q < 0:
		return fmt.Sprintf("Split-(%d)-Nim", q), fmt.Sprintf("Take, or take %d and split", -q),
			fmt.Sprintf("Take from a pile, or take %d and split the rest in two.", -q),
			take + fmt.Sprintf("take %s from a pile and split the rest into two piles.", games.Counters(uint64(-q)))
	default:
		return "Lasker's Nim (Split-0-Nim)", "Take from a pile or split it",
			"Take from a pile, or split it into two smaller ones.",
			take + "split a pile into two piles that are not empty."
	}
}

// example is a start that a split wins. In the two listed games only a split does; for other q it
// leaves each pile twice.
func example(q int64) string {
	switch {
	case q == 0:
		return "3 1 2"
	case q == 2:
		return "6 2 4"
	case q > MaxQ-3 || q < 3-MaxQ: // no pile can be split
		return "5 8 3"
	case q > 0:
		return fmt.Sprintf("%d %d %d", q+3, q+1, q+2)
	default:
		return fmt.Sprintf("%d 1 2", 3-q)
	}
}

// Board is a position.
type Board struct {
	piles []uint64
	mover games.Side
	q     int64
}

// Piles returns the piles in order, emptied ones as 0; none if the game is over. They must not be
// changed.
func (b *Board) Piles() []uint64 { return b.piles }

// Q returns the counters that are added before a split.
func (b *Board) Q() int64 { return b.q }

// String returns the piles separated by spaces, "0" for the empty board.
func (b *Board) String() string { return string(b.AppendTo(nil)) }

// AppendTo appends what String returns to dst.
func (b *Board) AppendTo(dst []byte) []byte { return games.AppendPiles(dst, b.piles, -1) }

// Turn returns the mover, who takes the whole decision.
func (b *Board) Turn() games.Turn { return games.Turn{Owner: b.mover, Actor: b.mover} }

// WithTurn returns the same board with owner to move.
func (b *Board) WithTurn(owner games.Side) games.Position {
	other := *b
	other.mover = owner
	return &other
}

// Shape returns the piles with their numbers.
func (b *Board) Shape() games.Shape { return games.Row{Piles: b.piles, Nominated: -1} }

// Parts returns the total of the two parts of a split of a pile of n, and the least that one
// part may be. A split with an empty part is a removal and does not count. ok is false if the pile
// can't be split.
func Parts(n uint64, q int64) (sum, least uint64, ok bool) {
	total := int64(n) + q // can't overflow: both are at most 10^18 in size
	if n == 0 || total < 2 {
		return 0, 0, false
	}
	sum, least = uint64(total), 1
	if sum > n-1 { // the larger part is at most n-1
		least = max(least, sum-(n-1))
	}
	return sum, least, least <= sum/2
}

var errOver = games.Illegal("the game is over: there is nothing left to take")

// Read reads "2-3", which takes from a pile, and "2=3+4", which splits one.
func (b *Board) Read(text string) (games.Move, error) {
	if len(b.piles) == 0 {
		return games.Move{}, errOver
	}
	w, ok := games.ReadMove(text)
	if !ok || w.Kind != games.Take && w.Kind != games.Split {
		return games.Move{}, b.noMove(text)
	}
	i, err := games.FindPile(w.Where, len(b.piles))
	if err != nil {
		return games.Move{}, err
	}
	if w.Kind == games.Take {
		if w.All {
			w.Count = b.piles[i]
		}
		return games.TakePile(i, w.Count), nil
	}
	small, large := min(w.Parts[0], w.Parts[1]), max(w.Parts[0], w.Parts[1])
	// With a negative q a split with an empty part is a removal.
	if pile := b.piles[i]; b.q < 0 && small == 0 && large < pile && pile-large == uint64(-b.q) {
		return games.TakePile(i, pile-large), nil
	}
	return games.SplitPile(i, small, large), nil
}

func (b *Board) noMove(text string) error {
	return games.Illegal("%s is not a move here: take with the pile's number and how many, such as `%s`, or split as in `2=3+4`",
		games.Quote(text), b.easiest())
}

// easiest is a legal move for errors: it takes the first pile.
func (b *Board) easiest() games.Move {
	i := games.FirstPile(b.piles)
	return games.TakePile(i, b.piles[i])
}

// Play takes from a pile or splits it.
func (b *Board) Play(m games.Move) (games.Position, error) {
	switch {
	case len(b.piles) == 0:
		return nil, errOver
	case m.Kind != games.Take && m.Kind != games.Split:
		return nil, b.noMove(m.String())
	}
	i := int(m.Index)
	if i < 0 || i >= len(b.piles) || m != games.TakePile(i, m.Count) && m != games.SplitPile(i, m.Parts[0], m.Parts[1]) {
		return nil, b.noMove(m.String())
	}
	if b.piles[i] == 0 {
		return nil, games.EmptyPile(b.piles, i, b.easiest())
	}
	if m.Kind == games.Split {
		if err := b.checkSplit(i, m.Parts[0], m.Parts[1]); err != nil {
			return nil, err
		}
		return b.split(i, m.Parts[0], m.Parts[1]), nil
	}
	if pile := b.piles[i]; m.Count == 0 || m.Count > pile {
		return nil, games.Illegal("pile %d has %s: take %s, such as `%s`", i+1, games.Counters(pile), games.Range(pile), games.TakePile(i, pile))
	}
	return b.remove(i, m.Count), nil
}

// checkSplit returns an error unless pile i may be split into small and large.
//
// A split may exceed games.MaxPiles, which bounds what is read. Otherwise the theorem would call a
// full board won that nobody can win.
func (b *Board) checkSplit(i int, small, large uint64) error {
	pile := b.piles[i]
	sum, least, ok := Parts(pile, b.q)
	if !ok {
		return games.Illegal("pile %d has %s and can't be split: that needs a pile of %d or more; take %s, such as `%s`",
			i+1, games.Counters(pile), max(b.q, -b.q)+2, games.Range(pile), games.TakePile(i, pile))
	}
	// Subtraction can't overflow.
	if small < least || small > sum/2 || large != sum-small {
		return games.Illegal("pile %d has %s: its parts have to make %d together, each from %d to %d, such as `%s`",
			i+1, games.Counters(pile), sum, least, sum-least, games.SplitPile(i, least, sum-least))
	}
	return nil
}

func (b *Board) remove(i int, count uint64) *Board {
	piles := slices.Clone(b.piles)
	piles[i] -= count
	return &Board{piles: games.PilesAfter(piles), mover: b.mover.Other(), q: b.q}
}

// split leaves small in the place of pile i, so that the other piles keep their numbers, and puts
// large last.
func (b *Board) split(i int, small, large uint64) *Board {
	piles := append(slices.Clone(b.piles), large)
	piles[i] = small
	return &Board{piles: piles, mover: b.mover.Other(), q: b.q}
}

// Places returns the piles that are not empty, with their splits.
func (b *Board) Places() []games.Place {
	places := make([]games.Place, 0, len(b.piles))
	for i, pile := range b.piles {
		if pile == 0 {
			continue
		}
		place := games.Place{Name: games.PileName(i), Most: pile}
		if sum, least, ok := Parts(pile, b.q); ok {
			place.Sum, place.Least = sum, least
		}
		places = append(places, place)
	}
	return places
}

// Options yields for k = 1, 2, 3 … the removals of k counters and the splits with the k-th smallest
// part. So both kinds come early even if a pile holds 10^18.
func (b *Board) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		for k, found := uint64(0), true; found; k++ {
			found = false
			for i, pile := range b.piles {
				if k < pile {
					found = true
					if !yield(games.Step{Move: games.TakePile(i, k+1), Position: b.remove(i, k+1)}) {
						return
					}
				}
			}
			for i, pile := range b.piles {
				sum, least, ok := Parts(pile, b.q)
				if ok && least+k <= sum/2 {
					found = true
					small, large := least+k, sum-least-k
					if !yield(games.Step{Move: games.SplitPile(i, small, large), Position: b.split(i, small, large)}) {
						return
					}
				}
			}
		}
	}
}
