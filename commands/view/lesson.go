package view

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

// LearnName is the name of the command of lessons.
const LearnName = "learn"

// AllLessons stands for the list of them in place of one.
const AllLessons = "all"

// StateOf returns how far somebody has come in a lesson.
func StateOf(states []match.Lesson, l *lesson.Lesson) match.Lesson {
	for _, state := range states {
		if state.ID == l.ID {
			return state
		}
	}
	return match.Lesson{}
}

// A LessonPage shows a lesson to somebody.
type LessonPage struct {
	Lesson   *lesson.Lesson
	Variant  *games.Variant
	State    match.Lesson
	Exercise *referee.Exercise // the next one, nil if all are solved
	Look     Look
}

// Whole is the lesson with its text.
func (p LessonPage) Whole(states []match.Lesson) Reply {
	rules := p.Variant.Name + ". " + p.Variant.Rules.Turn + " " + p.Variant.Rules.End
	card := p.card(append([]string{rules}, p.Lesson.Text...))
	menu := Menu{Prompt: "Another lesson", Command: LearnName, Option: "lesson"}
	for _, l := range lesson.All() {
		menu.Choices = append(menu.Choices, Choice{Label: lessonLabel(states, l), Value: l.ID})
	}
	card.Menus = append(card.Menus, menu)
	return Reply{Card: card, To: Page{}}
}

// Brief is what comes of an answer, with what there is to do next.
func (p LessonPage) Brief(text string) Reply {
	card := p.card(nil)
	card.Actions = append(card.Actions, Action{Label: "Read the lesson again", Command: LearnName, Options: map[string]string{"lesson": p.Lesson.ID}})
	return Reply{Text: text, Card: card, To: Page{}}
}

// card shows the next exercise or the test, below some lines.
func (p LessonPage) card(lines []string) *Card {
	l := p.Lesson
	card := &Card{}
	if e := p.Exercise; e != nil {
		card = p.ask(e)
		lines = append(lines, fmt.Sprintf("**Exercise %d of %d.** %s", e.Number, lesson.Exercises, exerciseText(e)))
	} else {
		card.Actions = p.testActions()
		lines = append(lines, p.testText())
	}
	card.Title, card.Body = fmt.Sprintf("Lesson %d of %d: %s", l.Number(), len(lesson.All()), l.Title), strings.Join(lines, "\n")
	card.Fields = []Field{{"Progress", fmt.Sprintf("%d of %d exercises solved, test passed %d of %d times",
		min(p.State.Exercises, lesson.Exercises), lesson.Exercises, min(p.State.Wins, lesson.Wins), lesson.Wins)}}
	card.Actions = append(card.Actions,
		Rules(p.Variant),
		Action{Label: "All lessons", Command: LearnName, Options: map[string]string{"lesson": AllLessons}})
	return card
}

// ask shows an exercise.
func (p LessonPage) ask(e *referee.Exercise) *Card {
	card := PositionCard(e.Position, ShapePicture(e.Position, p.Look.Style), p.Look)
	menu := Menu{
		Prompt: "Your move", Command: LearnName, Option: "answer",
		Options: map[string]string{"lesson": p.Lesson.ID, "exercise": strconv.Itoa(e.Number)},
	}
	for step := range e.Position.Options() {
		menu.Choices = append(menu.Choices, Choice{Label: step.Move.String(), Value: step.Move.String()})
	}
	card.Menus = []Menu{menu}
	return card
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
func (p LessonPage) testText() string {
	switch {
	case referee.LessonDone(p.State):
		return "**This lesson is done.**"
	case p.State.Wins > 0:
		return "**The test.** You have beaten me once. Beat me once more, and the lesson is done."
	}
	return "**The test.** The exercises are solved. Now beat me twice, from boards that you can win, without hints and without taking moves back. I make no mistakes."
}

// testActions are what can be done when the exercises are solved.
func (p LessonPage) testActions() []Action {
	test := Action{Label: "Take the test", Command: "challenge", Options: map[string]string{"lesson": p.Lesson.ID}}
	next := p.Lesson.Next()
	switch {
	case !referee.LessonDone(p.State):
		test.Style = Primary
		return []Action{test}
	case next == nil:
		return []Action{test}
	}
	return []Action{{Label: "Next lesson", Command: LearnName, Style: Primary, Options: map[string]string{"lesson": next.ID}}, test}
}

// Lessons lists all lessons.
func Lessons(states []match.Lesson) *Card {
	done := 0
	var lines []string
	for _, l := range lesson.All() {
		if referee.LessonDone(StateOf(states, l)) {
			done++
		}
		lines = append(lines, lessonLabel(states, l))
	}
	menu := Menu{Prompt: "Open a lesson", Command: LearnName, Option: "lesson"}
	for i, l := range lesson.All() {
		menu.Choices = append(menu.Choices, Choice{Label: lines[i], Value: l.ID})
	}
	return &Card{
		Title:   fmt.Sprintf("Lessons: %d of %d done", done, len(lines)),
		Body:    strings.Join(lines, "\n"),
		Menus:   []Menu{menu},
		Actions: []Action{{Label: "Go on", Command: LearnName, Style: Primary}},
	}
}

// lessonLabel names a lesson and says how far somebody has come in it.
func lessonLabel(states []match.Lesson, l *lesson.Lesson) string {
	label := fmt.Sprintf("%d. %s", l.Number(), l.Title)
	switch state := StateOf(states, l); {
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
