package theory

import (
	"context"
	"errors"

	"nimatron/games"
)

// ErrBudget is the error of a search that ran out of its budget: nothing is proved.
var ErrBudget = errors.New("the search ran out of its budget: nothing is proved")

// Limits bound the search for one question.
type Limits struct {
	// Nodes bounds the positions of a search of rows and piles, BoardNodes of trees, graphs and
	// grids; 0 or less means the default.
	Nodes      int
	BoardNodes uint64
}

// Prover answers one question about positions of a variant, by a theorem or a search. The errors
// are ErrBudget and ctx.Err(); a theorem returns only the latter, and only from Value.
type Prover interface {
	// Wins reports whether the player who decides wins.
	Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error)
	// Winning returns at most limit winning decisions, in a fixed order. A search cut short returns
	// what is proved, with complete false; the error means that no move is.
	Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error)
	// Some returns some winning decisions to choose from, for as little work as one decision takes.
	Some(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error)
	// Value returns the value of p in sums, if tables of cells cells, or the limits of the search,
	// suffice.
	Value(ctx context.Context, v *games.Variant, p games.Position, cells int) (Value, error)
	// Reason justifies the verdict on p, which must be proved. A won position is explained by move,
	// which must win, or by an easy one if move is zero; Winning must have listed some.
	Reason(ctx context.Context, v *games.Variant, p games.Position, won bool, move games.Move) Reason
	// Method says how the verdict on p is reached.
	Method(ctx context.Context, v *games.Variant, p games.Position) Method
	// Spent reports whether a search ran out of its budget.
	Spent() bool
}

// List tries the decisions in p and returns at most limit of those that keep the win, and whether
// these are all. If keeps fails it returns what was found, and the error only if that is nothing.
func List(p games.Position, limit int, keeps func(games.Step) (bool, error)) (moves []games.Move, complete bool, err error) {
	for step := range p.Options() {
		kept, err := keeps(step)
		switch {
		case err != nil && len(moves) > 0:
			return moves, false, nil
		case err != nil:
			return nil, false, err
		case kept && len(moves) >= limit:
			return moves, false, nil
		case kept:
			moves = append(moves, step.Move)
		}
	}
	return moves, true, nil
}

type Method string

const (
	ByTheorem Method = "theorem"
	BySearch  Method = "search"
)

// Value is the value of a position in sums, as far as it is proved.
type Value struct {
	// Grundy is the Grundy value if Known; it is never a guess.
	Grundy uint64
	Known  bool
	// Components add up to the board.
	Components []Component
}

// Worth is the worth in sums of an all-small position of any size, as far as it is proved.
type Worth struct {
	Weight int
	// Exact means that the position is Weight·↑ + *Nimber; *0 is 0.
	Exact  bool
	Nimber uint64
	// Dominates has, for Left and for Right, the Nim piles that the position dominates.
	Dominates [2]PileSet
}

// Nothing is what is proved about the value 0.
func Nothing() Worth {
	alone := PileSet{Kind: OnePile} // 0
	return Worth{Exact: true, Dominates: [2]PileSet{alone, alone}}
}

// PileSet is the set of Nim piles, 0 included, that a position is at least as good as for a player:
// the player, moving second, wins the position beside such a pile.
type PileSet struct {
	Kind SetKind
	Pile uint64 // for OnePile and AllButOne
}

func (s PileSet) Has(pile uint64) bool {
	switch s.Kind {
	case OnePile:
		return pile == s.Pile
	case AllButOne:
		return pile != s.Pile
	}
	return s.Kind == EveryPile
}

// SetKind is a form of PileSet.
type SetKind uint8

const (
	NoPile    SetKind = iota
	OnePile           // Pile alone
	AllButOne         // all but Pile
	EveryPile
)

// Component is an independent set of stacks.
type Component struct {
	Places []string
	// Grundy is the value if Known.
	Grundy uint64
	Known  bool
}

// Prover returns a prover for one question about v.
func (f *Family) Prover(v *games.Variant, limits Limits) Prover {
	if f.Theorem == nil {
		return f.Search(v, limits)
	}
	return (*proved)(f)
}

type proved Family

func (f *proved) Wins(_ context.Context, v *games.Variant, p games.Position) (bool, error) {
	return f.Theorem.Wins(v, p), nil
}

func (f *proved) Winning(_ context.Context, v *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	moves, complete := f.Theorem.Winning(v, p, limit)
	return moves, complete, nil
}

func (f *proved) Some(ctx context.Context, v *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	return f.Winning(ctx, v, p, limit)
}

func (f *proved) Value(ctx context.Context, v *games.Variant, p games.Position, cells int) (value Value, err error) {
	value.Grundy, value.Known = f.Theorem.Grundy(ctx, v, p, cells)
	return value, ctx.Err()
}

func (f *proved) Reason(_ context.Context, v *games.Variant, p games.Position, _ bool, move games.Move) Reason {
	return f.Theorem.Reason(v, p, move)
}

func (*proved) Method(context.Context, *games.Variant, games.Position) Method { return ByTheorem }

func (*proved) Spent() bool { return false }
