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
	Row  string
	Size int // how many values of a and of b; at most 512
	// FromA and FromB are how many of the lowest values of a and of b are left out.
	FromA, FromB int
	// Cells has the letters N, P, L and R of the outcomes, with a·w·b at index
	// (a-FromA-1)*Size + b-FromB-1.
	Cells []byte
	// TripleA and TripleB are the a and b of the smallest P position.
	TripleA, TripleB string
	// A and B are the current position, 0 for none.
	A, B int
}

const lettered = 20

var outcomeLooks = [4]struct {
	letter byte
	role   drawing.Role
	text   string
}{
	{'N', drawing.Next, "N: whoever moves next wins"},
	{'P', drawing.Previous, "P: the player to move loses"},
	{'L', drawing.Left, "L: Left wins"},
	{'R', drawing.Right, "R: Right wins"},
}

// Draw draws the diagram, with a upwards and b to the right. The error is drawing.ErrTooLarge.
func (p Phase) Draw(style picture.Style) (*drawing.Drawing, error) {
	const most = 512
	if p.Size < 1 || p.Size > most || len(p.Cells) != p.Size*p.Size {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size := s.size(noteSize)
	numbers := digitsWidth(uint64(p.Size+max(p.FromA, p.FromB)), size) + 6
	x0 := margin + size*1.4 + numbers
	cell := min(40, math.Floor((s.Width-x0-margin)/float64(p.Size)*2)/2)
	if cell < 1 {
		cell = 0.5
	}
	extent := cell * float64(p.Size)
	x0 += (s.Width - x0 - margin - extent) / 2
	y0 := float64(margin)
	s.Spots = append(s.Spots, drawing.Spot{X: x0, Y: y0, W: extent, H: extent})
	if p.Size <= lettered {
		s.outcomeBoxes(p, x0, y0, cell)
	} else {
		s.outcomeCells(p, x0, y0, cell)
	}
	middle := func(a, b int) (x, y float64) {
		return x0 + (float64(b-p.FromB)-0.5)*cell, y0 + (float64(p.Size+p.FromA-a)+0.5)*cell
	}
	axis(p.FromA, p.Size, cell, size*1.3, func(a int) {
		_, y := middle(a, 1)
		s.label(x0-5, y, strconv.Itoa(a), size, drawing.Faint, drawing.End)
	})
	below := y0 + extent + size*0.8
	axis(p.FromB, p.Size, cell, numbers+4, func(b int) {
		x, _ := middle(1, b)
		s.label(x, below, strconv.Itoa(b), size, drawing.Faint, drawing.Middle)
	})
	s.label(x0-numbers-size*0.9, y0+extent/2, "a", s.size(titleSize), drawing.Ink, drawing.Middle)
	below += size * 1.4
	s.label(x0+extent/2, below, "b", s.size(titleSize), drawing.Ink, drawing.Middle)
	y := s.Text(fmt.Sprintf("a is Left's end pile, b Right's, and between them is %s.", shortRow(p.Row)), margin, s.Width-margin, below+size, size, drawing.Ink)
	return s.finish(y, append(p.legend(), s.phaseMarks(p, cell, middle)...)), nil
}

func (s *sheet) outcomeBoxes(p Phase, x0, y0, cell float64) {
	for i, letter := range p.Cells {
		a, b := i/p.Size, i%p.Size
		look := outcomeLook(letter)
		box := drawing.Box{X: x0 + float64(b)*cell, Y: y0 + float64(p.Size-1-a)*cell, W: cell - 1, H: cell - 1, Fill: outcomeLooks[look].role}
		s.Add(box, drawing.Label{X: box.X + box.W/2, Y: box.Y + box.H/2, Text: string(rune(letter)), Size: smallest, Bold: true, Role: box.Fill.Letters(s.Theme)})
	}
}

// outcomeCells draws the cells of a large diagram, with one letter in each region.
func (s *sheet) outcomeCells(p Phase, x0, y0, cell float64) {
	t := drawing.Cells{X: x0, Y: y0, Size: cell, Columns: p.Size, At: make([]uint8, len(p.Cells))}
	for _, look := range outcomeLooks {
		t.Colours = append(t.Colours, look.role.Colour(s.Theme))
	}
	type region struct{ n, x, y float64 }
	var regions [len(outcomeLooks)]region
	for i, letter := range p.Cells {
		a, b := i/p.Size, i%p.Size
		look := outcomeLook(letter)
		t.At[(p.Size-1-a)*p.Size+b] = uint8(look)
		r := &regions[look]
		r.n++
		r.x += float64(b) + 0.5
		r.y += float64(p.Size-1-a) + 0.5
	}
	s.Add(t)
	for look, r := range regions {
		// The P cells form a line too thin for letters.
		if letters := s.size(22.0); outcomeLooks[look].letter != 'P' && math.Sqrt(r.n)*cell > 2*letters {
			s.Add(drawing.Label{X: x0 + r.x/r.n*cell, Y: y0 + r.y/r.n*cell, Text: string(rune(outcomeLooks[look].letter)), Size: letters, Bold: true, Role: outcomeLooks[look].role.Letters(s.Theme)})
		}
	}
}

func outcomeLook(letter byte) int {
	for i, look := range outcomeLooks {
		if look.letter == letter {
			return i
		}
	}
	return 0
}

func (s *sheet) phaseMarks(p Phase, cell float64, middle func(a, b int) (x, y float64)) []drawing.Entry {
	radius := max(5, min(cell*0.62, 14))
	var entries []drawing.Entry
	a, errA := strconv.Atoi(p.TripleA)
	b, errB := strconv.Atoi(p.TripleB)
	if errA == nil && errB == nil && p.has(a, b) {
		x, y := middle(a, b)
		s.Add(drawing.Disc{X: x, Y: y, R: radius + 2, Border: drawing.Background, BorderW: 2}, drawing.Disc{X: x, Y: y, R: radius, Border: drawing.Ink, BorderW: 2.5})
		entries = append(entries, drawing.Entry{Disc: true, Border: drawing.Ink, Text: fmt.Sprintf("the smallest P: a = %d, b = %d", a, b)})
	}
	if p.has(p.A, p.B) {
		x, y := middle(p.A, p.B)
		s.Add(drawing.Disc{X: x, Y: y, R: max(4, radius*0.62), Fill: drawing.Here, Border: drawing.White, BorderW: 2})
		entries = append(entries, drawing.Entry{Disc: true, Fill: drawing.Here, Border: drawing.White, Text: fmt.Sprintf("this row: a = %d, b = %d, %c", p.A, p.B, p.at(p.A, p.B))})
	}
	return entries
}

func (p Phase) has(a, b int) bool {
	return a > p.FromA && b > p.FromB && a <= p.FromA+p.Size && b <= p.FromB+p.Size
}

func (p Phase) at(a, b int) byte { return p.Cells[(a-p.FromA-1)*p.Size+b-p.FromB-1] }

func (p Phase) legend() []drawing.Entry {
	var seen [256]bool
	for _, letter := range p.Cells {
		seen[letter] = true
	}
	var entries []drawing.Entry
	for _, look := range outcomeLooks {
		if !seen[look.letter] {
			continue
		}
		entries = append(entries, drawing.Entry{Fill: look.role, Text: look.text})
	}
	return entries
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
	text := fmt.Sprintf("The phase diagram of %s for end piles of 1 to %d: who wins a, then %s, then b, with a growing upwards and b to the right.", shortRow(p.Row), p.Size, shortRow(p.Row))
	if p.FromA > 0 || p.FromB > 0 {
		return fmt.Sprintf("A part of the phase diagram of %s: who wins a, then %s, then b, with a from %d to %d upwards and b from %d to %d to the right.", shortRow(p.Row), shortRow(p.Row), p.FromA+1, p.FromA+p.Size, p.FromB+1, p.FromB+p.Size)
	}
	count := map[byte]int{}
	for _, letter := range p.Cells {
		count[letter]++
	}
	if count['N'] > 0 {
		text += " The player to move wins in a rectangle at the lower left corner."
	}
	text += fmt.Sprintf(" Left wins above, Right wins to the right; on the diagonal between them, which begins at a = %s and b = %s, the player to move loses.", p.TripleA, p.TripleB)
	if p.has(p.A, p.B) {
		text += fmt.Sprintf(" The position itself, a = %d and b = %d, is %c.", p.A, p.B, p.at(p.A, p.B))
	}
	return text
}
