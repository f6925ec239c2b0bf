package solver

import (
	"sync"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
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

// recordsWith lists all families; the games on trees, graphs and grids share one.
func recordsWith(boards *theory.Family) records {
	r := records{
		nim.Family:              piles.Family,
		nim.ReverseFamily:       piles.ReverseFamily,
		endnim.Family:           rows.Family,
		endnim.PartizanFamily:   partizan.Family,
		splitnim.Family:         splits.Family,
		depotnim.TreeFamily:     boards,
		depotnim.DepotFamily:    boards,
		depotnim.ForkliftFamily: boards,
		depotnim.ColouredFamily: boards,
	}
	// Sums use the families of their parts.
	r[sum.Family] = sums.Family(r.of)
	r[sum.PartizanFamily] = r[sum.Family]
	return r
}

// standard is used by solvers without their own table.
var standard = recordsWith(depots.Shared)

// of returns the family of a variant. Without one, the variant is searched by its rules.
func (r records) of(v *games.Variant) *theory.Family {
	if known := r[v.Family]; known != nil {
		return known
	}
	return search.Family
}

// FamilyOf returns the standard theory of v's family.
func FamilyOf(v *games.Variant) *theory.Family { return standard.of(v) }

// WithTable returns a solver whose searches of trees, graphs and grids use their own table.
func WithTable(t *depots.Table) *Solver {
	return &Solver{records: recordsWith(depots.Family(func() *depots.Table { return t }, 0))}
}

// Reproducible returns a solver whose answers depend only on its questions so far: a search visits
// at most nodes positions, on one core, with its own table. It is for positions that the program
// draws. It is not safe for concurrent use.
func Reproducible(nodes int) *Solver {
	const tableBytes = 1 << 20
	table := sync.OnceValue(func() *depots.Table { return depots.NewFixedTable(tableBytes) })
	return &Solver{Nodes: nodes, BoardNodes: uint64(nodes), records: recordsWith(depots.Family(table, 1))}
}
