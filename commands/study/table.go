package study

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/partizan"
)

// Bounds on drawings in chat: what fits in a message and is readable there. The program's own table
// and phase commands have higher bounds.
const (
	maxChatPlane = 16
	maxChatLine  = 40
	maxChatPhase = 24
	maxPattern   = 500 // in bytes
)

var tableCommand = &core.Command{
	Name:    "study table",
	Summary: "Grundy values or outcomes over a pattern such as _ 4 _",
	Options: []core.Option{
		core.VariantOption("The game, such as end-nim"),
		{Name: "pattern", Summary: "A position with one or two blanks, such as _ 4 _", Required: true},
		{Name: "n", Summary: "The largest pile for a blank (default: 10)", Kind: core.Integer, Most: maxChatLine},
	},
	Private: true,
	Costly:  true,
	Answers: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		v := r.Game
		if len(r.Option("pattern")) > maxPattern {
			return view.Reply{}, core.Refuse("`pattern:` is too long. In chat it can have at most %d characters.", maxPattern)
		}
		n := r.Number("n", 10)
		if n > maxChatPlane && strings.Count(r.Option("pattern"), "_") > 1 {
			return view.Reply{}, core.Refuse("With two blanks, `n:` is at most %d in chat.", maxChatPlane)
		}
		t, err := env.Solver.Table(ctx, v, r.Option("pattern"), n, nil)
		var bad *solver.BadTable
		var tooMuch *solver.TooMuchWork
		switch {
		case errors.As(err, &bad):
			return view.Reply{}, core.Refuse("%s", view.Sentence(bad.Reason))
		case errors.As(err, &tooMuch):
			return view.Reply{}, core.Refuse("%s", tooMuchText(tooMuch))
		case errors.Is(err, solver.ErrBudget):
			return view.Reply{}, core.Refuse("I couldn't compute this table within my limits, and I don't guess. Try a smaller `n:`.")
		case err != nil:
			return view.Reply{}, err
		}
		body := "Grundy values. The player to move loses where the value is 0."
		if t.Values == nil {
			body = "Outcomes: N the next player wins, P the previous player, L Left, R Right."
		}
		if t.Blanks == 2 {
			body += " The first blank goes down, the second across."
		}
		l := env.LookOf(ctx, r)
		return view.Reply{Card: &view.Card{
			Title:   fmt.Sprintf("%s: %s", v.Name, words.Cut(t.Pattern, 80)),
			Body:    body,
			Drawing: words.Cut(explain.TableText(t), maxDrawing),
			Picture: l.Of(tablePicture(t, l.Style)),
		}}, nil
	},
}

func tooMuchText(e *solver.TooMuchWork) string {
	times := fmt.Sprintf("about %d times", e.Times)
	if e.Times >= 1000 {
		times = "more than a thousand times"
	}
	return "This table is too much work for chat: " + times + " the limit for one answer. Try a smaller `n:`, or smaller or fewer piles. `nimatron table` on your own computer has no such limit."
}

// maxDrawing bounds a drawing in a message, in characters.
const maxDrawing = 3500

// rowCommand is a command about a row of Partizan End-Nim.
func rowCommand(name, summary string, show func(context.Context, *core.Env, *core.Request, *endnim.Row) (*view.Card, error), options ...core.Option) *core.Command {
	return &core.Command{
		Name: name, Summary: summary, Private: true, Costly: true, Answers: true,
		Options: append([]core.Option{{Name: "row", Summary: "A row of Partizan End-Nim, such as 2 4 1", Required: true}}, options...),
		Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
			p, err := endnim.Partizan.Parse(r.Option("row"), games.Left)
			if err != nil {
				return view.Reply{}, err
			}
			card, err := show(ctx, env, r, p.(*endnim.Row))
			return view.Reply{Card: card}, err
		},
	}
}

var phaseCommand = rowCommand("study phase", "Draw the phase diagram of a row of Partizan End-Nim", phase,
	core.Option{Name: "n", Summary: "The largest end pile (default: 12)", Kind: core.Integer, Most: maxChatPhase})

func phase(ctx context.Context, env *core.Env, r *core.Request, row *endnim.Row) (*view.Card, error) {
	d, err := partizan.Phase(ctx, row.Piles(), r.Number("n", 12))
	if err != nil {
		return nil, err
	}
	l := env.LookOf(ctx, r)
	return &view.Card{
		Title:   "Phase diagram of " + words.Cut(row.String(), 80),
		Body:    "Who wins when a pile of a is added at Left's end and a pile of b at Right's end. Up: a. Right: b. N: the next player, P: the previous player, L: Left, R: Right.",
		Drawing: d.String(),
		Picture: l.Of(view.PhasePicture(d, row.Piles(), 0, 0, l.Style)),
		Fields:  []view.Field{{Name: "Triple point, the smallest P", Value: fmt.Sprintf("a = %s, b = %s", d.TripleA, d.TripleB)}},
	}, nil
}

var thresholdsCommand = rowCommand("study thresholds", "Which end piles win a row of Partizan End-Nim", thresholds)

func thresholds(_ context.Context, _ *core.Env, _ *core.Request, row *endnim.Row) (*view.Card, error) {
	if len(row.Piles()) == 0 {
		return nil, core.Refuse("The empty row has no thresholds. Give `row:` at least one pile, such as `2 4 1`.")
	}
	t := partizan.Thresholds(row.Piles())
	return &view.Card{
		Title: "Thresholds of " + words.Cut(row.String(), 80),
		Body:  fmt.Sprintf("The row itself is **%s**.", t.Outcome),
		Fields: []view.Field{
			{Name: "L", Value: t.L.String() + ", the smallest left pile with which Left always wins"},
			{Name: "R", Value: t.R.String() + ", the smallest right pile with which Right always wins"},
			{Name: "L*", Value: t.LStar.String() + ", the smallest left pile with which Left wins moving first"},
			{Name: "R*", Value: t.RStar.String() + ", the smallest right pile with which Right wins moving first"},
		},
	}, nil
}

// tablePicture shows a table over two piles; it is nil for others.
func tablePicture(t *solver.Table, style picture.Style) *view.Picture {
	if t.Blanks != 2 {
		return nil
	}
	p := chart.Plane{Pattern: t.Pattern, Size: t.Size, Values: t.Values}
	for _, o := range t.Outcomes {
		p.Outcomes = append(p.Outcomes, o[0])
	}
	return view.NewPicture("table", p.Words(), func(context.Context) (*drawing.Drawing, error) { return p.Draw(style) })
}
