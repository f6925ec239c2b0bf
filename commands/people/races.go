package people

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee/race"
)

type racesKey struct {
	room string
	page int
}

type raceRecords struct {
	list  []race.Record
	total int
}

func raceLeaderboard(ctx context.Context, env *core.Env, r *core.Request, in *input.PageInput) (view.Reply, error) {
	if r.Room() == "" {
		return view.Reply{}, core.Refuse("Races have one table per server, so use this on a server.")
	}
	page := max(in.Page, 1)
	rows, err := core.Kept(ctx, env, racesKey{r.Room(), page}, func(ctx context.Context) (rows raceRecords, n int, large bool, err error) {
		since := env.Referee.Now().Add(-race.Life)
		rows.list, rows.total, err = env.Store.RaceRecords(ctx, r.Room(), "", since, leaderboardPage, (page-1)*leaderboardPage)
		return rows, len(rows.list), rows.total >= core.LargeTable, err
	})
	if err != nil {
		return view.Reply{}, err
	}
	card := &view.Card{Title: "Leaderboard: races of the last 30 days"}
	lines := make([]string, len(rows.list))
	for i, row := range rows.list {
		lines[i] = fmt.Sprintf("`%d.` %s: %s, **%.1f a minute**", (page-1)*leaderboardPage+i+1, view.PlayerName(row.Player.ID), view.RaceResult(row), row.Rate())
	}
	if card.Body = strings.Join(lines, "\n"); card.Body == "" {
		card.Body = "Nobody here has solved a board in a race."
	}
	if set, err := env.SettingsHere(ctx, r); err == nil && set.Races != match.NobodyRaces {
		card.Actions = []view.Action{{Label: "Race", Call: input.RaceStart.Call(), Style: view.Success}}
	}
	card.Turn(page, (rows.total+leaderboardPage-1)/leaderboardPage, func(page int) input.Call {
		return input.RaceRecords.With(input.PageInput{Page: page})
	})
	return view.Reply{Card: core.WithShare(r, input.RaceRecords.With(*in), card), To: view.UpdateEphemeral{}}, nil
}
