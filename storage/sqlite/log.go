package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// checkpointTime is the longest time until a write reaches the main file, unless there is always a
// reader.
const checkpointTime = time.Minute

// written is called by the writer that has the turn, after a possible write. It marks that the file
// needs its log, and schedules writing the log back.
func (d *database) written() {
	if d.marked && d.awaited || !d.hasChanged() {
		return
	}
	if !d.marked {
		d.marked = d.mark() == nil
	}
	if !d.awaited {
		d.awaited = true
		d.timer.Reset(checkpointTime)
	}
}

func (d *database) hasChanged() bool {
	before := d.changes
	err := d.writer.QueryRow(`SELECT total_changes()`).Scan(&d.changes)
	return err != nil || d.changes != before
}

func (d *database) Erase(context.Context) {
	d.erasing.Store(true)
	d.writeBack("1000")
}

func (d *database) writeBack(wait string) {
	select {
	case d.writers.turn <- struct{}{}:
		d.checkpoint(wait)
		<-d.writers.turn
	case <-time.After(queueTime):
		d.timer.Reset(checkpointTime)
	}
}

// checkpoint writes the log back into the file, and empties it if it has deleted data. While a reader
// such as a backup needs the log, it waits for that many milliseconds, and then tries again later.
func (d *database) checkpoint(wait string) {
	erasing, mode := d.erasing.Load(), "PASSIVE"
	if erasing {
		mode = "TRUNCATE"
	}
	var busy, pages, moved int
	err := d.checkPresent()
	if err == nil {
		_, err = d.writer.Exec(`PRAGMA busy_timeout = ` + wait)
	}
	if err == nil {
		err = d.writer.QueryRow(`PRAGMA wal_checkpoint(`+mode+`)`).Scan(&busy, &pages, &moved)
	}
	_, _ = d.writer.Exec(`PRAGMA busy_timeout = ` + busyTimeout)
	d.awaited = err == nil && (busy != 0 || moved != pages)
	switch {
	case err != nil: // a later write schedules it again
	case d.awaited:
		d.timer.Reset(checkpointTime)
	default:
		d.marked = false
		d.hasChanged()
		if erasing {
			d.erasing.Store(false)
		}
	}
}

// markSuffix is added to the name of a database for the file that identifies the log it needs.
const markSuffix = "-mark"

// following returns the number that a database gets with the first write after its log was written back. So
// a log and a file that belong together have the same number, or following ones. Each file begins with a number of its
// own.
func following(number int32) int32 { return int32(uint32(number)*2654435769 + 1) }

// mark writes a file that says that the database needs its log. It has the number in the database file, and
// the number that follows when a program writes the log back. The log gets the new number first, so a mark
// never demands a log without need.
func (d *database) mark() error {
	ctx, cancel := context.WithTimeout(context.Background(), queueTime)
	defer cancel()
	has, err := stampOf(ctx, d.file)
	if err != nil {
		return err
	}
	next := following(has.number)
	if _, err := d.writer.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, next)); err != nil {
		return err
	}
	return os.WriteFile(d.file+markSuffix, fmt.Appendf(nil, "%d %d\n", has.number, next), 0o600)
}

// A stamp tells files apart. A copy by VACUUM INTO keeps the number, and counts one change of the schema more.
type stamp struct {
	number int32 // see following
	schema uint32
}

// stampOf reads the first page alone: the others may not be there yet. It is asked whenever the log was written back,
// so it must not make SQLite read all definitions of tables, as a SELECT does.
func stampOf(ctx context.Context, file string) (s stamp, err error) {
	db, err := openFile(file)
	if err != nil {
		return s, err
	}
	defer db.Close()
	if err = db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&s.number); err == nil {
		err = db.QueryRowContext(ctx, `PRAGMA schema_version`).Scan(&s.schema)
	}
	return s, err
}

// lengthOf returns the length of a file in bytes as its first page has it. Without a log beside it nobody uses the
// file. Otherwise SQLite has to read it: closing a file ends all locks that this process has on it.
func lengthOf(ctx context.Context, file string) (length int64, err error) {
	if _, err := os.Stat(file + "-wal"); errors.Is(err, fs.ErrNotExist) {
		f, err := os.Open(file)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		first := make([]byte, pagesAt+4)
		if _, err := io.ReadFull(f, first); err != nil {
			return 0, err
		}
		size := cmp.Or(int64(binary.BigEndian.Uint16(first[pageSizeAt:])&^1), 1<<16) // 1 stands for 65,536
		return size * int64(binary.BigEndian.Uint32(first[pagesAt:])), nil
	}
	db, err := openFile(file)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&length)
	return length, err
}

// openFile opens a file without its log.
func openFile(file string) (*sql.DB, error) {
	return sql.Open("sqlite", fileURI(file)+"?mode=ro&immutable=1&"+commonSettings)
}

// checkLog returns an error if the file needs a log that is gone, damaged or cut short, as far as the files
// beside it tell. It reads the mark first and the file last, because another process may write the log
// back meanwhile.
func checkLog(ctx context.Context, abs string) error {
	err := lookAtLog(ctx, abs)
	for tries := 0; errors.Is(err, errForeignLog) && tries < 3; tries++ { // others may have written it back twice meanwhile
		time.Sleep(10 * time.Millisecond)
		err = lookAtLog(ctx, abs)
	}
	return err
}

// errForeignLog means that a file was put in the place of the database, and its log was left.
var errForeignLog = errors.New("it is another file than the one that the files beside it belong to")

func foreignLog(name string) error {
	return fmt.Errorf("%[2]w: with them it would become neither. To go on with this file, remove %[1]s-wal, %[1]s-shm and %[1]s%[3]s. "+
		"To go on as it was, put the file back that was here. Next time let nimatron restore put a backup in its place",
		name, errForeignLog, markSuffix)
}

func lookAtLog(ctx context.Context, abs string) error {
	text, err := os.ReadFile(abs + markSuffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	log, err := readState(abs)
	if err != nil {
		return err
	}
	there, err := os.Stat(abs)
	if err != nil {
		return nil // a new database is created
	}
	name := filepath.Base(abs)
	if log.lost && log.size > 0 {
		return fmt.Errorf("the last changes are missing: %[1]s-wal beside it is damaged or cut short, "+
			"only the first %[2]d of its %[3]d pages are whole. Put the whole file back, or restore a backup. "+
			"To go on without these changes, remove %[1]s-shm and %[1]s%[4]s", name, log.committed, log.index.frames, markSuffix)
	}
	has, err := stampOf(ctx, abs)
	if err != nil {
		return nil // it is reported when the file is opened
	}
	if !log.busy && log.numbered {
		switch {
		case has.schema > log.stamp.schema:
			return foreignLog(name)
		case has.number == 0 && log.whole: // all of a new file is still in the log
		case has.number == log.stamp.number, following(has.number) == log.stamp.number:
		case strings.TrimSpace(string(text)) != fmt.Sprint(has.number, log.stamp.number): // an older program drew the numbers
			return foreignLog(name)
		}
	}
	if log.size == 0 && !log.busy && has.number != 0 {
		if length, err := lengthOf(ctx, abs); err == nil && length < there.Size() {
			return errors.New("it is longer than its first page says, as if a copy over it had been broken off: copy it again, or restore a backup")
		}
	}
	before, after := standing(has.number, text)
	what := ""
	switch {
	case log.busy:
	case log.size == 0 && (before || after && log.lost):
		what = "gone"
	case before && log.committed == 0:
		what = "damaged from its beginning on"
	case before && log.index.frames == 0 && log.later > 1: // a power failure may spoil one commit, which nobody was told
		what = "damaged in its middle"
	}
	if what == "" {
		return nil
	}
	return fmt.Errorf("the last changes are missing: they were in %[1]s-wal beside it, which is %[2]s. "+
		"Put that file back, or restore a backup. "+
		"To go on without these changes, remove %[1]s%[3]s", name, what, markSuffix)
}

func standing(number int32, mark []byte) (before, after bool) {
	var had, next int32
	if _, err := fmt.Sscanf(string(mark), "%d %d\n", &had, &next); err != nil {
		return false, false
	}
	return number == had, number == next
}

// logFaults returns what a log without an index leaves open. It is no reason to refuse the database: a copy made
// in the middle of a write looks like that too.
func logFaults(abs string) ([]string, error) {
	log, err := readState(abs)
	if err != nil || log.size == 0 || log.busy || log.index.frames > 0 {
		return nil, err
	}
	name := filepath.Base(abs) + "-wal"
	switch {
	case log.header == nil:
		return []string{name + " is no log of SQLite: changes may be missing"}, nil
	case log.later > 1:
		return []string{name + " is damaged in its middle: the changes after that are missing"}, nil
	case log.torn:
		return []string{name + " ends within a change: later changes may be missing"}, nil
	}
	return nil, nil
}
