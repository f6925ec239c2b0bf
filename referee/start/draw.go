// Package start draws the first positions of matches.
//
// A start, which is a position with its first turn, is fair when
//
//   - play from it takes at least [FewestTurns] turns, of both players together, when the winner
//     hurries and the loser resists,
//   - and at most [MostDecisions] decisions,
//   - and the winner cannot win without a choice: whatever the loser does, one of the
//     first [ChoiceWithin] decisions is the winner's and has both options that win and
//     options that lose.
//
// Each of the three is proved, or the draw is thrown away. That a game is not over sooner is proved by
// playing out every line that short. That it is over in time follows from Variant.LongestPlay, once both
// have made their first decisions. So nothing here is about one game.
//
// The same random numbers give the same start.
package start

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// tries bounds the boards drawn for one start. If a game is hard to search, solver.VerdictWork ends
// them. Then the best start so far is used.
const tries = 1000

// ToWin draws a fair start that a side wins. firsts are the sides that may go first, the preferred one
// first; first is the one that does. If no start can be proved fair, ToWin returns an unfair one that
// the side wins or, failing that, any start. The error is ctx.Err(), or says that Generate makes a
// board that can't be read.
func ToWin(ctx context.Context, r *rand.Rand, v *games.Variant, size games.Size, side games.Side, firsts ...games.Side) (notation string, first games.Side, err error) {
	ctx, done := theory.Ask(ctx, solver.VerdictWork)
	defer done()
	j := newJudge(ctx, v)
	first = firsts[0]
	won := false
	for range tries {
		board, err := draw(r, v, size)
		if err != nil {
			return "", 0, err
		}
		if notation == "" {
			notation = board.String()
		}
		for _, owner := range firsts {
			p := board.WithTurn(owner)
			winner, settled := j.winnerOf(p)
			if !settled || winner != side {
				continue
			}
			if j.fair(p, side) {
				return board.String(), owner, nil
			}
			if !won {
				notation, first, won = board.String(), owner, true
			}
		}
		if theory.Left(ctx) == 0 || ctx.Err() != nil {
			break
		}
	}
	return notation, first, ctx.Err()
}

// Between draws a board that is a fair start whoever goes first. If none can be proved fair, it is
// any board. The error is as in ToWin.
func Between(ctx context.Context, r *rand.Rand, v *games.Variant, size games.Size) (notation string, err error) {
	ctx, done := theory.Ask(ctx, solver.VerdictWork)
	defer done()
	j := newJudge(ctx, v)
	for range tries {
		board, err := draw(r, v, size)
		if err != nil {
			return "", err
		}
		if notation == "" {
			notation = board.String()
		}
		if j.fairBothWays(board) {
			return board.String(), nil
		}
		if theory.Left(ctx) == 0 || ctx.Err() != nil {
			break
		}
	}
	return notation, ctx.Err()
}

// fairBothWays reports whether a board is a fair start for both sides. It judges it once if they
// have the same moves.
func (j *judge) fairBothWays(board games.Position) bool {
	firsts := []games.Side{games.Left}
	if j.variant.Partizan {
		firsts = append(firsts, games.Right)
	}
	for _, first := range firsts {
		p := board.WithTurn(first)
		winner, settled := j.winnerOf(p)
		if !settled || !j.fair(p, winner) {
			return false
		}
	}
	return true
}

func draw(r *rand.Rand, v *games.Variant, size games.Size) (games.Position, error) {
	notation := v.Generate(r, size)
	p, err := v.Parse(notation, games.Left)
	if err != nil {
		return nil, fmt.Errorf("%s generated %q: %w", v.ID, notation, err)
	}
	return p, nil
}
