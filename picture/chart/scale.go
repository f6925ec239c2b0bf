package chart

import (
	"fmt"
	"strings"

	"nimatron/internal/words"
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
	bold := drawing.Label{Size: size, Bold: true, Role: drawing.Ink}
	l, r, total := bold, bold, bold
	l.X, l.Y, l.Text, l.Anchor = margin, s.size(titleSize), "← Left's weights", drawing.Start
	r.X, r.Y, r.Text, r.Anchor = s.Width-margin, l.Y, "Right's weights →", drawing.End
	s.Add(l, r)
	top := l.Y + size
	ruler := top + size*2.2
	letters := c.drawBlocks(s, top, ruler, at)
	ahead := drawing.Line{Width: 2, Role: drawing.Ink, Dash: 4}
	for _, n := range []int{twoAhead, -twoAhead} { // above the blocks and below their letters
		ahead.Points = path(at(n), top-4, at(n), ruler)
		s.Add(ahead)
	}
	s.key(drawing.Entry{Line: &ahead}, "two ahead")
	s.Add(letters...)
	s.line(2, drawing.Ink, at(arm), ruler, at(-arm), ruler)
	every := every(step, digitsWidth(longestArm, size)+4)
	for n := -arm; n <= arm; n++ {
		s.line(1.5, drawing.Ink, at(n), ruler, at(n), ruler+5)
		if n%every == 0 {
			s.label(at(n), ruler+6+size*0.7, fmt.Sprint(max(n, -n)), size, drawing.Ink, drawing.Middle)
		}
	}
	// The total hangs below the ruler.
	low, x := ruler+8+size*1.4, at(left-right)
	s.Add(drawing.Area{Fill: drawing.Ink, Points: path(x-8, low+12, x+8, low+12, x, low)})
	total.Y, total.Text = low+14+size*0.7, "in all"
	s.Add(s.inside(total, x))
	y := s.text(c.Verdict, low+14+size*1.6, size, drawing.Ink)
	return s.finish(s.text(c.weightless(), y, size, drawing.Faint)), nil
}

// drawBlocks draws the blocks from top to bottom, each side's from the centre outwards. It returns their letters.
func (c Scale) drawBlocks(s *sheet, top, bottom float64, at func(weight int) float64) (letters []drawing.Shape) {
	left, right := 0, 0
	for i, w := range c.Weights {
		b := drawing.Box{Y: top, H: bottom - top, Radius: 4, Border: drawing.Background, BorderW: 1.5}
		switch {
		case w > 0:
			left += w
			b.X, b.W, b.Fill, b.Pattern = at(left), at(0)-at(w), drawing.Left, drawing.Rising
		case w < 0:
			b.X, b.W, b.Fill, b.Pattern = at(-right), at(w)-at(0), drawing.Right, drawing.Falling
			right -= w
		default:
			continue
		}
		s.Add(b)
		letters = append(letters, s.blockLetters(b, i+1, max(w, -w))...)
	}
	return letters
}

func (s *sheet) blockLetters(b drawing.Box, part, weight int) []drawing.Shape {
	l := s.lettersOn(b.Fill, b.X+b.W/2, b.Y+b.H/2, "", s.size(noteSize))
	number := fmt.Sprint(part)
	for _, l.Text = range []string{fmt.Sprintf("part %s: %d", number, weight), "part " + number, number} {
		if l.Width() <= b.W-6 {
			break
		}
	}
	// The pattern leaves room for the letters.
	w, h := l.Width()+6, l.Size*1.5
	return []drawing.Shape{drawing.Box{X: l.X - w/2, Y: l.Y - h/2, W: w, H: h, Radius: 4, Fill: b.Fill}, l}
}

func (c Scale) weightless() string {
	var parts []string
	for i, w := range c.Weights {
		if w == 0 {
			parts = append(parts, fmt.Sprint(i+1))
		}
	}
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return "Part " + parts[0] + " weighs nothing."
	}
	return "Parts " + words.And(parts) + " weigh nothing."
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
