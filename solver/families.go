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

// records are what is known, by the family of the variant.
type records map[*games.Family]*theory.Family

// recordsWith lists them; the games on trees, graphs and grids share one.
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
	// A sum knows what its parts know.
	r[sum.Family] = sums.Family(r.of)
	r[sum.PartizanFamily] = r[sum.Family]
	return r
}

// standard are the records of solvers without a table of their own.
var standard = recordsWith(depots.Shared)

// of returns the record of a variant; all that is known of some are the rules.
func (r records) of(v *games.Variant) *theory.Family {
	if known := r[v.Family]; known != nil {
		return known
	}
	return search.Family
}

// FamilyOf returns what is known of the family of a variant.
func FamilyOf(v *games.Variant) *theory.Family { return standard.of(v) }

// WithTable returns a solver that remembers what it proves of games on trees, graphs and
// grids in a table of its own.
func WithTable(t *depots.Table) *Solver {
	return &Solver{records: recordsWith(depots.Family(func() *depots.Table { return t }, 0))}
}

// Reproducible returns a solver whose answers follow from what it is asked and was asked
// before, as where a start has to come out the same each time: a search visits at most so
// many positions, on one core, and remembers nothing from elsewhere. It is for positions
// that the program draws. It must not be used by two goroutines at a time.
func Reproducible(nodes int) *Solver {
	const tableBytes = 1 << 20
	table := sync.OnceValue(func() *depots.Table { return depots.NewFixedTable(tableBytes) })
	return &Solver{Nodes: nodes, BoardNodes: uint64(nodes), records: recordsWith(depots.Family(table, 1))}
}
