package depots

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// Grundy returns the value of p in an impartial game under normal play. Its errors are those of
// Wins.
func (s *Solver) Grundy(ctx context.Context, v *games.Variant, p games.Position) (uint64, error) {
	if v.Partizan || v.Ending != games.Normal {
		return 0, errors.New("depots: only impartial positions under normal play have a Grundy value")
	}
	q, err := s.ask(ctx, v, p)
	if err != nil {
		return 0, err
	}
	return q.sum(q.summands()).value()
}

// Pairs returns the pairs of stacks that a symmetry exchanges, nil if there is none.
func Pairs(v *games.Variant, p games.Position) [][2]int {
	pairs, _ := pairsOf(v, p.(*depotnim.Position))
	return pairs
}
