package sqlite_test

import (
	"errors"
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"nimatron/storage/storagetest"
)

func TestDatabaseHoldsTheInvariants(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	db := rawDB(t, path)
	storagetest.RunInvariants(t, s, func(statement string) error {
		_, err := db.ExecContext(t.Context(), statement)
		return err
	}, func(err error) bool {
		var refused *sqlite.Error
		return errors.As(err, &refused) && refused.Code()&0xff == sqlite3.SQLITE_CONSTRAINT
	})
}
