package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// A LeaderboardQuery says whose ratings a leaderboard compares.
type LeaderboardQuery struct {
	Family      string
	Server      string // only those who finished a match there; "": everybody
	Provisional bool   // those whose rating is not sure yet, instead of all others
	Limit       int
	Offset      int
}

// A Standing is one row of a leaderboard.
type Standing struct {
	Rank   int // from 1, among the established or among the provisional players
	Player Player
	Rating Rating
}

// Everywhere the order is score first, then who came to the bot first. Buckets
// follow the scores, so they change nothing in it.
const (
	bucketsOf = `
		SELECT bucket, players FROM rating_counts WHERE family = ?1 AND provisional = ?2 ORDER BY bucket DESC`
	globalPage = `
		SELECT p.id, p.name, ` + ratingColumns + ` FROM (
			SELECT player, score FROM ratings WHERE family = ?1 AND provisional = ?2 AND bucket <= ?5
			ORDER BY bucket DESC, score DESC, player LIMIT ?3 OFFSET ?4) top
		CROSS JOIN ratings r ON r.player = top.player AND r.family = ?1
		CROSS JOIN players p ON p.key = top.player
		ORDER BY top.score DESC, top.player`
	// With the player, who is the last that is counted.
	globalRank = `
		SELECT (SELECT coalesce(sum(players), 0) FROM rating_counts
				WHERE family = ?1 AND provisional = ?2 AND bucket > CAST(?3 / 10 AS INTEGER))
			+ (SELECT count(*) FROM ratings WHERE family = ?1 AND provisional = ?2
				AND bucket = CAST(?3 / 10 AS INTEGER) AND (score > ?3 OR score = ?3 AND player <= ?4))`

	ofServer = `
		FROM server_players s CROSS JOIN ratings t ON t.player = s.player AND t.family = ?1
		WHERE s.server = ?5 AND t.provisional = ?2`
	serverPage = `
		SELECT p.id, p.name, ` + ratingColumns + ` FROM (
			SELECT t.player, t.score ` + ofServer + `
			ORDER BY t.score DESC, t.player LIMIT ?3 OFFSET ?4) top
		CROSS JOIN ratings r ON r.player = top.player AND r.family = ?1
		CROSS JOIN players p ON p.key = top.player
		ORDER BY top.score DESC, top.player`
	serverTotal = `SELECT count(*) ` + ofServer
	serverRank  = `SELECT count(*) ` + ofServer + ` AND (t.score > ?3 OR t.score = ?3 AND t.player <= ?4)`

	standingOf = `
		SELECT p.key, p.name, r.provisional, r.score, ` + ratingColumns + `
		FROM players p JOIN ratings r ON r.player = p.key AND r.family = ?1
		WHERE p.id = ?2 AND (?3 = '' OR EXISTS (SELECT 1 FROM server_players WHERE server = ?3 AND player = p.key))`
)

// Leaderboard returns a page of a leaderboard, the best first, and how many
// players the whole of it has.
func (s *Store) Leaderboard(ctx context.Context, q LeaderboardQuery) (page []Standing, total int, err error) {
	q.Limit, q.Offset = bound(q.Limit), max(q.Offset, 0)
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		if q.Server != "" {
			args := []any{q.Family, q.Provisional, q.Limit, q.Offset, q.Server}
			if err := tx.QueryRowContext(ctx, serverTotal, args...).Scan(&total); err != nil {
				return err
			}
			page, err = queryStandings(ctx, tx, q.Offset, serverPage, args...)
			return err
		}
		var bucket int64
		var above int
		if bucket, above, total, err = findBucket(ctx, tx, q); err != nil {
			return err
		}
		page, err = queryStandings(ctx, tx, q.Offset, globalPage, q.Family, q.Provisional, q.Limit, q.Offset-above, bucket)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("leaderboard: %w", err)
	}
	return page, total, nil
}

// findBucket returns the bucket in which the page begins, how many players are in
// the buckets above it and how many there are in all.
func findBucket(ctx context.Context, tx *sql.Tx, q LeaderboardQuery) (bucket int64, above, total int, err error) {
	rows, err := tx.QueryContext(ctx, bucketsOf, q.Family, q.Provisional)
	if err != nil {
		return 0, 0, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var b int64
		var players int
		if err := rows.Scan(&b, &players); err != nil {
			return 0, 0, 0, err
		}
		if total <= q.Offset {
			bucket, above = b, total
		}
		total += players
	}
	return bucket, above, total, rows.Err()
}

// queryStandings returns the standings that query finds, which begin after the
// first offset ones.
func queryStandings(ctx context.Context, tx *sql.Tx, offset int, query string, args ...any) ([]Standing, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var page []Standing
	for rows.Next() {
		st := Standing{Rank: offset + len(page) + 1}
		var updated sql.NullInt64
		if err := rows.Scan(append([]any{&st.Player.ID, &st.Player.Name}, st.Rating.columns(&updated)...)...); err != nil {
			return nil, err
		}
		st.Rating.Updated = fromMillis(updated)
		page = append(page, st)
	}
	return page, rows.Err()
}

// RankOf returns the player's row of the leaderboard that the player is in: that
// of the established or that of the provisional players, of the server or, for
// "", of all. The error is [ErrNotFound] if the player is in neither.
func (s *Store) RankOf(ctx context.Context, family, server, playerID string) (Standing, error) {
	st := Standing{Player: Player{ID: playerID}}
	err := s.read(ctx, func(tx *sql.Tx) error {
		var (
			key         int64
			provisional bool
			score       float64
			updated     sql.NullInt64
		)
		err := tx.QueryRowContext(ctx, standingOf, family, playerID, server).
			Scan(append([]any{&key, &st.Player.Name, &provisional, &score}, st.Rating.columns(&updated)...)...)
		if err != nil {
			return err
		}
		st.Rating.Updated = fromMillis(updated)
		if server == "" {
			return tx.QueryRowContext(ctx, globalRank, family, provisional, score, key).Scan(&st.Rank)
		}
		return tx.QueryRowContext(ctx, serverRank, family, provisional, score, key, server).Scan(&st.Rank)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return Standing{}, fmt.Errorf("rank of player %s: %w", playerID, err)
	}
	return st, nil
}
