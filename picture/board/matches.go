package board

import (
	"strconv"

	"nimatron/games"
	"nimatron/picture/drawing"
)

const (
	matchHigh, matchWide        = 44, 4
	headRadius                  = 4
	matchPitch, matchPitchTouch = 15, 26
	matchRows                   = 4
)

// matches draws a single pile as rows of matches; ok is false if there are too many. Taken ones stay as
// outlines on the right.
func (t *table) matches(c column) (y float64, ok bool) {
	pitch, high := float64(matchPitch), float64(matchHigh)
	if t.board.Touched {
		pitch, high = matchPitchTouch, 60
	}
	perRow := uint64((t.drawing.Width - 2*edge) / pitch)
	all := c.top()
	rows := (all + perRow - 1) / perRow
	if all == 0 || rows > matchRows {
		return 0, false
	}
	perRow = (all + rows - 1) / rows
	wide := float64(perRow) * pitch
	left, top := (t.drawing.Width-wide)/2+pitch/2, float64(edge)+headRadius+4
	for k := range all {
		x := whole(left + float64(k%perRow)*pitch)
		at := whole(top + float64(k/perRow)*(high+2*headRadius+6))
		switch {
		case k < c.counters:
			t.drawing.Hold(thing(c.index, uint64(k)), thing(c.was, uint64(k)), func() { t.match(x, at, high, c.of) })
			if c.place != "" {
				t.drawing.Spots = append(t.drawing.Spots, drawing.Spot{X: x - pitch/2, Y: at - headRadius, W: pitch, H: high + 2*headRadius, Place: c.place, Pile: strconv.Itoa(c.index), Leaves: k, Exact: true})
			}
		case k < c.counters+c.last.count:
			t.burnt(x, at, high, c.last.by)
		default:
			t.burnt(x, at, high, c.earlier.by)
		}
	}
	y = t.write(t.count(c), t.drawing.Width/2, top+float64(rows)*(high+2*headRadius+6)-4)
	beside := t.drawing.Width/2 + widest(t.count(c))/2 + 8
	for _, m := range []taken{c.last, c.earlier} {
		if w, h := t.chipSize(m); w > 0 {
			t.chip(beside+w/2, y-h/2-2, m)
			beside += w + 4
		}
	}
	return y, true
}

func (t *table) match(x, y, high float64, of material) {
	t.drawing.Add(
		drawing.Box{X: x - matchWide/2, Y: y, W: matchWide, H: high, Radius: 1, Fill: of.side, Border: of.rim, BorderW: 0.5},
		drawing.Disc{X: x, Y: y, R: headRadius, RY: headRadius + 1.5, Fill: of.edge, Border: of.rim, BorderW: 0.5},
	)
}

func (t *table) burnt(x, y, high float64, by games.Side) {
	line := trace(by)
	line.Points = []drawing.Point{{X: x, Y: y + headRadius}, {X: x, Y: y + high}}
	t.drawing.Add(line)
	line.Points = arc(x, y, headRadius, headRadius+1.5, 0, 4)
	t.drawing.Add(line)
}
