package solver

import (
	"maps"

	"nimatron/games"
	"nimatron/solver/theory"
)

// With returns a solver with one more family.
func With(f *games.Family, record *theory.Family) *Solver {
	known := maps.Clone(standard)
	known[f] = record
	return &Solver{records: known}
}
