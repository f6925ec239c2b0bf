package chart

import (
	"fmt"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Mark is a player's result in a round, drawn as a shape.
type Mark uint8

const (
	NoMark Mark = iota // the player was not in the round
	Won
	Drawn
	Lost
	Bye
	Playing
)

// Bounds on a table of standings.
const (
	// MaxRows bounds the players.
	MaxRows = 16
	// MaxMarks bounds a player's marks.
	MaxMarks = 11
)

// Standings are the top players of a tournament, in order.
type Standings struct {
	Title    string
	Rows     []Standing
	Buchholz bool
	More     int
}

// A Standing is a player's row.
type Standing struct {
	Place            int
	Name             string
	Points, Buchholz string
	Out              bool
	Own              bool // the viewer's, marked by a golden frame
	Marks            []Mark
}

// Draw draws the table. The error is drawing.ErrTooLarge, also for one without players.
func (t Standings) Draw(style picture.Style) (*drawing.Drawing, error) {
	marks := 0
	for _, row := range t.Rows {
		marks = max(marks, len(row.Marks))
	}
	if len(t.Rows) == 0 || len(t.Rows) > MaxRows || marks > MaxMarks {
		return nil, drawing.ErrTooLarge
	}
	s := newTableSheet(style)
	size, pitch := s.size(noteSize), 13.0
	y := s.Text(t.Title, margin, s.Width-margin, 4, s.size(titleSize), drawing.Ink) + 4
	marksAt := s.Width - margin - pitch*float64(max(marks, 1))
	second := marksAt - 12
	points := second
	if t.Buchholz {
		points = second - s.widest("Buchh.", t.Rows, func(r Standing) string { return r.Buchholz }) - 10
		s.label(second, y+size*0.7, "Buchh.", smallest, drawing.Faint, drawing.End)
	}
	s.label(points, y+size*0.7, "Points", smallest, drawing.Faint, drawing.End)
	room := points - s.widest("Points", t.Rows, func(r Standing) string { return r.Points }) - 8
	y += size * 1.5
	high := size * 1.65
	name := margin + digitsWidth(uint64(t.Rows[len(t.Rows)-1].Place), size) + 8
	shown := map[Mark]bool{}
	for i, row := range t.Rows {
		middle := y + high/2
		if i%2 == 0 {
			s.Add(drawing.Box{X: 4, Y: y, W: s.Width - 8, H: high, Radius: 4, Fill: drawing.Background, Border: drawing.Rule, BorderW: 1})
		}
		if row.Own {
			s.own(4, y, s.Width-8, high)
		}
		role := drawing.Ink
		if row.Out {
			role = drawing.Faint
		}
		s.label(name-8, middle, fmt.Sprint(row.Place), size, drawing.Faint, drawing.End)
		who := drawing.Label{X: name, Y: middle, Size: size, Bold: i == 0, Role: role, Anchor: drawing.Start}
		who.Text = clipped(row.Name, room-name, who)
		s.Add(who)
		s.Add(drawing.Label{X: points, Y: middle, Text: row.Points, Size: size, Bold: true, Role: role, Anchor: drawing.End})
		if t.Buchholz {
			s.label(second, middle, row.Buchholz, size, drawing.Faint, drawing.End)
		}
		for n, m := range row.Marks {
			s.mark(m, marksAt+pitch*(float64(n)+0.5), middle)
			shown[m] = true
		}
		y += high
	}
	if t.More > 0 {
		s.label(name, y+size*0.9, fmt.Sprintf("and %d more", t.More), size, drawing.Faint, drawing.Start)
		y += size * 1.5
	}
	return s.onTable(s.markKeys(y+4, shown) + 8), nil
}

// own frames the viewer's own row in gold, darker on a light background.
func (s *sheet) own(x, y, w, h float64) {
	gold := drawing.Gold
	if drawing.Contrast(gold.Colour(s.Theme), drawing.Background.Colour(s.Theme)) < 3 {
		gold = drawing.GoldEdge
	}
	s.Add(drawing.Box{X: x, Y: y, W: w, H: h, Radius: 4, Border: gold, BorderW: 2})
}

func (s *sheet) widest(heading string, rows []Standing, of func(Standing) string) float64 {
	w := drawing.Label{Text: heading, Size: smallest}.Width()
	for _, row := range rows {
		w = max(w, drawing.Label{Text: of(row), Size: s.size(noteSize), Bold: true}.Width())
	}
	return w
}

func (s *sheet) mark(m Mark, x, y float64) {
	const r = 4.8
	switch m {
	case Won:
		s.Add(drawing.Disc{X: x, Y: y, R: r, Fill: drawing.Shared})
	case Drawn:
		s.Add(drawing.Disc{X: x, Y: y, R: r, Fill: drawing.Background, Border: drawing.GoldShade, BorderW: 1.5},
			drawing.Disc{X: x, Y: y, R: r, RY: r, Lower: true, Fill: drawing.GoldShade})
	case Lost:
		s.Add(drawing.Disc{X: x, Y: y, R: r, Fill: drawing.Background, Border: drawing.Right, BorderW: 1.5})
	case Bye:
		s.Add(drawing.Box{X: x - r, Y: y - 1.5, W: 2 * r, H: 3, Fill: drawing.Faint})
	case Playing:
		s.Add(drawing.Disc{X: x, Y: y, R: 2, Fill: drawing.Ink})
	}
}

// markKeys draws the legend of the marks from y downwards, and returns the y below it.
func (s *sheet) markKeys(y float64, shown map[Mark]bool) float64 {
	size, x := s.size(smallest), float64(margin)
	for m, text := range []string{Won: "won", Drawn: "drawn", Lost: "lost", Bye: "bye", Playing: "plays now"} {
		if !shown[Mark(m)] || text == "" {
			continue
		}
		s.mark(Mark(m), x+6, y+size*0.75)
		l := drawing.Label{X: x + 16, Y: y + size*0.75, Text: text, Size: size, Role: drawing.Faint, Anchor: drawing.Start}
		s.Add(l)
		x = l.X + l.Width() + 14
	}
	if x == margin {
		return y
	}
	return y + size*1.5
}

func clipped(text string, room float64, l drawing.Label) string {
	l.Text = text
	for runes := []rune(text); l.Width() > room && len(runes) > 1; {
		runes = runes[:len(runes)-1]
		l.Text = strings.TrimRight(string(runes), " ") + "…"
	}
	return l.Text
}

// Words names the top players.
func (t Standings) Words() string {
	const told = 5
	var best []string
	for _, row := range t.Rows[:min(told, len(t.Rows))] {
		text := fmt.Sprintf("%d. %s with %s", row.Place, row.Name, row.Points)
		if t.Buchholz {
			text += " and Buchholz " + row.Buchholz
		}
		best = append(best, text)
	}
	text := t.Title + ". " + strings.Join(best, "; ")
	if more := len(t.Rows) - len(best) + t.More; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text + "."
}
