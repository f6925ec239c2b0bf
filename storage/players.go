package storage

import (
	"context"
	"database/sql"
)

// A Player is somebody who plays.
type Player struct {
	ID   string // the front's own and lasting, such as "local:p1" or a Discord snowflake
	Name string // as last seen
}

// savePlayer notes the player's current name and returns the key of the row.
func savePlayer(ctx context.Context, tx *sql.Tx, p Player) (key int64, err error) {
	err = tx.QueryRowContext(ctx, `
		INSERT INTO players (id, name) VALUES (?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name
		RETURNING key`, p.ID, p.Name).Scan(&key)
	return key, err
}
