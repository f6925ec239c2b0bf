package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

var learnCommand = &Command{
	Name:    view.LearnName,
	Summary: "Learn to win, lesson by lesson: a rule, three exercises and a test for each",
	Options: []Option{
		{Name: view.LessonName, Summary: "Which lesson; the one where you stopped if you leave it out", Choices: lessonChoices()},
		{Name: view.AnswerName, Summary: "Your move in the exercise"},
		{Name: view.ExerciseName, Summary: "The exercise that a button is about", Hidden: true},
		{Name: view.PageName, Summary: "The page of the text", Hidden: true},
		{Name: view.StepName, Summary: "How far a wrong answer is played out", Hidden: true},
		whereOption,
		otherOption,
	},
	Private: true,
	Costly:  true,
	run:     learn,
}

func lessonChoices() []view.Choice {
	var choices []view.Choice
	for _, l := range lesson.All() {
		choices = append(choices, view.Choice{Label: fmt.Sprintf("%d. %s", l.Number(), l.Title), Value: l.ID})
	}
	return append(choices, view.Choice{Label: "All lessons", Value: view.AllLessons})
}

func learn(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
	states, err := s.lessons.Lessons(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	id := strings.ToLower(r.option(view.LessonName))
	if id == view.AllLessons {
		if r.option(view.AnswerName) != "" {
			return view.Reply{}, refuse("An answer belongs to one lesson: leave `lesson:` out for the one that you are in.")
		}
		return view.Reply{Card: view.Lessons(states), To: view.UpdateEphemeral{}}, nil
	}
	l := lesson.Find(id)
	switch {
	case l != nil:
	case r.option(view.AnswerName) == "":
		l = lessonToGoOn(states)
	default:
		if l = lessonOpen(states); l == nil {
			return view.Reply{}, refuse("You have not begun a lesson yet: `/learn` shows the first one.")
		}
	}
	v, err := s.referee.Catalog().Find(l.Variant)
	if err != nil {
		return view.Reply{}, err
	}
	if err := s.referee.CheckAdvice(ctx, r.By.ID, v.Family.ID); err != nil {
		return view.Reply{}, err
	}
	state := lesson.StateOf(states, l)
	if r.option("answer") == "" || state.ID == "" {
		if state, err = s.lessons.OpenLesson(ctx, r.Channel, r.By.player(), l); err != nil {
			return view.Reply{}, err
		}
	}
	e, err := s.lessons.NextExercise(ctx, l, state)
	if err != nil {
		return view.Reply{}, err
	}
	page := view.LessonPage{Lesson: l, Variant: v, State: state, Exercise: e, Look: s.lookOf(ctx, r)}
	answer, where := r.option(view.AnswerName), r.option(view.WhereName)
	exercise, _ := strconv.Atoi(r.option(view.ExerciseName))
	other, err := r.flag(view.OtherName)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.option(view.PageName) != "":
		number, _ := strconv.Atoi(r.option(view.PageName))
		return page.Read(number), nil
	case e == nil && answer != "":
		return page.Ask("You have solved the exercises of this lesson.", ""), nil
	case e == nil:
		return page.Ask("", ""), nil
	case exercise > 0 && exercise < e.Number:
		return page.Ask("That exercise is solved already. This is the next one.", ""), nil
	case exercise > e.Number:
		return page.Ask("Exercises come one after another. This is the one that is next.", ""), nil
	case other:
		return view.Reply{Text: "Write your move with `/learn answer:`.", Form: view.AskedExercise(e).Keys(where).Form()}, nil
	}
	if move, only := view.OnlyMove(e.Position, where); only && answer == "" {
		answer = move.String()
	}
	switch {
	case answer != "":
		reply, err := s.answerExercise(ctx, r, page, tappedMove(where, answer))
		if err == nil { // it shows what is asked next
			_, err = s.lessons.OpenLesson(ctx, r.Channel, r.By.player(), l)
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

// answerExercise judges an answer and shows how to go on.
func (s *Service) answerExercise(ctx context.Context, r *Request, page view.LessonPage, answer string) (view.Reply, error) {
	e := page.Exercise
	a, err := s.lessons.AnswerExercise(ctx, r.By.ID, e, answer, r.option(view.StepName) != "")
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, refuse("Exercise %d of %q, %s.\n%s", e.Number, e.Lesson.Title, view.Code(e.Position.String()), view.Sentence(illegal.Reason))
	}
	if err != nil {
		return view.Reply{}, err
	}
	if !a.Right {
		return withLossProof(page.Variant, a, page.Wrong(a, r.step())), nil
	}
	next := page
	if next.State, err = s.lessons.LessonState(ctx, r.By.ID, e.Lesson); err != nil {
		return view.Reply{}, err
	}
	next.Exercise, err = s.lessons.NextExercise(ctx, e.Lesson, next.State)
	return page.Right(a, view.AdviceInWords(e.Variant, e.Position, a.Reason), next), err
}

// takeTest starts the test of a lesson in this channel.
func (s *Service) takeTest(ctx context.Context, r *Request, id string) (view.Reply, error) {
	l := lesson.Find(id)
	if l == nil {
		return view.Reply{}, refuse("There is no lesson %s: `/learn lesson:all` lists them.", games.Quote(id))
	}
	if len(r.Options) > 1 {
		return view.Reply{}, refuse("The test of a lesson is drawn as it has to be: leave the other options out.")
	}
	p, err := s.lessons.TakeTest(ctx, r.Channel, r.Server, r.By.player(), l)
	reply, err := s.progressReply(ctx, r, p, err)
	reply.Text += fmt.Sprintf("\nThis is the test of the lesson %q: I make no mistakes, and you can win. With a hint or a move taken back it does not count.", l.Title)
	return reply, err
}

// tellOfTest adds the result of a lesson's test to the end of a match.
func (s *Service) tellOfTest(ctx context.Context, g *referee.Game, card *view.Card, body *[]string) error {
	l := lesson.Find(g.Lesson)
	if l == nil || g.Player(games.Left).Deleted() {
		return nil
	}
	state, err := s.lessons.LessonState(ctx, g.Player(games.Left).ID, l)
	if err != nil {
		return err
	}
	again := view.Action{Label: "Take the test", Command: "challenge", Style: view.Primary, Options: map[string]string{"lesson": l.ID}}
	text := fmt.Sprintf("The lesson %q: the test is passed %d of %d times.", l.Title, min(state.Wins, lesson.Wins), lesson.Wins)
	switch {
	case lesson.Done(state):
		text = fmt.Sprintf("The lesson %q is done.", l.Title)
		again = view.AfterLesson(l)
	case g.Winner == match.LeftSeat && !g.PassedTest():
		text = fmt.Sprintf("With help a win does not count for the lesson %q: the test is passed %d of %d times.", l.Title, state.Wins, lesson.Wins)
	}
	*body = append(*body, text)
	card.Actions = append([]view.Action{again, {Label: "The lesson", Command: view.LearnName, Options: map[string]string{"lesson": l.ID}}}, card.Actions...)
	return nil
}
