package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

// readers is how many reads may go on at a time. A read takes a fraction of a
// millisecond, so this is not what limits a busy bot.
const readers = 4

// A Store is an open database, which provides what match.Store asks for.
type Store struct {
	file   string  // its absolute name
	writer *sql.DB // one connection: writers queue before it, not in SQLite
	reader *sql.DB // read-only connections
	// writers come before the pool of writer, which would give its connection to any of
	// those who wait.
	writers *writers

	// Prepared once, because they run on every move.
	goOn, finishMatch    *sql.Stmt    // on writer
	moves                [8]*sql.Stmt // on writer: each adds one move more
	noteRequest          *sql.Stmt    // on writer
	lastMatch, matchByID *sql.Stmt    // on reader, as those below

	serverSettings, personSettings *sql.Stmt

	// And these, on writer, because they run by the million when matches are imported
	// and ratings are rebuilt.
	insertMatchStmt                           *sql.Stmt
	playerKey, saveRatingStmt, noteChangeStmt *sql.Stmt
}

// Open opens the database in the file at path, makes it if it is missing, for this user
// alone, and brings its schema up to date. The error is storage.ErrNewer when a newer
// program has already done so, storage.ErrForeign when another program made the file;
// every error names the file and, where that can be said, what is to be done.
//
// Several programs may use the same file, and open it at once. A write that has to
// wait for another program's fails after five seconds, and only then notices a
// cancelled ctx.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string) (_ *Store, err error) {
	abs, err := filePath(path)
	if err != nil {
		return nil, err
	}
	if err := checkPlace(abs); err != nil {
		return nil, err
	}
	s := &Store{file: abs, writers: newWriters()}
	if err := s.connect(ctx); err != nil {
		_ = s.Close() // the first error says more
		return nil, explain(abs, err)
	}
	return s, nil
}

const (
	// Settings stand in the name of the database, where every connection that the
	// pool opens, today or after an interruption, will find them.
	commonSettings = "_busy_timeout=5000&_foreign_keys=1&_dqs=0&_error_rc=1"
	// The writer may keep 64 MB of pages, which it needs to import many matches in a
	// bearable time, and wipes what it deletes, such as the name of a player.
	writerSettings = "_journal_mode=WAL&_synchronous=FULL&_pragma=cache_size(-65536)&_pragma=secure_delete(fast)&" + commonSettings
	// 16 MB of pages hold what the leaderboard of a large server looks at.
	readerSettings = "mode=ro&_pragma=cache_size(-16384)&" + commonSettings
)

func (s *Store) connect(ctx context.Context) error {
	release, err := opening(ctx, s.file)
	if err != nil {
		return err
	}
	defer release()
	if err := createEmpty(s.file); err != nil {
		return err
	}
	if err := checkOwner(ctx, s.file); err != nil {
		return err
	}
	uri := fileURI(s.file)
	if s.writer, err = sql.Open("sqlite", uri+"?_txlock=immediate&"+writerSettings); err != nil {
		return err
	}
	s.writer.SetMaxOpenConns(1)
	// Before anything else: who is killed in the middle of it leaves a database that is
	// known to be ours.
	if err := sign(ctx, s.writer); err != nil {
		return err
	}
	if err := migrate(ctx, s.writer); err != nil {
		return err
	}
	// SQLite opens a write-protected file without a word; better refused now
	// than at the first move. This writes nothing, but asks to.
	if _, err := s.writer.ExecContext(ctx, `UPDATE players SET name = name WHERE false`); err != nil {
		return err
	}
	if s.reader, err = sql.Open("sqlite", uri+"?"+readerSettings); err != nil {
		return err
	}
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
	return s.prepare(ctx)
}

func (s *Store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		stmt  **sql.Stmt
		db    *sql.DB
		query string
	}{
		{&s.goOn, s.writer, goOn},
		{&s.finishMatch, s.writer, finishMatch},
		{&s.noteRequest, s.writer, noteRequest},
		{&s.insertMatchStmt, s.writer, insertMatch},
		{&s.playerKey, s.writer, playerKey},
		{&s.saveRatingStmt, s.writer, saveRating},
		{&s.noteChangeStmt, s.writer, noteChange},
		{&s.lastMatch, s.reader, lastMatch},
		{&s.matchByID, s.reader, matchByID},
		{&s.serverSettings, s.reader, serverSettings},
		{&s.personSettings, s.reader, personSettings},
	} {
		var err error
		if *p.stmt, err = p.db.PrepareContext(ctx, p.query); err != nil {
			return err
		}
	}
	for i := range s.moves {
		var err error
		if s.moves[i], err = s.writer.PrepareContext(ctx, insertMovesSQL(i+1)); err != nil {
			return err
		}
	}
	return nil
}

// Close writes the log back into the database file and closes it. The Store
// can't be used afterwards.
func (s *Store) Close() error {
	var errs []error
	if s.writer != nil {
		// For the case that another program has the file open. What can't be written back
		// without waiting for that one stays in the log, where it is as safe.
		_, _ = s.writer.Exec(`PRAGMA wal_checkpoint(PASSIVE)`)
	}
	// The writer goes last: SQLite checkpoints and removes the log when the last
	// connection closes, if that one may write.
	for _, db := range []*sql.DB{s.reader, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
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

// read runs f on one snapshot of the database.
func (s *Store) read(ctx context.Context, f func(*sql.Tx) error) error {
	return inTx(ctx, s.reader, &sql.TxOptions{ReadOnly: true}, f)
}

func inTx(ctx context.Context, db *sql.DB, opts *sql.TxOptions, f func(*sql.Tx) error) error {
	err := func() error {
		tx, err := db.BeginTx(ctx, opts)
		if err != nil {
			return err
		}
		defer tx.Rollback() // without effect after the commit
		if err := f(tx); err != nil {
			return err
		}
		return tx.Commit()
	}()
	return because(ctx, err)
}

// because adds to an error what it means to who called: match.ErrUnavailable, and why
// ctx is over, if it is, as a statement that was interrupted, or came after that,
// doesn't say so.
func because(ctx context.Context, err error) error {
	err = unavailable(err)
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}

// changed returns none unless the statement that gave r and err has changed a
// row.
func changed(r sql.Result, err error, none error) error {
	n, err := affected(r, err)
	if err == nil && n == 0 {
		return none
	}
	return err
}

// affected returns how many rows the statement that gave r and err has changed.
func affected(r sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}
