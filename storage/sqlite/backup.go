package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
	partial, err := os.CreateTemp(filepath.Dir(abs), filepath.Base(abs)+".partial-*") // for its owner alone
	if err != nil {
		return explain(abs, err)
	}
	defer os.Remove(partial.Name()) // gone if all went well
	if err := partial.Close(); err != nil {
		return err
	}
	if err := checkOwner(ctx, from); err != nil {
		return explain(from, err)
	}
	if err := copyPages(ctx, from, partial.Name(), progress); err != nil {
		return err
	}
	faults, err := finishBackup(ctx, partial.Name())
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("the copy is not sound, and the database is likely not either: %s", faults[0])
	}
	return os.Rename(partial.Name(), abs)
}

// copyPages copies what one transaction sees: otherwise the copy would begin anew
// whenever somebody writes.
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
