package solver

import "nimatron/games"

// Theorem is what is known of a game, in words for people.
type Theorem struct {
	// Text is the theorem in a few sentences.
	Text string
	// Source names where it was published.
	Source string
}

// TheoremOf returns the theorem by which the solver plays v; ok is false where
// none is known and it searches.
func TheoremOf(v *games.Variant) (t Theorem, ok bool) {
	theory := theories[v.Family]
	if theory == nil {
		return Theorem{}, false
	}
	return Theorem{Text: theory.theorem(v), Source: theory.source(v)}, true
}
