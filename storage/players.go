package storage

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// A Player is somebody who plays.
type Player struct {
	ID   string // the front's own and lasting, such as "local:p1" or a Discord snowflake
	Name string // as last seen
}

// What a player who was forgotten becomes. See [Store.Forget].
const (
	deletedPrefix = "deleted:" // and the key of the row
	deletedName   = "deleted player"
)

// Deleted reports whether the player was forgotten: ID and Name then say nothing.
func (p Player) Deleted() bool { return strings.HasPrefix(p.ID, deletedPrefix) }

// errDeleted: nobody can have this ID.
var errDeleted = errors.New("a deleted player does not play")

// savePlayer notes the player's current name and returns the key of the row.
func savePlayer(ctx context.Context, tx *sql.Tx, p Player) (key int64, err error) {
	if p.Deleted() {
		return 0, errDeleted
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO players (id, name) VALUES (?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name
		RETURNING key`, p.ID, p.Name).Scan(&key)
	return key, err
}
