package sums

import (
	"context"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/sum"
	"nimatron/solver/theory"
)

// ahead decides a sum of partizan boards by their atomic weights, which add up, and by the Nim
// piles that they dominate: Theorem 44 of docs/theory/values.md. If all boards are exact it decides every
// sum: a player who is one behind and to move wins ↓ + *1 alone.
func (b *prover) ahead(boards []*board, mover games.Side) (won bool, by theory.Rule, ok bool) {
	weight, nimSum, exact := 0, uint64(0), true
	for _, of := range boards {
		w := b.weigh(of)
		if w == nil {
			return false, "", false
		}
		weight, nimSum, exact = weight+w.Weight, nimSum^w.Nimber, exact && w.Exact
	}
	switch weight = of(mover, weight); {
	case weight >= 1:
		return true, Weights, true
	case weight <= -2:
		return false, Weights, true
	}
	if _, lost := dominatedPiles(boards, mover.Other()); lost {
		return false, NimDomination, true
	}
	if weight == 0 {
		return nimSum != 0, Weights, exact
	}
	return nimSum == 1, Weights, exact
}

// Weigh returns what is proved about a partizan board of a known family in sums, nil if nothing is.
func Weigh(known *theory.Family, part sum.Part) *theory.Worth {
	w := theory.Nothing()
	if known.Worth != nil {
		w = known.Worth(part.Position)
	} else if !isOver(part, true) {
		return nil
	}
	return &w
}

func (b *prover) weigh(of *board) *theory.Worth {
	if !of.weighted {
		of.weighed, of.weighted = Weigh(b.of(of.part.Variant), of.part), true
	}
	return of.weighed
}

func (b *prover) weights(parts []sum.Part) (weights []int) {
	for _, part := range parts {
		w := b.weigh(b.board(part))
		if w == nil {
			return nil
		}
		weights = append(weights, w.Weight)
	}
	return weights
}

// dominatedPiles returns a Nim pile for each weighed board such that the board is at least as good for
// side as the pile and the piles have nim-sum 0. Then side wins moving second.
func dominatedPiles(boards []*board, side games.Side) (piles []uint64, ok bool) {
	nimSum, piles := uint64(0), make([]uint64, len(boards))
	var jokers []int // boards that dominate more than one pile
	for i, of := range boards {
		switch c := of.weighed.Dominates[side]; {
		case c.Kind == theory.NoPile:
			return nil, false
		case c.Kind == theory.OnePile:
			piles[i] = c.Pile
		default:
			jokers = append(jokers, i)
			if !c.Has(0) {
				piles[i] = 1
			}
		}
		nimSum ^= piles[i]
	}
	can := func(i int, pile uint64) bool { return boards[i].weighed.Dominates[side].Has(pile) }
	for _, i := range jokers {
		if other := piles[i] ^ nimSum; can(i, other) {
			piles[i] = other
			return piles, true
		}
	}
	if len(jokers) > 1 { // each excludes at most one pile
		i, k := jokers[0], jokers[1]
		for pile := range uint64(4) {
			if other := piles[i] ^ piles[k] ^ nimSum ^ pile; can(i, pile) && can(k, other) {
				piles[i], piles[k] = pile, other
				return piles, true
			}
		}
	}
	return piles, nimSum == 0
}

// quick returns a winning move without playing out the sum, if a theorem says that one of the first options
// wins. A player who is one ahead has one among the strategy's moves (Theorem 44 of docs/theory/values.md).
func (s *prover) quick(ctx context.Context, p *sum.Position) (moves []games.Move) {
	if step, ok := s.strategy(ctx, p); ok {
		return []games.Move{step.Move}
	}
	n := 0
	for step := range p.Options() {
		if n++; n > listedOptions || ctx.Err() != nil {
			break
		}
		if s.loses(ctx, step) {
			return []games.Move{step.Move}
		}
	}
	return nil
}

func (s *prover) loses(ctx context.Context, step games.Step) bool {
	boards, err := s.reduced(ctx, s.boardsOf(step.Position))
	if err != nil {
		return false
	}
	won, ok, err := s.byTheorem(ctx, boards, step.Position.Turn().Owner)
	return ok && err == nil && !won
}

func (s *prover) boardsOf(p games.Position) (boards []*board) {
	for _, part := range p.(*sum.Position).Parts() {
		boards = append(boards, s.board(part))
	}
	return boards
}

// strategy returns the move of a player who is ahead in weight: a whole pile if that leaves a lead of two,
// else a move that leaves dominated piles with nim-sum 0.
func (s *prover) strategy(ctx context.Context, p *sum.Position) (step games.Step, ok bool) {
	side, most := p.Turn().Owner, 1
	var inNim, onRows, others []games.Step
	var nimSum uint64 // of the boards that dominate one pile only
	for _, of := range s.boardsOf(p) {
		if w := s.weigh(of); w != nil && w.Dominates[side].Kind == theory.OnePile {
			nimSum ^= w.Dominates[side].Pile
		}
	}
	for i, part := range p.Parts() {
		row, isRow := part.Position.(*endnim.Row)
		if !isRow || games.Over(row) {
			continue
		}
		piles := row.Piles()
		own, far := piles[0], piles[len(piles)-1]
		if side == games.Right {
			own, far = far, own
		}
		rests := []uint64{0, 1, far, own - 1}
		if len(piles) == 1 {
			rests = []uint64{own ^ nimSum, 0, 1}
		}
		for _, rest := range rests {
			if rest >= own {
				continue
			}
			next := games.Step{Move: games.TakeEnd(side, own-rest).OfPart(i + 1)}
			var err error
			if next.Position, err = p.Play(next.Move); err != nil {
				continue
			}
			switch {
			case len(piles) > 1:
				onRows = append(onRows, next)
			case rest == own^nimSum:
				inNim = append(inNim, next)
			default:
				others = append(others, next)
			}
			if rest > 0 {
				continue
			}
			if ahead := lead(s.weights(next.Position.(*sum.Position).Parts()), side); ahead > most {
				step, most, ok = next, ahead, true
			}
		}
	}
	if ok {
		return step, true
	}
	others = slices.Concat(inNim, onRows, others)
	i := slices.IndexFunc(others, func(next games.Step) bool { return s.loses(ctx, next) })
	if i < 0 {
		return games.Step{}, false
	}
	return others[i], true
}

func lead(weights []int, side games.Side) (sum int) {
	for _, w := range weights {
		sum += of(side, w)
	}
	return sum
}
