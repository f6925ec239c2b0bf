package chart

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Holder says who wins a position if nobody errs any more.
type Holder uint8

// The holders.
const (
	Unknown Holder = iota
	First          // who had the first turn
	Second         // the other player
)

// Course is who was winning as a match went on.
type Course struct {
	// Names are what the first and the second player are called.
	Names [2]string
	// Holders says who wins at the start and after each move.
	Holders []Holder
	// At is the position that is shown beside, by how many moves led to it; -1 for none.
	At int
}

// changes returns the numbers of the moves after which the win was the other's.
func (c Course) changes() []int {
	var moves []int
	for i := 1; i < len(c.Holders); i++ {
		if c.Holders[i] != Unknown && c.Holders[i-1] != Unknown && c.Holders[i] != c.Holders[i-1] {
			moves = append(moves, i)
		}
	}
	return moves
}

// Draw draws a band for each player, filled while that one is winning. The error is
// drawing.ErrTooLarge, also for a match without a move.
func (c Course) Draw(style picture.Style) (*drawing.Drawing, error) {
	const most = 360 // then a move is as wide as a unit
	n := len(c.Holders)
	if n < 2 || n > most {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size := s.size(noteSize)
	left, right := float64(margin), s.Width-margin
	step := (right - left) / float64(n)
	high, between := s.size(40), s.size(noteSize)*1.6
	title := s.size(titleSize-1) * 1.4
	lanes := [2]float64{margin + title, margin + title + high + between} // the upper edges
	for player, y := range lanes {
		s.Add(drawing.Box{X: left, Y: y, W: right - left, H: high, Fill: drawing.None, Border: drawing.Rule, BorderW: 1})
		for from := 0; from < n; {
			to := from + 1
			for to < n && c.Holders[to] == c.Holders[from] {
				to++
			}
			if c.Holders[from] == First+Holder(player) {
				fill, pattern := drawing.Left, drawing.Rising
				if player == 1 {
					fill, pattern = drawing.Right, drawing.Falling
				}
				s.Add(drawing.Box{X: left + float64(from)*step, Y: y, W: float64(to-from) * step, H: high, Fill: fill, Pattern: pattern})
			}
			from = to
		}
	}
	s.Text(c.Names[0]+" wins", left, right, lanes[0]-title, s.size(titleSize-1), drawing.Ink)
	y := s.Text(c.Names[1]+" wins", left, right, lanes[1]+high+4, s.size(titleSize-1), drawing.Ink)
	// Between the bands, the numbers of the moves at which it changed hands, where they
	// have room.
	free := left
	for _, move := range c.changes() {
		x := left + float64(move)*step
		for _, y := range lanes {
			s.Add(drawing.Line{Width: 2, Role: drawing.Ink, Points: []drawing.Point{{X: x, Y: y}, {X: x, Y: y + high}}})
		}
		l := drawing.Label{Y: lanes[0] + high + between/2, Text: strconv.Itoa(move), Size: size, Bold: true, Role: drawing.Ink}
		l.X = min(max(x, left+l.Width()/2), right-l.Width()/2)
		if l.Left() >= free {
			s.Add(l)
			free = l.Left() + l.Width() + 5
		}
	}
	y += size / 2
	var entries []drawing.Entry
	if len(c.changes()) > 0 {
		line := drawing.Line{Width: 2, Role: drawing.Ink}
		entries = append(entries, drawing.Entry{Line: &line, Text: "a move that let the win go, with its number"})
	}
	if c.At >= 0 && c.At < n {
		x := left + (float64(c.At)+0.5)*step
		middle := lanes[0] + high + between/2 // where it is not known who wins
		if h := c.Holders[c.At]; h != Unknown {
			middle = lanes[h-First] + high/2
		}
		s.Add(drawing.Disc{X: x, Y: middle, R: 6, Fill: drawing.Here, Border: drawing.White, BorderW: 2})
		entries = append(entries, drawing.Entry{Disc: true, Fill: drawing.Here, Border: drawing.White, Text: "the position shown"})
	}
	return s.finish(y, entries), nil
}

// within writes a name that begins with an article as it is inside of a sentence.
func within(name string) string {
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		return "the " + rest
	}
	return name
}

// Words says what the picture shows.
func (c Course) Words() string {
	name := func(h Holder) string {
		switch h {
		case First:
			return within(c.Names[0]) + " was winning"
		case Second:
			return within(c.Names[1]) + " was winning"
		}
		return "it was not known who was winning"
	}
	text := "The course of the match: at first " + name(c.Holders[0])
	changes := c.changes()
	const listed = 20
	for i, move := range changes {
		if i == listed {
			text += fmt.Sprintf(", and %d more changes", len(changes)-listed)
			break
		}
		text += fmt.Sprintf("; after move %d %s", move, name(c.Holders[move]))
	}
	if len(changes) == 0 && c.Holders[0] != Unknown {
		text += ", and that never changed"
	}
	return strings.TrimSpace(text) + "."
}
