package sqlite

import (
	"context"
	"database/sql"

	"nimatron/match"
	"nimatron/storage"
)

const (
	upsertPlayer = `
		INSERT INTO players (id, name) VALUES (?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name
		RETURNING key`
	playerKey = `SELECT key FROM players WHERE id = ?`
)

// savePlayer notes the player's current name and returns the key of the row.
func savePlayer(ctx context.Context, tx *sql.Tx, p match.Player) (key int64, err error) {
	if p.Deleted() {
		return 0, storage.ErrDeleted
	}
	err = tx.QueryRowContext(ctx, upsertPlayer, p.ID, p.Name).Scan(&key)
	return key, err
}
