package app

import (
	"context"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/picture/board"
	"nimatron/referee/lesson"
	"nimatron/solver/explain"
)

// Lesson is a lesson; Text is set for the open one.
type Lesson struct {
	ID        string   `json:"id"`
	Number    int      `json:"number"`
	Title     string   `json:"title"`
	Game      string   `json:"game"`
	Exercises int      `json:"exercises"`
	Text      []string `json:"text,omitempty"`
	Next      string   `json:"next,omitempty"`
}

func lessonList() (list []Lesson) {
	for _, l := range lesson.All() {
		list = append(list, Lesson{ID: l.ID, Number: l.Number(), Title: l.Title, Game: l.Variant, Exercises: lesson.Exercises})
	}
	return list
}

func (a *App) lesson(_ context.Context, r *Request) (any, error) {
	l, v, err := r.lessonOf()
	if err != nil {
		return nil, err
	}
	out := Lesson{ID: l.ID, Number: l.Number(), Title: l.Title, Game: v.Name, Exercises: lesson.Exercises, Text: append([]string{v.Rules.Summary}, l.Text...)}
	if next := l.Next(); next != nil {
		out.Next = next.ID
	}
	return out, nil
}

// Exercise is a board of a lesson, before or after an answer.
type Exercise struct {
	Table
	Number int    `json:"number"`
	Right  bool   `json:"right"`
	Why    string `json:"why,omitempty"`
}

func (a *App) exercise(ctx context.Context, r *Request) (any, error) {
	l, v, err := r.lessonOf()
	if err != nil {
		return nil, err
	}
	p, _, err := l.Exercise(ctx, a.solver, v, r.Seed, r.Number)
	if err != nil {
		return nil, err
	}
	out := &Exercise{Number: r.Number, Table: Table{Game: gameOf(v), Position: p.String(), Words: board.Words(p.Shape()), Yours: true, Moves: []string{}, Said: []string{}}}
	out.Question, out.Keys = keys(v, p, r.Where)
	out.Board, err = drawn(board.Board{Shape: p.Shape(), Chosen: r.Where, First: true}, r.style(), p, true)
	return out, err
}

// answer judges a move in an exercise. For a wrong one it names the broken rule and the refutation.
func (a *App) answer(ctx context.Context, r *Request) (any, error) {
	l, v, err := r.lessonOf()
	if err != nil {
		return nil, err
	}
	p, winning, err := l.Exercise(ctx, a.solver, v, r.Seed, r.Number)
	if err != nil {
		return nil, err
	}
	move, err := p.Read(r.Move)
	if err != nil {
		return nil, err
	}
	after, err := p.Play(move)
	if err != nil {
		return nil, err
	}
	out := &Exercise{Number: r.Number, Table: Table{Game: gameOf(v), Position: after.String(), Words: board.Words(after.Shape()), Moves: []string{move.String()}, Said: []string{"You " + v.Say(p, move)}}}
	b := board.Board{Shape: after.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: move, By: games.Left}}}
	if out.Board, err = drawn(b, r.style(), after, false); err != nil {
		return nil, err
	}
	for _, m := range winning {
		out.Right = out.Right || m == move
	}
	if out.Right {
		if reason, err := a.solver.ExplainMove(ctx, v, p, move); err == nil {
			out.Why = view.AdviceInWords(v, p, reason)
		}
		return out, nil
	}
	out.Why = l.Rule(p, winning)
	if refuted, err := a.solver.Refute(ctx, v, move, after, games.Move{}); err == nil {
		out.Why += " " + explain.Broken(v, refuted)
	}
	return out, nil
}
