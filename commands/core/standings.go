package core

import (
	"context"
	"slices"
	"sync"
	"time"

	"nimatron/referee/season"
)

// Bounds on the standings that are kept in memory.
const (
	standingsKept = time.Minute
	// standingsRows bounds the rows of all tables together, about 20 MB, and of a single table.
	standingsRows = 100_000
)

// Standings keeps the tables of seasons for a minute, because an open month needs all its matches
// read. One table is computed at a time, so that most readers of the store stay free.
type Standings struct {
	turn chan struct{} // holds an element while a table is worked out

	mu     sync.Mutex
	tables []keptTable // the newest last
}

type keptTable struct {
	season season.Season
	server string
	read   time.Time
	table  season.Table
}

func newStandings() *Standings { return &Standings{turn: make(chan struct{}, 1)} }

// Table returns the whole table of a season, not older than a minute.
func (k *Standings) Table(ctx context.Context, store season.Store, month season.Season, server string, now func() time.Time) (season.Table, error) {
	if t, ok := k.find(month, server, now()); ok {
		return t, nil
	}
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return season.Table{}, ctx.Err()
	}
	defer func() { <-k.turn }()
	if t, ok := k.find(month, server, now()); ok { // somebody else has asked for it
		return t, nil
	}
	t, err := store.SeasonTable(ctx, month, server, standingsRows)
	if err == nil {
		k.keep(keptTable{month, server, now(), t})
	}
	return t, err
}

func (k *Standings) find(month season.Season, server string, now time.Time) (season.Table, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tables = slices.DeleteFunc(k.tables, func(t keptTable) bool { return now.Sub(t.read).Abs() >= standingsKept })
	for _, t := range k.tables {
		if t.season == month && t.server == server {
			return t.table, true
		}
	}
	return season.Table{}, false
}

// keep adds a table, and drops the oldest ones if there are too many rows.
func (k *Standings) keep(t keptTable) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tables = append(k.tables, t)
	rows := 0
	for _, t := range k.tables {
		rows += 1 + len(t.table.Rows) // an empty table takes room too
	}
	for rows > standingsRows && len(k.tables) > 1 {
		rows -= 1 + len(k.tables[0].table.Rows)
		k.tables = k.tables[1:]
	}
}

// Forget drops all tables, such as when a person deletes their data.
func (k *Standings) Forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tables = nil
}
