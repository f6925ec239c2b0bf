package storagetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
	"nimatron/storage"
	"nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
)

// seasoned is a store for rated pairs that end at any time.
type seasoned struct {
	storage.Store
	results map[string]int // the number of results, by player
}

// pair stores a rated pair that ends at a time and gives its left player points.
func (s *seasoned) pair(t *testing.T, left, right match.Player, level match.Level, server string, at time.Time, points float64) match.Match {
	t.Helper()
	m := Between(left, right)
	m.Server, m.Level, m.Leg, m.Lesson, m.Chosen = server, level, match.FirstLeg, "", false
	first := Finish(t, s, m, LeftWins)
	m.Leg, m.Pair = match.SecondLeg, first.ID
	m = CreateMatch(t, s, m)
	end := End(match.LeftSeat, match.Played)
	end.Now = at
	if points == 0 {
		end.End.Winner = match.RightSeat
	}
	for p, points := range map[match.Player]float64{left: points, right: 1 - points} {
		if !p.IsBot() {
			s.results[p.ID]++
			end.Ratings = append(end.Ratings, Rated(p, s.results[p.ID], points))
		}
	}
	Got(s.Append(t.Context(), m.ID, 1, end)).OK(t)
	m = Got(s.MatchByID(t.Context(), m.ID)).OK(t)
	return m
}

func (s *seasoned) solve(t *testing.T, p match.Player, day string, tries int, at time.Time) {
	t.Helper()
	for n := range tries {
		WantErr(t, RecordTry(t.Context(), s, puzzle.Try{Player: p, Puzzle: Puzzle(day), Solved: n == tries-1, At: at}), nil)
	}
}

// stands compares the standings of a season, as "place name people+bot+puzzles".
func (s *seasoned) stands(t *testing.T, season season.Season, server string, closed bool, want ...string) {
	t.Helper()
	table := Got(s.SeasonTable(t.Context(), season, server, 99)).OK(t)
	var got []string
	for _, row := range table.Rows {
		got = append(got, fmt.Sprintf("%d %s %d+%d+%d", row.Place, row.Player.Name, row.People, row.Bot, row.Puzzles))
	}
	WantEqual(t, got, want)
	WantEqual(t, table.Closed, closed)
	first := Got(s.SeasonTable(t.Context(), season, server, 1)).OK(t)
	WantEqual(t, first.Rows, table.Rows[:min(1, len(table.Rows))])
}

// Exactly the results of the month count, within the bounds, in the server's standings and the
// overall ones.
func (suite) SeasonPoints(ctx context.Context, t *testing.T, store storage.Store) {
	s := &seasoned{store, map[string]int{}}
	march := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	april := march.AddDate(0, 1, 0)
	s.stands(t, "2025-03", "", false)
	s.pair(t, Ann, Bob, match.NoLevel, "den", march, 1)
	s.pair(t, Bob, Ann, match.NoLevel, "pub", april.Add(-time.Millisecond), 0.5)
	s.pair(t, Ann, Bob, match.NoLevel, "den", march.Add(-time.Millisecond), 1) // in February
	s.pair(t, Ann, Bob, match.NoLevel, "den", april, 1)
	s.stands(t, "2025-03", "", false, "1 Ann 4+0+0", "2 Bob 🎲 1+0+0")
	s.stands(t, "2025-03", "den", false, "1 Ann 3+0+0")
	s.stands(t, "2025-03", "pub", false, "1 Bob 🎲 1+0+0", "1 Ann 1+0+0")
	s.stands(t, "2025-02", "", false, "1 Ann 3+0+0")

	// Strong is the lowest level that counts, and only once a day.
	for _, hours := range []int{1, 2, 23, 24, 49} {
		s.pair(t, Eve, match.Bot, match.Strong, "den", march.Add(time.Duration(hours)*time.Hour), 1)
	}
	s.pair(t, Eve, match.Bot, match.Casual, "den", march.AddDate(0, 0, 5), 1)
	s.pair(t, Eve, match.Bot, match.Strong, "den", march.AddDate(0, 0, 6), 0.5)
	s.pair(t, Eve, match.Bot, match.Strong, "den", march.AddDate(0, 0, 7), 0)
	s.stands(t, "2025-03", "den", false, "1 Ann 3+0+0", "1 Eve 0+3+0")

	// A puzzle counts on its own day: overall, and on servers where its solver has played.
	noon := 12 * time.Hour
	s.solve(t, Eve, "2025-03-01", 1, march)
	s.solve(t, Eve, "2025-03-02", 3, march.AddDate(0, 0, 2).Add(-time.Millisecond))
	s.solve(t, Eve, "2025-03-03", 1, march.AddDate(0, 0, 3)) // on the day after the puzzle's
	s.solve(t, Eve, "2025-04-01", 1, april.Add(noon))
	s.solve(t, Eve, "2025-03-31", 1, april.Add(-time.Millisecond))
	s.solve(t, Ann, "7.12", 1, march.Add(noon))
	WantErr(t, RecordTry(t.Context(), s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-09"), At: march.AddDate(0, 0, 8)}), nil)
	s.stands(t, "2025-03", "", false, "1 Eve 0+3+5", "2 Ann 4+0+0", "3 Bob 🎲 1+0+0")
	s.stands(t, "2025-03", "den", false, "1 Eve 0+3+5", "2 Ann 3+0+0")
	s.stands(t, "2025-03", "pub", false, "1 Bob 🎲 1+0+0", "1 Ann 1+0+0")

	// The points from one opponent are bounded in each of the standings.
	for n := range 6 {
		s.pair(t, Ann, Bob, match.NoLevel, "den", march.AddDate(0, 0, 10+n), 1)
	}
	s.stands(t, "2025-03", "", false, "1 Ann 12+0+0", "2 Eve 0+3+5", "3 Bob 🎲 1+0+0")
	s.pair(t, Ann, Eve, match.NoLevel, "", march.AddDate(0, 0, 20), 1)
	s.stands(t, "2025-03", "", false, "1 Ann 15+0+0", "2 Eve 0+3+5", "3 Bob 🎲 1+0+0")
	s.stands(t, "2025-03", "den", false, "1 Ann 12+0+0", "2 Eve 0+3+5")
}

// The first places of rated tournaments that ended in the month count, up to a bound, on the server
// and overall. Tournaments won count for achievements.
func (suite) TournamentPoints(ctx context.Context, t *testing.T, store storage.Store) {
	s := &seasoned{store, map[string]int{}}
	march := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	ends := func(server string, rated bool, state tournament.State, at time.Time, places ...int) {
		t.Helper()
		n := newTournament("hall")
		n.Server, n.Rated = server, rated
		n = createTournament(t, s, n)
		for i, p := range []match.Player{Ann, Bob, Eve} {
			n.Entrants = append(n.Entrants, tournament.Entrant{Player: p, Joined: 1, At: Stored(Noon), Place: places[i]})
		}
		n.State, n.Ended, n.Started = state, at, Stored(Noon)
		saved(t, s, n)
	}
	stands := func(season season.Season, server string, want ...string) {
		t.Helper()
		table := Got(s.SeasonTable(ctx, season, server, 9)).OK(t)
		var got []string
		for _, row := range table.Rows {
			got = append(got, fmt.Sprint(row.Place, row.Player.Name, row.Tournaments, row.Sum()))
		}
		WantEqual(t, got, want)
	}
	ends("den", true, tournament.Over, march, 1, 4, 3)
	ends("pub", true, tournament.Over, march.AddDate(0, 1, 0).Add(-time.Millisecond), 2, 1, 0)
	ends("den", true, tournament.Over, march.Add(-time.Millisecond), 1, 2, 3) // in February
	ends("den", true, tournament.Over, march.AddDate(0, 1, 0), 3, 2, 1)
	ends("den", false, tournament.Over, march, 1, 2, 3)
	ends("den", true, tournament.Running, march, 1, 2, 3)
	stands("2025-03", "", "1Ann10 10", "2Bob 🎲6 6", "3Eve2 2")
	stands("2025-03", "den", "1Ann6 6", "2Eve2 2")
	ends("den", true, tournament.Over, march, 1, 2, 0)
	s.pair(t, Ann, Bob, match.NoLevel, "den", march, 1)
	stands("2025-03", "", "1Ann12 15", "2Bob 🎲10 10", "3Eve2 2")
	for p, want := range map[match.Player]int{Ann: 5, Bob: 1, Eve: 1} {
		d := Got(s.Achievements(ctx, p.ID, 9)).OK(t)
		WantEqual(t, d.Tournaments, want)
	}
	WantErr(t, s.Forget(ctx, Eve.ID, Noon), nil)
	stands("2025-03", "", "1Ann12 15", "2Bob 🎲10 10")
	Got(s.CloseSeason(ctx, "2025-03", false, Noon)).OK(t)
	stands("2025-03", "", "1Ann12 15", "2Bob 🎲10 10")
	data := exported(t, s, Bob)
	data.has(t, "season_standings", `"people": 0, "bot": 0, "puzzles": 0, "tournaments": 10}`)
	data.has(t, "guests", `"place": 2, `)
}

// Closed standings never change. The transaction that closes them announces them.
func (suite) SeasonIsClosedOnce(ctx context.Context, t *testing.T, store storage.Store) {
	s := &seasoned{store, map[string]int{}}
	at := time.Date(2025, 3, 9, 0, 0, 0, 0, time.UTC)
	april := at.AddDate(0, 1, 0)
	last := func(want season.Season) {
		t.Helper()
		Got(s.LastSeason(ctx)).Is(t, want)
	}
	closes := func(season season.Season, announce, want bool, subjects ...string) {
		t.Helper()
		Got(s.CloseSeason(ctx, season, announce, april)).Is(t, want)
		got, _ := take(t, s)
		WantEqual(t, got, subjects)
	}
	last("")
	for room, set := range map[string]match.ServerSettings{
		"den": {PuzzleChannel: "of den"}, "pub": {PuzzleChannel: "of pub", NoSeasons: true}, "inn": {PuzzleChannel: "of inn"}, "bar": {},
	} {
		WantErr(t, s.SaveServerSettings(ctx, room, set), nil)
	}
	for _, server := range []string{"den", "pub", "bar"} { // the inn has no points
		s.pair(t, Ann, Bob, match.NoLevel, server, at, 1)
	}
	closes("2025-02", true, true)
	last("2025-02")
	s.stands(t, "2025-02", "", true)
	closes("2025-03", true, true, "season of den")
	last("2025-03")
	all := []string{"1 Ann 9+0+0"}
	s.stands(t, "2025-03", "", true, all...)
	s.stands(t, "2025-03", "bar", true, "1 Ann 3+0+0")
	closes("2025-03", true, false)
	s.pair(t, Bob, Ann, match.NoLevel, "den", at, 1)
	s.stands(t, "2025-03", "", true, all...)

	Got(s.RoomOfPuzzles(ctx, "of pub")).Is(t, "pub")
	Got(s.RoomOfPuzzles(ctx, "")).Fails(t, match.ErrNotFound)

	// Another channel doesn't get this channel's notices.
	s.pair(t, Bob, Ann, match.NoLevel, "den", april, 1)
	Got(s.CloseSeason(ctx, "2025-04", true, april)).Is(t, true)
	WantErr(t, s.SaveServerSettings(ctx, "den", match.ServerSettings{Version: 1, PuzzleChannel: "elsewhere"}), nil)
	subjects, _ := take(t, s)
	WantEqual(t, len(subjects), 0)

	data := exported(t, s, Ann)
	data.has(t, "season_standings", `{"season": "2025-03", "server": "", "place": 1, "people": 9, "bot": 0, "puzzles": 0, "tournaments": 0}`)
	for _, server := range []string{"bar", "den", "pub"} {
		data.has(t, "season_standings", `{"season": "2025-03", "server": "`+server+`", "place": 1, "people": 3, "bot": 0, "puzzles": 0, "tournaments": 0}`)
	}
	// The place stays, without the player's name.
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	s.stands(t, "2025-03", "", true, "1 deleted player 9+0+0")
}

// Two processes close a season at once. It is closed and announced once.
func (suite) OneOfManyClosesASeason(ctx context.Context, t *testing.T, stores []storage.Store) {
	s := &seasoned{stores[0], map[string]int{}}
	at := time.Date(2025, 3, 9, 0, 0, 0, 0, time.UTC)
	s.pair(t, Ann, Bob, match.NoLevel, "den", at, 1)
	WantErr(t, s.SaveServerSettings(t.Context(), "den", match.ServerSettings{PuzzleChannel: "c"}), nil)
	var all sync.WaitGroup
	var closed atomic.Int32
	for n := range 8 {
		all.Go(func() {
			first := Got(stores[n%len(stores)].CloseSeason(t.Context(), "2025-03", true, at.AddDate(0, 1, 0))).OK(t)
			if first {
				closed.Add(1)
			}
		})
	}
	all.Wait()
	WantEqual(t, closed.Load(), 1)
	subjects, _ := take(t, s)
	WantEqual(t, subjects, []string{"season c"})
	s.stands(t, "2025-03", "den", true, "1 Ann 3+0+0")
}

// Achievements list the player's finished matches in the order of their ends.
func (suite) Achievements(ctx context.Context, t *testing.T, store storage.Store) {
	s := &seasoned{store, map[string]int{}}
	rated := s.pair(t, Bob, Ann, match.NoLevel, "den", Noon, 0)
	plain := Between(Ann, match.Bot)
	plain.Level, plain.Lesson = match.Perfect, ""
	plain = CreateMatch(t, s, plain)
	WantErr(t, s.AddHint(ctx, plain.ID, 1, games.Left), nil)
	end := End(match.LeftSeat, match.Played)
	end.Findings = &match.Findings{{Wins: 3, Kept: 2}, {Wins: 1}}
	Got(s.Append(ctx, plain.ID, 1, end)).OK(t)
	CreateMatch(t, s, Match("c")) // still running
	s.solve(t, Ann, "2025-03-14", 2, Noon)
	s.solve(t, Ann, "2025-03-13", 1, Noon)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-12"), At: Noon}), nil)
	s.solve(t, Ann, "7.12", 1, Noon)
	WantErr(t, s.OpenLesson(ctx, Ann, "copying", 1, Noon), nil)

	Got(s.RecordTold(ctx, Ann, []string{"b", "a"})).Is(t, []string{"b", "a"})
	Got(s.RecordTold(ctx, Ann, []string{"a", "c"})).Is(t, []string{"c"})

	d := Got(s.Achievements(ctx, Ann.ID, 3)).OK(t)
	WantEqual(t, len(d.Matches), 3)
	past := func(id int64, side games.Side) season.PastMatch {
		m := Got(s.MatchByID(ctx, id)).OK(t)
		m.Moves, m.Pair, m.Sides[0].Player, m.Sides[1].Player = nil, 0, match.Player{}, match.Player{}
		return season.PastMatch{Match: m, Side: side}
	}
	second, third := past(rated.ID, games.Right), past(plain.ID, games.Left)
	second.Points, second.Before, second.Opponent = 1, Rating(match.Overall, 0).Rating, Rating(match.Overall, 0).Rating
	WantEqual(t, d.Matches, []season.PastMatch{past(rated.Pair, games.Right), second, third})
	WantEqual(t, []bool{second.Helped(), third.Helped()}, []bool{false, true})
	WantEqual(t, Got(s.Achievements(ctx, Ann.ID, 2)).OK(t).Matches, []season.PastMatch{second, third})
	WantEqual(t, d.Days, []puzzle.Solved{{ID: Puzzle("2025-03-13"), Tries: 1}, {ID: Puzzle("2025-03-14"), Tries: 2}})
	WantEqual(t, len(d.Lessons), 1)
	WantEqual(t, d.Told, []string{"a", "b", "c"})

	strong := Rated(Eve, 1, 1)
	strong.After.Value = 2000
	Finish(t, s, Between(Eve, Bob), LeftWins, strong)
	beaten := Rated(Eve, 2, 0)
	beaten.Before = strong.After
	Finish(t, s, Between(Ann, Eve), LeftWins, Rated(Ann, 2, 1), beaten)
	WantEqual(t, Got(s.Achievements(ctx, Ann.ID, 1)).OK(t).Matches[0].OpponentRested, Stored(Noon))

	exported(t, s, Ann).has(t, "players", `"told": "a b c"`)
	Got(s.Achievements(ctx, "local:nobody", 9)).Is(t, season.Achievements{Told: []string{}})
}

// counting is a database that counts the rows of standings that a transaction stores, and may fail.
type counting struct {
	sqlstore.Database
	rows  []int
	fails func() bool
}

func (c *counting) Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return c.Database.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var before, after int
		count := func(n *int) error { return tx.QueryRowContext(ctx, `SELECT count(*) FROM season_standings`).Scan(n) }
		err := errors.Join(count(&before), f(ctx, tx), count(&after))
		if c.fails != nil && c.fails() {
			err = match.ErrUnavailable
		}
		if err == nil && after > before {
			c.rows = append(c.rows, after-before)
		}
		return err
	})
}

// closedLater is a store on a database that its test closes.
type closedLater struct{ *sqlstore.Store }

func (closedLater) Close() error { return nil }

// A transaction stores the standings of one server. After a failure the next call goes on where it ended, and until
// then the month is open.
func TestSeasonIsClosedInPieces(t *testing.T) {
	store := Got(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))).OK(t)
	defer store.Close()
	counted := &counting{}
	s := &seasoned{closedLater{store.Through(func(db sqlstore.Database) sqlstore.Database { counted.Database = db; return counted })}, map[string]int{}}
	at := time.Date(2025, 3, 9, 0, 0, 0, 0, time.UTC)
	for _, server := range []string{"bar", "den", "inn", "pub"} {
		s.pair(t, Ann, Bob, match.NoLevel, server, at, 0.5)
	}
	s.pair(t, Eve, Bob, match.NoLevel, "pub", at, 1)
	s.solve(t, Eve, "2025-03-09", 1, at.Add(time.Hour))
	var want [][]string
	scopes := []string{"", "bar", "den", "inn", "pub"}
	table := func(server string, closed bool) (rows []string) {
		t.Helper()
		table := Got(s.SeasonTable(t.Context(), "2025-03", server, 99)).OK(t)
		WantEqual(t, table.Closed, closed)
		for _, row := range table.Rows {
			rows = append(rows, fmt.Sprint(row))
		}
		return rows
	}
	for _, server := range scopes {
		want = append(want, table(server, false))
	}
	writes := 0
	counted.fails = func() bool { writes++; return writes%3 == 0 }
	calls := 0
	for closed := false; !closed; calls++ {
		WantEqual(t, table("pub", false), want[4])
		closed, _ = s.CloseSeason(t.Context(), "2025-03", true, at.AddDate(0, 1, 0))
	}
	WantEqual(t, calls, 3) // each third transaction fails
	for i, server := range scopes {
		WantEqual(t, table(server, true), want[i])
	}
	WantEqual(t, counted.rows, []int{3, 2, 2, 2, 3})
}
