package explain

import (
	"nimatron/games"
	"nimatron/games/depotnim"
)

// boardSource is where the games on trees, graphs and grids are from.
const boardSource = "Albert and Nowakowski, The game of End-Nim, 2001; proofs in docs/theory-boards.md of Nimatron"

// knownOf says what is known of a game on a tree, a graph or a grid.
func knownOf(v *games.Variant) string {
	text := "Nobody knows a rule for this game. I search, and where I can't prove who wins I say so and play my best guess. What is known: "
	normal := v.Ending == games.Normal
	switch v.Family {
	case depotnim.TreeFamily:
		text += "a tree without forks is a row of End-Nim. If every stack is 1, each move empties one, so their number decides."
		if normal {
			text += " A tree made of two equal halves joined by an edge is lost for whoever moves next: the other player makes the same move in the other half."
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
