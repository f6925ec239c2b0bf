package puzzle

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/referee"
	"nimatron/solver/theory"
)

// A Level says how hard puzzles are.
type Level string

const (
	Easy   Level = "easy"
	Medium Level = "medium"
	Hard   Level = "hard"
)

var puzzleLevels = []struct {
	level Level
	from  float64
}{{Easy, 0}, {Medium, 1400}, {Hard, 1600}}

func levelOf(points float64) Level {
	level := Easy
	for _, l := range puzzleLevels {
		if points >= l.from {
			level = l.level
		}
	}
	return level
}

// Far returns how far points are from those of a level; 0 for a puzzle of that level, and for "".
func (l Level) Far(points float64) float64 {
	for i, of := range puzzleLevels {
		switch {
		case of.level != l:
		case points < of.from:
			return of.from - points
		case i+1 < len(puzzleLevels) && points >= puzzleLevels[i+1].from:
			return points - puzzleLevels[i+1].from + 1
		}
	}
	return 0
}

// Grade is the difficulty of a puzzle.
type Grade struct {
	Winning int
	Options int // legal decisions, counted up to maxGraded
	// Answers is the number of answers that refute the best trap, up to maxAnswers. The best trap
	// is the losing decision that leaves the opponent the fewest. Depth is the number of decisions
	// in the game after that under perfect play, up to maxDepth.
	Answers, Depth int
}

// Bounds on the numbers in a grade.
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
func (g Grade) Level() Level { return levelOf(g.Points()) }

func (r *Rules) grade(ctx context.Context, p *Puzzle) (Grade, error) {
	g, trap, err := r.traps(ctx, p)
	if err != nil || trap == nil {
		return g, err
	}
	line, _, err := r.perfectLine(ctx, p.Variant, trap, maxDepth)
	g.Depth = len(line)
	return g, err
}

// traps is grade without Depth. trap is the position after the best trap, nil for none.
func (r *Rules) traps(ctx context.Context, p *Puzzle) (g Grade, trap games.Position, err error) {
	g = Grade{Winning: len(p.Winning), Answers: maxAnswers}
	actor := p.Position.Turn().Actor
	for step := range p.Position.Options() {
		g.Options++
		if after := step.Position; after.Turn().Actor != actor && !games.Over(after) {
			answers, _, err := r.referee.Solver().Winning(ctx, p.Variant, after, maxAnswers)
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

// maxDraws bounds the positions drawn for a puzzle. One in 260 positions of Partizan End-Nim is a
// hard puzzle.
const maxDraws = 6000

// raisedWork bounds the work for a raised board: a search after a wrong move that opens a stack can
// be long.
const raisedWork = drawWork / 64

const (
	// easyAttempts bounds the easy puzzles drawn to find one that the player has not had lately.
	easyAttempts = 200
	// seenEach positions of a look take as much work as a position of a search.
	seenEach = 4
)

// DrawPuzzle returns a puzzle that the player has not tried yet; an easy one is found by eye. Its board is
// one that the player has not been given lately, if there is such a board. A nil variant means any game of
// daily puzzles. A level of "" means the level of the player's puzzle rating. It is nil if no puzzle was found.
func (r *Rules) DrawPuzzle(ctx context.Context, player string, v *games.Variant, level Level) (*Puzzle, error) {
	if level == "" {
		own, err := r.store.PuzzleRating(ctx, player)
		if err != nil {
			return nil, err
		}
		level = levelOf(own.Strength(r.referee.Now()).Value)
	}
	seed, work := uint32(r.referee.Seed()), uint64(0)
	most := referee.Attempts
	if level == Easy {
		most = easyAttempts
	}
	var again *Puzzle
	for range most {
		of := v
		if of == nil {
			var err error
			if of, err = r.referee.Catalog().Find(drawnVariants[int(seed)%len(drawnVariants)]); err != nil {
				return nil, err
			}
		}
		puzzle, spent, err := r.drawnPuzzle(ctx, ID{Kind: Drawn, Variant: of.ID, Level: string(level), Seed: seed})
		if err != nil {
			return nil, err
		}
		seed++
		if puzzle != nil {
			if err := r.loadAttempts(ctx, puzzle, player); err != nil {
				return nil, err
			}
			if puzzle.Tries == 0 && r.pose(puzzle, player) {
				return puzzle, nil
			}
			if puzzle.Tries == 0 && again == nil {
				again = puzzle
			}
		}
		if work += spent; work > drawWork {
			break
		}
	}
	return again, nil
}

// pose records that a player is given a puzzle, unless they have had the same board lately.
func (r *Rules) pose(p *Puzzle, player string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := given{player, p.Variant.ID, games.Alike(p.Position)}
	if slices.Contains(r.given, now) {
		return false
	}
	if len(r.given) == keptGiven {
		r.given = slices.Delete(r.given, 0, 1)
	}
	r.given = append(r.given, now)
	return true
}

// drawnPuzzle returns the drawn puzzle with an ID: the first of its level, which is found by eye if that is
// Easy, and the work that this took. It is nil if there is none. The error is ctx.Err().
func (r *Rules) drawnPuzzle(ctx context.Context, id ID) (posed *Puzzle, work uint64, err error) {
	v, err := r.referee.Catalog().Find(id.Variant)
	// For an unknown level all draws would be searched.
	if err != nil || !slices.Contains([]Level{Easy, Medium, Hard}, Level(id.Level)) {
		return nil, 0, nil
	}
	ctx, done := theory.Ask(ctx, drawWork)
	defer done()
	draw := referee.RandomAt(uint64(id.Seed), 0)
	for range maxDraws {
		if ctx.Err() != nil || theory.Left(ctx) == 0 {
			break
		}
		p := drawPosition(v, draw)
		if p == nil {
			continue
		}
		grading := ctx
		// A search takes more than a look.
		if Level(id.Level) == Easy {
			found, seen := byEye(v, p)
			if theory.Work(ctx, seen/seenEach) != nil {
				break
			}
			if !found {
				continue
			}
		}
		// On raised boards a win is too far to be found by eye.
		if board, ok := p.(*depotnim.Position); ok && Level(id.Level) != Easy && draw.IntN(2) == 0 {
			p, grading = board.Raised(), theory.Part(ctx, raisedWork)
		}
		puzzle, ok := r.puzzleOf(grading, v, p)
		if !ok {
			continue
		}
		if grade, err := r.grade(grading, puzzle); err == nil && grade.Level() == Level(id.Level) {
			puzzle.ID, puzzle.Grade, posed = id, &grade, puzzle
			break
		}
	}
	_, work = theory.Used(ctx)
	return posed, work, ctx.Err()
}

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

// Bounds on a puzzle that is found by eye.
const (
	eyeOptions   = 10
	eyeDecisions = 5 // until the player wins against the longest defence: three of them are the player's
	eyePositions = 20_000
)

// ByEye reports whether a puzzle can be found by eye: it has few decisions, and the win is near but not
// immediate. The rules alone decide that.
func (p *Puzzle) ByEye() bool {
	found, _ := byEye(p.Variant, p.Position)
	return found
}

// byEye also returns the number of positions that it looked at.
func byEye(v *games.Variant, p games.Position) (found bool, seen uint64) {
	if games.HasMoreOptions(p, eyeOptions) {
		return false, eyeOptions
	}
	n := near{variant: v, actor: p.Turn().Actor, known: map[ahead]bool{}, left: eyePositions}
	found = !n.wins(p, 1) && n.wins(p, eyeDecisions) && n.left > 0
	return found, uint64(eyePositions - n.left)
}

type near struct {
	variant *games.Variant
	actor   games.Side
	known   map[ahead]bool
	left    int
}

type ahead struct {
	board     string
	turn      games.Turn
	decisions int
}

func (n *near) wins(p games.Position, decisions int) bool {
	if winner, over := n.variant.Winner(p); over || decisions == 0 {
		return over && winner == n.actor
	}
	ask := ahead{p.String(), p.Turn(), decisions}
	if won, known := n.known[ask]; known {
		return won
	}
	hurries, seen := p.Turn().Actor == n.actor, 0
	won := !hurries
	for step := range p.Options() {
		if seen++; seen > decisions*eyeOptions || n.left == 0 {
			return false
		}
		n.left--
		if n.wins(step.Position, decisions-1) == hurries {
			won = hurries
			break
		}
	}
	n.known[ask] = won
	return won
}
