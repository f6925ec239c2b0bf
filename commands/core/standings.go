package core

import (
	"context"
	"sync"
	"time"

	"nimatron/referee/season"
)

const (
	standingsKept = time.Minute
	// standingsRows bounds the rows of all tables together, about 20 MB, and of a single table.
	standingsRows = 100_000
)

// Standings keeps the tables of seasons for up to a minute, because an open month needs all its matches
// read. One table is read at a time, so that most readers of the store stay free.
type Standings struct {
	turn chan struct{} // holds an element while a table is read

	mu     sync.Mutex
	tables map[standingsOf]season.Table
	rows   int       // of all tables
	since  time.Time // when the first of them was read
}

type standingsOf struct {
	season season.Season
	server string
}

func newStandings() *Standings { return &Standings{turn: make(chan struct{}, 1)} }

// Table returns the whole table of a season, not older than a minute.
func (k *Standings) Table(ctx context.Context, store season.Store, month season.Season, server string, now func() time.Time) (season.Table, error) {
	of := standingsOf{month, server}
	if t, ok := k.find(of, now()); ok {
		return t, nil
	}
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return season.Table{}, ctx.Err()
	}
	defer func() { <-k.turn }()
	if t, ok := k.find(of, now()); ok { // somebody else has asked for it
		return t, nil
	}
	t, err := store.SeasonTable(ctx, month, server, standingsRows)
	if err == nil {
		k.keep(of, t, now())
	}
	return t, err
}

func (k *Standings) find(of standingsOf, now time.Time) (season.Table, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	t, ok := k.tables[of]
	return t, ok && now.Sub(k.since).Abs() < standingsKept
}

// keep adds a table, after dropping all if they are too old or too many. An empty table takes room, too.
func (k *Standings) keep(of standingsOf, t season.Table, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := 1 + len(t.Rows)
	if k.tables == nil || now.Sub(k.since).Abs() >= standingsKept || k.rows+n > standingsRows {
		k.tables, k.rows, k.since = map[standingsOf]season.Table{}, 0, now
	}
	k.tables[of] = t
	k.rows += n
}

// Forget drops all tables, such as when a person deletes their data.
func (k *Standings) Forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tables = nil
}
