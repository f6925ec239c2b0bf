package people

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
)

const historyPage = 8

type historyInput struct {
	User   input.User        `option:"user" help:"Whose matches (default: yours)"`
	Before input.MatchNumber `button:"before"`
}

const history input.Name[historyInput] = "history"

var historyCommand = core.New(history, core.Command{
	Summary:   "List somebody's finished matches",
	Private:   true,
	Shareable: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *historyInput) (view.Reply, error) {
	whose, err := whose(r, in.User)
	if err != nil {
		return view.Reply{}, err
	}
	before := int64(in.Before)
	page, more, err := env.Store.History(ctx, whose.ID, historyPage, before)
	if err != nil {
		return view.Reply{}, err
	}
	if len(page) == 0 && before == 0 {
		return view.Reply{Text: noMatches(r, whose), To: view.UpdateEphemeral{}}, nil
	}
	card := &view.Card{Title: "Matches", Body: fmt.Sprintf("%s has no matches older than match %d.", view.PlayerName(whose.ID), before)}
	if len(page) > 0 {
		lines := []string{fmt.Sprintf("%s's matches, newest first:", view.PlayerName(whose.ID))}
		menu := view.Menu{Prompt: "Step through a match", Call: input.Review.Call(), Option: "match", Brief: true}
		for _, p := range page {
			lines = append(lines, historyLine(env, p, whose.ID))
			number := strconv.FormatInt(p.Match.ID, 10)
			menu.Choices = append(menu.Choices, view.Choice{Label: number + " · " + env.GameName(p.Match.Variant), Value: number})
		}
		card.Body, card.Menus = strings.Join(lines, "\n"), []view.Menu{menu}
	}
	turn := func(label string, before int64) {
		to := historyInput{Before: input.MatchNumber(before)}
		if whose.ID != r.By.ID || r.Shared() {
			to.User = whose
		}
		card.Actions = append(card.Actions, view.Action{Label: label, Call: history.With(to)})
	}
	if before > 0 {
		turn("Newest", 0)
	}
	if more {
		turn("Older", page[len(page)-1].Match.ID)
	}
	return view.Reply{Card: core.WithShare(r, history.With(*in), card), To: view.UpdateEphemeral{}}, nil
})

func historyLine(env *core.Env, p match.HistoryEntry, id string) string {
	m := p.Match
	own, _ := m.SeatOf(id)
	opponent := m.Player(own.Other())
	line := fmt.Sprintf("`%d` %s against %s", m.ID, env.GameName(m.Variant), view.PlayerName(opponent.ID))
	if opponent.IsBot() && m.Level != match.NoLevel {
		line += fmt.Sprintf(" (%s)", m.Level)
	}
	switch m.OutcomeOf(own) {
	case match.NoWinner:
		line += ": no winner"
	case match.Won:
		line += ": **won**"
	case match.Lost:
		line += ": **lost**"
	}
	if m.Termination != match.Played {
		line += fmt.Sprintf(" (%s)", m.Termination)
	}
	if p.Overall != nil {
		line += fmt.Sprintf(", rating %.0f to %.0f", p.Overall.Before.Value, p.Overall.After.Value)
	}
	return line + assistanceText(&m, own) + ", " + view.Moment(m.Ended, view.Day)
}

func assistanceText(m *match.Match, side games.Side) string {
	text := ""
	p := m.Sides[side]
	if p.Hints > 0 {
		text += ", with " + words.Count(p.Hints, "hint")
	}
	if p.Takebacks > 0 {
		text += ", with " + words.Count(p.Takebacks, "takeback")
	}
	return text
}
