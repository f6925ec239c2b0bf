package puzzle

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
)

// DrawFresh draws a start of a game, and a few decisions on it, as a puzzle with at most mostWins
// winning decisions. Points are its rating, regardless of how long the game after it is. The puzzle is
// nil if the position is unsuitable, or could be the puzzle of any day.
func (r *Rules) DrawFresh(ctx context.Context, v *games.Variant, mostWins int, draw *rand.Rand) (*Puzzle, float64, error) {
	p := drawPosition(v, draw)
	if p == nil || !games.HasMoreOptions(p, fewestOptions-1) || slices.Contains(strings.Fields(p.String()), "0") {
		return nil, 0, nil
	}
	winning, complete, err := r.referee.Solver().Winning(ctx, v, p, mostWins+1)
	if err != nil || !complete || len(winning) == 0 || len(winning) > mostWins {
		return nil, 0, ctx.Err()
	}
	posed := &Puzzle{Exercise: Exercise{v, p, winning}}
	if daily, err := r.mayBeDaily(ctx, posed); daily || err != nil {
		return nil, 0, err
	}
	g, _, err := r.traps(ctx, posed)
	return posed, g.Points(), err
}

func (r *Rules) mayBeDaily(ctx context.Context, p *Puzzle) (bool, error) {
	if len(p.Winning) > mostSolutions {
		return false, nil
	}
	for _, day := range dailies {
		mayDraw := func(b dailyBoard) bool { return b.variant == p.Variant.ID && b.mayDraw(p.Position.String()) }
		if !slices.ContainsFunc(day.boards, mayDraw) {
			continue
		}
		if fits, err := r.fits(ctx, day, p); fits || err != nil {
			return fits, err
		}
	}
	return false, nil
}

// mayDraw reports whether draw can return a position. Of boards that are not piles any may be drawn.
func (b dailyBoard) mayDraw(position string) bool {
	if b.variant == treeVariant || b.variant == yardVariant {
		return true
	}
	piles := strings.Fields(position)
	tooHigh := func(pile string) bool { n, err := strconv.Atoi(pile); return err != nil || n > b.high }
	return len(piles) >= b.least && len(piles) <= b.least+b.more && !slices.ContainsFunc(piles, tooHigh)
}
