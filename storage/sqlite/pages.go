package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"
)

// PagesRead returns how many pages of the file all statements have looked at, whether SQLite had them in memory or
// not. A statement that reads twice as many rows looks at twice as many pages, on any machine. It waits for all
// connections. Tests and measurements use it.
func PagesRead(ctx context.Context, s *Store) (pages int, err error) {
	for db, connections := range map[*sql.DB]int{s.db.writer: 1, s.db.reader: s.db.readers} {
		for range connections { // each is held until all are counted, so that none is counted twice
			held, err := db.Conn(ctx)
			if err != nil {
				return 0, err
			}
			defer held.Close()
			// Reads the schema where that is not done yet, so that it is not counted later.
			if _, err := held.ExecContext(ctx, `SELECT 0 FROM sqlite_schema`); err != nil {
				return 0, err
			}
			err = held.Raw(func(made any) error {
				status := made.(*conn).connection.(sqlite.DBStatus)
				hits, _, err := status.Status(sqlite.DBStatusCacheHit, false)
				misses, _, missErr := status.Status(sqlite.DBStatusCacheMiss, false)
				pages += hits + misses
				return errors.Join(err, missErr)
			})
			if err != nil {
				return 0, err
			}
		}
	}
	return pages, nil
}
