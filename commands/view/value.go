package view

import (
	"fmt"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// ValueFields tells what a position of a partizan or misère game is worth in sums, as far as that
// is known.
func ValueFields(v *solver.Value) (fields []Field) {
	if v.Genus != nil {
		fields = append(fields, Field{Name: "Genus", Value: fmt.Sprintf("%s (%s: %s)", Code(v.Genus.String()), v.Kind, explain.KindRule(v.Kind))})
	}
	if v.Exact && v.Variant.Ending != games.Misere {
		fields = append(fields, Field{Name: "Value", Value: words.Cut(Code(v.Name), MaxField)})
	}
	if v.Weight != "" {
		fields = append(fields, Field{Name: "Atomic weight", Value: fmt.Sprintf("%s (%s)", v.Weight, explain.WeightRule)})
	}
	return fields
}
