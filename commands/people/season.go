package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/season"
)

const (
	seasonsOffered = 12
	// seasonRows bounds the rows of the standings of a month, about 20 MB.
	seasonRows      = 100_000
	seasonAnnounced = 5
)

var seasonRules = fmt.Sprintf("A rated pair earns you %d points if you win it 2–0, and %d if it ends 1–1. One opponent gives at most %d. "+
	"A 2–0 against me at the strong level earns %d a day. The puzzle of the day earns %d on the first try, %d later that day. "+
	"The first three in a rated tournament earn %d, %d and %d, at most %d a month.",
	season.PairWonPoints, season.PairDrawnPoints, season.PointsFromOne, season.BotDayPoints, season.FirstTryPoints, season.LaterTryPoints,
	season.FirstPlacePoints, season.SecondPlacePoints, season.ThirdPlacePoints, season.TournamentPoints)

func completeSeason(_ context.Context, env *core.Env, _ *core.Request, typed string) []view.Choice {
	var choices []view.Choice
	season := season.Of(env.Referee.Now())
	for range seasonsOffered {
		choices = append(choices, view.Choice{Label: monthName(season), Value: string(season)})
		season = season.Previous()
	}
	return choicesWith(choices, typed)
}

func monthName(s season.Season) string { return s.Start().Format("January 2006") }

type seasonKey struct {
	month  season.Season
	server string
}

type seasonInput struct {
	Month string `option:"month" help:"The month, such as 2026-11 (default: this month)" word:"yes"`
	Scope string `option:"scope" help:"Which players (default: this server's)"`
	Page  int    `button:"page"`
}

func seasonPage(ctx context.Context, env *core.Env, r *core.Request, in *seasonInput) (view.Reply, error) {
	now := season.Of(env.Referee.Now())
	month, ok := season.Parse(cmp.Or(in.Month, string(now)))
	b, err := readLeaderboard(r, &ratingsInput{Scope: in.Scope, Page: in.Page})
	if err != nil {
		return view.Reply{}, err
	}
	switch {
	case !ok:
		return view.Reply{}, core.Refuse("`month:` can't be %s. Write a month, such as `/leaderboard season month:%s`.", games.Quote(in.Month), now)
	case month > now:
		return view.Reply{}, core.Refuse("%s hasn't started yet. `/leaderboard season month:%s` shows this month.", monthName(month), now)
	}
	table, err := core.Kept(ctx, env, seasonKey{month, b.server}, func(ctx context.Context) (season.Table, int, bool, error) {
		table, err := env.Store.SeasonTable(ctx, month, b.server, seasonRows)
		if err != nil {
			return table, 0, false, err
		}
		// The standings of a server too are found among the results of everybody.
		everybody, err := new(leaderboard).sizeOf(ctx, env, match.Ladder{Family: match.Overall, Pace: match.Long})
		return table, len(table.Rows), max(everybody.ranked+everybody.provisional, len(table.Rows)) >= core.LargeTable, err
	})
	if err != nil {
		return view.Reply{}, err
	}
	rows, page, pages := view.PageOf(table.Rows, b.page, leaderboardPage)
	card := &view.Card{Title: fmt.Sprintf("%s: %s", monthName(month), b.scope()), Body: seasonLines(rows)}
	if len(table.Rows) == 0 {
		card.Body = fmt.Sprintf("Nobody has points in %s yet.", monthName(month))
	}
	switch {
	case month == now:
		card.Body += "\n\nThe month ends " + view.Moment(month.Next().Start(), view.Relative) + ". " + seasonRules
	case table.Closed:
		card.Footer = "Final."
	}
	own := slices.IndexFunc(table.Rows, func(row season.Standing) bool { return row.Player.ID == r.By.ID })
	if own >= 0 && !r.Shared() {
		card.Fields = append(card.Fields, view.Field{Name: "You", Value: seasonLine(table.Rows[own])})
	}
	scope := in.Scope
	card.Turn(page, pages, func(page int) input.Call {
		return seasons.With(seasonInput{Month: string(month), Scope: scope, Page: page})
	})
	card.Actions = append(card.Actions, seasonAction(monthName(month.Previous()), month.Previous(), scope))
	if month < now {
		card.Actions = append(card.Actions, seasonAction(monthName(month.Next()), month.Next(), scope))
	}
	card.Actions = append(card.Actions, view.Action{Label: "Ratings", Call: ratings.With(ratingsInput{Scope: scope})})
	return view.Reply{Card: core.WithShare(r, seasons.With(*in), card), To: view.UpdateEphemeral{}}, nil
}

func seasonAction(label string, month season.Season, scope string) view.Action {
	return view.Action{Label: label, Call: seasons.With(seasonInput{Month: string(month), Scope: scope})}
}

func seasonLines(rows []season.Standing) string {
	return strings.Join(words.Each(rows, seasonLine), "\n")
}

func seasonLine(row season.Standing) string {
	var parts []string
	for _, part := range []struct {
		points int
		where  string
	}{{row.People, "against people"}, {row.Bot, "against me"}, {row.Puzzles, "in puzzles"}, {row.Tournaments, "in tournaments"}} {
		if part.points > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.points, part.where))
		}
	}
	return fmt.Sprintf("`%d.` %s, **%s**: %s", row.Place, view.PlayerName(row.Player.ID), words.Count(row.Sum(), "point"), strings.Join(parts, ", "))
}

func seasonNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	month := season.Of(n.Created.Add(-season.Grace)).Previous()
	room, err := env.Store.RoomOfPuzzles(ctx, n.Channel)
	if errors.Is(err, match.ErrNotFound) {
		return view.Reply{}, false, nil
	}
	if err != nil {
		return view.Reply{}, false, err
	}
	set, err := env.Referee.ServerSettings(ctx, room)
	if err != nil || set.NoSeasons || env.Referee.Now().Sub(month.Next().Start()) > season.NewsFor {
		return view.Reply{}, false, err
	}
	server := room
	if room == match.LocalFront {
		server = ""
	}
	table, err := env.Store.SeasonTable(ctx, month, server, seasonAnnounced)
	if err != nil || len(table.Rows) == 0 {
		return view.Reply{}, false, err
	}
	for i := range table.Rows {
		if err := env.HideUnnamed(ctx, &table.Rows[i].Player); err != nil {
			return view.Reply{}, false, err
		}
	}
	card := &view.Card{
		Title:  monthName(month) + " is over",
		Body:   seasonLines(table.Rows),
		Footer: "The standings are final. A new month has started; ratings carry on.",
		Actions: []view.Action{
			seasonAction("All of "+monthName(month), month, ""),
			seasonAction("This month", month.Next(), ""),
		},
	}
	return view.Reply{Card: card}, true, nil
}

var notifications = []*core.Notification{
	{Kind: match.SeasonNotice, What: "the monthly standings", Server: "seasons", Person: "named", Word: seasonNotice},
	badgeNotification,
}
