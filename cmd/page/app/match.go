package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/match/link"
	"nimatron/picture/board"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver/explain"
)

// Table is the state of a match.
type Table struct {
	Shown
	touch.State
	You     string                  `json:"you"` // left, right or both
	Heading string                  `json:"heading"`
	Result  string                  `json:"result,omitempty"`
	Players map[string]touch.Player `json:"players"`
	Yours   bool                    `json:"yours"` // whether a person here is to move
	Bot     bool                    `json:"bot"`   // whether the bot is to move
	Form    Form                    `json:"form"`
	Friend  string                  `json:"friend,omitempty"` // a link by which a friend moves next
}

// Form has the settings of a match, to begin another with.
type Form struct {
	Level string `json:"level"`
	Size  string `json:"size"`
}

func (a *App) show(ctx context.Context, r *Request) (any, error) {
	g, err := game(&r.at)
	if err != nil {
		return nil, err
	}
	l, v, p := r.at, g.Play.Variant(), g.Play.Position()
	actor := p.Turn().Actor
	mine := func(side games.Side) bool { return l.You == "both" || l.You == side.String() }
	t := &Table{Shown: Shown{"play", l.String()}, You: l.You, Players: map[string]touch.Player{}, Form: Form{l.Level, l.Size}}
	for _, side := range []games.Side{games.Left, games.Right} {
		t.Players[side.String()] = touch.Player{Name: who(&l, v, side), Level: l.Level, Bot: g.Sides[side].IsBot()}
	}
	t.Yours, t.Bot = !g.Finished() && mine(actor), !g.Finished() && l.Level != "" && !mine(actor)
	if t.State, err = touch.StateOf(g, r.style(), t.Yours, 0, saying(&l, g)); err != nil {
		return nil, err
	}
	own := -1 // index of the person's last move
	for i, m := range g.Moves {
		if mine(m.Actor) {
			own = i
		}
	}
	if l.Level == "" && l.You != "both" && !t.Yours {
		friend := l
		friend.You = actor.String()
		t.Friend = friend.String()
	}
	switch {
	case t.Over:
		a.end(ctx, &l, g, t)
		t.Said = touch.Spoken(t.News, t.Ending.Title, t.Ending.Text)
	case t.Yours:
		said := t.Moves[own+1:]
		if t.Made == 0 {
			said = []string{t.Game.Name, t.Game.Rules}
		}
		if l.You == "both" {
			said = append(slices.Clone(said), who(&l, v, actor)+" moves next.")
		}
		t.Said = touch.Spoken(append(said, board.Words(p.Shape()), t.Choices[""].Question)...)
	default: // the keys are shown, but do nothing
		t.Choices = map[string]touch.Choice{"": {Question: who(&l, v, actor) + " moves next.", Keys: t.Choices[""].Keys}}
		t.Said = touch.Spoken(t.News)
	}
	if t.Heading = t.State.Heading(l.You, false, t.Players); t.Over {
		t.Result = t.State.Result(l.You, t.Players)
	}
	if own >= 0 {
		t.Actions = append(t.Actions, touch.Action{Label: "Take back", Link: l.After(own).String()})
	}
	if !t.Over {
		t.Actions = append(t.Actions, touch.Action{Label: "Hint", Do: "hint"}, touch.Action{Label: "What wins", Do: "worths"})
	}
	t.Actions = append(t.Actions, touch.Action{Label: "Analyze", Link: analysisOf(v, p)}, share)
	return t, nil
}

var share = touch.Action{Label: "Share", Do: "share"}

func saying(l *link.Link, g *referee.Game) func(step int, before games.Position) string {
	v := g.Play.Variant()
	return func(step int, before games.Position) string {
		return who(l, v, g.Moves[step].Actor) + " " + v.Say(before, g.Play.Moves()[step]).String()
	}
}

func (a *App) play(ctx context.Context, r *Request, g *referee.Game) (any, error) {
	step, err := touch.Play(g.Play.Variant(), g.Play.Position(), r.Where, r.Move)
	if err != nil {
		return nil, err
	}
	return a.after(ctx, r, step.Move)
}

func (a *App) after(ctx context.Context, r *Request, m games.Move) (any, error) {
	r.at.Moves = append(r.at.Moves, m.String())
	return a.show(ctx, r)
}

func (a *App) reply(ctx context.Context, r *Request, g *referee.Game) (any, error) {
	rate, plays := match.Level(r.at.Level).ErrorRate()
	if !plays {
		return nil, errors.New("there is no bot in this match")
	}
	choice, err := a.solver.Choose(ctx, g.Play.Variant(), g.Play.Position(), rate, random(&r.at, 1+len(g.Moves)))
	if err != nil {
		return nil, err
	}
	return a.after(ctx, r, choice.Move)
}

// Hint has the lines of a hint so far.
type Hint struct {
	Lines []string `json:"lines"`
	Last  bool     `json:"last"`
}

// hint says in three steps whether there is a win, which place has it, and which move it is.
func (a *App) hint(ctx context.Context, r *Request, g *referee.Game) (any, error) {
	v, p := g.Play.Variant(), g.Play.Position()
	if games.Over(p) {
		return nil, games.ErrFinished
	}
	reason, err := a.solver.Explain(ctx, v, p)
	if err != nil {
		return Hint{Lines: []string{"Nobody has proved who wins from here, and I found no proof."}, Last: true}, nil
	}
	lines := []string{"There is no win here against perfect play.", explain.Short(v, p, view.ReasonOn(v, p, reason))}
	if reason.Move != (games.Move{}) {
		lines = []string{"There is a win here.", explain.Look(v, reason), view.WinInWords(v, p, reason)}
	}
	step := min(max(r.Step, 1), len(lines))
	return Hint{Lines: lines[:step], Last: step == len(lines)}, nil
}

// end shows the result, and ways to go on.
func (a *App) end(ctx context.Context, l *link.Link, g *referee.Game, t *Table) {
	v := g.Play.Variant()
	review, _ := judge.Of(ctx, a.solver, g.Play) // ctx does not end
	e := view.Ending{Game: g, Review: review}
	e.Explain(ctx, a.solver)
	words := view.Writer{Person: func(id string) string {
		side, _ := g.SeatOf(id)
		return who(l, v, side)
	}}
	winner, _ := g.Winner.Side()
	t.Ending = &touch.Ending{Title: who(l, v, winner) + " wins", Text: words.Write(e.Card(view.Look{Text: true}).Body), Winner: winner.String()}
	won := l.You == winner.String()
	if won {
		t.Ending.Title = "You win"
	}
	again := link.Link{Variant: l.Variant, First: l.First, You: l.You, Level: l.Level, Size: l.Size}
	if l.Level == "" && l.You != "both" { // the first player sends the first move
		again.You = l.First.String()
	}
	t.Actions = append(t.Actions, touch.Action{Label: "Play again", Link: again.String(), Lead: true})
	if step, p := view.TurningPoint(g, review); p != nil && step < len(g.Moves) {
		shown := link.Link{Variant: l.Variant, Start: l.Start, First: l.First, Moves: l.Moves, Back: len(l.Moves) - step}
		t.Actions = append(t.Actions, touch.Action{Label: "Show me where", Link: shown.String()})
		if !won {
			t.Actions = append(t.Actions, touch.Action{Label: "Try that again", Link: l.After(step).String()})
		}
	}
	harder := map[string]match.Level{string(match.Casual): match.Strong, string(match.Strong): match.Perfect}
	if again.Level = string(harder[l.Level]); won && again.Level != "" {
		t.Actions = append(t.Actions, touch.Action{Label: "Harder", Link: again.String()})
	}
}

// Replay is a match to look at, after some of its moves.
type Replay struct {
	Shown
	touch.State
	Marks  []Mark `json:"marks"`
	Step   int    `json:"step"`
	Remark string `json:"remark"`
	Next   string `json:"next,omitempty"`
}

// Mark is a step of a replay.
type Mark struct {
	Said    string `json:"said"`
	Mistake bool   `json:"mistake"`
	Link    string `json:"link"`
}

func (a *App) replay(ctx context.Context, r *Request) (any, error) {
	l := r.at
	g, err := game(&l)
	if err != nil {
		return nil, err
	}
	v := g.Play.Variant()
	review, err := judge.Of(ctx, a.solver, g.Play)
	if err != nil {
		return nil, err
	}
	step := max(0, len(g.Moves)-l.Back)
	at := g.Play.Position()
	if step < len(review.Decisions) {
		at = review.Decisions[step].Position
	}
	t := Replay{Shown: Shown{"replay", l.String()}, Step: step}
	t.Game, t.Position, t.Made, t.News = touch.GameOf(v), at.String(), step, "The start."
	t.Actions = []touch.Action{{Label: "Play on from here", Link: playFrom(v, at)}, share}
	say, said := saying(&l, g), "The start"
	for n, p := range g.Play.Positions() {
		here := l
		here.Back = len(g.Moves) - n
		mark := Mark{Said: said, Link: here.String(), Mistake: n > 0 && review.Decisions[n-1].LetGo()}
		if n < len(g.Moves) {
			said = say(n, p)
		}
		if t.Next == "" && n > step && mark.Mistake {
			t.Next = mark.Link
		}
		t.Marks = append(t.Marks, mark)
	}
	b := view.BoardAfter(g, step)
	if step > 0 {
		t.News = fmt.Sprintf("Move %d of %d: %s.", step, len(g.Moves), t.Marks[step].Said)
		t.Remark = a.remark(ctx, v, &review.Decisions[step-1])
	}
	t.Said = touch.Spoken(t.News, t.Remark, board.Words(b.Shape))
	t.Board, err = touch.Board(b, r.style(), v, at, false)
	return t, err
}

func (a *App) remark(ctx context.Context, v *games.Variant, d *judge.Decision) string {
	switch {
	case d.LetGo():
		text := "That gave the win away."
		if reason, err := a.solver.ExplainMove(ctx, v, d.Position, d.Better); err == nil {
			reason.Done = true
			text += " Better: " + view.WhyInWords(v, d.Position, reason)
		}
		return view.Sentence(text)
	case d.Judgement == judge.Kept && d.Choice:
		return "That keeps the win. Other moves would have let it go."
	case d.Judgement == judge.Kept:
		return "That keeps the win."
	case d.Judgement == judge.NoChoice:
		return "The position was lost whatever the move."
	}
	return "Nobody has proved who wins here."
}
