package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/svg"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver/explain"
)

// Key is a button: it makes a move, selects a place, goes back, or asks for text.
type Key struct {
	Label string `json:"label"`
	Move  string `json:"move,omitempty"`
	Where string `json:"where,omitempty"`
	Back  bool   `json:"back,omitempty"`
	Other bool   `json:"other,omitempty"`
}

// Table is the state of a match.
type Table struct {
	Game     Game     `json:"game"`
	Position string   `json:"position"`
	Board    string   `json:"board"` // an SVG; elements with data-tap can be touched
	Words    string   `json:"words"` // the board for screen readers
	Moves    []string `json:"moves"`
	Said     []string `json:"said"`     // the moves in words
	Question string   `json:"question"` // for the player to move
	Keys     [][]Key  `json:"keys,omitempty"`
	Yours    bool     `json:"yours"` // whether a person is to move
	Over     bool     `json:"over"`
	Ending   *Ending  `json:"ending,omitempty"`
}

// Ending describes the result.
type Ending struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Turn  int    `json:"turn,omitempty"` // the number of the losing move, 0 for none
}

func (a *App) show(ctx context.Context, r *Request) (any, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	return a.table(ctx, r, g)
}

func (a *App) table(ctx context.Context, r *Request, g *referee.Game) (*Table, error) {
	v, p := g.Play.Variant(), g.Play.Position()
	actor := p.Turn().Actor
	t := &Table{Game: gameOf(v), Position: p.String(), Moves: []string{}, Said: []string{}, Over: g.Finished()}
	for i, m := range g.Play.Moves() {
		t.Moves = append(t.Moves, m.String())
		t.Said = append(t.Said, r.who(v, g.Moves[i].Actor)+" "+v.Say(p, m))
	}
	t.Yours = !t.Over && (!g.AgainstBot() || g.Human() == actor)
	where := ""
	if t.Yours {
		where = r.Where
	}
	b := view.BoardAfter(g, len(g.Moves))
	b.Chosen, b.First = where, len(g.Moves) == 0
	var err error
	if t.Board, err = drawn(b, r.style(), p, t.Yours); err != nil {
		return nil, err
	}
	t.Words = board.Words(b.Shape)
	switch {
	case t.Over:
		t.Ending = a.ending(ctx, r, g)
	case t.Yours:
		t.Question, t.Keys = keys(v, p, where)
		if !g.AgainstBot() {
			t.Question = r.who(v, actor) + ": " + t.Question
		}
	}
	return t, nil
}

// who names a side.
func (r *Request) who(v *games.Variant, side games.Side) string {
	switch {
	case r.You == "" && v.Partizan:
		return side.Name()
	case r.You == "":
		return []string{"First", "Second"}[side]
	case (r.You == "first") == (side == games.Left):
		return "You"
	}
	return "Nimatron"
}

// pictured draws a board. tap says what a touch of each part does.
func pictured(b board.Board, style picture.Style, tap func(drawing.Spot) (value, title string, ok bool)) (string, error) {
	d, err := board.Draw(b, style)
	if errors.Is(err, drawing.ErrTooLarge) {
		return "", nil // the page shows text instead
	}
	if err != nil {
		return "", err
	}
	return svg.SVG(d, board.Words(b.Shape), tap), nil
}

// drawn draws a board. With touch, its moves can be touched.
func drawn(b board.Board, style picture.Style, p games.Position, touch bool) (string, error) {
	if !touch {
		return pictured(b, style, func(drawing.Spot) (value, title string, ok bool) { return "", "", false })
	}
	places := p.Places()
	nominate := p.Turn().Decision == games.PlaceOnly
	return pictured(b, style, func(s drawing.Spot) (value, title string, ok bool) {
		at := slices.IndexFunc(places, func(place games.Place) bool { return place.Name == s.Place })
		if at < 0 {
			return "", "", false
		}
		place := places[at]
		if nominate {
			m := games.Move{Kind: games.Nominate, Where: place.Name}
			return "move " + m.String(), "name it", true
		}
		if !s.Exact || s.Leaves >= place.Most || place.Sum > 0 {
			return "where " + place.Name, "choose it", true
		}
		m := games.Move{Kind: games.Take, Where: place.Name, Count: place.Most - s.Leaves}
		return "move " + m.String(), fmt.Sprintf("take %d", m.Count), true
	})
}

// keys returns the question and the buttons for the player to move.
func keys(v *games.Variant, p games.Position, where string) (question string, rows [][]Key) {
	card := &view.Card{}
	k := view.Keys{Variant: v, Position: p, Where: where, Play: view.Action{Command: view.MoveName}, Move: "move", Half: view.Action{Command: view.TapName}}
	k.Offer(card)
	key := func(a view.Action) Key {
		key := Key{Label: a.Label, Move: a.Options["move"], Where: a.Options[view.WhereName], Other: a.Options["other"] == "true"}
		key.Back = key.Move == "" && key.Where == "" && !key.Other
		return key
	}
	for _, row := range card.Taps {
		var keys []Key
		for _, a := range row {
			keys = append(keys, key(a))
		}
		rows = append(rows, keys)
	}
	for _, menu := range card.Menus {
		var keys []Key
		for _, c := range menu.Choices {
			keys = append(keys, key(view.Action{Label: c.Label, Options: map[string]string{menu.Option: c.Value}}))
		}
		rows = append(rows, keys)
	}
	return card.Question, rows
}

// play makes a touched or typed move, and returns the next state.
func (a *App) play(ctx context.Context, r *Request) (any, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	p := g.Play.Position()
	text := r.Move
	if r.Where != "" && !strings.ContainsAny(text, "-=") { // a count for the touched place
		text = r.Where + "-" + text
	}
	if move, only := view.OnlyMove(p, r.Where); only && r.Move == "" {
		text = move.String()
	}
	move, err := p.Read(text)
	if err != nil {
		return nil, err
	}
	if _, err := g.Play.Play(p.Turn().Actor, move); err != nil {
		return nil, err
	}
	r.Moves, r.Where = append(r.Moves, move.String()), ""
	return a.show(ctx, r)
}

func (a *App) reply(ctx context.Context, r *Request) (any, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	rate, err := r.level()
	if err != nil {
		return nil, err
	}
	choice, err := a.solver.Choose(ctx, g.Play.Variant(), g.Play.Position(), rate, random(r, 1+len(g.Moves)))
	if err != nil {
		return nil, err
	}
	r.Moves = append(r.Moves, choice.Move.String())
	return a.show(ctx, r)
}

// Hint has the lines of a hint so far.
type Hint struct {
	Lines []string `json:"lines"`
	Last  bool     `json:"last"` // whether there are no more
}

// hint says in three steps whether there is a win, where it is, and which move.
func (a *App) hint(ctx context.Context, r *Request) (any, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	v, p := g.Play.Variant(), g.Play.Position()
	if games.Over(p) {
		return nil, games.ErrFinished
	}
	reason, err := a.solver.Explain(ctx, v, p)
	if err != nil {
		return Hint{Lines: []string{"Nobody has proved who wins from here, and I have found no proof in time."}, Last: true}, nil
	}
	lines := []string{"There is no win here against perfect play.", explain.Short(v, p, reason)}
	if reason.Move != (games.Move{}) {
		lines = []string{"There is a win here.", explain.Look(v, reason), sentence(view.WhyInWords(v, p, reason, explain.MaxShort))}
	}
	step := min(max(r.Step, 1), len(lines))
	return Hint{Lines: lines[:step], Last: step == len(lines)}, nil
}

func (a *App) ending(ctx context.Context, r *Request, g *referee.Game) *Ending {
	winner, won := g.Winner.Side()
	if !won {
		return &Ending{Title: "Nobody has won."}
	}
	v := g.Play.Variant()
	e := view.Ending{Game: g, Review: judge.Of(ctx, a.solver, g.Play)}
	step, p := view.TurningPoint(g, e.Review)
	if p != nil && step < len(e.Review.Decisions) {
		if reason, err := a.solver.ExplainMove(ctx, v, p, e.Review.Decisions[step].Better); err == nil {
			e.Better, e.Why = reason.Move, func(room int) string { return view.WhyInWords(v, p, reason, room) }
		}
	}
	who := r.who(v, winner)
	ending := &Ending{Title: who + " wins"}
	if who == "You" {
		ending.Title = "You win"
	}
	if p != nil && step < len(e.Review.Decisions) {
		ending.Turn = step + 1
	}
	ending.Text = e.Card(view.Look{Text: true}).Body
	if !g.AgainstBot() {
		ending.Text = strings.NewReplacer("<@first>", r.who(v, games.Left), "<@second>", r.who(v, games.Right)).Replace(ending.Text)
	}
	return ending
}

// Replay is a step of a finished match.
type Replay struct {
	Table
	Step   int    `json:"step"`
	Marks  []Mark `json:"marks"` // for all moves
	Remark string `json:"remark"`
}

// Mark is a move of a replay, and whether it lost a win.
type Mark struct {
	Said    string `json:"said"`
	Mistake bool   `json:"mistake"`
}

// replay shows a match after some of its moves, and what the last of them did to the win.
func (a *App) replay(ctx context.Context, r *Request) (any, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	v := g.Play.Variant()
	review := judge.Of(ctx, a.solver, g.Play)
	step := min(max(r.Step, 0), len(g.Moves))
	var at games.Position
	for n, p := range g.Play.Positions() {
		if at = p; n == step {
			break
		}
	}
	t := Replay{Table: Table{Game: gameOf(v), Position: at.String(), Moves: r.Moves, Over: g.Finished()}, Step: step, Marks: []Mark{}}
	b := view.BoardAfter(g, step)
	for i, d := range review.Decisions {
		t.Marks = append(t.Marks, Mark{Said: r.who(v, g.Moves[i].Actor) + " " + v.Say(d.Position, d.Move), Mistake: d.LetGo()})
	}
	if step > 0 {
		t.Remark = a.remark(ctx, v, &review.Decisions[step-1])
	}
	t.Words = board.Words(b.Shape)
	t.Board, err = drawn(b, r.style(), at, false)
	return t, err
}

// remark describes what a decision did to the win.
func (a *App) remark(ctx context.Context, v *games.Variant, d *judge.Decision) string {
	switch {
	case d.LetGo():
		text := "That let the win go."
		if reason, err := a.solver.ExplainMove(ctx, v, d.Position, d.Better); err == nil {
			text += " Better: " + view.WhyInWords(v, d.Position, reason, explain.MaxShort)
		}
		return sentence(text)
	case d.Judgement == judge.Kept && d.Choice:
		return "That keeps the win. Other moves would have let it go."
	case d.Judgement == judge.Kept:
		return "That keeps the win."
	case d.Judgement == judge.NoChoice:
		return "Every move loses here, if the answers are right."
	}
	return "Nobody has proved who wins here."
}

// sentence adds a capital letter and a full stop.
func sentence(text string) string {
	if text = view.SentenceStart(text); text != "" && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return text
}
