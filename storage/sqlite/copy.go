package sqlite

import (
	"context"
	"database/sql"
)

// countsMatches is the trigger that counts finished matches when they are inserted.
const countsMatches = "matches_begin_finished"

// Copying implements sqlstore.Database.
func (*database) Copying(ctx context.Context, tx *sql.Tx, f func() error) error {
	var trigger string
	if err := tx.QueryRowContext(ctx, `SELECT sql FROM sqlite_schema WHERE name = ?`, countsMatches).Scan(&trigger); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DROP TRIGGER `+countsMatches); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, trigger)
	return err
}

// Copied implements sqlstore.Database. SQLite numbers new rows from the highest number on.
func (*database) Copied(context.Context, *sql.Tx) error { return nil }

// Analyze implements sqlstore.Database. The plans of SQLite need no statistics here.
func (*database) Analyze(context.Context) {}
