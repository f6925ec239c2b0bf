package puzzle

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

var drillCommand = core.New(input.PuzzleDrill, core.Command{
	Summary: "Drill the rule you break most", Private: true, Costly: true,
	Options: []core.Option{{Name: "move"}},
}, drill)

func drill(ctx context.Context, env *core.Env, r *core.Request, in *input.PuzzleDrillInput) (view.Reply, error) {
	game, answer, where := "", in.Move, in.Where
	if in.Game != nil {
		game = in.Game.ID
	}
	d, err := env.Lessons.OpenDrill(ctx, r.By.ID)
	stale := d == nil || in.Board != 0 && in.Board != d.Board
	switch {
	case err != nil:
		return view.Reply{}, err
	case stale && in.Board == 0 && answer != "":
		return view.Reply{}, core.Refuse("You have no drill open. `/puzzle drill` begins one.")
	case stale || answer == "" && where == "" && !in.Other:
		answer, where = "", ""
		if d, err = env.Lessons.Drill(ctx, r.Channel, r.By.Player(), game); err != nil {
			return view.Reply{}, err
		}
	}
	page := drillPage{d, env.LookOf(ctx, r)}
	if in.Other && !stale {
		return view.Reply{Text: "Write your move with `/puzzle drill move:`.", Form: page.asked().Keys(where).Form()}, nil
	}
	if move, only := view.OnlyMove(d.Position, where); only && answer == "" {
		answer = move.String()
	}
	if answer == "" {
		return page.ask(where), nil
	}
	a, err := env.Lessons.AnswerDrill(ctx, r.By.Player(), d, core.TappedMove(where, answer))
	var illegal *games.IllegalMove
	switch {
	case errors.As(err, &illegal):
		return view.Reply{}, core.Refuse("%s", view.IllegalText(d.Variant, d.Position, illegal))
	case err != nil:
		return view.Reply{}, err
	case !a.Right:
		return page.wrong(a), nil
	}
	return page.right(a), nil
}

type drillPage struct {
	*lesson.Drill
	look view.Look
}

func (p drillPage) asked() view.Asked {
	return view.Asked{Variant: p.Variant, Position: p.Position, Answer: func(t view.Tap) input.Call {
		return input.PuzzleDrill.With(input.PuzzleDrillInput{Move: t.Move, Tapping: t.Tapping, Board: p.Board})
	}}
}

func (p drillPage) reply(card *view.Card) view.Reply {
	card.Title = "Drill: " + p.Exercise.Lesson.Title
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

func (p drillPage) ask(where string) view.Reply {
	card := p.asked().After(nil, 0, p.look)
	if view.FindPlace(p.Position.Places(), where) != nil {
		card.Picture = p.look.Of(view.ChosenPicture(p.Position, where, p.look.Style))
	}
	card.Body = fmt.Sprintf("%s\n%d of %d right in a row.", p.Variant.Rules.Summary, p.Right, lesson.InARow)
	p.asked().Offer(card, "**"+waysText(&puzzle.Puzzle{Position: p.Position, Winning: p.Winning})+"**", where)
	card.Actions = []view.Action{p.read(), view.Rules(p.Variant)}
	return p.reply(card)
}

func (p drillPage) read() view.Action {
	in := input.LearnInput{Lesson: p.Exercise.Lesson.ID, Page: 1}
	return view.Action{Label: "Read the lesson", Call: input.Learn.With(in)}
}

func next(label string) view.Action {
	a := view.DrillAction(label, nil)
	a.Style = view.Primary
	return a
}

func (p drillPage) wrong(a lesson.Drilled) view.Reply {
	card := p.asked().Refuted(a.Answered, p.Rule(), "", 0, p.look)
	card.Actions = []view.Action{next("Next board"), p.read()}
	return p.reply(card)
}

func (p drillPage) right(a lesson.Drilled) view.Reply {
	move := a.Decision.Step.Move
	card := p.asked().Played(move, p.look)
	a.Reason.Done = true
	why := view.AdviceInWords(p.Variant, p.Position, a.Reason)
	if solver.GuessesAt(p.Variant) { // a search gives no reason
		why = "The rule: " + view.LowerStart(p.Rule())
	}
	card.Body = fmt.Sprintf("**Right.** You %s. %s", p.Variant.Say(p.Position, move), why)
	on := next("Next board")
	switch {
	case a.InARow < lesson.InARow:
		card.Body += fmt.Sprintf("\n%d of %d right in a row.", a.InARow, lesson.InARow)
	case a.Again == "":
		on.Label = "Another rule"
		card.Body += "\n**Three in a row, once more.** You know this rule."
	default:
		on.Label = "Another rule"
		card.Body += "\n**Three in a row.** The rule comes again on " + a.Again + "."
	}
	card.Actions = []view.Action{on, view.AllGames}
	return p.reply(card)
}
