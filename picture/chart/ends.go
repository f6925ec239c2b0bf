package chart

import (
	"fmt"
	"math"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// Ends is the two-by-two picture by Albert and Nowakowski of a row of End-Nim whose piles are not
// all equal: the cells of its two ends show who wins.
type Ends struct{ Left, Right End }

// An End is one end of a row.
type End struct {
	Height uint64
	Run    int
	Up     bool
}

// EndsOf returns both ends of a row; ok is false if all piles are equal.
func EndsOf(piles []uint64) (ends Ends, ok bool) {
	end := func(at func(i int) uint64) (End, bool) {
		e := End{Height: at(0), Run: 1}
		for e.Run < len(piles) && at(e.Run) == e.Height {
			e.Run++
		}
		if e.Run == len(piles) {
			return e, false
		}
		e.Up = at(e.Run) > e.Height
		return e, true
	}
	if len(piles) == 0 {
		return ends, false
	}
	ends.Left, ok = end(func(i int) uint64 { return piles[i] })
	ends.Right, _ = end(func(i int) uint64 { return piles[len(piles)-1-i] })
	return ends, ok
}

func (e End) top() bool { return (e.Run%2 == 1) == e.Up }

func (e End) arrow() string {
	if e.Up {
		return "up"
	}
	return "down"
}

func (e End) words() string {
	run := "one pile"
	if e.Run > 1 {
		run = fmt.Sprintf("%d equal piles", e.Run)
	}
	return fmt.Sprintf("%s of %d, then %s", run, e.Height, e.arrow())
}

// Lost reports whether the next player loses, and why.
func (p Ends) Lost() (lost bool, why string) {
	low, high := p.Left, p.Right
	if low.Height > high.Height {
		low, high = high, low
	}
	switch {
	case high.Height-low.Height > 1:
		return false, "The ends are more than 1 apart, so the player to move wins, whichever rows they are in."
	case high.Height == low.Height && high.top() == low.top():
		return true, "The ends are equal and stand in the same row, so the player to move loses."
	case high.Height == low.Height:
		return false, "The ends are equal and stand in different rows, so the player to move wins."
	case high.top() && !low.top():
		return true, "The higher end, by 1, is in the upper row and the other in the lower one, so the player to move loses."
	default:
		return false, "One end is higher by 1. The player to move loses only if that end is in the upper row " +
			"and the other in the lower one. Here they win."
	}
}

// Draw draws the four cells and the verdict.
func (p Ends) Draw(style picture.Style) (*drawing.Drawing, error) {
	s := newSheet(style)
	w, h := (s.Width-2*margin-10)/2, s.size(78)
	const heading = "Each end by its run of equal piles and by where the row goes after it:"
	y := s.text(heading, margin-4, s.size(noteSize), drawing.Faint) + 6
	for row := range 2 {
		for column := range 2 {
			s.endCell(p, row, column, margin+float64(column)*(w+10), y+float64(row)*(h+8), w, h)
		}
	}
	y += 2*h + 16
	_, why := p.Lost()
	y = s.text(why, y, s.size(titleSize-1), drawing.Ink)
	s.Height = math.Ceil(y + 6)
	return s.Drawing, nil
}

func (s *sheet) endCell(p Ends, row, column int, x, y, w, h float64) {
	parity, even := "odd run", column == 1
	if even {
		parity = "even run"
	}
	up := (row == 0) != even
	then := "then higher ↑"
	if !up {
		then = "then lower ↓"
	}
	size := s.size(noteSize)
	s.Add(drawing.Box{X: x, Y: y, W: w, H: h, Radius: 8, Fill: drawing.Background, Border: drawing.Rule, BorderW: 1.5})
	heading := drawing.Label{X: x + w/2, Y: y + size, Text: parity + ", " + then, Size: size, Role: drawing.Faint}
	s.Add(shrink(heading, w-12))
	var here []drawing.Label
	for _, e := range []struct {
		name string
		end  End
		role drawing.Role
	}{{"L", p.Left, drawing.Left}, {"R", p.Right, drawing.Gold}} {
		if e.end.top() == (row == 0) && (e.end.Run%2 == 0) == even {
			text := fmt.Sprintf("%s: %d", e.name, e.end.Height)
			here = append(here, drawing.Label{Text: text, Size: s.size(titleSize), Bold: true, Role: e.role})
		}
	}
	beside := len(here) == 2 && here[0].Width()+here[1].Width()+52 < w
	for i, l := range here {
		l = shrink(l, w-30)
		if len(here) == 2 && !beside {
			l.Size = min(l.Size, size)
		}
		box := drawing.Box{W: l.Width() + 18, H: l.Size * 1.6, Radius: 6, Fill: l.Role}
		box.X, box.Y = x+(w-box.W)/2, y+size*2
		switch {
		case beside:
			box.X += (float64(i) - 0.5) * w / 2
		case len(here) == 2:
			box.Y = y + size*1.7 + float64(i)*(box.H+3)
		}
		s.Add(box, s.lettersOn(l.Role, box.X+box.W/2, box.Y+box.H/2, l.Text, l.Size))
	}
}

// Words describes the picture.
func (p Ends) Words() string {
	_, why := p.Lost()
	place := func(e End) string {
		if e.top() {
			return "above"
		}
		return "below"
	}
	return fmt.Sprintf("A table of two rows and two columns that shows where both ends of the row stand. "+
		"The left end, %s, stands %s; the right end, %s, stands %s. %s",
		p.Left.words(), place(p.Left), p.Right.words(), place(p.Right), why)
}
