package catalog

import (
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
)

// sharedBoards lists the kinds of board with three stacks and more, each with the families that can
// play it. Boards of two stacks are nearly the same in every game and give nothing away. A test
// derives these lists by comparing moves.
var sharedBoards = [][]*games.Family{
	// Stacks that are all open. In Total-Reverse Nim one player plays Nim. Coins that can't be
	// split are piles. A yard of one row and a star of depots are open everywhere. In a partizan
	// sum a single pile of Partizan End-Nim is open to both.
	{nim.Family, nim.ReverseFamily, splitnim.Family, depotnim.DepotFamily, depotnim.ForkliftFamily, depotnim.ColouredFamily, sum.Family, sum.PartizanFamily},
	// Rows: a tree without branches, or a ring through the depot, which may be a part of a sum.
	{endnim.Family, depotnim.TreeFamily, depotnim.DepotFamily, depotnim.ColouredFamily, sum.Family, sum.PartizanFamily},
	// Rows with an end for each side. A sum can be one board, as in the lists above.
	{endnim.PartizanFamily, depotnim.ColouredFamily, sum.PartizanFamily},
}

// Kin returns the ids of the families that can play a board of the given family, that family first.
// A family unknown to the catalog is its only kin. All variants of a parametric family count,
// because the number can be chosen.
func Kin(family string) []string {
	kin := []string{family}
	for _, families := range sharedBoards {
		if !slices.ContainsFunc(families, func(f *games.Family) bool { return f.ID == family }) {
			continue
		}
		for _, f := range families {
			if !slices.Contains(kin, f.ID) {
				kin = append(kin, f.ID)
			}
		}
	}
	return kin
}
