// Package lesson has the lessons of the games, from two piles to a partizan row: a rule in
// a few sentences, exercises in which the rule decides, and boards for tests.
//
// A lesson is data. Its boards are drawn at random and each is checked by the solver: the
// learner decides first, can win, and can go wrong. The same seed draws the same ones.
package lesson

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nimatron/games"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

const (
	Exercises    = 3
	Wins         = 2 // tests to pass
	MaxOptions   = 25
	MaxParagraph = 280 // in characters: what a phone shows at a time
)

// A Lesson teaches one rule of one game.
type Lesson struct {
	ID      string
	Title   string
	Variant string
	// Text is the rule, a paragraph each of at most MaxParagraph characters. The learner is
	// "you"; in a partizan game that is Left.
	Text []string
	// rules are the orders in the text. In an exercise the first one that applies decides.
	rules          []rule
	exercise, test func(*rand.Rand) string
}

type rule struct {
	sentence string
	// applies reports whether the rule decides in a position with these winning decisions;
	// nil for one that always does.
	applies func(p games.Position, winning []games.Move) bool
}

// Rule returns the order of the lesson that decides an exercise, such as "Make the piles equal.": a
// wrong answer has broken it.
func (l *Lesson) Rule(e puzzle.Exercise) string { return l.Sentence(l.RuleNumber(e)) }

// RuleNumber returns the number of that rule in the lesson, from the last, which is 1. It is stored, so new
// rules come before the others.
func (l *Lesson) RuleNumber(e puzzle.Exercise) int {
	for i, r := range l.rules {
		if r.applies == nil || r.applies(e.Position, e.Winning) {
			return len(l.rules) - i
		}
	}
	return 0 // the last rule of every lesson applies to all
}

// Sentence returns the rule with a number, "" for none.
func (l *Lesson) Sentence(number int) string {
	if number < 1 || number > len(l.rules) {
		return ""
	}
	return l.rules[len(l.rules)-number].sentence
}

// All returns the lessons in the order in which they build on each other. The slice must
// not be changed.
func All() []*Lesson { return all }

// Find returns the lesson with that ID, or nil.
func Find(id string) *Lesson {
	if i := slices.IndexFunc(all, func(l *Lesson) bool { return l.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}

// About returns the first lesson about a game, or nil.
func About(v *games.Variant) *Lesson {
	if i := slices.IndexFunc(all, func(l *Lesson) bool { return l.Variant == v.ID }); i >= 0 {
		return all[i]
	}
	return nil
}

// Number returns the place of the lesson among all, from 1.
func (l *Lesson) Number() int { return slices.Index(all, l) + 1 }

// Next returns the lesson after it, nil after the last one.
func (l *Lesson) Next() *Lesson {
	if n := l.Number(); n < len(all) {
		return all[n]
	}
	return nil
}

// Exercise draws the exercise with a number, from 1, that follows from a seed. Left decides in it.
func (l *Lesson) Exercise(ctx context.Context, s *solver.Solver, v *games.Variant, seed uint64, number int) (puzzle.Exercise, error) {
	return l.draw(ctx, s, v, l.exercise, rand.New(rand.NewPCG(seed, uint64(number))))
}

// Test draws a first position for a test, in which Left decides and can win.
func (l *Lesson) Test(ctx context.Context, s *solver.Solver, v *games.Variant, seed uint64) (games.Position, error) {
	e, err := l.draw(ctx, s, v, l.test, rand.New(rand.NewPCG(seed, 0)))
	return e.Position, err
}

const tries = 1000

func (l *Lesson) draw(ctx context.Context, s *solver.Solver, v *games.Variant, notation func(*rand.Rand) string, r *rand.Rand) (e puzzle.Exercise, err error) {
	for range tries {
		p, err := v.Parse(notation(r), games.Left)
		if err != nil {
			return e, fmt.Errorf("lesson %s: %w", l.ID, err)
		}
		if p.Turn().Actor != games.Left {
			p = p.WithTurn(games.Right)
		}
		if games.HasMoreOptions(p, MaxOptions) {
			continue
		}
		winning, complete, err := s.Winning(ctx, v, p, MaxOptions)
		if err != nil {
			return e, fmt.Errorf("lesson %s, %s: %w", l.ID, p, err)
		}
		if complete && len(winning) > 0 && games.HasMoreOptions(p, len(winning)) {
			return puzzle.Exercise{Variant: v, Position: p, Winning: winning}, nil
		}
	}
	return e, fmt.Errorf("lesson %s: no fit board in %d draws", l.ID, tries)
}
