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
	size, n := s.size(noteSize), len(h.Points)
	low, high, step := h.bounds()
	top := s.title(h.Title) + size*0.8
	bottom := top + 170
	left := margin + digitsWidth(uint64(max(0, high)), size) + 8
	now := drawing.Label{Size: s.size(titleSize), Bold: true, Role: drawing.Ink, Anchor: drawing.Start}
	now.Text = strconv.Itoa(int(math.Round(h.Points[n-1].Value)))
	right := s.Width - margin - now.Width() - 10
	at := func(i int, value float64) drawing.Point {
		return drawing.Point{
			X: left + 6 + (right-left-12)*float64(i)/float64(n-1),
			Y: bottom - (bottom-top)*(value-low)/(high-low),
		}
	}
	band := drawing.Area{Fill: drawing.Range, Points: make([]drawing.Point, 2*n)}
	line := drawing.Line{Width: 2.5, Role: drawing.Left}
	for i, p := range h.Points {
		line.Points = append(line.Points, at(i, p.Value))
		band.Points[i], band.Points[2*n-1-i] = at(i, p.Value+p.Deviation), at(i, p.Value-p.Deviation)
	}
	s.Add(band)
	for v := low; v <= high+1; v += step {
		y := at(0, v).Y
		s.line(1, drawing.Rule, left, y, right, y)
		s.label(left-6, y, strconv.Itoa(int(v)), size, drawing.Faint, drawing.End)
	}
	s.Add(line)
	const dotted = 40 // more dots would touch
	if n <= dotted {
		for _, p := range line.Points {
			s.Add(drawing.Disc{X: p.X, Y: p.Y, R: 3.5, Fill: drawing.Left})
		}
	}
	now.X, now.Y = line.Points[n-1].X+10, line.Points[n-1].Y
	s.Add(now)
	s.label((left+right)/2, bottom+size*1.1, fmt.Sprintf("the last %d results", n), size, drawing.Faint, drawing.Middle)
	s.key(drawing.Entry{Line: &line}, "rating")
	s.key(drawing.Entry{Fill: drawing.Range}, "one deviation up and down")
	return s.finish(bottom + size*2), nil
}

// bounds returns the ends of the axis and the distance of its numbers, multiples of 50.
func (h History) bounds() (low, high, step float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range h.Points {
		low, high = min(low, p.Value-p.Deviation), max(high, p.Value+p.Deviation)
	}
	for step = 50; (high-low)/step > 6; step *= 2 {
	}
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	if high == low {
		high += step
	}
	return low, high, step
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
	return fmt.Sprintf("%s over the last %d results: from %.0f to %.0f ± %.0f, between %.0f and %.0f.",
		h.Title, len(h.Points), first.Value, last.Value, last.Deviation, least, most)
}
