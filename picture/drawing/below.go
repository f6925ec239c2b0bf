package drawing

// Below puts another drawing under what there is.
func (d *Drawing) Below(other *Drawing) {
	m := mover{to: d, down: d.Height}
	for _, s := range other.Shapes {
		s.Draw(m)
	}
	d.Width, d.Height = max(d.Width, other.Width), d.Height+other.Height
}

// mover is a canvas that adds to a drawing what is drawn, further down.
type mover struct {
	to   *Drawing
	down float64
}

// Box moves a box.
func (m mover) Box(b Box) { b.Y += m.down; m.to.Add(b) }

// Line moves a line.
func (m mover) Line(l Line) {
	l.Points = m.points(l.Points)
	m.to.Add(l)
}

// Area moves an area.
func (m mover) Area(a Area) { a.Points = m.points(a.Points); m.to.Add(a) }

func (m mover) points(list []Point) []Point {
	moved := make([]Point, len(list))
	for i, p := range list {
		moved[i] = Point{X: p.X, Y: p.Y + m.down}
	}
	return moved
}

// Disc moves a disc.
func (m mover) Disc(d Disc) { d.Y += m.down; m.to.Add(d) }

// Label moves a label.
func (m mover) Label(l Label) { l.Y += m.down; m.to.Add(l) }

// Band moves a band.
func (m mover) Band(b Band) {
	high, low := make([]float64, len(b.X)), make([]float64, len(b.X))
	for i := range b.X {
		high[i], low[i] = b.High[i]+m.down, b.Low[i]+m.down
	}
	b.High, b.Low = high, low
	m.to.Add(b)
}

// Cells moves a table.
func (m mover) Cells(c Cells) { c.Y += m.down; m.to.Add(c) }
