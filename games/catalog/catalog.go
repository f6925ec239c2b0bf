// Package catalog is the one list of all variants. A new game is named here and
// nowhere else.
package catalog

import (
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
)

// variants are in the order in which people see them. Of Split-q-Nim, which there
// is for every integer q, it has two to show what they are.
var variants = []*games.Variant{
	nim.Normal,
	nim.Misere,
	nim.MoveReverse,
	nim.MoveReverseMisere,
	nim.PileReverse,
	nim.PileReverseMisere,
	nim.TotalReverse,
	nim.TotalReverseMisere,
	endnim.Normal,
	endnim.Misere,
	endnim.Loop,
	endnim.Partizan,
	splitnim.Of(0),
	splitnim.Of(2),
}

// All returns every variant in the order in which people see them, and of those
// with a parameter some. The slice must not be changed.
func All() []*games.Variant { return variants }

// Find returns the variant that id names, in any case and with "misère" for
// "misere". The error is an *UnknownVariant.
func Find(id string) (*games.Variant, error) {
	// Some keyboards send the accent as a character of its own.
	wanted := strings.NewReplacer("è", "e", "e\u0300", "e").Replace(strings.ToLower(strings.TrimSpace(id)))
	for _, v := range variants {
		if v.ID == wanted {
			return v, nil
		}
	}
	if parameter, ok := strings.CutPrefix(wanted, splitnim.Family+"/"); ok {
		q, err := strconv.ParseInt(parameter, 10, 64)
		if err == nil && -splitnim.MaxQ <= q && q <= splitnim.MaxQ {
			return splitnim.Of(q), nil
		}
	}
	return nil, &UnknownVariant{ID: id}
}

// UnknownVariant is the error for an id that names no variant.
type UnknownVariant struct{ ID string }

// Error lists the ids there are.
func (e *UnknownVariant) Error() string {
	ids := make([]string, len(variants))
	for i, v := range variants {
		ids[i] = "`" + v.ID + "`"
	}
	ids = append(ids, "`"+splitnim.Family+"/Q` with another integer for Q")
	if strings.TrimSpace(e.ID) == "" {
		return "a variant is needed: " + strings.Join(ids, ", ")
	}
	return "there is no variant " + games.Quote(e.ID) + ": choose one of " + strings.Join(ids, ", ")
}
