package sums

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
	"nimatron/solver/theory"
)

// What whoever checks a certificate works out anew: how many boards play on the parts may lead to,
// with how many moves, and how many sums of partizan boards there may be.
const (
	checkedBoards = 1 << 16
	checkedMoves  = 1 << 18
	checkedSums   = 1 << 19
	// checkedBytes is how much memory the boards may take, checkedPlaces how many places are looked at.
	checkedBytes  = 64 << 20
	checkedPlaces = 1 << 28
)

// certificate is the proof of a verdict.
type certificate struct {
	theory.Certificate
	// Worths are those of the parts: the values in normal play, or in misère play pairs of them
	// with the values there. A partizan sum has none.
	Worths []any `json:"worths,omitzero"`
	// Move wins for the player to move in an impartial sum, Left and Right for either side in a
	// partizan one.
	Move  string `json:"move,omitempty"`
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
}

var errLarge = errors.New("to check it takes too long: play on its parts leads to too many boards")

// certify proves a claim, which holds, by the worths of the parts or by winning moves alone.
func (b *prover) certify(ctx context.Context, claim theory.Certificate, p *sum.Position) (any, error) {
	c := certificate{Certificate: claim}
	if err := b.checkable(ctx, p.Parts()); err != nil {
		return nil, err
	}
	if b.variant.Partizan {
		var err error
		if c.Left, err = b.first(ctx, p.WithTurn(games.Left)); err == nil {
			c.Right, err = b.first(ctx, p.WithTurn(games.Right))
		}
		return c, err
	}
	c.Worths = []any{}
	for _, part := range p.Parts() {
		w, err := b.worth(ctx, part, partCells)
		switch {
		case err != nil:
			return nil, err
		case !w.known:
			return nil, errors.New("what its parts are worth is not known")
		case b.variant.Ending == games.Normal:
			c.Worths = append(c.Worths, w.value)
		case w.fickle:
			c.Worths = append(c.Worths, [2]uint64{w.value, w.value ^ 1})
		default:
			c.Worths = append(c.Worths, [2]uint64{w.value, w.value})
		}
	}
	var err error
	c.Move, err = b.first(ctx, p)
	return c, err
}

// first returns a winning move, "" where there is none.
func (b *prover) first(ctx context.Context, p games.Position) (string, error) {
	moves, _, err := b.winning(ctx, p.(*sum.Position), 1)
	if err != nil || len(moves) == 0 {
		return "", err
	}
	return moves[0].String(), nil
}

// checkable returns an error for parts that take too long to check.
func (b *prover) checkable(ctx context.Context, parts []sum.Part) error {
	boards, moves, sums, taken, looked := 0, 0, 1, 0, 0
	for _, part := range parts {
		switch {
		case part.Variant.Family == nim.Family || part.Variant.Family == splitnim.Family:
			continue // piles are worth what they are
		}
		queue := []*board{b.board(part)}
		seen := map[*board]bool{queue[0]: true}
		long := len(queue[0].text) // of which a place takes two bytes or more
		for ; len(queue) > 0; queue = queue[1:] {
			for side := range 2 {
				options, err := b.optionsOf(ctx, queue[0], games.Side(side))
				if errors.Is(err, theory.ErrBudget) || len(seen)+boards > checkedBoards || len(options)+moves > checkedMoves || taken > checkedBytes || looked > checkedPlaces {
					return errLarge
				} else if err != nil {
					return err
				}
				moves += len(options)
				looked += (len(options) + 8) * long
				for _, option := range options {
					if !seen[option] {
						seen[option], queue = true, append(queue, option)
						taken += 256 + 9*long
					}
				}
			}
		}
		boards += len(seen)
		if sums *= len(seen); b.variant.Partizan && sums > checkedSums/2 {
			return errLarge
		}
		sums = min(sums, checkedSums)
	}
	return nil
}
