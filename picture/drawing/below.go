package drawing

// Place adds another drawing in front, with its upper left corner at a point.
func (d *Drawing) Place(other *Drawing, x, y float64) {
	m := mover{to: d, right: x, down: y}
	for _, t := range other.Things { // each shape of a thing becomes a thing
		t.From, t.To = t.From+len(d.Shapes), t.To+len(d.Shapes)
		d.Things = append(d.Things, t)
	}
	for _, s := range other.Shapes {
		s.Draw(m)
	}
	for _, spot := range other.Spots {
		spot.X, spot.Y = spot.X+x, spot.Y+y
		d.Spots = append(d.Spots, spot)
	}
}

// Below adds another drawing below.
func (d *Drawing) Below(other *Drawing) {
	d.Place(other, 0, d.Height)
	d.Width, d.Height = max(d.Width, other.Width), d.Height+other.Height
}

type mover struct {
	to          *Drawing
	right, down float64
}

func (m mover) Box(b Box) { b.X += m.right; b.Y += m.down; m.to.Add(b) }

func (m mover) Line(l Line) {
	l.Points = m.points(l.Points)
	m.to.Add(l)
}

func (m mover) Area(a Area) { a.Points = m.points(a.Points); m.to.Add(a) }

func (m mover) points(list []Point) []Point {
	moved := make([]Point, len(list))
	for i, p := range list {
		moved[i] = Point{X: p.X + m.right, Y: p.Y + m.down}
	}
	return moved
}

func (m mover) Disc(d Disc) { d.X += m.right; d.Y += m.down; m.to.Add(d) }

func (m mover) Label(l Label) { l.X += m.right; l.Y += m.down; m.to.Add(l) }

func (m mover) Cells(c Cells) { c.X += m.right; c.Y += m.down; m.to.Add(c) }
