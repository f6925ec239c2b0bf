package chart

import (
	"fmt"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// Bracket is the last rounds of a knockout. After the first column, a pairing stands between the
// two that lead to it. If a single round has many pairings, they stand in two columns.
type Bracket struct {
	Title  string
	Rounds []BracketRound
	More   int
}

// A BracketRound is a column of a bracket.
type BracketRound struct {
	Name     string
	Meetings []BracketMeeting
}

// A BracketMeeting is a pairing of two players, of one with a bye, or of players who are not known
// yet.
type BracketMeeting struct {
	Names  [2]string // "" for an unknown player
	Scores [2]string // games won; "" before they are known
	Winner int       // its index; -1 for none yet
	Own    [2]bool   // the viewer, marked by a golden frame
	Bye    bool
	From   []int // the pairings of the previous round that lead to it
}

// Bounds on a bracket.
const (
	// MaxBracket bounds the pairings in the first of several columns.
	MaxBracket = 8
	// MaxPaired bounds the pairings of a single round.
	MaxPaired  = 16
	maxColumns = 5
)

// Draw draws the bracket. The error is drawing.ErrTooLarge, also for a bracket without meetings.
func (b Bracket) Draw(style picture.Style) (*drawing.Drawing, error) {
	n := len(b.Rounds)
	if n == 0 || n > maxColumns || len(b.Rounds[0].Meetings) == 0 || len(b.Rounds[0].Meetings) > MaxPaired ||
		n > 1 && len(b.Rounds[0].Meetings) > MaxBracket {
		return nil, drawing.ErrTooLarge
	}
	s := newTableSheet(style)
	if large := n > 3; large {
		s.large = false // otherwise names have no room
	}
	size := s.size(smallest)
	y := s.Text(b.Title, margin, s.Width-margin, 4, s.size(titleSize), drawing.Ink) + 6
	columns := n
	if n == 1 && len(b.Rounds[0].Meetings) > 1 {
		columns = 2
	}
	const left, gap = 6.0, 9.0
	wide := (s.Width - 2*left - gap*float64(columns-1)) / float64(columns)
	for i, round := range b.Rounds {
		heading := drawing.Label{X: left + float64(i)*(wide+gap), Y: y + size*0.6, Size: size, Role: drawing.Faint, Anchor: drawing.Start}
		heading.Text = clipped(round.Name, wide, heading)
		s.Add(heading)
	}
	y += size * 1.5
	high := size * 1.45
	step := 2*high + 8
	if n == 1 {
		meetings := b.Rounds[0].Meetings
		half := (len(meetings) + 1) / 2
		for i, m := range meetings {
			s.meeting(m, left+float64(i/half)*(wide+gap), y+float64(i%half)*step, wide, high, size)
		}
		y += float64(half) * step
		if b.More > 0 {
			s.label(left, y+size*0.6, fmt.Sprintf("and %d more", b.More), size, drawing.Faint, drawing.Start)
			y += size * 1.4
		}
		return s.onTable(y + 4), nil
	}
	var at []float64 // the middles of the previous column's pairings
	bottom, decided := y, false
	for column, round := range b.Rounds {
		x := left + float64(column)*(wide+gap)
		now := make([]float64, len(round.Meetings))
		least := y + high // the least next middle, so that none overlap
		for i, m := range round.Meetings {
			now[i] = y + high + float64(i)*step
			if column > 0 && len(m.From) > 0 {
				sum := 0.0
				for _, from := range m.From {
					sum += at[from]
				}
				now[i] = sum / float64(len(m.From))
			}
			now[i] = max(now[i], least)
			least = now[i] + step
			for _, from := range m.From {
				if column > 0 {
					mid := x - gap/2
					s.Add(drawing.Line{Width: 1, Role: drawing.Faint, Points: []drawing.Point{{X: x - gap, Y: at[from]}, {X: mid, Y: at[from]}, {X: mid, Y: now[i]}, {X: x, Y: now[i]}}})
				}
			}
			s.meeting(m, x, now[i]-high, wide, high, size)
			bottom = max(bottom, now[i]+high)
			decided = decided || strings.Contains(m.Scores[0], "+")
		}
		at = now
	}
	if decided {
		bottom += size * 1.5
		s.label(left, bottom-size*0.3, "1+2: 1–1, then 2–0 in the games that decided", size, drawing.Faint, drawing.Start)
	}
	return s.onTable(bottom + 10), nil
}

// meeting draws two names with their scores, one above the other. The winner is bold with a bar, and
// the loser is faint.
func (s *sheet) meeting(m BracketMeeting, x, y, wide, high, size float64) {
	s.Add(drawing.Box{X: x, Y: y, W: wide, H: 2 * high, Radius: 4, Fill: drawing.Background, Border: drawing.Rule, BorderW: 1})
	for i, name := range m.Names {
		middle := y + high*(float64(i)+0.5)
		if m.Own[i] {
			s.own(x, middle-high/2, wide, high)
		}
		l := drawing.Label{X: x + 7, Y: middle, Size: size, Role: drawing.Ink, Anchor: drawing.Start}
		score := drawing.Label{X: x + wide - 5, Y: middle, Text: m.Scores[i], Size: size, Role: drawing.Ink, Anchor: drawing.End}
		switch {
		case m.Winner == i:
			l.Bold, score.Bold = true, true
			s.Add(drawing.Box{X: x + 1.5, Y: middle - high*0.32, W: 3, H: high * 0.64, Fill: drawing.Shared})
		case m.Winner >= 0:
			l.Role, score.Role = drawing.Faint, drawing.Faint
		}
		if name == "" && m.Bye && i == 1 {
			name, l.Role = "no opponent", drawing.Faint
		}
		if l.Text = clipped(name, wide-14-score.Width(), l); l.Text != "" {
			s.Add(l)
		}
		if score.Text != "" {
			s.Add(score)
		}
	}
}

// Words lists the pairings.
func (b Bracket) Words() string {
	text := b.Title + "."
	for i := len(b.Rounds) - 1; i >= 0; i-- {
		var known []string
		for _, m := range b.Rounds[i].Meetings {
			switch {
			case m.Names[0] == "":
			case m.Bye:
				known = append(known, m.Names[0]+" has no opponent")
			case m.Winner >= 0:
				known = append(known, fmt.Sprintf("%s beat %s", m.Names[m.Winner], m.Names[1-m.Winner]))
			default:
				known = append(known, m.Names[0]+" plays "+m.Names[1])
			}
		}
		if len(known) > 0 {
			text += " " + b.Rounds[i].Name + ": " + strings.Join(known, "; ") + "."
		}
	}
	return text
}
