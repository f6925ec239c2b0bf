package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// Bounds on the puzzles of a set.
const (
	// MostSetWins is how many decisions may win there.
	MostSetWins = 8
	// setNodes and setSteps bound the work for one position, to some 0.3 s, and setTime that for
	// all of a set.
	setNodes = 1 << 14
	setSteps = 1 << 23
	setTime  = 5 * time.Second
	// mostNear is how many positions are looked at for one that would do.
	mostNear = 30
)

// A BadPuzzle is the error for a position that can't be in a set.
type BadPuzzle struct {
	Number  int // counted from 1
	Reason  BadReason
	Wins    int    // how many decisions win, one more than MostSetWins if there are more
	Instead string // a position near it that would do, "" for none
	Err     error  // what the game says to a position that it can't read
}

// BadReason says why a position can't be in a set.
type BadReason uint8

const (
	Unreadable BadReason = iota // there is no such game or position
	NoMoves                     // the game is over
	NoWin                       // whoever moves loses
	TooManyWins
	NotProved // the solver does not know within its budget
)

// Error says which position it is. What is wrong with it is worded where it is told.
func (e *BadPuzzle) Error() string { return fmt.Sprintf("puzzle %d can't be in a set", e.Number) }

// Unwrap returns what the game says.
func (e *BadPuzzle) Unwrap() error { return e.Err }

// setSolver returns a solver that proves of a position of a set what it has always proved.
func setSolver() *solver.Solver {
	s := solver.Reproducible(setNodes)
	s.TableSteps = setSteps
	return s
}

// chosenPuzzle returns a position of a set as a puzzle. The error is a *BadPuzzle without its
// Number.
func (r *Referee) chosenPuzzle(ctx context.Context, c match.SetPuzzle) (*Puzzle, error) {
	v, err := r.catalog.Find(c.Variant)
	if err != nil {
		return nil, &BadPuzzle{Err: err}
	}
	p, err := v.Parse(c.Position, games.Left)
	if err != nil {
		return nil, &BadPuzzle{Err: err}
	}
	if games.Over(p) {
		return nil, &BadPuzzle{Reason: NoMoves}
	}
	winning, complete, err := setSolver().Winning(ctx, v, p, MostSetWins+1)
	switch {
	case err == nil && len(winning) > MostSetWins:
		return nil, &BadPuzzle{Reason: TooManyWins, Wins: len(winning)}
	case err != nil || !complete:
		return nil, &BadPuzzle{Reason: NotProved}
	case len(winning) == 0:
		return nil, &BadPuzzle{Reason: NoWin}
	}
	return &Puzzle{Variant: v, Position: p, Winning: winning}, nil
}

// checkSet writes the puzzles of a set in canonical notation. The error is a *BadPuzzle, or a
// *Refusal where somebody would learn from it what is locked to them.
func (r *Referee) checkSet(ctx context.Context, by string, puzzles []match.SetPuzzle) error {
	ctx, cancel := context.WithTimeout(ctx, setTime)
	defer cancel()
	for i := range puzzles {
		c := &puzzles[i]
		if v, err := r.catalog.Find(c.Variant); err == nil {
			if err := r.CheckAdvice(ctx, by, v.Family.ID); err != nil {
				return err
			}
		}
		p, err := r.chosenPuzzle(ctx, *c)
		var bad *BadPuzzle
		if errors.As(err, &bad) {
			bad.Number = i + 1
			if bad.Reason == NoWin {
				bad.Instead = r.near(ctx, *c)
			}
		}
		if err != nil {
			return err
		}
		c.Variant, c.Position = p.Variant.ID, p.Position.String()
	}
	return nil
}

// near returns a position one move on that could be in a set, "" where none is found.
func (r *Referee) near(ctx context.Context, c match.SetPuzzle) string {
	v, err := r.catalog.Find(c.Variant)
	if err != nil {
		return ""
	}
	p, err := v.Parse(c.Position, games.Left)
	if err != nil {
		return ""
	}
	seen := 0
	for step := range p.Options() {
		if seen++; seen > mostNear {
			break
		}
		c.Position = step.Position.String()
		if _, err := r.chosenPuzzle(ctx, c); err == nil {
			return c.Position
		}
	}
	return ""
}

// NewPuzzleSet makes a set for a class that by teaches. The error is a *BadPuzzle for a position
// that can't be in one.
func (r *Referee) NewPuzzleSet(ctx context.Context, class int64, by, name string, puzzles []match.SetPuzzle) (match.PuzzleSet, error) {
	set := match.PuzzleSet{Class: class, Name: name, Made: r.now(), Puzzles: puzzles}
	c, err := r.Class(ctx, class)
	switch {
	case err != nil:
		return set, err
	case c.Teacher.ID != by:
		return set, &Refusal{Code: NotTeacher, Class: &c}
	case len(c.Sets) >= match.MaxSets: // before there is work
		return set, &Refusal{Code: TooManySets, Class: &c}
	case len(puzzles) == 0 || len(puzzles) > match.MaxSetPuzzles:
		return set, &Refusal{Code: SetBounds}
	}
	if err := r.checkSet(ctx, by, puzzles); err != nil {
		return set, err
	}
	set, err = r.store.CreatePuzzleSet(ctx, set)
	return set, refusedIf(refusedIf(err, match.ErrTooManySets, &Refusal{Code: TooManySets, Class: &c}), match.ErrNotFound, &Refusal{Code: NoClass})
}

// DropPuzzleSet deletes a set of a class that by teaches, unless it is still to be done.
func (r *Referee) DropPuzzleSet(ctx context.Context, class int64, by string, id int64) (match.Class, error) {
	c, err := r.Class(ctx, class)
	if err != nil {
		return c, err
	}
	if c.Teacher.ID != by {
		return c, &Refusal{Code: NotTeacher, Class: &c}
	}
	for _, a := range c.Open(r.now()) {
		for _, t := range a.Tasks {
			if t.Kind == match.SetTask && t.Set == id {
				return c, &Refusal{Code: SetAssigned, Until: a.Until}
			}
		}
	}
	if err := r.store.DropPuzzleSet(ctx, class, id); err != nil {
		return c, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoSet})
	}
	return r.Class(ctx, class)
}

// Text is what a teacher says to a puzzle of a set, "" for nothing.
func (p *Puzzle) Text() string {
	if p.Set == nil {
		return ""
	}
	return p.Set.Puzzles[p.ID.Number-1].Text
}

// puzzleOfSet returns a puzzle of a set, nil where there is none for a player.
func (r *Referee) puzzleOfSet(ctx context.Context, id match.PuzzleID, player string) (*Puzzle, error) {
	set, err := r.store.PuzzleSet(ctx, id.Set, player)
	if errors.Is(err, match.ErrNotFound) || err == nil && id.Number > len(set.Puzzles) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := r.chosenPuzzle(ctx, set.Puzzles[id.Number-1])
	if err != nil { // the game has changed since
		return nil, ctx.Err()
	}
	p.ID, p.Set = id, &set
	return p, nil
}

// Refusals about the puzzle sets of a class.
const (
	NoSet       Code = "There is no such puzzle set in the class. `/class action:sets` lists those that there are."
	SetAssigned Code = "That set is to be done until {until}: drop it after that."
)

var (
	TooManySets = Code(fmt.Sprintf("{class} has %d puzzle sets, which is the most. `/class action:drop set:…` drops one.", match.MaxSets))
	SetBounds   = Code(fmt.Sprintf("A set has from 1 to %d positions.", match.MaxSetPuzzles))
)
