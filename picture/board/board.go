// Package board lays out the picture of a position as things on a table: piles of counters, trees,
// roads between boxes, yards of boxes. It highlights the places that may be touched, and shows what
// the last two moves took as outlines. It knows the shapes of boards and no game.
package board

import (
	"nimatron/games"
	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Board is the content of a picture of a match.
type Board struct {
	// Shape is the position.
	Shape games.Shape
	// Chosen is the place selected so far for the next move, "" for none.
	Chosen string
	// First adds a line about the places to take from, for people who may be new to such boards.
	First bool
	// Note is the text below Chosen, and below a pile that the newest of Moves changed; "" means the usual
	// texts.
	Note string
	// Edited is true for a board that is being built. Every place has a spot, and piles are named
	// by their numbers. The selected pile also has a spot above it for one more counter.
	Edited bool
	// Moves are the last moves, the newest first, at most [MarkedMoves] of them. The last two that
	// took counters are marked.
	Moves []Made
	// Touched is true for a picture to touch: stacks use the height of a phone, and a finger can hit each spot.
	Touched bool
	// Winning are moves whose counts are marked on their places.
	Winning []games.Move
	height  float64 // the least one, 0 for the usual one
	// elsewhere is true on a part of a sum if the last move was on another part.
	elsewhere bool
}

// MarkedMoves is the number of last moves that may be marked: a turn may have two, only one of which takes
// counters.
const MarkedMoves = 4

// A Made is a move that was made.
type Made struct {
	Before games.Shape // nil if only the words tell the move
	Move   games.Move
	By     games.Side
}

// Draw lays a position out. The error is drawing.ErrTooLarge if the board has more than a picture
// can show legibly.
func Draw(b Board, style picture.Style) (*drawing.Drawing, error) {
	if !b.Touched {
		t := layOut(b, style, drawing.Width)
		return t.drawing, t.err
	}
	b.height = touchedHeight
	d, err := drawTouched(b, style)
	if err == nil {
		mark(d, b.Winning)
		d.Spots = reachable(d.Spots, reach*d.Width/drawing.Width)
	}
	return d, err
}

func drawTouched(b Board, style picture.Style) (*drawing.Drawing, error) {
	whole := layOut(b, style, drawing.Width)
	if whole.err == nil {
		for _, share := range []float64{0.6, 0.7, 0.8, 0.9} { // a small board is shown larger
			small := b
			small.height *= share
			t := layOut(small, style, drawing.Width*share)
			if t.err == nil && t.broken == whole.broken && t.crowded == whole.crowded &&
				t.drawing.Height <= whole.drawing.Height*share &&
				thinnestSpot(t.drawing) >= thinnestSpot(whole.drawing)*share && holds(t.drawing) {
				return t.drawing, nil
			}
		}
	}
	return whole.drawing, whole.err
}

func thinnestSpot(d *drawing.Drawing) float64 {
	least := d.Height
	for _, s := range d.Spots {
		if s.Exact {
			least = min(least, s.H)
		}
	}
	return least
}

func layOut(b Board, style picture.Style, width float64) *table {
	t := &table{board: b, style: style, drawing: &drawing.Drawing{Width: width, Theme: style.Theme}}
	b.Shape.Draw(t)
	if d := t.drawing; t.err == nil && d.Height < b.height {
		t.drawing = &drawing.Drawing{Width: d.Width, Height: b.height, Theme: d.Theme}
		t.drawing.Place(d, 0, (b.height-d.Height)/2)
	}
	return t
}
