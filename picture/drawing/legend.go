package drawing

import "strings"

// An Entry explains a colour or a line of a picture.
type Entry struct {
	Fill    Role
	Pattern Pattern
	Border  Role
	Line    *Line
	Disc    bool
	// Sample draws another one, as wide as a square, around a point.
	Sample func(x, y float64)
	Text   string
}

const legendMargin = 12

// Legend adds entries in letters of a size from y downwards, as many on a line as fit, and returns the y
// below.
func (d *Drawing) Legend(y, size float64, entries []Entry) float64 {
	x := float64(legendMargin)
	for _, e := range entries {
		text := Label{Text: e.Text, Size: size, Role: Faint, Anchor: Start}
		swatch := size
		if e.Line != nil {
			swatch = 2 * size
		}
		if w := swatch + 5 + text.Width(); x > legendMargin && x+w > d.Width-legendMargin {
			x, y = legendMargin, y+size*1.5
		}
		middle := y + size*0.75
		switch {
		case e.Sample != nil:
			e.Sample(x+size/2, middle)
		case e.Line != nil:
			l := *e.Line
			l.Points = []Point{{X: x, Y: middle}, {X: x + swatch, Y: middle}}
			d.Add(l)
		case e.Disc:
			d.Add(Disc{X: x + size/2, Y: middle, R: size / 2.4, Fill: e.Fill, Border: e.Border, BorderW: 2})
		default:
			d.Add(Box{X: x, Y: middle - size/2, W: swatch, H: size, Radius: 2, Fill: e.Fill, Pattern: e.Pattern, Border: e.Border, BorderW: 1})
		}
		text.X, text.Y = x+swatch+5, middle
		d.Add(text)
		x = text.X + text.Width() + 14
	}
	if len(entries) > 0 {
		y += size * 1.5
	}
	return y
}

// Text adds a text between left and right from y downwards, broken into lines at spaces, and returns
// the y below it. A word that is wider is cut.
func (d *Drawing) Text(text string, left, right, y, size float64, role Role) float64 {
	line := Label{X: left, Size: size, Role: role, Anchor: Start}
	flush := func() {
		line.Y = y + size*0.75
		d.Add(line)
		y += size * 1.4
		line.Text = ""
	}
	for word := range strings.FieldsSeq(text) {
		longer := line
		longer.Text = strings.TrimSpace(line.Text + " " + word)
		if line.Text != "" && longer.Width() > right-left {
			flush()
			longer.Text = word
		}
		for longer.Width() > right-left {
			runes := []rune(longer.Text)
			longer.Text = string(runes[:len(runes)-2]) + "…"
		}
		line = longer
	}
	if line.Text != "" {
		flush()
	}
	return y
}
