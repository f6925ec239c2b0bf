package endnim

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"

	"nimatron/games"
)

// The variants of this package.
var (
	// Normal is End-Nim in which taking the last counter wins.
	Normal = &games.Variant{
		ID:     "end-nim",
		Name:   "End-Nim",
		Family: "end-nim",
		Ending: games.Normal,
		Rules: games.Rules{
			Summary: "A row of piles; take from either end. Whoever takes the last counter wins.",
			Turn:    turnRule,
			End:     "Whoever takes the last counter of the row wins.",
			Moves:   movesRule,
			Example: "3 5 2",
		},
		Parse:    parser(empty),
		Generate: generate,
	}
	// Misere is End-Nim in which taking the last counter loses.
	Misere = &games.Variant{
		ID:     "end-nim/misere",
		Name:   "Misère End-Nim",
		Family: "end-nim",
		Ending: games.Misere,
		Rules: games.Rules{
			Summary: "A row of piles; take from either end. Whoever takes the last counter loses.",
			Turn:    turnRule,
			End:     "Whoever takes the last counter of the row loses.",
			Moves:   movesRule,
			Example: "3 5 2",
		},
		Parse:    parser(empty),
		Generate: generate,
	}
	// Loop is End-Nim that ends when a single pile is left.
	Loop = &games.Variant{
		ID:     "end-nim/loop",
		Name:   "Loop End-Nim",
		Family: "end-nim",
		Ending: games.Normal,
		Rules: games.Rules{
			Summary: "A row of piles; take from either end. Whoever leaves a single pile wins.",
			Turn:    turnRule,
			End:     "Whoever reduces the row to a single pile wins, however large that pile is.",
			Moves:   movesRule,
			Example: "3 5 2",
		},
		Parse:    parser(single),
		Generate: generate,
	}
)

const (
	turnRule  = "Take at least one counter from the leftmost or the rightmost pile. An emptied pile disappears and uncovers its neighbour."
	movesRule = "`L-2` takes 2 from the left end, `R-1` takes 1 from the right end. `left 2`, `take 2 from left` and `R all` are read too."
)

// goal is the number of piles at which a game is over.
type goal uint8

const (
	empty  goal = 0
	single goal = 1
)

// Row is a position: the piles from left to right and whose turn it is.
type Row struct {
	piles []uint64
	mover games.Side
	goal  goal
}

// parser returns the Parse of the game that ends at goal.
func parser(goal goal) func(string, games.Side) (games.Position, error) {
	return func(text string, first games.Side) (games.Position, error) {
		piles, nominated, err := games.ParsePiles(text)
		if err != nil {
			return nil, err
		}
		if nominated >= 0 {
			return nil, &games.BadPosition{Reason: "no pile is nominated in End-Nim: write the row without brackets, such as `3 5 2`"}
		}
		if len(piles) == 0 && goal == single {
			return nil, &games.BadPosition{Reason: "Loop End-Nim ends at a single pile, so a row has at least one pile, such as `3 5 2`"}
		}
		return &Row{piles: piles, mover: first, goal: goal}, nil
	}
}

// generate returns four to six piles of 1 to 7.
func generate(r *rand.Rand) string {
	piles := make([]uint64, 4+r.IntN(3))
	for i := range piles {
		piles[i] = 1 + r.Uint64N(7)
	}
	return string(games.AppendPiles(nil, piles, -1))
}

// Piles returns the piles from left to right, each at least 1. They must not be
// changed.
func (r *Row) Piles() []uint64 { return r.piles }

// String returns the piles apart by spaces, "0" for the empty row.
func (r *Row) String() string { return string(games.AppendPiles(nil, r.piles, -1)) }

// Turn returns the mover, who takes the whole decision.
func (r *Row) Turn() games.Turn { return games.Turn{Owner: r.mover, Actor: r.mover} }

// Picture returns the row with its ends in play.
func (r *Row) Picture() games.Picture {
	return games.Row{Piles: r.piles, Ends: true, Nominated: -1}
}

// end is one end of the row.
type end byte

const (
	leftEnd  end = 'L'
	rightEnd end = 'R'
)

// name is how people call the pile at the end.
func (e end) name() string {
	if e == leftEnd {
		return "left"
	}
	return "right"
}

// pile returns the pile at an end of a row that is not empty.
func (r *Row) pile(e end) uint64 {
	if e == leftEnd {
		return r.piles[0]
	}
	return r.piles[len(r.piles)-1]
}

// Play takes from an end: "L-2", "R-1" or a forgiving form of these.
func (r *Row) Play(move string) (games.Step, error) {
	if len(r.piles) <= int(r.goal) {
		return games.Step{}, &games.IllegalMove{Reason: "the game is over: there is nothing left to take"}
	}
	e, count, err := r.read(move)
	if err != nil {
		return games.Step{}, err
	}
	if pile := r.pile(e); count == 0 || count > pile {
		return games.Step{}, &games.IllegalMove{Reason: fmt.Sprintf("the %s pile has %s: take %s, such as `%c-%d`",
			e.name(), games.Counters(pile), games.Range(pile), e, pile)}
	}
	return r.take(e, count), nil
}

// read finds the end and the number that a move's text means.
func (r *Row) read(move string) (end, uint64, error) {
	w, ok := games.ReadMove(move)
	if !ok || w.Kind != games.Take {
		return 0, 0, &games.IllegalMove{Reason: fmt.Sprintf("%s is not a move here: write the end and how many to take, such as `L-1` or `R-%d`",
			games.Quote(move), r.pile(rightEnd))}
	}
	var e end
	switch w.Where {
	case "l", "left":
		e = leftEnd
	case "r", "right":
		e = rightEnd
	default:
		return 0, 0, &games.IllegalMove{Reason: fmt.Sprintf("%s is no end of the row: take from `L` (%d) or `R` (%d), such as `L-1`",
			games.Quote(w.Where), r.pile(leftEnd), r.pile(rightEnd))}
	}
	if w.All {
		return e, r.pile(e), nil
	}
	return e, w.Count, nil
}

// take applies a legal move. With a single pile both ends are the same and the
// canonical form names the left one.
func (r *Row) take(e end, count uint64) games.Step {
	if len(r.piles) == 1 {
		e = leftEnd
	}
	rest := r.pile(e) - count
	var piles []uint64
	switch {
	case rest > 0:
		piles = append(piles, r.piles...)
		if e == leftEnd {
			piles[0] = rest
		} else {
			piles[len(piles)-1] = rest
		}
	case e == leftEnd:
		piles = r.piles[1:]
	default:
		piles = r.piles[:len(r.piles)-1]
	}
	move := strconv.AppendUint([]byte{byte(e), '-'}, count, 10)
	return games.Step{
		Move:     string(move),
		Position: &Row{piles: piles, mover: r.mover.Other(), goal: r.goal},
	}
}

// Options yields L-1, R-1, L-2, R-2 and so on.
func (r *Row) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		if len(r.piles) <= int(r.goal) {
			return
		}
		left, right := r.pile(leftEnd), r.pile(rightEnd)
		if len(r.piles) == 1 {
			right = 0
		}
		for count := uint64(1); count <= max(left, right); count++ {
			if count <= left && !yield(r.take(leftEnd, count)) {
				return
			}
			if count <= right && !yield(r.take(rightEnd, count)) {
				return
			}
		}
	}
}
