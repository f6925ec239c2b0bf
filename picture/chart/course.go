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
	size := s.size(noteSize)
	left, right := float64(margin), s.Width-margin
	step := (right - left) / float64(n)
	high := s.size(12)
	var entries []drawing.Entry
	for _, holder := range []Holder{First, Second} {
		fill, pattern := c.look(holder)
		entries = append(entries, drawing.Entry{Fill: fill, Pattern: pattern, Text: within(c.Names[holder-First]) + " could win"})
	}
	y := s.Legend(margin/2, size, entries) + 12
	for from := 0; from < n; {
		to := from + 1
		for to < n && c.Holders[to] == c.Holders[from] {
			to++
		}
		if c.Holders[from] != Unknown {
			fill, pattern := c.look(c.Holders[from])
			s.Add(drawing.Box{X: left + float64(from)*step, Y: y, W: float64(to-from) * step, H: high, Fill: fill, Pattern: pattern})
		}
		from = to
	}
	s.Add(drawing.Box{X: left, Y: y, W: right - left, H: high, Fill: drawing.None, Border: drawing.Rule, BorderW: 1})
	// Below stand the numbers of the changes that fit, the decisive one first.
	low := y + high
	line := drawing.Label{Y: low + size*0.9, Size: size, Role: drawing.Ink}
	at := func(move int, text string) drawing.Label {
		l := line
		l.Text, l.Bold = text, move == c.Turn
		l.X = min(max(left+float64(move)*step, left+l.Width()/2), right-l.Width()/2)
		return l
	}
	var turn drawing.Label
	if c.Turn > 0 {
		turn = at(c.Turn, "the turning point: move "+strconv.Itoa(c.Turn))
		s.Add(turn)
	}
	free := left
	for _, move := range c.changes() {
		x := left + float64(move)*step
		s.Add(drawing.Line{Width: 2, Role: drawing.Ink, Points: []drawing.Point{{X: x, Y: y - 2}, {X: x, Y: low + 2}}})
		l := at(move, strconv.Itoa(move))
		clear := c.Turn == 0 || l.Left()+l.Width()+5 < turn.Left() || l.Left() > turn.Left()+turn.Width()+5
		if move != c.Turn && clear && l.Left() >= free {
			s.Add(l)
			free = l.Left() + l.Width() + 5
		}
	}
	if c.Turn > 0 {
		x := left + float64(c.Turn)*step
		s.Add(drawing.Area{Fill: drawing.Ink, Points: []drawing.Point{{X: x - 6, Y: y - 9}, {X: x + 6, Y: y - 9}, {X: x, Y: y - 1}}})
	}
	entries = nil
	if n := len(c.changes()); n > 1 || n == 1 && c.Turn == 0 {
		line := drawing.Line{Width: 2, Role: drawing.Ink}
		entries = append(entries, drawing.Entry{Line: &line, Text: "a move that gave the win away"})
	}
	if c.At >= 0 && c.At < n {
		s.Add(drawing.Disc{X: left + (float64(c.At)+0.5)*step, Y: y + high/2, R: 6, Fill: drawing.Here, Border: drawing.White, BorderW: 2})
		entries = append(entries, drawing.Entry{Disc: true, Fill: drawing.Here, Border: drawing.White, Text: "the position shown"})
	}
	if len(c.changes()) > 0 || c.Turn > 0 {
		low += size * 1.5
	}
	return s.finish(low+4, entries), nil
}

func (c Course) look(h Holder) (drawing.Role, drawing.Pattern) {
	if (h == Second) != c.RightFirst {
		return drawing.Right, drawing.Falling
	}
	return drawing.Left, drawing.Rising
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
	name := func(h Holder) string {
		switch h {
		case First:
			return within(c.Names[0]) + " could win"
		case Second:
			return within(c.Names[1]) + " could win"
		}
		return "nobody knows who could win"
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
		text = "The course of the match: " + name(c.Holders[0]) + " throughout"
	}
	if c.Turn > 0 {
		text += fmt.Sprintf("; the turning point is move %d", c.Turn)
	}
	return text + "."
}

// Text is the strip in letters, with the names. It is empty if nothing changed, or if the match is
// longer than a line.
func (c Course) Text() string {
	const most = 60
	n := len(c.Holders)
	if len(c.changes()) == 0 || n > most {
		return ""
	}
	var strip strings.Builder
	for _, h := range c.Holders {
		strip.WriteRune([]rune("·█░")[h])
	}
	text := fmt.Sprintf("█ %s could win  ░ %s could win\n%s", c.Names[0], c.Names[1], strip.String())
	if c.Turn > 0 {
		text += fmt.Sprintf("\n%s^ move %d: the turning point", strings.Repeat(" ", c.Turn), c.Turn)
	}
	return text
}
