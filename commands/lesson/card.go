package lesson

import (
	"fmt"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

// AllLessons stands for the list of all lessons.
const AllLessons = "all"

// A LessonPage shows a lesson to somebody.
type LessonPage struct {
	Lesson   *lesson.Lesson
	Variant  *games.Variant
	State    lesson.State
	Exercise *lesson.Exercise
	Look     view.Look
}

func (p LessonPage) asked() view.Asked { return AskedExercise(p.Exercise) }

// AskedExercise is an exercise with its keys.
func AskedExercise(e *lesson.Exercise) view.Asked {
	return view.Asked{Variant: e.Variant, Position: e.Position, Answer: func(t view.Tap) input.Call {
		return input.Learn.With(input.LearnInput{Lesson: e.Lesson.ID, Exercise: e.Number, Move: t.Move, Tapping: t.Tapping, Step: t.Step})
	}}
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
		next = p.goOn()
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

func (p LessonPage) exercise(label string, number int) view.Action {
	return view.Action{Label: label, Call: input.Learn.With(input.LearnInput{Lesson: p.Lesson.ID, Exercise: number})}
}

func (p LessonPage) goOn() view.Action {
	if e := p.Exercise; e != nil {
		return p.exercise(fmt.Sprintf("Exercise %d of %d", e.Number, lesson.Exercises), e.Number)
	}
	return p.exercise("To the test", lesson.Exercises+1)
}

func (p LessonPage) reply(card *view.Card) view.Reply {
	card.Title = fmt.Sprintf("Lesson %d of %d: %s", p.Lesson.Number(), len(lesson.All()), p.Lesson.Title)
	card.Actions = append(card.Actions, view.Action{Label: "All lessons", Call: input.Learn.With(input.LearnInput{Lesson: AllLessons})})
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// Ask shows the next exercise with its keys, or the test, after a text. Where is the tapped place,
// empty for none.
func (p LessonPage) Ask(text, where string) view.Reply {
	e := p.Exercise
	if e == nil {
		return p.reply(&view.Card{Body: strings.TrimPrefix(text+"\n"+p.testText(), "\n"), Actions: append(p.testActions(), p.rule())})
	}
	card := p.asked().After(nil, 0, p.Look)
	if view.FindPlace(e.Position.Places(), where) != nil {
		card.Picture = p.Look.Of(view.ChosenPicture(e.Position, where, p.Look.Style))
	}
	whose, question := exerciseText(e)
	card.Body = strings.TrimPrefix(fmt.Sprintf("%s\nExercise %d of %d. %s", text, e.Number, lesson.Exercises, whose), "\n")
	p.asked().Offer(card, "**"+question+"**", where)
	card.Actions = []view.Action{p.rule(), view.Rules(p.Variant)}
	return p.reply(card)
}

func (p LessonPage) rule() view.Action { return p.page("Read the lesson again", 1) }

// Wrong shows which rule a wrong answer breaks and how it loses, up to a step.
func (p LessonPage) Wrong(a *puzzle.Answered, step int) view.Reply {
	card := p.asked().Refuted(a, p.Lesson.Rule(p.Exercise.Position, p.Exercise.Winning), "", step, p.Look)
	card.Actions = append(card.Actions, p.rule())
	return p.reply(card)
}

// Right confirms an answer and explains it. Next is the lesson after the answer.
func (p LessonPage) Right(a *puzzle.Answered, why string, next LessonPage) view.Reply {
	move := a.Decision.Step.Move
	card := p.asked().Played(move, p.Look)
	card.Picture = card.Picture.Weighed(p.Variant, a.Decision.Step.Position, p.Look.Style)
	if solver.GuessesAt(p.Variant) { // a search gives no reason
		why = "The rule: " + view.LowerStart(p.Lesson.Rule(p.Exercise.Position, p.Exercise.Winning))
	}
	card.Body = fmt.Sprintf("**Right.** You %s. %s", p.Variant.Say(p.Exercise.Position, move), why)
	on := next.goOn()
	on.Style = view.Primary
	card.Actions = []view.Action{on}
	return p.reply(card)
}

func exerciseText(e *lesson.Exercise) (whose, question string) {
	turn := e.Position.Turn()
	whose, question = "It's your turn.", "Which move wins?"
	if turn.Actor != turn.Owner {
		whose, question = "It's my turn, and you decide for me.", "Which move wins for you?"
	}
	switch turn.Decision {
	case games.PlaceOnly:
		question = "Which pile do you name?"
	case games.NumberOnly:
		question = "How many come off the named pile?"
	}
	return whose, question
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
