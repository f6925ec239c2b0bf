package puzzle

import (
	"context"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// Bounds on the puzzles of a set.
const (
	MostSetWins = 8 // decisions that win
	// setNodes and setSteps bound the work for a position.
	setNodes = 1 << 14
	setSteps = 1 << 23
	mostNear = 30
)

// A BadPosition is the error for a position that can't be in a set.
type BadPosition struct {
	Number  int
	Reason  BadReason
	Instead string // a suitable position near it, "" for none
	Err     error  // from the game or the catalog, if Unreadable
}

// BadReason says why a position can't be in a set.
type BadReason uint8

const (
	Unreadable BadReason = iota // there is no such game or position
	NoMoves                     // the game is over
	NoWin                       // the player to move loses
	TooManyWins
	NotProved // beyond the solver's budget
)

// Error names the position. commands/view words the reason.
func (e *BadPosition) Error() string { return fmt.Sprintf("puzzle %d can't be in a set", e.Number) }

// Unwrap returns Err.
func (e *BadPosition) Unwrap() error { return e.Err }

// BadPositions is the error for all positions that can't be in a set, in their order.
type BadPositions []*BadPosition

// Error counts them.
func (e BadPositions) Error() string { return fmt.Sprintf("%d puzzles can't be in a set", len(e)) }

func setSolver() *solver.Solver {
	return &solver.Solver{Nodes: setNodes, BoardNodes: setNodes, TableSteps: setSteps}
}

// chosenPuzzle returns a position of a set as a puzzle. The error is a *BadPosition without Number; with
// NoWin it comes with the puzzle, which nobody can solve.
func (r *Rules) chosenPuzzle(ctx context.Context, c SetPuzzle) (*Puzzle, error) {
	v, p, err := r.readSetPuzzle(c)
	if err != nil {
		return nil, err
	}
	winning, complete, err := setSolver().Winning(ctx, v, p, MostSetWins+1)
	switch {
	case err == nil && len(winning) > MostSetWins:
		return nil, &BadPosition{Reason: TooManyWins}
	case err != nil || !complete:
		return nil, &BadPosition{Reason: NotProved}
	case len(winning) == 0:
		err = &BadPosition{Reason: NoWin}
	}
	return &Puzzle{Exercise: Exercise{v, p, winning}}, err
}

func (r *Rules) readSetPuzzle(c SetPuzzle) (*games.Variant, games.Position, error) {
	v, err := r.referee.Catalog().Find(c.Variant)
	var p games.Position
	if err == nil {
		p, err = v.Parse(c.Position, games.Left)
	}
	switch {
	case err != nil:
		return nil, nil, &BadPosition{Err: err}
	case games.Over(p):
		return nil, nil, &BadPosition{Reason: NoMoves}
	}
	return v, p, nil
}

// CheckSet writes the puzzles of a set in canonical notation. The error is [BadPositions], or a *Refusal while by may
// have no answer about a chosen position.
func (r *Rules) CheckSet(ctx context.Context, by match.Player, puzzles []SetPuzzle) error {
	var unread BadPositions
	for i, c := range puzzles {
		var bad *BadPosition
		if _, _, err := r.readSetPuzzle(c); errors.As(err, &bad) {
			bad.Number = i + 1
			unread = append(unread, bad)
		}
	}
	if len(unread) == len(puzzles) {
		return unread
	}
	if err := r.referee.CheckAdviceOpen(ctx, by); err != nil {
		return err
	}
	err := r.solveSet(ctx, puzzles)
	// Even a refusal of a position is an answer.
	if err := r.referee.CheckAdvice(ctx, by); err != nil {
		return err
	}
	return err
}

func (r *Rules) solveSet(ctx context.Context, puzzles []SetPuzzle) error {
	var all BadPositions
	for i := range puzzles {
		c := &puzzles[i]
		p, err := r.chosenPuzzle(ctx, *c)
		var bad *BadPosition
		switch {
		case errors.As(err, &bad):
			bad.Number = i + 1
			if bad.Reason == NoWin {
				bad.Instead = r.near(ctx, p)
			}
			all = append(all, bad)
		case err != nil:
			return err
		default:
			c.Variant, c.Position = p.Variant.ID, p.Position.String()
		}
	}
	if len(all) > 0 {
		return all
	}
	return nil
}

func (r *Rules) near(ctx context.Context, p *Puzzle) string {
	seen := 0
	for step := range p.Position.Options() {
		if seen++; seen > mostNear {
			break
		}
		if _, err := r.chosenPuzzle(ctx, SetPuzzle{Variant: p.Variant.ID, Position: step.Position.String()}); err == nil {
			return step.Position.String()
		}
	}
	return ""
}

// Text is the teacher's comment on a puzzle of a set, "" for none.
func (p *Puzzle) Text() string {
	if p.Set == nil {
		return ""
	}
	return p.Set.Puzzles[p.ID.Number-1].Text
}

func (r *Rules) puzzleOfSet(ctx context.Context, id ID, player string) (*Puzzle, error) {
	set, err := r.store.PuzzleSet(ctx, id.Set, player)
	if errors.Is(err, match.ErrNotFound) || err == nil && id.Number > len(set.Puzzles) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := r.chosenPuzzle(ctx, set.Puzzles[id.Number-1])
	if err != nil {
		return nil, ctx.Err()
	}
	p.ID, p.Set = id, &set
	return p, nil
}
