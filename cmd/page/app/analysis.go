package app

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/words"
	"nimatron/picture/board"
	"nimatron/picture/chart"
	"nimatron/picture/svg"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// Analysis is the analysis of a position for the page.
type Analysis struct {
	Shown
	touch.State          // with choices if the moves are whole turns
	First       string   `json:"first"`
	Chart       string   `json:"chart,omitempty"`
	Verdict     string   `json:"verdict"`
	Short       string   `json:"short"`
	Full        []string `json:"full"`
	Winning     string   `json:"winning,omitempty"`
	Value       string   `json:"value,omitempty"`
	Plane       bool     `json:"plane"`
	Partial     bool     `json:"partial,omitempty"`
	Certificate string   `json:"certificate,omitempty"`
}

const shownWinning = 12

const maxCertificate = 1 << 20

func (r *Request) moved() (*games.Variant, games.Position, error) {
	v, p, err := r.read()
	if err != nil || r.Move == "" {
		return v, p, err
	}
	step, err := touch.Play(v, p, r.Where, r.Move)
	if err != nil {
		return nil, nil, err
	}
	r.Position, r.First = step.Position.String(), step.Position.Turn().Owner.String()
	return r.read()
}

func (a *App) analyze(ctx context.Context, r *Request) (any, error) {
	v, p, err := r.moved()
	if err != nil {
		return nil, err
	}
	out := &Analysis{Shown: Shown{"analyze", analysisOf(v, p)}, First: r.first().String(), Full: []string{}}
	out.Game, out.Position, out.Over = touch.GameOf(v), p.String(), games.Over(p)
	leads := !out.Over && p.Turn().Decision == games.WholeMove
	if leads {
		out.Choices = touch.Choices(v, p)
	}
	if !out.Over {
		out.Actions = []touch.Action{{Label: "Play from here", Link: playFrom(v, p), Lead: true}}
	}
	out.Actions = append(out.Actions, share)
	by := a.solver
	if r.Brief {
		by = &solver.Solver{Nodes: briefPositions, BoardNodes: briefPositions}
	}
	found, err := by.Analyze(ctx, v, p)
	if r.Brief && err == nil && !found.Exact {
		out.Partial, out.Verdict, out.Short = true, "A moment was not enough.", "**Analyze** searches longer."
		out.Said = touch.Spoken(out.Position, out.Verdict)
		out.Board, err = touch.Board(board.Board{Shape: p.Shape()}, r.style(), v, p, leads)
		return out, err
	}
	if err != nil {
		return nil, err
	}
	moves := found.Winning
	if v.Partizan {
		moves = map[games.Side]solver.Moves{games.Left: found.Left, games.Right: found.Right}[r.first()]
	}
	told := explain.InVoice(found, view.VoiceOn(v, p))
	out.Verdict, out.Short = view.Sentence(explain.Verdict(found)), explain.Analysis(told)
	out.Full = append(out.Full, explain.FullAnalysis(told)...)
	out.Value = a.value(ctx, r, found)
	if row, ok := p.(*endnim.Row); ok {
		out.Plane = len(row.Piles()) > 1
	}
	said := words.Each(moves.List[:min(len(moves.List), shownWinning)], func(m games.Move) string { return view.Doing(v, p, m) })
	if len(said) < len(moves.List) {
		said = append(said, "and others")
	}
	if len(said) > 0 {
		of := "What wins"
		if v.Partizan {
			of += " for " + r.first().Name()
		}
		out.Winning = of + ": " + strings.Join(said, "; ") + "."
	}
	out.Said = touch.Spoken(out.Position, out.Verdict, out.Winning)
	if out.Board, err = touch.Board(board.Board{Shape: p.Shape(), Winning: moves.List}, r.style(), v, p, leads); err != nil {
		return nil, err
	}
	if row, ok := p.(*endnim.Row); ok && found.Exact && !v.Partizan {
		if ends, ok := chart.EndsOf(row.Piles()); ok {
			if d, err := ends.Draw(r.style()); err == nil {
				out.Chart = svg.SVG(d, ends.Words(), nil)
			}
		}
	}
	if explain.Certified(v) {
		if text, err := explain.AppendCertificate(ctx, nil, by, v, p); err == nil && len(text) <= maxCertificate {
			out.Certificate = string(bytes.TrimSpace(text))
		}
	}
	return out, nil
}

func (a *App) value(ctx context.Context, r *Request, found *solver.Analysis) string {
	var lines []string
	if found.GrundyKnown {
		lines = append(lines, fmt.Sprintf("Grundy value %d: %s.", found.Grundy, explain.Grundy(found)))
	}
	v, bytes := found.Variant, solver.ValueBytes
	if r.Brief {
		bytes = briefBytes
	}
	if found.Exact && (v.Partizan || v.Ending == games.Misere && !v.Reverse) {
		if value, err := a.solver.NewValuer(bytes).Value(ctx, v, found.Position); err == nil {
			fields, _ := view.ValueFields(explain.MainRows(value))
			for _, f := range fields {
				lines = append(lines, fmt.Sprintf("%s: %s.", f.Name, f.Value))
			}
		}
	}
	return strings.Join(lines, "\n")
}
