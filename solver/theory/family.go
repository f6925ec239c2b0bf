package theory

import (
	"context"

	"nimatron/games"
)

// MaxWinning bounds the winning decisions of an analysis: there can be 10^18.
const MaxWinning = 1000

// Family is the theory of a family of games: all that the program knows beyond the rules.
type Family struct {
	// Theorem says who wins. It is nil if a search does.
	Theorem Theorem
	// Search returns a prover for one question about v if there is no Theorem.
	Search func(v *games.Variant, limits Limits) Prover
	// Statement describes in a few sentences, of at most 1,000 bytes, the rule by which v is
	// played, or what is known about it; it may be empty.
	Statement func(v *games.Variant) string
	// Source names the publication or proof.
	Source func(v *games.Variant) string
	// Look is a hint in one sentence: where to look for a winning move.
	Look func(m games.Move) string
	// Certificate returns the proof of the verdict on p for jsonline.Value: an object that begins with the
	// members of claim. The error is ErrBudget, ctx's, or says how long the proof would be. The field is nil
	// if positions have no checkable proof.
	Certificate func(ctx context.Context, claim Certificate, v *games.Variant, p games.Position) (any, error)
	// Worth returns the proved value of p in sums, in a partizan game under normal play. It may be
	// nil.
	Worth func(p games.Position) Worth
	// Fickle reports whether a position under misère play acts as piles of 1; all such positions
	// are tame (Theorem 38 of docs/theory/values.md). It is nil if that is not proved.
	Fickle func(p games.Position) bool
	// Guess returns a move in a position without a proof. It is nil if every position is proved or
	// all guesses are equal.
	Guess func(p games.Position) games.Move
}

// Theorem decides the positions of a family. All methods accept finished positions and are pure.
// Only Grundy may take long enough to be cancelled; the others take a few milliseconds for a
// thousand piles.
type Theorem interface {
	// Wins reports whether the player who decides wins.
	Wins(v *games.Variant, p games.Position) bool
	// Winning returns at most limit winning decisions, in a fixed order, and whether these are all.
	Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool)
	// Grundy returns the Grundy value if it is known, or found by tables of at most cells cells
	// before ctx ends.
	Grundy(ctx context.Context, v *games.Variant, p games.Position, cells int) (value uint64, ok bool)
	// Reason justifies the verdict on p. A won position is explained by move, which must win, or by
	// the easiest winning move if move is zero.
	Reason(v *games.Variant, p games.Position, move games.Move) Reason
}

// Certificate is the common part of all certificates.
type Certificate struct {
	Variant  string  `json:"variant"`
	Position string  `json:"position"`
	Claim    Outcome `json:"claim"`
}

// WithMove adds the first winning decision, if any.
func (c Certificate) WithMove(winning []games.Move) (any, error) {
	named := struct {
		Certificate
		Move string `json:"move,omitempty"`
	}{Certificate: c}
	if len(winning) > 0 {
		named.Move = winning[0].String()
	}
	return named, nil
}
