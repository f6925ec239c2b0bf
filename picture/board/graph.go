package board

import (
	"math"
	"strconv"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/picture/drawing"
)

const (
	mostPlaces  = 60
	mostLayers  = 14
	longestName = 10 // in characters
	between     = 12 // places beside each other
)

// Graph draws places layer by layer: those where counters are never taken, such as the
// depot, above, what is next to them below, and so on; a tree from its root.
func (s *sketch) Graph(g games.Graph) {
	ghost, count := s.takenFrom(g.Vertices)
	if ghost < 0 {
		g, ghost, count = s.withEmptied(g)
	}
	if len(g.Vertices) == 0 {
		s.empty()
		return
	}
	wide := s.placeWidth(g)
	perLayer := int((s.drawing.Width - 2*margin + between) / (wide + between))
	layers := layersOf(g, max(1, perLayer))
	if perLayer < 1 || len(g.Vertices) > mostPlaces || len(layers) > mostLayers {
		s.err = drawing.ErrTooLarge
		return
	}
	high := s.size(numberSize) + s.size(nameSize) + 14
	pitch := high + 24
	tag := s.size(noteSize) * 1.3
	x := settle(g, layers, wide+between, margin+wide/2, s.drawing.Width-margin-wide/2)
	at := make([]drawing.Point, len(g.Vertices))
	for k, layer := range layers {
		for _, v := range layer {
			at[v] = drawing.Point{X: x[v], Y: margin + tag + high/2 + float64(k)*pitch}
		}
	}
	for _, e := range g.Edges {
		s.edge(e, at)
	}
	for v, place := range g.Vertices {
		s.place(place, at[v], wide, high, v == ghost)
		if v == ghost {
			s.placeTag(at[v], high, count)
		}
	}
	y := margin + tag + float64(len(layers)-1)*pitch + high + 14
	s.legend(y, append(placesLegend(g.Vertices, ghost >= 0), roadLegend(g)...))
}

// withEmptied puts the place that the last move emptied back where it is no part of the
// graph any more, as in trees, and returns its index.
func (s *sketch) withEmptied(g games.Graph) (with games.Graph, ghost int, count uint64) {
	was, ok := before[games.Graph](s)
	if !ok || len(was.Vertices) != len(g.Vertices)+1 || s.board.last().Move.Kind != games.Take {
		return g, -1, 0
	}
	ghost = -1
	for i, v := range was.Vertices {
		if v.Name == s.board.last().Move.Where && v.Counters == s.board.last().Move.Count {
			ghost = i
		}
	}
	if ghost < 0 {
		return g, -1, 0
	}
	with.Edges = was.Edges
	for i := range was.Vertices {
		switch {
		case i < ghost:
			with.Vertices = append(with.Vertices, g.Vertices[i])
		case i == ghost:
			with.Vertices = append(with.Vertices, games.Vertex{})
		default:
			with.Vertices = append(with.Vertices, g.Vertices[i-1])
		}
	}
	return with, ghost, s.board.last().Move.Count
}

// placeName is the name of a place, short enough for its box.
func placeName(v games.Vertex) string {
	if v.Depot {
		return "depot"
	}
	if utf8.RuneCountInString(v.Name) <= longestName {
		return v.Name
	}
	return string([]rune(v.Name)[:longestName-1]) + "…"
}

// placeWidth is how wide the widest place is.
func (s *sketch) placeWidth(g games.Graph) float64 {
	wide := 30.0
	for _, v := range g.Vertices {
		wide = max(wide,
			drawing.Label{Text: placeName(v), Size: s.size(nameSize)}.Width()+12,
			drawing.Label{Text: strconv.FormatUint(v.Counters, 10), Size: s.size(numberSize), Bold: true}.Width()+8)
	}
	return wide
}

// place draws a place: its counters above its name.
func (s *sketch) place(v games.Vertex, at drawing.Point, wide, high float64, taken bool) {
	b := drawing.Box{X: at.X - wide/2, Y: at.Y - high/2, W: wide, H: high, Radius: 6, Fill: drawing.Closed}
	switch {
	case v.Open:
		b.Fill = drawing.Open
	case v.Counters == 0:
		b.Fill, b.Border, b.BorderW = drawing.Background, drawing.Faint, 1
	}
	if v.Depot {
		b.BorderW, b.Border = 2, drawing.Ink
	}
	if v.Name == s.board.Chosen && v.Name != "" {
		b.Fill = drawing.Nominated
	}
	if taken {
		b.Border, b.BorderW, b.Dashed, b.Radius = drawing.Ink, 1.5, true, 0
	}
	s.drawing.Add(b)
	role := s.letters(b.Fill)
	name := drawing.Label{X: at.X, Y: at.Y, Text: placeName(v), Size: s.size(nameSize), Role: role}
	if v.Counters > 0 {
		s.label(drawing.Label{X: at.X, Y: b.Y + 4 + s.size(numberSize)/2, Text: strconv.FormatUint(v.Counters, 10), Size: s.size(numberSize), Bold: true, Role: role})
		name.Y = b.Y + high - 5 - name.Size/2
	}
	if name.Text != "" {
		s.label(name)
	}
}

// placeTag says above a place how many the last move took from it.
func (s *sketch) placeTag(at drawing.Point, high float64, count uint64) {
	tag := drawing.Label{X: at.X, Y: at.Y - high/2 - s.size(noteSize)*0.75, Text: "−" + strconv.FormatUint(count, 10), Size: s.size(noteSize), Bold: true, Role: drawing.Ink}
	w := tag.Width() + 6
	tag.X = min(max(tag.X, margin+w/2), s.drawing.Width-margin-w/2)
	// Roads that pass behind it would make it hard to read.
	s.drawing.Add(drawing.Box{X: tag.X - w/2, Y: tag.Y - tag.Size*0.6, W: w, H: tag.Size * 1.2, Radius: 3, Fill: drawing.Background})
	s.label(tag)
}

// road returns how an edge of a colour is drawn: each differs by more than its colour.
func road(c games.Colour) drawing.Line {
	switch c {
	case games.Blue:
		return drawing.Line{Width: 2.5, Role: drawing.Left, Dash: 6}
	case games.Red:
		return drawing.Line{Width: 5, Role: drawing.Right, Double: true}
	case games.Green:
		return drawing.Line{Width: 2.5, Role: drawing.Shared}
	default:
		return drawing.Line{Width: 2, Role: drawing.Faint}
	}
}

// roadLegend explains the colours of edges.
func roadLegend(g games.Graph) []drawing.Entry {
	var entries []drawing.Entry
	for _, c := range []struct {
		colour games.Colour
		text   string
	}{{games.Blue, "blue: Left's"}, {games.Red, "red: Right's"}, {games.Green, "green: for both"}} {
		for _, e := range g.Edges {
			if e.Colour == c.colour {
				line := road(c.colour)
				entries = append(entries, drawing.Entry{Line: &line, Text: c.text})
				break
			}
		}
	}
	return entries
}

// edge draws what joins two places.
func (s *sketch) edge(e games.Edge, at []drawing.Point) {
	if e.From == e.To {
		return
	}
	line := road(e.Colour)
	line.Points = course(e, at)
	s.drawing.Add(line)
	if e.OneWay {
		s.arrow(line, at[e.From], at[e.To])
	}
}

// course is where an edge runs: straight, but bowed where other places of the same layer are in
// between.
func course(e games.Edge, at []drawing.Point) []drawing.Point {
	a, b := at[e.From], at[e.To]
	for v, p := range at {
		if v != e.From && v != e.To && p.Y == a.Y && p.Y == b.Y && p.X > min(a.X, b.X) && p.X < max(a.X, b.X) {
			return bow(a, b)
		}
	}
	return []drawing.Point{a, b}
}

// bow returns a curve that sags between two points of the same height, around what is
// there.
func bow(a, b drawing.Point) []drawing.Point {
	const steps = 12
	points := make([]drawing.Point, steps+1)
	for i := range points {
		t := float64(i) / steps
		points[i] = drawing.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + 70*4*t*(1-t)*0.5}
	}
	return points
}

// arrow points the way in the middle of an edge.
func (s *sketch) arrow(line drawing.Line, a, b drawing.Point) {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length == 0 {
		return
	}
	ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
	mx, my := (a.X+b.X)/2+ux*5, (a.Y+b.Y)/2+uy*5
	s.drawing.Add(drawing.Line{Width: line.Width, Role: line.Role, Points: []drawing.Point{
		{X: mx - 8*ux + 5*uy, Y: my - 8*uy - 5*ux}, {X: mx, Y: my}, {X: mx - 8*ux - 5*uy, Y: my - 8*uy + 5*ux},
	}})
}
