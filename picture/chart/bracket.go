package chart

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/internal/words"
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
	Scores [2][]int  // games won in the first pair, then in each that decided; none before they are known
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
	if n > 3 {
		s.large = false // otherwise names have no room
	}
	rounds := b.Rounds
	if all := slices.Clone(rounds[0].Meetings); n == 1 && len(all) > 1 { // two columns
		for i := range all {
			all[i].From = nil // no round before is shown
		}
		half := (len(all) + 1) / 2
		rounds = []BracketRound{{Name: rounds[0].Name, Meetings: all[:half]}, {Meetings: all[half:]}}
	}
	size := s.size(smallest)
	y := s.title(b.Title) + 6
	wide := (s.Width - 2*bracketEdge - columnGap*float64(len(rounds)-1)) / float64(len(rounds))
	heading := drawing.Label{Y: y + size*0.6, Size: size, Role: drawing.Faint, Anchor: drawing.Start}
	for i, round := range rounds {
		heading.X, heading.Text = bracketEdge+float64(i)*(wide+columnGap), round.Name
		s.clip(heading, wide)
	}
	bottom, decided := s.columns(rounds, y+size*1.5, wide)
	switch {
	case n == 1 && b.More > 0:
		s.label(bracketEdge, bottom+8+size*0.6, fmt.Sprintf("and %d more", b.More), size, drawing.Faint, drawing.Start)
		bottom += size*1.4 + 2
	case n == 1:
		bottom += 2
	case decided:
		bottom += size * 1.5
		const sums = "1+2: 1–1, then 2–0 in the deciding games"
		s.label(bracketEdge, bottom-size*0.3, sums, size, drawing.Faint, drawing.Start)
	}
	return s.onTable(bottom + 10), nil
}

const bracketEdge, columnGap = 6.0, 9.0

// columns draws rounds side by side from top downwards, and joins pairings that lead to each other. It returns
// the y below, and whether extra games decided a pairing.
func (s *sheet) columns(rounds []BracketRound, top, wide float64) (bottom float64, decided bool) {
	high := s.size(smallest) * 1.45
	step := 2*high + 8
	var at []float64 // the middles of the previous column's pairings
	for column, round := range rounds {
		x := bracketEdge + float64(column)*(wide+columnGap)
		now := make([]float64, len(round.Meetings))
		least := top + high // the least next middle, so that none overlap
		for i, m := range round.Meetings {
			now[i] = top + high + float64(i)*step
			if column == 0 {
				m.From = nil
			}
			if len(m.From) > 0 {
				sum := 0.0
				for _, from := range m.From {
					sum += at[from]
				}
				now[i] = sum / float64(len(m.From))
			}
			now[i] = max(now[i], least)
			least = now[i] + step
			for _, from := range m.From {
				mid := x - columnGap/2
				way := path(x-columnGap, at[from], mid, at[from], mid, now[i], x, now[i])
				s.Add(drawing.Line{Points: way, Width: 1, Role: drawing.Faint})
			}
			s.meeting(m, x, now[i]-high, wide, high)
			bottom = max(bottom, now[i]+high)
			decided = decided || len(m.Scores[0]) > 1
		}
		at = now
	}
	return bottom, decided
}

// meeting draws two names with their scores, one above the other. The winner is bold with a bar, and
// the loser is faint.
func (s *sheet) meeting(m BracketMeeting, x, y, wide, high float64) {
	s.panel(x, y, wide, 2*high)
	size := s.size(smallest)
	for i, name := range m.Names {
		middle := y + high*(float64(i)+0.5)
		if m.Own[i] {
			s.own(x, middle-high/2, wide, high)
		}
		who := drawing.Label{X: x + 7, Y: middle, Text: name, Size: size, Role: drawing.Ink, Anchor: drawing.Start}
		score := who
		score.X, score.Text, score.Anchor = x+wide-5, strings.Join(words.Each(m.Scores[i], strconv.Itoa), "+"), drawing.End
		switch {
		case m.Winner == i:
			who.Bold, score.Bold = true, true
			s.Add(drawing.Box{X: x + 1.5, Y: middle - high*0.32, W: 3, H: high * 0.64, Fill: drawing.Shared})
		case m.Winner >= 0:
			who.Role, score.Role = drawing.Faint, drawing.Faint
		}
		if name == "" && m.Bye && i == 1 {
			who.Text, who.Role = "no opponent", drawing.Faint
		}
		s.clip(who, wide-14-score.Width())
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
