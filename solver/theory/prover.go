package theory

import (
	"context"
	"errors"

	"nimatron/games"
)

// ErrBudget is the error of a search that did as much as it may: nothing is proved then.
var ErrBudget = errors.New("the search ran out of its budget: nothing is proved")

// Limits bound the search for the answer to one question.
type Limits struct {
	// Nodes is how many positions a search of rows and piles may visit, BoardNodes one of
	// trees, graphs and grids; 0 or less leaves it to the search.
	Nodes      int
	BoardNodes uint64
}

// Prover answers one question about positions of a variant, by a theorem or by a search.
// The errors are ErrBudget and ctx.Err(); a theorem has only the latter, and only in Value.
type Prover interface {
	// Wins reports whether the player who decides now wins.
	Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error)
	// Winning returns at most limit winning decisions, in a fixed order, and whether these
	// are all. What a search has proved when it ends early comes with complete false; the
	// error is for having proved no move.
	Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error)
	// Some returns winning decisions for one to be chosen from, as Winning does but with as
	// little work as one takes.
	Some(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error)
	// Value returns what p is worth in sums, as far as tables of so many cells, or the
	// limits of the search, let it be found.
	Value(ctx context.Context, v *games.Variant, p games.Position, cells int) (Value, error)
	// Reason gives the reason for the verdict on p, which is proved. Of a won one it is
	// about move, which wins, or about one that is easy to go on from if move is the zero
	// Move: then Winning has listed some.
	Reason(ctx context.Context, v *games.Variant, p games.Position, won bool, move games.Move) Reason
	// Method says how the verdict on p is reached.
	Method(v *games.Variant, p games.Position) Method
	// Spent reports whether a search ran out of its budget.
	Spent() bool
}

// Method is how a verdict was reached.
type Method string

const (
	ByTheorem Method = "theorem"
	BySearch  Method = "search"
)

// Value is what is known of a position as a part of sums.
type Value struct {
	// Grundy is the Grundy value where Known is true; it is never a guess.
	Grundy uint64
	Known  bool
	// Components are what a board falls into; the value is the nim-sum of theirs.
	Components []Component
}

// Worth is what is known of an all-small position of any size as a part of sums.
type Worth struct {
	// Weight is the atomic weight.
	Weight int
	// Exact is true where the position is Weight·↑ + *Nimber, *0 being 0.
	Exact  bool
	Nimber uint64
	// Covers says for Left, and for Right, which piles of Nim the position is at least as good as.
	Covers [2]PileSet
}

// Nothing is what is known of a position in which nobody can move, and of all that are worth as much.
func Nothing() Worth {
	alone := PileSet{Kind: OnePile} // 0
	return Worth{Exact: true, Covers: [2]PileSet{alone, alone}}
}

// PileSet is a set of piles of Nim, a pile of 0 among them, that a position is at least as good as
// for a player: beside such a pile the player wins it, moving second.
type PileSet struct {
	Kind SetKind
	Pile uint64 // of OnePile and AllButOne
}

// Has reports whether a pile is in the set.
func (s PileSet) Has(pile uint64) bool {
	switch s.Kind {
	case OnePile:
		return pile == s.Pile
	case AllButOne:
		return pile != s.Pile
	}
	return s.Kind == EveryPile
}

// SetKind says how many piles are in a set.
type SetKind uint8

const (
	NoPile    SetKind = iota
	OnePile           // Pile alone
	AllButOne         // all but Pile
	EveryPile
)

// Component is stacks of a board that affect each other and no others.
type Component struct {
	// Places are the names of the stacks.
	Places []string
	// Grundy is the value where Known is true.
	Grundy uint64
	Known  bool
}

// Prover returns what answers one question about v.
func (f *Family) Prover(v *games.Variant, limits Limits) Prover {
	if f.Theorem == nil {
		return f.Search(v, limits)
	}
	return (*proved)(f)
}

// proved is a family with a theorem as a Prover.
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

func (*proved) Method(*games.Variant, games.Position) Method { return ByTheorem }

func (*proved) Spent() bool { return false }
