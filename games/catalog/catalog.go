// Package catalog lists all variants: a game exists once it is listed here.
package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
)

// Standard has every game that the program plays, in the order that menus show. Split-q-Nim exists
// for every integer q; three of them are listed as examples.
var Standard = New(append(boards.listed, sum.Games(boards.Find)...), boards.parametric...)

var boards = New([]*games.Variant{
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
	splitnim.Misere(0),
	depotnim.Tree,
	depotnim.TreeMisere,
	depotnim.Depot,
	depotnim.DepotMisere,
	depotnim.Forklift,
	depotnim.ForkliftMisere,
	depotnim.Coloured,
}, splitnim.Every, splitnim.EveryMisere)

// A Catalog is an immutable list of variants.
type Catalog struct {
	listed     []*games.Variant
	parametric []games.Parametric
}

// New returns a catalog of the listed variants and of every variant of the parametric families. A
// variant may be in both.
func New(listed []*games.Variant, parametric ...games.Parametric) *Catalog {
	return &Catalog{listed: listed, parametric: parametric}
}

// All returns every listed variant in menu order. The slice must not be changed.
func (c *Catalog) All() []*games.Variant { return c.listed }

// Families returns the families in menu order.
func (c *Catalog) Families() []*games.Family {
	var families []*games.Family
	seen := map[*games.Family]bool{}
	for _, v := range c.listed {
		if !seen[v.Family] {
			seen[v.Family] = true
			families = append(families, v.Family)
		}
	}
	return families
}

// Find returns the variant that id names, in any case and with "misère" for
// "misere". The error is an *UnknownVariant.
func (c *Catalog) Find(id string) (*games.Variant, error) {
	wanted := fold(id)
	for _, v := range c.listed {
		if v.ID == wanted {
			return v, nil
		}
	}
	for _, p := range c.parametric {
		number, ok := p.Number(wanted)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err == nil && p.Least <= n && n <= p.Most {
			return p.Of(n), nil
		}
	}
	return nil, &UnknownVariant{ID: id, catalog: c}
}

// UnknownVariant is the error for an id that names no variant.
type UnknownVariant struct {
	ID      string
	catalog *Catalog
}

// Error names the id that was probably meant, or lists all ids.
func (e *UnknownVariant) Error() string {
	for _, p := range e.catalog.parametric {
		if number, ours := p.Number(fold(e.ID)); ours && isInteger(number) {
			return fmt.Sprintf("I don't know a game called %s: in `%s` %s goes from %d to %d", games.Quote(e.ID), p.ID(p.Symbol), p.Symbol, p.Least, p.Most)
		}
	}
	if _, err := strconv.ParseUint(e.ID, 10, 64); err == nil {
		v := e.catalog.listed[0]
		return "I don't know a game called " + games.Quote(e.ID) + ": the game goes before the position, such as `" + v.ID + " " + v.Rules.Example + "`"
	}
	if meant := e.catalog.nearest(e.ID); meant != "" {
		return "I don't know a game called " + games.Quote(e.ID) + ". Did you mean `" + meant + "`?"
	}
	var ids []string
	for _, v := range e.catalog.listed {
		ids = append(ids, "`"+v.ID+"`")
	}
	for _, p := range e.catalog.parametric {
		ids = append(ids, "`"+p.ID(p.Symbol)+"` with another integer for "+p.Symbol)
	}
	if strings.TrimSpace(e.ID) == "" {
		return "name a game: " + strings.Join(ids, ", ")
	}
	return "I don't know a game called " + games.Quote(e.ID) + ": choose one of " + strings.Join(ids, ", ")
}
