package core

import (
	"context"
	"sync"
	"time"
)

// Bounds of the tables that are kept.
const (
	// keptFor is how long a large table is shown as it was.
	keptFor = time.Minute
	// LargeTable is the number of people from which a table is kept. Smaller ones are cheap to read.
	LargeTable = 500
	// maxKept bounds the kept tables, maxKeptRows all their rows, of about 200 bytes each.
	maxKept     = 2000
	maxKeptRows = 200_000
)

// Tables keep large tables, such as leaderboards, so that many people who look at one share a reading of the store.
// The zero Tables are empty.
type Tables struct {
	mu   sync.Mutex
	kept map[any]*tableReading
	rows int
}

type tableReading struct {
	done  chan struct{} // closed when the others are set
	value any
	err   error
	rows  int
	at    time.Time // when the reading began
}

// Kept returns the table with a key: the kept one, or else what read returns, with its number of rows. It is
// kept if large reports true. The key must have a type of its own.
func Kept[T any](ctx context.Context, env *Env, key any, read func(context.Context) (value T, rows int, large bool, err error)) (value T, err error) {
	t := &env.tables
	now := env.Referee.Now()
	r, mine := t.find(key, now)
	if !mine {
		select {
		case <-r.done:
		case <-ctx.Done():
			return value, ctx.Err()
		}
		if r.err == nil {
			return r.value.(T), nil
		}
	}
	if !mine { // the reading failed, perhaps because its asker has gone
		value, _, _, err = read(ctx)
		return value, err
	}
	large := false
	defer func() { t.finish(key, r, large) }()
	r.err = context.Canceled // after a panic
	value, r.rows, large, err = read(ctx)
	r.value, r.err = value, err
	return value, err
}

func (t *Tables) find(key any, now time.Time) (r *tableReading, mine bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.kept[key]; r != nil && now.Before(r.at.Add(keptFor)) && !now.Before(r.at) {
		return r, false
	}
	t.drop(key)
	if t.kept == nil {
		t.kept = map[any]*tableReading{}
	}
	if len(t.kept) >= maxKept || t.rows >= maxKeptRows {
		for key, r := range t.kept {
			if !now.Before(r.at.Add(keptFor)) {
				t.drop(key)
			}
		}
	}
	r = &tableReading{done: make(chan struct{}), at: now}
	if len(t.kept) < maxKept {
		t.kept[key] = r
	}
	return r, true
}

func (t *Tables) finish(key any, r *tableReading, large bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(r.done)
	if t.kept[key] != r {
		return
	}
	if t.rows += r.rows; r.err != nil || !large || t.rows > maxKeptRows {
		t.drop(key)
	}
}

// drop forgets a table. One that is still being read has no rows yet.
func (t *Tables) drop(key any) {
	r := t.kept[key]
	if r == nil {
		return
	}
	select {
	case <-r.done:
		t.rows -= r.rows
	default:
	}
	delete(t.kept, key)
}

// Forget drops all tables, because somebody's name must leave them.
func (t *Tables) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept, t.rows = nil, 0
}
