package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// SQLite's error codes. The lowest byte is the kind.
const (
	sqlitePerm     = 3
	sqliteBusy     = 5
	sqliteLocked   = 6
	sqliteNoMemory = 7
	sqliteReadOnly = 8
	sqliteIOError  = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// noRoomForIndex is what SQLite reports if the disk is full as it makes the -shm file.
const noRoomForIndex = sqliteIOError | 19<<8

func code(err error) int { return exactCode(err) & 0xff }

func exactCode(err error) int {
	var e interface{ Code() int }
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

func unavailable(err error) error {
	switch code(err) {
	case sqlitePerm, sqliteBusy, sqliteLocked, sqliteNoMemory, sqliteReadOnly, sqliteIOError, sqliteCorrupt, sqliteFull,
		sqliteCantOpen, sqliteNotADB:
		return fmt.Errorf("%w: %w", match.ErrUnavailable, err)
	}
	return err
}

// checkPresent returns an error if the file was removed or replaced. It precedes each group of writes and each read.
// SQLite would keep using the old file, and lose its changes at the end of the process.
func (d *database) checkPresent() error {
	there, err := os.Stat(d.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: the file %s was removed while it was in use: put it back, or end the program and restore "+
			"a backup", match.ErrUnavailable, d.file)
	case err != nil:
		return fmt.Errorf("%w: %w", match.ErrUnavailable, err)
	case !os.SameFile(there, d.opened):
		return fmt.Errorf("%w: another file was put in the place of %s while it was in use: end the program, "+
			"move that file away, and let nimatron restore put it in its place", match.ErrUnavailable, d.file)
	}
	return d.checkNumber(there)
}

// A look is what a file was when it was looked at.
type look struct {
	number int32
	at     time.Time
	size   int64
}

// maxWrittenBack bounds how often the log may be written back between two looks at the file.
const maxWrittenBack = 1000

var errOverwritten = errors.New("another file was written over it while it was in use")

// checkNumber returns an error if something else than the log was written into the file. The log has the number
// that follows.
func (d *database) checkNumber(there os.FileInfo) error {
	seen := d.seen.Load()
	if seen != nil && seen.at.Equal(there.ModTime()) && seen.size == there.Size() {
		return nil
	}
	has, err := stampOf(context.Background(), d.file)
	switch code(err) {
	case sqliteCorrupt: // the log is being written into it, and it is still too short
		return nil
	case 0, sqliteNotADB:
	default:
		return unavailable(err)
	}
	if seen != nil && seen.number != 0 { // 0: a new file, whose first number is in the log
		next := seen.number
		for n := 0; n < maxWrittenBack && next != has.number; n++ {
			next = following(next)
		}
		known := err == nil && next == has.number
		if known && has.schema > d.schema && errors.Is(checkVersion(context.Background(), d.file, d.access), storage.ErrNewer) {
			return fmt.Errorf("%w: a newer version of this program has changed the tables of %s: end this program and start the newer one",
				match.ErrUnavailable, d.file)
		}
		if !known || has.schema > d.schema {
			return fmt.Errorf("%w: %s: %w: end the program, move that file away, and let nimatron restore put it, or a backup, "+
				"in its place", match.ErrUnavailable, d.file, errOverwritten)
		}
	}
	d.seen.Store(&look{has.number, there.ModTime(), there.Size()})
	return nil
}

// checkPlace explains why there can't be a database of that name. SQLite doesn't.
func checkPlace(abs string) error {
	file, err := os.Stat(abs)
	switch {
	case err == nil && file.IsDir():
		return errors.New("this is a folder: name a file in it, such as " + filepath.Join(abs, "nimatron.db"))
	case err == nil && !file.Mode().IsRegular():
		return errors.New("this is not an ordinary file: name one, or one that is not there yet")
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return explain(abs, err)
	}
	folder := filepath.Dir(abs)
	switch parent, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s: create it or choose another one", folder)
	case err != nil:
		return explain(abs, err)
	case !parent.IsDir():
		return fmt.Errorf("%s is not a folder: choose a file in a folder", folder)
	}
	return nil
}

func explain(abs string, err error) error {
	why := ""
	switch kind := code(err); {
	case errors.Is(err, storage.ErrNewer), errors.Is(err, storage.ErrPrerelease), errors.Is(err, storage.ErrAltered), errors.Is(err, storage.ErrUnversioned),
		errors.Is(err, storage.ErrForeign):
		return err
	case kind == sqliteNotADB:
		why = "the file is not a database, or it is damaged from its first page on: name another file, or restore a backup"
	case kind == sqliteCorrupt:
		why = "the file is damaged: restore a backup"
	case kind == sqliteFull, exactCode(err) == noRoomForIndex, errors.Is(err, syscall.ENOSPC):
		why = "the disk is full: make room, then start again"
	case kind == sqliteIOError:
		why = "the disk fails: look at the system's log"
	case kind == sqliteBusy, kind == sqliteLocked:
		why = "another program keeps it locked: end that one, then start again"
	case kind == sqliteReadOnly, kind == sqlitePerm, kind == sqliteCantOpen, errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		why = "this user may not write the file, or not in its folder " + filepath.Dir(abs) + ": allow both"
	case errors.Is(err, syscall.ENOTDIR):
		why = "part of its path is not a folder: choose a file in a folder"
	default:
		return err
	}
	return fmt.Errorf("%s (%w)", why, err)
}
