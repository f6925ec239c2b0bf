package view

import (
	"context"
	"errors"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/typeface"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// A Look is the style of pictures for an audience, or text only.
type Look struct {
	picture.Style
	Text   bool
	Person string // the viewer, "" for everybody
}

// Drawn draws a position in text, in numbers alone for a look with text only.
func (l Look) Drawn(shape games.Shape) string {
	if l.Text {
		return picture.Numbers(shape)
	}
	return picture.Text(shape)
}

// Of returns the picture, or nil for a look with text only.
func (l Look) Of(p *Picture) *Picture {
	if l.Text {
		return nil
	}
	return p
}

// maxAlt bounds an alternative text, in characters, so that all fronts show it whole.
const maxAlt = 1000

// NewPicture returns a picture that is drawn when a front needs it.
func NewPicture(name, alt string, layOut func(ctx context.Context) (*drawing.Drawing, error)) *Picture {
	return &Picture{Name: name + ".png", Alt: words.Cut(alt, maxAlt), LayOut: layOut}
}

// LastMoveWords describes the last two moves before a step, the newer first.
func LastMoveWords(g *referee.Game, step int) string {
	who := func(side games.Side) string {
		p := g.Player(side)
		name := words.Cut(words.Visible(p.Name), MaxCourseName)
		switch {
		case p.IsBot():
			return match.BotName
		case name != "":
			return name
		case side == g.Play.First():
			return "the first player"
		}
		return "the second player"
	}
	text, when := "", " Last move: "
	for i := step - 1; i >= max(0, step-2); i-- {
		text += when + who(g.Moves[i].Actor) + " " + g.Play.Variant().Say(g.Play.Start(), g.Play.Moves()[i]).String() + "."
		when = " Before that: "
	}
	return text
}

// BoardAfter is the board after some moves, with the last ones marked.
func BoardAfter(g *referee.Game, step int) (b board.Board) {
	var before games.Position
	for n, p := range g.Play.Positions() {
		if n > 0 && n > step-board.MarkedMoves {
			made := board.Made{Before: before.Shape(), Move: g.Play.Moves()[n-1], By: before.Turn().Owner}
			b.Moves = append([]board.Made{made}, b.Moves...)
		}
		if before, b.Shape = p, p.Shape(); n == step {
			break
		}
	}
	return b
}

// ReplayPicture shows a finished match after step moves and, below it, its course.
func ReplayPicture(g *referee.Game, review *judge.Review, step int, style picture.Style) *Picture {
	return coursePicture("replay", BoardAfter(g, step), LastMoveWords(g, step), courseOf(g, review, step), style)
}

func endingPicture(e Ending, step int, turning games.Position, style picture.Style) *Picture {
	course := courseOf(e.Game, e.Review, -1)
	if turning == nil || e.Better == (games.Move{}) {
		return coursePicture("ending", BoardAfter(e.Game, step), LastMoveWords(e.Game, step), course, style)
	}
	if step < len(e.Review.Decisions) {
		course.Turn = step + 1
	}
	return betterPicture("ending", e.Game, turning, e.Better, course, style)
}

// MistakePicture shows what was better than the mistake with a number, from 1, above the course. If it was to stop
// while the opponent was to move, it shows that position.
func MistakePicture(g *referee.Game, review *judge.Review, number int, better games.Move, style picture.Style) *Picture {
	p := review.Final
	switch {
	case number <= len(review.Decisions):
		p = review.Decisions[number-1].Position
	case !review.FinalWon:
		return ReplayPicture(g, review, number-1, style)
	}
	return betterPicture("replay", g, p, better, courseOf(g, review, number-1), style)
}

func betterPicture(name string, g *referee.Game, p games.Position, better games.Move, course chart.Course, style picture.Style) *Picture {
	return coursePicture(name, advised(p, better, "better"), " A better move: "+Doing(g.Play.Variant(), p, better)+".", course, style)
}

func advised(p games.Position, m games.Move, note string) board.Board {
	b := board.Board{Shape: p.Shape(), Chosen: m.Where, Note: note}
	if after, err := p.Play(m); err == nil {
		b.Moves = []board.Made{{Before: b.Shape, Move: m, By: p.Turn().Owner}}
		b.Shape, b.Chosen = after.Shape(), "" // the name may mean another pile now
	}
	return b
}

// HintPicture shows where to move or, if the hint goes that far, the move.
func HintPicture(p games.Position, m games.Move, whole bool, style picture.Style) *Picture {
	if whole {
		return boardPicture(advised(p, m, "hint"), style)
	}
	return boardPicture(board.Board{Shape: p.Shape(), Chosen: m.Where, Note: "here"}, style)
}

func coursePicture(name string, b board.Board, made string, course chart.Course, style picture.Style) *Picture {
	return NewPicture(name, board.Words(b.Shape)+made+" "+course.Words(), func(context.Context) (*drawing.Drawing, error) {
		d, err := board.Draw(b, style)
		below, courseErr := course.Draw(style)
		switch {
		case err != nil:
			return below, courseErr
		case courseErr == nil: // otherwise the match is too short or too long
			d.Below(below)
		}
		return d, nil
	})
}

// courseNames are the names of the first and the second player in a picture. A name that the font
// lacks is replaced by the turn or the side.
func courseNames(g *referee.Game) (names [2]string) {
	first := g.Play.First()
	for i, side := range []games.Side{first, first.Other()} {
		p, partizan := g.Player(side), g.Play.Variant().Partizan
		name := p.Name
		if p.IsBot() {
			name = match.BotName
		}
		name = words.Cut(name, MaxCourseName)
		switch plain := name != "" && typeface.Has(name) && !strings.Contains(name, "`"); {
		case plain && partizan:
			names[i] = name + " (" + side.Name() + ")"
		case plain:
			names[i] = name
		case partizan:
			names[i] = side.Name()
		default:
			names[i] = [2]string{"The first player", "The second player"}[i]
		}
	}
	return names
}

// MaxCourseName bounds a name in a picture, in characters.
const MaxCourseName = 20

func courseText(g *referee.Game, review *judge.Review) string {
	c := courseOf(g, review, -1)
	first := g.Play.First()
	c.Names = [2]string{PlayerName(g.Player(first).ID), PlayerName(g.Player(first.Other()).ID)}
	return c.Words()
}

func courseOf(g *referee.Game, review *judge.Review, step int) chart.Course {
	first := g.Play.First()
	c := chart.Course{Names: courseNames(g), At: step, RightFirst: first == games.Right}
	add := func(p games.Position, won, known bool) {
		holder := chart.Unknown
		if known {
			winner := p.Turn().Actor
			if !won {
				winner = winner.Other()
			}
			holder = chart.First
			if winner != first {
				holder = chart.Second
			}
		}
		c.Holders = append(c.Holders, holder)
	}
	for _, d := range review.Decisions {
		add(d.Position, d.Judgement != judge.NoChoice, d.Judgement != judge.Unknown && d.Position != nil)
	}
	add(review.Final, review.FinalWon, review.FinalKnown)
	return c
}

// Weighed draws the weights of a partizan sum below its picture.
func (p *Picture) Weighed(v *games.Variant, position games.Position, style picture.Style) *Picture {
	weights := solver.Weights(v, position)
	if p == nil || weights == nil {
		return p
	}
	return p.Above("scale", chart.Scale{Weights: weights, Verdict: explain.Balance(weights)}, style)
}

// A Chart can be drawn, and described in words.
type Chart interface {
	Draw(picture.Style) (*drawing.Drawing, error)
	Words() string
}

// Above draws a chart below the picture. It returns nil for a look with text only.
func (p *Picture) Above(name string, c Chart, style picture.Style) *Picture {
	if p == nil {
		return nil
	}
	both := NewPicture(name, p.Alt+" "+c.Words(), func(ctx context.Context) (*drawing.Drawing, error) {
		d, err := p.LayOut(ctx)
		if err != nil {
			return nil, err
		}
		below, err := c.Draw(style)
		switch {
		case err == nil:
			d.Below(below)
		case !errors.Is(err, drawing.ErrTooLarge):
			return nil, err
		}
		return d, nil
	})
	both.Else = p.Else
	return both
}

// Tiles are the results of a day's puzzles.
func Tiles(day []puzzle.State) chart.Day {
	return words.Each(day, func(s puzzle.State) chart.Result {
		switch {
		case s.Solved && s.Tries == 1:
			return chart.AtOnce
		case s.Solved:
			return chart.Later
		case s.GaveUp:
			return chart.GivenUp
		}
		return chart.Open
	})
}

// ShapePicture shows a position without moves.
func ShapePicture(p games.Position, style picture.Style) *Picture {
	return boardPicture(board.Board{Shape: p.Shape()}, style)
}

func boardPicture(b board.Board, style picture.Style) *Picture {
	return NewPicture("board", board.Words(b.Shape), func(context.Context) (*drawing.Drawing, error) { return board.Draw(b, style) })
}

func positionsAt(g *referee.Game, step int) (before, at games.Position) {
	for n, p := range g.Play.Positions() {
		if before, at = at, p; n == step {
			break
		}
	}
	return before, at
}
