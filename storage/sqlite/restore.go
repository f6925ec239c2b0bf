package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nimatron/storage"
)

// ErrInUse means that a program uses a file that is to be replaced.
var ErrInUse = errors.New("a program uses it: end that first")

// Restore puts a copy of the backup in the file from in the place of the database in the file at path, with no file of the old one
// beside it. The old database is kept: old is its new name, "" if there was none. A process that is killed meanwhile
// leaves the old database, the new one, or files that no program opens before Restore has run again.
//
// The error wraps ErrInUse if a program uses the database, or an error of Open if from is no sound database of this
// program or belongs to a newer one.
func Restore(ctx context.Context, from, path string, now time.Time) (old string, err error) {
	old, err = restore(ctx, from, path, now)
	if kind := code(err); kind == sqliteCorrupt || kind == sqliteNotADB {
		err = fmt.Errorf("the file is damaged, or it is not a database: choose another backup (%w)", err)
	}
	if err != nil {
		return "", fmt.Errorf("restore the database %s from %s: %w", path, from, because(ctx, err))
	}
	return old, nil
}

func restore(ctx context.Context, from, path string, now time.Time) (old string, err error) {
	abs, err := filePath(path)
	if err == nil {
		err = checkPlace(abs)
	}
	if err != nil {
		return "", err
	}
	source, releaseSource, err := existing(ctx, from)
	defer releaseSource()
	if err != nil {
		return "", err
	}
	if a, err := os.Stat(source); err == nil {
		if b, err := os.Stat(abs); err == nil && os.SameFile(a, b) {
			return "", errors.New("the backup is the database itself: name a copy that nimatron backup has made")
		}
	}
	if err := checkVersion(ctx, source, storage.ReadOnly); err != nil && !errors.Is(err, storage.ErrOlder) {
		return "", err
	}
	release, err := Claim(ctx, abs)
	if errors.Is(err, storage.ErrServed) {
		return "", ErrInUse
	}
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, release()) }()
	opened, err := opening(ctx, abs) // nobody opens it meanwhile
	if err != nil {
		return "", err
	}
	defer opened()
	if used(abs) {
		return "", ErrInUse
	}
	fresh := abs + ".restoring"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a killed process
		return "", err
	}
	if err := backup(ctx, source, fresh); err != nil {
		return "", err
	}
	defer os.Remove(fresh)
	return replace(abs, fresh, now)
}

// replace gives the file fresh the name abs, and another name to the database that had it.
func replace(abs, fresh string, now time.Time) (old string, err error) {
	old = abs + now.UTC().Format(beforePrefix+"20060102T150405Z")
	for n, first := 2, old; taken(old); n++ {
		old = fmt.Sprintf("%s-%d", first, n)
	}
	if begun := otherName(abs); begun != "" {
		old = begun
	}
	for _, step := range replacing(abs, fresh, old) {
		if err := step(); err != nil {
			return "", err
		}
	}
	if dir, err := os.Open(filepath.Dir(abs)); err == nil {
		_ = dir.Sync() // not every system can
		_ = dir.Close()
	}
	if !taken(old) {
		return "", nil
	}
	return old, nil
}

// replacing returns the steps of replace, after each of which the process may be killed. There is always a file of the
// name abs. The mark goes last: with it, a database whose log has gone is refused.
func replacing(abs, fresh, old string) []func() error {
	unless := func(err, expected error) error {
		if errors.Is(err, expected) {
			return nil
		}
		return err
	}
	move := func(suffix string) func() error {
		return func() error { return unless(os.Rename(abs+suffix, old+suffix), fs.ErrNotExist) }
	}
	return []func() error{
		func() error { return unless(unless(os.Link(abs, old), fs.ErrNotExist), fs.ErrExist) },
		move("-wal"), move("-shm"),
		func() error { return os.Rename(fresh, abs) },
		move(markSuffix),
	}
}

const beforePrefix = ".before-"

// otherName returns the name that a killed process has given to the database in place, "" for none. Its log may have
// that name already.
func otherName(abs string) string {
	there, err := os.Stat(abs)
	if err != nil {
		return ""
	}
	beside, _ := os.ReadDir(filepath.Dir(abs)) // without it the old database only has one name more
	for _, entry := range beside {
		name := filepath.Join(filepath.Dir(abs), entry.Name())
		if !strings.HasPrefix(name, abs+beforePrefix) {
			continue
		}
		if other, err := os.Stat(name); err == nil && os.SameFile(there, other) {
			return name
		}
	}
	return ""
}

func taken(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// used reports whether somebody has the database open, as far as the system tells.
func used(abs string) bool {
	inUse.Lock()
	users := inUse.users[abs]
	inUse.Unlock()
	return users > 0 || lockedByOthers(abs)
}
