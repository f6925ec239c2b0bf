package sqlstore

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"fmt"
	"maps"
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

// An upgrade makes a version of the tables from the one before, in the dialect of SQLite.
type upgrade struct {
	sql   string
	moves string // the text of move, which never changes either; "" for none
	move  func(*moving)
	then  string // SQL after move
}

// later are the versions after Baseline.
var later = []upgrade{{sql: apart101}, {sql: starter102}, {subjects103, moves103, move103, then103}, {"", moves104, move104, then104}, {sql: once105}, {sql: challenges106},
	{"", moves107, move107, then107}, {classes108, moves108, move108, then108}}

var (
	//go:embed 101.sql
	apart101 string
	//go:embed 102.sql
	starter102 string
	//go:embed 103.sql
	subjects103 string
	//go:embed 105.sql
	once105 string
	//go:embed 106.sql
	challenges106 string
	//go:embed move103.go
	moves103 string
	//go:embed move104.go
	moves104 string
	//go:embed move107.go
	moves107 string
	//go:embed 108.sql
	classes108 string
	//go:embed move108.go
	moves108 string
)

// moving moves rows from old tables to new ones. After an error it does nothing more.
type moving struct {
	ctx context.Context
	tx  *sql.Tx
	err error
}

// each calls f with each row that a query finds, after it has read all.
func (m *moving) each(query string, f func(row map[string]any)) {
	if m.err != nil {
		return
	}
	rows, err := m.tx.QueryContext(m.ctx, query)
	if m.err = err; err != nil {
		return
	}
	defer rows.Close()
	names, err := rows.Columns()
	var all []map[string]any
	for m.err = err; m.err == nil && rows.Next(); {
		row, places := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			places[i] = &row[i]
		}
		m.err = rows.Scan(places...)
		named := map[string]any{}
		for i, name := range names {
			named[name] = row[i]
		}
		all = append(all, named)
	}
	if m.err = cmp.Or(m.err, rows.Err(), rows.Close()); m.err == nil {
		for _, row := range all {
			f(row)
		}
	}
}

func (m *moving) fail(err error) { m.err = cmp.Or(m.err, err) }

// insert stores a row.
func (m *moving) insert(table string, row map[string]any) {
	if m.err != nil {
		return
	}
	names := slices.Sorted(maps.Keys(row))
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = row[name]
	}
	_, m.err = m.tx.ExecContext(m.ctx, `INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES (`+placeholders(1, len(names))+`)`, values...)
}

// Baseline is the number of the first version of the tables. Versions before the first release had
// lower numbers.
const Baseline = 100

// OwnTables are in every version, and identify a database of this program.
var OwnTables = []string{"goose_db_version", "players", "matches", "moves"}

// A Version is a step of the tables from the version before, or from nothing. Once it has landed, neither part
// changes any more.
type Version struct {
	SQL         string
	Then        string // after rows were moved by the program
	Fingerprint string // of the tables after it, as [Schema.Fingerprint] returns it; "" is not compared
	upgrade     upgrade
	makes       []string
}

// Text has all that the version does. It never changes once the version has landed.
func (v *Version) Text() string { return v.SQL + v.upgrade.moves + v.Then }

// Versions returns the versions of a schema. Each text is translated from the dialect of SQLite. Triggers belong to the
// first.
func Versions(translate func(string) string, triggers string, fingerprints ...string) []Version {
	var all []Version
	for i, s := range append([]upgrade{{sql: tablesSQL}}, later...) {
		v := Version{SQL: translate(s.sql), Then: translate(s.then), Fingerprint: fingerprints[i], upgrade: s}
		if i == 0 {
			v.SQL += triggers
		}
		for _, name := range created.FindAllStringSubmatch(v.SQL+v.Then, -1) {
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
			if err == nil && v.upgrade.move != nil {
				m := moving{ctx: ctx, tx: tx}
				v.upgrade.move(&m)
				err = m.err
			}
			if err == nil && v.Then != "" {
				_, err = tx.ExecContext(ctx, v.Then, s.Arguments...)
			}
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

var created = regexp.MustCompile(`\bCREATE (?:UNIQUE )?(?:TABLE|INDEX|VIEW|TRIGGER|FUNCTION) (\w+)`)

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
