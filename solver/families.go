package solver

import (
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
	"nimatron/games/takeaway"
	"nimatron/solver/depots"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/splits"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
)

type records map[*games.Family]*theory.Family

var standard = func() records {
	r := records{
		nim.Family:               piles.Family,
		nim.ReverseFamily:        piles.ReverseFamily,
		takeaway.BoundedFamily:   piles.BoundedFamily,
		takeaway.FibonacciFamily: piles.FibonacciFamily,
		endnim.Family:            rows.Family,
		endnim.PartizanFamily:    partizan.Family,
		splitnim.Family:          splits.Family,
		depotnim.TreeFamily:      depots.Family,
		depotnim.DepotFamily:     depots.Family,
		depotnim.ForkliftFamily:  depots.Family,
		depotnim.ColouredFamily:  depots.Family,
	}
	r[sum.Family] = sums.Family(r.of)
	r[sum.PartizanFamily] = r[sum.Family]
	return r
}()

func (r records) of(v *games.Variant) *theory.Family {
	if known := r[v.Family]; known != nil {
		return known
	}
	return search.Family
}

// FamilyOf returns the standard theory of v's family.
func FamilyOf(v *games.Variant) *theory.Family { return standard.of(v) }
