// Package drawing is a picture before it is a file: boxes, lines and labels with roles instead of
// colours. Layouts of boards and charts create it, packages raster and svg write it, and tests
// check it.
//
// Lengths are in units. A picture is 400 units wide, like a phone, so a letter of 12 units is about
// 12 points high there. A point's y grows downwards.
package drawing

import (
	"errors"
	"image/color"

	"nimatron/picture"
	"nimatron/picture/typeface"
)

// Width is the width of pictures, in units. Only large planes are wider.
const Width = 400

// ErrTooLarge is the error for a picture that nobody could read. Text replaces it.
var ErrTooLarge = errors.New("too large for a picture that can be read")

// A Drawing is a picture with its shapes from the back to the front.
type Drawing struct {
	Width, Height float64
	Theme         picture.Theme
	Shapes        []Shape
	// Spots are the rectangles of a board that a page makes touchable, or the square of a plane.
	Spots []Spot
	// Things are groups of shapes, in order, that a page moves together.
	Things []Thing
}

// A Thing is the group of shapes with the indexes From to To-1.
type Thing struct {
	Name     string // unique in a drawing
	Was      string
	From, To int
}

// Hold groups the shapes that draw adds into one thing.
func (d *Drawing) Hold(name, was string, draw func()) {
	t := Thing{Name: name, Was: was, From: len(d.Shapes)}
	draw()
	if t.To = len(d.Shapes); t.To > t.From {
		d.Things = append(d.Things, t)
	}
}

// A Spot is a rectangle that stands for a place of a board or, if Exact is set, for its counter
// with Leaves others below.
type Spot struct {
	X, Y, W, H float64
	Place      string
	Pile       string // begins the names of the things at the place
	Leaves     uint64
	Exact      bool
}

// Add puts shapes in front of the others.
func (d *Drawing) Add(shapes ...Shape) { d.Shapes = append(d.Shapes, shapes...) }

// A Shape is one of the forms that a [Canvas] has a method for.
type Shape interface {
	// Draw calls the canvas's method for this shape.
	Draw(on Canvas)
}

// Draw draws the ground and then the shapes.
func (d *Drawing) Draw(on Canvas) { d.DrawThings(on, func(Thing) {}, func() {}) }

// DrawThings is Draw for a canvas that groups the shapes of a thing. It calls begin before the
// shapes of each thing and end after them.
func (d *Drawing) DrawThings(on Canvas, begin func(Thing), end func()) {
	d.Ground(on)
	things := d.Things
	for i, s := range d.Shapes {
		if len(things) > 0 && i == things[0].From {
			begin(things[0])
		}
		s.Draw(on)
		if len(things) > 0 && i == things[0].To-1 {
			end()
			things = things[1:]
		}
	}
}

// A Canvas draws every shape there is.
type Canvas interface {
	Box(Box)
	Line(Line)
	Disc(Disc)
	Area(Area)
	Label(Label)
	Cells(Cells)
}

// A Point is a place.
type Point struct{ X, Y float64 }

// A Pattern tells fills apart without their colours.
type Pattern uint8

const (
	Plain Pattern = iota
	// Rising is stripes like /.
	Rising
	// Falling is stripes like \.
	Falling
)

// A Shade is the other end of a gradient, None for no gradient. It runs from the top of a box to
// its bottom, and from the edge of a disc to its centre.
type Shade struct {
	To    Role
	Round bool // from left to right, as on a pillar lit from the left
}

// Brightest is the position of the plain fill on a round shade, from 0 at the left edge to 1 at the
// right. The left edge is a third of the way to the shade.
const Brightest = 0.3

// ShadeSteps is the number of steps from a fill to its shade.
const ShadeSteps = 4

// A Box is a rectangle, filled or not, with a border or without.
type Box struct {
	X, Y, W, H float64
	Radius     float64
	Fill       Role
	Shade      Shade
	Pattern    Pattern
	Border     Role
	BorderW    float64
}

// Draw draws a box.
func (b Box) Draw(on Canvas) { on.Box(b) }

// A Line joins two or more points.
type Line struct {
	Points []Point
	Width  float64
	Role   Role
	Dash   float64 // length of dashes and of gaps; 0: none
	Double bool    // two thin lines on a road, Width between their centres
}

// Draw draws a line.
func (l Line) Draw(on Canvas) { on.Line(l) }

// A Disc is a filled circle, or an ellipse, with a border or without.
type Disc struct {
	X, Y, R float64
	RY      float64 // the upward radius of a filled ellipse; 0: R
	Lower   bool    // only the lower half of an ellipse
	Fill    Role
	Shade   Shade
	Border  Role
	BorderW float64
}

// Draw draws a disc.
func (d Disc) Draw(on Canvas) { on.Disc(d) }

// High is the radius upwards.
func (d Disc) High() float64 {
	if d.RY > 0 {
		return d.RY
	}
	return d.R
}

// An Area is a polygon that does not cross itself.
type Area struct {
	Points []Point
	Fill   Role
}

// Draw draws an area.
func (a Area) Draw(on Canvas) { on.Area(a) }

// An Anchor is the part of a label at its X.
type Anchor uint8

const (
	Middle Anchor = iota
	Start
	End
)

// A Label is text on one line.
type Label struct {
	X, Y   float64 // Y is the centre of its capitals
	Text   string
	Size   float64
	Bold   bool
	Role   Role
	Anchor Anchor
}

// Draw draws a label.
func (l Label) Draw(on Canvas) { on.Label(l) }

// Width returns the width in the units of the drawing.
func (l Label) Width() float64 { return typeface.Width(l.Text, l.Bold) * l.Size }

// Left returns the x of the left end of the text.
func (l Label) Left() float64 {
	switch l.Anchor {
	case Start:
		return l.X
	case End:
		return l.X - l.Width()
	default:
		return l.X - l.Width()/2
	}
}

// Baseline returns the y of the baseline.
func (l Label) Baseline() float64 { return l.Y + l.Size*typeface.CapHeight/2 }

// Cells is a table of coloured squares.
type Cells struct {
	X, Y    float64
	Size    float64
	Columns int
	At      []uint8 // row by row from the top: indexes of Colours
	Colours []color.RGBA
}

// Draw draws a table of squares.
func (c Cells) Draw(on Canvas) { on.Cells(c) }
