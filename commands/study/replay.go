package study

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match/record"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver"
	"nimatron/solver/explain"
)

var replayCommand = core.New(input.Review, core.Command{
	Options:   []core.Option{{Name: "match", Complete: completeMatch}},
	Summary:   "Step through a match and see every move judged",
	Private:   true,
	Shareable: true,
	Costly:    true,
	Answers:   true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.ReviewInput) (view.Reply, error) {
	g, err := env.Referee.MatchFor(ctx, int64(in.Match), r.By.ID, r.Server, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	if !g.Finished() {
		return view.Reply{}, core.Refuse("Match %d is still being played. You can review it when it is over.", g.ID)
	}
	if in.Files {
		return view.Reply{Text: fmt.Sprintf("Match %d as JSON.", g.ID), To: view.Private{}, Files: []view.File{
			{Name: fmt.Sprintf("nimatron-%d.jsonl", g.ID), Data: matchRecord(g).AppendJSON(nil)},
		}}, nil
	}
	review, err := env.Referee.Review(ctx, g)
	if err != nil {
		return view.Reply{}, err
	}
	if in.Mistake > 0 {
		return mistakeReply(ctx, env, r, in, g, review)
	}
	if in.Step > len(g.Moves) {
		return view.Reply{}, core.Refuse("`step:` can't be %d. Match %d has steps 0 to %d.", in.Step, g.ID, len(g.Moves))
	}
	card := view.ReplayCard(g, review, in.Step, env.LookOf(ctx, r))
	card.Actions = append(card.Actions, view.Action{Label: "As files", Call: input.Review.With(input.ReviewInput{Match: in.Match, Files: true})})
	return view.Reply{Card: core.WithShare(r, input.Review.With(*in), card), To: view.UpdateEphemeral{}}, nil
})

func completeMatch(ctx context.Context, env *core.Env, r *core.Request, typed string) (choices []view.Choice) {
	last, _, err := env.Store.History(ctx, r.By.ID, view.MaxChoices, 0)
	if err != nil {
		return nil
	}
	for i := range last {
		m := &last[i].Match
		seat, _ := m.SeatOf(r.By.ID)
		number := strconv.FormatInt(m.ID, 10)
		label := fmt.Sprintf("%s · %s against %s", number, env.GameName(m.Variant), m.Player(seat.Other()).Name)
		if strings.Contains(strings.ToLower(label), strings.ToLower(strings.TrimSpace(typed))) {
			choices = append(choices, view.Choice{Label: words.Cut(label, view.MaxChoiceText), Value: number})
		}
	}
	return choices
}

// mistakesOf returns the numbers of a match's mistakes. Stopping in a won position is one, after the last move.
func mistakesOf(g *referee.Game, review *judge.Review) []int {
	numbers := review.Mistakes()
	if step, p := view.TurningPoint(g, review); p != nil && step == len(review.Decisions) {
		numbers = append(numbers, step+1)
	}
	return numbers
}

func mistakeReply(ctx context.Context, env *core.Env, r *core.Request, in *input.ReviewInput, g *referee.Game, review *judge.Review) (view.Reply, error) {
	mistakes, number := mistakesOf(g, review), in.Mistake
	at := slices.Index(mistakes, number)
	if at < 0 {
		return view.Reply{}, noMistake(g, number, mistakes)
	}
	v, p := g.Play.Variant(), review.Final
	var reason solver.Reason
	var err error
	told := view.OverText(g)
	if number <= len(review.Decisions) {
		d := review.Decisions[number-1]
		p, told = d.Position, fmt.Sprintf("Move %d: %s", number, view.Judgement(g, d.Position.Turn(), d))
		reason, err = env.Solver.ExplainMove(ctx, v, p, d.Better)
	} else if reason, err = env.Solver.Explain(ctx, v, p); review.FinalWon {
		told += " The win was " + view.Doing(v, p, reason.Move) + "."
	} else {
		told += fmt.Sprintf(" %s to move, and every move loses.", view.PlayerName(g.Player(p.Turn().Actor).ID))
	}
	if err != nil {
		return view.Reply{}, err
	}
	l := env.LookOf(ctx, r)
	card := view.PositionCard(p, view.MistakePicture(g, review, number, reason.Move, l.Style), l)
	card.Title, card.Tone = fmt.Sprintf("%s, match %d, mistake %d of %d", v.Name, g.ID, at+1, len(mistakes)), view.Finished
	reason.Done = true
	card.Body = view.Matchup(g) + "\n" + told + " " + view.AdviceInWords(v, p, reason)
	if at > 0 {
		card.Actions = append(card.Actions, view.MistakeAction(g, mistakes[at-1], "Previous mistake"))
	}
	if at+1 < len(mistakes) {
		card.Actions = append(card.Actions, view.MistakeAction(g, mistakes[at+1], "Next mistake"))
	}
	card.Actions = append(card.Actions, view.Action{Label: "All moves", Call: input.Review.With(input.ReviewInput{Match: in.Match, Step: min(number, len(g.Moves))})})
	reply := view.Reply{Card: card, To: view.UpdateEphemeral{}}
	view.OfferWhole(&reply, v, p, explain.Full(v, p, view.ReasonOn(v, p, reason)))
	core.WithShare(r, input.Review.With(*in), card)
	return reply, nil
}

func noMistake(g *referee.Game, number int, mistakes []int) error {
	if len(mistakes) == 0 {
		return core.Refuse("Nobody gave up a win in match %d.", g.ID)
	}
	return core.Refuse("Move %d is not a mistake. The mistakes in match %d are moves %s.", number, g.ID, words.And(words.Each(mistakes, strconv.Itoa)))
}

const event = "Nimatron match"

// matchRecord returns a match in the exported form, without the channel, the seed and other
// internals.
func matchRecord(g *referee.Game) *record.Match {
	m := &g.Match
	moves := make([]record.Move, 0, len(m.Moves))
	for _, move := range m.Moves {
		moves = append(moves, record.Move{Actor: move.Actor, Text: move.Text, At: move.At})
	}
	return &record.Match{
		ID: m.ID, Event: event,
		Variant: m.Variant, Start: m.Start, First: m.First,
		Left:  record.Player{ID: m.Sides[games.Left].ID, Name: m.Sides[games.Left].Name},
		Right: record.Player{ID: m.Sides[games.Right].ID, Name: m.Sides[games.Right].Name},
		Level: m.Level, Rated: m.Rated, TurnTime: m.TurnTime,
		Started: m.Created, Ended: m.Ended, Result: m.Result,
		Moves: moves,
	}
}
