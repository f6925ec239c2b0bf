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
	return &view.Form{Title: "New puzzle set", Command: ClassName + " set create", Options: classOptions(c), Inputs: []view.Input{
		{Option: "set", Label: "Name", Example: "Mirrors", Required: true},
		{Option: "positions", Label: "Positions", Help: "One per line: game, position, then | and your text", Example: "nim 3 5 7 | Which pile is too big?", Required: true, Long: true},
	}}
}

func setsAction(c *class.Class) view.Action {
	return classAction(c, "Puzzle sets", "set list", view.Secondary)
}

// SetLine names a puzzle set and its size.
func SetLine(s *puzzle.Set) string {
	return fmt.Sprintf("%s · %s", view.Plain(s.Name), words.Count(s.Size, "puzzle"))
}

// PuzzleSets lists the sets of a class, for its teacher or for a student.
func PuzzleSets(c *class.Class, teaches bool) *view.Card {
	card := &view.Card{Title: "Puzzle sets of " + c.Name, Body: "None yet."}
	begin := view.Menu{Prompt: "Create one", Command: view.PuzzleAnswer, Option: view.PuzzleID}
	assign := view.Menu{Prompt: "Assign one", Command: ClassName + " assign", Options: classOptions(c, "form", "true"), Option: "set"}
	drop := view.Menu{Prompt: "Delete one", Command: ClassName + " set drop", Options: classOptions(c), Option: "set"}
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
		card.Actions = []view.Action{classAction(c, "New puzzle set", "set create", view.Primary, "form", "true")}
	}
	return card
}

// BadPuzzleText says which position can't be in a set, why, and what could.
func BadPuzzleText(e *puzzle.BadPosition, p puzzle.SetPuzzle) string {
	what := fmt.Sprintf("Puzzle %d, %s, can't be in the set: ", e.Number, view.Code(strings.TrimSpace(p.Variant+" "+p.Position)))
	switch e.Reason {
	case puzzle.NoMoves:
		return what + "it has no moves left."
	case puzzle.NoWin:
		text := what + "the player to move loses, so no answer is right."
		if e.Instead != "" {
			text += fmt.Sprintf(" Try %s.", view.Code(p.Variant+" "+e.Instead))
		}
		return text
	case puzzle.TooManyWins:
		return what + fmt.Sprintf("more than %d moves win, so it is too easy. Choose a position with fewer winning moves.", puzzle.MostSetWins)
	case puzzle.NotProved:
		return what + "I haven't proved who wins. Choose a smaller position."
	}
	return what + errors.Unwrap(e).Error() + "."
}
