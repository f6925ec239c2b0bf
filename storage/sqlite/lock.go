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
	// servedSuffix is added to the name of a database for the file that the serving process locks. The
	// file is empty and stays: if it were removed, two processes could each lock one.
	servedSuffix = "-served"
	// openingSuffix is the same for the file that a process locks while opening the database.
	openingSuffix = "-opening"
	// openingWait bounds the time a process waits for others to open, and perhaps upgrade, the
	// database.
	openingWait = 30 * time.Second
)

// Claim makes this process the only one that serves the database in the file at path, until release is
// called or the process ends. The error wraps storage.ErrServed while another process serves it.
// Programs that only use the database need no claim.
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

// created is held while a lock's file is created: a process that closes a file loses all its locks
// on it.
var created sync.Mutex

// lock locks an empty file as SQLite locks a database, which works on every system and ends with the
// process. It waits for other processes for at most wait.
func lock(ctx context.Context, name string, wait time.Duration) (release func() error, err error) {
	if err := createEmpty(name); err != nil {
		return nil, err
	}
	// A journal on disk could not be created after the file was removed.
	db, err := sql.Open("sqlite", fmt.Sprintf("%s?_busy_timeout=%d&_journal_mode=MEMORY&_txlock=exclusive&_error_rc=1", fileURI(name), wait.Milliseconds()))
	if err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return func() error { return errors.Join(tx.Rollback(), db.Close()) }, nil
}

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

func opening(ctx context.Context, abs string) (release func(), err error) {
	unlock, err := lock(ctx, abs+openingSuffix, openingWait)
	if err != nil {
		return nil, err
	}
	return func() {
		// Processes that wait for the removed file, or create it again, find a finished database.
		// If it can't be removed, it does no harm.
		_ = os.Remove(abs + openingSuffix)
		_ = unlock()
	}, nil
}

// filePath returns the absolute path of a file without symbolic links, which stays valid if the working
// directory changes. It refuses a link that was put in the place of a database.
func filePath(path string) (string, error) {
	if !validPath(path) {
		return "", errors.New("this is not a file name")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return abs, nil
	}
	for _, suffix := range []string{"-wal", markSuffix} { // of a file that was here before the link
		left, err := os.Stat(abs + suffix)
		if own, ownErr := os.Stat(real + suffix); err == nil && (ownErr != nil || !os.SameFile(left, own)) {
			return "", foreignLog(filepath.Base(abs))
		}
	}
	return real, nil
}
