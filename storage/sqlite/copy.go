package sqlite

import (
	"context"

	"nimatron/storage/sqlstore"
)

// Copied implements sqlstore.Database. SQLite numbers new rows from the highest number on.
func (*database) Copied(context.Context, sqlstore.Connection) error { return nil }

// Analyze implements sqlstore.Database. The plans of SQLite need no statistics here.
func (*database) Analyze(context.Context) {}
