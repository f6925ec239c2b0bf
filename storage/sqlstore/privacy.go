package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"nimatron/match"
)

const leaveAll = `UPDATE entrants SET left_after = -1 WHERE player = $1 AND left_after = 0`

var (
	playsNow = spell(`
		SELECT EXISTS (SELECT 1 FROM matches WHERE left_player = $1 AND state = {playing})
			OR EXISTS (SELECT 1 FROM matches WHERE right_player = $1 AND state = {playing})`)
	cancelChallengesOf = spell(`
		UPDATE challenges SET state = $1, closed = $2 WHERE state = {open} AND (challenger = $3 OR opponent = $3)`)
)

const (
	dropNoticesTo  = `DELETE FROM outbox WHERE message = $1 AND kind IN ('` + string(match.FollowNotice) + `', '` + string(match.DueNotice) + `')`
	rememberFormer = `INSERT INTO former_players (player, hash, until) VALUES ($1, $2, $3) ON CONFLICT (player) DO UPDATE SET until = excluded.until`
	// Who comes back is known by the hash as long as those are who they were before.
	rememberBack = `INSERT INTO former_players (player, hash, until)
		SELECT CAST($1 AS BIGINT), hash, max(until) FROM former_players WHERE hash = $2 GROUP BY hash ON CONFLICT (player) DO NOTHING`
	forgetFormer = `DELETE FROM former_players WHERE player IN (SELECT player FROM former_players WHERE until <= $1 ORDER BY until LIMIT $2)`
)

// keysOf is a query for the keys of somebody: the one that goes with an id, which is the
// argument with that number, and those from before a deletion, by the hash of the id, which
// is the next one.
func keysOf(argument int) string {
	return fmt.Sprintf(`(SELECT key FROM players WHERE id = $%d UNION ALL SELECT player FROM former_players WHERE hash = $%d)`, argument, argument+1)
}

// hashOf is what is kept of an id.
func hashOf(id string) string {
	sum := sha256.Sum256([]byte("nimatron player " + id))
	return hex.EncodeToString(sum[:])
}

// ForgetFormer implements match.Privacy.
func (s *Store) ForgetFormer(ctx context.Context, now time.Time, limit int) (n int, err error) {
	defer wrap(&err, "forget former players")
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		n, err = affected(tx.ExecContext(ctx, forgetFormer, millis(now), bound(limit)))
		return err
	})
	return n, err
}

// Forget implements match.Privacy.
func (s *Store) Forget(ctx context.Context, player string, now time.Time) (err error) {
	defer wrap(&err, "forget player %s", player)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		var key int64
		err := tx.QueryRowContext(ctx, playerKey+` {for update}`, player).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			return match.ErrNotFound
		}
		if err != nil {
			return err
		}
		var plays bool
		if err := tx.QueryRowContext(ctx, playsNow, key).Scan(&plays); err != nil {
			return err
		}
		if plays {
			return match.ErrPlaying
		}
		if _, err := tx.ExecContext(ctx, rememberFormer, key, hashOf(player), millis(match.FormerUntil(now))); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, dropNoticesTo, player); err != nil {
			return err
		}
		return forget(ctx, tx, key, now)
	})
	if err == nil {
		s.db.Erase(ctx)
	}
	return err
}

func forget(ctx context.Context, tx *Tx, key int64, now time.Time) error {
	for _, table := range []string{"ratings", "rating_changes", "tallies", "server_players", "puzzles", "asked_puzzles", "puzzle_ratings", "lessons", "broken_rules", "person_settings", "told_marks", "follows"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE player = $1`, key); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, cancelChallengesOf, string(match.ChallengeCancelled), millis(now), key); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, leaveAll, key); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE entrants SET place = 0 WHERE player = $1 AND place <> 0`, key); err != nil {
		return err
	}
	if err := forgetClasses(ctx, tx, key, now); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM kept_apart WHERE one = $1 OR other = $1`, key); err != nil {
		return err
	}
	nobody := match.DeletedPlayer(key)
	_, err := tx.ExecContext(ctx, renamePlayer, nobody.ID, nobody.Name, key)
	return err
}
