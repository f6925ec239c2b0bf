package solver

import (
	"context"
	"math"
	"math/big"
	"strings"

	"nimatron/games"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// pair is the mean of a coloured board, and its outcome beside the negative of that number.
type pair struct {
	mean    *big.Rat
	outcome theory.Outcome
}

// pairBytes is the memory of a pair beside its text.
const pairBytes = 160

// byMeans sets what the pairs of all followers say about a coloured board. No such board is hot, so
// they follow from the options' pairs alone (docs/theory-boards.md). The error is values.ErrLimit or
// ctx's.
func (w *Valuer) byMeans(ctx context.Context, value *Value) error {
	if value.Variant.LongestPlay(value.Position) > valueDepth {
		return values.ErrLimit
	}
	defer w.begin(ctx)()
	p := w.pairOf(value.Position, map[string]pair{})
	if err := w.done(); err != nil {
		return err
	}
	value.Outcome = p.outcome
	switch p.mean.Sign() {
	case 1:
		value.Outcome = theory.LeftWins
	case -1:
		value.Outcome = theory.RightWins
	}
	value.Mean, value.LeftStop, value.RightStop = p.mean, p.mean, p.mean
	return nil
}

// pairOf is valid only if the value is not too much work.
func (w *Valuer) pairOf(p games.Position, known map[string]pair) pair {
	key := p.String()
	if found, ok := known[key]; ok {
		return found
	}
	// By side: the best mean of an option, and the outcomes of the options that have it.
	var best [2]*big.Rat
	var outcomes [2]string
	for side := range best {
		for step := range p.WithTurn(games.Side(side)).Options() {
			if w.moves--; w.done() != nil {
				return pair{mean: new(big.Rat)}
			}
			option := w.pairOf(step.Position, known)
			order := -1
			if best[side] != nil {
				order = best[side].Cmp(option.mean) * (1 - 2*side)
			}
			if order < 0 {
				best[side], outcomes[side] = option.mean, ""
			}
			if order <= 0 {
				outcomes[side] += string(option.outcome)
			}
		}
	}
	if w.store.Hold(pairBytes + len(key)); w.done() != nil {
		return pair{mean: new(big.Rat)}
	}
	left, right := best[games.Left], best[games.Right]
	found := pair{outcome: theory.PreviousWins}
	if left != nil && right != nil && left.Cmp(right) == 0 {
		found.mean = left
		found.outcome = theory.PartizanOutcome(strings.ContainsAny(outcomes[games.Left], "LP"), strings.ContainsAny(outcomes[games.Right], "RP"))
	} else {
		found.mean = simplest(left, right, !strings.ContainsAny(outcomes[games.Left], "LP"), !strings.ContainsAny(outcomes[games.Right], "RP"))
	}
	known[key] = found
	return found
}

// simplest returns the simplest number from low to high; nil is no bound. It is a bound itself only
// if that may be so.
func simplest(low, high *big.Rat, lowToo, highToo bool) *big.Rat {
	fits := func(x *big.Rat) bool {
		above, below := 1, 1
		if low != nil {
			above = x.Cmp(low)
		}
		if high != nil {
			below = high.Cmp(x)
		}
		return (above > 0 || above == 0 && lowToo) && (below > 0 || below == 0 && highToo)
	}
	zero := new(big.Rat)
	switch {
	case fits(zero):
		return zero
	case low == nil || low.Sign() < 0: // all are below 0
		x := simplest(negated(high), negated(low), highToo, lowToo)
		return x.Neg(x)
	}
	for power := new(big.Int).SetInt64(1); power.BitLen() < math.MaxInt16; power.Lsh(power, 1) {
		n := new(big.Int).Mul(low.Num(), power)
		n.Div(n, low.Denom())
		for range 2 {
			if x := new(big.Rat).SetFrac(n, power); fits(x) {
				return x
			}
			n = new(big.Int).Add(n, big.NewInt(1))
		}
	}
	return zero
}

func negated(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Neg(x)
}
