package referee

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// Puzzle is a position to win from, in which one or two decisions win.
type Puzzle struct {
	// ID is the day of a daily puzzle, "2026-11-21", or "match.decision" of one from
	// a match.
	ID       string
	Variant  *games.Variant
	Position games.Position
	// Winning are the decisions that win.
	Winning []games.Move
	// Match and Number say which decision of which match the position is from; they
	// are 0 for a generated one.
	Match  int64
	Number int
	// Tries is how often the player has tried it, and Solved whether they have
	// solved it.
	Tries  int
	Solved bool
}

// Bounds on puzzles.
const (
	mostSolutions = 2  // winning decisions
	fewestOptions = 5  // legal decisions
	lostMatches   = 20 // that are searched for a player's own mistakes
)

// puzzleOf returns a position as a puzzle; ok is false if it is not fit to be one.
func (r *Referee) puzzleOf(ctx context.Context, v *games.Variant, p games.Position) (*Puzzle, bool) {
	winning, complete, err := r.solver.Winning(ctx, v, p, mostSolutions+1)
	if err != nil || !complete || len(winning) == 0 || len(winning) > mostSolutions {
		return nil, false
	}
	options := 0
	for range p.Options() {
		if options++; options == fewestOptions {
			return &Puzzle{Variant: v, Position: p, Winning: winning}, true
		}
	}
	return nil, false
}

// DailyPuzzle returns the puzzle of today, the same for all, as the player with
// that id has it. The error is a *Refusal with NoPuzzle where the catalog has none of
// the games that daily puzzles are from.
func (r *Referee) DailyPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	day := r.Today()
	draw := randomAt(uint64(r.now().UTC().Unix()/(24*60*60)), 0)
	for range 1000 {
		daily := dailies[draw.IntN(len(dailies))]
		v, err := r.catalog.Find(daily.variant)
		if err != nil {
			continue
		}
		p, err := v.Parse(daily.draw(draw), games.Left)
		if err != nil {
			return nil, err
		}
		if puzzle, ok := r.puzzleOf(ctx, v, p); ok {
			puzzle.ID = day
			return puzzle, r.loadAttempts(ctx, puzzle, player)
		}
	}
	return nil, &Refusal{Code: NoPuzzle}
}

// Today is the day of the daily puzzle, in UTC.
func (r *Referee) Today() string { return r.now().UTC().Format(time.DateOnly) }

// OwnPuzzle returns a position from the player's last lost matches in which they
// let a win slip and which they have not solved since, the newest first; nil if
// there is none.
func (r *Referee) OwnPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	matches, err := r.store.LostBy(ctx, player, lostMatches)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		g, err := r.load(m)
		if err != nil {
			return nil, err
		}
		puzzle, err := r.mistakePuzzle(ctx, g, player)
		if err != nil || puzzle != nil {
			return puzzle, err
		}
	}
	return nil, nil
}

// mistakePuzzle returns the last mistake of a player in a match that they have not
// solved since, nil for none.
func (r *Referee) mistakePuzzle(ctx context.Context, g *Game, player string) (*Puzzle, error) {
	seat, ok := g.SeatOf(player)
	if !ok {
		return nil, nil
	}
	review := r.Review(ctx, g)
	for i := len(review.Decisions) - 1; i >= 0; i-- {
		d := review.Decisions[i]
		if d.Position.Turn().Actor != seat || d.Judgement != ThrewAway && d.Judgement != Missed {
			continue
		}
		puzzle, ok := r.puzzleOf(ctx, g.Play.Variant(), d.Position)
		if !ok {
			continue
		}
		puzzle.Match, puzzle.Number = g.ID, i+1
		puzzle.ID = fmt.Sprintf("%d.%d", g.ID, i+1)
		if err := r.loadAttempts(ctx, puzzle, player); err != nil {
			return nil, err
		}
		if !puzzle.Solved {
			return puzzle, nil
		}
	}
	return nil, nil
}

// loadAttempts fills in how often the player has tried a puzzle and whether they have
// solved it.
func (r *Referee) loadAttempts(ctx context.Context, p *Puzzle, player string) (err error) {
	p.Tries, p.Solved, err = r.store.PuzzleState(ctx, player, p.ID)
	return err
}

// Answer judges a decision as the solution of a puzzle and records the attempt. The
// error is a *games.IllegalMove for what is not legal there; that is not recorded.
func (r *Referee) Answer(ctx context.Context, by match.Player, p *Puzzle, text string) (right bool, reason solver.Reason, err error) {
	move, err := p.Position.Read(text)
	if err != nil {
		return false, reason, err
	}
	if _, err := p.Position.Play(move); err != nil {
		return false, reason, err
	}
	right = slices.Contains(p.Winning, move)
	if err := r.store.RecordPuzzle(ctx, by, p.ID, r.now(), right); err != nil {
		return false, reason, err
	}
	p.Tries, p.Solved = p.Tries+1, p.Solved || right
	if right {
		reason, err = r.solver.Explain(ctx, p.Variant, p.Position)
	}
	return right, reason, err
}

// PuzzleStreak returns on how many days in a row a player has solved the daily
// puzzle.
func (r *Referee) PuzzleStreak(ctx context.Context, player string) (int, error) {
	return r.store.PuzzleStreak(ctx, player, r.Today())
}
