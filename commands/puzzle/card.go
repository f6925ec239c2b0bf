package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// A PuzzlePage is a puzzle as somebody sees it.
type PuzzlePage struct {
	*puzzle.Puzzle
	Lesson *lesson.Lesson // of an exercise or a drill; nil for other puzzles
	Streak int
	Day    []puzzle.State // of the boards of the day, of a daily puzzle
	Look   view.Look
	Helped bool // as in puzzle.Rules.Helped
}

func (p PuzzlePage) asked() view.Asked { return AskedPuzzle(p.Puzzle) }

// AskedPuzzle is a puzzle with its keys.
func AskedPuzzle(p *puzzle.Puzzle) view.Asked {
	return view.Asked{Exercise: p.Exercise, Answer: func(t view.Tap) input.Call { return view.Puzzle(p.ID, t) }}
}

func (p PuzzlePage) reply(card *view.Card) view.Reply {
	card.Title = PuzzleTitle(p.Puzzle)
	card.Add(p.ID.Day)
	if p.Streak > 0 {
		card.Add("your streak: " + words.Count(p.Streak, "day"))
	}
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// Ask shows the puzzle with its keys. Where is the tapped place, empty for none.
func (p PuzzlePage) Ask(where string) view.Reply {
	card := p.asked().Ask(p.score(), where, p.Look)
	switch {
	case !p.Helped:
	case p.Daily():
		card.Body += "\nYou have had a position analyzed today, so this puzzle won't count as solved."
	case p.Set != nil:
		card.Body += "\nYou have had a position analyzed since this set was made, so this can't count as a first try."
	default:
		card.Body += "\nYou have had a position analyzed since this puzzle was posed, so it won't count as solved."
	}
	card.Actions = append(p.help(), view.Rules(p.Variant))
	return p.reply(card)
}

// score says what comes before the rules: how far a person is, or what their teacher says.
func (p PuzzlePage) score() (text string) {
	if p.Instead {
		text = "That one is done. Here is the next one.\n"
	}
	switch p.ID.Kind {
	case puzzle.FromLesson:
		text += fmt.Sprintf("Exercise %d of %d.", p.ID.Number, lesson.Exercises)
	case puzzle.Drilled:
		text += fmt.Sprintf("%d of %d right in a row.", p.InARow, lesson.InARow)
	case puzzle.FromSet:
		text += view.Plain(p.Text())
	}
	return text
}

// help leads to the lesson or shows the solution. Puzzles of sets lack the button: they could not be solved any more.
func (p PuzzlePage) help() []view.Action {
	if p.Lesson != nil {
		return []view.Action{{Label: "Read the lesson", Call: input.Learn.With(input.LearnInput{Lesson: p.Lesson.ID, Page: 1})}}
	}
	if p.Closed() || p.Set != nil {
		return nil
	}
	in := input.PuzzleAnswerInput{ID: p.ID.String(), Solution: true}
	return []view.Action{{Label: "Show the solution", Call: input.PuzzleAnswer.With(in)}}
}

// Wrong shows how a wrong answer loses, up to a step, and which rule it breaks or why.
func (p PuzzlePage) Wrong(a *puzzle.Answered, step int) view.Reply {
	rule, why := "", ""
	if p.Lesson != nil {
		rule = p.Lesson.Rule(p.Exercise)
	} else if a.Reason.Justification != nil {
		at := a.Refutation[a.Answered-1].Step.Position
		why = explain.Short(p.Variant, at, view.ReasonOn(p.Variant, at, a.Reason))
	}
	card := p.asked().Refuted(a, rule, why, step, p.Look)
	p.addRating(card, a)
	if p.ID.Kind == puzzle.Drilled {
		card.Actions = p.next()
	}
	card.Actions = append(append(card.Actions, p.help()...), view.Rules(p.Variant))
	// In games without a rule a search has found the loss.
	if after := a.Decision.Step.Position; solver.GuessesAt(p.Variant) && explain.Certified(p.Variant) && !games.Over(after) {
		in := input.PositionInput{Game: p.Variant, Position: input.Position(after.String())}
		card.Actions = append(card.Actions, view.Action{Label: "Proof", Call: input.Analyze.With(input.AnalyzeInput{PositionInput: in, Proof: true})})
	}
	return p.reply(card)
}

// Right confirms an answer.
func (p PuzzlePage) Right(a *puzzle.Answered) view.Reply {
	how := "**Right.**"
	if p.Solved {
		how = "**Right**, " + TryText(p.Tries) + "."
	}
	return p.solved(how+" You "+p.Variant.Say(p.Position, a.Reason.Move).String(), a)
}

// Solution shows the solution to somebody who gives up.
func (p PuzzlePage) Solution(a *puzzle.Answered) view.Reply {
	return p.solved("**The solution:** "+view.Doing(p.Variant, p.Position, a.Reason.Move), a)
}

// Over shows a puzzle that is solved or given up.
func (p PuzzlePage) Over(reason solver.Reason) view.Reply {
	how := "You asked for the solution: "
	if p.Solved {
		how = "You solved it " + TryText(p.Tries) + ", by "
	}
	return p.solved(how+view.Doing(p.Variant, p.Position, reason.Move), &puzzle.Answered{Reason: reason})
}

func (p PuzzlePage) solved(how string, a *puzzle.Answered) view.Reply {
	card := p.asked().Played(a.Reason.Move, p.Look)
	short, whole := whyWins(p.Puzzle, a.Reason)
	if p.Lesson != nil && solver.GuessesAt(p.Variant) { // a search gives no reason
		short = "The rule: " + view.LowerStart(p.Lesson.Rule(p.Exercise))
	}
	card.Body = how + ". " + short
	switch {
	case p.ID.Kind != puzzle.Drilled:
	case p.InARow < lesson.InARow:
		card.Body += "\n" + p.score()
	case a.Again == "":
		card.Body += "\n**Three in a row, once more.** You know this rule."
	default:
		card.Body += "\n**Three in a row.** The rule comes again on " + a.Again + "."
	}
	if len(p.Day) > 1 {
		card.Body += "\n" + Row(p.Day)
		if !slices.ContainsFunc(p.Day, func(s puzzle.State) bool { return !s.Closed() }) {
			tiles := view.Tiles(p.Day)
			card.Picture = card.Picture.Above("day", tiles, p.Look.Style)
			if p.Look.Text {
				card.Body += "\n" + tiles.Words()
			}
		}
	}
	p.addRating(card, a)
	card.Actions = append(p.next(), view.AllGames)
	reply := p.reply(card)
	view.OfferWhole(&reply, p.Variant, p.Position, whole)
	return reply
}

// next leads on, and to the result.
func (p PuzzlePage) next() []view.Action {
	on := view.Action{Label: "Another", Call: input.PuzzleNew.Call(), Style: view.Primary}
	switch {
	case p.Set != nil && p.ID.Number < len(p.Set.Puzzles):
		on = view.SetPuzzleAction("Next", p.Set.ID, p.ID.Number+1)
	case p.Set != nil:
		return nil
	case p.ID.Kind == puzzle.FromLesson:
		on = view.AfterExercise(p.Lesson, p.ID.Number)
	case p.ID.Kind == puzzle.Drilled:
		if on.Label, on.Call = "Next board", input.PuzzleDrill.Call(); p.InARow == lesson.InARow {
			on.Label = "Another rule"
		}
	case slices.ContainsFunc(p.Day, func(s puzzle.State) bool { return !s.Closed() }):
		on.Label, on.Call = "Next board", input.PuzzleToday.Call()
	case p.Grade != nil:
		on.Call = input.PuzzleNew.With(input.PuzzleNewInput{Game: p.Variant, Level: p.Grade.Level()})
	}
	if p.Set == nil && p.Tries > 0 {
		return []view.Action{on, view.ShareAction(p.asked().Answer(view.Tap{}))}
	}
	return []view.Action{on}
}

func (p PuzzlePage) addRating(card *view.Card, a *puzzle.Answered) {
	switch c := a.Rating; {
	case a.Late:
		card.Add("too late to count")
	case a.Helped && p.Set == nil:
		card.Add("not counted as solved, because you had a position analyzed")
	case a.Helped:
		card.Add("not on the first try, because you had a position analyzed")
	case c == nil:
	case c.After.Games < puzzle.UntilRated:
		card.Add(fmt.Sprintf("your puzzle rating shows after %d answers, %d so far", puzzle.UntilRated, c.After.Games))
	default:
		card.Add(fmt.Sprintf("your puzzle rating: %.0f (%+.0f)", c.After.Value, c.After.Value-c.Before.Value))
	}
}

// PuzzleTeaser shows a puzzle to everybody.
func PuzzleTeaser(p *puzzle.Puzzle, style picture.Style) *view.Card {
	card := view.PositionCard(p.Position, view.ShapePicture(p.Position, style), view.Look{Style: style})
	card.Title, card.Body, card.Question = PuzzleTitle(p), p.Variant.Rules.Summary, AskedPuzzle(p).Question()
	card.Add(p.ID.Day)
	return card
}

// PuzzlePhrase names the puzzle within a sentence.
func PuzzlePhrase(p *puzzle.Puzzle) string {
	switch p.ID.Kind {
	case puzzle.FromMatch:
		return fmt.Sprintf("puzzle from match %d, move %d", p.ID.Match, p.ID.Number)
	case puzzle.FromSet:
		return fmt.Sprintf("puzzle %d of %d of the set %s", p.ID.Number, len(p.Set.Puzzles), view.Plain(p.Set.Name))
	case puzzle.Drawn:
		return fmt.Sprintf("%s puzzle, rated %.0f", p.Grade.Level(), p.Grade.Points())
	}
	if of := puzzle.Boards(p.ID.Day); of > 1 {
		return fmt.Sprintf("day's puzzle %d of %d", p.ID.Board(), of)
	}
	return "puzzle of the day"
}

// PuzzleTitle names the puzzle and its game, or the lesson.
func PuzzleTitle(p *puzzle.Puzzle) string {
	switch p.ID.Kind {
	case puzzle.FromLesson:
		return view.LessonTitle(lesson.Find(p.ID.Lesson))
	case puzzle.Drilled:
		return "Drill: " + lesson.Find(p.ID.Lesson).Title
	}
	phrase := PuzzlePhrase(p)
	if puzzle.Boards(p.ID.Day) > 1 {
		phrase = "the " + phrase
	}
	return view.SentenceStart(phrase) + " · " + p.Variant.Name
}

// TryText counts tries.
func TryText(tries int) string {
	if tries == 1 {
		return "on the first try"
	}
	return "in " + words.Count(tries, "try")
}

const mostSquares = 10

// Row shows the boards of a day without spoilers, and how many were right at once.
func Row(day []puzzle.State) string {
	row, points := "", 0
	for _, s := range day {
		switch {
		case s.Solved && s.Tries == 1:
			row += "🟩"
			points++
		case s.GaveUp:
			row += "⬛"
		case s.Tries > 0:
			row += "🟥"
		default:
			row += "⬜"
		}
	}
	return fmt.Sprintf("%s %d of %d at once", row, points, len(day))
}

// Squares shows a result without spoilers: red for a wrong try, green for the solution, black for
// giving up.
func Squares(s puzzle.State) string {
	wrong, last := s.Tries, ""
	switch {
	case s.Solved:
		wrong, last = wrong-1, "🟩"
	case s.GaveUp:
		wrong, last = wrong-1, "⬛"
	}
	if wrong > mostSquares {
		return fmt.Sprintf("🟥×%d%s", wrong, last)
	}
	return strings.Repeat("🟥", wrong) + last
}
