package app

import (
	"bytes"
	"context"

	"nimatron/commands/view"
	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/picture/board"
	"nimatron/picture/svg"
)

// An Analysis is all that is known of a position.
type Analysis struct {
	Game        Game     `json:"game"`
	Position    string   `json:"position"`
	Board       string   `json:"board"`
	Words       string   `json:"words"`
	Chart       string   `json:"chart,omitempty"` // an SVG of what the theory looks at
	Verdict     string   `json:"verdict"`
	Short       string   `json:"short"`
	Full        []string `json:"full"`
	Winning     []string `json:"winning"` // the moves in words, the first ones
	More        bool     `json:"more"`    // whether there are more
	Value       string   `json:"value,omitempty"`
	Certificate string   `json:"certificate,omitempty"`
}

// shownWinning is how many winning moves are named.
const shownWinning = 12

// maxCertificate is the longest certificate that the page carries, in bytes.
const maxCertificate = 1 << 20

// analyze says who wins in a position, by which moves and why.
func (a *App) analyze(ctx context.Context, r *Request) (any, error) {
	v, err := catalog.Standard.Find(r.Variant)
	if err != nil {
		return nil, err
	}
	p, err := v.Parse(r.Position, games.Left)
	if err != nil {
		return nil, err
	}
	found, err := a.solver.Analyze(ctx, v, p)
	if err != nil {
		return nil, err
	}
	moves := found.Winning
	if v.Partizan {
		moves = found.Left
	}
	out := &Analysis{Game: gameOf(v), Position: p.String(), Words: board.Words(p.Shape()), Verdict: sentence(explain.Verdict(found)),
		Short: explain.Analysis(found), Full: explain.FullAnalysis(found), Winning: []string{}, Value: explain.Grundy(found)}
	b := board.Board{Shape: p.Shape()}
	for i, m := range moves.List {
		if out.More = i == shownWinning; out.More {
			break
		}
		out.Winning = append(out.Winning, v.Say(p, m))
		if i == 0 {
			b.Chosen, b.Better = m.Where, true
		}
	}
	if out.Board, err = drawn(b, r.style(), p, false); err != nil {
		return nil, err
	}
	if shown := view.AnalysisPicture(found, r.style()); shown != nil && shown.Name != "board.png" {
		if d, err := shown.LayOut(ctx); err == nil {
			chart, err := svg.SVG(d, shown.Alt)
			if err != nil {
				return nil, err
			}
			out.Chart = string(chart)
		}
	}
	if explain.Certified(v) {
		if text, err := explain.AppendCertificate(ctx, nil, a.solver, v, p); err == nil && len(text) <= maxCertificate {
			out.Certificate = string(bytes.TrimSpace(text))
		}
	}
	return out, nil
}
