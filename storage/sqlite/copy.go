package sqlite

import (
	"context"

	"nimatron/storage/sqlstore"
)

// countsMatches is the trigger that counts finished matches when they are inserted.
const countsMatches = "matches_begin_finished"

func (*database) Copying(ctx context.Context, tx sqlstore.Connection, f func() error) error {
	trigger, err := sqlstore.Texts(tx.QueryContext(ctx, `SELECT sql FROM sqlite_schema WHERE name = ?`, countsMatches))
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DROP TRIGGER `+countsMatches); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, trigger[0])
	return err
}

// Copied implements sqlstore.Database. SQLite numbers new rows from the highest number on.
func (*database) Copied(context.Context, sqlstore.Connection) error { return nil }

// Analyze implements sqlstore.Database. The plans of SQLite need no statistics here.
func (*database) Analyze(context.Context) {}
