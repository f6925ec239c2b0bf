package postgres

import (
	"context"
	"strings"

	"nimatron/storage/sqlstore"
)

func (*database) Copying(ctx context.Context, tx sqlstore.Connection, f func() error) error {
	if _, err := tx.ExecContext(ctx, `ALTER TABLE matches DISABLE TRIGGER matches_begin_finished`); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `ALTER TABLE matches ENABLE TRIGGER matches_begin_finished`)
	return err
}

// Copied implements sqlstore.Database. It sets the sequences behind the numbers of the copied rows.
func (*database) Copied(ctx context.Context, tx sqlstore.Connection) error {
	for _, numbered := range [][2]string{{"players", "key"}, {"challenges", "id"}, {"matches", "id"}, {"matches", "end_number"}, {"puzzle_posts", "id"}, {"tournaments", "id"}, {"classes", "id"}, {"assignments", "id"}, {"puzzle_sets", "id"}, {"outbox", "id"}} {
		table, column := numbered[0], numbered[1]
		_, err := tx.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence('`+table+`', '`+column+`'), max(`+column+`)) FROM `+table+
			` HAVING max(`+column+`) IS NOT NULL`)
		if err != nil {
			return err
		}
	}
	return nil
}

// Erase implements sqlstore.Database. The server removes its log by itself.
func (*database) Erase(context.Context) {}

// CheckPresent implements sqlstore.Database. Every call to a missing server fails anyway.
func (*database) CheckPresent() error { return nil }

func (d *database) Analyze(ctx context.Context) {
	if db, err := d.NewConnection(ctx); err == nil {
		_, _ = db.ExecContext(ctx, `VACUUM (ANALYZE) `+strings.Join(sqlstore.Tables(), ", ")+`, rating_count_parts`)
		_ = db.Close()
	}
}
