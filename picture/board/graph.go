package board

import (
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

const (
	mostPlaces  = 60
	mostLayers  = 14
	fewPlaces   = 8
	longestName = 10
	between     = 12
)

// Graph draws a depot with roads to stacks of boxes, and a graph without a depot as a tree that
// grows from its root.
func (t *table) Graph(g games.Graph) {
	g = t.withEmptied(g)
	if len(g.Vertices) == 0 {
		t.empty()
		return
	}
	tree := true
	for _, v := range g.Vertices {
		tree = tree && !v.Depot
	}
	wide, layers := t.fitGraph(g, tree)
	if layers == nil {
		t.err = drawing.ErrTooLarge
		return
	}
	high := t.size(numberSize) + t.size(noteSize) + 21*t.grow
	pitch := high + 20*t.grow
	untangle(g, layers)
	x := align(g, layers, wide+between, edge+wide/2, t.drawing.Width-edge-wide/2)
	at := make([]drawing.Point, len(g.Vertices))
	_, chip := t.chipSize(taken{count: 1})
	first := edge + chip/2 + 6 + high/2
	for k, layer := range layers {
		if tree {
			k = len(layers) - 1 - k
		}
		for _, v := range layer {
			at[v] = drawing.Point{X: x[v], Y: first + float64(k)*pitch}
		}
	}
	y := first + float64(len(layers)-1)*pitch + high/2 + 4
	made := t.takenFrom(g.Vertices)
	if tree {
		t.branches(g, at, y)
	} else {
		for _, e := range g.Edges {
			t.road(e, at)
		}
	}
	for v, place := range g.Vertices {
		t.hold(place, func() {
			switch {
			case tree:
				t.fruit(place, at[v], made[v])
			case place.Depot:
				t.depot(place, at[v], high)
			default:
				t.stackAt(place, at[v], high, highest(g.Vertices), made[v])
			}
		})
		t.touch(place, at[v].X, at[v].Y, wide, high)
	}
	for v := range made {
		t.chips(at[v].X, at[v].Y-high/2-3, made[v])
	}
	if !tree {
		t.trucks(g, at, layers, high)
	}
	t.end(t.openHint(t.signs(g, y+4), g.Vertices))
}

// fitGraph chooses the largest size in which a graph fits, and returns the width of a place and
// the layers, nil if there is none.
func (t *table) fitGraph(g games.Graph, tree bool) (wide float64, layers [][]int) {
	for _, t.grow = range []float64{1.3, 1, 0.75} {
		if t.grow > 1 && (tree || len(g.Vertices) > fewPlaces) {
			continue
		}
		wide = 44 * t.grow
		for _, v := range g.Vertices {
			wide = max(wide, t.plateLabel(v).Width()+14,
				drawing.Label{Text: words.Number(v.Counters), Size: t.size(numberSize), Bold: true}.Width()+14)
		}
		perLayer := int((t.drawing.Width - 2*edge + between) / (wide + between))
		if perLayer < 1 || len(g.Vertices) > mostPlaces {
			continue
		}
		if layers = layersOf(g, perLayer); len(layers) <= mostLayers {
			return wide, layers
		}
	}
	return 0, nil
}

// withEmptied restores the place that the last move emptied if it is gone, as in trees.
func (t *table) withEmptied(g games.Graph) games.Graph {
	if len(t.board.Moves) == 0 {
		return g
	}
	last := t.board.Moves[0]
	was, ok := last.Before.(games.Graph)
	if !ok || len(was.Vertices) != len(g.Vertices)+1 || last.Move.Kind != games.Take {
		return g
	}
	for i, v := range was.Vertices {
		if v.Name == last.Move.Where && v.Counters == last.Move.Count {
			with := games.Graph{Edges: was.Edges}
			with.Vertices = append(append(with.Vertices, g.Vertices[:i]...), games.Vertex{})
			with.Vertices = append(with.Vertices, g.Vertices[i:]...)
			return with
		}
	}
	return g
}

func (t *table) plateLabel(v games.Vertex) drawing.Label {
	name := v.Name
	if v.Depot {
		name = "depot"
	}
	if utf8.RuneCountInString(name) > longestName {
		name = string([]rune(name)[:longestName-1]) + "…"
	}
	return drawing.Label{Text: name, Size: t.size(noteSize), Bold: true, Role: drawing.Black}
}

func (t *table) plate(x, y float64, v games.Vertex) {
	l := t.plateLabel(v)
	if l.Text == "" {
		return
	}
	l.X, l.Y = x, y
	w, h := l.Width()+9, l.Size*1.25
	t.drawing.Add(drawing.Box{X: x - w/2, Y: y - h/2, W: w, H: h, Radius: 2.5, Fill: drawing.Badge, Border: drawing.BadgeEdge, BorderW: 1}, l)
}
