package app

import (
	"context"
	"slices"

	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
)

// Worths has the value of each move of a position.
type Worths struct {
	Board string  `json:"board"`
	Said  string  `json:"said"`
	Moves []Worth `json:"moves"`
	More  string  `json:"more,omitempty"`
}

// Worth is the value of a move, and the reason.
type Worth struct {
	Move string `json:"move"`
	Text string `json:"text"`
	Wins bool   `json:"wins"`
	Why  string `json:"why"`
}

const mostWorths = 24

func (a *App) worths(ctx context.Context, r *Request, g *referee.Game) (any, error) {
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
	b.Winning = winning
	out.Board, err = touch.Board(b, r.style(), v, p, true)
	return out, err
}

func (a *App) worth(ctx context.Context, v *games.Variant, p games.Position, m games.Move, wins bool) Worth {
	w := Worth{Move: view.Doing(v, p, m), Text: m.String(), Wins: wins}
	quick := a.solver.QuickBudget()
	if wins {
		if reason, err := quick.ExplainMove(ctx, v, p, m); err == nil {
			w.Why = view.Sentence(view.WhyInWords(v, p, reason))
		}
		return w
	}
	after, err := p.Play(m)
	if err != nil {
		return w
	}
	if refuted, err := quick.Refute(ctx, v, m, after, games.Move{}); err == nil && refuted.Left != nil {
		w.Why = "The answer: " + view.Sentence(view.WhyInWords(v, after, refuted.Reason))
	}
	return w
}
