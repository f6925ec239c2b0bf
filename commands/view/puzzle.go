package view

import (
	"fmt"
	"strings"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// toldMoves is how many moves of a lost line are told one by one; the others follow on a
// line.
const toldMoves = 8

// PlayedOut says how a wrong answer loses, to the end.
func PlayedOut(v *games.Variant, a *referee.Answered) []string {
	lines := Refutation(v, a)
	if len(a.Refutation) <= toldMoves+1 {
		return lines
	}
	told := len(lines) - 1 - len(a.Refutation) + toldMoves // the reason, if there is one, and so many moves
	var rest []string
	for _, d := range a.Refutation[toldMoves:] {
		rest = append(rest, Code(d.Step.Move.String()))
	}
	then := "Then, in turn: " + strings.Join(rest, " ") + "."
	return append(append(lines[:told:told], then), lines[len(lines)-1])
}

// PuzzleCard shows a puzzle, and a solved one with its solution and some lines on the streak.
func PuzzleCard(p *referee.Puzzle, streak []string, l Look) *Card {
	card := PositionCard(p.Position, ShapePicture(p.Position, l.Style), l)
	card.Title = PuzzleTitle(p)
	if p.Solved {
		card.Body = strings.Join(append([]string{fmt.Sprintf("You have solved it %s: %s.", Tries(p.Tries), Solutions(p))}, streak...), "\n")
		card.Actions = append(SolvedActions(p), Rules(p.Variant))
		return card
	}
	lines := []string{p.Variant.Rules.Turn, p.Variant.Rules.End}
	switch turn := p.Position.Turn(); {
	case turn.Actor != turn.Owner:
		lines = append(lines, "It is your opponent's turn, and you decide now.")
	case p.Variant.Partizan:
		lines = append(lines, fmt.Sprintf("You are %s and move now.", turn.Actor.Name()))
	default:
		lines = append(lines, "It is your turn.")
	}
	lines = append(lines, fmt.Sprintf("%s Answer with a line such as `/puzzle answer:%s`.", waysText(p), wrongMove(p)))
	card.Body = strings.Join(lines, "\n")
	card.Actions = []Action{Rules(p.Variant)}
	return card
}

// PuzzleTeaser shows a puzzle to everybody.
func PuzzleTeaser(p *referee.Puzzle, style picture.Style) *Card {
	card := PositionCard(p.Position, ShapePicture(p.Position, style), Look{Style: style})
	card.Body = waysText(p) + " Can you find it?"
	return card
}

// PuzzleName says which puzzle it is, within a sentence.
func PuzzleName(p *referee.Puzzle) string {
	switch p.ID.Kind {
	case match.MatchPuzzle:
		return fmt.Sprintf("puzzle from match %d, move %d", p.ID.Match, p.ID.Number)
	case match.DrawnPuzzle:
		return fmt.Sprintf("%s puzzle of %.0f points", p.Grade.Level(), p.Grade.Points())
	default:
		return "puzzle for " + p.ID.Day
	}
}

// PuzzleTitle is the title of a card with the puzzle.
func PuzzleTitle(p *referee.Puzzle) string {
	return SentenceStart(PuzzleName(p)) + ": " + p.Variant.Name
}

// waysText says how many moves win.
func waysText(p *referee.Puzzle) string {
	if len(p.Winning) == 2 {
		return "Two moves win."
	}
	return "One move wins."
}

// wrongMove is a legal move that is no solution, to show how an answer is written.
func wrongMove(p *referee.Puzzle) string {
	for step := range p.Position.Options() {
		if !p.Solves(step.Move) {
			return step.Move.String()
		}
	}
	return ""
}

// SolvedActions are what can be done after a puzzle was solved.
func SolvedActions(p *referee.Puzzle) []Action {
	actions := []Action{ShareAction("puzzle", map[string]string{"id": p.ID.String()})}
	if p.Grade != nil {
		actions = append(actions, Action{Label: "Another", Command: "puzzle", Style: Primary,
			Options: map[string]string{"variant": p.Variant.ID, "level": string(p.Grade.Level())}})
	}
	return actions
}

// Refutation says why a wrong answer loses, and how, move by move.
func Refutation(v *games.Variant, a *referee.Answered) []string {
	you := a.Decision.Turn.Actor
	var lines []string
	if a.Why != nil {
		lines = append(lines, "Why: "+explain.Broken(v, a.Why))
	}
	for i, d := range a.Refutation {
		who, whose := "You", "my"
		if d.Turn.Actor != you {
			who, whose = "I", "your"
		}
		if d.Turn.Actor == d.Turn.Owner {
			whose = ""
		} else {
			whose = " in " + whose + " turn"
		}
		lines = append(lines, fmt.Sprintf("%d. %s %s%s (`%s`): %s", i+1, who, v.Say(d.Step.Move), whose, d.Step.Move, Code(d.Step.Position.String())))
	}
	if a.Over {
		return append(lines, "So I win. "+v.Rules.End)
	}
	return append(lines, "And so on, until I win.")
}

// Tries says how many tries it took.
func Tries(tries int) string {
	if tries == 1 {
		return "at the first try"
	}
	return "in " + words.Count(tries, "try")
}

// Solutions says which decisions win.
func Solutions(p *referee.Puzzle) string {
	if len(p.Winning) > 1 {
		return MoveList(p.Winning, " and ") + " win"
	}
	return MoveList(p.Winning, "") + " wins"
}

// ShareName is the option of commands whose private answers others may like to see: with it
// everybody does.
const ShareName = "share"

// ShareAction shows everybody what a command answers.
func ShareAction(command string, options map[string]string) Action {
	options[ShareName] = "true"
	return Action{Label: "Show everyone", Command: command, Options: options}
}
