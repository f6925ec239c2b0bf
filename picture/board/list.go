package board

import (
	"math"

	"nimatron/games"
	"nimatron/picture/drawing"
)

// longestList is how many piles a list shows.
const longestList = 14

// list draws piles below each other, each with a bar of a length that grows with its
// number's length, where numbers are too long to stand beside each other.
func (s *sketch) list(row games.Row, columns []column) {
	s.asList = true
	pitch := s.size(numberSize) * 1.7
	spans := []span{{to: len(columns)}}
	if len(columns) > longestList {
		spans = arrange(columns, longestList/3)
	}
	name := 0.0
	for i, c := range columns {
		if label := s.nameLabel(c); label.Text != "" && (i < 100 || i > len(columns)-100) {
			name = max(name, label.Width()+12)
		}
	}
	y := float64(margin)
	for _, l := range spans {
		if l.leftOut > 0 {
			y = s.leftOut(y, l.leftOut)
			continue
		}
		for _, c := range columns[l.from:l.to] {
			y = s.listed(c, name, y, pitch)
		}
	}
	s.finish(row, columns, y)
}

// listed draws one pile of a list and returns where it ends.
func (s *sketch) listed(c column, name, y, pitch float64) float64 {
	middle := y + pitch/2
	if c.name != "" {
		label := s.nameLabel(c)
		s.drawing.Add(drawing.Box{X: margin, Y: y + 2, W: name, H: pitch - 4, Radius: 4, Fill: drawing.Background, Border: frameOf(c), BorderW: 1.5})
		label.X, label.Y = margin+name/2, middle
		s.label(label)
	}
	const room = 80
	x := margin + name + 8
	w := room * math.Log2(float64(c.top())+1) / 60
	w = max(6, min(w, room))
	b := drawing.Box{X: x, Y: y + 4, W: w, H: pitch - 8, Radius: 2, Fill: c.fill, Pattern: c.pattern}
	if c.gone {
		b.Fill, b.Pattern, b.Border, b.BorderW, b.Dashed = drawing.None, drawing.Plain, drawing.Faint, 1, true
	}
	s.drawing.Add(b)
	number := s.numberLabel(c)
	number.X, number.Y, number.Anchor = x+room+6, middle, drawing.Start
	for number.X+number.Width() > s.drawing.Width-margin && number.Size > smallest {
		number.Size--
	}
	s.label(number)
	end := y + pitch
	if tag := s.tagLabel(c); tag.Text != "" {
		tag.X, tag.Y, tag.Anchor = number.X+number.Width()+8, middle, drawing.Start
		if tag.X+tag.Width() > s.drawing.Width-margin { // then below it
			tag.Size = number.Size
			tag.X, tag.Y = number.X, end+tag.Size*0.4
			end += tag.Size * 1.3
		}
		s.label(tag)
	}
	return end
}

// frameOf is the role of the frame around a column's name.
func frameOf(c column) drawing.Role {
	if c.fill == drawing.Closed || c.fill == drawing.None {
		return drawing.Rule
	}
	return c.fill
}
