// Package lesson has the commands of lessons and their cards.
package lesson

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee/lesson"
)

// Feature are the commands of lessons.
var Feature = core.Feature{Commands: []*core.Command{Command}}

var Command = &core.Command{
	Name:    view.LearnName,
	Summary: "Learn to win, lesson by lesson",
	Options: []core.Option{
		{Name: view.LessonName, Summary: "Which lesson (default: where you stopped)", Choices: append(words.Each(lesson.All(), func(l *lesson.Lesson) view.Choice {
			return view.Choice{Label: fmt.Sprintf("%d. %s", l.Number(), l.Title), Value: l.ID}
		}), view.Choice{Label: "All lessons", Value: AllLessons})},
		{Name: view.AnswerName, Summary: "Your move in the exercise", Hidden: true},
		{Name: view.ExerciseName, Summary: "The exercise that a button is about", Hidden: true},
		{Name: view.PageName, Summary: "The page of the text", Hidden: true},
		{Name: view.StepName, Summary: "How far a wrong answer is played out", Hidden: true},
		core.WhereOption,
		core.OtherOption,
	},
	Private: true,
	Costly:  true,
	Run:     learn,
}

func learn(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	states, err := env.Store.Lessons(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	id := strings.ToLower(r.Option(view.LessonName))
	if id == AllLessons {
		if r.Option(view.AnswerName) != "" {
			return view.Reply{}, core.Refuse("An answer is for the lesson you are in, so leave out `lesson:`.")
		}
		return view.Reply{Card: Lessons(states), To: view.UpdateEphemeral{}}, nil
	}
	l := lesson.Find(id)
	switch {
	case l != nil:
	case r.Option(view.AnswerName) == "":
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
	if r.Option(view.AnswerName) == "" || state.ID == "" {
		if state, err = env.Lessons.OpenLesson(ctx, r.Channel, r.By.Player(), l); err != nil {
			return view.Reply{}, err
		}
	}
	e, err := env.Lessons.NextExercise(ctx, l, state)
	if err != nil {
		return view.Reply{}, err
	}
	page := LessonPage{Lesson: l, Variant: v, State: state, Exercise: e, Look: env.LookOf(ctx, r)}
	answer, where := r.Option(view.AnswerName), r.Option(view.WhereName)
	exercise, _ := strconv.Atoi(r.Option(view.ExerciseName))
	switch {
	case r.Option(view.PageName) != "":
		number, _ := strconv.Atoi(r.Option(view.PageName))
		return page.Read(number), nil
	case e == nil && answer != "":
		return page.Ask("You have solved this lesson's exercises.", ""), nil
	case e == nil:
		return page.Ask("", ""), nil
	case exercise > 0 && exercise < e.Number:
		return page.Ask("You already solved that exercise. Here is the next one.", ""), nil
	case exercise > e.Number:
		return page.Ask("Exercises come in order. This one is next.", ""), nil
	case r.Flag(view.OtherName):
		return view.Reply{Text: "Write your move with `/learn move:`.", Form: AskedExercise(e).Keys(where).Form()}, nil
	}
	if move, only := view.OnlyMove(e.Position, where); only && answer == "" {
		answer = move.String()
	}
	switch {
	case answer != "":
		reply, err := answerExercise(ctx, env, r, page, core.TappedMove(where, answer))
		if err == nil { // it shows what is asked next
			_, err = env.Lessons.OpenLesson(ctx, r.Channel, r.By.Player(), l)
		}
		return reply, err
	case exercise == 0 && state.Exercises == 0:
		return page.Read(1), nil
	}
	return page.Ask("", where), nil
}

// lessonToGoOn is the lesson that a person opened last or, if it is done, the next one that is not.
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

// lessonOpen is the lesson that a person opened last, nil for none.
func lessonOpen(states []lesson.State) *lesson.Lesson {
	for _, state := range states {
		if l := lesson.Find(state.ID); l != nil {
			return l
		}
	}
	return nil
}

func answerExercise(ctx context.Context, env *core.Env, r *core.Request, page LessonPage, answer string) (view.Reply, error) {
	e := page.Exercise
	a, err := env.Lessons.AnswerExercise(ctx, r.By.ID, e, answer, r.Option(view.StepName) != "")
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, core.Refuse("Exercise %d of %q, %s.\n%s", e.Number, e.Lesson.Title, view.Code(e.Position.String()), view.Sentence(illegal.Reason))
	}
	if err != nil {
		return view.Reply{}, err
	}
	if !a.Right {
		return core.WithLossProof(page.Variant, a, page.Wrong(a, r.Step())), nil
	}
	next := page
	if next.State, err = env.Lessons.LessonState(ctx, r.By.ID, e.Lesson); err != nil {
		return view.Reply{}, err
	}
	next.Exercise, err = env.Lessons.NextExercise(ctx, e.Lesson, next.State)
	return page.Right(a, view.AdviceInWords(e.Variant, e.Position, a.Reason), next), err
}
