package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/picture/board"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver/explain"
)

// lessonSeed gives everybody the same boards, so that a class can talk about them.
const lessonSeed = 2026

// Lesson is a lesson, an exercise of it, or the answer to one.
type Lesson struct {
	Shown
	touch.State
	ID     string   `json:"id"`
	Number int      `json:"number"`
	Title  string   `json:"title"`
	Text   []string `json:"text,omitempty"`
	Next   string   `json:"next"`

	Exercise int `json:"exercise"`
	Of       int `json:"of"`

	Answered bool   `json:"answered"`
	Right    bool   `json:"right"`
	Why      string `json:"why"`
	Notation string `json:"notation,omitempty"` // the refutation in notation, for those who ask
}

// Lessons is the list of all.
type Lessons struct {
	Shown
	List []Lesson `json:"list"`
}

func lessonList() *Lessons {
	out := &Lessons{Shown: Shown{"learn", "#learn"}}
	for _, l := range lesson.All() {
		out.List = append(out.List, Lesson{Shown: Shown{Link: "#learn/" + l.ID}, ID: l.ID, Number: l.Number(), Title: l.Title, Of: lesson.Exercises})
	}
	return out
}

func (a *App) lesson(ctx context.Context, id string, r *Request) (any, error) {
	out, _, err := a.exercise(ctx, r, id, 1)
	if err != nil {
		return nil, err
	}
	out.Part, out.Link, out.Next = "lesson", "#learn/"+id, out.Link
	out.Text = append([]string{out.Game.Rules}, lesson.Find(id).Text...)
	return out, nil
}

func (a *App) exercise(ctx context.Context, r *Request, id string, number int) (out *Lesson, e puzzle.Exercise, err error) {
	l := lesson.Find(id)
	switch {
	case l == nil:
		return nil, e, fmt.Errorf("there is no lesson %s", games.Quote(id))
	case number < 1 || number > lesson.Exercises:
		return nil, e, fmt.Errorf("this lesson has exercises 1 to %d", lesson.Exercises)
	}
	v, err := catalog.Standard.Find(l.Variant)
	if err != nil {
		return nil, e, err
	}
	if e, err = l.Exercise(ctx, a.solver, v, lessonSeed, number); err != nil {
		return nil, e, err
	}
	out = &Lesson{Shown: Shown{"exercise", fmt.Sprintf("#learn/%s/%d", l.ID, number)}, State: touch.State{Game: touch.GameOf(v)},
		ID: l.ID, Number: l.Number(), Title: l.Title, Exercise: number, Of: lesson.Exercises, Next: "#learn"}
	if next := l.Next(); number < lesson.Exercises {
		out.Next = fmt.Sprintf("#learn/%s/%d", l.ID, number+1)
	} else if next != nil {
		out.Next = "#learn/" + next.ID
	}
	out.Choices = touch.Choices(v, e.Position)
	out.Said = touch.Spoken(board.Words(e.Position.Shape()), out.Choices[""].Question)
	out.Board, err = touch.Board(board.Board{Shape: e.Position.Shape(), First: true}, r.style(), v, e.Position, true)
	return out, e, err
}

// answer judges a move in the exercise of a link. After a wrong one the board shows its refutation.
func (a *App) answer(ctx context.Context, r *Request) (any, error) {
	id, exercise, _ := strings.Cut(strings.TrimPrefix(r.Link, "#learn/"), "/")
	number, err := strconv.Atoi(exercise)
	if err != nil {
		return nil, fmt.Errorf("%s is no exercise", games.Quote(r.Link))
	}
	out, e, err := a.exercise(ctx, r, id, number)
	if err != nil {
		return nil, err
	}
	v, p := e.Variant, e.Position
	step, err := touch.Play(v, p, r.Where, r.Move)
	if err != nil {
		return nil, err
	}
	move, after := step.Move, step.Position
	out.Answered, out.Right, out.Choices = true, slices.Contains(e.Winning, move), nil
	b := board.Board{Shape: after.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: move, By: games.Left}}}
	if out.Right {
		out.Said = "Right."
		if reason, err := a.solver.ExplainMove(ctx, v, p, move); err == nil {
			reason.Done = true
			out.Why = view.AdviceInWords(v, p, reason)
		}
	} else {
		out.Said, out.Why = "That loses.", lesson.Find(id).Rule(e)
		if refuted, err := a.solver.Refute(ctx, v, move, after, games.Move{}); err == nil {
			refuted.Reason, refuted.LeftReason = view.ReasonOn(v, after, refuted.Reason), view.ReasonOn(v, after, refuted.LeftReason)
			out.Notation = explain.Broken(v, refuted)
			if refuted.Left != nil {
				out.Why += " Then your opponent " + v.Say(after, refuted.Reason.Move).String() + " and can win."
				b.Shape = refuted.Left.Shape()
				b.Moves = append([]board.Made{{Before: after.Shape(), Move: refuted.Reason.Move, By: games.Right}}, b.Moves...)
			}
		}
	}
	out.Said += " " + out.Why
	out.Board, err = touch.Board(b, r.style(), v, after, false)
	return out, err
}
