package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"nimatron/match"
	"nimatron/referee/season"
	"nimatron/storage"
)

const (
	// The lock keeps the player from being forgotten in this transaction.
	savedPlayer  = `SELECT key, name FROM players WHERE id = $1 {for key share}`
	upsertPlayer = `
		INSERT INTO players (id, name) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name
		RETURNING key`
	playerKey = `SELECT key FROM players WHERE id = $1`
)

func (tx *Tx) savePlayer(p match.Player) (key int64) {
	if p.Deleted() {
		tx.fail(storage.ErrDeleted)
	}
	name := ""
	if tx.scan(savedPlayer, []any{p.ID}, &key, &name) && (name == p.Name || p.Name == "") { // a button may lack the name
		return key
	}
	key = get[int64](tx, upsertPlayer, p.ID, p.Name)
	tx.exec(rememberBack, key, hashOf(p.ID))
	return key
}

func (tx *Tx) savePlayers(one, other match.Player) (oneKey, otherKey int64) {
	if other.ID < one.ID {
		otherKey, oneKey = tx.savePlayers(other, one)
		return oneKey, otherKey
	}
	return tx.savePlayer(one), tx.savePlayer(other)
}

const playsNow = `
	SELECT EXISTS (SELECT 1 FROM matches WHERE left_player = $1 AND state = {playing})
		OR EXISTS (SELECT 1 FROM matches WHERE right_player = $1 AND state = {playing})`

const (
	rememberFormer = `INSERT INTO former_players (player, hash, until) VALUES ($1, $2, $3) ON CONFLICT (player) DO UPDATE SET until = excluded.until`
	// A player who comes back is linked to their former rows with the same hash, for as long as
	// those are kept.
	rememberBack = `INSERT INTO former_players (player, hash, until)
		SELECT CAST($1 AS BIGINT), hash, max(until) FROM former_players WHERE hash = $2 GROUP BY hash ON CONFLICT (player) DO NOTHING`
	unblockFormer = `DELETE FROM blocks WHERE blocked IN (SELECT f.player FROM former_players f JOIN players p ON p.key = f.player WHERE f.until <= $1 AND {is deleted})`
	forgetFormer  = `DELETE FROM former_players WHERE player IN (SELECT player FROM former_players WHERE until <= $1 ORDER BY until LIMIT $2)`
)

func keysOf(argument int) string {
	return fmt.Sprintf(`(SELECT key FROM players WHERE id = $%d UNION ALL SELECT player FROM former_players WHERE hash = $%d)`, argument, argument+1)
}

// hashOf returns the hash of an id that is kept after a deletion.
func hashOf(id string) string {
	sum := sha256.Sum256([]byte("nimatron player " + id))
	return hex.EncodeToString(sum[:])
}

func (s *Store) forgetFormer(ctx context.Context, now time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(unblockFormer, millis(now))
		n = tx.exec(forgetFormer, millis(now), bound(limit))
	})
	return n, err
}

func (s *Store) Forget(ctx context.Context, player string, now time.Time) (err error) {
	err = s.update(ctx, func(tx *Tx) {
		key := get[int64](tx, playerKey+` {for update}`, player)
		if key == 0 {
			tx.fail(match.ErrNotFound)
		}
		if get[bool](tx, playsNow, key) {
			tx.fail(match.ErrPlaying)
		}
		tx.exec(rememberFormer, key, hashOf(player), millis(season.FormerUntil(now)))
		for _, kind := range match.PersonalNotices {
			tx.exec(`DELETE FROM outbox WHERE message = $1 AND kind = $2`, player, string(kind))
		}
		tx.exec(changeRacesOf, key)
		tx.exec(leaveRaces, key)
		tx.leave(match.Held{Person: player}, true, now)
		tx.exec(`UPDATE subjects SET host = NULL WHERE host = $1 AND kind = 'race'`, key)
		tx.exec(endRaces, key)
		for _, t := range personal {
			if t.rows == ofPlayer && !t.stays {
				tx.exec(`DELETE FROM `+t.name+` WHERE `+t.rows, key)
			}
		}
		tx.exec(`UPDATE guests SET place = 0 WHERE player = $1 AND place <> 0`, key)
		tx.exec(`UPDATE players SET asked = '', asked_in = '', asked_at = NULL, posed_at = NULL, advised_at = NULL, told = '' WHERE key = $1`, key)
		nobody := match.DeletedPlayer(key)
		tx.exec(renamePlayer, nobody.ID, nobody.Name, key)
	})
	if err == nil {
		s.db.Erase(ctx)
	}
	return err
}
