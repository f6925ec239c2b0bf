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
		FROM tournaments t CROSS JOIN entrants e
		WHERE t.state = 'over' AND t.rated = 1 AND t.ended >= $1 AND t.ended < $2 AND e.tournament = t.id AND e.place BETWEEN 1 AND 3),
	solved AS (
		SELECT z.player, CASE WHEN z.tries = 1 THEN {first try} ELSE {later try} END AS points FROM ` + solvers + `
			z.kind = {daily} AND z.solved IS NOT NULL AND z.puzzle >= $3 AND z.puzzle < $4
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

// everywhere lists the results for the overall standings, whose scope is empty, and for each
// server's.
const everywhere = `
	scoped AS (
		SELECT '' AS scope, player, level, points, bound FROM pairs
		UNION ALL
		SELECT server, player, level, points, bound FROM pairs WHERE server <> ''),
	awards AS (
		SELECT '' AS scope, player, points FROM placings
		UNION ALL
		SELECT server, player, points FROM placings WHERE server <> ''),
	finds AS (
		SELECT '' AS scope, player, points FROM solved
		UNION ALL
		SELECT s.server, z.player, z.points FROM solved z JOIN server_players s ON s.player = z.player),`

// inScope lists the results for the standings of server $5, or the overall ones if it is empty.
const inScope = `
	scoped AS (
		SELECT CAST($5 AS TEXT) AS scope, player, level, points, bound FROM pairs),
	awards AS (
		SELECT CAST($5 AS TEXT) AS scope, player, points FROM placings WHERE $5 = '' OR server = $5),
	finds AS (
		SELECT CAST($5 AS TEXT) AS scope, player, points FROM solved),`

// placed derives the standings of a month from its results in the scopes.
func placed(results, scopes string) string {
	return `WITH` + results + scopes + `
	met AS (
		SELECT scope, player, level, sum(points) AS points FROM scoped GROUP BY player, bound, level, scope),
	parts AS (
		SELECT scope, player, CASE WHEN level <> '' THEN 0 WHEN points > {from one} THEN {from one} ELSE points END AS people,
			CASE level WHEN '' THEN 0 ELSE {bot day} END AS bot, 0 AS puzzles, 0 AS tournaments FROM met
		UNION ALL
		SELECT scope, player, 0, 0, sum(points), 0 FROM finds GROUP BY scope, player
		UNION ALL
		SELECT scope, player, 0, 0, 0, CASE WHEN sum(points) > {from tournaments} THEN {from tournaments} ELSE sum(points) END FROM awards GROUP BY scope, player),
	placed AS (
		SELECT scope, player, CAST(sum(people) AS BIGINT) AS people, CAST(sum(bot) AS BIGINT) AS bot, CAST(sum(puzzles) AS BIGINT) AS puzzles,
			CAST(sum(tournaments) AS BIGINT) AS tournaments,
			rank() OVER (PARTITION BY scope ORDER BY sum(people + bot + puzzles + tournaments) DESC) AS place,
			row_number() OVER (PARTITION BY scope ORDER BY sum(people + bot + puzzles + tournaments) DESC, player) AS row_number
		FROM parts GROUP BY scope, player HAVING sum(people + bot + puzzles + tournaments) > 0)`
}

var seasonColumns = fields[season.Standing]("place people bot puzzles tournaments p.id=Player.ID p.name=Player.Name").from("month")

var (
	openSeason  = placed(ofEverybody, inScope) + firstPlaced
	openServer  = placed(ofOneServer, inScope) + firstPlaced
	firstPlaced = `
		SELECT ` + seasonColumns.names() + ` FROM placed month JOIN players p ON p.key = month.player
		WHERE month.row_number <= $6 ORDER BY month.row_number`
	closedSeason = `
		SELECT ` + seasonColumns.names() + ` FROM (
			SELECT * FROM season_standings WHERE season = $1 AND server = $2 ORDER BY place, player LIMIT $3) month
		CROSS JOIN players p WHERE p.key = month.player ORDER BY month.place, month.player`
	keepStandings = placed(ofEverybody, everywhere) + `
		INSERT INTO season_standings (season, server, player, place, people, bot, puzzles, tournaments)
		SELECT CAST($5 AS TEXT), scope, player, place, people, bot, puzzles, tournaments FROM placed WHERE row_number <= ` + `{season kept}`
	// The terminal's room has no server and gets the overall standings.
	roomsToTell = `
		SELECT ` + puzzleRoomColumns.names() + ` FROM server_settings WHERE puzzle_channel <> '' AND NOT EXISTS (SELECT 1 FROM left_servers l WHERE l.server = room)
			AND EXISTS (SELECT 1 FROM season_standings WHERE season = $1
				AND server = CASE room WHEN ` + quote(match.LocalFront) + ` THEN '' ELSE room END)
		ORDER BY room`
	toldRoom = `SELECT room FROM server_settings WHERE puzzle_channel = $1 AND puzzle_channel <> '' ORDER BY room LIMIT 1`
)

const (
	// A database without players stays empty, so that another can be copied into it.
	closeSeason  = `INSERT INTO seasons (season, closed) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM players) ON CONFLICT DO NOTHING`
	lastSeason   = `SELECT coalesce(max(season), '') FROM seasons`
	seasonClosed = `SELECT EXISTS (SELECT 1 FROM seasons WHERE season = $1)`
)

// monthOf returns the first arguments of placed.
func monthOf(season season.Season) []any {
	start, end := season.Start(), season.Next().Start()
	return []any{start.UnixMilli(), end.UnixMilli(), start.Format(time.DateOnly), end.Format(time.DateOnly)}
}

// SeasonTable implements season.Store.
func (s *Store) SeasonTable(ctx context.Context, season season.Season, server string, limit int) (table season.Table, err error) {
	err = s.view(ctx, func(tx *Tx) {
		if table.Closed = get[bool](tx, seasonClosed, string(season)); table.Closed {
			table.Rows = seasonColumns.all(tx, closedSeason, string(season), server, bound(limit))
			return
		}
		query := openSeason
		if server != "" {
			query = openServer
		}
		table.Rows = seasonColumns.all(tx, query, append(monthOf(season), server, bound(limit))...)
	})
	return table, err
}

// CloseSeason implements season.Store. The first call to close a season blocks others until all of
// it is stored.
func (s *Store) CloseSeason(ctx context.Context, season season.Season, announce bool, now time.Time) (closed bool, err error) {
	err = s.update(ctx, func(tx *Tx) {
		if closed = tx.exec(closeSeason, string(season), millis(now)) > 0; !closed {
			return
		}
		tx.exec(keepStandings, append(monthOf(season), string(season))...)
		if !announce {
			return
		}
		for _, r := range puzzleRoomColumns.all(tx, roomsToTell, string(season)) {
			if !r.NoSeasons {
				tx.notify(match.Notice{Channel: r.PuzzleChannel, Kind: match.SeasonNotice, Created: now})
			}
		}
	})
	return closed, err
}

// LastSeason implements season.Store.
func (s *Store) LastSeason(ctx context.Context) (last season.Season, err error) {
	err = s.ask(ctx, func(tx *Tx) { last = get[season.Season](tx, lastSeason) })
	return last, err
}

// RoomOfPuzzles implements season.Store.
func (s *Store) RoomOfPuzzles(ctx context.Context, channel string) (string, error) {
	return find(ctx, s, textColumns, toldRoom, channel)
}
