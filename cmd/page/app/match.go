package app

import (
	"context"
	"fmt"
	"strings"

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
	Yours  bool    `json:"yours"` // whether a person here is to move
	Bot    bool    `json:"bot"`   // whether the bot is to move
	Ending *Ending `json:"ending,omitempty"`
	Form   Form    `json:"form"`
	// Links to other addresses: the match before one's last move, its analysis, and the match for a
	// friend, who opens it to move.
	Back     string `json:"back,omitempty"`
	Analysis string `json:"analysis,omitempty"`
	Friend   string `json:"friend,omitempty"`
}

// Form has the settings of a match, to begin another with.
type Form struct {
	You   string `json:"you"`
	Level string `json:"level"`
	Size  string `json:"size"`
	First string `json:"first"`
}

// Ending describes the result.
type Ending struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	Won    bool   `json:"won"`
	Replay string `json:"replay,omitempty"`
	Retry  string `json:"retry,omitempty"`
	Harder string `json:"harder,omitempty"`
}

func (a *App) show(ctx context.Context, r *Request) (any, error) {
	g, err := game(&r.at)
	if err != nil {
		return nil, err
	}
	return a.table(ctx, r, g)
}

func (a *App) table(ctx context.Context, r *Request, g *referee.Game) (*Table, error) {
	l, v, p := r.at, g.Play.Variant(), g.Play.Position()
	actor := p.Turn().Actor
	mine := func(side games.Side) bool { return l.You == "both" || l.You == side.String() }
	t := &Table{Shown: Shown{Part: "play", Link: l.String()}, Form: Form{l.You, l.Level, l.Size, l.First.String()}, Analysis: analysisOf(v, p)}
	t.Yours, t.Bot = !g.Finished() && mine(actor), !g.Finished() && l.Level != "" && !mine(actor)
	var err error
	if t.State, err = touch.StateOf(g, r.style(), t.Yours, 0, saying(&l, g)); err != nil {
		return nil, err
	}
	own := -1 // index of the person's last move
	for i, m := range g.Moves {
		if mine(m.Actor) {
			own = i
		}
	}
	if own >= 0 {
		back := l
		back.Moves = l.Moves[:own]
		t.Back = back.String()
	}
	if l.Level == "" && l.You != "both" && !t.Yours {
		friend := l
		friend.You = actor.String()
		t.Friend = friend.String()
	}
	switch {
	case t.Over:
		t.Ending = a.ending(ctx, r, g)
		t.Said = t.News + " " + t.Ending.Title + ". " + t.Ending.Text
	case t.Yours:
		if l.You == "both" {
			for place, c := range t.Choices {
				c.Question = who(&l, v, actor) + ": " + c.Question
				t.Choices[place] = c
			}
		}
		t.Said = strings.Join(append(t.Moves[own+1:], board.Words(p.Shape()), t.Choices[""].Question), ". ")
		if len(t.Moves) == 0 {
			t.Said = t.Game.Name + ". " + t.Game.Rules + " " + t.Said
		}
	default: // the keys are shown, but do nothing
		t.Choices = map[string]touch.Choice{"": {Question: who(&l, v, actor) + " moves next.", Keys: t.Choices[""].Keys}}
		t.Said = t.News
	}
	t.Said = strings.NewReplacer("..", ".", "**", "", "`", "").Replace(t.Said)
	return t, nil
}

func saying(l *link.Link, g *referee.Game) func(step int, before games.Position) string {
	v := g.Play.Variant()
	return func(step int, before games.Position) string {
		return who(l, v, g.Moves[step].Actor) + " " + v.Say(before, g.Play.Moves()[step]).String()
	}
}

func (a *App) play(ctx context.Context, r *Request) (any, error) {
	g, err := game(&r.at)
	if err != nil {
		return nil, err
	}
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

func (a *App) reply(ctx context.Context, r *Request) (any, error) {
	g, err := game(&r.at)
	if err != nil {
		return nil, err
	}
	rate, err := errRate(&r.at)
	if err != nil {
		return nil, err
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
func (a *App) hint(ctx context.Context, r *Request) (any, error) {
	g, err := game(&r.at)
	if err != nil {
		return nil, err
	}
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

func (a *App) ending(ctx context.Context, r *Request, g *referee.Game) *Ending {
	winner, won := g.Winner.Side()
	if !won {
		return &Ending{Title: "Nobody won."}
	}
	v := g.Play.Variant()
	review, _ := judge.Of(ctx, a.solver, g.Play) // ctx does not end
	e := view.Ending{Game: g, Review: review}
	step, p := view.TurningPoint(g, e.Review)
	if p != nil && step < len(e.Review.Decisions) {
		if reason, err := a.solver.ExplainMove(ctx, v, p, e.Review.Decisions[step].Better); err == nil {
			reason.Done = true
			e.Better, e.Why = reason.Move, func(room int) string { return view.WhyInWords(v, p, reason, room) }
		}
	}
	name := who(&r.at, v, winner)
	ending := &Ending{Title: name + " wins", Won: r.at.You == winner.String(), Text: e.Card(view.Look{Text: true}).Body}
	if ending.Won {
		ending.Title = "You win"
		ending.Harder = map[string]string{string(match.Casual): string(match.Strong), string(match.Strong): string(match.Perfect)}[r.at.Level]
	}
	if p != nil && step < len(e.Review.Decisions) {
		turning := r.at
		turning.Moves = turning.Moves[:step]
		if !ending.Won {
			ending.Retry = turning.String()
		}
		turning = link.Link{Variant: r.at.Variant, Start: r.at.Start, First: r.at.First, Moves: r.at.Moves, Back: len(r.at.Moves) - step}
		ending.Replay = turning.String()
	}
	if !g.AgainstBot() {
		ending.Text = strings.NewReplacer("<@left>", who(&r.at, v, games.Left), "<@right>", who(&r.at, v, games.Right)).Replace(ending.Text)
	}
	return ending
}

// Replay is a match to look at, after some of its moves.
type Replay struct {
	Shown
	Game     touch.Game `json:"game"`
	Position string     `json:"position"`
	Board    string     `json:"board"`
	Marks    []Mark     `json:"marks"`
	Step     int        `json:"step"`
	News     string     `json:"news"`
	Remark   string     `json:"remark"`
	Mistake  bool       `json:"mistake"`
	Next     string     `json:"next,omitempty"`
	First    string     `json:"first"`
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
	t := Replay{Shown: Shown{Part: "replay", Link: l.String()}, Game: touch.GameOf(v), Position: at.String(), Step: step, News: "The start.", First: at.Turn().Owner.String()}
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
	t.Said = t.News + " " + t.Remark + " " + board.Words(b.Shape)
	t.Board, err = touch.Board(b, r.style(), v, at, false, nil)
	return t, err
}

func (a *App) remark(ctx context.Context, v *games.Variant, d *judge.Decision) string {
	switch {
	case d.LetGo():
		text := "That gave the win away."
		if reason, err := a.solver.ExplainMove(ctx, v, d.Position, d.Better); err == nil {
			reason.Done = true
			text += " Better: " + view.WhyInWords(v, d.Position, reason, explain.MaxShort)
		}
		return sentence(text)
	case d.Judgement == judge.Kept && d.Choice:
		return "That keeps the win. Other moves would have let it go."
	case d.Judgement == judge.Kept:
		return "That keeps the win."
	case d.Judgement == judge.NoChoice:
		return "The position was lost whatever the move."
	}
	return "Nobody has proved who wins here."
}

func sentence(text string) string {
	if text = view.SentenceStart(text); text != "" && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return text
}
