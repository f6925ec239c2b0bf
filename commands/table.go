package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// Bounds on drawings in chat: what fits a message and can be read there. The
// program's own table and phase commands go further.
const (
	maxChatPlane = 16
	maxChatLine  = 40
	maxChatPhase = 24
)

var tableCommand = &Command{
	Name:    "table",
	Summary: "Print Grundy values or outcomes over a pattern such as _ 4 _",
	Options: []Option{
		variantOption("The game, such as end-nim"),
		{Name: "pattern", Summary: "A position with one or two blanks, such as _ 4 _", Required: true},
		{Name: "n", Summary: "The largest pile that stands for a blank; 10 if you leave it out"},
	},
	Private: true,
	Costly:  true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		v, err := s.variant(r)
		if err != nil {
			return view.Reply{}, err
		}
		if len(r.option("pattern")) > maxPattern {
			return view.Reply{}, refuse("`pattern:` is too long: in chat it has at most %d characters.", maxPattern)
		}
		most := maxChatPlane
		if strings.Count(r.option("pattern"), "_") == 1 {
			most = maxChatLine
		}
		n, err := r.number("n", 10, most)
		if err != nil {
			return view.Reply{}, err
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, v.Family.ID); err != nil {
			return view.Reply{}, err
		}
		t, err := s.solver.Table(ctx, v, r.option("pattern"), n, nil)
		var bad *solver.BadTable
		var tooMuch *solver.TooMuchWork
		switch {
		case errors.As(err, &bad):
			return view.Reply{}, refuse("%s.", view.Sentence(bad.Reason))
		case errors.As(err, &tooMuch):
			return view.Reply{}, refuse("%s", tooMuchText(tooMuch))
		case errors.Is(err, solver.ErrBudget):
			return view.Reply{}, refuse("I could not work out this table within my limits, and I don't guess. Try a smaller `n:`.")
		case err != nil:
			return view.Reply{}, err
		}
		body := "Grundy values; whoever moves next loses where the value is 0."
		if t.Values == nil {
			body = "Outcomes: N the next player wins, P the previous one, L Left, R Right."
		}
		if t.Blanks == 2 {
			body += " The first blank goes down, the second across."
		}
		l := s.lookOf(ctx, r)
		return view.Reply{Card: &view.Card{
			Title:   fmt.Sprintf("%s: %s", v.Name, words.Cut(t.Pattern, 80)),
			Body:    body,
			Drawing: words.Cut(explain.TableText(t), maxDrawing),
			Picture: l.Of(view.TablePicture(t, l.Style)),
		}}, nil
	},
}

// tooMuchText refuses a table that is too much work for a chat.
func tooMuchText(e *solver.TooMuchWork) string {
	times := fmt.Sprintf("about %d times", e.Times)
	if e.Times >= 1000 {
		times = "more than a thousand times"
	}
	return "This table is too much work for a chat: " + times + " what one answer may take. Try a smaller `n:`, or lower or fewer piles. `nimatron table` on your own computer takes larger ones."
}

// maxDrawing is the longest drawing that fits a message, in characters.
const maxDrawing = 3500

// number reads a whole number from 1 to most; it is usual if left out.
func (r *Request) number(name string, usual, most int) (int, error) {
	text := r.option(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, refuse("%s is not a valid `%s:`: in chat it is a whole number from 1 to %d.", games.Quote(text), name, most)
	}
	return n, nil
}
