package postgres

import (
	"context"
	"strings"

	"nimatron/storage/sqlstore"
)

// Copied implements sqlstore.Database. It sets the sequences behind the numbers of the copied rows.
func (*database) Copied(ctx context.Context, tx sqlstore.Connection) error {
	_, err := tx.ExecContext(ctx, `DO $$
		DECLARE numbered record;
		BEGIN
			FOR numbered IN SELECT table_name AS t, column_name AS c FROM information_schema.columns
				WHERE table_schema = current_schema() AND (is_identity = 'YES' OR column_name = 'end_number')
			LOOP
				EXECUTE format('SELECT setval(pg_get_serial_sequence(%1$L, %2$L), max(%2$I)) FROM %1$I HAVING max(%2$I) IS NOT NULL', numbered.t, numbered.c);
			END LOOP;
		END $$`)
	return err
}

// Erase implements sqlstore.Database. The server removes its log by itself.
func (*database) Erase(context.Context) {}

// CheckPresent implements sqlstore.Database. Every call to a missing server fails anyway.
func (*database) CheckPresent() error { return nil }

func (d *database) Analyze(ctx context.Context) {
	db := d.connect()
	_, _ = db.ExecContext(ctx, `VACUUM (ANALYZE) `+strings.Join(sqlstore.Tables(), ", "))
	_ = db.Close()
}
