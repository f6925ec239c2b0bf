package view

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

// The options of a puzzle and of an exercise that only buttons have.
const (
	// AnswerName is the option that has the move.
	AnswerName = "answer"
	// OtherName asks for what is not offered.
	OtherName = "other"
	// StepName is how far a wrong answer is played out.
	StepName = "step"
)

// An Asked is a board on which somebody looks for the decision that wins, in a puzzle or in a
// lesson. Its buttons say which one it is, so that they outlive the process that made them.
type Asked struct {
	Variant  *games.Variant
	Position games.Position
	Command  string
	Options  map[string]string // which one it is
}

// Keys are the keys of the board; where is the place that was tapped, empty for none.
func (q Asked) Keys(where string) Keys {
	tap := Action{Command: q.Command, Options: q.Options, Style: Success}
	return Keys{Variant: q.Variant, Position: q.Position, Where: where, Play: tap, Move: AnswerName, Half: tap}
}

// offer asks on a card, with the keys of the board.
func (q Asked) offer(card *Card, question, where string) {
	card.Question = question
	if find(q.Position.Places(), where) == nil {
		where = ""
	}
	q.Keys(where).Offer(card)
	if where == "" { // which move says all, and where or how many is seen on the keys
		card.Question = question
	}
	card.Moves = movesText(q.Position) + fmt.Sprintf(" (as in /%s %s:MOVE)", q.Command, AnswerName)
}

// again shows the board with its keys.
func (q Asked) again() Action {
	return Action{Label: "Try again", Command: q.Command, Options: q.Options, Style: Primary}
}

// picture shows the board after some decisions, so many of the last ones marked.
func (q Asked) picture(decisions []referee.Decision, marked int, l Look) *Picture {
	b := board.Board{Shape: q.Position.Shape()}
	for _, d := range decisions {
		made := board.Made{Before: b.Shape, Move: d.Step.Move, By: d.Turn.Owner}
		if !q.Variant.Partizan && q.Position.Turn().Actor == games.Right {
			made.By = made.By.Other() // who answers has the same colour as in matches against the bot
		}
		b.Moves = append([]board.Made{made}, b.Moves...)
		b.Shape = d.Step.Position.Shape()
	}
	b.Moves = b.Moves[:marked]
	return l.Of(newPicture("board", board.Words(b.Shape), func(context.Context) (*drawing.Drawing, error) { return board.Draw(b, l.Style) }))
}

// after shows the board after some decisions, so many of the last ones marked.
func (q Asked) after(decisions []referee.Decision, marked int, l Look) *Card {
	p := q.Position
	if n := len(decisions); n > 0 {
		p = decisions[n-1].Step.Position
	}
	return PositionCard(p, q.picture(decisions, marked, l), l)
}

// toldTogether is how many decisions of a lost line are told at once, after the wrong one and
// the answer to it.
const toldTogether = 2

// Refuted shows how a wrong answer loses: that decision and the answer, or the two decisions
// that end at a later step. Rule is what the answer should have done; where it is empty, why says
// why the player has lost then.
func (q Asked) Refuted(a *referee.Answered, rule, why string, step int, l Look) *Card {
	line := a.Refutation
	step = min(max(step, a.Answered), len(line))
	begin := 0
	if step > a.Answered {
		begin = max(a.Answered, step-toldTogether)
	}
	card := q.after(line[:step], step-begin, l)
	card.Actions = []Action{q.again()}
	told := make([]string, 0, toldTogether)
	for _, d := range line[begin:min(step, begin+toldTogether)] { // the picture shows the third
		told = append(told, q.told(d, a.Decision.Turn.Actor))
	}
	text := strings.Join(told, "; ") + "."
	switch {
	case begin > 0:
		text = SentenceStart(text)
	case rule != "":
		text = "**That breaks the rule:** " + lowerStart(rule) + "\n" + SentenceStart(text)
	default:
		text = "**That loses.** " + SentenceStart(text)
	}
	switch {
	case step == len(line) && a.Over:
		text += " So I win. " + q.Variant.Rules.End
	case step == len(line):
		text += " And so on, until I win."
	default:
		if begin == 0 && rule == "" && why != "" {
			if text += " " + why; utf8.RuneCountInString(text) > lesson.MaxParagraph {
				text = "**That loses.** " + why // the picture shows the moves
			}
		}
		on := Action{Label: "And then?", Command: q.Command, Options: q.Options}.with("And then?", AnswerName, a.Decision.Step.Move.String())
		card.Actions = append(card.Actions, on.with(on.Label, StepName, strconv.Itoa(step+toldTogether)))
	}
	card.Body = text
	return card
}

// lowerStart begins a sentence with a small letter, to stand after a colon.
func lowerStart(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }

// told says what a decision of a lost line does, where you are the one who has answered.
func (q Asked) told(d referee.Decision, you games.Side) string {
	who, whose := "you", "my"
	if d.Turn.Actor != you {
		who, whose = "I", "your"
	}
	text := who + " " + q.Variant.Say(q.Position, d.Step.Move)
	if d.Turn.Actor != d.Turn.Owner {
		text += " in " + whose + " turn"
	}
	return text
}

// Played shows the board after a decision that wins.
func (q Asked) Played(move games.Move, l Look) *Card {
	after, err := q.Position.Play(move)
	if err != nil { // it is one of the legal ones
		return q.after(nil, 0, l)
	}
	return q.after([]referee.Decision{{Turn: q.Position.Turn(), Step: games.Step{Move: move, Position: after}}}, 1, l)
}

// Why is why a decision wins, in a sentence or two and as a whole.
type Why struct {
	Short string
	Whole []string
}

// TryText says how many tries it took.
func TryText(tries int) string {
	if tries == 1 {
		return "at the first try"
	}
	return "in " + words.Count(tries, "try")
}
