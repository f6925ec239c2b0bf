package sqlite

import (
	"context"

	"nimatron/storage/sqlstore"
)

// Copied implements sqlstore.Database. SQLite continues numbering rows after the highest number.
func (*database) Copied(context.Context, sqlstore.Connection) error { return nil }

// Analyze implements sqlstore.Database. SQLite's plans need no statistics here.
func (*database) Analyze(context.Context) {}
