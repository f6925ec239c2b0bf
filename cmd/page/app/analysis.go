package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/picture/board"
	"nimatron/picture/svg"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// Analysis is what is known about a position.
type Analysis struct {
	Game        Game     `json:"game"`
	Position    string   `json:"position"`
	Board       string   `json:"board"`
	Words       string   `json:"words"`
	Chart       string   `json:"chart,omitempty"` // an SVG for the theorem
	Verdict     string   `json:"verdict"`
	Short       string   `json:"short"`
	Full        []string `json:"full"`
	Winning     string   `json:"winning,omitempty"` // the first winning moves, in words
	Value       string   `json:"value,omitempty"`   // the value in sums, in lines
	Plane       bool     `json:"plane"`             // whether the page can show a plane of the row's ends
	Over        bool     `json:"over"`
	Certificate string   `json:"certificate,omitempty"`
}

// shownWinning bounds the winning moves that are named.
const shownWinning = 12

// maxCertificate is in bytes.
const maxCertificate = 1 << 20

// Limits on working out a value; briefValuing for a request with Brief.
const (
	valuing      = time.Second
	briefValuing = 200 * time.Millisecond
)

// errBrief replaces a time-out of a request with Brief.
var errBrief = errors.New("a moment was not enough: **Analyze** searches for up to 20 seconds")

// analyze answers with the winner, the winning moves and the reason.
func (a *App) analyze(ctx context.Context, r *Request) (any, error) {
	v, p, err := r.read()
	if err != nil {
		return nil, err
	}
	found, err := a.solver.Analyze(ctx, v, p)
	if r.Brief && errors.Is(err, context.DeadlineExceeded) {
		err = errBrief
	}
	if err != nil {
		return nil, err
	}
	moves := found.Winning
	if v.Partizan {
		moves = found.Left
	}
	out := &Analysis{Game: gameOf(v), Position: p.String(), Words: board.Words(p.Shape()), Verdict: sentence(explain.Verdict(found)),
		Short: explain.Analysis(found), Full: append([]string{}, explain.FullAnalysis(found)...), Over: games.Over(p)}
	out.Value = a.value(ctx, r, found)
	if r.Brief && !found.Exact {
		out.Short = sentence(errBrief.Error())
	}
	if row, ok := p.(*endnim.Row); ok {
		out.Plane = len(row.Piles()) > 1
	}
	b := board.Board{Shape: p.Shape()}
	var said []string
	for i, m := range moves.List {
		if i == shownWinning {
			said = append(said, "and others")
			break
		}
		said = append(said, view.Doing(v, p, m))
		if i == 0 {
			b.Chosen, b.Better = m.Where, true
		}
	}
	if len(said) > 0 {
		out.Winning = "What wins: " + strings.Join(said, "; ") + "."
		if v.Partizan {
			out.Winning = "What wins for Left: " + strings.Join(said, "; ") + "."
		}
	}
	if out.Board, err = drawn(b, r.style(), p, false); err != nil {
		return nil, err
	}
	if shown := view.AnalysisPicture(found, r.style()); shown != nil && shown.Name == "ends.png" {
		if d, err := shown.LayOut(ctx); err == nil {
			out.Chart = svg.SVG(d, shown.Alt, nil)
		}
	}
	if explain.Certified(v) {
		if text, err := explain.AppendCertificate(ctx, nil, a.solver, v, p); err == nil && len(text) <= maxCertificate {
			out.Certificate = string(bytes.TrimSpace(text))
		}
	}
	return out, nil
}

// value returns the value of a position in sums, in lines.
func (a *App) value(ctx context.Context, r *Request, found *solver.Analysis) string {
	var lines []string
	if found.GrundyKnown {
		lines = append(lines, fmt.Sprintf("Grundy value %d: %s.", found.Grundy, explain.Grundy(found)))
	}
	v := found.Variant
	if !found.Exact || !v.Partizan && (v.Ending != games.Misere || v.Reverse) {
		return strings.Join(lines, "\n")
	}
	most := valuing
	if r.Brief {
		most = briefValuing
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	value, err := a.solver.NewValuer(solver.ValueBytes).Value(ctx, v, found.Position)
	if err != nil {
		return strings.Join(lines, "\n")
	}
	for _, f := range view.ValueFields(value) {
		lines = append(lines, fmt.Sprintf("%s: %s.", f.Name, f.Value))
	}
	return strings.Join(lines, "\n")
}
