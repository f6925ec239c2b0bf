package chart

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Holder is the player who could win a position.
type Holder uint8

const (
	Unknown Holder = iota
	First          // the player with the first turn
	Second
)

// Course is a chart of who could win after each decision.
type Course struct {
	// Names are the names of the first and the second player.
	Names [2]string
	// RightFirst gives the first player the colour of Right.
	RightFirst bool
	// Holders are the winners at the start and after each move.
	Holders []Holder
	// At is the number of moves before the position shown with it, -1 for none.
	At int
	// Turn is the number of the decisive move, 0 for none.
	Turn int
}

func (c Course) changes() []int {
	var moves []int
	for i := 1; i < len(c.Holders); i++ {
		if c.Holders[i] != Unknown && c.Holders[i-1] != Unknown && c.Holders[i] != c.Holders[i-1] {
			moves = append(moves, i)
		}
	}
	return moves
}

// Draw draws a thin strip from the start of the match to its end, in the holders' colours. The error is
// drawing.ErrTooLarge, also for a match without moves.
func (c Course) Draw(style picture.Style) (*drawing.Drawing, error) {
	const most = 360
	n := len(c.Holders)
	if n < 2 || n > most {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size, high := s.size(noteSize), s.size(12)
	var holders []drawing.Entry
	for _, h := range []Holder{First, Second} {
		fill, pattern := c.look(h)
		holders = append(holders, drawing.Entry{Fill: fill, Pattern: pattern, Text: c.could(h)})
	}
	y := s.Legend(margin/2, size, holders) + 12
	low := y + high
	step := (s.Width - 2*margin) / float64(n)
	at := func(move int) float64 { return margin + float64(move)*step }
	for from, to := 0, 0; from < n; from = to {
		for to < n && c.Holders[to] == c.Holders[from] {
			to++
		}
		if h := c.Holders[from]; h != Unknown {
			fill, pattern := c.look(h)
			s.Add(drawing.Box{X: at(from), Y: y, W: float64(to-from) * step, H: high, Fill: fill, Pattern: pattern})
		}
	}
	s.Add(drawing.Box{X: margin, Y: y, W: s.Width - 2*margin, H: high, Border: drawing.Rule, BorderW: 1})
	c.drawChanges(s, y, low, at)
	if c.Turn > 0 {
		x := at(c.Turn)
		s.Add(drawing.Area{Fill: drawing.Ink, Points: path(x-6, y-9, x+6, y-9, x, y-1)})
	}
	if n := len(c.changes()); n > 1 || n == 1 && c.Turn == 0 {
		s.key(drawing.Entry{Line: &drawing.Line{Width: 2, Role: drawing.Ink}}, "a move that gave the win away")
	}
	if c.At >= 0 && c.At < n {
		s.here(margin+(float64(c.At)+0.5)*step, y+high/2, 6, "the position shown")
	}
	if len(c.changes()) > 0 || c.Turn > 0 {
		low += size * 1.5
	}
	return s.finish(low + 4), nil
}

// drawChanges marks the moves that changed the holder. Below them stand the numbers that fit, the decisive one first.
func (c Course) drawChanges(s *sheet, y, low float64, at func(move int) float64) {
	size := s.size(noteSize)
	number := func(move int, text string) drawing.Label {
		l := drawing.Label{Y: low + size*0.9, Text: text, Size: size, Bold: move == c.Turn, Role: drawing.Ink}
		return s.inside(l, at(move))
	}
	var turn drawing.Label
	if c.Turn > 0 {
		turn = number(c.Turn, "the turning point: move "+strconv.Itoa(c.Turn))
		s.Add(turn)
	}
	const space = 5
	free := float64(margin)
	for _, move := range c.changes() {
		s.line(2, drawing.Ink, at(move), y-2, at(move), low+2)
		l := number(move, strconv.Itoa(move))
		clear := c.Turn == 0 || l.Left()+l.Width()+space < turn.Left() || l.Left() > turn.Left()+turn.Width()+space
		if move != c.Turn && clear && l.Left() >= free {
			s.Add(l)
			free = l.Left() + l.Width() + space
		}
	}
}

func (c Course) look(h Holder) (drawing.Role, drawing.Pattern) {
	if (h == Second) != c.RightFirst {
		return drawing.Right, drawing.Falling
	}
	return drawing.Left, drawing.Rising
}

func (c Course) could(h Holder) string {
	if h == Unknown {
		return "nobody knows who could win"
	}
	return within(c.Names[h-First]) + " could win"
}

// within returns a name for the middle of a sentence: with a leading article in lower case.
func within(name string) string {
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		return "the " + rest
	}
	return name
}

// Words describes the course.
func (c Course) Words() string {
	text := "The course of the match: at first " + c.could(c.Holders[0])
	changes := c.changes()
	const listed = 20
	for i, move := range changes {
		if i == listed {
			text += fmt.Sprintf(", and %d more changes", len(changes)-listed)
			break
		}
		text += fmt.Sprintf("; after move %d %s", move, c.could(c.Holders[move]))
	}
	if len(changes) == 0 && c.Holders[0] != Unknown {
		text = "The course of the match: " + c.could(c.Holders[0]) + " throughout"
	}
	if c.Turn > 0 {
		text += fmt.Sprintf("; the turning point is move %d", c.Turn)
	}
	return text + "."
}

// Text is Words in lines, without a strip of letters, which says nothing to the ear. It is empty if nothing changed.
func (c Course) Text() string {
	if len(c.changes()) == 0 {
		return ""
	}
	return strings.ReplaceAll(c.Words(), "; ", ";\n")
}
