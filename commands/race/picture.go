package race

import (
	"context"
	"fmt"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/referee/race"
)

const (
	margin   = 14
	nameSize = 16
	rowHigh  = 30
	barFrom  = 150
	noteSize = 13
)

func (c *Card) picture() *view.Picture {
	alt := "The result of the race."
	for i, r := range c.first() {
		alt += fmt.Sprintf(" %d. %s, %s.", i+1, name(&r), words.Count(r.Solved, "board"))
	}
	shown := c.shown()
	for _, of := range shown {
		alt += fmt.Sprintf(" %s. %s The move: %s.", of.caption, board.Words(of.Board.Position.Shape()), answerWords(of.Solution, of.Board.Position))
	}
	return view.NewPicture("race", alt, func(context.Context) (*drawing.Drawing, error) {
		d := &drawing.Drawing{Width: drawing.Width, Theme: c.Style.Theme, Height: margin}
		for i, r := range c.first() {
			c.row(d, i, &r)
		}
		for _, of := range shown {
			if err := c.board(d, of.caption, of.Solution); err != nil {
				return nil, err
			}
		}
		return d, nil
	})
}

type captioned struct {
	caption string
	*race.Solution
}

// shown are the boards of the end, with what is said above them.
func (c *Card) shown() (all []captioned) {
	for _, of := range []captioned{{"The rule that most broke", &c.Broken}, {"The hardest solved", &c.Hardest}} {
		if of.Number > 0 {
			of.caption = fmt.Sprintf("%s: board %d, %s", of.caption, of.Number, of.Board.Variant.Name)
			all = append(all, of)
		}
	}
	return all
}

func (c *Card) row(d *drawing.Drawing, i int, r *race.Racer) {
	y := d.Height + rowHigh/2
	longest := drawing.Width - 2*margin - barFrom - 30
	long := float64(longest) * float64(r.Solved) / float64(max(c.Best[0].Solved, 1))
	d.Add(
		drawing.Label{X: margin, Y: y, Text: fmt.Sprintf("%d  %s", i+1, name(r)), Size: nameSize, Bold: i == 0, Role: drawing.Ink, Anchor: drawing.Start},
		drawing.Box{X: barFrom, Y: y - 8, W: max(long, 2), H: 16, Radius: 4, Fill: drawing.Next},
		drawing.Label{X: drawing.Width - margin, Y: y, Text: fmt.Sprint(r.Solved), Size: nameSize, Bold: true, Role: drawing.Ink, Anchor: drawing.End},
	)
	d.Height += rowHigh
}

func (c *Card) board(d *drawing.Drawing, caption string, s *race.Solution) error {
	p := s.Board.Position
	drawn, err := board.Draw(board.Board{Shape: p.Shape()}, c.Style)
	if err != nil {
		return err
	}
	for i, text := range []string{
		caption,
		"The move: " + answerWords(s, p),
	} {
		d.Add(drawing.Label{X: margin, Y: d.Height + 14, Text: text, Size: noteSize, Bold: i == 0, Role: drawing.Ink, Anchor: drawing.Start})
		d.Height += 20
	}
	d.Below(drawn)
	return nil
}

func answerWords(s *race.Solution, p games.Position) string {
	return view.Doing(s.Board.Variant, p, s.Reason.Move)
}
