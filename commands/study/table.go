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

// Bounds on drawings in chat: what fits a message and can be read there. The
// program's own table and phase commands go further.
const (
	maxChatPlane = 16
	maxChatLine  = 40
	maxChatPhase = 24
	maxPattern   = 500 // in bytes
)

var tableCommand = &core.Command{
	Name:    "table",
	Summary: "Print Grundy values or outcomes over a pattern such as _ 4 _",
	Options: []core.Option{
		core.VariantOption("The game, such as end-nim"),
		{Name: "pattern", Summary: "A position with one or two blanks, such as _ 4 _", Required: true},
		{Name: "n", Summary: "The largest pile that stands for a blank; 10 if you leave it out"},
	},
	Private: true,
	Costly:  true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		v, err := env.Variant(r)
		if err != nil {
			return view.Reply{}, err
		}
		if len(r.Option("pattern")) > maxPattern {
			return view.Reply{}, core.Refuse("`pattern:` is too long: in chat it has at most %d characters.", maxPattern)
		}
		most := maxChatPlane
		if strings.Count(r.Option("pattern"), "_") == 1 {
			most = maxChatLine
		}
		n, err := r.Number("n", 10, most)
		if err != nil {
			return view.Reply{}, err
		}
		if err := env.Referee.CheckAdvice(ctx, r.By.ID, v.Family.ID); err != nil {
			return view.Reply{}, err
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
			return view.Reply{}, core.Refuse("I could not work out this table within my limits, and I don't guess. Try a smaller `n:`.")
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
		l := env.LookOf(ctx, r)
		return view.Reply{Card: &view.Card{
			Title:   fmt.Sprintf("%s: %s", v.Name, words.Cut(t.Pattern, 80)),
			Body:    body,
			Drawing: words.Cut(explain.TableText(t), maxDrawing),
			Picture: l.Of(tablePicture(t, l.Style)),
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

// rowCommand is a command about a row of Partizan End-Nim, which is advice.
func rowCommand(name, summary string, show func(context.Context, *core.Env, *core.Request, *endnim.Row) (*view.Card, error), options ...core.Option) *core.Command {
	return &core.Command{
		Name: name, Summary: summary, Private: true, Costly: true,
		Options: append([]core.Option{{Name: "row", Summary: "A row of Partizan End-Nim, such as 2 4 1", Required: true}}, options...),
		Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
			p, err := endnim.Partizan.Parse(r.Option("row"), games.Left)
			if err != nil {
				return view.Reply{}, err
			}
			if err := env.Referee.CheckAdvice(ctx, r.By.ID, endnim.PartizanFamily.ID); err != nil {
				return view.Reply{}, err
			}
			card, err := show(ctx, env, r, p.(*endnim.Row))
			return view.Reply{Card: card}, err
		},
	}
}

var phaseCommand = rowCommand("phase", "Draw the phase diagram of a row of Partizan End-Nim", phase,
	core.Option{Name: "n", Summary: "The largest end pile; 12 if you leave it out"})

func phase(ctx context.Context, env *core.Env, r *core.Request, row *endnim.Row) (*view.Card, error) {
	n, err := r.Number("n", 12, maxChatPhase)
	if err != nil {
		return nil, err
	}
	d, err := partizan.Phase(ctx, row.Piles(), n)
	if err != nil {
		return nil, err
	}
	l := env.LookOf(ctx, r)
	return &view.Card{
		Title:   "Phase diagram of " + words.Cut(row.String(), 80),
		Body:    "Who wins the row when Left's end gets one more pile, of a counters, and Right's end one of b: a grows upwards, b to the right. N: whoever moves next, P: whoever does not, L: Left, R: Right.",
		Drawing: d.String(),
		Picture: l.Of(view.PhasePicture(d, row.Piles(), 0, 0, l.Style)),
		Fields:  []view.Field{{Name: "Triple point, the smallest P", Value: fmt.Sprintf("a = %s, b = %s", d.TripleA, d.TripleB)}},
	}, nil
}

var thresholdsCommand = rowCommand("thresholds", "Say which piles win at the ends of a row of Partizan End-Nim", thresholds)

func thresholds(_ context.Context, _ *core.Env, _ *core.Request, row *endnim.Row) (*view.Card, error) {
	if len(row.Piles()) == 0 {
		return nil, core.Refuse("The empty row has no thresholds: `row:` needs a pile, such as `2 4 1`.")
	}
	t := partizan.Thresholds(row.Piles())
	return &view.Card{
		Title: "Thresholds of " + words.Cut(row.String(), 80),
		Body:  fmt.Sprintf("The row itself is **%s**.", t.Outcome),
		Fields: []view.Field{
			{Name: "L", Value: t.L.String() + ", the smallest pile at the left end with which Left wins whoever starts"},
			{Name: "R", Value: t.R.String() + ", the smallest pile at the right end with which Right wins whoever starts"},
			{Name: "L*", Value: t.LStar.String() + ", the smallest pile at the left end with which Left wins moving first"},
			{Name: "R*", Value: t.RStar.String() + ", the smallest pile at the right end with which Right wins moving first"},
		},
	}, nil
}

// tablePicture shows a table over two piles; it is nil for others.
func tablePicture(t *solver.Table, style picture.Style) *view.Picture {
	if t.Blanks != 2 {
		return nil
	}
	p := planeOf(t)
	return view.NewPicture("table", p.Words(), func(context.Context) (*drawing.Drawing, error) { return p.Draw(style) })
}

func planeOf(t *solver.Table) chart.Plane {
	p := chart.Plane{Pattern: t.Pattern, Size: t.Size, Values: t.Values}
	for _, o := range t.Outcomes {
		p.Outcomes = append(p.Outcomes, o[0])
	}
	return p
}
