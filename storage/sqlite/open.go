package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers the driver "sqlite"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

// readers is how many reads may go on at a time. A read takes a fraction of a
// millisecond, so this is not what limits a busy bot.
const readers = 4

// A Store is an open database, which provides what match.Store asks for.
type Store struct {
	*sqlstore.Store
	db *database
}

// database carries out the transactions of a Store.
type database struct {
	file   string      // its absolute name
	opened os.FileInfo // which file that was when it was opened
	sync   string      // when a write is on the disk, as SQLite spells it
	access storage.Access
	writer *sql.DB // one connection: writers queue before it, not in SQLite
	reader *sql.DB // read-only connections
	// writers come before the pool of writer, which would give its connection to any of
	// those who wait.
	writers *writers
	// erasing says that something was deleted that is still in the log. After so many more
	// turns, pause in all, the log is to be emptied; these two belong to the writer that has
	// the turn.
	erasing      atomic.Bool
	turns, pause int
	// marked says that the mark asks for the log, awaited that the log will be written back. These
	// belong to the writer that has the turn.
	marked, awaited bool
	changes         int64 // that were made so far, when somebody last asked
}

// dialect is how SQLite spells what databases spell each their own way. It needs no
// locks: one transaction writes at a time.
var dialect = sqlstore.Dialect{
	InsertOrReplace: "INSERT OR REPLACE",
	NewMatchIDs: `WITH RECURSIVE new (n, id) AS (
		SELECT 1, coalesce(max(id), 0) + 1 FROM matches UNION ALL SELECT n + 1, id + 1 FROM new WHERE n < $1) SELECT id FROM new`,
	ImportBatch: 1000,
	ImportPause: 150 * time.Millisecond, // who waits for SQLite looks every 100 ms at most
	Parameters:  50,
}

// An Option changes how a database is opened.
type Option func(*database)

// Volatile leaves it to the system when a write comes to the disk. That is for tests: what they
// have written is lost if the power fails, and with it perhaps the whole file.
func Volatile(d *database) { d.sync = "OFF" }

// For says for what a database is opened, if not for storage.Upgrade.
func For(access storage.Access) Option { return func(d *database) { d.access = access } }

// Open opens the database in the file at path, makes it if it is missing, for this user
// alone, and brings its schema up to date. The error is storage.ErrNewer when a newer
// program has already done so, storage.ErrForeign when another program made the file;
// every error names the file and, where that can be said, what is to be done.
//
// Several programs may use the same file, and open it at once. A write that has to
// wait for another program's fails after five seconds, and only then notices a
// cancelled ctx.
func Open(ctx context.Context, path string, options ...Option) (*Store, error) {
	s, err := open(ctx, path, options)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string, options []Option) (_ *Store, err error) {
	abs, err := filePath(path)
	if err != nil {
		return nil, err
	}
	if err := checkPlace(abs); err != nil {
		return nil, err
	}
	d := &database{file: abs, sync: "FULL", writers: newWriters()}
	for _, option := range options {
		option(d)
	}
	s := &Store{sqlstore.New(d, dialect), d}
	err = d.connect(ctx)
	if err == nil {
		err = s.Prepare(ctx, d.writer, d.reader)
	}
	if err != nil {
		_ = s.Close() // the first error says more
		return nil, explain(abs, err)
	}
	return s, nil
}

const (
	// Settings stand in the name of the database, where every connection that the
	// pool opens, today or after an interruption, will find them.
	commonSettings = "_busy_timeout=" + busyTimeout + "&_foreign_keys=1&_dqs=0&_error_rc=1"
	busyTimeout    = "5000" // milliseconds
	// The writer may keep 64 MB of pages, which it needs to import many matches in a
	// bearable time, and wipes what it deletes, such as the name of a player.
	writerSettings = "mode=rw&_journal_mode=WAL&_pragma=cache_size(-65536)&_pragma=secure_delete(fast)&" + commonSettings
	// 16 MB of pages hold what the leaderboard of a large server looks at.
	readerSettings = "mode=ro&_pragma=cache_size(-16384)&" + commonSettings
)

// writing returns the name of the database and the settings of a connection that may write, unless
// nobody may.
func (d *database) writing(lock string) string {
	settings := "?_txlock=" + lock + "&_synchronous=" + d.sync + "&" + writerSettings
	if d.access == storage.Look {
		settings = "?" + readerSettings
	}
	return fileURI(d.file) + settings
}

func (d *database) connect(ctx context.Context) error {
	if err := checkLog(ctx, d.file); err != nil {
		return err
	}
	if d.access == storage.Upgrade {
		return d.connectFirst(ctx)
	}
	if _, err := os.Stat(d.file); err != nil {
		return err
	}
	if err := checkOwner(ctx, d.file); err != nil {
		return err
	}
	// Before anything else: a connection that may write changes how the file is written.
	if err := checkVersion(ctx, d.file, d.access); err != nil {
		return err
	}
	return d.connectAll(ctx)
}

// connectFirst connects to a database that may have to be made, or brought up to date.
func (d *database) connectFirst(ctx context.Context) error {
	release, err := opening(ctx, d.file)
	if err != nil {
		return err
	}
	defer release()
	if err := createEmpty(d.file); err != nil {
		return err
	}
	if err := checkOwner(ctx, d.file); err != nil {
		return err
	}
	if err := d.connectAll(ctx); err != nil {
		return err
	}
	// The tables of a new file are in it from the beginning.
	_, err = d.writer.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
	return err
}

func (d *database) connectAll(ctx context.Context) (err error) {
	if d.writer, err = sql.Open("sqlite", d.writing("immediate")); err != nil {
		return err
	}
	d.writer.SetMaxOpenConns(1)
	if d.access == storage.Upgrade {
		// Before anything else: a process that is killed in the middle leaves a database that is
		// known to be ours.
		if err := sign(ctx, d.writer); err != nil {
			return err
		}
		if err := sqlstore.Migrate(ctx, d.writer, goose.DialectSQLite3, Schema(), d.access); err != nil {
			return err
		}
	}
	if d.access != storage.Look {
		// SQLite opens a write-protected file without a word; better refused now
		// than at the first move. This writes nothing, but asks to.
		if _, err := d.writer.ExecContext(ctx, `UPDATE players SET name = name WHERE false`); err != nil {
			return err
		}
	}
	if d.opened, err = os.Stat(d.file); err != nil {
		return err
	}
	if d.reader, err = sql.Open("sqlite", fileURI(d.file)+"?"+readerSettings); err != nil {
		return err
	}
	d.reader.SetMaxOpenConns(readers)
	d.reader.SetMaxIdleConns(readers)
	return nil
}

// Close writes the log back into the database file and closes it. The Store
// can't be used afterwards.
func (s *Store) Close() error {
	var errs []error
	if s.db.writer != nil && s.db.access != storage.Look {
		select {
		case s.db.writers.turn <- struct{}{}: // nobody writes the log back while it closes
			defer func() { <-s.db.writers.turn }()
		case <-time.After(queueTime):
		}
		// For the case that another program has the file open. Pages that can't be written back
		// without waiting for that one stay in the log, where they are as safe.
		_, _ = s.db.writer.Exec(`PRAGMA wal_checkpoint(PASSIVE)`)
	}
	// The writer goes last: SQLite checkpoints and removes the log when the last
	// connection closes, if that one may write.
	for _, db := range []*sql.DB{s.db.reader, s.db.writer} {
		if db != nil {
			errs = append(errs, db.Close())
			awaitClosed(db)
		}
	}
	if s.db.writer != nil && s.db.access != storage.Look {
		s.db.unmark()
	}
	return errors.Join(errs...)
}

// awaitClosed waits until a closed pool has no connection left. After a cancelled query, database/sql
// rolls back in the background, and Close does not wait for that.
func awaitClosed(db *sql.DB) {
	for waited := time.Duration(0); db.Stats().OpenConnections > 0 && waited < queueTime; waited += time.Millisecond {
		time.Sleep(time.Millisecond)
	}
}

// validPath reports whether the system could have a file of that name.
func validPath(path string) bool { return path != "" && !strings.ContainsRune(path, 0) }

// fileURI returns an absolute path as a URI in which no character of it has a meaning
// to SQLite.
func fileURI(abs string) string {
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // C:/nimatron.db
	}
	return "file:" + (&url.URL{Path: abs}).EscapedPath()
}

// Read implements sqlstore.Database.
func (d *database) Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.Because(ctx, sqlstore.InTx(ctx, d.reader, &sql.TxOptions{ReadOnly: true}, f))
}

// ReadOne implements sqlstore.Database.
func (d *database) ReadOne(ctx context.Context, f func(sqlstore.Reader) error) error {
	return d.Because(ctx, f(d.reader))
}

// Alone implements sqlstore.Database. The transactions of what it returns lock nothing
// before they write.
func (d *database) Alone(context.Context) (*sql.DB, error) {
	db, err := sql.Open("sqlite", d.writing("deferred"))
	if err == nil {
		db.SetMaxOpenConns(1) // for the temporary tables
	}
	return db, err
}

// Because implements sqlstore.Database. A statement that was interrupted, or came after
// the end of ctx, doesn't say so.
func (*database) Because(ctx context.Context, err error) error { return because(ctx, err) }

func because(ctx context.Context, err error) error {
	err = unavailable(err)
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}
