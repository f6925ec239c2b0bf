package class

import (
	"context"
	"fmt"
	"slices"

	"nimatron/referee"
	"nimatron/referee/puzzle"
)

// NewPuzzleSet makes a set for a class for its teacher. The error is a *puzzle.BadPosition for a position
// that can't be in one.
func (r *Rules) NewPuzzleSet(ctx context.Context, classID int64, by, name string, puzzles []puzzle.SetPuzzle) (puzzle.Set, error) {
	set := puzzle.Set{Class: classID, Name: name, Made: r.referee.Now(), Puzzles: puzzles}
	c, err := r.ClassTaughtBy(ctx, classID, by)
	switch {
	case err != nil:
		return set, err
	case len(c.Sets) >= puzzle.MaxSets: // before there is work
		return set, Refuse(TooManySets, &c)
	case len(puzzles) == 0 || len(puzzles) > puzzle.MaxSetPuzzles:
		return set, &referee.Refusal{Words: SetBounds}
	}
	if err := r.puzzles.CheckSet(ctx, by, puzzles); err != nil {
		return set, err
	}
	set, err = r.store.CreatePuzzleSet(ctx, set)
	return set, refusedInClass(err, &c)
}

// DropPuzzleSet deletes a set of a class for its teacher. The error is a *Refusal with SetAssigned
// while an open assignment has it.
func (r *Rules) DropPuzzleSet(ctx context.Context, classID int64, by string, id int64) (Class, error) {
	c, err := r.ClassTaughtBy(ctx, classID, by)
	if err != nil {
		return c, err
	}
	for _, a := range c.Open(r.referee.Now()) {
		if slices.ContainsFunc(a.Tasks, func(t Task) bool { return t.Kind == SetTask && t.Set == id }) {
			return c, &referee.Refusal{Words: SetAssigned, Until: a.Until}
		}
	}
	return r.changeTaught(ctx, classID, by, NoSet, func() error { return r.store.DropPuzzleSet(ctx, classID, id) })
}

// Refusals about the puzzle sets of a class.
const (
	NoSet       referee.Words = "The class has no such puzzle set. `/class set list` lists its sets."
	SetAssigned referee.Words = "That set is assigned until {until}. Delete it after that, or take back the assignment first."
)

var (
	TooManySets = referee.Words(fmt.Sprintf("{class} has %d puzzle sets, the maximum. `/class set drop` deletes one.", puzzle.MaxSets))
	SetBounds   = referee.Words(fmt.Sprintf("A set has 1 to %d positions.", puzzle.MaxSetPuzzles))
)
