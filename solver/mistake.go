package solver

import (
	"context"
	"math/rand/v2"
	"slices"

	"nimatron/games"
)

const (
	// mistakeLimit bounds the decisions tried in search of a mistake.
	mistakeLimit = 256
	// blunders bounds the immediately losing mistakes that are passed over for a better one.
	blunders = 8
)

// mistake returns a random decision that gives away the win. It avoids those that let the opponent win at
// once, unless others are rare. ok is false if every option wins or nothing is proved.
func (r prover) mistake(ctx context.Context, p games.Position, random *rand.Rand) (step games.Step, ok bool) {
	steps := slices.Collect(first(p.Options(), candidateLimit))
	actor, passed := p.Turn().Actor, 0
	random.Shuffle(len(steps), func(i, k int) { steps[i], steps[k] = steps[k], steps[i] })
	for _, candidate := range steps[:min(len(steps), mistakeLimit)] {
		if kept, err := r.keeps(ctx, actor, candidate.Position); err != nil || kept {
			continue
		}
		step, ok = candidate, true
		if passed++; passed > blunders || !r.losesAtOnce(ctx, actor, candidate.Position) {
			break
		}
	}
	return step, ok
}

func (r prover) keeps(ctx context.Context, player games.Side, p games.Position) (bool, error) {
	won, err := r.wins(ctx, p)
	return won == (p.Turn().Actor == player), err
}

// losesAtOnce reports whether one decision of the opponent can win p, which player has lost.
func (r prover) losesAtOnce(ctx context.Context, player games.Side, p games.Position) bool {
	if decided(p) {
		return true
	}
	if p.Turn().Actor == player {
		return false
	}
	moves, _, err := r.winning(ctx, p, winningLimit)
	_, ends := ending(p, moves)
	return err == nil && ends
}
