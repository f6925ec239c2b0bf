package board

import (
	"fmt"

	"nimatron/games"
	"nimatron/picture/drawing"
)

// highestHalf bounds how much higher a part may get by being drawn half as wide.
const highestHalf = 1.3

// Sum draws the parts below each other, and two narrow ones side by side.
func (t *table) Sum(sum games.Sum) {
	if len(sum.Parts) == 0 {
		t.empty()
		return
	}
	const frame = drawing.FrameWidth
	wide, narrow := make([]*drawing.Drawing, len(sum.Parts)), make([]*drawing.Drawing, len(sum.Parts))
	for i, part := range sum.Parts {
		b := t.board.part(i, part.Shape)
		whole, half := layOut(b, t.style, t.drawing.Width), layOut(b, t.style, t.drawing.Width/2)
		if whole.err != nil {
			t.err = whole.err
			return
		}
		wide[i] = whole.drawing
		if half.err == nil && half.broken == whole.broken && half.covered == whole.covered && half.drawing.Height <= highestHalf*wide[i].Height && holds(half.drawing) {
			narrow[i] = half.drawing
		}
	}
	y := float64(frame)
	caption := t.size(noteSize) * 1.2
	for i := 0; i < len(wide); {
		line := wide[i : i+1]
		if i+1 < len(wide) && narrow[i] != nil && narrow[i+1] != nil {
			line = narrow[i : i+2]
		}
		if i > 0 {
			t.rule(drawing.Point{X: 2 * edge, Y: y}, drawing.Point{X: t.drawing.Width - 2*edge, Y: y})
		}
		high := 0.0
		for k, part := range line {
			t.part(sum.Parts[i+k].Name, i+k+1, part, t.drawing.Width/float64(len(line))*float64(k), y)
			high = max(high, caption+part.Height-frame)
		}
		if len(line) == 2 {
			t.rule(drawing.Point{X: t.drawing.Width / 2, Y: y + 6}, drawing.Point{X: t.drawing.Width / 2, Y: y + high - 4})
		}
		i, y = i+len(line), y+high
	}
	t.end(t.hint(y, "Choose one board, and take there."))
}

func (t *table) part(name string, number int, d *drawing.Drawing, x, y float64) {
	caption := drawing.Label{X: x + d.Width/2, Y: y + t.size(noteSize), Text: fmt.Sprintf("Part %d · %s", number, name), Size: t.size(noteSize), Bold: true, Role: drawing.Ink}
	for caption.Width() > d.Width-2*edge && caption.Size > smallest {
		caption.Size--
	}
	t.drawing.Add(caption)
	for i := range d.Spots {
		d.Spots[i].Place = games.Move{Where: d.Spots[i].Place}.OfPart(number).Where
	}
	for i, thing := range d.Things {
		d.Things[i].Name, d.Things[i].Was = fmt.Sprintf("%d:%s", number, thing.Name), fmt.Sprintf("%d:%s", number, thing.Was)
	}
	t.drawing.Place(d, x, y+t.size(noteSize)*1.2)
}

func (t *table) rule(from, to drawing.Point) {
	t.drawing.Add(drawing.Line{Points: []drawing.Point{from, to}, Width: 1, Role: drawing.Rule})
}

func holds(d *drawing.Drawing) bool {
	for _, shape := range d.Shapes {
		if l, ok := shape.(drawing.Label); ok && (l.Left() < 0 || l.Left()+l.Width() > d.Width) {
			return false
		}
	}
	return true
}

func (b Board) part(i int, shape games.Shape) Board {
	of := Board{Shape: shape, Note: b.Note, Edited: b.Edited}
	if part, inside := games.CutPart(b.Chosen); part == i+1 {
		of.Chosen = inside
	}
	for _, made := range b.Moves[:min(2, len(b.Moves))] {
		was, ok := made.Before.(games.Sum)
		if part, inside := made.Move.InPart(); ok && part == i+1 && i < len(was.Parts) {
			of.Moves = append(of.Moves, Made{Before: was.Parts[i].Shape, Move: inside, By: made.By})
		}
		of.elsewhere = of.elsewhere || len(of.Moves) == 0
	}
	return of
}
