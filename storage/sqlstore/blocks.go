package sqlstore

import (
	"context"
	"fmt"
	"time"

	"nimatron/match"
)

var blockedColumns = fields[match.Player]("p.id=ID p.name=Name")

// isBlocked asks whether a player has blocked another. Its arguments are numbered: the IDs of both, then the
// hash of the other's.
func isBlocked(player, other int) string {
	return fmt.Sprintf(`EXISTS (SELECT 1 FROM blocks WHERE player = (SELECT key FROM players WHERE id = $%d) AND blocked IN %s)`, player, keysOf(other))
}

var (
	blocksBetween = `SELECT ` + isBlocked(1, 3) + `, ` + isBlocked(3, 1)
	blockedBy     = `SELECT ` + blockedColumns.names() + ` FROM blocks b JOIN players p ON p.key = b.blocked
		WHERE b.player = ` + ownKey + ` ORDER BY b.since DESC, b.blocked`
	declineBetween = `UPDATE subjects SET status = $1, ends = $2, due = NULL, version = version + 1 WHERE kind = 'challenge' AND status = {open} AND host = $3 AND id IN (SELECT id FROM guests WHERE kind = 'challenge' AND player = $4)`
	unfollowPlayer = `DELETE FROM follows WHERE player = $1 AND match IN (SELECT id FROM matches WHERE left_player = $2 AND state = {playing}
		UNION ALL SELECT id FROM matches WHERE right_player = $2 AND state = {playing})`
)

const (
	block   = `INSERT INTO blocks (player, blocked, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	unblock = `DELETE FROM blocks WHERE player = (SELECT key FROM players WHERE id = $1) AND blocked = (SELECT key FROM players WHERE id = $2)`
)

func (s *Store) Block(ctx context.Context, player, other match.Player, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, challengesBy+player.ID)
		tx.exec(`{lock channel}`, challengesTo+player.ID)
		key, blocked := tx.savePlayers(player, other)
		tx.exec(block, key, blocked, millis(now))
		if get[int](tx, `SELECT count(*) FROM blocks WHERE player = $1`, key) > match.MaxBlocks {
			tx.fail(match.ErrTooManyBlocks)
		}
		tx.exec(declineBetween, string(match.ChallengeDeclined), millis(now), blocked, key)
		tx.exec(declineBetween, string(match.ChallengeCancelled), millis(now), key, blocked)
		tx.exec(unfollowPlayer, key, blocked)
		tx.exec(unfollowPlayer, blocked, key)
	})
}

func (s *Store) Unblock(ctx context.Context, player, other string) error {
	return s.update(ctx, func(tx *Tx) { tx.execOr(match.ErrNotFound, unblock, player, other) })
}

func (s *Store) Blocked(ctx context.Context, player string) ([]match.Player, error) {
	return list(ctx, s, blockedColumns, blockedBy, player)
}

func (s *Store) CheckBlocks(ctx context.Context, player, other string) error {
	return s.ask(ctx, func(tx *Tx) { tx.checkBlocks(player, other) })
}

func (tx *Tx) checkBlocks(player, other string) {
	var has, is bool
	tx.scan(blocksBetween, []any{player, hashOf(player), other, hashOf(other)}, &has, &is)
	switch {
	case has:
		tx.fail(match.ErrBlocked)
	case is:
		tx.fail(match.ErrTakesNone)
	}
}
