package solver

import (
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// families has what is proved, by the family of the variant.
var families = map[*games.Family]theory.Family{
	nim.Family:            piles.Nim{},
	nim.ReverseFamily:     piles.ReverseNim{},
	endnim.Family:         rows.EndNim{},
	endnim.PartizanFamily: partizan.EndNim{},
	splitnim.Family:       splits.SplitNim{},
}

// Theorem is what is known of a game, in words for people.
type Theorem struct {
	// Text is the theorem in a few sentences.
	Text string
	// Source names where it was published.
	Source string
}

// TheoremOf returns the theorem by which the solver plays v or, for games on trees, graphs
// and grids, the little that is known; ok is false where that is nothing.
func TheoremOf(v *games.Variant) (t Theorem, ok bool) {
	if boardFamilies[v.Family] {
		return knownOf(v), true
	}
	known := families[v.Family]
	if known == nil {
		return Theorem{}, false
	}
	return Theorem{Text: known.Theorem(v), Source: known.Source(v)}, true
}
