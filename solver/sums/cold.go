package sums

import (
	"context"
	"math/big"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// A search looks for means with this share of its positions, on boards whose play is no longer than
// meansDepth.
const meansShare, meansDepth = 4, 1000

// cold is the mean of a partizan board, and the outcome of the board less that number. No row and no
// coloured board is hot, so they follow from the options' alone (docs/theory/boards.md).
type cold struct {
	mean   *big.Rat
	beside theory.Outcome
}

// Outcome returns the outcome of a board or a sum with this mean that has another one less the mean.
func Outcome(mean *big.Rat, beside theory.Outcome) theory.Outcome {
	return [...]theory.Outcome{theory.RightWins, beside, theory.LeftWins}[mean.Sign()+1]
}

// Mean returns the mean of partizan boards side by side, and the outcome of their sum less that
// number, "" if it is not known. The error is theory.ErrBudget or ctx's.
func Mean(ctx context.Context, of func(*games.Variant) *theory.Family, parts []sum.Part) (mean *big.Rat, beside theory.Outcome, err error) {
	b := newProver(of, depotnim.Coloured, theory.Limits{})
	b.meansUntil = b.Nodes
	boards := make([]*board, len(parts))
	for i, part := range parts {
		boards[i] = b.board(part)
	}
	mean, known, err := b.searchedMean(ctx, boards)
	if err == nil && !known {
		err = theory.ErrBudget
	}
	if err != nil {
		return nil, "", err
	}
	left, leftKnown := byMeans(boards, new(big.Rat), games.Left)
	right, rightKnown := byMeans(boards, new(big.Rat), games.Right)
	if leftKnown && rightKnown {
		beside = theory.PartizanOutcome(left, right)
	}
	return mean, beside, nil
}

// mean counts the means by common ways, if it can and they don't cancel. If they do, what is beside them decides,
// so it searches.
func (b *prover) mean(ctx context.Context, boards []*board) (mean *big.Rat, known bool, err error) {
	mean = new(big.Rat)
	for _, of := range boards {
		own := b.countedMean(of)
		if own == nil {
			return b.searchedMean(ctx, boards)
		}
		mean.Add(mean, own)
	}
	if mean.Sign() == 0 {
		return b.searchedMean(ctx, boards)
	}
	return mean, true, nil
}

// countedMean returns the mean of a board that needs no search, nil if it needs one.
func (b *prover) countedMean(of *board) *big.Rat {
	switch {
	case of.cold != nil:
		return of.cold.mean
	case of.counted != nil:
	case of.coloured():
		of.counted, _ = b.byRoads(of)
	case b.of(of.part.Variant).Worth != nil:
		of.counted = new(big.Rat) // an all-small row
	}
	return of.counted
}

// byRoads is Roads.Mean of a coloured board.
func (b *prover) byRoads(of *board) (mean *big.Rat, beside theory.Outcome) {
	p := of.part.Position.(*depotnim.Position)
	roads := b.roads[p.Board()]
	if roads == nil {
		roads = depots.RoadsOf(p.Board())
		b.roads[p.Board()] = roads
	}
	return roads.Mean(p)
}

func (b *prover) searchedMean(ctx context.Context, boards []*board) (mean *big.Rat, known bool, err error) {
	mean = new(big.Rat)
	for _, of := range boards {
		c, err := b.cold(ctx, of, 0)
		if c == nil || err != nil {
			b.meansUntil = 0 // what was found stays
			return nil, false, err
		}
		mean.Add(mean, c.mean)
	}
	return mean, true, nil
}

// byMeans decides boards whose means are known: for the side for which the means add up, or if they
// cancel by the outcomes beside them.
func byMeans(boards []*board, mean *big.Rat, mover games.Side) (won, ok bool) {
	if mean.Sign() != 0 {
		return mean.Sign() > 0 == (mover == games.Left), true
	}
	return sides(boards, mover, func(of *board) theory.Outcome { return of.cold.beside })
}

// ownMean returns the mean, nil if it is not known yet.
func (of *board) ownMean() *big.Rat {
	if of.cold != nil {
		return of.cold.mean
	}
	return of.counted
}

// leans reports whether the mean is known and not 0.
func (of *board) leans() bool { return of.ownMean() != nil && of.ownMean().Sign() != 0 }

func (of *board) coloured() bool { return of.part.Variant.Family == depotnim.ColouredFamily }

func (b *prover) cold(ctx context.Context, of *board, depth int) (*cold, error) {
	v, p := of.part.Variant, of.part.Position
	if of.cold == nil && of.coloured() {
		if mean, beside := b.byRoads(of); beside != "" {
			of.cold = &cold{mean, beside}
		}
	}
	switch {
	case of.cold != nil, !of.coloured() && b.of(v).Worth == nil, of.coloured() && depth == 0 && v.LongestPlay(p) > meansDepth:
		return of.cold, nil
	}
	if !of.coloured() { // an all-small row
		outcome, err := b.outcome(ctx, of)
		if outcome != "" {
			of.cold = &cold{new(big.Rat), outcome}
		}
		return of.cold, err
	}
	var best [2]*big.Rat   // by side: the best mean of an option
	var outcomes [2]string // of the options that have it, beside it
	for side := range best {
		if b.Visited >= b.meansUntil {
			return nil, nil
		}
		if err := b.Visit(ctx, depth); err != nil {
			return nil, err
		}
		options, err := b.optionsOf(ctx, of, games.Side(side))
		if err != nil {
			return nil, err
		}
		for _, option := range options {
			c, err := b.cold(ctx, option, depth+1)
			if c == nil || err != nil {
				return nil, err
			}
			order := -1
			if best[side] != nil {
				order = best[side].Cmp(c.mean) * (1 - 2*side)
			}
			if order < 0 {
				best[side], outcomes[side] = c.mean, ""
			}
			if order <= 0 {
				outcomes[side] += string(c.beside)
			}
		}
	}
	b.Owed += coldBytes
	left, right := strings.ContainsAny(outcomes[games.Left], "LP"), strings.ContainsAny(outcomes[games.Right], "RP")
	low, high := best[games.Left], best[games.Right]
	if low != nil && high != nil && low.Cmp(high) == 0 {
		of.cold = &cold{low, theory.PartizanOutcome(left, right)}
	} else {
		of.cold = &cold{values.Simplest(low, high, !left, !right), theory.PreviousWins}
	}
	return of.cold, nil
}

// keeping returns a winning move after which the means decide, if there is one among the first
// options: one that keeps the mean if it can be.
func (b *prover) keeping(ctx context.Context, p *sum.Position) (move games.Move, ok bool) {
	mean, known, err := b.mean(ctx, b.boardsOf(p))
	n := 0
	for step := range p.Options() {
		if n++; n > listedOptions || !known || err != nil {
			break
		}
		boards := b.boardsOf(step.Position)
		left, _, err := b.mean(ctx, boards)
		if err != nil || left == nil {
			break
		}
		if won, decided := byMeans(boards, left, step.Position.Turn().Owner); !decided || won {
			continue
		}
		if left.Cmp(mean) == 0 {
			return step.Move, true
		}
		if !ok {
			move, ok = step.Move, true
		}
	}
	return move, ok
}
