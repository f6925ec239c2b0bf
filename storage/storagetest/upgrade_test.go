package storagetest

import (
	"testing"

	"nimatron/storage"
)

// A later version upgrades these tables once, without losing data. This program then refuses them.
func TestLaterVersion(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		m := Got(s.open(t, database).CreateMatch(t.Context(), Match("a"))).Must(t)
		db := s.raw(t, database)
		versions := append(s.schema(), `ALTER TABLE players ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'`)
		WantErr(t, s.migrate(t, db, versions, storage.ReadOnly), storage.ErrOlder)
		for range 2 {
			WantErr(t, s.migrate(t, db, versions, storage.Upgrade), nil)
		}
		var colours int
		WantErr(t, db.QueryRow(`SELECT count(*) FROM players WHERE colour = 'red'`).Scan(&colours), nil)
		WantEqual(t, colours, 2)
		for _, versions := range [][]string{s.schema(), nil} {
			WantErr(t, s.migrate(t, db, versions, storage.Upgrade), storage.ErrNewer)
		}
		Got(db.Exec(`DELETE FROM goose_db_version WHERE version_id > 100`)).Must(t)
		WantEqual(t, Got(s.open(t, database).LastMatch(t.Context(), "a")).OK(t).ID, m.ID)
	})
}

// Tables from before the first release are left as they are.
func TestPrerelease(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		s.open(t, database)
		db := s.raw(t, database)
		Got(db.Exec(`UPDATE goose_db_version SET version_id = 34 WHERE version_id = 100`)).Must(t)
		for _, access := range []storage.Access{storage.Upgrade, storage.ReadOnly} {
			WantErr(t, s.migrate(t, db, s.schema(), access), storage.ErrPrerelease)
		}
	})
}
