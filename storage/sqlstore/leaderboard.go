package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/match/rating"
)

type standingRow struct {
	match.Standing
	Key         int64
	Provisional bool
	Score       float64
}

var standingColumns = slices.Concat(
	fields[standingRow]("p.id=Player.ID p.name=Player.Name p.key=Key"),
	within(ratingColumns, func(s *standingRow) *match.Rating { return &s.Rating }),
	columns[standingRow]{
		{provisionalNow, func(s *standingRow) any { return &s.Provisional }},
		{scoreNow, func(s *standingRow) any { return &s.Score }},
	})

// The ratings r as they are at the time $5, as [rating.Rating.At] works it out. The stored score and provisional are
// those of the last result.
var (
	squareNow = fmt.Sprintf(`(r.deviation * r.deviation
		+ %v * r.volatility * r.volatility * CASE WHEN $5 > r.updated THEN $5 - r.updated ELSE 0 END)`, rating.Growth)
	scoreNow = fmt.Sprintf(`(r.value - 2 * CASE WHEN %s < %d THEN sqrt(%[1]s) ELSE %d END)`,
		squareNow, rating.MaxDeviation*rating.MaxDeviation, rating.MaxDeviation)
	provisionalNow = fmt.Sprintf(`CASE WHEN %s > %d THEN 1 ELSE 0 END`,
		squareNow, rating.ProvisionalDeviation*rating.ProvisionalDeviation)
)

// A leaderboard has the queries about the ratings r of a ladder. $1 to $5 are the ladder, whether ratings are
// provisional, the server and the time. It orders by score; of equals, the older player comes first.
type leaderboard struct{ total, page, rank string }

func leaderboardOf(from string) leaderboard {
	// Nobody becomes certain without a result, so the index leaves out most of those who are not.
	of := from + ` AND r.family = $1 AND r.pace = $2 AND r.provisional <= $3 AND ` + provisionalNow + ` = $3`
	return leaderboard{
		total: `SELECT count(*) FROM ` + of,
		page: `
		SELECT ` + standingColumns.names() + ` FROM (
			SELECT r.player, ` + scoreNow + ` AS score FROM ` + of + ` ORDER BY score DESC, r.player LIMIT $6 OFFSET $7) top
		CROSS JOIN ratings r CROSS JOIN players p
		WHERE r.player = top.player AND r.family = $1 AND r.pace = $2 AND p.key = top.player
		ORDER BY top.score DESC, top.player`,
		rank: `SELECT count(*) FROM ` + of + ` AND (` + scoreNow + ` > $6 OR ` + scoreNow + ` = $6
			AND r.player <= $7)`, // with the player
	}
}

var (
	ofAll    = leaderboardOf(`ratings r WHERE $4 = ''`)
	ofServer = leaderboardOf(`server_players s CROSS JOIN ratings r WHERE r.player = s.player AND s.server = $4`)

	standingOf = `
		SELECT ` + standingColumns.names() + `
		FROM players p JOIN ratings r ON r.player = p.key AND r.family = $1 AND r.pace = $2
		WHERE p.id = $3 AND ($4 = '' OR EXISTS (SELECT 1 FROM server_players WHERE server = $4 AND player = p.key))`
)

func inLeaderboard(in match.Ladder, provisional bool, server string, now time.Time) (leaderboard, []any) {
	args := []any{in.Family, string(in.Pace), provisional, server, millis(now)}
	if server == "" {
		return ofAll, args
	}
	return ofServer, args
}

func (s *Store) Leaderboard(ctx context.Context, q match.LeaderboardQuery) (page []match.Standing, total int, err error) {
	of, args := inLeaderboard(q.Ladder, q.Provisional, q.Server, q.Now)
	offset := max(q.Offset, 0)
	err = s.view(ctx, func(tx *Tx) {
		if page, total = nil, q.Total; total == 0 {
			total = get[int](tx, of.total, args...)
		}
		for i, row := range standingColumns.all(tx, of.page, append(args, bound(q.Limit), offset)...) {
			row.Rank = offset + i + 1
			row.Rating = row.Rating.AsOf(q.Now)
			page = append(page, row.Standing)
		}
	})
	return page, total, err
}

func (s *Store) RankOf(
	ctx context.Context, in match.Ladder, server, player string, now time.Time,
) (match.Standing, error) {
	var row standingRow
	err := s.view(ctx, func(tx *Tx) {
		row = standingColumns.one(tx, standingOf, in.Family, string(in.Pace), player, server, millis(now))
		of, args := inLeaderboard(in, row.Provisional, server, now)
		row.Rank = get[int](tx, of.rank, append(args, row.Score, row.Key)...)
		row.Rating = row.Rating.AsOf(now)
	})
	return row.Standing, err
}
