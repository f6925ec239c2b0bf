package solver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/games/sum"
	"nimatron/solver/theory"
)

type Kind string

const (
	// Firm positions have equal misère and Grundy values.
	Firm Kind = "firm"
	// Fickle positions have the values 0 and 1, in either order.
	Fickle Kind = "fickle"
)

// Genus describes a tame position: its Grundy value, and its misère values beside no, one, two …
// Nim piles of 2.
type Genus struct {
	Grundy uint64
	Fickle bool
}

// Misere returns the misère value. The next player loses if it is 0.
func (g *Genus) Misere() uint64 {
	if g.Fickle {
		return g.Grundy ^ 1
	}
	return g.Grundy
}

// String writes the genus as 2^{20} or 12^{12,14}: the misère values end with the two that
// alternate. Commas separate them if one is above 9.
func (g *Genus) String() string {
	values := []uint64{g.Misere(), g.Misere() ^ 2}
	if g.Fickle {
		// With a pile of 2 the sum is firm.
		values = []uint64{g.Misere(), g.Grundy ^ 2, g.Grundy}
	}
	separator, texts := "", []string{}
	for _, n := range values {
		if texts = append(texts, fmt.Sprint(n)); n > 9 {
			separator = ","
		}
	}
	return fmt.Sprintf("%d^{%s}", g.Grundy, strings.Join(texts, separator))
}

func (s *Solver) misere(ctx context.Context, value *Value) error {
	parts := []sum.Part{{Variant: value.Variant, Position: value.Position}}
	if p, ok := value.Position.(*sum.Position); ok {
		parts = p.Parts()
	}
	all, known := Genus{Fickle: true}, true
	for _, part := range parts {
		n, ok, err := s.normal(ctx, part)
		if err != nil {
			return err
		}
		all.Grundy, known = all.Grundy^n, known && ok
		all.Fickle = all.Fickle && s.prover(part.Variant).family.Fickle(part.Position)
	}
	if value.Kind = Firm; all.Fickle {
		value.Kind = Fickle
	}
	if !known {
		outcome, err := s.Outcome(ctx, value.Variant, value.Position)
		if err != nil && !errors.Is(err, ErrBudget) {
			return err
		} else if err == nil {
			value.Outcome = outcome
		}
		return nil
	}
	value.Genus, value.Exact = &all, true
	value.Outcome = theory.ImpartialOutcome(value.Position.Turn(), all.Misere() != 0)
	return nil
}

// normal returns the normal-play Grundy value of a board of a misère game, if it can be found.
func (s *Solver) normal(ctx context.Context, part sum.Part) (n uint64, ok bool, err error) {
	if games.Over(part.Position) {
		return 0, true, nil
	}
	r := s.prover(part.Variant.Normal)
	value, err := r.asked.Value(ctx, r.variant, part.Position, r.cells)
	if errors.Is(err, ErrBudget) {
		return 0, false, nil
	}
	return value.Grundy, value.Known, err
}
