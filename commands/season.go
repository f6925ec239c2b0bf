package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
)

const (
	seasonOption = "season"
	// seasonsOffered is how many months are offered to choose from.
	seasonsOffered = 12
	// seasonAnnounced is how many of the first are named when a season is closed.
	seasonAnnounced = 5
)

// seasonRules says what brings points.
var seasonRules = fmt.Sprintf("A rated pair won 2–0 brings %d points and 1–1 brings %d, at most %d against one person. "+
	"A day with a pair won 2–0 against me at the strong level brings %d, the puzzle of the day %d at the first try and later that day %d. "+
	"The first three of a rated tournament get %d, %d and %d, at most %d a month.",
	match.PairWonPoints, match.PairDrawnPoints, match.PointsFromOne, match.BotDayPoints, match.FirstTryPoints, match.LaterTryPoints,
	match.FirstPlacePoints, match.SecondPlacePoints, match.ThirdPlacePoints, match.TournamentPoints)

// completeSeason offers the last months.
func completeSeason(_ context.Context, s *Service, _ *Request, typed string) []view.Choice {
	var choices []view.Choice
	season := match.SeasonOf(s.referee.Now())
	for range seasonsOffered {
		choices = append(choices, view.Choice{Label: monthName(season), Value: string(season)})
		season = season.Previous()
	}
	return choicesWith(choices, typed)
}

// monthName is what people call the month of a season.
func monthName(s match.Season) string { return s.Start().Format("January 2006") }

// seasonPage shows the standings of a month.
func (s *Service) seasonPage(ctx context.Context, r *Request, server string, page int) (view.Reply, error) {
	season, ok := match.ParseSeason(r.option(seasonOption))
	now := match.SeasonOf(s.referee.Now())
	switch {
	case !ok:
		return view.Reply{}, refuse("%s is no `season:`: write a month, such as `/leaderboard season:%s`.", games.Quote(r.option(seasonOption)), now)
	case season > now:
		return view.Reply{}, refuse("%s has not begun yet. `/leaderboard season:%s` shows this month.", monthName(season), now)
	case r.option("variant") != "" || r.option("pace") != "":
		return view.Reply{}, refuse("A season counts all games at any pace: leave `variant:` and `pace:` out.")
	}
	table, err := s.standings.table(ctx, s.store, season, server, s.referee.Now)
	if err != nil {
		return view.Reply{}, err
	}
	pages := max(1, (len(table.Rows)+leaderboardPage-1)/leaderboardPage)
	if page > pages {
		return view.Reply{}, refuse("There is no page %d: the standings have %s.", page, words.Count(pages, "page"))
	}
	scope := "everybody"
	if server != "" {
		scope = "players of this server"
	}
	first := min((page-1)*leaderboardPage, len(table.Rows))
	rows := table.Rows[first:min(first+leaderboardPage, len(table.Rows))]
	card := &view.Card{Title: fmt.Sprintf("%s: %s", monthName(season), scope), Body: seasonLines(rows)}
	if len(table.Rows) == 0 {
		card.Body = fmt.Sprintf("Nobody has points in %s.", monthName(season))
	}
	switch {
	case season == now:
		card.Body += "\n\nThe month ends " + view.Moment(season.Next().Start(), view.Relative) + ". " + seasonRules
	case table.Closed:
		card.Footer = "Closed: this stays as it is."
	}
	if pages > 1 {
		card.Footer = strings.TrimSpace(fmt.Sprintf("Page %d of %d. %s", page, pages, card.Footer))
	}
	own := slices.IndexFunc(table.Rows, func(row match.SeasonStanding) bool { return row.Player.ID == r.By.ID })
	if own >= 0 && !r.shared() {
		card.Fields = append(card.Fields, view.Field{Name: "You", Value: seasonLine(table.Rows[own])})
	}
	turn := func(label string, season match.Season, page int) {
		a := seasonAction(label, season, r.option("scope"))
		if page > 1 {
			a.Options["page"] = strconv.Itoa(page)
		}
		card.Actions = append(card.Actions, a)
	}
	if page > 1 {
		turn("Back", season, page-1)
	}
	if page < pages {
		turn("Forward", season, page+1)
	}
	turn(monthName(season.Previous()), season.Previous(), 1)
	if season < now {
		turn(monthName(season.Next()), season.Next(), 1)
	}
	ratings := view.Action{Label: "Ratings", Command: "leaderboard", Options: map[string]string{}}
	if scope := r.option("scope"); scope != "" {
		ratings.Options["scope"] = scope
	}
	card.Actions = append(card.Actions, ratings)
	return view.Reply{Card: withShare(r, card), To: view.Page{}}, nil
}

// seasonAction leads to the standings of a month.
func seasonAction(label string, season match.Season, scope string) view.Action {
	a := view.Action{Label: label, Command: "leaderboard", Options: map[string]string{seasonOption: string(season)}}
	if scope != "" {
		a.Options["scope"] = scope
	}
	return a
}

func seasonLines(rows []match.SeasonStanding) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = seasonLine(row)
	}
	return strings.Join(lines, "\n")
}

// seasonLine is one row, with what its points are for.
func seasonLine(row match.SeasonStanding) string {
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

// seasonNotice announces that the standings of the last month are closed, unless another has
// ended since or nobody wants to hear of it any more.
func (s *Service) seasonNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	season := match.SeasonOf(n.Created.Add(-match.SeasonGrace)).Previous()
	room, err := s.store.RoomOfPuzzles(ctx, n.Channel)
	if errors.Is(err, match.ErrNotFound) {
		return view.Reply{}, false, nil
	}
	if err != nil {
		return view.Reply{}, false, err
	}
	set, err := s.referee.ServerSettings(ctx, room)
	if err != nil || set.NoSeasons || s.referee.Now().Sub(season.Next().Start()) > match.SeasonNews {
		return view.Reply{}, false, err
	}
	server := room
	if room == match.LocalFront {
		server = ""
	}
	table, err := s.store.SeasonTable(ctx, season, server, seasonAnnounced)
	if err != nil || len(table.Rows) == 0 {
		return view.Reply{}, false, err
	}
	for i := range table.Rows {
		if err := s.named(ctx, &table.Rows[i].Player); err != nil {
			return view.Reply{}, false, err
		}
	}
	card := &view.Card{
		Title:  monthName(season) + " is over",
		Body:   seasonLines(table.Rows),
		Footer: "The standings stay; a new month has begun. Ratings go on.",
		Actions: []view.Action{
			seasonAction("All of "+monthName(season), season, ""),
			seasonAction("This month", season.Next(), ""),
		},
	}
	return view.Reply{Card: card}, true, nil
}
