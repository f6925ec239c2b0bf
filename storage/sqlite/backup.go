package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	driver "modernc.org/sqlite"

	"nimatron/storage/sqlstore"
)

// backupStep is how many pages are copied between two looks at ctx.
const backupStep = 512

// Backup copies the database in the file at path into a new file, as it is at one
// moment, while others go on writing. It looks the copy through, and only then gives it
// its name, so that whatever has that name is whole. It tells progress, which may be
// nil, how many of how many pages are copied.
//
// The database need not be of this program's version, and is not brought up to date.
func Backup(ctx context.Context, path, to string, progress func(done, total int)) error {
	from, err := existing(path)
	if err != nil {
		return fmt.Errorf("back up the database %s: %w", path, err)
	}
	if err := backup(ctx, from, to, progress); err != nil {
		return fmt.Errorf("back up the database %s to %s: %w", path, to, because(ctx, err))
	}
	return nil
}

// existing returns the absolute name of a database that exists and is this program's.
func existing(path string) (abs string, err error) {
	if abs, err = filePath(path); err != nil {
		return "", err
	}
	if _, err := os.Stat(abs); err != nil {
		return "", err
	}
	return abs, checkPlace(abs)
}

func backup(ctx context.Context, from, to string, progress func(done, total int)) error {
	if !validPath(to) {
		return errors.New("this is no name of a file")
	}
	if _, err := os.Lstat(to); err == nil {
		return errors.New("there is such a file already: name one that is not there yet")
	}
	abs, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	if err := checkPlace(abs); err != nil {
		return err
	}
	removeAbandoned(ctx, abs)
	partial, end, err := newPartial(ctx, abs)
	if err != nil {
		return explain(abs, err)
	}
	defer end()
	if err := checkLog(ctx, from); err != nil {
		return err
	}
	if err := checkOwner(ctx, from); err != nil {
		return explain(from, err)
	}
	if err := copyPages(ctx, from, partial, progress); err != nil {
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

const (
	// partialInfix stands between the name of a backup and a number while it is made.
	partialInfix = ".partial-"
	// heldSuffix is added to the name of such a file for one that is locked meanwhile: by
	// that others know whether the process still lives.
	heldSuffix = "-held"
	// abandonedAge is how old a file of an earlier version is, which held nothing, that
	// nobody works on any more.
	abandonedAge = 24 * time.Hour
)

// newPartial makes the file in which the backup abs is made, for this user alone. end
// removes what is left of it.
func newPartial(ctx context.Context, abs string) (name string, end func(), err error) {
	for {
		name = fmt.Sprint(abs, partialInfix, rand.Uint32())
		release, err := lock(ctx, name+heldSuffix, time.Second)
		if err != nil {
			return "", nil, err
		}
		end = func() {
			removePartial(name)
			_ = release()
		}
		if _, err := os.Stat(name + heldSuffix); errors.Is(err, fs.ErrNotExist) {
			_ = release() // somebody has taken it for an abandoned one, just before
			continue
		}
		if err := createEmpty(name); err != nil {
			end()
			return "", nil, err
		}
		return name, end, nil
	}
}

// removePartial removes an unfinished backup and all that is beside it. The caller holds it.
func removePartial(name string) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm", heldSuffix} {
		_ = os.Remove(name + suffix)
	}
}

// removeAbandoned removes the unfinished backups in the folder of a backup whose processes
// are gone. Of those of earlier versions, which held nothing, it removes the old ones of the
// same backup. Where that fails it does no harm.
func removeAbandoned(ctx context.Context, abs string) {
	files, err := os.ReadDir(filepath.Dir(abs))
	if err != nil {
		return
	}
	for _, file := range files {
		name := filepath.Join(filepath.Dir(abs), file.Name())
		if held, ok := strings.CutSuffix(name, heldSuffix); ok && isPartial(held) {
			if release, err := lock(ctx, name, 0); err == nil {
				removePartial(held)
				_ = release()
			}
			continue
		}
		if !isPartial(name) || !strings.HasPrefix(name, abs+partialInfix) {
			continue
		}
		_, err := os.Stat(name + heldSuffix)
		info, infoErr := file.Info()
		if errors.Is(err, fs.ErrNotExist) && infoErr == nil && time.Since(info.ModTime()) > abandonedAge {
			_ = os.Remove(name)
		}
	}
}

// isPartial reports whether a file has the name of an unfinished backup.
func isPartial(name string) bool {
	i := strings.LastIndex(name, partialInfix)
	if i < 0 {
		return false
	}
	_, err := strconv.ParseUint(name[i+len(partialInfix):], 10, 64)
	return err == nil
}

// copyPages copies what one transaction sees: otherwise the copy would start over whenever
// somebody writes.
func copyPages(ctx context.Context, from, to string, progress func(done, total int)) error {
	db, err := sql.Open("sqlite", fileURI(from)+"?mode=ro&"+commonSettings)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `BEGIN; SELECT count(*) FROM sqlite_schema`); err != nil {
		return err
	}
	err = conn.Raw(func(c any) error {
		b, err := c.(interface {
			NewBackup(string) (*driver.Backup, error)
		}).NewBackup(fileURI(to))
		if err != nil {
			return err
		}
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				return errors.Join(err, b.Finish())
			}
			if more, err = b.Step(backupStep); err != nil {
				return errors.Join(err, b.Finish())
			}
			if progress != nil {
				progress(b.PageCount()-b.Remaining(), b.PageCount())
			}
		}
		return b.Finish()
	})
	_, endErr := conn.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return errors.Join(err, endErr)
}

// finishBackup makes a copy one file that needs no other beside it, looks it through
// and brings it to the disk.
func finishBackup(ctx context.Context, name string) (faults []string, err error) {
	db, err := sql.Open("sqlite", fileURI(name)+"?_journal_mode=DELETE&_synchronous=FULL&"+commonSettings)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
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

// Integrity looks the whole file at path through, without changing it, and returns
// what is not as it should be: pages, indexes, constraints, references.
func Integrity(ctx context.Context, path string) (faults []string, err error) {
	abs, err := existing(path)
	if err == nil {
		err = checkLog(ctx, abs)
	}
	if err == nil {
		err = checkOwner(ctx, abs)
	}
	if err != nil {
		return nil, fmt.Errorf("check the database %s: %w", path, explain(abs, err))
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

// integrity returns what is not as it should be, the first twenty of each kind.
func integrity(ctx context.Context, db *sql.DB) (faults []string, err error) {
	faults, err = sqlstore.Texts(db.QueryContext(ctx, `PRAGMA integrity_check(20)`))
	switch code(err) {
	case sqliteCorrupt, sqliteNotADB: // too much to go on
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
