package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nimatron/solver/depots"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// boardShort is the short form on trees, graphs and grids.
func boardShort(r theory.Reason, g *depots.Ground, room int) string {
	win := r.Claim == theory.CanWin
	nim := "Nim"
	if g.Misere {
		nim = "misère Nim"
	}
	switch g.Kind {
	case depots.OneByOne:
		last := "your opponent takes the last one"
		if g.Stacks%2 == 1 {
			last = "you take the last one"
		}
		return fmt.Sprintf("each move empties one stack, and an %s number is left (%d): you take them in turn, and %s.", parity(g.Stacks), g.Stacks, last)
	case depots.OpenStacks:
		if g.Misere {
			return "every stack can be reached, so this is misère Nim, with the stacks for piles" + played(r) + "."
		}
		if win {
			return fmt.Sprintf("every stack can be reached, so this is Nim. %s leaves an even number of 1s in each binary column of the stacks.", code(r.Move))
		}
		return "every stack can be reached, so this is Nim, and the stacks in binary have an even number of 1s in every column."
	case depots.Mirror:
		return "the board is the same when its stacks change places in pairs, such as " + g.Pairs[0][0] + " with " + g.Pairs[0][1] + ". Whatever you take from one, your opponent takes from its partner."
	case depots.Row:
		row := "the stacks from " + g.Places[0] + " to " + g.Places[len(g.Places)-1] + " are a row of End-Nim. "
		short := endNimShort(r, g.EndNim.(*rows.Ground), room-utf8.RuneCountInString(row))
		last := row + "The whole reason says which ends lose."
		if win {
			last = code(r.Move) + " leaves a row of End-Nim that loses: the whole reason says why."
		}
		return fit(room, row+sentenceStart(short), last)
	case depots.Sum:
		parts := fmt.Sprintf("the board falls into %d parts that do not affect each other. Each counts as a pile of %s", len(g.Components), nim)
		if win {
			return fit(room, parts+fmt.Sprintf(", and %s leaves an even number of 1s in each binary column of these.", code(r.Move)), parts+played(r)+".")
		}
		return fit(room, parts+", and in binary these have an even number of 1s in every column.", parts+".")
	}
	if win {
		return code(r.Move) + " wins against every reply: every line of play that matters was tried."
	}
	return "every line of play that matters was tried, and whatever you do has an answer that wins."
}

// played names the move of a won position.
func played(r theory.Reason) string {
	if r.Claim != theory.CanWin {
		return ""
	}
	return ": play " + code(r.Move)
}

// boardFull is the whole reason on trees, graphs and grids.
func boardFull(r theory.Reason, g *depots.Ground) []string {
	if g.Kind == depots.Row {
		stacks := "The row, from its left end to its right: " + strings.Join(g.Places[:min(len(g.Places), shownPiles)], " ")
		if more := len(g.Places) - shownPiles; more > 0 {
			stacks += fmt.Sprintf(" and %d more", more)
		}
		return append([]string{stacks + "."}, endNimFull(r, g.EndNim.(*rows.Ground))...)
	}
	if len(g.Pairs) > 0 {
		pairs := make([]string, min(len(g.Pairs), shownPiles))
		for i := range pairs {
			pairs[i] = g.Pairs[i][0] + " with " + g.Pairs[i][1]
		}
		return []string{"The partners: " + listed(pairs, "and") + "."}
	}
	if len(g.Components) == 0 {
		return nil
	}
	lines := []string{"The parts of the board, by one of their stacks, and the pile of Nim that each is worth:"}
	for i, c := range g.Components {
		if i == shownPiles {
			lines = append(lines, fmt.Sprintf("and %d more", len(g.Components)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("  %s: %d", c.Where, c.Value))
	}
	return append(lines, fmt.Sprintf("Written in binary one below the other, the columns with an odd number of 1s make %d (the nim-sum); whoever leaves 0 wins.", g.NimSum))
}
