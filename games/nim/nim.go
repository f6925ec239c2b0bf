package nim

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"

	"nimatron/games"
)

// The variants of this package.
var (
	// Normal is Nim in which taking the last counter wins.
	Normal = &games.Variant{
		ID:     "nim",
		Name:   "Nim",
		Family: "nim",
		Ending: games.Normal,
		Rules: games.Rules{
			Summary: "Take any number from one pile. Whoever takes the last counter wins.",
			Turn:    "Choose a pile and take at least one counter from it.",
			End:     "Whoever takes the last counter of the board wins.",
			Moves:   takeRule,
			Example: "3 5 7",
		},
		Parse:    parser(decisions{}),
		Generate: generate,
	}
	// Misere is Nim in which taking the last counter loses.
	Misere = &games.Variant{
		ID:     "nim/misere",
		Name:   "Misère Nim",
		Family: "nim",
		Ending: games.Misere,
		Rules: games.Rules{
			Summary: "Take any number from one pile. Whoever takes the last counter loses.",
			Turn:    "Choose a pile and take at least one counter from it.",
			End:     "Whoever takes the last counter of the board loses.",
			Moves:   takeRule,
			Example: "3 5 7",
		},
		Parse:    parser(decisions{}),
		Generate: generate,
	}
)

const takeRule = "`2-3` takes 3 from pile 2. `take 3 from 2` and `2 all` are read too. An emptied pile disappears and those after it are renumbered."

// decisions says which decisions of a turn the opponent of its owner takes.
type decisions struct{ pileReversed, numberReversed bool }

// split reports whether the two decisions belong to two people.
func (d decisions) split() bool { return d.pileReversed != d.numberReversed }

// Board is a position: the piles, whose turn it is and, between the two
// half-moves of a turn, the pile that is nominated.
type Board struct {
	piles     []uint64
	owner     games.Side
	decisions decisions
	nominated int // index, -1 for none
}

// parser returns the Parse of the version with these deciders.
func parser(d decisions) func(string, games.Side) (games.Position, error) {
	return func(text string, first games.Side) (games.Position, error) {
		piles, nominated, err := games.ParsePiles(text)
		if err != nil {
			return nil, err
		}
		if nominated >= 0 && !d.split() {
			return nil, &games.BadPosition{Reason: "no pile is nominated in this game, where one player takes both decisions: write the piles without brackets, such as `3 5 2`"}
		}
		return &Board{piles: piles, owner: first, decisions: d, nominated: nominated}, nil
	}
}

// generate returns three to five piles of 1 to 9.
func generate(r *rand.Rand) string {
	piles := make([]uint64, 3+r.IntN(3))
	for i := range piles {
		piles[i] = 1 + r.Uint64N(9)
	}
	return string(games.AppendPiles(nil, piles, -1))
}

// generateReverse returns three to six piles of 1 to 6, about a third of them 1:
// the number of ones is what these games turn on.
func generateReverse(r *rand.Rand) string {
	piles := make([]uint64, 3+r.IntN(4))
	for i := range piles {
		piles[i] = 1
		if r.IntN(3) > 0 {
			piles[i] = 2 + r.Uint64N(5)
		}
	}
	return string(games.AppendPiles(nil, piles, -1))
}

// Piles returns the piles in order, each at least 1. They must not be changed.
func (b *Board) Piles() []uint64 { return b.piles }

// Nominated returns the index of the nominated pile, or -1.
func (b *Board) Nominated() int { return b.nominated }

// String returns the piles apart by spaces with the nominated one in brackets,
// "0" for the empty board.
func (b *Board) String() string {
	return string(games.AppendPiles(nil, b.piles, b.nominated))
}

// Turn returns the owner of the turn and who takes the decision that is due.
func (b *Board) Turn() games.Turn {
	reversed := b.decisions.pileReversed
	if b.nominated >= 0 {
		reversed = b.decisions.numberReversed
	}
	if reversed {
		return games.Turn{Owner: b.owner, Actor: b.owner.Other()}
	}
	return games.Turn{Owner: b.owner, Actor: b.owner}
}

// Picture returns the piles with their numbers.
func (b *Board) Picture() games.Picture {
	return games.Row{Piles: b.piles, Nominated: b.nominated}
}

// Play takes the decision that is due: "2-3" where one player takes both, else
// "2" nominates a pile and "-3" dictates the number.
func (b *Board) Play(move string) (games.Step, error) {
	if len(b.piles) == 0 {
		return games.Step{}, illegal("the game is over: there is nothing left to take")
	}
	w, ok := games.ReadMove(move)
	if !ok {
		return games.Step{}, illegal("%s is not a move here: %s", games.Quote(move), b.expected())
	}
	switch {
	case b.nominated >= 0:
		if w.Kind == games.Nominate { // a number alone can only be the answer
			if n, err := strconv.ParseUint(w.Where, 10, 64); err == nil {
				w = games.Written{Kind: games.Dictate, Count: n}
			}
		}
		if w.Kind != games.Dictate {
			return games.Step{}, illegal("%s: %s", games.Quote(move), b.expected())
		}
		return b.checkedTake(b.nominated, w)
	case b.decisions.split():
		if w.Kind != games.Nominate {
			return games.Step{}, illegal("%s: %s", games.Quote(move), b.expected())
		}
		i, err := b.index(w.Where)
		if err != nil {
			return games.Step{}, err
		}
		return b.nominate(i), nil
	default:
		if w.Kind != games.Take {
			return games.Step{}, illegal("%s is not a move here: %s", games.Quote(move), b.expected())
		}
		i, err := b.index(w.Where)
		if err != nil {
			return games.Step{}, err
		}
		return b.checkedTake(i, w)
	}
}

func illegal(format string, args ...any) *games.IllegalMove {
	return &games.IllegalMove{Reason: fmt.Sprintf(format, args...)}
}

// expected says what the decision that is due looks like.
func (b *Board) expected() string {
	switch {
	case b.nominated >= 0:
		n := b.piles[b.nominated]
		return fmt.Sprintf("pile %d is nominated and has %s: say how many leave it, %s, such as `-1`",
			b.nominated+1, games.Counters(n), games.Range(n))
	case b.decisions.split():
		return fmt.Sprintf("nominate a pile by its number alone, %s, such as `1`", games.Range(uint64(len(b.piles))))
	default:
		return fmt.Sprintf("write the pile's number, %s, and how many to take, such as `1-%d`",
			games.Range(uint64(len(b.piles))), b.piles[0])
	}
}

// index finds the pile that where names.
func (b *Board) index(where string) (int, error) {
	n, err := strconv.ParseUint(where, 10, 64)
	if err != nil || n == 0 || n > uint64(len(b.piles)) {
		return 0, illegal("there is no pile %s: piles are numbered %s", games.Quote(where), games.Range(uint64(len(b.piles))))
	}
	return int(n) - 1, nil
}

// checkedTake checks the number of w against pile i and takes it.
func (b *Board) checkedTake(i int, w games.Written) (games.Step, error) {
	pile := b.piles[i]
	if w.All {
		w.Count = pile
	}
	if w.Count == 0 || w.Count > pile {
		example := fmt.Sprintf("%d-%d", i+1, pile)
		if b.nominated >= 0 {
			example = fmt.Sprintf("-%d", pile)
		}
		return games.Step{}, illegal("pile %d has %s: take %s, such as `%s`", i+1, games.Counters(pile), games.Range(pile), example)
	}
	return b.take(i, w.Count), nil
}

// nominate is the first half-move: the turn stays with its owner.
func (b *Board) nominate(i int) games.Step {
	next := *b
	next.nominated = i
	return games.Step{Move: strconv.Itoa(i + 1), Position: &next}
}

// take lets count counters leave pile i and passes the turn.
func (b *Board) take(i int, count uint64) games.Step {
	rest := b.piles[i] - count
	piles := make([]uint64, 0, len(b.piles))
	piles = append(piles, b.piles[:i]...)
	if rest > 0 {
		piles = append(piles, rest)
	}
	piles = append(piles, b.piles[i+1:]...)
	var move []byte
	if b.nominated < 0 {
		move = strconv.AppendInt(move, int64(i)+1, 10)
	}
	move = strconv.AppendUint(append(move, '-'), count, 10)
	return games.Step{
		Move:     string(move),
		Position: &Board{piles: piles, owner: b.owner.Other(), decisions: b.decisions, nominated: -1},
	}
}

// Options yields the decisions that are due: nominations in order, or numbers
// from 1 up, each number for every pile that has it.
func (b *Board) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		if b.decisions.split() && b.nominated < 0 {
			for i := range b.piles {
				if !yield(b.nominate(i)) {
					return
				}
			}
			return
		}
		for count, found := uint64(1), true; found; count++ {
			found = false
			for i, pile := range b.piles {
				if pile < count || b.nominated >= 0 && i != b.nominated {
					continue
				}
				found = true
				if !yield(b.take(i, count)) {
					return
				}
			}
		}
	}
}
