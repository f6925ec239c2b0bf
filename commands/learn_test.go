package commands_test

import (
	"slices"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/referee/lesson"
)

// exercise returns a person's current exercise in a lesson.
func (r *room) exercise(by, id string) *lesson.Exercise {
	r.Helper()
	l := lesson.Find(id)
	state := must.Get(r.service.Env().Lessons.LessonState(r.Context(), by, l))(r)
	return must.Get(r.service.Env().Lessons.NextExercise(r.Context(), l, state))(r)
}

// winTest passes a lesson's test, which starts in a reply, by perfect play. It returns the reply to
// the last move. Only that goes into the transcript, since the bot's moves don't matter.
func (r *room) winTest(by string, reply view.Reply) view.Reply {
	r.Helper()
	for range 100 {
		g := must.Get(r.referee.Latest(r.Context(), "lobby"))(r)
		if g.Finished() {
			r.record(by, "(the last move of the test)", reply)
			return reply
		}
		p := g.Play.Position()
		winning, _, err := r.referee.Solver().Winning(r.Context(), g.Play.Variant(), p, 1)
		if err != nil || len(winning) == 0 {
			r.Fatalf("%s is lost, %v", p, err)
		}
		req := must.Get(request(by, "/move "+winning[0].String()))(r)
		reply = r.service.Do(r.Context(), req)
	}
	r.Fatal("the test does not end")
	return reply
}

// All lessons, with one wrong answer each.
func TestEveryLesson(t *testing.T) {
	r := newRoom(t)
	for _, l := range lesson.All() {
		r.now = r.now.Add(time.Minute)
		r.refuses("p1", "/learn "+l.ID, l.Title)
		e := r.exercise("p1", l.ID)
		r.refuses("p1", "/learn move:"+losing(e.Position, e.Winning).String(), "**That breaks the rule:** ")
		r.refuses("p1", "/learn move:"+r.exercise("p1", l.ID).Winning[0].String(), "**Right.** You ")
	}
}

// Wrong answers in every exercise are played out until the learner loses.
func TestWrongAnswersAreSeenToLose(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	seeds := uint64(8)
	if testing.Short() {
		seeds = 2
	}
	for _, l := range lesson.All() {
		for seed := range seeds {
			e := must.Get(r.service.Env().Lessons.NextExercise(t.Context(), l, lesson.State{Seed: seed}))(t)
			for step := range e.Position.Options() {
				if slices.Contains(e.Winning, step.Move) {
					continue
				}
				a := must.Get(r.service.Env().Lessons.AnswerExercise(t.Context(), "p1", e, step.Move.String(), false))(t)
				last := a.Refutation[len(a.Refutation)-1].Step.Position
				if winner, over := e.Variant.Winner(last); a.Right || !a.Over || !over || winner == e.Position.Turn().Actor {
					t.Errorf("%s, %s: %s ends with %s, won by %v", l.ID, e.Position, step.Move, last, winner)
				}
			}
		}
	}
}
