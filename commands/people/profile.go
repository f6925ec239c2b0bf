// Package people has the commands about people: profiles, leaderboards, settings, privacy.
package people

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
)

// Feature holds the commands about people: their results, their settings and their stored data.
var Feature = core.Feature{
	Commands:      []*core.Command{historyCommand, profileCommand, leaderboardCommand, settingsCommand},
	Notifications: notifications,
	Around:        tellOfBadges,
}

const accuracyMatches = 10

const bestWins = 3

func whose(r *core.Request, u input.User) (input.User, error) {
	if u.ID == "" {
		return r.By, nil
	}
	if u.Bot {
		return input.User{}, core.Refuse("%s is a bot, and other bots can't play here.", view.Mention(u.ID))
	}
	return u, nil
}

func noMatches(r *core.Request, whose input.User) string {
	if whose.ID == r.By.ID && !r.Shared() {
		return "You haven't finished a match yet. `/play` starts one."
	}
	return view.PlayerName(whose.ID) + " hasn't finished a match yet. `/play` starts one."
}

var profileCommand = core.New(input.Profile, core.Command{
	Summary:   "Show somebody's ratings, results and best wins",
	Private:   true,
	Shareable: true,
	Costly:    true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.ProfileInput) (view.Reply, error) {
	whose, err := whose(r, in.User)
	if err != nil {
		return view.Reply{}, err
	}
	if in.Badge != "" {
		return badgesPage(ctx, env, r, in, whose.Player())
	}
	record, err := env.Store.Record(ctx, whose.ID)
	if err != nil {
		return view.Reply{}, err
	}
	puzzles, err := env.Puzzles.PuzzleRecord(ctx, whose.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if len(record.Tallies) == 0 && puzzles == (puzzle.Record{}) {
		return view.Reply{Text: noMatches(r, whose)}, nil
	}
	all, err := env.Store.Ratings(ctx, whose.ID)
	if err != nil {
		return view.Reply{}, err
	}
	wins, err := core.Kept(ctx, env, winsKey(whose.ID), func(ctx context.Context) ([]match.Win, int, bool, error) {
		wins, err := env.Store.BestWins(ctx, whose.ID, bestWins)
		return wins, len(wins), played(record) >= core.LargeTable, err
	})
	if err != nil {
		return view.Reply{}, err
	}
	about := input.User{}
	if whose.ID != r.By.ID || r.Shared() {
		about = whose
	}
	card := &view.Card{
		Title:   "Profile",
		Body:    view.PlayerName(whose.ID),
		Fields:  append(ratingFields(env, all[whose.ID]), view.Field{Name: "Matches", Value: tallyLines(env, record.Tallies)}),
		Actions: []view.Action{{Label: "History", Call: history.With(historyInput{User: about})}},
	}
	if len(all[whose.ID]) == 0 && whose.ID == r.By.ID && !r.Shared() {
		card.Actions = append(card.Actions, ratedMatch(core.UsualVariant))
	}
	if len(record.Form) > 0 {
		letter := map[match.Outcome]string{match.Won: "W", match.Lost: "L", match.NoWinner: "-"}
		form := words.Each(record.Form, func(o match.Outcome) string { return letter[o] })
		card.Fields = append(card.Fields, view.Field{Name: "Form, newest first", Value: view.Code(strings.Join(form, " "))})
	}
	if text := puzzleText(puzzles); text != "" {
		card.Fields = append(card.Fields, view.Field{Name: "Puzzles", Value: text})
	}
	earned, err := badgesOf(ctx, env, whose.ID, record)
	if err != nil {
		return view.Reply{}, err
	}
	if len(earned) > 0 {
		names := words.Each(earned, func(b season.Badge) string { return b.Name })
		card.Fields = append(card.Fields, view.Field{Name: fmt.Sprintf("Badges: %d of %d", len(earned), len(season.Badges)), Value: strings.Join(names, " · ")})
	}
	card.Actions = append(card.Actions, view.Action{Label: "Badges", Call: input.Profile.With(input.ProfileInput{User: about, Badge: allBadges})})
	found, matches, err := env.Referee.FoundBy(ctx, whose.ID, accuracyMatches)
	if err != nil {
		return view.Reply{}, err
	}
	if _, ok := found.Accuracy(); ok {
		card.Fields = append(card.Fields, view.Field{Name: "Chances to win", Value: accuracyOver(found, matches)})
	}
	if len(wins) > 0 {
		lines := words.Each(wins, func(w match.Win) string { return bestWin(env, w, whose.ID) })
		card.Fields = append(card.Fields, view.Field{Name: "Best rated wins", Value: strings.Join(lines, "\n")})
	}
	if whose.ID != r.By.ID && !r.Shared() {
		won, lost, neither, err := env.Store.HeadToHead(ctx, r.By.ID, whose.ID)
		if err != nil {
			return view.Reply{}, err
		}
		between := "You haven't played each other yet."
		if won+lost+neither > 0 {
			between = fmt.Sprintf("You have won %d and lost %d%s.", won, lost, noWinnerText(neither))
		}
		card.Fields = append(card.Fields, view.Field{Name: "Against each other", Value: between})
	}
	return view.Reply{Card: core.WithShare(r, input.Profile.With(*in), card)}, nil
})

type (
	winsKey   string
	badgesKey string
)

func badgesOf(ctx context.Context, env *core.Env, id string, record match.Record) ([]season.Badge, error) {
	return core.Kept(ctx, env, badgesKey(id), func(ctx context.Context) ([]season.Badge, int, bool, error) {
		earned, err := env.Seasons.BadgesOf(ctx, id)
		return earned, len(earned), played(record) >= core.LargeTable, err
	})
}

func played(record match.Record) (n int) {
	for _, t := range record.Tallies {
		n += t.Wins + t.Losses + t.Draws
	}
	return n
}

func ratingFields(env *core.Env, ratings map[match.Ladder]match.Rating) []view.Field {
	var fields []view.Field
	for _, pace := range view.Paces {
		byFamily := make(map[string]match.Rating)
		for in, r := range ratings {
			if in.Pace == pace {
				byFamily[in.Family] = r.AsOf(env.Referee.Now())
			}
		}
		if len(byFamily) > 0 {
			fields = append(fields, view.Field{Name: "Ratings in " + strings.ToLower(view.PaceName(pace)) + " matches", Value: ratingLines(env, byFamily)})
		}
	}
	if len(fields) == 0 {
		return []view.Field{{Name: "Ratings", Value: "None yet."}}
	}
	return fields
}

func ratingLines(env *core.Env, ratings map[string]match.Rating) string {
	var lines []string
	for _, family := range families(ratings) {
		v := ratings[family]
		lines = append(lines, fmt.Sprintf("%s: %s in %s", familyName(env, family), ratingText(v), words.Count(v.Games, "rated result")))
	}
	return strings.Join(lines, "\n")
}

func ratedMatch(variant string) view.Action {
	in := input.ChallengeInput{Game: input.Game(variant), Level: match.Casual, Rated: true}
	return view.Action{Label: "Play a rated match", Call: input.Challenge.With(in)}
}

func families[T any](of map[string]T) []string {
	return slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		switch {
		case a == b:
			return 0
		case a == match.Overall:
			return -1
		case b == match.Overall:
			return 1
		}
		return strings.Compare(a, b)
	})
}

func familyName(env *core.Env, id string) string {
	if id == match.Overall {
		return "Overall"
	}
	for _, f := range env.Referee.Catalog().Families() {
		if f.ID == id {
			return f.Name
		}
	}
	return id
}

func ratingText(v match.Rating) string {
	text := fmt.Sprintf("**%.0f** ± %.0f", v.Value, v.Deviation)
	if v.Provisional() {
		text += " (not certain)"
	}
	return text
}

func tallyLines(env *core.Env, tallies map[string]match.Tally) string {
	var lines []string
	var sum match.Tally
	for _, family := range families(tallies) {
		t := tallies[family]
		sum = sum.Plus(t)
		lines = append(lines, tallyLine(familyName(env, family), t))
	}
	if len(lines) > 1 {
		lines = append(lines, tallyLine("In total", sum))
	}
	if len(lines) == 0 {
		return "None finished yet."
	}
	return strings.Join(lines, "\n")
}

func tallyLine(what string, t match.Tally) string {
	line := fmt.Sprintf("%s: %d won, %d lost%s", what, t.Wins, t.Losses, noWinnerText(t.Draws))
	if rated := t.Rated(); rated > 0 {
		line += fmt.Sprintf("; %d of them rated", rated)
	}
	return line
}

func noWinnerText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d without a winner", n)
}

func puzzleText(p puzzle.Record) string {
	var lines []string
	if p.Streak > 0 {
		lines = append(lines, "Solved the puzzle of the day "+words.Count(p.Streak, "day")+" in a row")
	}
	if p.Rating.Games > 0 {
		rating := ratingText(p.Rating)
		if p.Rating.Games < puzzle.UntilRated {
			rating = fmt.Sprintf("Rating shown after %d answers", puzzle.UntilRated)
		}
		lines = append(lines, fmt.Sprintf("%s, solved on the first try: %d of %d", rating, p.Rating.Wins, p.Rating.Games))
	}
	return strings.Join(lines, "\n")
}

func accuracyOver(found match.Found, matches int) string {
	text := fmt.Sprintf("Chances taken: %d of %d", found.Kept, found.Wins)
	if matches > 1 {
		text += fmt.Sprintf(", in the last %d matches without help", matches)
	}
	return text
}

func bestWin(env *core.Env, w match.Win, id string) string {
	m := w.Match
	own, _ := m.SeatOf(id)
	return fmt.Sprintf("`%d` %s against %s, rated %.0f then%s, %s",
		m.ID, env.GameName(m.Variant), view.PlayerName(m.Player(own.Other()).ID), w.Opponent.Value, assistanceText(&m, own), view.Moment(m.Ended, view.Day))
}

const (
	allBadges    = "all"
	badgesShared = 3
)

func badgesPage(ctx context.Context, env *core.Env, r *core.Request, in *input.ProfileInput, whose match.Player) (view.Reply, error) {
	record, err := env.Store.Record(ctx, whose.ID)
	if err != nil {
		return view.Reply{}, err
	}
	earned, err := badgesOf(ctx, env, whose.ID, record)
	if err != nil {
		return view.Reply{}, err
	}
	has := make(map[string]season.Badge)
	for _, m := range earned {
		has[m.ID] = m
	}
	card := &view.Card{Title: fmt.Sprintf("Badges: %d of %d", len(earned), len(season.Badges))}
	lines := []string{view.PlayerName(whose.ID)}
	id := strings.ToLower(in.Badge)
	if id == allBadges {
		for _, m := range season.Badges {
			if e, ok := has[m.ID]; ok {
				lines = append(lines, "✔ "+badgeLine(e))
			} else {
				lines = append(lines, fmt.Sprintf("· %s: %s", m.Name, m.Sentence))
			}
		}
	} else {
		e, ok := has[id]
		if !ok {
			return view.Reply{}, core.Refuse("%s doesn't have that badge. `/profile` lists their badges.", view.PlayerName(whose.ID))
		}
		card.Title = e.Name
		lines = append(lines, badgeLine(e))
	}
	card.Body = strings.Join(lines, "\n")
	return view.Reply{Card: core.WithShare(r, input.Profile.With(*in), card)}, nil
}

func badgeLine(m season.Badge) string {
	line := fmt.Sprintf("**%s**: %s", m.Name, m.Sentence)
	if m.Match != 0 {
		line += fmt.Sprintf(" Match %d, %s.", m.Match, view.Moment(m.Ended, view.Day))
	}
	return line
}

// badgeNotification is not a notice, but a part of an answer.
var badgeNotification = &core.Notification{What: "you have a new badge", Server: core.ServerNews, Person: "badges", Least: match.NewsAll}

func tellOfBadges(_ *core.Command, next core.Handler) core.Handler {
	return func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		reply, err := next(ctx, env, r)
		if reply.Earned && err == nil {
			if badges := newBadges(ctx, env, r); badges != nil {
				reply.FollowUp = badges
			}
		}
		return reply, err
	}
}

// newBadges shows the speaker their new badges, nil for none. A fault is only logged: badges can wait.
func newBadges(ctx context.Context, env *core.Env, r *core.Request) *view.Card {
	var fresh []season.Badge
	said, err := badgeNotification.AllowedIn(ctx, env, r.Room())
	if said {
		fresh, err = env.Seasons.NewBadges(ctx, r.By.Player())
	}
	if err != nil {
		env.Log.Warn("new badges are not shown", "person", r.By.ID, "err", err)
	}
	if len(fresh) == 0 {
		return nil
	}
	card := &view.Card{
		Title:  "You earned " + words.Count(len(fresh), "new badge"),
		Footer: "Only you see this. Turn it off in /settings me.",
	}
	var lines []string
	for i, m := range fresh {
		lines = append(lines, badgeLine(m))
		if i < badgesShared {
			share := view.ShareAction(input.Profile.With(input.ProfileInput{Badge: m.ID}))
			if len(fresh) > 1 {
				share.Label += ": " + m.Name
			}
			card.Actions = append(card.Actions, share)
		}
	}
	card.Body = strings.Join(lines, "\n")
	card.Actions = append(card.Actions, view.Action{Label: "All badges", Call: input.Profile.With(input.ProfileInput{Badge: allBadges})})
	return card
}
