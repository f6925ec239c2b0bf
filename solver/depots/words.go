package depots

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Short is the short form on trees, graphs and grids.
func (g *Ground) Short(r *theory.Reason, room int) string {
	win := r.Claim == theory.CanWin
	nim := "Nim"
	if g.Misere {
		nim = "misère Nim"
	}
	switch g.Kind {
	case OneByOne:
		last := "your opponent takes the last one"
		if g.Stacks%2 == 1 {
			last = "you take the last one"
		}
		return fmt.Sprintf("each move empties one stack, and an %s number is left (%d): you take them in turn, and %s.", theory.Parity(g.Stacks), g.Stacks, last)
	case OpenStacks:
		if g.Misere {
			return "every stack can be reached, so this is misère Nim, with the stacks for piles" + played(r) + "."
		}
		if win {
			return fmt.Sprintf("every stack can be reached, so this is Nim. %s leaves an even number of 1s in each binary column of the stacks.", theory.Code(r.Move))
		}
		return "every stack can be reached, so this is Nim, and the stacks in binary have an even number of 1s in every column."
	case Mirror:
		return "the board is the same when its stacks change places in pairs, such as " + g.Pairs[0][0] + " with " + g.Pairs[0][1] + ". Whatever you take from one, your opponent takes from its partner."
	case Row:
		row := "the stacks from " + g.Places[0] + " to " + g.Places[len(g.Places)-1] + " are a row of End-Nim. "
		short := g.EndNim.Short(r, room-utf8.RuneCountInString(row))
		last := row + "The whole reason says which ends lose."
		if win {
			last = theory.Code(r.Move) + " leaves a row of End-Nim that loses: the whole reason says why."
		}
		return theory.Fit(room, row+theory.Sentence(short), last)
	case Star:
		return g.shortStar(r, room)
	case Sum:
		parts := fmt.Sprintf("the board falls into %d parts that do not affect each other. Each counts as a pile of %s", len(g.Components), nim)
		if win {
			return theory.Fit(room, parts+fmt.Sprintf(", and %s leaves an even number of 1s in each binary column of these.", theory.Code(r.Move)), parts+played(r)+".")
		}
		return theory.Fit(room, parts+", and in binary these have an even number of 1s in every column.", parts+".")
	}
	if win {
		return theory.Code(r.Move) + " wins against every reply: every line of play that matters was tried."
	}
	return "every line of play that matters was tried, and whatever you do has an answer that wins."
}

// played names the move of a won position.
func played(r *theory.Reason) string {
	if r.Claim != theory.CanWin {
		return ""
	}
	return ": play " + theory.Code(r.Move)
}

// Full is the whole reason on trees, graphs and grids.
func (g *Ground) Full(r *theory.Reason) []string {
	if g.Kind == Row {
		stacks := "The row, from its left end to its right: " + strings.Join(g.Places[:min(len(g.Places), theory.ShownPiles)], " ")
		if more := len(g.Places) - theory.ShownPiles; more > 0 {
			stacks += fmt.Sprintf(" and %d more", more)
		}
		return append([]string{stacks + "."}, g.EndNim.Full(r)...)
	}
	if g.Kind == Star {
		return g.fullStar()
	}
	if len(g.Pairs) > 0 {
		pairs := make([]string, min(len(g.Pairs), theory.ShownPiles))
		for i := range pairs {
			pairs[i] = g.Pairs[i][0] + " with " + g.Pairs[i][1]
		}
		return []string{"The partners: " + theory.And(pairs) + "."}
	}
	if len(g.Components) == 0 {
		return nil
	}
	lines := []string{"The parts of the board, by one of their stacks, and the pile of Nim that each is worth:"}
	for i, c := range g.Components {
		if i == theory.ShownPiles {
			lines = append(lines, fmt.Sprintf("and %d more", len(g.Components)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("  %s: %d", c.Places[0], c.Grundy))
	}
	return append(lines, fmt.Sprintf("Written in binary one below the other, the columns with an odd number of 1s make %d (the nim-sum); whoever leaves 0 wins.", g.NimSum))
}

// AppendJSON appends what the rule has found.
func (g *Ground) AppendJSON(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Number(dst, "stacks", g.Stacks)
	switch g.Kind {
	case OpenStacks:
		dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	case Sum:
		dst = jsonline.Number(dst, "nim_sum", g.NimSum)
		dst = jsonline.List(dst, "components", g.Components, func(dst []byte, c *theory.Component) []byte {
			dst = jsonline.String(append(dst, '['), c.Places[0])
			return append(strconv.AppendUint(append(dst, ','), c.Grundy, 10), ']')
		})
	case Star:
		dst = jsonline.Number(dst, "hub", g.Height)
		dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	case Mirror:
		dst = jsonline.List(dst, "pairs", g.Pairs, func(dst []byte, pair *[2]string) []byte {
			dst = jsonline.String(append(dst, '['), pair[0])
			return append(jsonline.String(append(dst, ','), pair[1]), ']')
		})
	case Row:
		dst = jsonline.List(dst, "row", g.Places, func(dst []byte, place *string) []byte { return jsonline.String(dst, *place) })
		dst = g.EndNim.AppendJSON(dst, r)
	case Searched:
		dst = g.Tried.AppendTo(dst)
	}
	return dst
}

// known says what is known of a game on a tree, a graph or a grid.
func known(v *games.Variant) string {
	text := "Nobody knows a rule for this game. I search, and where I can't prove who wins I say so and play my best guess. What is known: "
	normal := v.Ending == games.Normal
	switch v.Family {
	case depotnim.TreeFamily:
		text += "a tree without forks is a row of End-Nim. If every stack is 1, each move empties one, so their number decides."
		if normal {
			text += " A tree made of two equal halves joined by an edge is lost for whoever moves next: the other player makes the same move in the other half. A star of single stacks, all lower than its hub, is Nim on its spokes. So is one whose hub is 1, 3, 7, 15 or the like, but if all its spokes are that high it is lost where their number is odd."
		}
	case depotnim.DepotFamily:
		text += "if every stack can be reached, it is Nim. A ring of stacks through the depot is a row of End-Nim. If every stack is 1, their number decides."
		if normal {
			text += " Groups of stacks that don't affect each other add up as the piles of Nim do. A board with a symmetry that moves every stack is lost for whoever moves next: the other player makes the mirror move."
		}
	case depotnim.ForkliftFamily:
		text += "if every stack is on the rim or next to an empty cell, it is Nim. If every stack is 1, their number decides."
		if normal {
			text += " A full rectangle of equal stacks with an even side is lost for whoever moves next: the other player makes the mirror move. With two odd sides every one that I have worked out is won, but nobody has proved that it must be so."
		} else {
			text += " Every full rectangle of equal stacks above 1 that I have worked out is lost for whoever moves next just if a side is even, but nobody has proved that it must be so."
		}
	default:
		text += "a stack that both trucks reach is a pile of Nim, and stacks that only one can ever reach are that player's spare moves. A ring of green roads that leaves home on a blue road and comes back on a red one is Partizan End-Nim. A board that a symmetry turns into itself with blue and red exchanged, and that moves every stack, is lost for whoever moves next."
	}
	return text
}
