package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"nimatron/storage"
)

const (
	// servedSuffix is added to the name of a database for the file by which the one
	// process is known that serves it. The file is empty and stays: were it removed, two
	// processes could each hold one of that name.
	servedSuffix = "-served"
	// openingSuffix is the same for the file that is there while a process opens the
	// database.
	openingSuffix = "-opening"
	// openingWait is how long one process waits for others to open the database, which
	// may have to be brought up to date.
	openingWait = 30 * time.Second
)

// Claim makes this process the one that serves the database in the file at path,
// until release is called or the process ends in whatever way. The error wraps
// storage.ErrServed while another one is. Programs that only use the database ask for
// no claim.
func Claim(ctx context.Context, path string) (release func() error, err error) {
	abs, err := filePath(path)
	if err == nil {
		err = checkPlace(abs)
	}
	if err == nil {
		release, err = lock(ctx, abs+servedSuffix, 0)
	}
	switch {
	case code(err) == sqliteBusy:
		err = storage.ErrServed
	case err != nil:
		err = explain(abs, err)
	}
	if err != nil {
		return nil, fmt.Errorf("claim the database %s: %w", path, err)
	}
	return release, nil
}

// created is held while the file of a lock is made: on closing a file, a process
// loses all the locks that it has on it.
var created sync.Mutex

// lock holds an empty file in the way in which SQLite holds a database, as that works
// on every system and ends with the process. It waits for others for so long.
func lock(ctx context.Context, name string, wait time.Duration) (release func() error, err error) {
	if err := createEmpty(name); err != nil {
		return nil, err
	}
	// A journal on the disk could not be made beside a file that is gone by then.
	db, err := sql.Open("sqlite", fmt.Sprintf("%s?_busy_timeout=%d&_journal_mode=MEMORY&_txlock=exclusive&_error_rc=1", fileURI(name), wait.Milliseconds()))
	if err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil) // it is held beyond the call
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return func() error { return errors.Join(tx.Rollback(), db.Close()) }, nil
}

// createEmpty makes a file for this user alone, unless it is there.
func createEmpty(name string) error {
	created.Lock()
	defer created.Unlock()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// opening keeps other processes from opening the database until release is called.
func opening(ctx context.Context, abs string) (release func(), err error) {
	unlock, err := lock(ctx, abs+openingSuffix, openingWait)
	if err != nil {
		return nil, err
	}
	return func() {
		// A process that waits for the removed file finds a finished database. So does one that
		// makes the file again. If it can't be removed, it does no harm.
		_ = os.Remove(abs + openingSuffix)
		_ = unlock()
	}, nil
}

// filePath returns path so that it means the same file even if the working directory
// changes, or another name leads to it.
func filePath(path string) (string, error) {
	if !validPath(path) {
		return "", errors.New("this is no name of a file")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}
