// Package lesson has the commands of lessons and their cards.
package lesson

import (
	"context"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/referee/lesson"
)

// Feature are the commands of lessons.
var Feature = core.Feature{Commands: []*core.Command{Command}}

// Command opens lessons.
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
		return view.Reply{Card: Lessons(states), To: view.UpdateEphemeral{}}, nil
	}
	l := lesson.Find(in.Lesson)
	if l == nil {
		l = lessonToGoOn(states)
	}
	page := LessonPage{Lesson: l, Look: env.LookOf(ctx, r)}
	if page.Variant, err = env.Referee.Catalog().Find(l.Variant); err != nil {
		return view.Reply{}, err
	}
	if page.State, err = env.Lessons.OpenLesson(ctx, r.By.Player(), l); err != nil {
		return view.Reply{}, err
	}
	if page.Exercise, err = env.Lessons.NextExercise(ctx, l, page.State); err != nil {
		return view.Reply{}, err
	}
	if page.Exercise != nil { // the text shows its board
		if err := env.Puzzles.AskPuzzle(ctx, r.Channel, r.By.Player(), page.Exercise); err != nil {
			return view.Reply{}, err
		}
	}
	switch {
	case in.Page > 0, page.State.Exercises == 0:
		return page.Read(in.Page), nil
	case page.Exercise == nil:
		return page.Test(), nil
	}
	exercise := *r
	exercise.Ask(view.Puzzle(page.Exercise.ID, view.Tap{}))
	return env.Find(exercise.Command).Run(ctx, env, &exercise)
}

func lessonToGoOn(states []lesson.State) *lesson.Lesson {
	var last *lesson.Lesson
	for _, state := range states {
		if last = lesson.Find(state.ID); last != nil {
			break
		}
	}
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
