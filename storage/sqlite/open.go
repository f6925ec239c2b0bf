package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

// readers bounds the simultaneous reads. A read takes a fraction of a millisecond, so this does not
// limit a busy bot.
const readers = 4

var _ storage.Store = (*Store)(nil)

// A Store is an open database.
type Store struct {
	*sqlstore.Store
	*sqlstore.Watcher
	db *database
}

type database struct {
	file    string
	release func()
	opened  os.FileInfo
	schema  uint32 // see stamp
	seen    atomic.Pointer[look]
	sync    string
	access  storage.Access
	readers int
	writer  *sql.DB // one connection
	reader  *sql.DB
	// writers is a queue before writer, whose pool would give the connection to any waiting write.
	writers *writers
	erasing atomic.Bool // deleted data is still in the log
	timer   *time.Timer
	// marked means that there is a mark, awaited that the timer runs. These belong to the writer that has
	// the turn.
	marked, awaited bool
	changes         int64 // SQLite's total_changes when last read
	watch           sqlstore.Watcher
}

// dialect is the SQL of SQLite. It needs no locks: only one transaction writes at a time.
var dialect = sqlstore.Dialect{
	Words: map[string]string{"{insert or replace}": "INSERT OR REPLACE", "{new match ids}": `WITH RECURSIVE new (n, id) AS (
		SELECT 1, coalesce(max(id), 0) + 1 FROM matches UNION ALL SELECT n + 1, id + 1 FROM new WHERE n < $1) SELECT id FROM new`},
	ImportBatch: 1000,
	ImportPause: 150 * time.Millisecond, // a waiting process retries at least every 100 ms
	Parameters:  50,
}

// An Option changes how a database is opened.
type Option func(*database)

// Volatile lets the system decide when a write reaches the disk. It is for tests: a power failure may
// destroy the file.
func Volatile(d *database) { d.sync = "OFF" }

// OneReader has one connection read, which prepares each statement once. It is for tests, whose stores live briefly.
func OneReader(d *database) { d.readers = 1 }

// For sets the kind of access; the default is storage.Upgrade.
func For(access storage.Access) Option { return func(d *database) { d.access = access } }

// Open opens the database in the file at path. It creates a missing file, readable only by this
// user, and upgrades the schema. The error is storage.ErrNewer if a newer version of the program
// has upgraded it, storage.ErrForeign if another program made the file. Every error names the file
// and, if possible, the remedy.
//
// Several programs may open and use the same file at once. A write that waits for another program
// fails after five seconds, and notices a cancelled ctx only then.
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
	d := &database{file: abs, sync: "FULL", readers: readers, writers: newWriters()}
	for _, option := range options {
		option(d)
	}
	d.timer = time.AfterFunc(checkpointTime, func() { d.writeBack("0") })
	d.timer.Stop() // until something is written
	s := &Store{sqlstore.New(d, dialect), &d.watch, d}
	d.release = use(abs)
	err = d.connect(ctx)
	if err == nil {
		err = d.checkPresent()
	}
	if err != nil {
		_ = s.Close() // the first error is more useful
		return nil, explain(abs, err)
	}
	return s, nil
}

const (
	// The settings are part of the name of the database, so that they apply to every connection of the
	// pool.
	commonSettings = "_busy_timeout=" + busyTimeout + "&_foreign_keys=1&_dqs=0&_error_rc=1"
	busyTimeout    = "5000" // milliseconds
	// The writer may cache 64 MB of pages, without which imports are slow. It overwrites deleted
	// data, such as a player's name.
	writerSettings = "mode=rw&_journal_mode=WAL&_pragma=cache_size(-65536)&_pragma=secure_delete(fast)&" + commonSettings
	// 16 MB of pages are enough for the leaderboard of a large server.
	readerSettings = "mode=ro&_pragma=cache_size(-16384)&" + commonSettings
)

// writing returns the name of the database with the settings of a connection that may write, unless
// access is storage.ReadOnly.
func (d *database) writing() string {
	settings := "?_synchronous=" + d.sync + "&" + writerSettings
	if d.access == storage.ReadOnly {
		settings = "?" + readerSettings
	}
	return fileURI(d.file) + settings
}

func (d *database) connect(ctx context.Context) error {
	if d.access == storage.Upgrade {
		return d.connectFirst(ctx)
	}
	if err := checkFile(ctx, d.file); err != nil {
		return err
	}
	if err := checkVersion(ctx, d.file, d.access); err != nil {
		return err
	}
	return d.connectAll(ctx)
}

// connectFirst connects to a database that may have to be created or upgraded.
func (d *database) connectFirst(ctx context.Context) error {
	release, err := opening(ctx, d.file)
	if err != nil {
		return err
	}
	defer release()
	if err := checkLog(ctx, d.file); err != nil {
		return err
	}
	if err := createEmpty(d.file); err != nil {
		return err
	}
	if err := checkOwner(ctx, d.file); err != nil {
		return err
	}
	if err := d.connectAll(ctx); err != nil {
		return err
	}
	// The tables of a new file must be in the file itself, not only in the log.
	_, err = d.writer.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
	return err
}

func (d *database) connectAll(ctx context.Context) (err error) {
	if d.writer, err = d.openPool(d.writing(), "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	d.writer.SetMaxOpenConns(1)
	if d.access == storage.Upgrade {
		// This must come first: if the process is killed later, the database is recognized as ours.
		if err := sign(ctx, d.writer); err != nil {
			return err
		}
		if err := Schema().Migrate(ctx, d.writer, d.access); err != nil {
			return err
		}
	}
	if d.access != storage.ReadOnly {
		// SQLite opens a write-protected file without an error. This statement writes nothing, but fails
		// if nothing can be written.
		if _, err := d.writer.ExecContext(ctx, `UPDATE players SET name = name WHERE false`); err != nil {
			return err
		}
	}
	if d.opened, err = os.Stat(d.file); err != nil {
		return err
	}
	if err := d.writer.QueryRowContext(ctx, `PRAGMA schema_version`).Scan(&d.schema); err != nil {
		return err
	}
	if d.reader, err = d.openPool(fileURI(d.file)+"?"+readerSettings, "BEGIN"); err != nil {
		return err
	}
	d.reader.SetMaxOpenConns(d.readers)
	d.reader.SetMaxIdleConns(d.readers)
	return nil
}

// Close writes the log back into the database file and closes it. If another file was written over it, the
// connections stay open until the process ends: the last one that closes would write the log into that file.
func (s *Store) Close() error {
	defer s.db.release()
	if s.db.opened != nil && errors.Is(s.db.checkPresent(), errOverwritten) {
		s.db.timer.Stop()
		return nil
	}
	var errs []error
	if s.db.writer != nil && s.db.access != storage.ReadOnly {
		select {
		case s.db.writers.turn <- struct{}{}:
			defer func() { <-s.db.writers.turn }()
		case <-time.After(queueTime):
		}
		// Another program may have the file open. Pages that can't be written back without waiting
		// for it stay safely in the log.
		s.db.checkpoint("0")
		s.db.timer.Stop()
	}
	// The writer is closed last: when the last connection closes, SQLite writes back and removes the log
	// only if that connection may write.
	for _, db := range []*sql.DB{s.db.reader, s.db.writer} {
		if db != nil {
			errs = append(errs, db.Close())
			awaitClosed(db)
		}
	}
	if s.db.writer != nil && s.db.access != storage.ReadOnly {
		if _, err := os.Stat(s.db.file + "-wal"); errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(s.db.file + markSuffix) // a leftover mark does no harm
		}
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

func validPath(path string) bool { return path != "" && !strings.ContainsRune(path, 0) }

// fileURI returns an absolute path as a URI, escaped so that no character has a meaning to SQLite.
func fileURI(abs string) string {
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs
	}
	return "file:" + (&url.URL{Path: abs}).EscapedPath()
}

func (d *database) Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	if err := d.checkPresent(); err != nil {
		return err
	}
	return because(ctx, sqlstore.InTx(ctx, d.reader, &sql.TxOptions{ReadOnly: true}, f))
}

func (d *database) ReadOne(ctx context.Context, f func(context.Context, sqlstore.Connection) error) error {
	if err := cmp.Or(ctx.Err(), d.checkPresent()); err != nil {
		return err
	}
	by := d.reader
	select {
	case d.writers.turn <- struct{}{}: // nobody writes
		defer func() { <-d.writers.turn }()
		by = d.writer // it knows its pages; a reader fetches them again after each write
	default:
	}
	return because(ctx, f(context.WithoutCancel(ctx), by))
}

func (*database) Analyze(context.Context) {}

func because(ctx context.Context, err error) error {
	return sqlstore.WithCause(ctx, unavailable(err))
}
