package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/referee/season"
)

// monthly lists the results that count in a month, with their servers. $1 and $2 are its start and
// end in milliseconds, $3 and $4 its first day and the first day of the next month. Pairs that
// share a bound on points, with one opponent or with the bot on one day, share the number bound. An
// opponent who was deleted and came back counts as one, by the first key. counted joins the changes c
// with their matches m, and finds the puzzles z of the players who count.
func monthly(counted, solvers string) string {
	return `
	pairs AS (
		SELECT c.player, m.server, m.level, CASE WHEN c.result = 1 THEN {pair won} WHEN c.result = 0.5 THEN {pair drawn} ELSE 0 END AS points,
			CASE WHEN m.level <> '' THEN -1 - c.at / 86400000 ELSE coalesce(
				(SELECT min(first.player) FROM former_players f JOIN former_players first ON first.hash = f.hash
					WHERE f.player = CASE WHEN m.left_player = c.player THEN m.right_player ELSE m.left_player END),
				CASE WHEN m.left_player = c.player THEN m.right_player ELSE m.left_player END) END AS bound
		FROM ` + counted + ` AND m.leg = {second leg} AND c.family = {overall} AND c.at >= $1 AND c.at < $2
			AND (m.level = '' OR m.level = {strong} AND c.result = 1)),
	placings AS (
		SELECT t.server, e.player, CASE e.place WHEN 1 THEN {first place} WHEN 2 THEN {second place} ELSE {third place} END AS points
		FROM subjects t CROSS JOIN guests e
		WHERE t.kind = 'tournament' AND t.` + hasEnded + ` AND t.rated = 1 AND t.ends >= $1 AND t.ends < $2 AND e.kind = 'tournament' AND e.id = t.id AND e.place BETWEEN 1 AND 3),
	solved AS (
		SELECT z.player, CASE WHEN z.tries = 1 THEN {first try} ELSE {later try} END AS points FROM ` + solvers + `
			z.kind = {daily} AND length(z.puzzle) = 10 AND z.solved IS NOT NULL AND z.puzzle >= $3 AND z.puzzle < $4
			AND z.solved >= $1 + 86400000 * (CAST(substr(z.puzzle, 9, 2) AS BIGINT) - 1)
			AND z.solved < $1 + 86400000 * CAST(substr(z.puzzle, 9, 2) AS BIGINT)),`
}

// The results of everybody begin from the changes of the month. Those of server $5 begin from its rated pairs and its
// players, so that they cost as much as the server has played.
var (
	ofEverybody = monthly(`rating_changes c CROSS JOIN matches m WHERE m.id = c.match_id`, `puzzles z WHERE`)
	ofOneServer = monthly(`matches m CROSS JOIN rating_changes c
		WHERE c.match_id = m.id AND m.server = $5 AND m.server <> '' AND m.rated = 1 AND m.ended >= $1 AND m.ended < $2`,
		`server_players s CROSS JOIN puzzles z WHERE s.server = $5 AND z.player = s.player AND`)
)

// placed derives the standings in a month from its results: those of server $5, or the overall ones if it is
// empty.
func placed(results string) string {
	return `WITH` + results + `
	met AS (
		SELECT player, level, sum(points) AS points FROM pairs GROUP BY player, bound, level),
	parts AS (
		SELECT player, CASE WHEN level <> '' THEN 0 WHEN points > {from one} THEN {from one} ELSE points END AS people,
			CASE level WHEN '' THEN 0 ELSE {bot day} END AS bot, 0 AS puzzles, 0 AS tournaments FROM met
		UNION ALL
		SELECT player, 0, 0, sum(points), 0 FROM solved GROUP BY player
		UNION ALL
		SELECT player, 0, 0, 0, CASE WHEN sum(points) > {from tournaments} THEN {from tournaments} ELSE sum(points) END
		FROM placings WHERE CAST($5 AS TEXT) = '' OR server = $5 GROUP BY player),
	placed AS (
		SELECT player, CAST(sum(people) AS BIGINT) AS people, CAST(sum(bot) AS BIGINT) AS bot, CAST(sum(puzzles) AS BIGINT) AS puzzles,
			CAST(sum(tournaments) AS BIGINT) AS tournaments,
			rank() OVER (ORDER BY sum(people + bot + puzzles + tournaments) DESC) AS place,
			row_number() OVER (ORDER BY sum(people + bot + puzzles + tournaments) DESC, player) AS row_number
		FROM parts GROUP BY player HAVING sum(people + bot + puzzles + tournaments) > 0)`
}

var seasonColumns = fields[season.Standing](`
	place=Place people=People bot=Bot puzzles=Puzzles tournaments=Tournaments p.id=Player.ID p.name=Player.Name`).
	from("month")

var (
	firstKeys   = ` SELECT ` + storedStandingColumns.names() + ` FROM placed WHERE row_number <= $6 ORDER BY row_number`
	firstPlaced = `
		SELECT ` + seasonColumns.names() + ` FROM placed month JOIN players p ON p.key = month.player
		WHERE month.row_number <= $6 ORDER BY month.row_number`
	closedSeason = `
		SELECT ` + seasonColumns.names() + ` FROM (
			SELECT * FROM season_standings WHERE season = $1 AND server = $2 ORDER BY place, player LIMIT $3) month
		CROSS JOIN players p WHERE p.key = month.player ORDER BY month.place, month.player`
	// The servers whose standings may have rows, in their order: $1 is the one before.
	nextServer = `SELECT coalesce(min(server), '') FROM (
		SELECT min(server) AS server FROM server_players WHERE server > $1
		UNION ALL SELECT min(server) FROM matches WHERE leg = 2 AND rated = 1 AND server <> '' AND server > $1
		UNION ALL SELECT min(room) FROM subjects WHERE kind = 'tournament' AND room > $1 AND room <> ` + quote(match.LocalFront) + `) servers`
	// The terminal's room has no server and gets the overall standings.
	roomsToTell = `
		SELECT ` + puzzleRoomColumns.names() + ` FROM server_settings WHERE puzzle_channel <> '' AND left_at IS NULL
			AND EXISTS (SELECT 1 FROM season_standings WHERE season = $1
				AND server = CASE room WHEN ` + quote(match.LocalFront) + ` THEN '' ELSE room END)
		ORDER BY room`
	toldRoom = `SELECT room FROM server_settings WHERE puzzle_channel = $1 AND puzzle_channel <> '' ORDER BY room LIMIT 1`
)

const (
	// A database without players stays empty, so that another can be copied into it.
	beginSeason  = `INSERT INTO seasons (season) SELECT CAST($1 AS TEXT) WHERE EXISTS (SELECT 1 FROM players) ON CONFLICT DO NOTHING`
	reachServer  = `UPDATE seasons SET reached = $3 WHERE season = $1 AND reached = $2 AND closed IS NULL`
	closeSeason  = `UPDATE seasons SET closed = $3 WHERE season = $1 AND reached = $2 AND closed IS NULL`
	lastSeason   = `SELECT coalesce(max(season), '') FROM seasons WHERE closed IS NOT NULL`
	seasonClosed = `SELECT EXISTS (SELECT 1 FROM seasons WHERE season = $1 AND closed IS NOT NULL)`
	storedSeason = `SELECT reached FROM seasons WHERE season = $1`
)

func monthOf(season season.Season) []any {
	start, end := season.Start(), season.Next().Start()
	return []any{start.UnixMilli(), end.UnixMilli(), start.Format(time.DateOnly), end.Format(time.DateOnly)}
}

func (s *Store) SeasonTable(ctx context.Context, season season.Season, server string, limit int) (table season.Table, err error) {
	err = s.view(ctx, func(tx *Tx) {
		if table.Closed = get[bool](tx, seasonClosed, string(season)); table.Closed {
			table.Rows = seasonColumns.all(tx, closedSeason, string(season), server, bound(limit))
			return
		}
		table.Rows = openStandings(tx, seasonColumns, firstPlaced, season, server, limit)
	})
	return table, err
}

// openStandings derives the first standings of a month: a server's, or the overall ones.
func openStandings[T any](tx *Tx, c columns[T], first string, month season.Season, server string, limit int) []T {
	results := ofEverybody
	if server != "" {
		results = ofOneServer
	}
	return c.all(tx, placed(results)+first, append(monthOf(month), server, bound(limit))...)
}

const serversAtOnce = 1000

// CloseSeason derives standings while others may write, and stores them in a transaction for each server. The next
// call goes on where this one ends.
func (s *Store) CloseSeason(ctx context.Context, month season.Season, announce bool, now time.Time) (closed bool, err error) {
	for range serversAtOnce {
		var p partOfSeason
		if err := s.view(ctx, func(tx *Tx) { p = tx.nextPart(month) }); err != nil {
			return false, err
		}
		stored := false
		err = s.update(ctx, func(tx *Tx) {
			if stored = p.store(tx, month, now); stored && p.last() && announce {
				tx.announce(month, now)
			}
		})
		if err != nil || !stored || p.last() {
			return err == nil && stored, err
		}
	}
	return false, nil
}

// A partOfSeason holds the standings to store next: the overall ones, then each server's.
type partOfSeason struct {
	begun          bool
	before, server string
	rows           []storedStanding
}

func (p *partOfSeason) last() bool { return p.begun && p.server == "" }

type storedStanding struct {
	Player int64
	season.Points
	Place int
}

var storedStandingColumns = fields[storedStanding](`
	player=Player place=Place people=People bot=Bot puzzles=Puzzles tournaments=Tournaments`)

func (tx *Tx) nextPart(month season.Season) (p partOfSeason) {
	if p.begun = tx.scan(storedSeason, []any{string(month)}, &p.before); p.begun {
		p.server = get[string](tx, nextServer, p.before)
	}
	if !p.last() {
		p.rows = openStandings(tx, storedStandingColumns, firstKeys, month, p.server, season.Kept)
	}
	return p
}

func (p *partOfSeason) store(tx *Tx, month season.Season, now time.Time) bool {
	next := func() int { return tx.exec(reachServer, string(month), p.before, p.server) }
	switch {
	case !p.begun:
		next = func() int { return tx.exec(beginSeason, string(month)) }
	case p.last():
		next = func() int { return tx.exec(closeSeason, string(month), p.before, millis(now)) }
	}
	if next() == 0 {
		return false
	}
	rows := make([][]any, len(p.rows))
	for i := range p.rows {
		rows[i] = append([]any{string(month), p.server}, storedStandingColumns.values(&p.rows[i])...)
	}
	tx.insertRows("season_standings", append([]string{"season", "server"}, storedStandingColumns.list()...), rows)
	return true
}

func (tx *Tx) announce(month season.Season, now time.Time) {
	for _, r := range puzzleRoomColumns.all(tx, roomsToTell, string(month)) {
		if !r.NoSeasons {
			tx.notify(match.Notice{Channel: r.PuzzleChannel, Kind: match.SeasonNotice, Created: now})
		}
	}
}

func (s *Store) LastSeason(ctx context.Context) (last season.Season, err error) {
	err = s.ask(ctx, func(tx *Tx) { last = get[season.Season](tx, lastSeason) })
	return last, err
}

func (s *Store) RoomOfPuzzles(ctx context.Context, channel string) (string, error) {
	return find(ctx, s, textColumns, toldRoom, channel)
}
