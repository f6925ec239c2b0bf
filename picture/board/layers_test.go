package board_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games/depotnim"
	"nimatron/picture"
	"nimatron/picture/drawing"
)

// crossings counts the pairs of roads that cross, and the roads that bend around places.
func crossings(d *drawing.Drawing) int {
	n := 0
	var roads [][]drawing.Point
	for _, s := range d.Shapes {
		if l, ok := s.(drawing.Line); ok && l.Role == drawing.RoadEdge {
			roads = append(roads, l.Points)
			if len(l.Points) > 2 {
				n++
			}
		}
	}
	side := func(line []drawing.Point, p drawing.Point) float64 {
		a, b := line[0], line[1]
		return (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
	}
	for i, a := range roads {
		for _, b := range roads[:i] {
			if side(a, b[0])*side(a, b[1]) < -1 && side(b, a[0])*side(b, a[1]) < -1 {
				n++
			}
		}
	}
	return n
}

// TestRoadsCrossOnlyIfTheyMust draws trees and other planar graphs, with their places in any order.
func TestRoadsCrossOnlyIfTheyMust(t *testing.T) {
	graphs := map[string]int{
		"*-a *-b *-c a-f b-e c-d a-e":         0,
		"*-a *-b *-c *-d a-c b-d":             0,
		"*-a *-b *-c *-d a-d c-b":             0,
		"*-a *-b *-c a-d b-d b-e c-e":         0,
		"*-a *-b *-c a-d c-d b-e":             0,
		"*-a *-b *-c *-d a-e d-e b-f c-g e-g": 0,
		"*-a *-b a-c a-d b-c b-d":             1, // the minimum
		"*-b *-a a-d b-c c-f d-e e-h":         0,
	}
	for seed := range uint64(230) {
		r := rand.New(rand.NewPCG(seed, 7))
		names, wide := r.Perm(4+r.IntN(7)), 0 // more would not fit on a line
		if seed >= 200 {
			names, wide = r.Perm(42+r.IntN(13)), 6 // on several lines of six
		}
		var roads []string
		for i, name := range names {
			from := "*"
			switch {
			case wide > 0 && i >= wide:
				from = fmt.Sprint("v", names[(i/wide-1)*wide+r.IntN(wide)])
			case wide == 0 && i > 0 && r.IntN(4) > 0:
				from = fmt.Sprint("v", names[r.IntN(i)])
			}
			roads = append(roads, fmt.Sprintf("%s-v%d", from, name))
		}
		r.Shuffle(len(roads), func(i, k int) { roads[i], roads[k] = roads[k], roads[i] })
		graphs[strings.Join(roads, " ")] = 0
	}
	for roads, want := range graphs {
		stacks := map[string]bool{}
		position := ""
		for _, name := range strings.FieldsFunc(roads, func(r rune) bool { return r == ' ' || r == '-' }) {
			if name != "*" && !stacks[name] {
				stacks[name] = true
				position += name + "=1 "
			}
		}
		d := draw(t, after(t, depotnim.Depot, strings.TrimSpace(position)+"; "+roads), picture.Style{})
		if got := crossings(d); got != want {
			t.Errorf("%s: %d crossings, want %d", roads, got, want)
		}
	}
}
