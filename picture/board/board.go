package board

import (
	"math"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Board is what a picture of a match shows.
type Board struct {
	// Shape is the position.
	Shape games.Shape
	// Chosen is the place that the next move will be about, as far as it is made, "" for
	// none.
	Chosen string
	// First is true where whoever looks may not have seen such a board before: then words
	// below it say where one can take. The flat themes always have a legend.
	First bool
	// Better says that Chosen was not chosen: a better move would have been there.
	Better bool
	// Edited is true where the board is being built: every place has a spot, and piles are called by
	// their numbers. The chosen pile has one above it too, for one more.
	Edited bool
	// Moves are the last moves, the newest first, as far as they are to be marked. The
	// flat themes mark the newest alone, the others the last two that have taken counters.
	Moves []Made
	// elsewhere is true on a part of a sum where the last move was made on another one.
	elsewhere bool
}

// MarkedMoves is how many of the last moves are looked at: a turn can be two of them, of
// which one has taken counters.
const MarkedMoves = 4

// A Made is a move that was made.
type Made struct {
	Before games.Shape // nil where only the words are to tell of it
	Move   games.Move
	By     games.Side
}

// last returns the newest move, zero for none.
func (b Board) last() Made {
	if len(b.Moves) == 0 {
		return Made{}
	}
	return b.Moves[0]
}

// Draw lays a position out. The error is drawing.ErrTooLarge where there is more on the
// board than can be read in a picture.
func Draw(b Board, style picture.Style) (*drawing.Drawing, error) {
	on := sketch{board: b, large: style.Large, drawing: &drawing.Drawing{Width: drawing.Width, Theme: style.Theme}}
	if style.Theme.Flat() {
		b.Shape.Draw(&on)
		return on.drawing, on.err
	}
	table := table{sketch: on}
	b.Shape.Draw(&table)
	return table.drawing, table.err
}

// sketch is a canvas for the shapes of boards that makes shapes of drawings of them.
type sketch struct {
	board   Board
	large   bool
	drawing *drawing.Drawing
	err     error
	asList  bool // piles below each other, where there is no room for stacks
	// signs collects what a part of a sum has to explain, for one legend of all parts; nil
	// for a board that has a legend of its own.
	signs *[]drawing.Entry
}

// The sizes of letters, and the margin around everything.
const (
	numberSize = 17
	nameSize   = 14
	noteSize   = 13
	smallest   = 12 // that is still easy to read on a phone
	margin     = 12
)

// size returns a size of letters as the style wants it.
func (s *sketch) size(of float64) float64 {
	if s.large {
		return of * 1.35
	}
	return of
}

// label adds a label.
func (s *sketch) label(l drawing.Label) { s.drawing.Add(l) }

// letters returns the role of letters on a fill.
func (s *sketch) letters(on drawing.Role) drawing.Role { return on.Letters(s.drawing.Theme) }

// before returns the shape before the last move, if it is of the kind of the present one.
func before[T games.Shape](s *sketch) (shape T, ok bool) {
	shape, ok = s.board.last().Before.(T)
	return shape, ok
}

// owner returns the fill and the pattern of what is a side's own.
func owner(side games.Side) (drawing.Role, drawing.Pattern) {
	if side == games.Left {
		return drawing.Left, drawing.Rising
	}
	return drawing.Right, drawing.Falling
}

// ghostEntry explains the ghosts.
var ghostEntry = drawing.Entry{Border: drawing.Faint, Dashed: true, Text: "just taken"}

// legend explains the colours from y downwards and ends the picture below that.
func (s *sketch) legend(y float64, entries []drawing.Entry) {
	if s.signs != nil {
		*s.signs = append(*s.signs, entries...)
		s.drawing.Height = math.Ceil(y)
		return
	}
	s.drawing.Height = math.Ceil(s.drawing.Legend(y, s.size(noteSize), entries) + 8)
}

const emptyText = "The board is empty"

// empty draws a board with nothing on it.
func (s *sketch) empty() {
	s.label(drawing.Label{X: s.drawing.Width / 2, Y: 40, Text: emptyText, Size: s.size(numberSize), Role: drawing.Ink})
	s.drawing.Height = 80
}
