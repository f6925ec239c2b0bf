package board

import (
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/picture/drawing"
)

// Sum draws the parts, as far as they are narrow two beside each other, with one legend.
func (s *sketch) Sum(sum games.Sum) {
	var signs []drawing.Entry
	y := s.parts(sum, margin/2, func(b Board, width float64) sketch {
		on := sketch{board: b, large: s.large, drawing: &drawing.Drawing{Width: width, Theme: s.drawing.Theme}, signs: &signs}
		b.Shape.Draw(&on)
		return on
	})
	var entries []drawing.Entry
	for _, e := range signs {
		if !slices.ContainsFunc(entries, func(known drawing.Entry) bool { return known.Text == e.Text }) {
			entries = append(entries, e)
		}
	}
	s.legend(y+4, entries)
}

// Sum draws the parts on one table.
func (t *table) Sum(sum games.Sum) {
	const over = drawing.FrameWidth // what each part leaves free for a frame
	y := t.parts(sum, over, func(b Board, width float64) sketch {
		part := table{sketch: sketch{board: b, large: t.large, drawing: &drawing.Drawing{Width: width, Theme: t.drawing.Theme}}}
		b.Shape.Draw(&part)
		part.drawing.Height -= over
		return part.sketch
	})
	t.end(t.teach(y, "Choose one board, and take there."))
}

// enough is how much higher a part may be when it is drawn half as wide.
const enough = 1.3

// parts draws the parts of a sum from y downwards by draw, and returns where they end.
func (s *sketch) parts(sum games.Sum, y float64, draw func(b Board, width float64) sketch) float64 {
	if len(sum.Parts) == 0 {
		s.empty()
		return 80
	}
	wide, narrow := make([]*drawing.Drawing, len(sum.Parts)), make([]*drawing.Drawing, len(sum.Parts))
	for i := range sum.Parts {
		b := s.board.part(i, sum.Parts[i].Shape, !s.drawing.Theme.Flat())
		whole, half := draw(b, s.drawing.Width), draw(b, s.drawing.Width/2)
		if whole.err != nil {
			s.err = whole.err
			return y
		}
		wide[i] = whole.drawing
		if half.err == nil && half.asList == whole.asList && half.drawing.Height <= enough*wide[i].Height && holds(half.drawing) {
			narrow[i] = half.drawing
		}
	}
	size := s.size(noteSize)
	for i := 0; i < len(wide); {
		line := wide[i : i+1]
		if i+1 < len(wide) && narrow[i] != nil && narrow[i+1] != nil {
			line = narrow[i : i+2]
		}
		if i > 0 {
			s.rule(drawing.Point{X: 2 * margin, Y: y}, drawing.Point{X: s.drawing.Width - 2*margin, Y: y})
		}
		high := 0.0
		for k, part := range line {
			x := s.drawing.Width / float64(len(line)) * float64(k)
			caption := drawing.Label{X: x + part.Width/2, Y: y + size, Text: fmt.Sprintf("Part %d · %s", i+k+1, sum.Parts[i+k].Name), Size: size, Bold: true, Role: drawing.Ink}
			for caption.Width() > part.Width-2*margin && caption.Size > smallest {
				caption.Size--
			}
			s.label(caption)
			for n := range part.Spots {
				part.Spots[n].Place = games.Move{Where: part.Spots[n].Place}.OfPart(i + k + 1).Where
			}
			for n, thing := range part.Things {
				of := fmt.Sprintf("%d:", i+k+1)
				part.Things[n].Name, part.Things[n].Was = of+thing.Name, of+thing.Was
			}
			s.drawing.Place(part, x, y+size*1.2)
			high = max(high, part.Height)
		}
		if len(line) == 2 {
			s.rule(drawing.Point{X: s.drawing.Width / 2, Y: y + 6}, drawing.Point{X: s.drawing.Width / 2, Y: y + size*1.2 + high - 4})
		}
		i, y = i+len(line), y+size*1.2+high
	}
	return y
}

// rule draws a thin line.
func (s *sketch) rule(from, to drawing.Point) {
	s.drawing.Add(drawing.Line{Points: []drawing.Point{from, to}, Width: 1, Role: drawing.Rule})
}

// holds reports whether all letters of a drawing are on it.
func holds(d *drawing.Drawing) bool {
	for _, shape := range d.Shapes {
		if l, ok := shape.(drawing.Label); ok && (l.Left() < 0 || l.Left()+l.Width() > d.Width) {
			return false
		}
	}
	return true
}

// part is what is shown of b on the part of a sum with index i: the place that is chosen there,
// and of the moves that are marked, the newest one or two, those that were made there.
func (b Board) part(i int, shape games.Shape, two bool) Board {
	of := Board{Shape: shape, Better: b.Better, Edited: b.Edited}
	if part, inside := games.CutPart(b.Chosen); part == i+1 {
		of.Chosen = inside
	}
	marked := 1
	if two {
		marked = 2
	}
	for _, made := range b.Moves[:min(marked, len(b.Moves))] {
		was, ok := made.Before.(games.Sum)
		if part, inside := made.Move.InPart(); ok && part == i+1 && i < len(was.Parts) {
			of.Moves = append(of.Moves, Made{Before: was.Parts[i].Shape, Move: inside, By: made.By})
		}
		of.elsewhere = of.elsewhere || len(of.Moves) == 0
	}
	return of
}
