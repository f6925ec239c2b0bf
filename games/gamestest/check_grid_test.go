package gamestest

import "nimatron/games"

// Grid checks the cells of a rectangle. An empty place is a cell without counters.
func (r *recorder) Grid(g games.Grid) {
	r.Graph(games.Graph{Vertices: g.Cells})
	if len(g.Cells) > 0 && (g.Columns < 1 || len(g.Cells)%g.Columns != 0) {
		r.fault("%d cells do not fill rows of %d", len(g.Cells), g.Columns)
	}
}
