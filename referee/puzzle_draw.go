package referee

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
)

// A PuzzleLevel says how hard puzzles are.
type PuzzleLevel string

const (
	EasyPuzzle   PuzzleLevel = "easy"
	MediumPuzzle PuzzleLevel = "medium"
	HardPuzzle   PuzzleLevel = "hard"
)

// puzzleLevels are all levels, with the least points of each.
var puzzleLevels = []struct {
	level PuzzleLevel
	from  float64
}{{EasyPuzzle, 0}, {MediumPuzzle, 1400}, {HardPuzzle, 1600}}

// levelOf returns the level of so many points.
func levelOf(points float64) PuzzleLevel {
	level := EasyPuzzle
	for _, l := range puzzleLevels {
		if points >= l.from {
			level = l.level
		}
	}
	return level
}

// Grade says how hard a puzzle is.
type Grade struct {
	Winning int // decisions that win
	Options int // decisions that there are, counted up to maxGraded
	// Answers is how many answers refute the best trap, the losing decision that leaves
	// the opponent fewest, counted up to maxAnswers; Depth how many decisions the game
	// then still takes, counted up to maxDepth, if both sides play as the perfect level.
	Answers, Depth int
}

// Bounds on what is counted for a grade.
const (
	maxGraded  = 64
	maxAnswers = 4
	maxDepth   = 20
)

// Points is the rating of the puzzle, about 1,000 to 2,100: it grows with the odds
// against finding a winning decision by chance, with how hard the best trap is to
// refute, and with how long that takes. docs/ratings.md has the formula.
func (g Grade) Points() float64 {
	odds := math.Log2(float64(g.Options) / float64(g.Winning))
	return math.Round(700 + 150*odds + 50*float64(maxAnswers-g.Answers) + 20*float64(g.Depth))
}

// Level returns the level of the puzzle.
func (g Grade) Level() PuzzleLevel { return levelOf(g.Points()) }

// puzzleDeviation is how far the points of a puzzle may be off.
const puzzleDeviation = 80

// Rating returns what an answer is rated against.
func (g Grade) Rating() rating.Rating {
	return rating.Rating{Value: g.Points(), Deviation: puzzleDeviation, Volatility: rating.StartVolatility}
}

// grade says how hard a puzzle is.
func (r *Referee) grade(ctx context.Context, p *Puzzle) (Grade, error) {
	g, trap, err := r.traps(ctx, p)
	if err != nil || trap == nil {
		return g, err // without a trap what loses loses at once
	}
	line, _, err := r.perfectLine(ctx, p.Variant, trap, maxDepth)
	g.Depth = len(line)
	return g, err
}

// traps is grade without Depth, and returns what the best trap leads to, nil for none.
func (r *Referee) traps(ctx context.Context, p *Puzzle) (g Grade, trap games.Position, err error) {
	g = Grade{Winning: len(p.Winning), Answers: maxAnswers}
	actor := p.Position.Turn().Actor
	for step := range p.Position.Options() {
		g.Options++
		if after := step.Position; after.Turn().Actor != actor && !games.Over(after) {
			answers, _, err := r.solver.Winning(ctx, p.Variant, after, maxAnswers)
			if err != nil {
				return g, nil, err
			}
			if n := len(answers); n > 0 && (trap == nil || n < g.Answers) {
				g.Answers, trap = n, after
			}
		}
		if g.Options == maxGraded {
			break
		}
	}
	return g, trap, nil
}

// maxDraws is how many positions are tried for a puzzle. Of those of Partizan End-Nim
// one in 260 is a hard puzzle.
const maxDraws = 6000

// easyAttempts is how many easy puzzles are drawn at most until one is found by eye.
const easyAttempts = 200

// DrawPuzzle returns a puzzle that the player has not tried yet; an easy one is found by eye. With a nil variant it
// is of any game that daily puzzles are from; with a level of "" of that which the
// player's rating in puzzles is at. It is nil where none was found.
func (r *Referee) DrawPuzzle(ctx context.Context, player string, v *games.Variant, level PuzzleLevel) (*Puzzle, error) {
	if level == "" {
		own, err := r.store.PuzzleRating(ctx, player)
		if err != nil {
			return nil, err
		}
		level = levelOf(own.Strength(r.now()).Value)
	}
	thinking, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	seed := uint32(r.seed())
	most := attempts
	if level == EasyPuzzle {
		most = easyAttempts
	}
	for range most {
		of := v
		if of == nil {
			var err error
			if of, err = r.catalog.Find(oldDailies[int(seed)%len(oldDailies)].variant); err != nil {
				return nil, err
			}
		}
		puzzle := r.drawnPuzzle(thinking, match.PuzzleID{Kind: match.DrawnPuzzle, Variant: of.ID, Level: string(level), Seed: seed})
		seed++
		if puzzle == nil || level == EasyPuzzle && !puzzle.ByEye() {
			if thinking.Err() != nil {
				break
			}
			continue
		}
		if err := r.loadAttempts(ctx, puzzle, player); err != nil {
			return nil, err
		}
		if puzzle.Tries == 0 {
			return puzzle, nil
		}
	}
	return nil, ctx.Err()
}

// drawnPuzzle returns the puzzle that follows from the ID of one that was drawn: the first of
// its level. It is nil where there is none.
func (r *Referee) drawnPuzzle(ctx context.Context, id match.PuzzleID) *Puzzle {
	v, err := r.catalog.Find(id.Variant)
	// An unknown level would be looked for in all draws.
	if err != nil || !slices.Contains([]PuzzleLevel{EasyPuzzle, MediumPuzzle, HardPuzzle}, PuzzleLevel(id.Level)) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	draw := randomAt(uint64(id.Seed), 0)
	for range maxDraws {
		p := drawPosition(v, draw)
		if p == nil {
			continue
		}
		puzzle, ok := r.puzzleOf(ctx, v, p)
		if !ok {
			if ctx.Err() != nil {
				return nil
			}
			continue
		}
		grade, err := r.grade(ctx, puzzle)
		if err != nil {
			return nil
		}
		if grade.Level() == PuzzleLevel(id.Level) {
			puzzle.ID, puzzle.Grade = id, &grade
			return puzzle
		}
	}
	return nil
}

// drawPosition returns a generated start of any size after up to five decisions at random, nil where
// the game is over by then.
func drawPosition(v *games.Variant, r *rand.Rand) games.Position {
	p, err := v.Parse(v.Generate(r, games.Sizes[r.IntN(len(games.Sizes))]), games.Left)
	if err != nil {
		return nil
	}
	for range r.IntN(6) {
		if p = randomDecision(p, r); p == nil {
			return nil
		}
	}
	return p
}

// randomDecision returns what one of the first maxGraded decisions leads to, each with
// the same probability; nil where there is none.
func randomDecision(p games.Position, r *rand.Rand) games.Position {
	var drawn games.Position
	n := 0
	for step := range p.Options() {
		if n++; n > maxGraded {
			break
		}
		if r.IntN(n) == 0 {
			drawn = step.Position
		}
	}
	return drawn
}
