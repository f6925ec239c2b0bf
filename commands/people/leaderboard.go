package people

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
)

const (
	leaderboardPage  = 10
	provisionalShown = 5
)

const (
	serverScope = "server"
	globalScope = "global"
)

type ratingsInput struct {
	Game  *games.Variant `option:"game" help:"The game, such as end-nim (default: all games)"`
	Scope string         `option:"scope" help:"Which players (default: this server's)"`
	Pace  match.Pace     `option:"pace" help:"Live or long matches (default: both)"`
	Page  int            `button:"page"`
}

const (
	ratings input.Name[ratingsInput] = "leaderboard ratings"
	seasons input.Name[seasonInput]  = "leaderboard season"
)

var leaderboardCommand = &core.Command{Name: "leaderboard", Summary: "List the best players", Subcommands: []*core.Command{
	table(ratings, "Who has the best ratings", showRatings, scopes, core.Option{Name: "pace", Choices: []view.Choice{
		{Label: view.PaceName(match.Live) + ": " + paceText(match.Live), Value: string(match.Live)},
		{Label: view.PaceName(match.Long) + ": " + paceText(match.Long), Value: string(match.Long)},
	}}),
	table(seasons, "Who has the most points this month", seasonPage, scopes, core.Option{Name: "month", Complete: completeSeason}),
	table(input.PuzzleRecords, "Who solved the most puzzles of the day this month", puzzleLeaderboard),
	table(input.RaceRecords, "Who solved the most boards a minute in races", raceLeaderboard),
}}

var scopes = core.Option{Name: "scope", Choices: []view.Choice{
	{Label: "Players on this server", Value: serverScope},
	{Label: "Everybody", Value: globalScope},
}}

func table[In any](name input.Name[In], summary string, run func(context.Context, *core.Env, *core.Request, *In) (view.Reply, error), options ...core.Option) *core.Command {
	return core.New(name, core.Command{Summary: summary, Private: true, Shareable: true, Costly: true, Options: options}, run)
}

func showRatings(ctx context.Context, env *core.Env, r *core.Request, in *ratingsInput) (view.Reply, error) {
	b, err := readLeaderboard(r, in)
	if err != nil {
		return view.Reply{}, err
	}
	for i := range b.ladders {
		if err := readLadder(ctx, env, b, &b.ladders[i], r.By.ID); err != nil {
			return view.Reply{}, err
		}
	}
	card := b.card(familyName(env, b.family))
	if r.Room() != "" {
		card.Actions = append(card.Actions, view.Action{Label: "Puzzle of the day", Call: input.PuzzleRecords.Call()})
	}
	card.Actions = append(card.Actions, seasonAction("This month", season.Of(env.Referee.Now()), in.Scope))
	return view.Reply{Card: core.WithShare(r, ratings.With(*in), card), To: view.UpdateEphemeral{}}, nil
}

type leaderboard struct {
	family, server string
	variant        string // as named, or the usual one
	page           int
	large          bool // some ladder has so many players that the leaderboard is kept
	ladders        []ladder
	shared         bool
	asked          ratingsInput
}

type ladder struct {
	pace                    match.Pace
	ranked, provisional     []match.Standing
	total, totalProvisional int
	own                     *match.Standing
}

func readLadder(ctx context.Context, env *core.Env, b *leaderboard, l *ladder, player string) (err error) {
	in := match.Ladder{Family: b.family, Pace: l.pace}
	size, err := b.sizeOf(ctx, env, in)
	if err != nil {
		return err
	}
	l.total, l.totalProvisional = size.ranked, size.provisional
	b.large = b.large || size.ranked+size.provisional >= core.LargeTable
	if l.ranked, err = b.standings(ctx, env, match.LeaderboardQuery{
		Ladder: in, Limit: leaderboardPage, Offset: (b.page - 1) * leaderboardPage, Total: size.ranked,
	}); err != nil {
		return err
	}
	if l.provisional, err = b.standings(ctx, env, match.LeaderboardQuery{
		Ladder: in, Provisional: true, Limit: provisionalShown, Total: size.provisional,
	}); err != nil {
		return err
	}
	own, err := core.Kept(ctx, env, rankKey{in, b.server, player}, func(ctx context.Context) (match.Standing, int, bool, error) {
		own, err := env.Store.RankOf(ctx, in, b.server, player, env.Referee.Now())
		return own, 1, b.large, err
	})
	switch {
	case err == nil:
		l.own = &own
	case !errors.Is(err, match.ErrNotFound):
		return err
	}
	return nil
}

type (
	sizeKey struct {
		match.Ladder
		server string
	}
	rankKey struct {
		match.Ladder
		server, player string
	}
)

type ladderSize struct{ ranked, provisional int }

func (b *leaderboard) sizeOf(ctx context.Context, env *core.Env, in match.Ladder) (ladderSize, error) {
	return core.Kept(ctx, env, sizeKey{in, b.server}, func(ctx context.Context) (size ladderSize, rows int, large bool, err error) {
		q := match.LeaderboardQuery{Ladder: in, Server: b.server, Now: env.Referee.Now()}
		if _, size.ranked, err = env.Store.Leaderboard(ctx, q); err != nil {
			return size, 0, false, err
		}
		q.Provisional = true
		_, size.provisional, err = env.Store.Leaderboard(ctx, q)
		return size, 1, b.large || size.ranked+size.provisional >= core.LargeTable, err
	})
}

func (b *leaderboard) standings(ctx context.Context, env *core.Env, q match.LeaderboardQuery) ([]match.Standing, error) {
	if q.Total == 0 {
		return nil, nil
	}
	q.Server = b.server
	return core.Kept(ctx, env, q, func(ctx context.Context) ([]match.Standing, int, bool, error) {
		q.Now = env.Referee.Now()
		rows, _, err := env.Store.Leaderboard(ctx, q)
		return rows, len(rows), b.large, err
	})
}

func readLeaderboard(r *core.Request, in *ratingsInput) (*leaderboard, error) {
	b := &leaderboard{family: match.Overall, variant: core.UsualVariant, server: r.Server, page: max(in.Page, 1), shared: r.Shared(), asked: *in}
	for _, pace := range view.Paces {
		if in.Pace == "" || in.Pace == pace {
			b.ladders = append(b.ladders, ladder{pace: pace})
		}
	}
	if v := in.Game; v != nil {
		b.family, b.variant = v.Family.ID, v.ID
	}
	switch {
	case in.Scope == globalScope:
		b.server = ""
	case in.Scope == serverScope && r.Server == "":
		return nil, core.Refuse("This is not a server. `/leaderboard ratings scope:global` compares everybody.")
	}
	return b, nil
}

func (b *leaderboard) card(family string) *view.Card {
	scope := b.scope()
	both := len(b.ladders) > 1
	if !both {
		scope = strings.ToLower(view.PaceName(b.ladders[0].pace)) + " matches, " + scope
	}
	card := &view.Card{Title: fmt.Sprintf("Leaderboard: %s, %s", family, scope)}
	var parts, own []string
	total, longest := 0, 0
	for _, l := range b.ladders {
		heading, among, label := "", "", ""
		if both {
			name := view.PaceName(l.pace)
			heading = fmt.Sprintf("**%s matches** (%s)\n", name, paceText(l.pace))
			among, label = ", "+strings.ToLower(name), name+": "
		}
		parts = append(parts, heading+l.text())
		if len(l.provisional) > 0 {
			title := "Not ranked" + among
			if more := l.totalProvisional - len(l.provisional); more > 0 {
				title += fmt.Sprintf(" (%d more)", more)
			}
			card.Fields = append(card.Fields, view.Field{Name: title, Value: standingLines(l.provisional)})
		}
		if l.own != nil {
			own = append(own, label+l.ownLine())
		}
		total, longest = total+l.total+l.totalProvisional, max(longest, l.total)
	}
	if total == 0 {
		card.Body, card.Actions = "Nobody has a rating here yet.", append(card.Actions, ratedMatch(b.variant))
		return card
	}
	card.Body = strings.Join(parts, "\n\n")
	if len(own) == 0 {
		own = []string{"No rating here yet."}
	}
	if !b.shared {
		card.Fields = append(card.Fields, view.Field{Name: "You", Value: strings.Join(own, "\n")})
	}
	card.Turn(b.page, max(1, (longest+leaderboardPage-1)/leaderboardPage), func(page int) input.Call {
		to := b.asked
		to.Page = page
		return ratings.With(to)
	})
	return card
}

func (b *leaderboard) scope() string {
	if b.server != "" {
		return "players on this server"
	}
	return "everybody"
}

func (l *ladder) text() string {
	switch {
	case l.total+l.totalProvisional == 0:
		return "Nobody has a rating here yet."
	case l.total == 0:
		return "No rating is certain enough to rank yet."
	case len(l.ranked) == 0:
		return "No more players."
	}
	return standingLines(l.ranked)
}

func (l *ladder) ownLine() string {
	if l.own.Rating.Provisional() {
		return standingLine(*l.own) + "; a few more rated results and you'll be ranked."
	}
	return standingLine(*l.own)
}

func standingLines(rows []match.Standing) string {
	return strings.Join(words.Each(rows, standingLine), "\n")
}

func standingLine(row match.Standing) string {
	v := row.Rating
	line := fmt.Sprintf("%s %s, %s, %d%% won", view.PlayerName(row.Player.ID), ratingText(v), words.Count(v.Games, "result"), 100*v.Wins/max(1, v.Games))
	if !v.Provisional() {
		line = fmt.Sprintf("`%d.` ", row.Rank) + line
	}
	switch {
	case v.Streak > 1:
		line += fmt.Sprintf(", %d wins in a row", v.Streak)
	case v.Streak < -1:
		line += fmt.Sprintf(", %d losses in a row", -v.Streak)
	}
	return line
}

type findersKey struct{ room, day string }

func puzzleLeaderboard(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if r.Room() == "" {
		return view.Reply{}, core.Refuse("The puzzle of the day has one table per server, so use this on a server.")
	}
	today := env.Referee.Now().UTC()
	day := env.Puzzles.Today()
	finders, err := core.Kept(ctx, env, findersKey{r.Room(), day}, func(ctx context.Context) ([]puzzle.Finder, int, bool, error) {
		finders, err := env.Store.PuzzleFinders(ctx, r.Room(), day[:len("2006-01-")]+"01", day, day, leaderboardPage)
		solved := 0
		for _, f := range finders {
			solved += f.Found
		}
		return finders, len(finders), solved >= core.LargeTable, err
	})
	if err != nil {
		return view.Reply{}, err
	}
	card := &view.Card{Title: "Leaderboard: puzzle of the day, " + today.Format("January 2006")}
	lines := make([]string, len(finders))
	for i, f := range finders {
		lines[i] = fmt.Sprintf("`%d.` %s solved %d in %s", i+1, view.PlayerName(f.Player.ID), f.Found, words.Count(f.Tries, "try"))
		if f.Streak > 1 {
			lines[i] += ", " + words.Count(f.Streak, "day") + " in a row"
		}
	}
	if card.Body = strings.Join(lines, "\n"); card.Body == "" {
		card.Body = "Nobody here has solved a puzzle of the day this month."
	}
	if !r.Shared() {
		record, err := env.Puzzles.PuzzleRecord(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		card.Fields = []view.Field{{Name: "You", Value: "Streak: " + words.Count(record.Streak, "day") + "."}}
	}
	card.Actions = []view.Action{{Label: "Today's puzzle", Call: input.PuzzleToday.Call(), Style: view.Primary}}
	return view.Reply{Card: core.WithShare(r, input.PuzzleRecords.Call(), card), To: view.UpdateEphemeral{}}, nil
}

func paceText(pace match.Pace) string {
	if pace == match.Live {
		return "at most " + view.Duration(match.LiveTurn) + " a turn"
	}
	return "more than " + view.Duration(match.LiveTurn) + " a turn"
}
