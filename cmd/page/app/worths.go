package app

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
	"nimatron/solver/explain"
)

// Worths says what each move of a position is worth.
type Worths struct {
	Board string  `json:"board"` // with the winning moves marked
	Said  string  `json:"said"`
	Moves []Worth `json:"moves"` // the winning ones first
	More  string  `json:"more,omitempty"`
}

// Worth is what a move is worth, and why.
type Worth struct {
	Move string `json:"move"` // in words
	Wins bool   `json:"wins"`
	Why  string `json:"why"`
}

// mostWorths bounds the moves whose worth is listed.
const mostWorths = 24

// worths marks the winning moves of a match on its board, and lists what each move is worth.
func (a *App) worths(ctx context.Context, r *Request) (any, error) {
	g, err := game(&r.at)
	if err != nil {
		return nil, err
	}
	v, p := g.Play.Variant(), g.Play.Position()
	winning, _, err := a.solver.Winning(ctx, v, p, mostWorths)
	if err != nil {
		return nil, err
	}
	out := &Worths{Said: words.Count(len(winning), "move") + " here can win."}
	list := slices.Clone(winning)
	for step := range p.Options() {
		if len(list) == mostWorths {
			out.More = "There are more moves."
			break
		}
		if !slices.Contains(winning, step.Move) {
			list = append(list, step.Move)
		}
	}
	for i, m := range list {
		out.Moves = append(out.Moves, a.worth(ctx, v, p, m, i < len(winning)))
	}
	b := view.BoardAfter(g, len(g.Moves))
	out.Board, err = drawn(b, r.style(), v, p, true, winning)
	return out, err
}

// worth says why a move wins, or which answer refutes it.
func (a *App) worth(ctx context.Context, v *games.Variant, p games.Position, m games.Move, wins bool) Worth {
	w := Worth{Move: view.Doing(v, p, m), Wins: wins}
	quick := a.solver.QuickBudget()
	if wins {
		if reason, err := quick.ExplainMove(ctx, v, p, m); err == nil {
			w.Why = sentence(view.WhyInWords(v, p, reason, explain.MaxShort))
		}
		return w
	}
	after, err := p.Play(m)
	if err != nil {
		return w
	}
	if refuted, err := quick.Refute(ctx, v, m, after, games.Move{}); err == nil && refuted.Left != nil {
		w.Why = "The answer: " + sentence(view.WhyInWords(v, after, refuted.Reason, explain.MaxShort))
	}
	return w
}

// mark writes on a board how many counters the winning moves take, and where.
func mark(d *drawing.Drawing, winning []games.Move) {
	const size = 14
	counts := map[string][]uint64{}
	var order []string
	for _, m := range winning {
		if counts[m.Where] == nil {
			order = append(order, m.Where)
		}
		counts[m.Where] = append(counts[m.Where], m.Count)
	}
	for _, where := range order {
		var of []drawing.Spot // of the place, from below
		for _, s := range d.Spots {
			if s.Place == where {
				of = append(of, s)
			}
		}
		if len(of) == 0 {
			continue
		}
		badge := func(s drawing.Spot, text string) {
			l := drawing.Label{X: s.X + s.W/2, Y: s.Y + s.H/2, Text: text, Size: size, Bold: true, Role: drawing.Black}
			w := max(l.Width()+10, 24)
			if !s.Exact { // its number is in the middle
				l.X, l.Y = s.X+s.W-w/2, s.Y+11
			}
			d.Add(drawing.Box{X: l.X - w/2, Y: l.Y - 11, W: w, H: 22, Radius: 11, Fill: drawing.Gold, Border: drawing.Black, BorderW: 1.5}, l)
		}
		var all []string
		for _, n := range counts[where] {
			if i := len(of) - int(n); n > 0 && i >= 0 && of[0].Exact && of[i].H >= 20 {
				badge(of[i], strconv.FormatUint(n, 10))
				continue
			}
			all = append(all, words.Number(n))
		}
		switch {
		case len(all) > 3:
			badge(of[len(of)-1], strings.Join(all[:3], " ")+" …")
		case len(all) > 0 && all[0] == "0": // it is named or split
			badge(of[len(of)-1], "✓")
		case len(all) > 0:
			badge(of[len(of)-1], strings.Join(all, " "))
		}
	}
}
