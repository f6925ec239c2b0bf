package board

import (
	"fmt"

	"nimatron/games"
	"nimatron/picture/drawing"
)

const (
	gap       = 6  // between columns
	boxHigh   = 20 // of a counter at most
	boxLow    = 6  // and at least
	barWidest = 56
	mostLines = 3
)

// Row draws piles as stacks of boxes on up to three lines, or on two with the number of
// those that are left out between them. Where the numbers are too long for that, it
// draws a list.
func (s *sketch) Row(row games.Row) {
	columns := columnsOf(row, s)
	if len(columns) == 0 {
		s.empty()
		return
	}
	wide := s.columnWidth(columns)
	perLine := int((s.drawing.Width - 2*margin + gap) / (wide + gap))
	if perLine < 6 && perLine < len(columns) {
		s.list(row, columns)
		return
	}
	lines := arrange(columns, perLine)
	y := float64(margin)
	scale := scaleOf(columns, lines, stackHeight(len(lines)))
	for _, l := range lines {
		if l.leftOut > 0 {
			y = s.leftOut(y, l.leftOut)
			continue
		}
		y = s.line(columns[l.from:l.to], wide, scale, y)
	}
	s.finish(row, columns, y)
}

// finish explains the colours and ends the picture at y.
func (s *sketch) finish(row games.Row, columns []column, y float64) {
	if len(row.Piles) == 0 {
		size := s.size(nameSize)
		s.label(drawing.Label{X: s.drawing.Width / 2, Y: y + size/2, Text: emptyText, Size: size, Role: drawing.Ink})
		y += size * 1.5
	}
	s.legend(y+6, rowLegend(row, columns))
}

// rowLegend says what the colours of a row mean.
func rowLegend(row games.Row, columns []column) []drawing.Entry {
	var entries []drawing.Entry
	switch {
	case row.Nominated >= 0:
		entries = append(entries, drawing.Entry{Fill: drawing.Nominated, Text: "the named pile"})
	case row.Ends && row.Sided:
		for _, side := range []games.Side{games.Left, games.Right} {
			if row.Open[side] {
				fill, pattern := owner(side)
				entries = append(entries, drawing.Entry{Fill: fill, Pattern: pattern, Text: side.Name() + " can take here"})
			}
		}
	case row.Ends && (row.Open[games.Left] || row.Open[games.Right]):
		entries = append(entries, drawing.Entry{Fill: drawing.Open, Text: "you can take here"})
	case !row.Ends && len(row.Piles) > 0:
		entries = append(entries, drawing.Entry{Fill: drawing.Background, Border: drawing.Open, Text: "the pile's name in a move"})
	}
	for _, c := range columns {
		if c.taken > 0 {
			return append(entries, ghostEntry)
		}
	}
	return entries
}

// columnWidth is how wide the widest column is.
func (s *sketch) columnWidth(columns []column) float64 {
	wide := 20.0
	for i, c := range columns {
		wide = max(wide, s.numberLabel(c).Width()+4)
		if c.tag() != "" {
			wide = max(wide, s.tagLabel(c).Width()+4)
		}
		// The names of ends have more room, as the columns beside them have none.
		if name := s.nameLabel(c); i > 0 && i < len(columns)-1 && name.Text != "" {
			wide = max(wide, name.Width()+12)
		}
	}
	return wide
}

func (s *sketch) numberLabel(c column) drawing.Label {
	l := drawing.Label{Text: c.number(), Size: s.size(numberSize), Bold: true, Role: drawing.Ink}
	if c.gone {
		l.Role = drawing.Faint
	}
	return l
}

func (s *sketch) tagLabel(c column) drawing.Label {
	return drawing.Label{Text: c.tag(), Size: s.size(noteSize), Bold: true, Role: drawing.Ink}
}

func (s *sketch) nameLabel(c column) drawing.Label {
	return drawing.Label{Text: c.name, Size: s.size(nameSize), Role: drawing.Ink}
}

// stackHeight is the room for a stack, by how many lines of them there are.
func stackHeight(lines int) float64 {
	switch lines {
	case 1:
		return 170
	case 2:
		return 102
	default:
		return 68
	}
}

// line draws columns beside each other from y downwards and returns where it ends.
func (s *sketch) line(columns []column, wide float64, scale scale, y float64) float64 {
	pitch := min(wide+gap+34, (s.drawing.Width-2*margin+gap)/float64(len(columns)))
	pitch = max(pitch, wide+gap)
	left := (s.drawing.Width-pitch*float64(len(columns))+gap)/2 + (pitch-gap)/2
	tags, tallest := 0.0, 0.0
	for _, c := range columns {
		tallest = max(tallest, scale.height(c.top()))
		if c.tag() != "" {
			tags = s.size(noteSize) * 1.4
		}
	}
	base := y + tags + tallest
	named := 0.0
	for i, c := range columns {
		x := left + float64(i)*pitch
		bar := min(pitch-gap, barWidest)
		s.stack(c, x-bar/2, bar, base, scale)
		if tag := s.tagLabel(c); tag.Text != "" {
			tag.X, tag.Y = x, base-scale.height(c.top())-tag.Size*0.7
			s.label(tag)
		}
		number := s.numberLabel(c)
		number.X, number.Y = x, base+number.Size*0.85
		s.label(number)
		if c.name != "" {
			named = s.size(nameSize)*1.6 + 4
			s.name(c, x, base+number.Size*1.6)
		}
	}
	return base + s.size(numberSize)*1.6 + named + 8
}

// name writes what a move calls a column in a frame, as on a button, with its upper edge
// at y. A single pile of the partizan game has both names.
func (s *sketch) name(c column, x, y float64) {
	names := []drawing.Label{s.nameLabel(c)}
	fills := []drawing.Role{c.fill}
	switch c.name {
	case "Left", "Right":
		fills[0] = drawing.Left
		if c.name == "Right" {
			fills[0] = drawing.Right
		}
	case "Left, Right":
		names, fills = append(names, names[0]), []drawing.Role{drawing.Left, drawing.Right}
		names[0].Text, names[1].Text = "Left", "Right"
		x -= (names[1].Width() + 14 + gap) / 2
	}
	for i, l := range names {
		w, h := max(l.Width()+10, l.Size*1.6), l.Size*1.6
		role := fills[i]
		if role == drawing.Closed || c.gone {
			role = drawing.Rule
		}
		box := drawing.Box{X: x - w/2, Y: y, W: w, H: h, Radius: 4, Fill: drawing.Background, Border: role, BorderW: 1.5}
		box.X = min(max(box.X, 4), s.drawing.Width-4-w)
		s.drawing.Add(box)
		l.X, l.Y = box.X+w/2, y+h/2
		s.label(l)
		x += w/2 + gap + 26
	}
}

// leftOut says how many piles are not shown.
func (s *sketch) leftOut(y float64, n int) float64 {
	text := fmt.Sprintf("… %d more piles …", n)
	if n == 1 {
		text = "… 1 more pile …"
	}
	size := s.size(nameSize)
	s.label(drawing.Label{X: s.drawing.Width / 2, Y: y + size*0.8, Text: text, Size: size, Role: drawing.Faint})
	return y + size*2
}
