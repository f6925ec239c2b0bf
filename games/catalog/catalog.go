// Package catalog is the one list of all variants. A new game is named here and
// nowhere else.
package catalog

import (
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
)

// variants are in the order in which people see them.
var variants = []*games.Variant{
	nim.Normal,
	nim.Misere,
	endnim.Normal,
	endnim.Misere,
	endnim.Loop,
}

// All returns every variant in the order in which people see them. The slice
// must not be changed.
func All() []*games.Variant { return variants }

// Find returns the variant that id names, in any case and with "misère" for
// "misere".
func Find(id string) (*games.Variant, error) {
	wanted := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(id)), "è", "e")
	for _, v := range variants {
		if v.ID == wanted {
			return v, nil
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
	if strings.TrimSpace(e.ID) == "" {
		return "a variant is needed: " + strings.Join(ids, ", ")
	}
	return "there is no variant " + games.Quote(e.ID) + ": choose one of " + strings.Join(ids, ", ")
}
