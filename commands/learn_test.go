package commands_test

import (
	"slices"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// exercise returns a person's current exercise in a lesson.
func (r *room) exercise(by, id string) *puzzle.Puzzle {
	r.Helper()
	l := lesson.Find(id)
	state := must.Get(r.service.Env().Lessons.LessonState(r.Context(), by, l))(r)
	return must.Get(r.service.Env().Lessons.NextExercise(r.Context(), l, state))(r)
}

// Wrong answers in every exercise are played out until the learner loses.
func TestWrongAnswersAreSeenToLose(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	seeds := testlong.Sample(t, []uint64{0, 1, 2, 3, 4, 5, 6, 7}, 2)
	for _, l := range lesson.All() {
		for _, seed := range seeds {
			e := must.Get(r.service.Env().Lessons.NextExercise(t.Context(), l, lesson.State{Seed: seed}))(t)
			for step := range e.Position.Options() {
				if slices.Contains(e.Winning, step.Move) {
					continue
				}
				a := must.Get(r.service.Env().Puzzles.Answer(t.Context(), "", person("p1").Player(), e, step.Move.String()))(t)
				last := a.Refutation[len(a.Refutation)-1].Step.Position
				if winner, over := e.Variant.Winner(last); a.Right || !a.Over || !over || winner == e.Position.Turn().Actor {
					t.Errorf("%s, %s: %s ends with %s, won by %v", l.ID, e.Position, step.Move, last, winner)
				}
			}
		}
	}
}
