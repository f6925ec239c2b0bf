package gamestest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
)

// A recorder is a canvas that records what was drawn, and anything that can't be drawn.
type recorder struct {
	calls int
	// empty is set if there is nothing to see.
	empty bool
	// closed is set if the shape could mark the places that the decision may touch, but marks none.
	closed bool
	faults []string
}

var _ games.Canvas = (*recorder)(nil)

func (r *recorder) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// Row checks piles side by side.
func (r *recorder) Row(row games.Row) {
	r.calls++
	r.empty = len(row.Piles) == 0
	if row.Nominated < -1 || row.Nominated >= len(row.Piles) {
		r.fault("pile %d of %d is nominated", row.Nominated, len(row.Piles))
	}
	for i, n := range row.Piles {
		if n == 0 && row.Ends {
			r.fault("pile %d is empty", i)
		}
	}
}

// Graph checks vertices and edges.
func (r *recorder) Graph(g games.Graph) {
	r.calls++
	r.empty = len(g.Vertices) == 0
	r.closed = true
	names := map[string]bool{}
	for _, v := range g.Vertices {
		if v.Name == "" || v.Name != strings.TrimSpace(v.Name) || names[v.Name] {
			r.fault("the name %q is empty, has spaces around it or stands for two vertices", v.Name)
		}
		names[v.Name] = true
		r.closed = r.closed && !v.Open
	}
	for _, e := range g.Edges {
		if e.From < 0 || e.From >= len(g.Vertices) || e.To < 0 || e.To >= len(g.Vertices) {
			r.fault("the edge from %d to %d leaves the %d vertices", e.From, e.To, len(g.Vertices))
		}
	}
}

// Sum records the parts of a sum, which together count as one drawing.
func (r *recorder) Sum(s games.Sum) {
	r.calls++
	r.empty, r.closed = true, true
	for _, part := range s.Parts {
		var seen recorder
		part.Shape.Draw(&seen)
		if part.Name == "" || seen.calls != 1 {
			r.fault("a part called %q calls %d methods of the canvas", part.Name, seen.calls)
		}
		r.empty, r.closed = r.empty && seen.empty, r.closed && (seen.closed || seen.empty)
		r.faults = append(r.faults, seen.faults...)
	}
}

// checkShape draws a position. drawn has the earlier drawings: boards that look the same could not
// be told apart.
func (s *suite) checkShape(t *testing.T, p games.Position, drawn map[string]string) {
	t.Helper()
	shape := p.Shape()
	if shape == nil {
		t.Errorf("%s has no shape", describe(p))
		return
	}
	var seen recorder
	shape.Draw(&seen)
	if seen.calls != 1 {
		t.Errorf("%s: drawing the shape calls %d methods of the canvas, want 1", describe(p), seen.calls)
	}
	for _, fault := range seen.faults {
		t.Errorf("%s cannot be drawn: %s", describe(p), fault)
	}
	if over := games.Over(p); !over && (seen.empty || seen.closed) {
		t.Errorf("%s: a drawing of %+v shows nothing that can be moved", describe(p), shape)
	}
	if s.model.Shape != nil {
		if want := s.model.Shape(stateOf(p)); fmt.Sprint(shape) != fmt.Sprint(want) || reflect.TypeOf(shape) != reflect.TypeOf(want) {
			t.Errorf("%s has the shape %#v, want %#v", describe(p), shape, want)
		}
	}
	look := fmt.Sprintf("%#v", shape)
	if other, ok := drawn[look]; ok && other != p.String() && !s.playAlike(t, p, other) {
		t.Errorf("%s looks the same as %q", describe(p), other)
	}
	drawn[look] = p.String()
}

// playAlike reports whether the same decisions lead from two boards to the same boards.
func (s *suite) playAlike(t *testing.T, p games.Position, other string) bool {
	steps := func(p games.Position) (texts []string) {
		for step := range p.Options() {
			texts = append(texts, step.Move.String()+" "+step.Position.String())
		}
		return texts
	}
	return slices.Equal(steps(p), steps(s.parse(t, other, p.Turn().Owner)))
}
