package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"nimatron/match"
	"nimatron/storage/sqlstore"
)

// writers is the queue of writes. One writer leads: it carries out all waiting writes in order, in one
// transaction, because a commit costs more than the rest. Rarely one fails. Then all begin anew, each with its own
// savepoint, so that the failed one changes nothing.
type writers struct {
	turn    chan struct{}
	last    int // how many the last group had; who has the turn changes it
	mu      sync.Mutex
	waiting []*writer
}

type writer struct {
	ctx  context.Context
	f    func(context.Context, *sql.Tx) error
	done chan error
}

const maxGroup = 64

// gathering is how long a group waits for others to join it, if the one before had more than one write. A commit
// costs more than the writes in it, and somebody who writes alone never waits.
const gathering = 500 * time.Microsecond

// queueTime bounds how long a write waits for earlier writes of this process. Without it, while another
// program locks the database, each write would wait five seconds for every write before it.
const queueTime = 8 * time.Second

func newWriters() *writers { return &writers{turn: make(chan struct{}, 1)} }

// Write runs f in a transaction, which may include other writes. If one of them breaks it, f runs again.
func (d *database) Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	w := &writer{ctx: ctx, f: f, done: make(chan error, 1)}
	q := d.writers
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	q.mu.Unlock()
	select {
	case q.turn <- struct{}{}:
	default:
		waiting, cancel := context.WithTimeout(ctx, queueTime)
		defer cancel()
		select {
		case err := <-w.done:
			return err
		case q.turn <- struct{}{}:
		case <-waiting.Done():
			if q.remove(w) {
				return tooLate(ctx)
			}
			return <-w.done // it is already running
		}
	}
	defer d.pass()
	for {
		select {
		case err := <-w.done: // the previous leader has executed it, or this one has
			return err
		default:
			if q.last > 1 {
				time.Sleep(gathering)
			} else {
				runtime.Gosched() // what other goroutines are about to write joins the group
			}
			group := q.next()
			q.last = len(group)
			d.writeAll(group)
		}
	}
}

func (d *database) WriteLong(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	waiting, cancel := context.WithTimeout(ctx, queueTime)
	defer cancel()
	select {
	case d.writers.turn <- struct{}{}:
	case <-waiting.Done():
		return tooLate(ctx)
	}
	defer d.pass()
	if err := d.checkPresent(); err != nil {
		return err
	}
	return because(ctx, sqlstore.InTx(ctx, d.writer, nil, f))
}

func (d *database) pass() {
	d.written()
	<-d.writers.turn
}

func tooLate(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%w: other writes took longer than %v", match.ErrUnavailable, queueTime)
}

func (q *writers) next() []*writer {
	q.mu.Lock()
	defer q.mu.Unlock()
	group := q.waiting
	q.waiting = nil
	if len(group) > maxGroup {
		group, q.waiting = group[:maxGroup:maxGroup], slices.Clone(group[maxGroup:])
	}
	return group
}

func (q *writers) remove(w *writer) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, w)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return true
}

func (d *database) writeAll(group []*writer) {
	if err := d.checkPresent(); err != nil {
		for _, w := range group {
			w.done <- err
		}
		return
	}
	var errs []error
	var broken error
	begun := true
	if len(group) > 1 {
		errs, begun, broken = d.writeTogether(group, false)
		if errors.Is(broken, errAnew) {
			errs, begun, broken = d.writeTogether(group, true)
		}
	}
	for i, w := range group {
		switch {
		case errs != nil && broken == nil:
			w.done <- because(w.ctx, errs[i])
		case !begun: // separate transactions would not begin either
			w.done <- because(w.ctx, broken)
		default:
			err := because(w.ctx, sqlstore.InTx(context.WithoutCancel(w.ctx), d.writer, nil, func(_ context.Context, tx *sql.Tx) error { return w.run(tx) }))
			if errors.Is(err, match.ErrUnavailable) && w.ctx.Err() == nil {
				begun, broken = false, err
			}
			w.done <- err
		}
	}
}

// errAnew says that a group without savepoints has to begin anew with them.
var errAnew = errors.New("a write of the group failed")

// writeTogether executes a group of writes in one transaction, with savepoints or without. After an error nothing
// is written. begun is false if the transaction could not begin.
func (d *database) writeTogether(group []*writer, savepoints bool) (errs []error, begun bool, err error) {
	ctx := context.WithoutCancel(group[0].ctx)
	tx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, false, err
	}
	defer tx.Rollback() // without effect after the commit
	errs = make([]error, len(group))
	for i, w := range group {
		if !savepoints {
			if w.run(tx) != nil {
				return nil, true, errAnew
			}
			continue
		}
		if _, err := tx.ExecContext(ctx, `SAVEPOINT step`); err != nil {
			return nil, true, err
		}
		if errs[i] = w.run(tx); errs[i] != nil {
			_, err = tx.ExecContext(ctx, `ROLLBACK TO step`)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `RELEASE step`)
		}
		if err != nil { // the disk has ended the transaction
			return nil, true, err
		}
	}
	return errs, true, tx.Commit()
}

// run runs f, unless its caller has given up. Statements are not interrupted: each is short, and
// watching for a cancellation takes a goroutine. A panic becomes an error, because the write may
// not be the leader's own.
func (w *writer) run(tx *sql.Tx) (err error) {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return w.f(context.WithoutCancel(w.ctx), tx)
}
