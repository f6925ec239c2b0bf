package sqlstore

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"

	"nimatron/storage"
)

// tablesSQL creates the tables and indexes of both databases, in the dialect of SQLite.
//
//go:embed tables.sql
var tablesSQL string

// later are the texts of the versions after Baseline, in the dialect of SQLite.
var later = []string{apart101, starter102}

//go:embed 101.sql
var apart101 string

//go:embed 102.sql
var starter102 string

// Baseline is the number of the first version of the tables. Versions before the first release had
// lower numbers.
const Baseline = 100

// OwnTables are in every version, and identify a database of this program.
var OwnTables = []string{"goose_db_version", "players", "challenges", "matches", "moves"}

// A Version is a step of the tables from the version before, or from nothing. Once it has landed, neither part
// changes any more.
type Version struct {
	SQL         string
	Fingerprint string // of the tables after it, as [Schema.Fingerprint] returns it; "" is not compared
	makes       []string
}

// Versions returns the versions of a schema. Each text is translated from the dialect of SQLite. Triggers belong to the
// first.
func Versions(translate func(string) string, triggers string, fingerprints ...string) []Version {
	var all []Version
	for i, text := range append([]string{tablesSQL}, later...) {
		v := Version{SQL: translate(text), Fingerprint: fingerprints[i]}
		if i == 0 {
			v.SQL += triggers
		}
		for _, name := range created.FindAllStringSubmatch(v.SQL, -1) {
			v.makes = append(v.makes, name[1])
		}
		all = append(all, v)
	}
	return slices.Clip(all) // callers that append get a copy
}

// A Schema brings a database's tables up to date.
type Schema struct {
	Dialect  goose.Dialect
	Versions []Version // from Baseline on
	// Look is a query for everything that tables consist of: names, and texts that differ where they do.
	Look string
	// Arguments go to each execution, before all others.
	Arguments []any
}

// Migrate upgrades the tables if access allows it. It refuses those of a newer program, and those that are not what
// their number says: an unfinished program may have made them.
func (s Schema) Migrate(ctx context.Context, db *sql.DB, access storage.Access) error {
	knows := int64(Baseline + len(s.Versions) - 1)
	var has int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&has)
	if err != nil || has == 0 {
		if made, err := s.made(ctx, db, knows); err == nil && len(made) > 0 {
			return storage.ErrUnversioned
		}
	}
	switch {
	case err != nil && access != storage.Upgrade:
		return err
	case err != nil: // there are no tables, or goose reports below what is wrong with them
	case has > knows:
		return fmt.Errorf("%w: its version is %d, the program knows versions up to %d", storage.ErrNewer, has, knows)
	case 0 < has && has < Baseline:
		return fmt.Errorf("%w: its version is %d, the first is %d", storage.ErrPrerelease, has, Baseline)
	}
	if has >= Baseline {
		want := s.Versions[has-Baseline].Fingerprint
		if got, err := s.Fingerprint(ctx, db, has); err != nil || want != "" && got != want {
			return cmp.Or(err, fmt.Errorf("%w %d: their fingerprint is %s, not %s", storage.ErrAltered, has, got, want))
		}
	}
	switch {
	case has == knows:
		return nil
	case access != storage.Upgrade:
		return fmt.Errorf("%w: its version is %d, this program's is %d", storage.ErrOlder, has, knows)
	}
	migrations := make([]*goose.Migration, len(s.Versions))
	for i, v := range s.Versions {
		up := func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, v.SQL, s.Arguments...)
			return err
		}
		migrations[i] = goose.NewGoMigration(Baseline+int64(i), &goose.GoFunc{RunTx: up}, nil)
	}
	provider, err := goose.NewProvider(s.Dialect, db, nil, goose.WithGoMigrations(migrations...), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

var (
	created = regexp.MustCompile(`\bCREATE (?:UNIQUE )?(?:TABLE|INDEX|VIEW|TRIGGER|FUNCTION) (\w+)`)
	dropped = regexp.MustCompile(`\bDROP TABLE (\w+)`)
)

// Fingerprint returns a hash of all things in the database that the versions up to this one have made. An operator's
// own tables and indexes leave it as it is.
func (s Schema) Fingerprint(ctx context.Context, db *sql.DB, version int64) (string, error) {
	made, err := s.made(ctx, db, version)
	hash := sha256.Sum256([]byte(strings.Join(made, "\n")))
	return hex.EncodeToString(hash[:8]), err
}

// made describes all that the versions up to this one have made, in order.
func (s Schema) made(ctx context.Context, db *sql.DB, version int64) (lines []string, err error) {
	own := map[string]bool{}
	for _, v := range s.Versions[:version-Baseline+1] {
		for _, name := range v.makes {
			own[name] = true
		}
	}
	rows, err := db.QueryContext(ctx, s.Look, s.Arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		if own[name] {
			lines = append(lines, name+" "+text)
		}
	}
	slices.Sort(lines)
	return lines, rows.Err()
}
