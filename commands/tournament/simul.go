package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/tournament"
)

// mayMake refuses people who may not create the requested tournament. Leaders may create any. A
// teacher of a class on the server may also play everybody, in one tournament at a time.
func mayMake(ctx context.Context, env *core.Env, r *core.Request, format tournament.Format) error {
	refused := mayLead(ctx, env, r, nil)
	if refused == nil || !format.Kind().LeaderPlays {
		return refused
	}
	classes, err := class.List(ctx, env.Store, match.KeptFilter{Person: r.By.ID})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(classes, func(c class.Class) bool { return c.Teacher.ID == r.By.ID && c.Server == r.Server }) {
		return refused
	}
	open, err := tournament.In(ctx, env.Store, r.Server, r.Channel, tournament.MaxOpen)
	for _, t := range open {
		if t.Leads(r.By.ID) && !t.Closed() {
			return core.Refuse("%s is not over. `/tournament end` ends it.", t.Name)
		}
	}
	return err
}

const boardsShown = 15

func boardsIn(ctx context.Context, env *core.Env, r *core.Request, in *input.TournamentBoardsInput, t *tournament.Tournament) (view.Reply, error) {
	boards, err := env.BoardsIn(ctx, t.ID, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	shown, page, pages := view.PageOf(boards, in.Page, boardsShown) // pages end when boards do
	card := &view.Card{Title: "Your boards in " + t.Name, Body: "You have no boards here right now.", Actions: []view.Action{{Label: "Refresh", Call: view.BoardsIn(t.ID, page)}}}
	if len(shown) > 0 {
		card.Body = strings.Join(words.Each(shown, func(g *referee.Game) string { return core.RunningText(g, r.By.ID) }), "\n")
		card.Footer = fmt.Sprintf("%d of %d are waiting for you", core.Waiting(boards, r.By.ID), len(boards))
	}
	card.Turn(page, pages, func(page int) input.Call { return view.BoardsIn(t.ID, page) })
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
}
