package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
)

// A Place is a pile or a stack that can be changed.
type Place struct {
	// Name is the pile's number from 1 or the stack's name, in a sum after the part's number and a
	// colon.
	Name string
	// Phrase names the place within a sentence: "pile 2", "stack c", "B3", "pile 2 of part 1".
	Phrase   string
	Counters uint64
}

// A Change is an edit of a place.
type Change string

const (
	Raise  Change = "raise"  // one counter more
	Lower  Change = "lower"  // one counter less
	Set    Change = "set"    // to a number of counters
	Before Change = "before" // a new pile before it
	After  Change = "after"  // a new pile after it
	Leaf   Change = "leaf"   // a new stack joined to it
	Remove Change = "remove" // in a tree with its descendants
	// In a yard, rows are added below the cell and columns to its right. The cell's own row or
	// column is removed.
	AddRow, AddColumn       Change = "add row", "add column"
	RemoveRow, RemoveColumn Change = "remove row", "remove column"
	// Clear empties the board. It needs no place and does not apply to sums.
	Clear Change = "clear"
	// First puts a pile on an empty board, which has no places, or on an empty part of a sum, whose
	// place has no name.
	First Change = "first"
)

// Changes has all changes but Set, in the order that menus offer them.
var Changes = []Change{Raise, Lower, Before, After, Leaf, First, AddRow, AddColumn, Remove, RemoveRow, RemoveColumn, Clear}

// Places returns all piles and stacks in reading order.
func Places(p games.Position) (places []Place) {
	switch p := p.(type) {
	case *sum.Position:
		for i, part := range p.Parts() {
			inside := Places(part.Position)
			if len(inside) == 0 {
				inside = []Place{{Phrase: "the empty board"}}
			}
			for _, place := range inside {
				place.Name = games.Move{Where: place.Name}.OfPart(i + 1).Where
				place.Phrase += fmt.Sprintf(" of part %d", i+1)
				places = append(places, place)
			}
		}
	case *depotnim.Position:
		_, grid := p.Shape().(games.Grid)
		for v, n := range p.Counters() {
			place := Place{Name: p.Name(v), Phrase: p.Name(v), Counters: n}
			if !grid {
				place.Phrase = "stack " + place.Name
			}
			places = append(places, place)
		}
	default:
		if row, ok := p.Shape().(games.Row); ok {
			for i, n := range row.Piles {
				places = append(places, Place{games.PileName(i), "pile " + games.PileName(i), n})
			}
		}
	}
	return places
}

// Apply changes the place called name; n is for Set. at is the place to edit next, "" for none: the
// same, the new one, or a neighbour of a removed one. The error comes from Variant.Parse or says
// that the change does not apply.
func Apply(v *games.Variant, p games.Position, name string, c Change, n uint64) (changed games.Position, at string, err error) {
	if _, sum := p.(*sum.Position); c == Clear && !sum {
		changed, err = v.Parse("0", games.Left)
		if err != nil { // some games have no empty board
			changed, err = v.Parse("1", games.Left)
		}
		return changed, "", err
	}
	text, at, err := apply(p, name, c, n)
	if err != nil {
		return nil, "", err
	}
	if changed, err = v.Parse(text, games.Left); err != nil {
		return nil, "", err
	}
	if places := Places(changed); !slices.ContainsFunc(places, func(p Place) bool { return p.Name == at }) {
		if at = ""; len(places) > 0 {
			at = places[len(places)-1].Name
		}
	}
	return changed, at, nil
}

var errChange = errors.New("that change is not possible")

func apply(p games.Position, name string, c Change, n uint64) (text, at string, err error) {
	if s, ok := p.(*sum.Position); ok {
		return applyPart(s, name, c, n)
	}
	places := Places(p)
	i := slices.IndexFunc(places, func(place Place) bool { return place.Name == name })
	if (i < 0) != (c == First) || i < 0 && len(places) > 0 {
		return "", "", errChange
	}
	switch c {
	case Raise:
		n = places[i].Counters + 1
	case Lower:
		n = places[i].Counters - 1
		if places[i].Counters == 0 {
			return "", "", errChange
		}
	}
	if board, ok := p.(*depotnim.Position); ok {
		return applyBoard(board, i, name, c, n)
	}
	if row, ok := p.Shape().(games.Row); ok {
		return applyRow(row, i, c, n)
	}
	return "", "", errChange
}

func applyPart(p *sum.Position, name string, c Change, n uint64) (text, at string, err error) {
	number, inside := games.CutPart(name)
	if number == 0 || number > len(p.Parts()) {
		return "", "", errChange
	}
	part := p.Parts()[number-1]
	if text, at, err = apply(part.Position, inside, c, n); err != nil {
		return "", "", err
	}
	texts := strings.Split(p.String(), " + ")
	texts[number-1] = part.Variant.ID + " " + text
	return strings.Join(texts, " + "), games.Move{Where: at}.OfPart(number).Where, nil
}

func applyRow(row games.Row, i int, c Change, n uint64) (text, at string, err error) {
	piles, named := slices.Clone(row.Piles), row.Nominated
	next := i
	switch c {
	case Raise, Lower, Set:
		piles[i] = n
	case First:
		piles, next = append(piles, 1), 0
	case Before, After:
		if c == After {
			next++
		}
		if piles = slices.Insert(piles, next, 1); named >= next {
			named++
		}
	case Remove:
		if piles = slices.Delete(piles, i, i+1); named == i {
			named = -1
		} else if named > i {
			named--
		}
		next = min(i, len(piles)-1)
	default:
		return "", "", errChange
	}
	if slices.Contains(piles, 0) && (row.Ends || games.FirstPile(piles) < 0 && c != Remove) {
		return "", "", errChange // numbered piles may be empty, but not all of them
	}
	return string(games.AppendPiles(nil, piles, named)), games.PileName(max(next, 0)), nil
}

// applyBoard changes stack v of a tree, a graph or a yard. Only Remove may take the last counter: an empty
// board is written without its places.
func applyBoard(p *depotnim.Position, v int, name string, c Change, n uint64) (text, at string, err error) {
	home := p.Board().Home()
	yard, grid := p.Shape().(games.Grid)
	switch {
	case c == Raise || c == Lower || c == Set:
		p = p.Labelled(v, n)
	case c == First && grid:
		p, name = p.Yard(1, []int{-1}).Labelled(0, 1), "A1"
	case c == First:
		p, name = p.Grown(home)
	case c == Leaf && !grid:
		p, name = p.Grown(v)
	case c == Remove && !grid:
		p = p.Without(v)
	case grid:
		if columns, cells, ok := resized(yard.Columns, home, v, c); ok {
			p = p.Yard(columns, cells)
			break
		}
		return "", "", errChange
	default:
		return "", "", errChange
	}
	if text = p.String(); text == "0" && c != Remove {
		return "", "", errChange
	}
	return text, name, nil
}

// resized returns the cells of a yard with one row or column more or less, by their old numbers; -1
// is a new cell.
func resized(columns, home, v int, c Change) (wide int, cells []int, ok bool) {
	row, column := v/columns, v%columns
	for i := range home {
		here := i/columns == row
		if c == RemoveRow && here || c == RemoveColumn && i%columns == column {
			continue
		}
		cells = append(cells, i)
		if c == AddColumn && i%columns == column {
			cells = append(cells, -1)
		}
		if c == AddRow && here && i%columns == columns-1 {
			for range columns {
				cells = append(cells, -1)
			}
		}
	}
	switch wide = columns; c {
	case AddRow, RemoveRow:
	case AddColumn:
		wide++
	case RemoveColumn:
		wide--
	default:
		return 0, nil, false
	}
	return wide, cells, len(cells) > 0
}
