package solver

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/sum"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// Order says how two games compare.
type Order string

// Under misère play, impartial games are equal if the same player wins both beside any board of the games
// here; otherwise they are confused.
const (
	Less     Order = "<"
	Greater  Order = ">"
	Equal    Order = "="
	Confused Order = "||"
)

var orders = map[theory.Outcome]Order{theory.RightWins: Less, theory.LeftWins: Greater, theory.PreviousWins: Equal, theory.NextWins: Confused}

// Compare compares boards side by side with others by playing out their difference. If that is too
// much work in a partizan game, it compares the values. find finds the sums in the catalog. The
// error is ErrBudget, or says which boards can't be compared.
func (s *Solver) Compare(ctx context.Context, find func(id string) (*games.Variant, error), a, b []sum.Part) (Order, error) {
	v, p, err := s.difference(ctx, find, a, b)
	if err != nil {
		return "", err
	}
	fickle := s.fickle(a)
	if v.Ending == games.Misere && fickle != s.fickle(b) {
		return Confused, nil // Theorem 39 of docs/theory/values.md
	}
	outcome, err := s.Outcome(ctx, v, p)
	if errors.Is(err, ErrBudget) && v.Partizan {
		outcome, err = s.NewValuer(ValueBytes).sumOutcome(ctx, p.(*sum.Position).Parts())
	}
	if v.Ending == games.Misere && fickle && err == nil {
		outcome = theory.ImpartialOutcome(p.Turn(), outcome == theory.PreviousWins) // as under normal play
	}
	return orders[outcome], err
}

// Mean returns the mean of boards side by side under normal play, nil if it takes too much work. That
// of an impartial board is 0.
func Mean(ctx context.Context, parts []sum.Part) *big.Rat {
	parts = slices.DeleteFunc(slices.Clone(parts), func(part sum.Part) bool { return !part.Variant.Partizan })
	mean, _, err := sums.Mean(ctx, FamilyOf, parts)
	if err != nil {
		return nil
	}
	return mean
}

func (s *Solver) fickle(parts []sum.Part) bool {
	return !slices.ContainsFunc(parts, func(part sum.Part) bool {
		of := s.prover(part.Variant).family.Fickle
		return of != nil && !of(part.Position)
	})
}

func (s *Solver) difference(ctx context.Context, find func(id string) (*games.Variant, error), a, b []sum.Part) (*games.Variant, games.Position, error) {
	id, all := "sum", slices.Concat(a, b)
	partizan := slices.ContainsFunc(all, func(part sum.Part) bool { return part.Variant.Partizan })
	for _, part := range all {
		switch v := part.Variant; {
		case v.Reverse:
			return nil, nil, fmt.Errorf("%s can't be compared: both players decide in one turn there, so it has no value in sums", v.Name)
		case v.Ending != all[0].Variant.Ending:
			return nil, nil, fmt.Errorf("%s and %s can't be compared, as they end in different ways", all[0].Variant.Name, v.Name)
		case partizan:
			id = "partizan-sum"
		case v.Ending == games.Misere:
			id = "sum/misere"
		}
	}
	texts := []string{}
	for i, part := range all {
		text := part.String()
		switch {
		case partizan && !part.Variant.Partizan: // it is worth a Nim pile, its own negative
			alone, err := s.Analyze(ctx, part.Variant, part.Position)
			if err != nil {
				return nil, nil, err
			}
			if !alone.GrundyKnown {
				return nil, nil, ErrBudget
			}
			text = endnim.Partizan.ID + " " + strconv.FormatUint(alone.Grundy, 10)
		case i >= len(a):
			text = negative(part)
		}
		texts = append(texts, text)
	}
	v, err := find(id)
	if err != nil {
		return nil, nil, err
	}
	if len(texts) == 0 {
		texts = []string{"0"}
	}
	p, err := v.Parse(strings.Join(texts, " + "), games.Left)
	return v, p, err
}

func negative(part sum.Part) string {
	text := part.Position.String()
	switch part.Variant.Family {
	case endnim.PartizanFamily:
		piles := strings.Fields(text)
		slices.Reverse(piles)
		text = strings.Join(piles, " ")
	case depotnim.ColouredFamily:
		text = strings.NewReplacer("<", ">", ">", "<").Replace(text)
	}
	return part.Variant.ID + " " + text
}

func (w *Valuer) sumOutcome(ctx context.Context, parts []sum.Part) (theory.Outcome, error) {
	ctx, done := theory.Ask(ctx, w.solver.work())
	defer done()
	defer w.begin(ctx)()
	var each []values.Game
	for _, part := range parts {
		if part.Variant.LongestPlay(part.Position) > valueDepth {
			return "", ErrBudget
		}
		w.variant, w.known = part.Variant, map[string]values.Game{}
		each = append(each, w.follow(part.Position))
	}
	first, others := each[0], w.store.Negative(w.store.Sum(each[1:]...))
	least, most := w.store.LessOrEqual(others, first), w.store.LessOrEqual(first, others)
	err := w.done()
	if errors.Is(err, values.ErrLimit) {
		err = ErrBudget
	}
	return theory.PartizanOutcome(!most, !least), err
}
