package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"nimatron/match"
)

// A standingRow is a player's rating and what it is ordered by.
type standingRow struct {
	match.Standing
	key         int64
	provisional bool
	score       float64
	bucket      int64
	total       int // how many there are with it
}

var standingColumns = append(columns[standingRow]{
	{"p.key", func(s *standingRow) any { return &s.key }},
	{"p.id", func(s *standingRow) any { return &s.Player.ID }},
	{"p.name", func(s *standingRow) any { return &s.Player.Name }},
	{"r.provisional", func(s *standingRow) any { return &s.provisional }},
	{"r.score", func(s *standingRow) any { return &s.score }},
	{"r.bucket", func(s *standingRow) any { return &s.bucket }},
}, within(ratingColumns, func(s *standingRow) *match.Rating { return &s.Rating })...)

var countedColumns = append(standingColumns[:len(standingColumns):len(standingColumns)],
	column[standingRow]{"top.total", func(s *standingRow) any { return &s.total }})

// A bucketRow is how many players have a score in a bucket.
type bucketRow struct {
	bucket  int64
	players int
}

var bucketColumns = columns[bucketRow]{
	{"bucket", func(b *bucketRow) any { return &b.bucket }},
	{"players", func(b *bucketRow) any { return &b.players }},
}

// Everywhere the order is score first, then who came to the bot first. Buckets
// follow the scores, so they change nothing in it.
var (
	bucketsOf = `
		SELECT ` + bucketColumns.names() + ` FROM rating_counts
		WHERE family = $1 AND pace = $2 AND provisional = $3 ORDER BY bucket DESC`
	globalPage = `
		SELECT ` + standingColumns.names() + ` FROM (
			SELECT player, score FROM ratings WHERE family = $1 AND pace = $2 AND provisional = $3 AND bucket <= $6
			ORDER BY bucket DESC, score DESC, player LIMIT $4 OFFSET $5) top
		CROSS JOIN ratings r CROSS JOIN players p
		WHERE r.player = top.player AND r.family = $1 AND r.pace = $2 AND p.key = top.player
		ORDER BY top.score DESC, top.player`
	// With the player, who is the last that is counted.
	globalRank = `
		SELECT (SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM rating_counts
				WHERE family = $1 AND pace = $2 AND provisional = $3 AND bucket > $6)
			+ (SELECT count(*) FROM ratings WHERE family = $1 AND pace = $2 AND provisional = $3
				AND bucket = $6 AND (score > $4 OR score = $4 AND player <= $5))`

	ofServer = `
		FROM server_players s CROSS JOIN ratings t
		WHERE t.player = s.player AND t.family = $1 AND t.pace = $2 AND s.server = $4 AND t.provisional = $3`
	// What counts them goes through all who are on the server, and so does what finds the
	// page: both are one.
	serverPage = `
		SELECT ` + countedColumns.names() + ` FROM (
			SELECT t.player, t.score, count(*) OVER () AS total ` + ofServer + `
			ORDER BY t.score DESC, t.player LIMIT $5 OFFSET $6) top
		CROSS JOIN ratings r CROSS JOIN players p
		WHERE r.player = top.player AND r.family = $1 AND r.pace = $2 AND p.key = top.player
		ORDER BY top.score DESC, top.player`
	serverTotal = `SELECT count(*) ` + ofServer
	serverRank  = `SELECT count(*) ` + ofServer + ` AND (t.score > $5 OR t.score = $5 AND t.player <= $6)`

	standingOf = `
		SELECT ` + standingColumns.names() + `
		FROM players p JOIN ratings r ON r.player = p.key AND r.family = $1 AND r.pace = $2
		WHERE p.id = $3 AND ($4 = '' OR EXISTS (SELECT 1 FROM server_players WHERE server = $4 AND player = p.key))`
)

// Leaderboard implements match.Lists.
func (s *Store) Leaderboard(ctx context.Context, q match.LeaderboardQuery) (page []match.Standing, total int, err error) {
	defer wrap(&err, "leaderboard")
	q.Limit, q.Offset = bound(q.Limit), max(q.Offset, 0)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		if q.Server != "" {
			page, total, err = serverStandings(ctx, tx, q)
			return err
		}
		var bucket int64
		var above int
		if bucket, above, total, err = findBucket(ctx, tx, q); err != nil {
			return err
		}
		rows, err := standingColumns.query(ctx, tx, globalPage,
			q.Family, string(q.Pace), q.Provisional, q.Limit, q.Offset-above, bucket)
		page = standings(rows, q.Offset)
		return err
	})
	return page, total, err
}

// findBucket returns the bucket in which the page begins, how many players are in
// the buckets above it and how many there are in all.
func findBucket(ctx context.Context, tx *Tx, q match.LeaderboardQuery) (bucket int64, above, total int, err error) {
	rows, err := bucketColumns.query(ctx, tx, bucketsOf, q.Family, string(q.Pace), q.Provisional)
	for _, row := range rows {
		if total <= q.Offset {
			bucket, above = row.bucket, total
		}
		total += row.players
	}
	return bucket, above, total, err
}

// serverStandings returns a page of a server, and how many players there are in all.
func serverStandings(ctx context.Context, tx *Tx, q match.LeaderboardQuery) (page []match.Standing, total int, err error) {
	args := []any{q.Family, string(q.Pace), q.Provisional, q.Server, q.Limit, q.Offset}
	rows, err := countedColumns.query(ctx, tx, serverPage, args...)
	if err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 { // behind the last page
		err = tx.QueryRowContext(ctx, serverTotal, args[:4]...).Scan(&total)
		return nil, total, err
	}
	return standings(rows, q.Offset), rows[0].total, nil
}

// standings returns the standings of rows, which begin after the first offset ones.
func standings(rows []standingRow, offset int) (page []match.Standing) {
	for i, row := range rows {
		row.Rank = offset + i + 1
		page = append(page, row.Standing)
	}
	return page
}

// RankOf implements match.Lists.
func (s *Store) RankOf(ctx context.Context, in match.Ladder, server, player string) (_ match.Standing, err error) {
	defer wrap(&err, "rank of player %s", player)
	var row standingRow
	err = s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		found := tx.QueryRowContext(ctx, standingOf, in.Family, string(in.Pace), player, server)
		if row, err = standingColumns.scanRow(found); err != nil {
			return err
		}
		rank, args := globalRank, []any{in.Family, string(in.Pace), row.provisional, row.score, row.key, row.bucket}
		if server != "" {
			rank, args = serverRank, []any{in.Family, string(in.Pace), row.provisional, server, row.score, row.key}
		}
		return tx.QueryRowContext(ctx, rank, args...).Scan(&row.Rank)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = match.ErrNotFound
	}
	return row.Standing, err
}
