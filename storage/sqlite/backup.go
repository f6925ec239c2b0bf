package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"nimatron/storage/sqlstore"
)

// Backup copies a snapshot of the database in the file at path into a new file, while others keep
// writing. The new file gets its name only after a check, so a file with that name is complete.
//
// The database may belong to another version of the program. It is not upgraded.
func Backup(ctx context.Context, path, to string) error {
	from, release, err := existing(ctx, path)
	defer release()
	if err != nil {
		return fmt.Errorf("back up the database %s: %w", path, err)
	}
	if err := backup(ctx, from, to); err != nil {
		return fmt.Errorf("back up the database %s to %s: %w", path, to, because(ctx, err))
	}
	if err := os.WriteFile(from+backedUpSuffix, []byte(to+"\n"), 0o600); err != nil {
		return fmt.Errorf("%s is complete. But nobody can see when it was made, as nimatron_backup_age_seconds does: %w", to, err)
	}
	return nil
}

// backedUpSuffix is added to the name of a database for the file whose time is the time of the last backup.
const backedUpSuffix = "-backed-up"

// BackedUp returns when Backup last made a copy of the database in the file at path.
func BackedUp(path string) (time.Time, error) {
	abs, err := filePath(path)
	if err != nil {
		return time.Time{}, err
	}
	last, err := os.Stat(abs + backedUpSuffix)
	if err != nil {
		return time.Time{}, err
	}
	return last.ModTime(), nil
}

func existing(ctx context.Context, path string) (abs string, release func(), err error) {
	if abs, err = filePath(path); err != nil {
		return "", func() {}, err
	}
	release = use(abs)
	return abs, release, explain(abs, checkFile(ctx, abs))
}

func checkFile(ctx context.Context, abs string) error {
	_, err := os.Stat(abs)
	if err == nil {
		err = checkPlace(abs)
	}
	if err == nil {
		err = checkLog(ctx, abs)
	}
	if err == nil {
		err = checkOwner(ctx, abs)
	}
	return err
}

func backup(ctx context.Context, from, to string) error {
	if !validPath(to) {
		return errors.New("this is not a file name")
	}
	if _, err := os.Lstat(to); err == nil {
		return errors.New("that file already exists: choose a new name")
	}
	abs, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	if err := checkPlace(abs); err != nil {
		return err
	}
	partial := abs + partialSuffix
	if err := os.WriteFile(partial, nil, 0o600); err != nil {
		return explain(abs, err)
	}
	defer os.Remove(partial)
	if err := vacuumInto(ctx, from, partial); err != nil {
		return err
	}
	faults, err := finishBackup(ctx, partial)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("the copy is not sound, and the database is likely not either: %s", faults[0])
	}
	return os.Rename(partial, abs)
}

// partialSuffix ends the name of an unfinished backup. One left by a killed process is replaced.
const partialSuffix = ".partial"

func vacuumInto(ctx context.Context, from, to string) error {
	db, err := sql.Open("sqlite", fileURI(from)+"?mode=ro&"+commonSettings)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, fileURI(to))
	return err
}

// finishBackup makes a copy independent of other files, checks it and syncs it to the disk.
func finishBackup(ctx context.Context, name string) (faults []string, err error) {
	db, err := sql.Open("sqlite", fileURI(name)+"?_journal_mode=DELETE&_synchronous=FULL&"+commonSettings)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	// The log of the database is not the log of the copy.
	if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, rand.Int32())); err != nil {
		return nil, err
	}
	if faults, err = integrity(ctx, db); err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return faults, errors.Join(f.Sync(), f.Close())
}

// Integrity checks the pages, indexes, constraints and references of the whole file at path, without
// changing it, and returns the faults.
func Integrity(ctx context.Context, path string) (faults []string, err error) {
	abs, err := filePath(path)
	if err != nil {
		return nil, fmt.Errorf("check the database %s: %w", path, err)
	}
	defer use(abs)()
	faults, err = logFaults(abs) // first: a connection changes the log
	if err == nil {
		err = explain(abs, checkFile(ctx, abs))
	}
	if err != nil {
		return nil, fmt.Errorf("check the database %s: %w", path, err)
	}
	if len(faults) > 0 {
		return faults, nil
	}
	db, err := sql.Open("sqlite", fileURI(abs)+"?"+readerSettings)
	if err == nil {
		defer db.Close()
		faults, err = integrity(ctx, db)
	}
	if err != nil {
		return nil, fmt.Errorf("check the database %s: %w", path, because(ctx, err))
	}
	return faults, nil
}

func integrity(ctx context.Context, db *sql.DB) (faults []string, err error) {
	faults, err = sqlstore.Texts(db.QueryContext(ctx, `PRAGMA integrity_check(20)`))
	switch code(err) {
	case sqliteCorrupt, sqliteNotADB: // too damaged to check further
		return []string{err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	if len(faults) == 1 && faults[0] == "ok" {
		faults = nil
	}
	broken, err := sqlstore.Texts(db.QueryContext(ctx, `SELECT "table" || ' refers to ' || parent || ' that is not there' FROM pragma_foreign_key_check LIMIT 20`))
	return append(faults, broken...), err
}
