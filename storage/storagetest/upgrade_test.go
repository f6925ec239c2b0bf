package storagetest

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

// A later version upgrades these tables once, without losing data. This program then refuses them.
func TestLaterVersion(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		m := Got(s.open(t, database).CreateMatch(t.Context(), Match("a"))).Must(t)
		db := s.raw(t, database)
		later := s.schema()
		later.Versions = append(later.Versions, sqlstore.Version{SQL: `ALTER TABLE players ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'`})
		WantErr(t, later.Migrate(t.Context(), db, storage.ReadOnly), storage.ErrOlder)
		for range 2 {
			WantErr(t, later.Migrate(t.Context(), db, storage.Upgrade), nil)
		}
		var colours int
		WantErr(t, db.QueryRow(`SELECT count(*) FROM players WHERE colour = 'red'`).Scan(&colours), nil)
		WantEqual(t, colours, 2)
		WantErr(t, s.schema().Migrate(t.Context(), db, storage.Upgrade), storage.ErrNewer)
		Got(db.Exec(`DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`)).Must(t)
		for _, schema := range []sqlstore.Schema{s.schema(), later} { // the tables are of neither version
			WantErr(t, schema.Migrate(t.Context(), db, storage.Upgrade), storage.ErrAltered)
		}
		Got(db.Exec(`ALTER TABLE players DROP COLUMN colour`)).Must(t)
		WantEqual(t, Got(s.open(t, database).LastMatch(t.Context(), "a")).OK(t).ID, m.ID)
	})
}

// Each version makes tables with its fingerprint. A version that has landed never changes, because databases have run it.
func TestLandedVersionsStay(t *testing.T) {
	landed := map[string][]string{ // the hashes of their SQL
		"sqlite":   {"d8853e814e19cbf8", "ef5fea191d47068a", "0fa7f7a2a46939d0", "535ca85b54f83011", "58af205ae209f10b", "ec5b0f28e009991f", "b576b94a32629b8c"},
		"postgres": {"04c0c243d5da1f7e", "ef5fea191d47068a", "32772f35be7d32b9", "e2c094d61ce5620d", "58af205ae209f10b", "52bcf783542960ca", "b576b94a32629b8c"},
	}
	forEach(t, func(t *testing.T, s store) {
		schema, db := s.schema(), s.raw(t, s.new(t))
		all := schema.Versions
		WantEqual(t, len(landed[s.name]), len(all)) // a new version is listed here when it lands
		for i, v := range all {
			hash := sha256.Sum256([]byte(v.Text()))
			WantEqual(t, hex.EncodeToString(hash[:8]), landed[s.name][i])
			schema.Versions = all[:i+1]
			WantErr(t, schema.Migrate(t.Context(), db, storage.Upgrade), nil)
			Got(schema.Fingerprint(t.Context(), db, int64(sqlstore.Baseline+i))).Is(t, v.Fingerprint)
		}
		Got(db.Exec(`CREATE TABLE operators_own (id INTEGER)`)).Must(t)
		WantErr(t, schema.Migrate(t.Context(), db, storage.ReadOnly), nil)
		Got(db.Exec(`DROP INDEX matches_lagging`)).Must(t)
		WantErr(t, schema.Migrate(t.Context(), db, storage.ReadOnly), storage.ErrAltered)
	})
}

// Tables from before the first release, or without a version, are left as they are.
func TestPrerelease(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		s.open(t, database)
		db := s.raw(t, database)
		Got(db.Exec(`UPDATE goose_db_version SET version_id = 34 WHERE version_id >= 100`)).Must(t)
		refused := func(want error) {
			for _, access := range []storage.Access{storage.Upgrade, storage.ReadOnly} {
				WantErr(t, s.schema().Migrate(t.Context(), db, access), want)
			}
		}
		refused(storage.ErrPrerelease)
		Got(db.Exec(`DROP TABLE goose_db_version`)).Must(t)
		refused(storage.ErrUnversioned)
	})
}
