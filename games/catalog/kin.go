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

// sharedBoards are the kinds of board of three stacks and more, each with the families in
// which it can be written. Two stacks are nearly the same in every game, and what to do
// there is no secret. A test finds these out by comparing what can be played.
var sharedBoards = [][]*games.Family{
	// Stacks that can all be taken from. In Total-Reverse Nim one hand plays Nim, coins that
	// can't be split are piles, and a yard of one row or a star of depots is open everywhere. In a
	// partizan sum a single pile of Partizan End-Nim is open to both.
	{nim.Family, nim.ReverseFamily, splitnim.Family, depotnim.DepotFamily, depotnim.ForkliftFamily, depotnim.ColouredFamily, sum.Family, sum.PartizanFamily},
	// Rows: a tree without branches, or a ring through the depot, which may be a part of a sum.
	{endnim.Family, depotnim.TreeFamily, depotnim.DepotFamily, depotnim.ColouredFamily, sum.Family, sum.PartizanFamily},
	// Rows with an end for each side. A sum can be one board, as in the lists above.
	{endnim.PartizanFamily, depotnim.ColouredFamily, sum.PartizanFamily},
}

// Kin returns the ids of the families in which a board of a family can be written, that
// family first. Of a parametric family all variants count, as whoever asks may choose the
// number. A family that the catalog does not know has none but itself.
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
