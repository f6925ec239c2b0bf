package class

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
)

// SetForm asks for a puzzle set.
func SetForm(c *class.Class) *view.Form {
	return &view.Form{Title: "New puzzle set", Command: ClassName, Options: classOptions(c, "set"), Inputs: []view.Input{
		{Option: "set", Label: "Name", Example: "Mirrors", Required: true},
		{Option: "positions", Label: "Positions", Help: "A line each: the game and the position, then | and what you say to it", Example: "nim 3 5 7 | Which pile is too big?", Required: true, Long: true},
	}}
}

// setsAction lists the puzzle sets of a class.
func setsAction(c *class.Class) view.Action {
	return classAction(c, "Puzzle sets", "sets", view.Secondary)
}

// SetLine names a puzzle set and its size.
func SetLine(s *puzzle.Set) string {
	return fmt.Sprintf("%s · %s", view.Plain(s.Name), words.Count(s.Size, "puzzle"))
}

// PuzzleSets lists the sets of a class, for its teacher or for a student.
func PuzzleSets(c *class.Class, teaches bool) *view.Card {
	card := &view.Card{Title: "Puzzle sets of " + c.Name, Body: "There are none yet."}
	begin := view.Menu{Prompt: "Begin one", Command: view.PuzzleName, Option: view.PuzzleID}
	assign := view.Menu{Prompt: "Assign one", Command: ClassName, Options: classOptions(c, "assign", "form", "true"), Option: "set"}
	drop := view.Menu{Prompt: "Drop one", Command: ClassName, Options: classOptions(c, "drop"), Option: "set"}
	var lines []string
	for i := range c.Sets {
		line := SetLine(&c.Sets[i])
		lines = append(lines, line)
		own := view.Choice{Label: words.Cut(line, view.MaxChoiceText), Value: strconv.FormatInt(c.Sets[i].ID, 10)}
		assign.Choices, drop.Choices = append(assign.Choices, own), append(drop.Choices, own)
		own.Value = puzzle.ID{Kind: puzzle.FromSet, Set: c.Sets[i].ID, Number: 1}.String()
		begin.Choices = append(begin.Choices, own)
	}
	if len(lines) > 0 {
		card.Body, card.Menus = strings.Join(lines, "\n"), []view.Menu{begin}
	}
	if teaches {
		if len(lines) > 0 {
			card.Menus = append(card.Menus, assign, drop)
		}
		card.Actions = []view.Action{classAction(c, "New puzzle set", "set", view.Primary, "form", "true")}
	}
	return card
}

// BadPuzzleText says which position can't be in a set, why, and what could.
func BadPuzzleText(e *puzzle.BadPosition, p puzzle.SetPuzzle) string {
	what := fmt.Sprintf("Puzzle %d, %s, can't be in the set: ", e.Number, view.Code(strings.TrimSpace(p.Variant+" "+p.Position)))
	switch e.Reason {
	case puzzle.NoMoves:
		return what + "no move is left there. Write a position in which there is one."
	case puzzle.NoWin:
		text := what + "whoever moves there loses, so no answer would be right."
		if e.Instead != "" {
			text += fmt.Sprintf(" %s would do.", view.Code(p.Variant+" "+e.Instead))
		}
		return text
	case puzzle.TooManyWins:
		return what + fmt.Sprintf("more than %d moves win there, and nearly any answer would do. Write one in which fewer do.", puzzle.MostSetWins)
	case puzzle.NotProved:
		return what + "I have not proved who wins there. Write a smaller one."
	}
	return what + errors.Unwrap(e).Error() + "."
}
