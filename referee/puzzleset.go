package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

// Bounds on the puzzles of a set.
const (
	MostSetWins = 8 // decisions that win
	// setNodes and setSteps bound the work for a position to about 0.3 s, setTime the work for a set.
	setNodes = 1 << 14
	setSteps = 1 << 23
	setTime  = 5 * time.Second
	mostNear = 30 // positions to try for one that can be in a set
)

// A BadPuzzle is the error for a position that can't be in a set.
type BadPuzzle struct {
	Number  int // counted from 1
	Reason  BadReason
	Instead string // a position near it that could be in a set, "" for none
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
func (e *BadPuzzle) Error() string { return fmt.Sprintf("puzzle %d can't be in a set", e.Number) }

// Unwrap returns Err.
func (e *BadPuzzle) Unwrap() error { return e.Err }

// setSolver returns a solver whose verdict on a position never changes.
func setSolver() *solver.Solver {
	s := solver.Reproducible(setNodes)
	s.TableSteps = setSteps
	return s
}

// chosenPuzzle returns a position of a set as a puzzle. The error is a *BadPuzzle without Number.
func (r *Referee) chosenPuzzle(ctx context.Context, c puzzle.SetPuzzle) (*Puzzle, error) {
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
		return nil, &BadPuzzle{Reason: TooManyWins}
	case err != nil || !complete:
		return nil, &BadPuzzle{Reason: NotProved}
	case len(winning) == 0:
		return nil, &BadPuzzle{Reason: NoWin}
	}
	return &Puzzle{Variant: v, Position: p, Winning: winning}, nil
}

// checkSet writes the puzzles of a set in canonical notation. The error is a *BadPuzzle, or a
// *Refusal if the check would be advice on a game that is locked to by.
func (r *Referee) checkSet(ctx context.Context, by string, puzzles []puzzle.SetPuzzle) error {
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

// near returns a position one move on that could be in a set, "" if none is found.
func (r *Referee) near(ctx context.Context, c puzzle.SetPuzzle) string {
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

// NewPuzzleSet makes a set for a class for its teacher. The error is a *BadPuzzle for a position
// that can't be in one.
func (r *Referee) NewPuzzleSet(ctx context.Context, class int64, by, name string, puzzles []puzzle.SetPuzzle) (puzzle.Set, error) {
	set := puzzle.Set{Class: class, Name: name, Made: r.now(), Puzzles: puzzles}
	c, err := r.ClassTaughtBy(ctx, class, by)
	switch {
	case err != nil:
		return set, err
	case len(c.Sets) >= puzzle.MaxSets: // before there is work
		return set, &Refusal{Code: TooManySets, Class: &c}
	case len(puzzles) == 0 || len(puzzles) > puzzle.MaxSetPuzzles:
		return set, &Refusal{Code: SetBounds}
	}
	if err := r.checkSet(ctx, by, puzzles); err != nil {
		return set, err
	}
	set, err = r.store.CreatePuzzleSet(ctx, set)
	return set, refusedInClass(err, &c)
}

// DropPuzzleSet deletes a set of a class for its teacher. The error is a *Refusal with SetAssigned
// while an open assignment has it.
func (r *Referee) DropPuzzleSet(ctx context.Context, classID int64, by string, id int64) (class.Class, error) {
	c, err := r.ClassTaughtBy(ctx, classID, by)
	if err != nil {
		return c, err
	}
	for _, a := range c.Open(r.now()) {
		if slices.ContainsFunc(a.Tasks, func(t class.Task) bool { return t.Kind == class.SetTask && t.Set == id }) {
			return c, &Refusal{Code: SetAssigned, Until: a.Until}
		}
	}
	return r.changeTaught(ctx, classID, by, NoSet, func() error { return r.store.DropPuzzleSet(ctx, classID, id) })
}

// Text is the teacher's comment on a puzzle of a set, "" for none.
func (p *Puzzle) Text() string {
	if p.Set == nil {
		return ""
	}
	return p.Set.Puzzles[p.ID.Number-1].Text
}

// puzzleOfSet returns a puzzle of a set, nil if the player may not see one.
func (r *Referee) puzzleOfSet(ctx context.Context, id puzzle.ID, player string) (*Puzzle, error) {
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
	SetAssigned Code = "That set is to be done until {until}: drop it after that, or take the assignment back first."
)

var (
	TooManySets = Code(fmt.Sprintf("{class} has %d puzzle sets, which is the most. `/class action:drop set:…` drops one.", puzzle.MaxSets))
	SetBounds   = Code(fmt.Sprintf("A set has from 1 to %d positions.", puzzle.MaxSetPuzzles))
)
