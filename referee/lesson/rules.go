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

// Rules open lessons, judge exercises and begin tests.
type Rules struct {
	referee *referee.Referee
	puzzles *puzzle.Rules
	store   Store
}

// New returns the rules on a store.
func New(r *referee.Referee, store Store, puzzles *puzzle.Rules) *Rules {
	return &Rules{referee: r, puzzles: puzzles, store: store}
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

// OpenLesson records that a player opens a lesson in a channel, and returns their progress.
func (r *Rules) OpenLesson(ctx context.Context, channel string, by match.Player, l *Lesson) (State, error) {
	if err := r.store.OpenLesson(ctx, by, l.ID, r.referee.Seed(), channel, r.referee.Now()); err != nil {
		return State{}, err
	}
	return r.LessonState(ctx, by.ID, l)
}

// An Exercise is a position in which the rule of a lesson decides.
type Exercise struct {
	Lesson  *Lesson
	Variant *games.Variant
	// Number counts from 1, up to lesson.Exercises.
	Number   int
	Position games.Position
	Winning  []games.Move
}

// NextExercise returns the first unsolved exercise of a lesson, nil if there is none.
func (r *Rules) NextExercise(ctx context.Context, l *Lesson, state State) (*Exercise, error) {
	if state.Exercises >= Exercises {
		return nil, nil
	}
	v, err := r.referee.Catalog().Find(l.Variant)
	if err != nil {
		return nil, err
	}
	e := &Exercise{Lesson: l, Variant: v, Number: state.Exercises + 1}
	e.Position, e.Winning, err = l.Exercise(ctx, r.referee.Solver(), v, state.Seed, e.Number)
	return e, err
}

// longestLesson bounds the decisions after a wrong answer. Any game of a lesson ends sooner.
const longestLesson = 100

// AnswerExercise judges a decision and records that it is right, or which rule it breaks. It plays a wrong
// one out to its end. again shows an earlier answer once more. The error is a *games.IllegalMove for an
// illegal decision.
func (r *Rules) AnswerExercise(ctx context.Context, player string, e *Exercise, text string, again bool) (*puzzle.Answered, error) {
	a, after, err := puzzle.Answer(e.Variant, e.Position, e.Winning, text)
	switch {
	case err != nil:
		return nil, err
	case !a.Right:
		if err := r.puzzles.Refutation(ctx, a, e.Variant, after, longestLesson); err != nil || again {
			return a, err
		}
		err := r.store.BreakRule(ctx, player, e.Lesson.ID, e.Lesson.RuleNumber(e.Position, e.Winning))
		if errors.Is(err, match.ErrStale) { // the player's data has been deleted
			err = nil
		}
		return a, err
	}
	if a.Reason, err = r.referee.Solver().ExplainMove(ctx, e.Variant, e.Position, a.Decision.Step.Move); err != nil {
		return nil, err
	}
	err = r.store.SolveExercise(ctx, player, e.Lesson.ID, e.Number)
	if errors.Is(err, match.ErrStale) { // another answer solved it just now
		err = nil
	}
	return a, err
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

// A Question is a puzzle, an exercise or the board of a drill that a player was asked.
type Question struct {
	Exercise bool
	Drill    bool
	Channel  string
	At       time.Time

	puzzle puzzle.ID
	lesson string
}

func (r *Rules) LastQuestion(ctx context.Context, player string) (*Question, error) {
	var open []Question
	asked, err := r.store.AskedPuzzle(ctx, player)
	if err != nil && !errors.Is(err, match.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		state, err := r.store.PuzzleState(ctx, player, asked.Puzzle)
		if err != nil {
			return nil, err
		}
		if !state.Closed() {
			open = append(open, Question{Channel: asked.Channel, At: asked.At, puzzle: asked.Puzzle})
		}
	}
	lessons, err := r.store.Lessons(ctx, player)
	if err != nil {
		return nil, err
	}
	if len(lessons) > 0 && Find(lessons[0].ID) != nil && lessons[0].Exercises < Exercises {
		open = append(open, Question{Exercise: true, Channel: lessons[0].Channel, At: lessons[0].Opened, lesson: lessons[0].ID})
	}
	set, err := r.store.PersonSettings(ctx, player)
	if err != nil {
		return nil, err
	}
	if d := set.Drill; d.Channel != "" {
		open = append(open, Question{Drill: true, Channel: d.Channel, At: d.Asked})
	}
	if len(open) == 0 {
		return nil, nil
	}
	last := slices.MaxFunc(open, func(a, b Question) int { return a.At.Compare(b.At) })
	return &last, nil
}

// LeaveQuestion records that a player has turned from a question to their match in the channel. The
// question stays open, but no longer belongs to the channel.
func (r *Rules) LeaveQuestion(ctx context.Context, channel string, by match.Player) error {
	q, err := r.LastQuestion(ctx, by.ID)
	switch {
	case err != nil || q == nil || q.Channel != channel:
		return err
	case q.Drill:
		_, err := r.referee.ChangePerson(ctx, by, func(set *match.PersonSettings) error {
			set.Drill.Channel = ""
			return nil
		})
		return err
	case q.Exercise:
		return r.store.OpenLesson(ctx, by, q.lesson, 0, "", q.At) // the lesson keeps its seed
	}
	return r.store.AskPuzzle(ctx, by, puzzle.Asked{Puzzle: q.puzzle, At: q.At})
}

// State is a player's progress in a lesson.
type State struct {
	ID        string
	Seed      uint64
	Exercises int // solved so far, from the first on
	Wins      int
	Channel   string // where the player last opened it; "" if that is not known
	Opened    time.Time
}

// A Store has the lessons of players, by player and name, and their puzzles.
type Store interface {
	puzzle.Store

	// Lessons returns the lessons that a player has opened, the last opened first.
	Lessons(ctx context.Context, player string) ([]State, error)

	// OpenLesson records that a player opens a lesson in a channel. A lesson keeps the seed with
	// which it was first opened.
	OpenLesson(ctx context.Context, player match.Player, lesson string, seed uint64, channel string, now time.Time) error

	// SolveExercise records that a player has solved the exercise with that number, from 1. The error
	// is ErrStale unless it is the first unsolved one of a lesson that was opened.
	SolveExercise(ctx context.Context, player, lesson string, exercise int) error

	// BreakRule counts an error of a player in an exercise about the rule with that number, from 1.
	// The error is ErrStale unless the lesson was opened.
	BreakRule(ctx context.Context, player, lesson string, rule int) error

	// BrokenRules returns the rules that a player broke, the most often broken first.
	BrokenRules(ctx context.Context, player string) ([]Broken, error)

	// PersonSettings returns the settings of a player, as match.Settings says.
	PersonSettings(ctx context.Context, player string) (match.PersonSettings, error)

	// CreateMatch stores a new match and returns it as stored, as match.Matches says.
	CreateMatch(ctx context.Context, m match.Match) (match.Match, error)
}
