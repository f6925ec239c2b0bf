package lesson

import (
	"fmt"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// AllLessons stands for the list of all lessons.
const AllLessons = "all"

// A LessonPage shows a lesson to somebody.
type LessonPage struct {
	Lesson   *lesson.Lesson
	Variant  *games.Variant
	State    lesson.State
	Exercise *puzzle.Puzzle // the first unsolved one, nil for none
	Look     view.Look
}

// pages are the game in a sentence, then the text of the lesson, split so that a page fits on a phone.
func (p LessonPage) pages() []string {
	pages := []string{p.Variant.Name + ". " + p.Variant.Rules.Summary}
	for _, text := range p.Lesson.Text {
		if last := &pages[len(pages)-1]; len(*last)+len(text) < lesson.MaxParagraph {
			*last += "\n" + text
		} else {
			pages = append(pages, text)
		}
	}
	return pages
}

// Read shows a page of the text, from 1.
func (p LessonPage) Read(number int) view.Reply {
	pages := p.pages()
	number = min(max(number, 1), len(pages))
	card := &view.Card{}
	if e := p.Exercise; e != nil { // an example of the text
		card.Picture = p.Look.Of(view.ShapePicture(e.Position, p.Look.Style).Weighed(p.Variant, e.Position, p.Look.Style))
	}
	card.Body = pages[number-1]
	if len(pages) > 1 {
		card.Footer = fmt.Sprintf("Page %d of %d", number, len(pages))
	}
	next := p.page("Read on", number+1)
	if number == len(pages) {
		next = view.AfterExercise(p.Lesson, p.State.Exercises)
	}
	next.Style = view.Primary
	card.Actions = []view.Action{next}
	if number > 1 {
		card.Actions = append(card.Actions, p.page("Page back", number-1))
	}
	card.Actions = append(card.Actions, view.Rules(p.Variant))
	return p.reply(card)
}

func (p LessonPage) page(label string, number int) view.Action {
	return view.Action{Label: label, Call: input.Learn.With(input.LearnInput{Lesson: p.Lesson.ID, Page: number})}
}

func (p LessonPage) reply(card *view.Card) view.Reply {
	card.Title = view.LessonTitle(p.Lesson)
	card.Actions = append(card.Actions, view.Action{Label: "All lessons", Call: input.Learn.With(input.LearnInput{Lesson: AllLessons})})
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// Test leads to the test.
func (p LessonPage) Test() view.Reply {
	return p.reply(&view.Card{Body: p.testText(), Actions: append(p.testActions(), p.page("Read the lesson", 1))})
}

func (p LessonPage) testText() string {
	switch {
	case lesson.Done(p.State):
		return "**Lesson done!**"
	case p.State.Wins > 0:
		return "**The test.** You have beaten me once. Beat me once more to finish the lesson."
	}
	return "**The test.** You solved the exercises. Now beat me twice, from boards that you can win. Wins with a hint or takeback don't count."
}

func (p LessonPage) testActions() []view.Action {
	test := view.Action{Label: "Take the test", Call: input.Challenge.With(input.ChallengeInput{Lesson: p.Lesson.ID})}
	if !lesson.Done(p.State) {
		test.Style = view.Primary
		return []view.Action{test}
	}
	return []view.Action{view.AfterLesson(p.Lesson), test}
}

// Lessons lists all lessons.
func Lessons(states []lesson.State) *view.Card {
	done := 0
	menu := view.Menu{Prompt: "Open a lesson", Call: input.Learn.Call(), Option: "lesson"}
	for _, l := range lesson.All() {
		if lesson.Done(lesson.StateOf(states, l)) {
			done++
		}
		menu.Choices = append(menu.Choices, view.Choice{Label: fmt.Sprintf("%d. %s", l.Number(), l.Title), Value: l.ID, Detail: progressText(lesson.StateOf(states, l))})
	}
	return &view.Card{
		Title:   fmt.Sprintf("Lessons: %d of %d done", done, len(lesson.All())),
		Body:    fmt.Sprintf("Each lesson has a rule, %d exercises and a test.", lesson.Exercises),
		Menus:   []view.Menu{menu},
		Actions: []view.Action{{Label: "Go on", Call: input.Learn.Call(), Style: view.Primary}},
	}
}

func progressText(state lesson.State) string {
	switch {
	case lesson.Done(state):
		return "done"
	case state.ID == "":
		return ""
	case state.Exercises < lesson.Exercises:
		return fmt.Sprintf("%d of %d exercises", state.Exercises, lesson.Exercises)
	default:
		return fmt.Sprintf("test %d of %d", state.Wins, lesson.Wins)
	}
}
