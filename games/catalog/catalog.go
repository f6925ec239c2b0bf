// Package catalog lists all variants: a game exists once it is listed here.
package catalog

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
	"nimatron/games/takeaway"
	"nimatron/internal/words"
)

// Standard has every game that the program plays, in the order that menus show. Split-q-Nim exists
// for every integer q and Bounded Nim for every K; some are listed as examples.
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
	takeaway.Max(3),
	takeaway.MaxMisere(3),
	takeaway.Fibonacci,
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
}, splitnim.Every, splitnim.EveryMisere, takeaway.Bounded, takeaway.BoundedMisere)

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
// "misere", or whose name it is: "End Nim". The error is an *UnknownVariant.
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
	if joined := strings.ReplaceAll(wanted, " ", "-"); joined != wanted {
		for _, v := range c.listed {
			if joined == v.ID || joined == strings.ReplaceAll(fold(v.Name), " ", "-") {
				return v, nil
			}
		}
	}
	return nil, &UnknownVariant{ID: id, Name: Called(id), catalog: c}
}

// Cut cuts a text such as "nim 3 5 7" into the game that it begins with and the rest. ok is false if it begins with
// none, or if nothing follows.
func (c *Catalog) Cut(text string) (game, rest string, ok bool) {
	for end := strings.LastIndexByte(text, ' '); end > 0; end = strings.LastIndexByte(text[:end], ' ') {
		if _, err := c.Find(text[:end]); err == nil || Called(text[:end]) != nil {
			return text[:end], strings.TrimSpace(text[end:]), true
		}
	}
	return "", "", false
}

// Games returns the first of the versions of each game, in menu order.
func (c *Catalog) Games() (first []*games.Variant) {
	for _, v := range c.listed {
		if c.Versions(v)[0] == v {
			first = append(first, v)
		}
	}
	return first
}

// Versions returns the listed variants of the same game as v, and v itself: normal and misère play,
// and in Reverse Nim who decides what.
func (c *Catalog) Versions(v *games.Variant) (versions []*games.Variant) {
	base := func(v *games.Variant) *games.Variant { return cmp.Or(v.Normal, v) }
	for _, other := range c.listed {
		if v.Reverse && other.Reverse && other.Family == v.Family || base(other).ID == base(v).ID {
			versions = append(versions, other)
		}
	}
	if len(versions) == 0 {
		versions = append(versions, v)
	}
	return versions
}

// UnknownVariant is the error for an id that names no variant.
type UnknownVariant struct {
	ID string
	// Name is what people call by ID, nil if it is unknown.
	Name    *Name
	catalog *Catalog
}

// Error says what people mean by the name, names the id that was probably meant, or some games.
func (e *UnknownVariant) Error() string {
	switch {
	case e.Name != nil && e.Name.Is != "":
		return e.Name.Is + " Write `" + strings.TrimSpace(e.Name.Variant+" "+e.Name.Position) + "`."
	case e.Name != nil:
		return e.Name.Lacking(func(id string) string { return "`" + id + "`" })
	}
	for _, p := range e.catalog.parametric {
		number, ours := p.Number(fold(e.ID))
		if ours && isInteger(number) {
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
	for _, p := range e.catalog.parametric {
		if letters(e.ID) != "" && strings.HasPrefix(fold(e.ID)+"/", p.Family.ID+"/") {
			return fmt.Sprintf("I don't know a game called %s: in `%s` %s is an integer from %d to %d", games.Quote(e.ID), p.ID(p.Symbol), p.Symbol, p.Least, p.Most)
		}
	}
	var some []string
	for _, v := range e.catalog.Games()[:min(someGames, len(e.catalog.Games()))] {
		some = append(some, v.ID)
	}
	if strings.TrimSpace(e.ID) == "" {
		return "name a game, such as " + quoted(some)
	}
	return "I don't know a game called " + games.Quote(e.ID) + ": choose one such as " + quoted(some)
}

const someGames = 5

func quoted(ids []string) string {
	return words.And(words.Each(ids, func(id string) string { return "`" + id + "`" }))
}
