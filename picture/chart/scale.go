package chart

import (
	"fmt"
	"math"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// Scale has the atomic weights of boards side by side: Left's lead on each and in total.
type Scale struct {
	// Weights are by part, in order; negative ones are Right's.
	Weights []int
	// Verdict is the conclusion, in a sentence.
	Verdict string
}

// longestArm bounds the total weight on each side.
const longestArm = 12

// twoAhead is the lead that wins, whoever starts.
const twoAhead = 2

func (c Scale) arms() (left, right int) {
	for _, w := range c.Weights {
		left, right = left+max(w, 0), right+max(-w, 0)
	}
	return left, right
}

// Draw draws the parts as blocks on a ruler, Left's on the left of its centre and Right's on the
// right, and the total below. The error is drawing.ErrTooLarge.
func (c Scale) Draw(style picture.Style) (*drawing.Drawing, error) {
	left, right := c.arms()
	arm := max(left, right, twoAhead+1)
	if len(c.Weights) == 0 || arm > longestArm {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size, middle := s.size(noteSize), s.Width/2
	step := (middle - margin - size/2) / float64(arm)
	at := func(weight int) float64 { return middle - float64(weight)*step }
	y := s.size(titleSize)
	s.Add(drawing.Label{X: margin, Y: y, Text: "← Left's weights", Size: size, Bold: true, Role: drawing.Ink, Anchor: drawing.Start},
		drawing.Label{X: s.Width - margin, Y: y, Text: "Right's weights →", Size: size, Bold: true, Role: drawing.Ink, Anchor: drawing.End})

	top, high := y+size, size*2.2
	ruler := top + high
	ends := [2]int{}
	blocks := make([]drawing.Box, len(c.Weights))
	var nothing []string
	for i, w := range c.Weights {
		if w == 0 {
			nothing = append(nothing, fmt.Sprint(i+1))
			continue
		}
		b := drawing.Box{X: at(ends[0] + w), Y: top, W: float64(w) * step, H: high, Radius: 4, Fill: drawing.Left, Pattern: drawing.Rising, Border: drawing.Background, BorderW: 1.5}
		if w < 0 {
			b.X, b.W, b.Fill, b.Pattern = at(-ends[1]), float64(-w)*step, drawing.Right, drawing.Falling
			ends[1] -= w
		} else {
			ends[0] += w
		}
		s.Add(b)
		blocks[i] = b
	}
	for _, n := range []int{twoAhead, -twoAhead} { // above the blocks and below their letters
		s.Add(drawing.Line{Points: []drawing.Point{{X: at(n), Y: top - 4}, {X: at(n), Y: ruler}}, Width: 2, Role: drawing.Ink, Dash: 4})
	}
	for i, w := range c.Weights {
		if w != 0 {
			s.block(blocks[i], i+1, max(w, -w))
		}
	}
	s.Add(drawing.Line{Points: []drawing.Point{{X: at(arm), Y: ruler}, {X: at(-arm), Y: ruler}}, Width: 2, Role: drawing.Ink})
	every := 1
	if digits := digitsWidth(longestArm, size); step < digits+4 {
		every = 2
	}
	for n := -arm; n <= arm; n++ {
		s.Add(drawing.Line{Points: []drawing.Point{{X: at(n), Y: ruler}, {X: at(n), Y: ruler + 5}}, Width: 1.5, Role: drawing.Ink})
		if n%every == 0 {
			s.label(at(n), ruler+6+size*0.7, fmt.Sprint(max(n, -n)), size, drawing.Ink, drawing.Middle)
		}
	}
	low := ruler + 8 + size*1.4

	// The total hangs below the ruler.
	lead := left - right
	x := at(lead)
	s.Add(drawing.Area{Fill: drawing.Ink, Points: []drawing.Point{{X: x - 8, Y: low + 12}, {X: x + 8, Y: low + 12}, {X: x, Y: low}}})
	total := drawing.Label{X: x, Y: low + 14 + size*0.7, Text: "in all", Size: size, Bold: true, Role: drawing.Ink}
	total.X = min(max(x, margin+total.Width()/2), s.Width-margin-total.Width()/2)
	s.Add(total)
	y = low + 14 + size*1.6
	y = s.Text(c.Verdict, margin, s.Width-margin, y, size, drawing.Ink)
	switch last := len(nothing) - 1; {
	case last == 0:
		y = s.Text("Part "+nothing[0]+" weighs nothing.", margin, s.Width-margin, y, size, drawing.Faint)
	case last > 0:
		y = s.Text("Parts "+strings.Join(nothing[:last], ", ")+" and "+nothing[last]+" weigh nothing.", margin, s.Width-margin, y, size, drawing.Faint)
	}
	line := drawing.Line{Width: 2, Role: drawing.Ink, Dash: 4}
	y = s.Legend(y, size, []drawing.Entry{{Line: &line, Text: "two ahead"}})
	s.Height = math.Ceil(y + 8)
	return s.Drawing, nil
}

func (s *sheet) block(b drawing.Box, part, weight int) {
	l := drawing.Label{X: b.X + b.W/2, Y: b.Y + b.H/2, Size: s.size(noteSize), Bold: true, Role: b.Fill.Letters(s.Theme)}
	for _, l.Text = range []string{fmt.Sprintf("part %d: %d", part, weight), fmt.Sprintf("part %d", part), fmt.Sprint(part)} {
		if l.Width() <= b.W-6 {
			break
		}
	}
	// The pattern leaves room for the letters.
	w := l.Width() + 6
	s.Add(drawing.Box{X: l.X - w/2, Y: l.Y - l.Size*0.75, W: w, H: l.Size * 1.5, Radius: 4, Fill: b.Fill}, l)
}

// Words lists the weights.
func (c Scale) Words() string {
	var parts []string
	for i, w := range c.Weights {
		switch {
		case w > 0:
			parts = append(parts, fmt.Sprintf("part %d weighs %d for Left", i+1, w))
		case w < 0:
			parts = append(parts, fmt.Sprintf("part %d weighs %d for Right", i+1, -w))
		default:
			parts = append(parts, fmt.Sprintf("part %d weighs nothing", i+1))
		}
	}
	return "A scale with the weights of the parts: " + strings.Join(parts, ", ") + ". " + c.Verdict
}
