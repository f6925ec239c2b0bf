package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/svg"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/partizan"
)

// View is the visible part of a plane: Size piles at each end of a row, above FromA at the left and
// above FromB at the right.
type View struct {
	FromA int `json:"fromA"`
	FromB int `json:"fromB"`
	Size  int `json:"size"`
}

// Cell is a square of a view, counted from 0 from the upper left.
type Cell struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

const (
	// maxPlane is the largest end pile, maxPhase in the partizan game.
	maxPlane = 256
	maxPhase = partizan.MaxPhaseSize
	// planeSteps bounds the work on a plane, as in solver.Solver.TableSteps.
	planeSteps = 20_000_000
)

var viewSizes = []int{8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256}

// Plane shows the values or outcomes of a row over its two ends, or a phase diagram in the partizan
// game.
type Plane struct {
	Board string `json:"board"`
	View  View   `json:"view"`
	// Closest and Widest are the ends of the zoom.
	Closest bool    `json:"closest"`
	Widest  bool    `json:"widest"`
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Side    float64 `json:"side"`
	Cell    Cell    `json:"cell"` // under the pointer, or else the position's
	Neighbour
}

// Neighbour is a row of a plane and its verdict.
type Neighbour struct {
	Position string `json:"position"`
	Said     string `json:"said"`
}

func (r *Request) row() (v *games.Variant, row *endnim.Row, most int, err error) {
	v, p, err := r.read()
	if err != nil {
		return nil, nil, 0, err
	}
	row, ok := p.(*endnim.Row)
	if !ok || len(row.Piles()) < 2 {
		return nil, nil, 0, errors.New("a plane is of a row with two ends")
	}
	if most = maxPlane; v.Partizan {
		most = maxPhase
	}
	return v, row, most, nil
}

func (a *App) plane(ctx context.Context, r *Request) (any, error) {
	v, row, most, err := r.row()
	if err != nil {
		return nil, err
	}
	piles := row.Piles()
	last := len(piles) - 1
	here := [2]int{int(min(piles[0], uint64(most)+1)), int(min(piles[last], uint64(most)+1))}
	if here[0] > most || here[1] > most {
		here = [2]int{}
	}
	view, cell := r.view(v, most, here)
	out := &Plane{View: view, Cell: cell, Closest: view.Size == viewSizes[0], Widest: view.Size == viewSizes[len(viewSizes)-1]}
	d, words, err := a.drawPlane(ctx, v, piles, view, here, r)
	if err != nil {
		return nil, err
	}
	out.Board, out.X, out.Y, out.Side = svg.SVG(d, words, nil), d.Spots[0].X, d.Spots[0].Y, d.Spots[0].W/float64(view.Size)
	out.Neighbour, err = a.neighbour(ctx, v, row, view, cell)
	return out, err
}

func (a *App) cell(ctx context.Context, r *Request) (any, error) {
	v, row, _, err := r.row()
	if err != nil {
		return nil, err
	}
	view, cell := r.View, r.Cell
	if view == nil || cell == nil || cell.Row < 0 || cell.Row >= view.Size || cell.Column < 0 || cell.Column >= view.Size {
		return nil, errors.New("there is no such cell")
	}
	return a.neighbour(ctx, v, row, *view, *cell)
}

// view returns the part of a plane to show, and the cell to keep under the pointer.
func (r *Request) view(v *games.Variant, most int, here [2]int) (View, Cell) {
	if r.View == nil || r.Cell == nil || r.View.Size < 1 {
		size := viewSizes[len(viewSizes)-1]
		if i := slices.IndexFunc(viewSizes, func(n int) bool { return n >= max(here[0], here[1])+2 }); i >= 0 {
			size = viewSizes[i]
		}
		view := View{Size: size}.within(most, max(here[0]-size/2, 0), max(here[1]-size/2, 0))
		return view, view.cellOf(v, max(here[0], view.FromA+1), max(here[1], view.FromB+1))
	}
	view := *r.View
	size := viewSizes[0]
	for i, n := range viewSizes {
		if n <= view.Size && n <= most {
			size = viewSizes[min(max(i+r.Zoom, 0), len(viewSizes)-1)]
		}
	}
	pileA, pileB := view.pilesAt(v, *r.Cell)
	up := -r.Down
	if !v.Partizan {
		up = r.Down
	}
	// The pile under the pointer keeps its relative place.
	fromA := pileA - 1 - (pileA-1-view.FromA)*size/view.Size + up
	fromB := pileB - 1 - (pileB-1-view.FromB)*size/view.Size + r.Across
	view = View{Size: size}.within(most, fromA, fromB)
	clamp := func(n, from int) int { return min(max(n, from+1), from+size) }
	return view, view.cellOf(v, clamp(pileA, view.FromA), clamp(pileB, view.FromB))
}

func (w View) within(most, fromA, fromB int) View {
	w.Size = min(w.Size, most)
	w.FromA, w.FromB = min(max(fromA, 0), most-w.Size), min(max(fromB, 0), most-w.Size)
	return w
}

// pilesAt returns the end piles of a cell. The left pile grows upwards in a phase diagram,
// downwards in a plane.
func (w View) pilesAt(v *games.Variant, c Cell) (a, b int) {
	if v.Partizan {
		return w.FromA + w.Size - c.Row, w.FromB + 1 + c.Column
	}
	return w.FromA + 1 + c.Row, w.FromB + 1 + c.Column
}

func (w View) cellOf(v *games.Variant, a, b int) Cell {
	if v.Partizan {
		return Cell{Row: w.FromA + w.Size - a, Column: b - w.FromB - 1}
	}
	return Cell{Row: a - w.FromA - 1, Column: b - w.FromB - 1}
}

func (a *App) neighbour(ctx context.Context, v *games.Variant, row *endnim.Row, w View, c Cell) (Neighbour, error) {
	piles := slices.Clone(row.Piles())
	left, right := w.pilesAt(v, c)
	piles[0], piles[len(piles)-1] = uint64(left), uint64(right)
	p, err := v.Parse(string(games.AppendPiles(nil, piles, -1)), games.Left)
	if err != nil {
		return Neighbour{}, err
	}
	bare := *a.solver
	bare.Bare = true
	found, err := bare.Analyze(ctx, v, p)
	if err != nil {
		return Neighbour{}, err
	}
	said := p.String() + ": " + explain.Verdict(found)
	if found.GrundyKnown {
		said += fmt.Sprintf(", value %d", found.Grundy)
	}
	return Neighbour{Position: p.String(), Said: said}, nil
}

// drawPlane draws a part of a plane and marks the position with the end piles in here, 0 for none.
func (a *App) drawPlane(ctx context.Context, v *games.Variant, piles []uint64, w View, here [2]int, r *Request) (d *drawing.Drawing, words string, err error) {
	middle := piles[1 : len(piles)-1]
	most := w.Size + max(w.FromA, w.FromB)
	window := chart.Window{Size: w.Size, FromA: w.FromA, FromB: w.FromB, A: here[0], B: here[1]}
	if v.Partizan {
		found, err := partizan.Phase(ctx, middle, most)
		if err != nil {
			return nil, "", err
		}
		name := string(games.AppendPiles(nil, middle, -1))
		if len(middle) == 0 {
			name = "the empty row"
		}
		p := chart.Phase{Row: name, Window: window, Cells: part(found.Cells, most, w),
			TripleA: found.TripleA.String(), TripleB: found.TripleB.String()}
		d, err = p.Draw(r.style())
		return d, p.Words(), err
	}
	bounded := *a.solver
	bounded.TableSteps = planeSteps
	pattern := "_ _"
	if len(middle) > 0 {
		pattern = "_ " + string(games.AppendPiles(nil, middle, -1)) + " _"
	}
	table, err := bounded.Table(ctx, v, pattern, most, nil)
	var much *solver.TooMuchWork
	if errors.As(err, &much) {
		return nil, "", errors.New("this row is too long for its plane to be drawn here")
	}
	if err != nil {
		return nil, "", err
	}
	p := chart.Plane{Pattern: table.Pattern, Window: window, Values: part(table.Values, most, w)}
	for _, o := range part(table.Outcomes, most, w) {
		p.Outcomes = append(p.Outcomes, o[0])
	}
	d, err = p.Draw(r.style())
	return d, p.Words(), err
}

func part[T any](cells []T, size int, w View) (shown []T) {
	for a := w.FromA; a < w.FromA+w.Size && cells != nil; a++ {
		shown = append(shown, cells[a*size+w.FromB:][:w.Size]...)
	}
	return shown
}
