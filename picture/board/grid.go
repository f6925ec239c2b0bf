package board

import (
	"math"
	"strconv"

	"nimatron/games"
	"nimatron/picture/drawing"
)

const (
	widestCell    = 58
	narrowestCell = 21
	mostRows      = 24
)

// Grid draws cells with the letters of the columns above them and the numbers of the
// rows beside them.
func (s *sketch) Grid(g games.Grid) {
	if len(g.Cells) == 0 {
		s.empty()
		return
	}
	rows := len(g.Cells) / g.Columns
	head := s.size(noteSize) * 1.8
	size := min(widestCell, math.Floor((s.drawing.Width-2*margin-head)/float64(g.Columns)))
	digits := 0.0
	for _, c := range g.Cells {
		digits = max(digits, drawing.Label{Text: strconv.FormatUint(c.Counters, 10), Size: 1, Bold: true}.Width())
	}
	letters := min(s.size(numberSize), (size-5)/digits)
	if size < narrowestCell || letters < smallest || rows > mostRows {
		s.err = drawing.ErrTooLarge
		return
	}
	x0 := (s.drawing.Width-head-float64(g.Columns)*size)/2 + head
	y0 := margin + head
	taken, count := s.takenFrom(g.Cells)
	for i, c := range g.Cells {
		x, y := x0+float64(i%g.Columns)*size, y0+float64(i/g.Columns)*size
		tag := ""
		if i == taken {
			tag = "−" + strconv.FormatUint(count, 10)
		}
		s.cell(c, x, y, size, letters, tag)
		if i < g.Columns {
			s.heading(g.ColumnName(i), x+size/2, y0-head/2)
		}
		if i%g.Columns == 0 {
			s.heading(strconv.Itoa(i/g.Columns+1), x0-head/2-2, y+size/2)
		}
	}
	s.legend(y0+float64(rows)*size+10, placesLegend(g.Cells, taken >= 0))
}

// heading writes the name of a column or a row.
func (s *sketch) heading(text string, x, y float64) {
	s.label(drawing.Label{X: x, Y: y, Text: text, Size: s.size(noteSize), Role: drawing.Faint})
}

// cell draws one cell. The tag says what the last move took from it; it is left out where
// there is no room for it.
func (s *sketch) cell(c games.Vertex, x, y, size, letters float64, tag string) {
	b := drawing.Box{X: x + 1, Y: y + 1, W: size - 2, H: size - 2, Radius: 4, Fill: drawing.Closed}
	switch {
	case c.Counters == 0:
		b.Fill, b.Border, b.BorderW = drawing.Background, drawing.Closed, 1
	case c.Open:
		b.Fill = drawing.Open
	}
	if c.Name == s.board.Chosen && c.Counters > 0 {
		b.Fill = drawing.Nominated
	}
	s.drawing.Add(b)
	middle := y + size/2
	if tag != "" {
		s.drawing.Add(drawing.Box{X: x + 3, Y: y + 3, W: size - 6, H: size - 6, Border: drawing.Ink, BorderW: 1.5, Dashed: true})
		label := drawing.Label{X: x + size/2, Y: y + size - 12, Text: tag, Size: smallest, Bold: true, Role: s.letters(b.Fill)}
		if c.Counters == 0 {
			label.Role = drawing.Ink
		}
		if label.Width() < size-8 && (c.Counters == 0 || size > letters+smallest+14) {
			s.label(label)
			middle -= 8
		}
	}
	if c.Counters > 0 {
		s.label(drawing.Label{X: x + size/2, Y: middle, Text: strconv.FormatUint(c.Counters, 10), Size: letters, Bold: true, Role: s.letters(b.Fill)})
	}
}

// placesLegend says what the colours of cells and places mean.
func placesLegend(places []games.Vertex, ghosts bool) []drawing.Entry {
	var entries []drawing.Entry
	for _, v := range places {
		if v.Open {
			entries = append(entries, drawing.Entry{Fill: drawing.Open, Text: "you can take here"})
			break
		}
	}
	if ghosts {
		entries = append(entries, ghostEntry)
	}
	return entries
}

// takenFrom returns the index among places of that from which the last move took, and how
// many; -1 where there is none, or where it was emptied and is no place any more.
func (s *sketch) takenFrom(places []games.Vertex) (index int, count uint64) {
	was, ok := placesOf(s.board.last().Before)
	if !ok || len(was) != len(places) || s.board.last().Move.Kind != games.Take {
		return -1, 0
	}
	for i, v := range was {
		if v.Name == s.board.last().Move.Where && places[i].Counters+s.board.last().Move.Count == v.Counters {
			return i, s.board.last().Move.Count
		}
	}
	return -1, 0
}

// placesOf returns the places of a graph or a grid.
func placesOf(s games.Shape) ([]games.Vertex, bool) {
	switch s := s.(type) {
	case games.Graph:
		return s.Vertices, true
	case games.Grid:
		return s.Cells, true
	}
	return nil, false
}
