package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// Phase is the phase diagram of a row w of the partizan game: who wins a·w·b.
type Phase struct {
	Row string
	Window
	// Cells has the letters N, P, L and R of the outcomes, with a·w·b at index
	// (a-FromA-1)*Size + b-FromB-1.
	Cells []byte
	// TripleA and TripleB are the a and b of the smallest P position.
	TripleA, TripleB string
}

// lettered is the largest Size at which each cell has its letter.
const lettered = 20

// Draw draws the diagram, with a upwards and b to the right. The error is drawing.ErrTooLarge.
func (p Phase) Draw(style picture.Style) (*drawing.Drawing, error) {
	const most = 512
	if p.Size < 1 || p.Size > most || len(p.Cells) != p.Size*p.Size {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size, nameSize := s.size(noteSize), s.size(titleSize)
	g := s.grid(p.Window, size*1.4, margin, 0.5, 40)
	g.up = true
	if p.Size <= lettered {
		p.drawBoxes(g)
	} else {
		p.drawCells(g)
	}
	below := g.y + g.extent() + size*0.8
	g.axes(below)
	below += size * 1.4
	s.label(g.x-g.numbers-size*0.9, g.y+g.extent()/2, "a", nameSize, drawing.Ink, drawing.Middle)
	s.label(g.x+g.extent()/2, below, "b", nameSize, drawing.Ink, drawing.Middle)
	about := fmt.Sprintf("a is Left's end pile, b Right's, and between them is %s.", shortRow(p.Row))
	y := s.text(about, below+size, size, drawing.Ink)
	s.outcomeKeys(p.Cells)
	p.drawMarks(g)
	return s.finish(y), nil
}

func (p Phase) drawBoxes(g *grid) {
	for i, letter := range p.Cells {
		x, y := g.middle(p.FromA+1+i/p.Size, p.FromB+1+i%p.Size)
		fill := outcomeLooks[outcomeLook(letter)].role
		g.Add(drawing.Box{X: x - g.cell/2, Y: y - g.cell/2, W: g.cell - 1, H: g.cell - 1, Fill: fill},
			g.lettersOn(fill, x-0.5, y-0.5, string(rune(letter)), smallest))
	}
}

// drawCells draws the cells of a large diagram, with one letter in each region.
func (p Phase) drawCells(g *grid) {
	t := g.cells(outcomeColours(g.Theme), func(i int) int { return outcomeLook(p.Cells[i]) })
	type region struct{ n, x, y float64 }
	var regions [len(outcomeLooks)]region
	for i, look := range t.At {
		r := &regions[look]
		r.n++
		r.x += float64(i%p.Size) + 0.5
		r.y += float64(i/p.Size) + 0.5
	}
	for i, r := range regions {
		// The P cells form a line too thin for letters.
		letter, size := outcomes[i:i+1], g.size(22)
		if letter != "P" && math.Sqrt(r.n)*g.cell > 2*size {
			g.Add(g.lettersOn(outcomeLooks[i].role, g.x+r.x/r.n*g.cell, g.y+r.y/r.n*g.cell, letter, size))
		}
	}
}

func (p Phase) drawMarks(g *grid) {
	radius := max(5, min(g.cell*0.62, 14))
	a, errA := strconv.Atoi(p.TripleA)
	b, errB := strconv.Atoi(p.TripleB)
	if errA == nil && errB == nil && p.has(a, b) {
		x, y := g.middle(a, b)
		g.Add(drawing.Disc{X: x, Y: y, R: radius + 2, Border: drawing.Background, BorderW: 2})
		g.disc(drawing.Disc{X: x, Y: y, R: radius, Border: drawing.Ink, BorderW: 2.5},
			fmt.Sprintf("the smallest P: a = %d, b = %d", a, b))
	}
	if p.has(p.A, p.B) {
		x, y := g.middle(p.A, p.B)
		text := fmt.Sprintf("this row: a = %d, b = %d, %c", p.A, p.B, p.Cells[p.index(p.A, p.B)])
		g.here(x, y, max(4, radius*0.62), text)
	}
}

func shortRow(row string) string {
	const most = 60
	if len(row) <= most {
		return row
	}
	return row[:strings.LastIndexByte(row[:most+1], ' ')] + " …"
}

// Words describes the diagram.
func (p Phase) Words() string {
	row := shortRow(p.Row)
	if p.FromA > 0 || p.FromB > 0 {
		return fmt.Sprintf("A part of the phase diagram of %s: who wins a, then %s, then b, "+
			"with a from %d to %d upwards and b from %d to %d to the right.",
			row, row, p.FromA+1, p.FromA+p.Size, p.FromB+1, p.FromB+p.Size)
	}
	text := fmt.Sprintf("The phase diagram of %s for end piles of 1 to %d: who wins a, then %s, then b, "+
		"with a growing upwards and b to the right.", row, p.Size, row)
	if strings.Contains(string(p.Cells), "N") {
		text += " The player to move wins in a rectangle at the lower left corner."
	}
	text += fmt.Sprintf(" Left wins above, Right wins to the right; on the diagonal between them, "+
		"which begins at a = %s and b = %s, the player to move loses.", p.TripleA, p.TripleB)
	if p.has(p.A, p.B) {
		text += fmt.Sprintf(" The position itself, a = %d and b = %d, is %c.", p.A, p.B, p.Cells[p.index(p.A, p.B)])
	}
	return text
}
