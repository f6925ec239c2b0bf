package chart

import (
	"fmt"
	"slices"
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
	size, high, pitch := s.size(noteSize), s.size(noteSize)*1.65, 13.0
	y := s.title(t.Title) + 4
	marksAt := s.Width - margin - pitch*float64(max(marks, 1))
	second := marksAt - 12
	points := second
	if t.Buchholz {
		points -= s.widest("Buchh.", t.Rows, func(r Standing) string { return r.Buchholz }) + 10
		s.label(second, y+size*0.7, "Buchh.", smallest, drawing.Faint, drawing.End)
	}
	s.label(points, y+size*0.7, "Points", smallest, drawing.Faint, drawing.End)
	room := points - s.widest("Points", t.Rows, func(r Standing) string { return r.Points }) - 8
	y += size * 1.5
	name := margin + digitsWidth(uint64(t.Rows[len(t.Rows)-1].Place), size) + 8
	for i, row := range t.Rows {
		middle, role := y+high/2, drawing.Ink
		if i%2 == 0 {
			s.panel(4, y, s.Width-8, high)
		}
		if row.Own {
			s.own(4, y, s.Width-8, high)
		}
		if row.Out {
			role = drawing.Faint
		}
		s.label(name-8, middle, fmt.Sprint(row.Place), size, drawing.Faint, drawing.End)
		who := drawing.Label{X: name, Y: middle, Text: row.Name, Size: size, Bold: i == 0, Role: role, Anchor: drawing.Start}
		s.clip(who, room-name)
		s.Add(drawing.Label{X: points, Y: middle, Text: row.Points, Size: size, Bold: true, Role: role, Anchor: drawing.End})
		if t.Buchholz {
			s.label(second, middle, row.Buchholz, size, drawing.Faint, drawing.End)
		}
		for n, m := range row.Marks {
			s.mark(m, marksAt+pitch*(float64(n)+0.5), middle)
		}
		y += high
	}
	if t.More > 0 {
		s.label(name, y+size*0.9, fmt.Sprintf("and %d more", t.More), size, drawing.Faint, drawing.Start)
		y += size * 1.5
	}
	return s.onTable(s.Legend(y+4, s.size(smallest), s.markKeys(t.Rows)) + 8), nil
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

func (s *sheet) markKeys(rows []Standing) (keys []drawing.Entry) {
	for m, text := range []string{Won: "won", Drawn: "drawn", Lost: "lost", Bye: "bye", Playing: "plays now"} {
		shown := func(r Standing) bool { return slices.Contains(r.Marks, Mark(m)) }
		if text != "" && slices.ContainsFunc(rows, shown) {
			keys = append(keys, drawing.Entry{Text: text, Sample: func(x, y float64) { s.mark(Mark(m), x, y) }})
		}
	}
	return keys
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
