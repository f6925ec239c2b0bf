package gamestest

import (
	"fmt"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/gamestest/walk"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/takeaway"
	"nimatron/internal/testlong"
)

// TestConformance checks every variant of the catalog, the day's variants of each parametric family, and
// a game of another shape. It also checks variants without a model, like new games.
func TestConformance(t *testing.T) {
	variants := append(slices.Clone(catalog.Standard.All()), walk.Variant)
	for _, q := range testlong.Sample(t, []int64{-3, -1, 1, 3, 4, 6}, 2) {
		variants = append(variants, splitnim.Of(q), splitnim.Misere(q))
	}
	for _, k := range testlong.Sample(t, []int64{1, 2, 30}, 1) {
		variants = append(variants, takeaway.Max(k), takeaway.MaxMisere(k))
	}
	for _, v := range []*games.Variant{nim.Normal, endnim.Loop} {
		unknown := *v
		unknown.ID = "of-no-known-model/" + v.ID
		if _, ok := Lookup(unknown.ID); ok {
			t.Fatalf("%s has a model", unknown.ID)
		}
		variants = append(variants, &unknown)
	}
	for _, v := range variants {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			conforms(t, v)
		})
	}
}

// conforms runs the checks of every variant.
func conforms(t *testing.T, v *games.Variant) {
	s := newSuite(v)
	t.Run("rules", s.rules)
	t.Run("generate", s.generate)
	if !t.Run("ends", s.ends) {
		return // the other checks may search forever
	}
	t.Run("small boards", s.smallBoards)
	t.Run("garbage moves", s.garbageMoves)
	t.Run("garbage positions", s.garbagePositions)
	t.Run("playouts", s.playouts)
	t.Run("immutable", s.immutable)
	t.Run("lazy options", s.lazyOptions)
}

// suite has the shared state of one variant's checks.
type suite struct {
	variant *games.Variant
	model   *Model
	oracle  *Oracle
	// named is set if the model was written from the rules, not made from the variant's own list.
	named bool
}

func newSuite(v *games.Variant) *suite {
	_, named := Lookup(v.ID)
	o := OracleOf(v)
	return &suite{variant: v, model: o.model, oracle: o, named: named}
}

// parse reads a position of the variant.
func (s *suite) parse(t *testing.T, text string, first games.Side) games.Position {
	t.Helper()
	return Parse(t, s.variant, text, first)
}

// describe returns a position and its turn.
func describe(p games.Position) string { return describeState(p.String(), p.Turn()) }

// describeState is describe for a state of a model.
func describeState(position string, turn games.Turn) string {
	return fmt.Sprintf("%q, %s's turn, %s decides", position, turn.Owner, turn.Actor)
}
