package gamestest

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"nimatron/games"
)

// A State is the position between two decisions.
type State struct {
	// Position is the canonical notation.
	Position string
	// Owner is the player whose turn it is.
	Owner games.Side
}

// An Option is one legal decision.
type Option struct {
	// Move is the canonical form.
	Move string
	// Also are other spellings of the same move, such as "R-2" if a single pile is at both ends.
	Also []string
	// State is the state after the decision.
	State State
}

// State is the state after the decision.
type Model struct {
	// ID is the variant's stable identifier.
	ID string
	// Misere means that the owner of the last turn loses.
	Misere bool
	// Partizan means that the sides have different moves.
	Partizan bool
	// Valued means that positions have Grundy values. Under misère play these are values of the
	// game without the moves that end it.
	Valued bool
	// Ordered means that the order of the piles matters.
	Ordered bool
	// Piles and Size bound the boards that are quick to search exhaustively: up to Piles piles of
	// up to Size.
	Piles, Size int
	// RandomPiles and RandomSize bound single larger boards that can still be
	// searched.
	RandomPiles, RandomSize int
	// Actor returns who makes the next decision; nil means the owner always does.
	Actor func(State) games.Side
	// Decision returns the kind of decision in a state; nil means always a whole move.
	Decision func(State) games.Decision
	// Shape returns what a drawing must show; nil if unknown.
	Shape func(State) games.Shape
	// Options lists every legal decision. It is empty when the game is over.
	Options func(State) []Option
}

// actor returns who makes the next decision.
func (m *Model) actor(s State) games.Side {
	if m.Actor == nil {
		return s.Owner
	}
	return m.Actor(s)
}

// decision returns the kind of decision in a state.
func (m *Model) decision(s State) games.Decision {
	if m.Decision == nil {
		return games.WholeMove
	}
	return m.Decision(s)
}

// Starts returns the notations of all boards of 1 to piles piles of 1 to size: every row if order
// matters, else every multiset once.
func (m *Model) Starts(piles, size int) []string {
	var starts []string
	var extend func(row []int)
	extend = func(row []int) {
		if len(row) > 0 {
			starts = append(starts, board{piles: row, nominated: none}.String())
		}
		if len(row) == piles {
			return
		}
		least := 1
		if !m.Ordered && len(row) > 0 {
			least = row[len(row)-1]
		}
		for n := least; n <= size; n++ {
			extend(append(row[:len(row):len(row)], n))
		}
	}
	extend(nil)
	return starts
}

// Random returns the notation of a random board within RandomPiles and RandomSize.
func (m *Model) Random(r *rand.Rand) string {
	piles := make([]int, 1+r.IntN(m.RandomPiles))
	for i := range piles {
		piles[i] = 1 + r.IntN(m.RandomSize)
	}
	return board{piles: piles, nominated: none}.String()
}

// Models returns the models of all games that have one, with split-nim/Q and
// split-nim/Q/misere for a few values of Q only.
func Models() []*Model {
	models := append(nimModels(), rowModels()...)
	for _, q := range []int{-3, -1, 0, 1, 2, 4} {
		models = append(models, splitModel(q, false), splitModel(q, true))
	}
	for k := 1; k <= 4; k++ {
		models = append(models, boundedModel(k, false), boundedModel(k, true))
	}
	return append(models, fibonacciModel())
}

// Lookup returns the model of the variant with this id; split-nim/Q and split-nim/Q/misere have one
// for every integer Q, and nim/max/K and nim/max/K/misere for every K.
func Lookup(id string) (*Model, bool) {
	if text, ok := strings.CutPrefix(id, "split-nim/"); ok {
		number, misere := strings.CutSuffix(text, "/misere")
		q, err := strconv.Atoi(number)
		return splitModel(q, misere), err == nil
	}
	if text, ok := strings.CutPrefix(id, "nim/max/"); ok {
		number, misere := strings.CutSuffix(text, "/misere")
		k, err := strconv.Atoi(number)
		return boundedModel(k, misere), err == nil
	}
	for _, m := range Models() {
		if m.ID == id {
			return m, true
		}
	}
	return nil, false
}

// FromOptions makes a model from v's own options. It tests Play and the solver of v, but not the
// options.
func FromOptions(v *games.Variant) *Model {
	var read sync.Map // what was read already
	parse := func(s State) games.Position {
		if p, ok := read.Load(s); ok {
			return p.(games.Position)
		}
		p, err := v.Parse(s.Position, s.Owner)
		if err != nil {
			panic(v.ID + ": the position " + s.Position + " does not read back: " + err.Error())
		}
		read.Store(s, p)
		return p
	}
	m := &Model{
		ID:       v.ID,
		Misere:   v.Ending == games.Misere,
		Partizan: v.Partizan,
		Valued:   v.Ending != games.Misere && !v.Partizan,
		Ordered:  true,
		Options: func(s State) []Option {
			var options []Option
			for step := range parse(s).Options() {
				options = append(options, Option{Move: step.Move.String(), State: stateOf(step.Position)})
			}
			return options
		},
	}
	if v.Reverse {
		m.Actor = func(s State) games.Side { return parse(s).Turn().Actor }
		m.Decision = func(s State) games.Decision { return parse(s).Turn().Decision }
	}
	return m
}

// stateOf returns p as a model's state.
func stateOf(p games.Position) State {
	return State{Position: p.String(), Owner: p.Turn().Owner}
}
