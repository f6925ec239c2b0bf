package depots

import (
	"nimatron/games/depotnim"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// The rules on trees, graphs and grids.
const (
	// OneByOne: every stack has one counter and every move empties one, so only their
	// number counts. Under misère play it may be the move that leaves it so.
	OneByOne theory.Rule = "one by one"
	// OpenStacks: every stack can be reached, so each is a pile of Nim.
	OpenStacks theory.Rule = "open stacks"
	// Sum: the board falls into components that do not affect each other, each worth a
	// pile of Nim.
	Sum theory.Rule = "sum of components"
	// Mirror: a symmetry exchanges all stacks in pairs, after the move of a won position,
	// and every move is answered by the same one on the partner.
	Mirror theory.Rule = "mirror"
	// Row: the stacks are a row of End-Nim, so its theorem says who wins.
	Row theory.Rule = "row"
	// Star: the stacks are a tree of spokes of one stack each, whose hub is one less than a
	// power of 2 or higher than all of them: its theorem says who wins.
	Star theory.Rule = "star"
	// Searched: who wins was found by search.
	Searched = theory.RuleSearch
)

// Ground is what a reason on a tree, graph or grid rests on.
type Ground struct {
	Kind theory.Rule
	// Misere says that the last counter loses.
	Misere bool
	// Stacks is how many stacks are left, and NimSum that of their counters or, in Sum,
	// of Components. Ones is how many are left by a move that under misère play leaves 1s
	// alone, which is OneByOne.
	Stacks int
	Ones   int
	NimSum uint64
	// Pairs are, in Mirror, the stacks that the symmetry exchanges.
	Pairs [][2]string
	// Components are, in Sum, those of the board; Moved is the one that the move of a won
	// position is in.
	Components []theory.Component
	Moved      int
	// Places are, in Row, the stacks from one end of the row to the other, and EndNim is
	// the ground in End-Nim, with the first of them at the left end and with the moves of
	// the board.
	Places []string
	EndNim *rows.Ground
	// Positions is, in Sum and Searched, how many positions the search looked at.
	Positions int
	// Lost is, in Sum and Searched, the position that is lost: the one of the verdict or,
	// where that is won, the one that the move leaves. Replies answer its moves; All says
	// that they answer every one.
	Lost    *depotnim.Position
	Replies []Reply
	All     bool
	// Hub is, in Star, the stack to which the others are joined, and Height its counters. Level
	// says that the move, or the position where it is lost, leaves all spokes as high as the hub;
	// Spokes is how many these are, and NimSum that of the position's. Low says that all spokes
	// are lower than the hub.
	Hub    string
	Height uint64
	Spokes int
	Level  bool
	Low    bool
}

// Rule names the rule that was used.
func (g *Ground) Rule() theory.Rule { return g.Kind }
