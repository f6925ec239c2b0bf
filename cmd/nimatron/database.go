package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"

	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
)

type database string

func (d database) String() string {
	if d.postgres() {
		return postgres.Redacted(string(d))
	}
	return string(d)
}

var (
	// schemed begins as a URL with a scheme, such as PostgreSQL:, or without its colon. A drive of Windows
	// has a single letter.
	schemed = regexp.MustCompile(`(?i)^\W*([a-z][\w+.-]+\s*[:;]|(postgres|pgsql|psql)\w*[^\w.-])`)
	rooted  = regexp.MustCompile(`^(/[^/]|\.{1,2}[/\\]|~/|(?i:[a-z]):[/\\])`)
	secret  = regexp.MustCompile(`(?i)(passw|pwd|pass)\w*\s*=`)
)

// mayHaveSecret reports whether text that is no PostgreSQL address looks like a mistyped one.
func mayHaveSecret(text string) bool {
	if decoded, err := url.PathUnescape(text); err == nil && decoded != text && mayHaveSecret(decoded) {
		return true
	}
	return schemed.MatchString(text) || strings.Contains(text, "@") && strings.Contains(text, ":") || strings.Contains(text, "://") ||
		secret.MatchString(text) || strings.ContainsAny(text, "@=") && !rooted.MatchString(text)
}

// check returns an error if d looks like a mistyped address. It quotes nothing, because d may have a
// password.
func (d database) check() error {
	if d.postgres() || !mayHaveSecret(string(d)) {
		return nil
	}
	return fmt.Errorf("the database is neither a file nor a PostgreSQL address. %w. Write ./ before the name of a file with other characters",
		postgres.ErrAddress)
}

// harmless are a person of the local chat and a board.
var harmless = regexp.MustCompile(`^(local:\w+|(\S+ )*\w+=\d[^:@]*)$`)

// hide returns a text with … for each argument that may have a password.
func hide(text string, args []string) string {
	for _, arg := range args {
		if name, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(name, "-") {
			arg = value
		}
		if postgres.Is(arg) || mayHaveSecret(arg) && (secret.MatchString(arg) || !harmless.MatchString(arg)) {
			text = strings.ReplaceAll(text, strings.Trim(strconv.Quote(arg), `"`), "…")
			text = strings.ReplaceAll(text, strings.Join(strings.Fields(arg), " "), "…")
			text = strings.ReplaceAll(text, arg, "…")
		}
	}
	return text
}

type existing struct {
	DB string `name:"db" placeholder:"DATABASE" help:"The database, which must exist (default: ${db}; environment: NIMATRON_DB)."`
}

func (e existing) database(p *program) (database, error) {
	s, err := p.settings(e.DB)
	if err != nil {
		return "", err
	}
	return s.db, s.db.exists()
}

func (e existing) open(ctx context.Context, p *program) (database, *backend, error) {
	db, err := e.database(p)
	if err != nil {
		return db, nil, err
	}
	b, err := openBackend(ctx, db, storage.WithoutUpgrade, p.logger(slog.LevelWarn), nil)
	return db, b, err
}

func (d database) postgres() bool { return postgres.Is(string(d)) }

func (d database) open(ctx context.Context, access storage.Access) (storage.Store, error) {
	store, shared, err := d.openAny(ctx, access)
	if err != nil {
		return nil, err
	}
	unfinished, err := sqlstore.Unfinished(ctx, shared)
	if err == nil && unfinished {
		err = fmt.Errorf("a copy into %v was interrupted: run the same nimatron copy again to continue it", d)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

// openAny opens the database, even one with an unfinished copy.
func (d database) openAny(ctx context.Context, access storage.Access) (storage.Store, *sqlstore.Store, error) {
	var store storage.Store
	var shared *sqlstore.Store
	var err error
	if d.postgres() {
		var s *postgres.Store
		if s, err = postgres.OpenFor(ctx, string(d), access); err == nil {
			store, shared = s, s.Store
		}
	} else {
		var s *sqlite.Store
		if s, err = sqlite.Open(ctx, string(d), sqlite.For(access)); err == nil {
			store, shared = s, s.Store
		}
	}
	switch {
	case errors.Is(err, storage.ErrNewer):
		err = fmt.Errorf("the database %v was written by a newer nimatron: run that one, or name another database in NIMATRON_DB", d)
	case errors.Is(err, storage.ErrPrerelease):
		err = fmt.Errorf("the database %v is from before the first release, and this nimatron can't read it: "+
			"move it away, or name another database in NIMATRON_DB", d)
	case errors.Is(err, storage.ErrAltered):
		err = fmt.Errorf("the database %v was made or changed by an unfinished nimatron between two versions, and this one can't use it. Nothing was changed. "+
			"Run the nimatron that used it last: its /review gives matches as files, which nimatron import reads into another database (%w)", d, err)
	case errors.Is(err, storage.ErrUnversioned):
		err = fmt.Errorf("the database %v has lost what is in its table goose_db_version, so nobody knows how old its tables are. "+
			"Nothing was changed. Restore a backup", d)
	case errors.Is(err, storage.ErrEmpty):
		err = fmt.Errorf("there is nothing in the database %v. If somebody has played there, a file beside it is missing whose name ends in -wal: "+
			"put that back, or restore a backup. If not, nimatron serve fills it", d)
		if d.postgres() {
			err = fmt.Errorf("there is nothing in the database %v: name another, or let nimatron serve make its tables there", d)
		}
	case errors.Is(err, storage.ErrOlder):
		err = fmt.Errorf("%w. Nothing was changed. Use the older nimatron, or upgrade the database: make a backup, since the older program then refuses it, "+
			"and start nimatron serve of this version, or nimatron chat on a copy", err)
	}
	return store, shared, err
}

// sameFile reports whether both are names of one file.
func (d database) sameFile(other database) bool {
	a, err := os.Stat(string(d))
	b, otherErr := os.Stat(string(other))
	return err == nil && otherErr == nil && os.SameFile(a, b)
}

// exists returns an error if there is no database: a misspelt name should not create one.
// PostgreSQL reports that itself.
func (d database) exists() error {
	if d.postgres() {
		return nil
	}
	if _, err := os.Stat(string(d)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database %v: name one that exists with --db or in NIMATRON_DB, or start nimatron chat, which makes one", d)
	}
	return nil
}

func (d database) claim(ctx context.Context) (release func() error, err error) {
	if d.postgres() {
		return func() error { return nil }, nil
	}
	release, err = sqlite.Claim(ctx, string(d))
	if errors.Is(err, storage.ErrServed) {
		return nil, fmt.Errorf("another nimatron serve uses the database %v: stop that one first, or name another file in NIMATRON_DB", d)
	}
	return release, err
}

// integrity returns the faults of a SQLite file. PostgreSQL has its own tools.
func (d database) integrity(ctx context.Context) (faults []string, err error) {
	if d.postgres() {
		return nil, nil
	}
	return sqlite.Integrity(ctx, string(d))
}
