package chart

import (
	"fmt"
	"math"
	"strconv"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// History is a rating after each of some results, the oldest first.
type History struct {
	Title  string
	Points []Rated
}

// Rated is a rating with its deviation.
type Rated struct{ Value, Deviation float64 }

// Draw draws the ratings with a band of their deviation. The error is drawing.ErrTooLarge, also for
// fewer than two.
func (h History) Draw(style picture.Style) (*drawing.Drawing, error) {
	const most = 2000
	if len(h.Points) < 2 || len(h.Points) > most {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size := s.size(noteSize)
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range h.Points {
		low, high = min(low, p.Value-p.Deviation), max(high, p.Value+p.Deviation)
	}
	step := 50.0
	for (high-low)/step > 6 {
		step *= 2
	}
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	if high == low {
		high += step
	}
	y := s.Text(h.Title, margin, s.Width-margin, 4, s.size(titleSize), drawing.Ink)
	top, bottom := y+size*0.8, y+size*0.8+170
	left := margin + digitsWidth(uint64(max(0, high)), size) + 8
	last := h.Points[len(h.Points)-1]
	now := drawing.Label{Text: strconv.Itoa(int(math.Round(last.Value))), Size: s.size(titleSize), Bold: true, Role: drawing.Ink, Anchor: drawing.Start}
	right := s.Width - margin - now.Width() - 10
	at := func(i int, value float64) drawing.Point {
		return drawing.Point{
			X: left + 6 + (right-left-12)*float64(i)/float64(len(h.Points)-1),
			Y: bottom - (bottom-top)*(value-low)/(high-low),
		}
	}
	n := len(h.Points)
	band := drawing.Area{Fill: drawing.Range, Points: make([]drawing.Point, 2*n)}
	line := drawing.Line{Width: 2.5, Role: drawing.Left}
	for i, p := range h.Points {
		point := at(i, p.Value)
		line.Points = append(line.Points, point)
		band.Points[i], band.Points[2*n-1-i] = at(i, p.Value+p.Deviation), at(i, p.Value-p.Deviation)
	}
	s.Add(band)
	for v := low; v <= high+1; v += step {
		y := at(0, v).Y
		s.Add(drawing.Line{Width: 1, Role: drawing.Rule, Points: []drawing.Point{{X: left, Y: y}, {X: right, Y: y}}})
		s.label(left-6, y, strconv.Itoa(int(v)), size, drawing.Faint, drawing.End)
	}
	s.Add(line)
	if len(h.Points) <= 40 {
		for _, p := range line.Points {
			s.Add(drawing.Disc{X: p.X, Y: p.Y, R: 3.5, Fill: drawing.Left})
		}
	}
	end := line.Points[len(line.Points)-1]
	now.X, now.Y = end.X+10, end.Y
	s.Add(now)
	s.label((left+right)/2, bottom+size*1.1, fmt.Sprintf("the last %d results", len(h.Points)), size, drawing.Faint, drawing.Middle)
	sample := line
	return s.finish(bottom+size*2, []drawing.Entry{{Line: &sample, Text: "rating"}, {Fill: drawing.Range, Text: "one deviation up and down"}}), nil
}

// Words describes the history.
func (h History) Words() string {
	if len(h.Points) == 0 {
		return h.Title + ": no results yet."
	}
	first, last := h.Points[0], h.Points[len(h.Points)-1]
	least, most := first.Value, first.Value
	for _, p := range h.Points {
		least, most = min(least, p.Value), max(most, p.Value)
	}
	return fmt.Sprintf("%s over the last %d results: from %.0f to %.0f ± %.0f, between %.0f and %.0f.", h.Title, len(h.Points), first.Value, last.Value, last.Deviation, least, most)
}
