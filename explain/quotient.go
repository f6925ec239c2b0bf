package explain

import (
	"encoding/json"
	"fmt"
	"strings"

	"nimatron/misere"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// quotientForm is a misère quotient as encoding/json writes it.
type quotientForm struct {
	Variant    string      `json:"variant"`
	Order      int         `json:"order"`
	Generators []generator `json:"generators"`
	Relations  []string    `json:"relations"`
	Elements   []string    `json:"elements"`
	Lost       []string    `json:"lost"`
	Images     []image     `json:"images"`
}

type generator struct {
	Name     string `json:"name"`
	Position string `json:"position"`
}

type image struct {
	Position string `json:"position"`
	Element  string `json:"element"`
}

// formOf returns what all forms of a quotient have.
func formOf(q *solver.Quotient) *quotientForm {
	f := &quotientForm{Variant: q.Variant.ID, Order: q.Order(), Generators: []generator{}, Relations: []string{}, Lost: []string{}, Images: []image{}}
	for i, game := range q.Generators {
		f.Generators = append(f.Generators, generator{misere.GeneratorName(i), q.Boards[game].String()})
	}
	for _, r := range q.Relations() {
		f.Relations = append(f.Relations, misere.Name(r.Left)+"="+misere.Name(r.Right))
	}
	for x, element := range q.Elements {
		name := misere.Name(element)
		f.Elements = append(f.Elements, name)
		if q.Lost[x] {
			f.Lost = append(f.Lost, name)
		}
	}
	for _, game := range q.Asked {
		f.Images = append(f.Images, image{q.Boards[game].String(), f.Elements[q.Images[game]]})
	}
	return f
}

// QuotientJSON returns a misère quotient as one JSON object on one line: variant, order, generators,
// relations, elements, lost (those of them that are lost for whoever moves next) and images (of the
// boards that were asked for).
func QuotientJSON(q *solver.Quotient) []byte {
	line, _ := json.Marshal(formOf(q)) // strings can always be encoded
	return line
}

// QuotientCSV returns the images of a misère quotient as comma-separated values, below a line of
// names.
func QuotientCSV(q *solver.Quotient) []byte {
	text := []byte("variant,position,element,outcome")
	f := formOf(q)
	for i, game := range q.Asked {
		text = appendRecord(append(text, '\n'), []string{f.Variant, f.Images[i].Position, f.Images[i].Element, string(outcome(q, q.Images[game]))})
	}
	return text
}

// outcome says who wins a sum that is element x.
func outcome(q *solver.Quotient, x int) theory.Outcome {
	if q.Lost[x] {
		return theory.PreviousWins
	}
	return theory.NextWins
}

const (
	// tableOrder is the largest order of a quotient whose table of products is printed for people.
	tableOrder = 18
	// shownBoards is how many boards of an element are printed for people.
	shownBoards = 8
)

// QuotientText writes a misère quotient for a person at a terminal.
func QuotientText(q *solver.Quotient) string {
	var b strings.Builder
	f := formOf(q)
	fmt.Fprintf(&b, "%s: the misère quotient of all sums of %d boards and of what they lead to, %d boards in all.\nIt is proved for sums of any length.\n\n", q.Variant.Name, len(f.Images), len(q.Boards))
	fmt.Fprintf(&b, "Order:      %d\n", f.Order)
	var generators []string
	for _, g := range f.Generators {
		generators = append(generators, g.Name+" is "+g.Position)
	}
	fmt.Fprintf(&b, "Generators: %s\n", strings.Join(generators, "; "))
	fmt.Fprintf(&b, "Relations:  %s\n", strings.Join(f.Relations, "  "))
	fmt.Fprintf(&b, "Lost:       %s\n\n", strings.Join(f.Lost, "  "))
	width := 0
	for _, name := range f.Elements {
		width = max(width, len(name))
	}
	if f.Order <= tableOrder {
		row := func(head string, of func(y int) string) {
			line := fmt.Sprintf("%*s |", width, head)
			for y := range f.Order {
				line += fmt.Sprintf(" %*s", width, of(y))
			}
			b.WriteString(line + "\n")
		}
		row("", func(y int) string { return f.Elements[y] })
		b.WriteString(strings.Repeat("-", width+1) + "+" + strings.Repeat("-", f.Order*(width+1)) + "\n")
		for x, name := range f.Elements {
			row(name, func(y int) string { return f.Elements[q.Plus(x, y)] })
		}
		b.WriteByte('\n')
	}
	for x, name := range f.Elements {
		var boards []string
		for i, game := range q.Asked {
			if q.Images[game] == x {
				boards = append(boards, f.Images[i].Position)
			}
		}
		if rest := len(boards) - shownBoards; rest > 0 {
			boards = append(boards[:shownBoards], fmt.Sprintf("and %d more", rest))
		}
		if len(boards) > 0 {
			fmt.Fprintf(&b, "%*s %s: %s\n", width, name, outcome(q, x), strings.Join(boards, "; "))
		}
	}
	return b.String()
}
