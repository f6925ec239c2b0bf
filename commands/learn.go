package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

const learnName = "learn"

// allLessons stands for the list of them in place of one.
const allLessons = "all"

var learnCommand = &Command{
	Name:    learnName,
	Summary: "Learn to win, lesson by lesson: a rule, three exercises and a test for each",
	Options: []Option{
		{Name: "lesson", Summary: "Which lesson; the one where you stopped if you leave it out", Choices: lessonChoices()},
		{Name: "answer", Summary: "Your move in the exercise"},
		{Name: "exercise", Summary: "The exercise that the answer belongs to", Hidden: true},
	},
	Private: true,
	Costly:  true,
	run:     learn,
}

func lessonChoices() []Choice {
	var choices []Choice
	for _, l := range lesson.All() {
		choices = append(choices, Choice{Label: fmt.Sprintf("%d. %s", l.Number(), l.Title), Value: l.ID})
	}
	return append(choices, Choice{Label: "All lessons", Value: allLessons})
}

func learn(ctx context.Context, s *Service, r *Request) (Reply, error) {
	states, err := s.referee.Lessons(ctx, r.By.ID)
	if err != nil {
		return Reply{}, err
	}
	id := strings.ToLower(r.option("lesson"))
	if id == allLessons {
		if r.option("answer") != "" {
			return Reply{}, refuse("An answer belongs to one lesson: leave `lesson:` out for the one that you are in.")
		}
		return Reply{Card: lessonsCard(states), Replace: true}, nil
	}
	l := lesson.Find(id)
	switch {
	case l != nil:
	case r.option("answer") == "":
		l = lessonToGoOn(states)
	default:
		if l = lessonOpen(states); l == nil {
			return Reply{}, refuse("You have not begun a lesson yet: `/learn` shows the first one.")
		}
	}
	v, err := s.referee.Catalog().Find(l.Variant)
	if err != nil {
		return Reply{}, err
	}
	if err := s.referee.CheckAdvice(ctx, r.By.ID, v.Family.ID); err != nil {
		return Reply{}, err
	}
	state, err := s.referee.OpenLesson(ctx, r.By.player(), l)
	if err != nil {
		return Reply{}, err
	}
	e, err := s.referee.NextExercise(ctx, l, state)
	if err != nil {
		return Reply{}, err
	}
	page := lessonPage{lesson: l, variant: v, state: state, exercise: e, look: s.lookOf(ctx, r)}
	answer := r.option("answer")
	switch {
	case answer == "":
		states, err := s.referee.Lessons(ctx, r.By.ID)
		return page.whole(states), err
	case e == nil:
		return page.brief("You have solved the exercises of this lesson."), nil
	case r.option("exercise") != "" && r.option("exercise") != strconv.Itoa(e.Number):
		if n, err := strconv.Atoi(r.option("exercise")); err == nil && n > 0 && n < e.Number {
			return page.brief("That exercise is solved already. This is the next one."), nil
		}
		return page.brief("Exercises come one after another. This is the one that is next."), nil
	}
	return s.answerExercise(ctx, r, page, answer)
}

// lessonToGoOn is the lesson where somebody has stopped: the last one or, if that is done,
// the next that is not.
func lessonToGoOn(states []match.Lesson) *lesson.Lesson {
	last := lessonOpen(states)
	if last == nil {
		return lesson.All()[0]
	}
	for l := last; l != nil; l = l.Next() {
		if !referee.LessonDone(stateOf(states, l)) {
			return l
		}
	}
	return last
}

// lessonOpen is the lesson that somebody has turned to last, nil for none.
func lessonOpen(states []match.Lesson) *lesson.Lesson {
	for _, state := range states {
		if l := lesson.Find(state.ID); l != nil {
			return l
		}
	}
	return nil
}

// stateOf returns how far somebody has come in a lesson.
func stateOf(states []match.Lesson, l *lesson.Lesson) match.Lesson {
	for _, state := range states {
		if state.ID == l.ID {
			return state
		}
	}
	return match.Lesson{}
}

// answerExercise judges an answer and shows how to go on.
func (s *Service) answerExercise(ctx context.Context, r *Request, page lessonPage, answer string) (Reply, error) {
	e := page.exercise
	a, err := s.referee.AnswerExercise(ctx, r.By.ID, e, answer)
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return Reply{}, refuse("Exercise %d of %q, %s.\n%s", e.Number, e.Lesson.Title, code(e.Position.String()), sentence(illegal.Reason))
	}
	if err != nil {
		return Reply{}, err
	}
	move := code(a.Decision.Step.Move.String())
	if !a.Right {
		lines := append([]string{fmt.Sprintf("No: %s loses. Here is how; then try again.", move)}, playedOut(e.Variant, a)...)
		return page.brief(strings.Join(lines, "\n")), nil
	}
	text := fmt.Sprintf("**Right**: in %s, %s wins.\nWhy: %s", code(e.Position.String()), move, explain.Advice(e.Variant, e.Position, a.Reason))
	if page.state, err = s.referee.LessonState(ctx, r.By.ID, e.Lesson); err != nil {
		return Reply{}, err
	}
	if page.exercise, err = s.referee.NextExercise(ctx, e.Lesson, page.state); err != nil {
		return Reply{}, err
	}
	return page.brief(text), nil
}

// toldMoves is how many moves of a lost line are told one by one; the others follow on a
// line.
const toldMoves = 8

// playedOut says how a wrong answer loses, to the end.
func playedOut(v *games.Variant, a *referee.Answered) []string {
	lines := refutationLines(v, a)
	if len(a.Refutation) <= toldMoves+1 {
		return lines
	}
	var rest []string
	for _, d := range a.Refutation[toldMoves:] {
		rest = append(rest, code(d.Step.Move.String()))
	}
	then := "Then, in turn: " + strings.Join(rest, " ") + "."
	return append(append(lines[:toldMoves:toldMoves], then), lines[len(lines)-1])
}

// takeTest starts the test of a lesson in this channel.
func (s *Service) takeTest(ctx context.Context, r *Request, id string) (Reply, error) {
	l := lesson.Find(id)
	if l == nil {
		return Reply{}, refuse("There is no lesson %s: `/learn lesson:all` lists them.", games.Quote(id))
	}
	if len(r.Options) > 1 {
		return Reply{}, refuse("The test of a lesson is drawn as it has to be: leave the other options out.")
	}
	p, err := s.referee.TakeTest(ctx, r.Channel, r.Server, r.By.player(), l)
	if err != nil {
		return Reply{}, err
	}
	reply, err := s.progressReply(ctx, r, p)
	reply.Text += fmt.Sprintf("\nThis is the test of the lesson %q: I make no mistakes, and you can win. With a hint or a move taken back it does not count.", l.Title)
	return reply, err
}

// tellOfTest says at the end of the test of a lesson what has come of it.
func (s *Service) tellOfTest(ctx context.Context, g *referee.Game, card *Card, body *[]string) error {
	l := lesson.Find(g.Lesson)
	if l == nil || g.Player(games.Left).Deleted() {
		return nil
	}
	state, err := s.referee.LessonState(ctx, g.Player(games.Left).ID, l)
	if err != nil {
		return err
	}
	again := Action{Label: "Take the test", Command: "challenge", Style: Primary, Options: map[string]string{"lesson": l.ID}}
	text := fmt.Sprintf("The lesson %q: the test is passed %d of %d times.", l.Title, min(state.Wins, lesson.Wins), lesson.Wins)
	switch {
	case referee.LessonDone(state):
		text = fmt.Sprintf("The lesson %q is done.", l.Title)
		again = Action{Label: "Go on learning", Command: learnName, Style: Primary}
	case g.Winner == match.LeftSeat && !g.PassedTest():
		text = fmt.Sprintf("With help a win does not count for the lesson %q: the test is passed %d of %d times.", l.Title, state.Wins, lesson.Wins)
	}
	*body = append(*body, text)
	card.Actions = append([]Action{again, {Label: "The lesson", Command: learnName, Options: map[string]string{"lesson": l.ID}}}, card.Actions...)
	return nil
}

// A lessonPage shows a lesson to somebody.
type lessonPage struct {
	lesson   *lesson.Lesson
	variant  *games.Variant
	state    match.Lesson
	exercise *referee.Exercise // the next one, nil if all are solved
	look     look
}

// whole is the lesson with its text.
func (p lessonPage) whole(states []match.Lesson) Reply {
	rules := p.variant.Name + ". " + p.variant.Rules.Turn + " " + p.variant.Rules.End
	card := p.card(append([]string{rules}, p.lesson.Text...))
	menu := Menu{Prompt: "Another lesson", Command: learnName, Option: "lesson"}
	for _, l := range lesson.All() {
		menu.Choices = append(menu.Choices, Choice{Label: lessonLabel(states, l), Value: l.ID})
	}
	card.Menus = append(card.Menus, menu)
	return Reply{Card: card, Replace: true}
}

// brief is what comes of an answer, with what there is to do next.
func (p lessonPage) brief(text string) Reply {
	card := p.card(nil)
	card.Actions = append(card.Actions, Action{Label: "Read the lesson again", Command: learnName, Options: map[string]string{"lesson": p.lesson.ID}})
	return Reply{Text: text, Card: card, Replace: true}
}

// card shows the next exercise or the test, below some lines.
func (p lessonPage) card(lines []string) *Card {
	l := p.lesson
	card := &Card{Title: fmt.Sprintf("Lesson %d of %d: %s", l.Number(), len(lesson.All()), l.Title)}
	if e := p.exercise; e != nil {
		p.ask(card, e)
		lines = append(lines, fmt.Sprintf("**Exercise %d of %d.** %s", e.Number, lesson.Exercises, exerciseText(e)))
	} else {
		card.Actions = p.testActions()
		lines = append(lines, p.testText())
	}
	card.Body = strings.Join(lines, "\n")
	card.Fields = []Field{{"Progress", fmt.Sprintf("%d of %d exercises solved, test passed %d of %d times",
		min(p.state.Exercises, lesson.Exercises), lesson.Exercises, min(p.state.Wins, lesson.Wins), lesson.Wins)}}
	card.Actions = append(card.Actions,
		Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": p.variant.ID}},
		Action{Label: "All lessons", Command: learnName, Options: map[string]string{"lesson": allLessons}})
	return card
}

// ask shows an exercise.
func (p lessonPage) ask(card *Card, e *referee.Exercise) {
	shape := e.Position.Shape()
	card.Drawing = picture.Text(shape)
	b := board.Board{Shape: shape}
	card.Picture = p.look.of(newPicture("exercise", board.Words(b), func(context.Context) (*drawing.Drawing, error) { return board.Draw(b, p.look.Style) }))
	card.Footer = "Position: " + words.Cut(e.Position.String(), maxNotation)
	menu := Menu{
		Prompt: "Your move", Command: learnName, Option: "answer",
		Options: map[string]string{"lesson": p.lesson.ID, "exercise": strconv.Itoa(e.Number)},
	}
	for step := range e.Position.Options() {
		menu.Choices = append(menu.Choices, Choice{Label: step.Move.String(), Value: step.Move.String()})
	}
	card.Menus = []Menu{menu}
}

// exerciseText says what is asked.
func exerciseText(e *referee.Exercise) string {
	turn := e.Position.Turn()
	whose, wins := "It is your turn", "Which move wins?"
	if turn.Actor != turn.Owner {
		whose, wins = "It is my turn, and you decide for me", "Which move wins for you?"
	}
	switch turn.Decision {
	case games.PlaceOnly:
		return whose + ". Which pile do you name?"
	case games.NumberOnly:
		return whose + ": how many counters leave the pile in brackets?"
	}
	return whose + ". " + wins
}

// testText says how things stand with the test.
func (p lessonPage) testText() string {
	switch {
	case referee.LessonDone(p.state):
		return "**This lesson is done.**"
	case p.state.Wins > 0:
		return "**The test.** You have beaten me once. Beat me once more, and the lesson is done."
	}
	return "**The test.** The exercises are solved. Now beat me twice, from boards that you can win, without hints and without taking moves back. I make no mistakes."
}

// testActions are what can be done when the exercises are solved.
func (p lessonPage) testActions() []Action {
	test := Action{Label: "Take the test", Command: "challenge", Options: map[string]string{"lesson": p.lesson.ID}}
	next := p.lesson.Next()
	switch {
	case !referee.LessonDone(p.state):
		test.Style = Primary
		return []Action{test}
	case next == nil:
		return []Action{test}
	}
	return []Action{{Label: "Next lesson", Command: learnName, Style: Primary, Options: map[string]string{"lesson": next.ID}}, test}
}

// lessonsCard lists all lessons.
func lessonsCard(states []match.Lesson) *Card {
	done := 0
	var lines []string
	for _, l := range lesson.All() {
		if referee.LessonDone(stateOf(states, l)) {
			done++
		}
		lines = append(lines, lessonLabel(states, l))
	}
	menu := Menu{Prompt: "Open a lesson", Command: learnName, Option: "lesson"}
	for i, l := range lesson.All() {
		menu.Choices = append(menu.Choices, Choice{Label: lines[i], Value: l.ID})
	}
	return &Card{
		Title:   fmt.Sprintf("Lessons: %d of %d done", done, len(lines)),
		Body:    strings.Join(lines, "\n"),
		Menus:   []Menu{menu},
		Actions: []Action{{Label: "Go on", Command: learnName, Style: Primary}},
	}
}

// lessonLabel names a lesson and says how far somebody has come in it.
func lessonLabel(states []match.Lesson, l *lesson.Lesson) string {
	label := fmt.Sprintf("%d. %s", l.Number(), l.Title)
	switch state := stateOf(states, l); {
	case referee.LessonDone(state):
		return label + " (done)"
	case state.ID == "":
		return label
	case state.Exercises < lesson.Exercises:
		return label + fmt.Sprintf(" (%d of %d exercises)", state.Exercises, lesson.Exercises)
	default:
		return label + fmt.Sprintf(" (test %d of %d)", state.Wins, lesson.Wins)
	}
}
