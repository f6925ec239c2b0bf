// Package lesson has the commands of lessons and their cards.
package lesson

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee/lesson"
)

// Feature are the commands of lessons.
var Feature = core.Feature{Commands: []*core.Command{Command}}

// Command opens lessons and answers their exercises.
var Command = core.New(input.Learn, core.Command{
	Summary: "Learn to win, lesson by lesson",
	Options: []core.Option{{Name: "lesson", Choices: append(words.Each(lesson.All(), func(l *lesson.Lesson) view.Choice {
		return view.Choice{Label: fmt.Sprintf("%d. %s", l.Number(), l.Title), Value: l.ID}
	}), view.Choice{Label: "All lessons", Value: AllLessons})}},
	Private: true,
	Costly:  true,
}, learn)

func learn(ctx context.Context, env *core.Env, r *core.Request, in *input.LearnInput) (view.Reply, error) {
	states, err := env.Store.Lessons(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if in.Lesson == AllLessons {
		if in.Move != "" {
			return view.Reply{}, core.Refuse("An answer is for the lesson you are in, so leave out `lesson:`.")
		}
		return view.Reply{Card: Lessons(states), To: view.UpdateEphemeral{}}, nil
	}
	l := lesson.Find(in.Lesson)
	switch {
	case l != nil:
	case in.Move == "":
		l = lessonToGoOn(states)
	default:
		if l = lessonOpen(states); l == nil {
			return view.Reply{}, core.Refuse("You haven't started a lesson yet. `/learn` opens the first one.")
		}
	}
	v, err := env.Referee.Catalog().Find(l.Variant)
	if err != nil {
		return view.Reply{}, err
	}
	state := lesson.StateOf(states, l)
	if in.Move == "" || state.ID == "" {
		if state, err = env.Lessons.OpenLesson(ctx, r.Channel, r.By.Player(), l); err != nil {
			return view.Reply{}, err
		}
	}
	e, err := env.Lessons.NextExercise(ctx, l, state)
	if err != nil {
		return view.Reply{}, err
	}
	page := LessonPage{Lesson: l, Variant: v, State: state, Exercise: e, Look: env.LookOf(ctx, r)}
	answer, where, exercise := in.Move, in.Where, in.Exercise
	switch {
	case in.Page > 0:
		return page.Read(in.Page), nil
	case e == nil && answer != "":
		return page.Ask("You have solved this lesson's exercises.", ""), nil
	case e == nil:
		return page.Ask("", ""), nil
	case exercise > 0 && exercise < e.Number:
		return page.Ask("You already solved that exercise. Here is the next one.", ""), nil
	case exercise > e.Number:
		return page.Ask("Exercises come in order. This one is next.", ""), nil
	case in.Other:
		return view.Reply{Text: "Write your move with `/learn move:`.", Form: AskedExercise(e).Keys(where).Form()}, nil
	}
	if move, only := view.OnlyMove(e.Position, where); only && answer == "" {
		answer = move.String()
	}
	switch {
	case answer != "":
		reply, err := answerExercise(ctx, env, r, page, core.TappedMove(where, answer), in.Step)
		if err == nil { // it shows what is asked next
			_, err = env.Lessons.OpenLesson(ctx, r.Channel, r.By.Player(), l)
		}
		reply.Earned = true
		return reply, err
	case exercise == 0 && state.Exercises == 0:
		return page.Read(1), nil
	}
	return page.Ask("", where), nil
}

func lessonToGoOn(states []lesson.State) *lesson.Lesson {
	last := lessonOpen(states)
	if last == nil {
		return lesson.All()[0]
	}
	for l := last; l != nil; l = l.Next() {
		if !lesson.Done(lesson.StateOf(states, l)) {
			return l
		}
	}
	return last
}

func lessonOpen(states []lesson.State) *lesson.Lesson {
	for _, state := range states {
		if l := lesson.Find(state.ID); l != nil {
			return l
		}
	}
	return nil
}

func answerExercise(ctx context.Context, env *core.Env, r *core.Request, page LessonPage, answer string, step *int) (view.Reply, error) {
	e := page.Exercise
	a, err := env.Lessons.AnswerExercise(ctx, r.By.ID, e, answer, step != nil)
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, core.Refuse("Exercise %d of %q, %s.\n%s", e.Number, e.Lesson.Title, view.Code(e.Position.String()), view.IllegalText(e.Variant, e.Position, illegal))
	}
	if err != nil {
		return view.Reply{}, err
	}
	if !a.Right {
		return core.WithLossProof(page.Variant, a, page.Wrong(a, *cmp.Or(step, new(int)))), nil
	}
	next := page
	if next.State, err = env.Lessons.LessonState(ctx, r.By.ID, e.Lesson); err != nil {
		return view.Reply{}, err
	}
	next.Exercise, err = env.Lessons.NextExercise(ctx, e.Lesson, next.State)
	a.Reason.Done = true
	return page.Right(a, view.AdviceInWords(e.Variant, e.Position, a.Reason), next), err
}
