package sqlstore

import (
	"context"

	"nimatron/match"
)

type standingRow struct {
	match.Standing
	Key         int64
	Provisional bool
	Score       float64
}

var standingColumns = append(fields[standingRow](`
	p.id=Player.ID p.name=Player.Name p.key=Key r.provisional=Provisional r.score=Score`),
	within(ratingColumns, func(s *standingRow) *match.Rating { return &s.Rating })...)

// A leaderboard has the queries about the ratings t of a ladder. $1 to $4 are the ladder, whether ratings are
// provisional, and the server. It orders by score; of equals, the older player comes first.
type leaderboard struct{ total, page, rank string }

func leaderboardOf(from string) leaderboard {
	of := from + ` AND t.family = $1 AND t.pace = $2 AND t.provisional = $3`
	return leaderboard{
		total: `SELECT count(*) FROM ` + of,
		page: `
		SELECT ` + standingColumns.names() + ` FROM (
			SELECT t.player, t.score FROM ` + of + ` ORDER BY t.score DESC, t.player LIMIT $5 OFFSET $6) top
		CROSS JOIN ratings r CROSS JOIN players p
		WHERE r.player = top.player AND r.family = $1 AND r.pace = $2 AND p.key = top.player
		ORDER BY top.score DESC, top.player`,
		rank: `SELECT count(*) FROM ` + of + ` AND (t.score > $5 OR t.score = $5 AND t.player <= $6)`, // with the player
	}
}

var (
	ofAll    = leaderboardOf(`ratings t WHERE $4 = ''`)
	ofServer = leaderboardOf(`server_players s CROSS JOIN ratings t WHERE t.player = s.player AND s.server = $4`)

	standingOf = `
		SELECT ` + standingColumns.names() + `
		FROM players p JOIN ratings r ON r.player = p.key AND r.family = $1 AND r.pace = $2
		WHERE p.id = $3 AND ($4 = '' OR EXISTS (SELECT 1 FROM server_players WHERE server = $4 AND player = p.key))`
)

func inLeaderboard(in match.Ladder, provisional bool, server string) (leaderboard, []any) {
	args := []any{in.Family, string(in.Pace), provisional, server}
	if server == "" {
		return ofAll, args
	}
	return ofServer, args
}

func (s *Store) Leaderboard(ctx context.Context, q match.LeaderboardQuery) (page []match.Standing, total int, err error) {
	of, args := inLeaderboard(q.Ladder, q.Provisional, q.Server)
	offset := max(q.Offset, 0)
	err = s.view(ctx, func(tx *Tx) {
		if page, total = nil, q.Total; total == 0 {
			total = get[int](tx, of.total, args...)
		}
		for i, row := range standingColumns.all(tx, of.page, append(args, bound(q.Limit), offset)...) {
			row.Rank = offset + i + 1
			page = append(page, row.Standing)
		}
	})
	return page, total, err
}

func (s *Store) RankOf(ctx context.Context, in match.Ladder, server, player string) (match.Standing, error) {
	var row standingRow
	err := s.view(ctx, func(tx *Tx) {
		row = standingColumns.one(tx, standingOf, in.Family, string(in.Pace), player, server)
		of, args := inLeaderboard(in, row.Provisional, server)
		row.Rank = get[int](tx, of.rank, append(args, row.Score, row.Key)...)
	})
	return row.Standing, err
}
