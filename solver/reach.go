package solver

import (
	"iter"
	"math"

	"nimatron/games"
	"nimatron/games/splitnim"
)

// largePile is how many counters a pile may have before the bot, in a lost position, takes
// at least half of one: else a match with piles of 10^18 would never end. docs/levels.md
// says what follows from it.
const largePile = 64

// manyPlaces is how many piles within reach make every option slow to look at.
const manyPlaces = 100

// place is a pile that the decision which is due can lower.
type place struct {
	pile uint64
	move games.Move // that takes one counter from it
}

// places returns the piles of a row or a board of piles from which whoever decides takes
// counters; ok is false where something else is decided or the board has another shape.
func (r prover) places(p games.Position) (places []place, ok bool) {
	row, isRow := p.Shape().(games.Row)
	turn := p.Turn()
	last := len(row.Piles) - 1
	if !isRow || last < 0 || turn.Decision == games.PlaceOnly {
		return nil, false
	}
	at := func(i int, m games.Move) { places = append(places, place{row.Piles[i], m}) }
	switch {
	case row.Nominated >= 0:
		at(row.Nominated, games.Move{Kind: games.Dictate, Count: 1})
	case row.Ends && r.variant.Partizan && turn.Owner == games.Right:
		at(last, games.TakeEnd(games.Right, 1))
	case row.Ends && (r.variant.Partizan || last == 0):
		at(0, games.TakeEnd(games.Left, 1))
	case row.Ends:
		at(0, games.TakeEnd(games.Left, 1))
		at(last, games.TakeEnd(games.Right, 1))
	default:
		places = make([]place, 0, len(row.Piles))
		for i := range row.Piles {
			at(i, games.TakePile(i, 1))
		}
	}
	return places, true
}

// options counts the legal decisions; math.MaxUint64 stands for that and more. Where they
// can only be listed, they are counted up to candidateLimit.
func (r prover) options(p games.Position) uint64 {
	row, isRow := p.Shape().(games.Row)
	switch {
	case !isRow:
		n := uint64(0)
		for range p.Options() {
			if n++; n == candidateLimit {
				break
			}
		}
		return n
	case p.Turn().Decision == games.PlaceOnly:
		return uint64(len(row.Piles))
	case !row.Ends && row.Nominated < 0:
		return sumOptions(p, row.Piles)
	}
	n := uint64(0)
	places, _ := r.places(p)
	for _, at := range places {
		n = add(n, at.pile)
	}
	return n
}

// sumOptions counts the decisions where counters can be taken from every pile.
func sumOptions(p games.Position, piles []uint64) uint64 {
	n := uint64(0)
	for _, pile := range piles {
		n = add(n, pile)
	}
	if board, ok := p.(*splitnim.Board); ok {
		for _, pile := range piles {
			if sum, least, ok := splitnim.Parts(pile, board.Q()); ok {
				n = add(n, sum/2-least+1)
			}
		}
	}
	return n
}

// add returns a + b, or the largest number where that is larger.
func add(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// candidates yields the decisions from which one is chosen in a lost position: the first
// that Position.Options yields, which take fewest counters or, as long as a pile within
// reach is large, some that take at least half of one.
func (r prover) candidates(p games.Position) iter.Seq[games.Step] {
	places, _ := r.places(p)
	large := false
	for _, at := range places {
		large = large || at.pile > largePile
	}
	limit := candidateLimit
	if len(places) > manyPlaces {
		limit /= 4
	}
	if !large {
		return first(p.Options(), limit)
	}
	return first(func(yield func(games.Step) bool) {
		for _, at := range places {
			if at.pile <= largePile {
				continue
			}
			half := at.pile - at.pile/2
			for _, count := range [...]uint64{half, half + 1, at.pile - 2, at.pile - 1, at.pile} {
				if step, err := take(p, at.move, count); err == nil && !yield(step) {
					return
				}
			}
		}
	}, limit)
}

// take plays a move with another count.
func take(p games.Position, move games.Move, count uint64) (games.Step, error) {
	move.Count = count
	next, err := p.Play(move)
	return games.Step{Move: move, Position: next}, err
}

// first yields the first so many steps.
func first(steps iter.Seq[games.Step], limit int) iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		n := 0
		for step := range steps {
			if n++; !yield(step) || n == limit {
				return
			}
		}
	}
}
