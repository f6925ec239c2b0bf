package theory

import (
	"context"

	"nimatron/games"
)

// MaxWinning is the most winning decisions that an analysis lists: there can be
// 10^18 of them.
const MaxWinning = 1000

// Family is all that the program knows of a family of games beyond the rules, in one record.
type Family struct {
	// Theorem says who wins. It is nil where that is found by search.
	Theorem Theorem
	// Search returns what answers one question about v where there is no Theorem.
	Search func(v *games.Variant, limits Limits) Prover
	// Statement says in a few sentences, of at most 1,000 bytes, by what rule v is played,
	// or what else is known of it; it is empty where nothing is.
	Statement func(v *games.Variant) string
	// Source names where that was published, or is proved.
	Source func(v *games.Variant) string
	// Look is a hint in one sentence: where to look for a move that wins, or at what.
	Look func(m games.Move) string
	// Certificate returns the proof of the verdict on p as a value that jsonline.Value
	// writes as an object, which begins with the members of claim. It is nil where positions
	// have no proof that a program can check.
	Certificate func(claim Certificate, v *games.Variant, p games.Position) any
	// Listing is Certificate where a search has to list what the verdict rests on. The error
	// is ErrBudget, that of ctx, or says how long the list would be.
	Listing func(ctx context.Context, claim Certificate, v *games.Variant, p games.Position) (any, error)
	// Worth returns what is proved of p as a part of sums, in a partizan game under normal
	// play. It is nil where nothing is.
	Worth func(p games.Position) Worth
	// Fickle reports of a position under misère play, all of which are tame, whether it counts as
	// piles of 1 alone: Theorem 38 of docs/values.md. It is nil where that is not proved.
	Fickle func(p games.Position) bool
	// Guess returns the move to make in p where nothing is proved. It is nil where
	// everything is, or one move is as good a guess as another.
	Guess func(p games.Position) games.Move
}

// Certifies reports whether positions have proofs that a program can check.
func (f *Family) Certifies() bool { return f.Certificate != nil || f.Listing != nil }

// Theorem is what is proved about one family of games. All methods take variants
// and positions of the family, finished ones included, and are pure. Only Grundy can take
// long enough to be stopped; the others take a few milliseconds on a thousand piles.
type Theorem interface {
	// Wins reports whether the player who decides now wins.
	Wins(v *games.Variant, p games.Position) bool
	// Winning returns at most limit winning decisions of whoever decides now, in a
	// fixed order, and whether these are all.
	Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool)
	// Grundy returns the Grundy value where it is known, or can be found by tables
	// of at most so many cells before ctx ends.
	Grundy(ctx context.Context, v *games.Variant, p games.Position, cells int) (value uint64, ok bool)
	// Reason gives the reason for the verdict on p. Of a won one it is about move,
	// which wins, or about the easiest move to go on from if move is the zero Move.
	Reason(v *games.Variant, p games.Position, move games.Move) Reason
}

// Certificate is how every certificate begins.
type Certificate struct {
	Variant  string  `json:"variant"`
	Position string  `json:"position"`
	Claim    Outcome `json:"claim"`
}

// WithMove is the certificate that names a decision which wins, if there is one.
func (c Certificate) WithMove(winning []games.Move) any {
	named := struct {
		Certificate
		Move string `json:"move,omitempty"`
	}{Certificate: c}
	if len(winning) > 0 {
		named.Move = winning[0].String()
	}
	return named
}
