package depotnim

import (
	"fmt"

	"nimatron/games"
)

// The families of this package.
var (
	TreeFamily     = &games.Family{ID: "tree-nim", Name: "Tree Nim"}
	DepotFamily    = &games.Family{ID: "depot-nim", Name: "Depot Nim"}
	ForkliftFamily = &games.Family{ID: "forklift-nim", Name: "Fork-lift Nim"}
	ColouredFamily = &games.Family{ID: "coloured-depot-nim", Name: "Coloured Depot Nim"}
)

const (
	lastWins  = "A player with no move left loses, so taking last wins."
	lastLoses = "A player with no move left wins, so taking last loses."
)

// The variants of this package.
var (
	// Tree is Tree Nim in which taking last wins.
	Tree = &games.Variant{
		ID:     "tree-nim",
		Name:   "Tree Nim",
		Gist:   "Take from the tips of branches",
		Family: TreeFamily,
		Rules: games.Rules{
			Summary: "Take any number from the end of a branch. Whoever takes last wins.",
			Turn: "Take at least one counter from a stack at the end of a branch: one that has at most one neighbour left. " +
				"An emptied stack disappears from the tree. The first stack is also the end of a branch if only one other is attached to it.",
			End: lastWins,
			Moves: "`b-3` takes 3 from the stack b. The stacks are named a, b, c … in the order you first write the tree, and keep those names. " +
				"`take 3 from b` and `b all` work too.",
			Example: treeExample,
		},
		Parse:    parser(Leaves, asTree, treeExample, readTree),
		Generate: worthDrawing(parser(Leaves, asTree, treeExample, readTree), generateTree),
		Say:      describeMove,
		Words:    stackWords,
	}
	// TreeMisere is Tree Nim in which taking last loses.
	TreeMisere = Tree.UnderMisere("Tree Nim, but taking last loses", "Take any number from the end of a branch. "+
		"Whoever takes last loses.", lastLoses)
	// Depot is Depot Nim in which taking last wins.
	Depot = &games.Variant{
		ID:     "depot-nim",
		Name:   "Depot Nim",
		Gist:   "Empty the stacks along the roads",
		Family: DepotFamily,
		Rules: games.Rules{
			Summary: "Take any number from a stack you can reach through emptied ones. Whoever takes last wins.",
			Turn: "Take at least one counter from a stack that is joined to the depot `*` or to a stack that is already empty. " +
				"An emptied stack opens the way to its neighbours.",
			End:     lastWins,
			Moves:   "`b-3` takes 3 from the stack b. `take 3 from b` and `b all` work too.",
			Example: graphExample,
		},
		Parse:    parser(Depots, asGraph, graphExample, readGraph),
		Generate: worthDrawing(parser(Depots, asGraph, graphExample, readGraph), generateGraph(false)),
		Say:      describeMove,
		Words:    stackWords,
	}
	// DepotMisere is Depot Nim in which taking last loses.
	DepotMisere = Depot.UnderMisere("Depot Nim, but taking last loses",
		"Take any number from a stack you can reach through emptied ones. Whoever takes last loses.", lastLoses)
	// Forklift is Fork-lift Nim in which taking last wins.
	Forklift = &games.Variant{
		ID:     "forklift-nim",
		Name:   "Fork-lift Nim",
		Gist:   "Lift boxes out of a full yard",
		Family: ForkliftFamily,
		Rules: games.Rules{
			Summary: "Take boxes from one stack that the fork-lift can reach. Whoever takes the last box wins.",
			Turn: "A rectangular yard is full of stacks of boxes, and one fork-lift waits outside. " +
				"It can drive around the yard and through cells that are already empty, not diagonally. " +
				"Let it take at least one box from a stack that it can drive up to: one on the rim, or one next to an empty cell.",
			End: "Whoever takes the last box in the yard wins.",
			Moves: "`B2-3` takes 3 boxes from column B, row 2 from the top. `take 3 from B2` and `B2 all` work too. " +
				"In a position `/` ends a row and `.` is an empty cell.",
			Example: gridExample,
		},
		Parse:    parser(Depots, asGrid, gridExample, readGrid),
		Generate: worthDrawing(parser(Depots, asGrid, gridExample, readGrid), generateGrid),
		Say:      describeBoxes,
		Words:    boxWords,
	}
	// ForkliftMisere is Fork-lift Nim in which taking last loses.
	ForkliftMisere = Forklift.UnderMisere("Fork-lift Nim, but the last box loses",
		"Take boxes from one stack that the fork-lift can reach. Taking the last box loses.", "Whoever takes the last box in the yard loses.")
	// Coloured is Depot Nim in which each player has roads of their own.
	Coloured = &games.Variant{
		ID:       "coloured-depot-nim",
		Name:     "Coloured Depot Nim",
		Gist:     "Two trucks, each with its own roads",
		Family:   ColouredFamily,
		Partizan: true,
		Rules: games.Rules{
			Summary: "Take from a stack your truck can reach. Whoever can't move loses.",
			Turn: "Your truck starts at the depot `*` and drives along roads of your own colour and green ones, " +
				"through places that are already empty. " +
				"Take at least one counter from any stack that it can drive up to. Blue roads are Left's, red ones Right's, green ones are for both.",
			End: lastWins + " Stacks that your truck can't reach don't help you.",
			Moves: "`b-3` takes 3 from the stack b. `take 3 from b` and `b all` work too. " +
				"In a position `*<a` is a blue road, `*>b` a red one and `a-b` a green one.",
			Example: colouredExample,
			Sides:   [2]string{games.Left: "drive on blue and green roads", games.Right: "drive on red and green roads"},
		},
		Parse:    parser(Trucks, asGraph, colouredExample, readGraph),
		Generate: generateGraph(true),
		Say:      describeMove,
		Words:    stackWords,
	}
)

// stackWords is for named stacks, boxWords for the cells of a yard.
var (
	stackWords = games.Words{
		Kind:   "stack",
		Place:  func(_ games.Position, where string) string { return where },
		Phrase: func(_ games.Position, where string) string { return "stack " + where },
	}
	boxWords = games.Words{
		Unit:   "box",
		Kind:   "stack",
		Place:  func(_ games.Position, where string) string { return where },
		Phrase: func(_ games.Position, where string) string { return where },
	}
)

func describeMove(_ games.Position, m games.Move) games.Said {
	return games.Said{Verb: games.Took, Object: fmt.Sprintf("%d from %s", m.Count, m.Where)}
}

func describeBoxes(_ games.Position, m games.Move) games.Said {
	return games.Said{Verb: games.Lifted, Object: boxWords.Count(m.Count) + " from " + m.Where}
}
