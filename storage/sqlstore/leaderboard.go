package sqlstore

import (
	"context"

	"nimatron/match"
)

// A standingRow is a player's rating and its sort key.
type standingRow struct {
	match.Standing
	Key         int64
	Provisional bool
	Score       float64
	Bucket      int64
	Total       int // of rows on all pages
}

var standingColumns = append(fields[standingRow]("p.id=Player.ID p.name=Player.Name p.key r.provisional r.score r.bucket"),
	within(ratingColumns, func(s *standingRow) *match.Rating { return &s.Rating })...)

var countedColumns = append(fields[standingRow]("top.total"), standingColumns...)

// A bucketRow is the number of players with a score in a bucket.
type bucketRow struct {
	Bucket  int64
	Players int
}

var bucketColumns = fields[bucketRow]("bucket players")

// All these queries order by score, then by the key, so that the older player comes first. Buckets
// follow the scores and do not change that order.
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
	// The players up to this one, who is counted too.
	globalRank = `
		SELECT (SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM rating_counts
				WHERE family = $1 AND pace = $2 AND provisional = $3 AND bucket > $6)
			+ (SELECT count(*) FROM ratings WHERE family = $1 AND pace = $2 AND provisional = $3
				AND bucket = $6 AND (score > $4 OR score = $4 AND player <= $5))`

	ofServer = `
		FROM server_players s CROSS JOIN ratings t
		WHERE t.player = s.player AND t.family = $1 AND t.pace = $2 AND s.server = $4 AND t.provisional = $3`
	// To count the players and to find the page, all players of the server are read: once for both.
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
	q.Limit, q.Offset = bound(q.Limit), max(q.Offset, 0)
	err = s.view(ctx, func(tx *Tx) {
		if q.Server != "" {
			page, total = tx.serverStandings(q)
			return
		}
		var bucket int64
		above := 0
		bucket, above, total = tx.findBucket(q)
		page = standings(standingColumns.all(tx, globalPage,
			q.Family, string(q.Pace), q.Provisional, q.Limit, q.Offset-above, bucket), q.Offset)
	})
	return page, total, err
}

// findBucket returns the bucket in which the page begins, the number of players in the buckets
// above it, and the number of all players.
func (tx *Tx) findBucket(q match.LeaderboardQuery) (bucket int64, above, total int) {
	for _, row := range bucketColumns.all(tx, bucketsOf, q.Family, string(q.Pace), q.Provisional) {
		if total <= q.Offset {
			bucket, above = row.Bucket, total
		}
		total += row.Players
	}
	return bucket, above, total
}

// serverStandings returns a page of a server, and how many players there are in all.
func (tx *Tx) serverStandings(q match.LeaderboardQuery) (page []match.Standing, total int) {
	args := []any{q.Family, string(q.Pace), q.Provisional, q.Server, q.Limit, q.Offset}
	rows := countedColumns.all(tx, serverPage, args...)
	if len(rows) == 0 { // behind the last page
		return nil, get[int](tx, serverTotal, args[:4]...)
	}
	return standings(rows, q.Offset), rows[0].Total
}

// standings returns the standings of rows that come after the first offset ones.
func standings(rows []standingRow, offset int) (page []match.Standing) {
	for i, row := range rows {
		row.Rank = offset + i + 1
		page = append(page, row.Standing)
	}
	return page
}

// RankOf implements match.Lists.
func (s *Store) RankOf(ctx context.Context, in match.Ladder, server, player string) (_ match.Standing, err error) {
	var row standingRow
	err = s.view(ctx, func(tx *Tx) {
		row = standingColumns.one(tx, standingOf, in.Family, string(in.Pace), player, server)
		rank, args := globalRank, []any{in.Family, string(in.Pace), row.Provisional, row.Score, row.Key, row.Bucket}
		if server != "" {
			rank, args = serverRank, []any{in.Family, string(in.Pace), row.Provisional, server, row.Score, row.Key}
		}
		row.Rank = get[int](tx, rank, args...)
	})
	return row.Standing, err
}
