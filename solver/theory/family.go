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
	// AppendWhy appends one sentence without its full stop, of at most 280 bytes
	// however large p is (130 in partizan games, where an analysis gives one for
	// each side), that gives the reason for the verdict.
	AppendWhy(dst []byte, v *games.Variant, p games.Position) []byte
	// Steps is the working behind the reason, one sentence or one line of a column
	// each, none in a finished game.
	Steps(v *games.Variant, p games.Position) []string
	// Theorem is the theorem in a few sentences, of at most 1,000 bytes.
	Theorem(v *games.Variant) string
	// Source names where the theorem was published, or else is proved.
	Source(v *games.Variant) string
}
