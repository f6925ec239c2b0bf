package board

import (
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

// In units of a picture, which is 400 wide and 304 pixels on the smallest phone.
const (
	touchedHeight = 400 // the minimum, so that a board gets 40 % of a phone's height
	reach         = 32
)

// reachable joins the touch areas of thin counters until a finger can hit them. The page then offers to take
// one more or less.
func reachable(spots []drawing.Spot, reach float64) (joined []drawing.Spot) {
	for _, s := range spots {
		last := len(joined) - 1
		if last >= 0 && s.Exact && joined[last].Exact && joined[last].Place == s.Place && joined[last].X == s.X && joined[last].H < reach {
			joined[last].Y, joined[last].H = s.Y, joined[last].H+s.H
			continue
		}
		joined = append(joined, s)
	}
	for i, s := range joined {
		if s.Exact && s.H < reach { // the top counter of a pile has room above it
			joined[i].Y, joined[i].H = s.Y-reach+s.H, reach
		}
	}
	return joined
}

// mark writes on a board how many counters the winning moves take, and where.
func mark(d *drawing.Drawing, winning []games.Move) {
	const size = 14
	counts := map[string][]uint64{}
	var order []string
	for _, m := range winning {
		if counts[m.Where] == nil {
			order = append(order, m.Where)
		}
		counts[m.Where] = append(counts[m.Where], m.Count)
	}
	for _, where := range order {
		var of []drawing.Spot // spots of the place, from the bottom up
		for _, s := range d.Spots {
			if s.Place == where {
				of = append(of, s)
			}
		}
		if len(of) == 0 {
			continue
		}
		badge := func(s drawing.Spot, text string) {
			l := drawing.Label{X: s.X + s.W/2, Y: s.Y + s.H/2, Text: text, Size: size, Bold: true, Role: drawing.Black}
			w := max(l.Width()+10, 24)
			if !s.Exact {
				aside := max(0, (64-s.W)/2) // or it would cover the number of a small place
				l.X, l.Y = s.X+s.W-w/2+aside, s.Y+11-aside
			}
			d.Add(drawing.Box{X: l.X - w/2, Y: l.Y - 11, W: w, H: 22, Radius: 11, Fill: drawing.Gold, Border: drawing.Black, BorderW: 1.5}, l)
		}
		var all []string
		for _, n := range counts[where] {
			if i := len(of) - int(n); n > 0 && i >= 0 && of[0].Exact && of[i].H >= 20 {
				badge(of[i], strconv.FormatUint(n, 10))
				continue
			}
			all = append(all, words.Number(n))
		}
		switch {
		case len(all) > 3:
			badge(of[len(of)-1], strings.Join(all[:3], " ")+" …")
		case len(all) > 0 && all[0] == "0": // named moves and splits have no number
			badge(of[len(of)-1], "✓")
		case len(all) > 0:
			badge(of[len(of)-1], strings.Join(all, " "))
		}
	}
}
