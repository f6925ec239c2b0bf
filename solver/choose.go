package solver

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/depots"
)

const (
	// candidateLimit is how many decisions are looked at where not all can be:
	// the first that Position.Options yields, which take fewest counters.
	candidateLimit = 1024
	// winningLimit is how many winning decisions a choice is made from, and how
	// far winning replies are counted.
	winningLimit = 64
	// resistTime is how long the best resistance is looked for on a board that is
	// searched: the bot has lost already.
	resistTime = 500 * time.Millisecond
)

// Choice is a decision of the bot.
type Choice struct {
	games.Step
	// Guessed says that nothing could be proved about the position, so that the
	// decision is the bot's best guess.
	Guessed bool
}

// Choose returns the bot's decision in p for whoever decides now.
//
// In a won position that is a winning decision: of the first 64 in the order of
// Winning the one that takes most counters, so that the game ends soon; in games on
// trees, graphs and grids the one that is found first. In a lost
// position it is the one that leaves the opponent fewest winning replies,
// counted up to 64, among equals the one that takes fewest counters, so that there
// are many occasions to err. With probability errorRate, from 0 to 1, it is a random
// one instead, which may still be a right one. Lost and random decisions are looked
// for among the first 1,024 options.
//
// Only the random decisions depend on r. Choose never fails while the game goes
// on: where the search runs out of its budget or ctx ends it, the decision is a
// guess. In games on trees, graphs and grids, where a search takes MoveTime at most, it
// is depots.Guess, in others a random one of those options. The error is
// games.ErrFinished.
func (s *Solver) Choose(ctx context.Context, v *games.Variant, p games.Position, errorRate float64, r *rand.Rand) (Choice, error) {
	if games.Over(p) {
		return Choice{}, games.ErrFinished
	}
	if errorRate > 0 && r.Float64() < errorRate {
		return Choice{Step: randomStep(p, r)}, nil
	}
	prover := s.prover(v)
	if prover.boards != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, MoveTime)
		defer cancel()
	}
	if s.Watch != nil {
		defer s.answered(AskChoose, time.Now(), prover)
	}
	moves, err := prover.candidates(ctx, p)
	switch {
	case err != nil:
		step, err := prover.guess(p, r)
		return Choice{Step: step, Guessed: true}, err
	case len(moves) > 0:
		step, err := played(p, quickest(moves))
		return Choice{Step: step}, err
	default:
		return Choice{Step: prover.slowest(ctx, p)}, nil
	}
}

// candidates returns the winning decisions from which Choose takes one. Where a search
// has to find them it is the first one.
func (r prover) candidates(ctx context.Context, p games.Position) ([]games.Move, error) {
	if r.boards == nil {
		moves, _, err := r.winning(ctx, p, winningLimit)
		return moves, err
	}
	move, won, err := r.boards.One(ctx, p)
	if err != nil || !won {
		return nil, err
	}
	return []games.Move{move}, nil
}

// GuessesAt reports whether Choose may have to guess in a game in a way that can be told
// afterwards, by Guess.
func GuessesAt(v *games.Variant) bool { return boardFamilies[v.Family] }

// Guess returns the guess of Choose in a position of a game of which GuessesAt is true.
func Guess(p games.Position) games.Move { return depots.Guess(p.(*depotnim.Position)) }

// guess returns a decision where nothing is proved.
func (r prover) guess(p games.Position, random *rand.Rand) (games.Step, error) {
	if board, ok := p.(*depotnim.Position); ok {
		return played(p, depots.Guess(board))
	}
	return randomStep(p, random), nil
}

// played returns a move with what it leads to.
func played(p games.Position, move games.Move) (games.Step, error) {
	next, err := p.Play(move)
	return games.Step{Move: move, Position: next}, err
}

// randomStep draws one of the candidates, each with the same probability.
func randomStep(p games.Position, r *rand.Rand) games.Step {
	var steps []games.Step
	for step := range p.Options() {
		if steps = append(steps, step); len(steps) == candidateLimit {
			break
		}
	}
	return steps[r.IntN(len(steps))]
}

// quickest returns the first of the moves that take most counters. A move that
// takes none, such as a nomination, counts as taking 0.
func quickest(moves []games.Move) games.Move {
	best := moves[0]
	for _, move := range moves {
		if move.Count > best.Count {
			best = move
		}
	}
	return best
}

// slowest returns the candidate that leaves the opponent fewest winning replies,
// the first among equals. When the budget or the context ends it takes the best
// so far.
func (r prover) slowest(ctx context.Context, p games.Position) games.Step {
	if r.boards != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, resistTime)
		defer cancel()
	}
	var best games.Step
	fewest, seen := math.MaxInt, 0
	for step := range p.Options() {
		if seen++; seen > candidateLimit || seen > 1 && ctx.Err() != nil {
			break
		}
		replies, err := r.replies(ctx, p.Turn().Actor, step.Position, min(fewest, winningLimit))
		if err != nil {
			replies = math.MaxInt
		}
		if best.Position == nil || replies < fewest {
			best, fewest = step, replies
		}
	}
	return best
}

// replies counts the winning replies that a lost decision by player leaves, up to
// limit. A decision after which the game is over or the same player
// decides again gives the opponent nothing to err in now, so it ranks last.
func (r prover) replies(ctx context.Context, player games.Side, next games.Position, limit int) (int, error) {
	if next.Turn().Actor == player {
		return math.MaxInt, nil
	}
	moves, _, err := r.winning(ctx, next, limit)
	if err != nil || len(moves) == 0 {
		return math.MaxInt, err
	}
	return len(moves), nil
}
