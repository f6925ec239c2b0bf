package depots

import (
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

const (
	// OneByOne: every stack has one counter, so their number decides. Under misère play it may hold
	// only after the winning move.
	OneByOne theory.Rule = "one by one"
	// OpenStacks: every stack is open, so each is a Nim pile.
	OpenStacks theory.Rule = "open stacks"
	// Sum: the board is a sum of independent components, each worth a Nim pile.
	Sum theory.Rule = "sum of components"
	// Mirror: a symmetry exchanges all stacks in pairs, possibly after the winning move. The reply
	// to each move is the same move on the partner.
	Mirror theory.Rule = "mirror"
	// Row: the board is a row of End-Nim.
	Row theory.Rule = "row"
	// Star: the board is a hub with spokes of one stack each. The hub is 2^k − 1 or no lower than any
	// spoke, and a theorem decides it.
	Star theory.Rule = "star"
	// High: a player who opens a closed stack loses, so the open stacks are Nim piles of which some
	// may not be emptied.
	High theory.Rule = "high"
	// Ways: in the coloured game both can reach all shared stacks on green roads, and one has more counters that
	// the other can never take.
	Ways     theory.Rule = "common ways"
	Searched             = theory.RuleSearch
)

// Justification justifies a verdict on a tree, graph or grid.
type Justification struct {
	Kind theory.Rule
	// Misere means that the last counter loses.
	Misere bool
	// Stacks is the number of stacks. NimSum is the nim-sum of their counters or, in Sum and High, of
	// the components' values. Ones, in OneByOne, is the number of 1s after a misère move that leaves
	// only 1s.
	Stacks int
	Ones   int
	NimSum uint64
	Pairs  [][2]string
	// Components are used in Sum and High, where they are open stacks; Moved is the index of the
	// winning move's component.
	Components []theory.Component
	Moved      int
	// Places, in Row, are the stacks from end to end. EndNim justifies the verdict in End-Nim, with
	// Places[0] on the left and the board's names for moves.
	Places []string
	EndNim *rows.Justification
	// Positions, in Sum and Searched, is the number of positions searched.
	Positions int
	// Lost, in Sum and Searched, is the lost position: the given one, or the one after the winning
	// move. Replies answer its moves; All is true if they answer every one.
	Lost    *depotnim.Position
	Replies []Reply
	All     bool
	// Hub, in Star, is the stack in the centre, and Height its counters. NimSum is the nim-sum of
	// the spokes. If Level is set the lost position is level, and Spokes
	// is their number. If Low is set all spokes are lower than the hub.
	Hub    string
	Height uint64
	Spokes int
	Level  bool
	Low    bool

	how  string // the board is mirrored, as a person sees it; "" if it is not
	row  *row
	star *star
	high *high
	ways *ways
	// mover is the player to move, in Ways.
	mover games.Side
}

func (g *Justification) Rule() theory.Rule { return g.Kind }
