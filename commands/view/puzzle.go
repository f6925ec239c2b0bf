package view

import (
	"fmt"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// The names of the command of puzzles and of options that only its buttons have.
const (
	PuzzleName = "puzzle"
	// PuzzleID is the option that says which puzzle it is.
	PuzzleID = "id"
	// SolutionName gives up.
	SolutionName = "solution"
)

// A PuzzlePage shows a puzzle to somebody.
type PuzzlePage struct {
	Puzzle *referee.Puzzle
	Streak int // of daily puzzles; 0 for none
	Look   Look
}

func (p PuzzlePage) asked() Asked { return AskedPuzzle(p.Puzzle) }

// AskedPuzzle is a puzzle as somebody is asked it.
func AskedPuzzle(p *referee.Puzzle) Asked {
	return Asked{Variant: p.Variant, Position: p.Position, Command: PuzzleName, Options: map[string]string{PuzzleID: p.ID.String()}}
}

// reply makes a reply of a card that shows the puzzle, or what has come of it.
func (p PuzzlePage) reply(card *Card) Reply {
	card.Title = PuzzleTitle(p.Puzzle)
	card.Footer += dayText(p.Puzzle)
	if p.Streak > 0 {
		card.Footer += " · your streak: " + words.Count(p.Streak, "day")
	}
	return Reply{Card: card, To: UpdateEphemeral{}}
}

// Ask shows the puzzle with its keys; where is the place that was tapped, empty for none.
func (p PuzzlePage) Ask(where string) Reply {
	q, v, turn := p.asked(), p.Puzzle.Variant, p.Puzzle.Position.Turn()
	card := q.after(nil, 0, p.Look)
	if chosen := find(p.Puzzle.Position.Places(), where); chosen != nil {
		card.Picture = p.Look.Of(ChosenPicture(p.Puzzle.Position, where, p.Look.Style))
	}
	card.Body = v.Rules.Summary
	if text := p.Puzzle.Text(); text != "" {
		card.Body = Plain(text) + "\n" + card.Body
	}
	switch {
	case turn.Actor != turn.Owner:
		card.Body += "\nIt is your opponent's turn, and you decide now."
	case v.Partizan:
		card.Body += fmt.Sprintf("\nYou are %s and move now.", turn.Actor.Name())
	}
	q.offer(card, "**"+waysText(p.Puzzle)+"**", where)
	card.Actions = append(p.giveUp(), Rules(v))
	return p.reply(card)
}

// giveUp shows the solution. There is no such button in a set, which could not be done then.
func (p PuzzlePage) giveUp() []Action {
	if p.Puzzle.Closed() || p.Puzzle.Set != nil {
		return nil
	}
	return []Action{Action{Command: PuzzleName, Options: p.asked().Options}.with("Show the solution", SolutionName, "true")}
}

// Wrong shows how a wrong answer loses, up to a step, and why.
func (p PuzzlePage) Wrong(a *referee.Answered, why string, step int) Reply {
	card := p.asked().Refuted(a, "", why, step, p.Look)
	p.note(card, a)
	card.Actions = append(append(card.Actions, p.giveUp()...), Rules(p.Puzzle.Variant))
	return p.reply(card)
}

// Right confirms an answer.
func (p PuzzlePage) Right(a *referee.Answered, why Why) Reply {
	how := "**Right!**"
	if p.Puzzle.Solved {
		how = "**Right**, " + TryText(p.Puzzle.Tries) + "."
	}
	return p.solved(how+" You "+p.Puzzle.Variant.Say(p.Puzzle.Position, a.Decision.Step.Move)+".", a.Decision.Step.Move, a, why)
}

// Solution shows the solution to somebody who gives up.
func (p PuzzlePage) Solution(a *referee.Answered, why Why) Reply {
	move := a.Reason.Move
	return p.solved("**The solution:** I "+p.Puzzle.Variant.Say(p.Puzzle.Position, move)+".", move, a, why)
}

// Closed shows a puzzle that is solved or given up.
func (p PuzzlePage) Closed(solution games.Move, why Why) Reply {
	how := "You have asked for the solution. I "
	if p.Puzzle.Solved {
		how = "You have solved it " + TryText(p.Puzzle.Tries) + ". I "
	}
	return p.solved(how+p.Puzzle.Variant.Say(p.Puzzle.Position, solution)+" here.", solution, &referee.Answered{}, why)
}

// solved shows the board after a winning decision.
func (p PuzzlePage) solved(how string, move games.Move, a *referee.Answered, why Why) Reply {
	v := p.Puzzle.Variant
	card := p.asked().Played(move, p.Look)
	card.Body = how + " " + why.Short
	p.note(card, a)
	next := Action{Label: "Another", Command: PuzzleName, Style: Primary, Options: map[string]string{"which": "any"}}
	if g := p.Puzzle.Grade; g != nil {
		next.Options = map[string]string{"variant": v.ID, "level": string(g.Level())}
	}
	card.Actions = []Action{next}
	if set := p.Puzzle.Set; set != nil {
		if card.Actions = nil; p.Puzzle.ID.Number < set.Size {
			card.Actions = []Action{SetPuzzleAction("Next", set.ID, p.Puzzle.ID.Number+1)}
		}
	} else if p.Puzzle.Tries > 0 {
		card.Actions = append(card.Actions, ShareAction(PuzzleName, map[string]string{PuzzleID: p.Puzzle.ID.String()}))
	}
	card.Actions = append(card.Actions, AllGames)
	reply := p.reply(card)
	OfferWhole(&reply, v, p.Puzzle.Position, why.Whole)
	return reply
}

// note says below the board what an answer counts.
func (p PuzzlePage) note(card *Card, a *referee.Answered) {
	switch c := a.Rating; {
	case a.Late:
		card.Footer += " · the day of this puzzle is over: nothing is counted"
	case c == nil:
	case c.After.Games < referee.PuzzlesUntilRated:
		card.Footer += fmt.Sprintf(" · your rating in puzzles shows after %d answers: %d so far", referee.PuzzlesUntilRated, c.After.Games)
	default:
		card.Footer += fmt.Sprintf(" · your rating in puzzles: %.0f (%+.0f)", c.After.Value, c.After.Value-c.Before.Value)
	}
}

// PuzzleTeaser shows a puzzle to everybody.
func PuzzleTeaser(p *referee.Puzzle, style picture.Style) *Card {
	card := PositionCard(p.Position, ShapePicture(p.Position, style), Look{Style: style})
	card.Title, card.Body, card.Question = PuzzleTitle(p), p.Variant.Rules.Summary, "**"+waysText(p)+"**"
	card.Footer += dayText(p)
	return card
}

// dayText says below the board whose day's puzzle it is, "" for one of no day.
func dayText(p *referee.Puzzle) string {
	if !p.Daily() {
		return ""
	}
	return " · " + p.ID.Day
}

// PuzzlePhrase says which puzzle it is, within a sentence.
func PuzzlePhrase(p *referee.Puzzle) string {
	switch p.ID.Kind {
	case match.MatchPuzzle:
		return fmt.Sprintf("puzzle from match %d, move %d", p.ID.Match, p.ID.Number)
	case match.ChosenPuzzle:
		return fmt.Sprintf("puzzle %d of %d of the set %s", p.ID.Number, p.Set.Size, Plain(p.Set.Name))
	case match.DrawnPuzzle:
		return fmt.Sprintf("%s puzzle, rated %.0f", p.Grade.Level(), p.Grade.Points())
	default:
		return "puzzle of the day"
	}
}

// PuzzleTitle is the title of a card with the puzzle.
func PuzzleTitle(p *referee.Puzzle) string {
	return SentenceStart(PuzzlePhrase(p)) + " · " + p.Variant.Name
}

// waysText asks for the decision that wins.
func waysText(p *referee.Puzzle) string {
	one, two := "One move wins: which?", "Two moves win: find one."
	switch p.Position.Turn().Decision {
	case games.PlaceOnly:
		one, two = "Name a pile: one is right. Which?", "Name a pile: two are right. Find one."
	case games.NumberOnly:
		one, two = "One number wins: which?", "Two numbers win: find one."
	}
	switch n := len(p.Winning); n {
	case 1:
		return one
	case 2:
		return two
	default:
		return fmt.Sprintf("%d choices win: find one.", n)
	}
}

// SetPuzzleAction leads to a puzzle of a set.
func SetPuzzleAction(label string, set int64, number int) Action {
	id := match.PuzzleID{Kind: match.ChosenPuzzle, Set: set, Number: number}
	return Action{Label: label, Command: PuzzleName, Options: map[string]string{PuzzleID: id.String()}, Style: Primary}
}

// ShareName is the option of commands whose private answers others may like to see: with it
// everybody does.
const ShareName = "share"

// ShareAction shows everybody what a command answers.
func ShareAction(command string, options map[string]string) Action {
	options[ShareName] = "true"
	return Action{Label: "Show everyone", Command: command, Options: options}
}
