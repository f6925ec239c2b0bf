package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nimatron/match"
)

// monthly is what counts in a month, with where: $1 and $2 are when it begins and ends in
// milliseconds, $3 and $4 its first day and that of the next month. Pairs that have one bound of
// points together, those with one opponent or with the bot on one day, have the same number for it.
// An opponent who was deleted and came back is one opponent, by the first key.
const monthly = `
	pairs AS (
		SELECT c.player, m.server, m.level, CASE WHEN c.result = 1 THEN {pair won} WHEN c.result = 0.5 THEN {pair drawn} ELSE 0 END AS points,
			CASE WHEN m.level <> '' THEN -1 - c.at / 86400000 ELSE coalesce(
				(SELECT min(first.player) FROM former_players f JOIN former_players first ON first.hash = f.hash
					WHERE f.player = CASE WHEN m.left_player = c.player THEN m.right_player ELSE m.left_player END),
				CASE WHEN m.left_player = c.player THEN m.right_player ELSE m.left_player END) END AS bound
		FROM rating_changes c CROSS JOIN matches m
		WHERE m.id = c.match_id AND m.leg = {second leg} AND c.family = {overall} AND c.at >= $1 AND c.at < $2
			AND (m.level = '' OR m.level = {strong} AND c.result = 1)),
	placings AS (
		SELECT t.server, e.player, CASE e.place WHEN 1 THEN {first place} WHEN 2 THEN {second place} ELSE {third place} END AS points
		FROM tournaments t CROSS JOIN entrants e
		WHERE t.state = 'over' AND t.rated = 1 AND t.ended >= $1 AND t.ended < $2 AND e.tournament = t.id AND e.place BETWEEN 1 AND 3),
	solved AS (
		SELECT player, CASE WHEN tries = 1 THEN {first try} ELSE {later try} END AS points FROM puzzles
		WHERE kind = {daily} AND solved IS NOT NULL AND puzzle >= $3 AND puzzle < $4
			AND solved >= $1 + 86400000 * (CAST(substr(puzzle, 9, 2) AS BIGINT) - 1)
			AND solved < $1 + 86400000 * CAST(substr(puzzle, 9, 2) AS BIGINT)),`

// everywhere is what counts in the standings of all, under the scope ”, and of each server.
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

// inScope is what counts in the standings of all or of one server, which $5 says.
const inScope = `
	scoped AS (
		SELECT CAST($5 AS TEXT) AS scope, player, level, points, bound FROM pairs WHERE $5 = '' OR server = $5),
	awards AS (
		SELECT CAST($5 AS TEXT) AS scope, player, points FROM placings WHERE $5 = '' OR server = $5),
	finds AS (
		SELECT CAST($5 AS TEXT) AS scope, player, points FROM solved
		WHERE $5 = '' OR EXISTS (SELECT 1 FROM server_players s WHERE s.server = $5 AND s.player = solved.player)),`

// placed are standings of a month, derived from what counts in the scopes.
func placed(scopes string) string {
	return spell(`WITH` + monthly + scopes + `
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
		FROM parts GROUP BY scope, player HAVING sum(people + bot + puzzles + tournaments) > 0)`)
}

// A seasonRow is a row of standings, with how many there are and its number among them, from 1.
type seasonRow struct {
	match.SeasonStanding
	total, number int
}

var pointsColumns = columns[match.SeasonPoints]{
	{"month.people", func(p *match.SeasonPoints) any { return &p.People }},
	{"month.bot", func(p *match.SeasonPoints) any { return &p.Bot }},
	{"month.puzzles", func(p *match.SeasonPoints) any { return &p.Puzzles }},
	{"month.tournaments", func(p *match.SeasonPoints) any { return &p.Tournaments }},
}

var seasonColumns = append(columns[seasonRow]{
	{"month.place", func(r *seasonRow) any { return &r.Place }},
	{"p.id", func(r *seasonRow) any { return &r.Player.ID }},
	{"p.name", func(r *seasonRow) any { return &r.Player.Name }},
	{"month.total", func(r *seasonRow) any { return &r.total }},
	{"month.row_number", func(r *seasonRow) any { return &r.number }},
}, within(pointsColumns, func(r *seasonRow) *match.SeasonPoints { return &r.SeasonPoints })...)

var (
	// The page, and the row of one player: all of it is worked out once.
	openSeasonPage = placed(inScope) + `
		SELECT ` + seasonColumns.names() + ` FROM (SELECT *, count(*) OVER () AS total FROM placed) month
		JOIN players p ON p.key = month.player
		WHERE month.row_number > $7 AND month.row_number <= $6 + $7 OR p.id = $8 ORDER BY month.row_number`
	closedSeasonPage = `
		SELECT ` + seasonColumns.names() + ` FROM (
			SELECT *, 0 AS row_number, (SELECT count(*) FROM season_standings WHERE season = $1 AND server = $2) AS total
			FROM season_standings WHERE season = $1 AND server = $2 ORDER BY place, player LIMIT $3 OFFSET $4) month
		CROSS JOIN players p WHERE p.key = month.player ORDER BY month.place, month.player`
	closedSeasonOwn = `
		SELECT ` + seasonColumns.names() + ` FROM (SELECT *, 0 AS total, 0 AS row_number FROM season_standings) month CROSS JOIN players p
		WHERE month.season = $1 AND month.server = $2 AND month.player = p.key AND p.id = $3`
	keepStandings = placed(everywhere) + `
		INSERT INTO season_standings (season, server, player, place, people, bot, puzzles, tournaments)
		SELECT CAST($5 AS TEXT), scope, player, place, people, bot, puzzles, tournaments FROM placed WHERE row_number <= ` + spell(`{season kept}`)
	// In the terminal, whose room has no server, the standings are those of all.
	roomsToTell = `
		SELECT room, puzzle_channel FROM server_settings r WHERE puzzle_channel <> '' AND no_seasons = 0
			AND EXISTS (SELECT 1 FROM season_standings WHERE season = $1
				AND server = CASE room WHEN ` + quote(match.LocalFront) + ` THEN '' ELSE room END)
		ORDER BY room`
	toldRoom = `SELECT room FROM server_settings WHERE puzzle_channel = $1 AND puzzle_channel <> '' ORDER BY room LIMIT 1`
)

const (
	// A database without anybody stays empty, so that another can be copied into it.
	closeSeason  = `INSERT INTO seasons (season, closed) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM players) ON CONFLICT DO NOTHING`
	lastSeason   = `SELECT coalesce(max(season), '') FROM seasons`
	seasonClosed = `SELECT EXISTS (SELECT 1 FROM seasons WHERE season = $1)`
)

// monthOf returns the first arguments of placed.
func monthOf(season match.Season) []any {
	start, end := season.Start(), season.Next().Start()
	return []any{start.UnixMilli(), end.UnixMilli(), start.Format(time.DateOnly), end.Format(time.DateOnly)}
}

// SeasonTable implements match.Seasons.
func (s *Store) SeasonTable(ctx context.Context, q match.SeasonQuery) (table match.SeasonTable, err error) {
	defer wrap(&err, "standings of %s", q.Season)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		table = match.SeasonTable{}
		if err := tx.QueryRowContext(ctx, seasonClosed, string(q.Season)).Scan(&table.Closed); err != nil {
			return err
		}
		limit, offset := bound(q.Limit), max(q.Offset, 0)
		if !table.Closed {
			rows, err := seasonColumns.query(ctx, tx, openSeasonPage, append(monthOf(q.Season), q.Server, limit, offset, q.Player)...)
			for i, row := range rows {
				table.Total = row.total
				if row.Player.ID == q.Player {
					table.Own = &rows[i].SeasonStanding
				}
				if row.number > offset && row.number <= offset+limit {
					table.Rows = append(table.Rows, row.SeasonStanding)
				}
			}
			return err
		}
		rows, err := seasonColumns.query(ctx, tx, closedSeasonPage, string(q.Season), q.Server, limit, offset)
		if err != nil {
			return err
		}
		for _, row := range rows {
			table.Rows, table.Total = append(table.Rows, row.SeasonStanding), row.total
		}
		if q.Player == "" {
			return nil
		}
		row, err := seasonColumns.scanRow(tx.QueryRowContext(ctx, closedSeasonOwn, string(q.Season), q.Server, q.Player))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		table.Own = &row.SeasonStanding
		return err
	})
	return table, err
}

// CloseSeason implements match.Seasons. Who closes it first is alone with it until all of it is
// stored.
func (s *Store) CloseSeason(ctx context.Context, season match.Season, announce bool, now time.Time) (closed bool, err error) {
	defer wrap(&err, "close the season %s", season)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		n, err := affected(tx.ExecContext(ctx, closeSeason, string(season), millis(now)))
		if closed = n > 0; err != nil || !closed {
			return err
		}
		if _, err := tx.ExecContext(ctx, keepStandings, append(monthOf(season), string(season))...); err != nil || !announce {
			return err
		}
		rooms, err := puzzleRoomColumns.query(ctx, tx, roomsToTell, string(season))
		if err != nil {
			return err
		}
		for _, r := range rooms {
			if err := addNotice(ctx, tx, match.Notice{Channel: r.channel, Kind: match.SeasonNotice, Created: now}); err != nil {
				return err
			}
		}
		return nil
	})
	return closed, err
}

// LastSeason implements match.Seasons.
func (s *Store) LastSeason(ctx context.Context) (last match.Season, err error) {
	defer wrap(&err, "last closed season")
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		return tx.QueryRowContext(ctx, lastSeason).Scan((*string)(&last))
	})
	return last, err
}

// RoomOfPuzzles implements match.Seasons.
func (s *Store) RoomOfPuzzles(ctx context.Context, channel string) (room string, err error) {
	defer wrap(&err, "room with the puzzle channel %s", channel)
	return find(ctx, s, columns[string]{{"room", func(r *string) any { return r }}}, toldRoom, channel)
}
