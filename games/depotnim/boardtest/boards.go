// Package boardtest writes random trees, graphs and grids in notation, for tests and benchmarks.
package boardtest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// Grid writes a grid whose labels come from label.
func Grid(rows, columns int, label func() int) string {
	var lines []string
	for range rows {
		var cells []string
		for range columns {
			cells = append(cells, fmt.Sprint(label()))
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	return strings.Join(lines, " / ")
}

// RandomTree writes a tree of n vertices. Each one's parent is a random earlier vertex.
func RandomTree(r *rand.Rand, n, most int) string {
	children := make([][]int, n)
	for c := 1; c < n; c++ {
		parent := r.IntN(c)
		children[parent] = append(children[parent], c)
	}
	var write func(c int) string
	write = func(c int) string {
		text := fmt.Sprint(1 + r.IntN(most))
		for i, child := range children[c] {
			text += string("( "[min(i, 1)]) + write(child)
		}
		if children[c] != nil {
			text += ")"
		}
		return text
	}
	return write(0)
}

// Star writes a centre with leaves.
func Star(r *rand.Rand, leaves, most int) string {
	var labels []string
	for range leaves {
		labels = append(labels, fmt.Sprint(1+r.IntN(most)))
	}
	return fmt.Sprintf("%d(%s)", 1+r.IntN(most), strings.Join(labels, " "))
}

// ColouredGrid writes a grid as a coloured graph. Blue roads join the depot to the left side and
// red ones to the right side. Other roads have random colours.
func ColouredGrid(r *rand.Rand, rows, columns, most int) string {
	var stacks, roads []string
	name := func(y, x int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }
	for y := range rows {
		for x := range columns {
			stacks = append(stacks, fmt.Sprintf("%s=%d", name(y, x), 1+r.IntN(most)))
			if x == 0 {
				roads = append(roads, "*<"+name(y, x))
			} else {
				roads = append(roads, name(y, x-1)+string("---<>"[r.IntN(5)])+name(y, x))
			}
			if x == columns-1 {
				roads = append(roads, "*>"+name(y, x))
			}
			if y > 0 {
				roads = append(roads, name(y-1, x)+string("---<>"[r.IntN(5)])+name(y, x))
			}
		}
	}
	text := strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
	if _, err := depotnim.Coloured.Parse(text, games.Left); err != nil {
		return ColouredGrid(r, rows, columns, most) // a stack that nobody can reach
	}
	return text
}
