package lesson

import (
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
)

// Rules open lessons, ask their exercises and begin tests.
type Rules struct {
	referee *referee.Referee
	puzzles *puzzle.Rules
	store   Store
}

// New returns the rules on a store. Exercises and drills are puzzles.
func New(r *referee.Referee, store Store, puzzles *puzzle.Rules) *Rules {
	rules := &Rules{referee: r, puzzles: puzzles, store: store}
	puzzles.Add(puzzle.FromLesson, puzzle.Source{Open: rules.nextExercise, Record: rules.recordExercise})
	puzzles.Add(puzzle.Drilled, puzzle.Source{Open: rules.openDrill, Record: rules.recordDrill})
	return rules
}

// Done reports whether all exercises of a lesson are solved and its test is passed.
func Done(l State) bool {
	return l.Exercises >= Exercises && l.Wins >= Wins
}

// LessonState returns a player's progress in a lesson, zero if it was never opened.
func (r *Rules) LessonState(ctx context.Context, player string, l *Lesson) (State, error) {
	all, err := r.store.Lessons(ctx, player)
	return StateOf(all, l), err
}

// StateOf returns the progress in a lesson.
func StateOf(states []State, l *Lesson) State {
	if i := slices.IndexFunc(states, func(state State) bool { return state.ID == l.ID }); i >= 0 {
		return states[i]
	}
	return State{}
}

// OpenLesson records that a player opens a lesson, and returns their progress.
func (r *Rules) OpenLesson(ctx context.Context, by match.Player, l *Lesson) (State, error) {
	if err := r.store.OpenLesson(ctx, by, l.ID, r.referee.Seed(), r.referee.Now()); err != nil {
		return State{}, err
	}
	return r.LessonState(ctx, by.ID, l)
}

// NextExercise returns the first unsolved exercise of a lesson, nil if there is none.
func (r *Rules) NextExercise(ctx context.Context, l *Lesson, state State) (*puzzle.Puzzle, error) {
	if state.Exercises >= Exercises {
		return nil, nil
	}
	v, err := r.referee.Catalog().Find(l.Variant)
	if err != nil {
		return nil, err
	}
	p := &puzzle.Puzzle{ID: puzzle.ID{Kind: puzzle.FromLesson, Lesson: l.ID, Number: state.Exercises + 1}}
	p.Exercise, err = l.Exercise(ctx, r.referee.Solver(), v, state.Seed, p.ID.Number)
	return p, err
}

func (r *Rules) nextExercise(ctx context.Context, player string, id puzzle.ID) (*puzzle.Puzzle, error) {
	l := Find(id.Lesson)
	if l == nil {
		return nil, nil
	}
	state, err := r.LessonState(ctx, player, l)
	if err != nil || state.ID == "" {
		return nil, err
	}
	return r.NextExercise(ctx, l, state)
}

func (r *Rules) recordExercise(ctx context.Context, by match.Player, p *puzzle.Puzzle, a *puzzle.Answered) (err error) {
	broken := 0
	if !a.Right {
		broken = Find(p.ID.Lesson).RuleNumber(p.Exercise)
	}
	err = r.store.AnswerExercise(ctx, by.ID, p.ID.Lesson, p.ID.Number, broken)
	if errors.Is(err, match.ErrStale) { // another answer solved it just now, or the player's data has been deleted
		err = nil
	}
	return err
}

// TakeTest starts the test of a lesson: a match against the perfect level from a drawn board that
// the player can win. The error is a *Refusal if exercises are unsolved, and as in ChallengeBot.
func (r *Rules) TakeTest(ctx context.Context, channel, server string, by match.Player, l *Lesson) (*referee.Progress, error) {
	v, err := r.referee.Catalog().Find(l.Variant)
	if err != nil {
		return nil, err
	}
	state, err := r.LessonState(ctx, by.ID, l)
	if err != nil {
		return nil, err
	}
	if state.Exercises < Exercises {
		return nil, &referee.Refusal{Words: "Solve the lesson's three exercises before the test. `/learn` shows the next one."}
	}
	seed := r.referee.Seed()
	p, err := l.Test(ctx, r.referee.Solver(), v, seed)
	if err != nil {
		return nil, err
	}
	m := match.Match{
		Channel: channel, Server: server, Variant: v.ID, Start: p.String(),
		First: p.Turn().Owner, Level: match.Perfect, Seed: seed, Lesson: l.ID,
	}
	m.SetPlayers(games.Left, by, match.Bot)
	return r.referee.Begin(ctx, m, r.store.CreateMatch)
}

// State is a player's progress in a lesson.
type State struct {
	ID        string
	Seed      uint64
	Exercises int // solved so far, from the first on
	Wins      int
	Opened    time.Time
}

// A Store has the lessons of players, by player and name.
type Store interface {
	// Lessons returns the lessons that a player has opened, the last opened first.
	Lessons(ctx context.Context, player string) ([]State, error)

	// OpenLesson records that a player opens a lesson. A lesson keeps the seed with
	// which it was first opened.
	OpenLesson(ctx context.Context, player match.Player, lesson string, seed uint64, now time.Time) error

	// AnswerExercise records an answer of a player to the exercise with that number, from 1: a right one, or for broken > 0
	// an error about the rule with that number. The error is match.ErrStale unless a right one is to the first unsolved, and
	// if the lesson was never opened.
	AnswerExercise(ctx context.Context, player, lesson string, exercise, broken int) error

	// BrokenRules returns the rules that a player broke, the most often broken first.
	BrokenRules(ctx context.Context, player string) ([]Broken, error)

	// PersonSettings returns the settings of a player, as match.Settings says.
	PersonSettings(ctx context.Context, player string) (match.PersonSettings, error)

	// CreateMatch stores a new match and returns it as stored, as match.Matches says.
	CreateMatch(ctx context.Context, m match.Match) (match.Match, error)
}
