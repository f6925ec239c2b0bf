package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"nimatron/match"
	"nimatron/storage"
)

const (
	// Nobody deletes a player meanwhile who is about to be in something new.
	savedPlayer  = `SELECT key, name FROM players WHERE id = $1 {for key share}`
	upsertPlayer = `
		INSERT INTO players (id, name) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name
		RETURNING key`
	playerKey = `SELECT key FROM players WHERE id = $1`
)

// savePlayer notes the player's current name and returns the key of the row.
func savePlayer(ctx context.Context, tx *Tx, p match.Player) (key int64, err error) {
	if p.Deleted() {
		return 0, storage.ErrDeleted
	}
	var name string
	err = tx.QueryRowContext(ctx, savedPlayer, p.ID).Scan(&key, &name)
	if err == nil && (name == p.Name || p.Name == "") { // of whom a button names the name is not known
		return key, nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	if err = tx.QueryRowContext(ctx, upsertPlayer, p.ID, p.Name).Scan(&key); err == nil {
		_, err = tx.ExecContext(ctx, rememberBack, key, hashOf(p.ID))
	}
	return key, err
}

// savePlayers saves two, in the order in which everybody does.
func savePlayers(ctx context.Context, tx *Tx, one, other match.Player) (oneKey, otherKey int64, err error) {
	if other.ID < one.ID {
		otherKey, oneKey, err = savePlayers(ctx, tx, other, one)
		return oneKey, otherKey, err
	}
	if oneKey, err = savePlayer(ctx, tx, one); err != nil {
		return 0, 0, err
	}
	otherKey, err = savePlayer(ctx, tx, other)
	return oneKey, otherKey, err
}
