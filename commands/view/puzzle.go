package view

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nimatron/commands/input"
	"nimatron/games"
	"nimatron/picture/board"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// LessonTitle names a lesson and its place among all.
func LessonTitle(l *lesson.Lesson) string {
	return fmt.Sprintf("Lesson %d of %d: %s", l.Number(), len(lesson.All()), l.Title)
}

// AfterExercise leads to the next exercise of a lesson, or to its test.
func AfterExercise(l *lesson.Lesson, solved int) Action {
	if solved >= lesson.Exercises {
		return Action{Label: "To the test", Call: input.Learn.With(input.LearnInput{Lesson: l.ID}), Style: Primary}
	}
	id := puzzle.ID{Kind: puzzle.FromLesson, Lesson: l.ID, Number: solved + 1}
	return Action{Label: fmt.Sprintf("Exercise %d of %d", id.Number, lesson.Exercises), Call: Puzzle(id, Tap{}), Style: Primary}
}

// SetPuzzleAction leads to a puzzle of a set.
func SetPuzzleAction(label string, set int64, number int) Action {
	return Action{Label: label, Call: Puzzle(puzzle.ID{Kind: puzzle.FromSet, Set: set, Number: number}, Tap{}), Style: Primary}
}

// Puzzle opens a puzzle, or answers it.
func Puzzle(id puzzle.ID, t Tap) input.Call {
	return input.PuzzleAnswer.With(input.PuzzleAnswerInput{ID: id.String(), Move: t.Move, Step: t.Step, Tapping: t.Tapping})
}

// ShareAction shows everybody what a command answers.
func ShareAction(call input.Call) Action {
	call.Share = true
	return Action{Label: "Show everyone", Call: call}
}

// Tap is what a button of a board means: a move, or a tapped place.
type Tap struct {
	Move string
	input.Tapping
	// Step is the number of decisions up to which a wrong answer is played out.
	Step *int
}

// An Asked is an exercise that a person is asked. Its buttons name it, so that they outlive the process.
type Asked struct {
	puzzle.Exercise
	Answer func(Tap) input.Call
}

// Keys are the keys of the board. Where is the tapped place, empty for none.
func (q Asked) Keys(where string) Keys {
	return Keys{Variant: q.Variant, Position: q.Position, Where: where, Play: q.Answer, Half: q.Answer}
}

// Form asks for the answer in writing.
func (q Asked) Form(where string) Reply {
	return Reply{Text: fmt.Sprintf("Write your move with `/%s move:`.", q.Answer(Tap{}).Command), Form: q.Keys(where).Form()}
}

// Ask shows the board with its keys, below a text. Where is the tapped place, empty for none.
func (q Asked) Ask(text, where string, l Look) *Card {
	card := q.After(nil, 0, l)
	if FindPlace(q.Position.Places(), where) == nil {
		where = ""
	} else if chosen := l.Of(boardPicture(board.Board{Shape: q.Position.Shape(), Chosen: where}, l.Style)); chosen != nil {
		chosen.Else, card.Picture = card.Picture.Else, chosen
	}
	card.Body = strings.TrimSpace(text + "\n" + q.Variant.Rules.Summary)
	switch turn := q.Position.Turn(); {
	case turn.Actor != turn.Owner:
		card.Body += "\nIt's your opponent's turn, and you decide now."
	case q.Variant.Partizan:
		card.Body += fmt.Sprintf("\nYou are %s, and it's your move.", turn.Actor.Name())
	}
	card.Question = q.Question()
	if q.Keys(where).Offer(card); where == "" {
		card.Question = q.Question()
	}
	card.Moves = MovesText(q.Position) + fmt.Sprintf(" (as in /%s move:MOVE)", q.Answer(Tap{}).Command)
	return card
}

// Question asks for the winning decision.
func (q Asked) Question() string {
	one, two := "Which move wins?", "Two moves win. Find one."
	switch q.Position.Turn().Decision {
	case games.PlaceOnly:
		one, two = "Which pile do you name?", "Which pile do you name? Two are right."
	case games.NumberOnly:
		one, two = "Which number wins?", "Two numbers win. Find one."
	}
	switch n := len(q.Winning); n {
	case 1:
		return "**" + one + "**"
	case 2:
		return "**" + two + "**"
	default:
		return fmt.Sprintf("**%d choices win. Find one.**", n)
	}
}

func (q Asked) picture(decisions []referee.Decision, marked int, l Look) *Picture {
	b := board.Board{Shape: q.Position.Shape()}
	for _, d := range decisions {
		made := board.Made{Before: b.Shape, Move: d.Step.Move, By: d.Turn.Owner}
		if !q.Variant.Partizan && q.Position.Turn().Actor == games.Right {
			made.By = made.By.Other() // the person has the same colour as in matches against the bot
		}
		b.Moves = append([]board.Made{made}, b.Moves...)
		b.Shape = d.Step.Position.Shape()
	}
	b.Moves = b.Moves[:marked]
	return l.Of(boardPicture(b, l.Style))
}

// After is the card of the board after some decisions, with the last ones marked.
func (q Asked) After(decisions []referee.Decision, marked int, l Look) *Card {
	p := q.Position
	if n := len(decisions); n > 0 {
		p = decisions[n-1].Step.Position
	}
	return PositionCard(p, q.picture(decisions, marked, l), l)
}

// ToldTogether is the number of decisions of a lost line described at once, after the first two.
const ToldTogether = 2

// Refuted shows how a wrong answer loses: that decision and its answer, or the two decisions before a later
// step. rule says what would have been right; if it is empty, why explains the loss.
func (q Asked) Refuted(a *puzzle.Answered, rule, why string, step int, l Look) *Card {
	line := a.Refutation
	step = min(max(step, a.Answered), len(line))
	begin := 0
	if step > a.Answered {
		begin = max(a.Answered, step-ToldTogether)
	}
	card := q.After(line[:step], step-begin, l)
	card.Actions = []Action{{Label: "Try again", Call: q.Answer(Tap{}), Style: Primary}}
	told := make([]string, 0, ToldTogether)
	for _, d := range line[begin:min(step, begin+ToldTogether)] { // the picture shows the third
		told = append(told, q.told(d, a.Decision.Turn.Actor))
	}
	text := strings.Join(told, "; ") + "."
	text = SentenceStart(text)
	switch {
	case begin > 0:
	case rule != "":
		text = "**That loses.** The rule: " + LowerStart(rule) + "\n" + text
	default:
		text = "**That loses.** " + text
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
		on := q.Answer(Tap{Move: a.Decision.Step.Move.String(), Step: new(step + ToldTogether)})
		card.Actions = append(card.Actions, Action{Label: "And then?", Call: on})
	}
	card.Body = text
	return card
}

func LowerStart(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }

func (q Asked) told(d referee.Decision, you games.Side) string {
	who, whose := "you", "my"
	if d.Turn.Actor != you {
		who, whose = "I", "your"
	}
	text := who + " " + q.Variant.Say(q.Position, d.Step.Move).String()
	if d.Turn.Actor != d.Turn.Owner {
		text += " on " + whose + " turn"
	}
	return text
}

// Played shows the board after a decision that wins.
func (q Asked) Played(move games.Move, l Look) *Card {
	after, err := q.Position.Play(move)
	if err != nil {
		return q.After(nil, 0, l)
	}
	card := q.After([]referee.Decision{{Turn: q.Position.Turn(), Step: games.Step{Move: move, Position: after}}}, 1, l)
	card.Picture = card.Picture.Weighed(q.Variant, after, l.Style)
	return card
}
