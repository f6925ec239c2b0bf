package app_test

import (
	"strings"
	"testing"

	"nimatron/cmd/page/app"
	"nimatron/internal/testlong"
)

// TestPlane checks the planes of rows of all endings, at several zooms, and their cells.
func TestPlane(t *testing.T) {
	t.Parallel()
	a := app.New()
	for _, c := range testlong.Sample(t, []struct{ variant, position, said string }{
		{"end-nim", "3 5 2", "3 5 2: the next player wins, value 3"},
		{"end-nim/misere", "3 5 2", "3 5 2: the next player wins"},
		{"end-nim/loop", "3 5 2", "3 5 2: the next player wins"},
		{"partizan-end-nim", "2 4 1 3", "2 4 1 3: "},
		{"end-nim", "200 7", "200 7: the next player wins"},
		{"partizan-end-nim", "500 4 1 3", "500 4 1 3: Left always wins"},
		{"end-nim", "3 1 2 3 4 5 6 7 8 9 2", "3 1 2 3 4 5 6 7 8 9 2: "},
	}, 4) {
		r := app.Request{Do: "plane", Variant: c.variant, Position: c.position}
		p := ask[app.Plane](t, a, r)
		if !strings.Contains(p.Board, "<svg") || !strings.Contains(p.Board, "this row: ") || p.Position != c.position || !strings.HasPrefix(p.Said, c.said) {
			t.Errorf("%s %s: the plane says %q of %s", c.variant, c.position, p.Said, p.Position)
		}
		for _, zoom := range []int{-1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1} {
			r.View, r.Cell, r.Zoom = &p.View, &p.Cell, zoom
			q := ask[app.Plane](t, a, r)
			if q.Position != c.position {
				t.Fatalf("%s %s: zoomed by %d from %+v to %+v it points at %s", c.variant, c.position, zoom, p.View, q.View, q.Position)
			}
			p = q
		}
		// One step down, and then the cell at the same place.
		r.View, r.Cell, r.Zoom, r.Down, r.Across = &p.View, &p.Cell, 0, 1, 1
		q := ask[app.Plane](t, a, r)
		if q.View == p.View && p.View.Size < 256 && p.View.FromB == 0 {
			t.Errorf("%s %s: %+v does not move", c.variant, c.position, p.View)
		}
		r.Do, r.View, r.Cell, r.Down, r.Across = "cell", &p.View, &app.Cell{}, 0, 0
		if n := ask[app.Neighbour](t, a, r); !strings.HasPrefix(n.Said, n.Position+": ") {
			t.Errorf("%s %s: the corner is %+v", c.variant, c.position, n)
		}
	}
}
