package theory

import (
	"context"

	"nimatron/games"
)

// MaxWinning is the most winning decisions that an analysis lists: there can be
// 10^18 of them.
const MaxWinning = 1000

// Family is what is proved about one family of games. All methods take variants
// and positions of the family, finished ones included, and are pure. Only Grundy can take long enough to be
// stopped; the others take a few milliseconds on a thousand piles.
type Family interface {
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
