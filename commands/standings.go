package commands

import (
	"context"
	"slices"
	"sync"
	"time"

	"nimatron/match"
)

// Bounds on the standings that are kept in memory.
const (
	standingsKept = time.Minute
	// standingsRows is for the rows of all tables, some 20 MB. A single table has no more.
	standingsRows = 100_000
)

// standings keeps the tables of seasons for a minute, because to work out an open month reads all
// of its matches. One is worked out at a time, so that most of the store's readers stay free.
type standings struct {
	turn chan struct{} // holds an element while a table is worked out

	mu     sync.Mutex
	tables []keptTable // the newest last
}

type keptTable struct {
	season match.Season
	server string
	read   time.Time
	table  match.SeasonTable
}

func newStandings() *standings { return &standings{turn: make(chan struct{}, 1)} }

// table returns the whole table of a season, not older than a minute.
func (k *standings) table(ctx context.Context, store match.Seasons, season match.Season, server string, now func() time.Time) (match.SeasonTable, error) {
	if t, ok := k.find(season, server, now()); ok {
		return t, nil
	}
	select {
	case k.turn <- struct{}{}:
	case <-ctx.Done():
		return match.SeasonTable{}, ctx.Err()
	}
	defer func() { <-k.turn }()
	if t, ok := k.find(season, server, now()); ok { // somebody else has asked for it
		return t, nil
	}
	t, err := store.SeasonTable(ctx, season, server, standingsRows)
	if err == nil {
		k.keep(keptTable{season, server, now(), t})
	}
	return t, err
}

// find returns a table that is not too old.
func (k *standings) find(season match.Season, server string, now time.Time) (match.SeasonTable, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tables = slices.DeleteFunc(k.tables, func(t keptTable) bool { return now.Sub(t.read).Abs() >= standingsKept })
	for _, t := range k.tables {
		if t.season == season && t.server == server {
			return t.table, true
		}
	}
	return match.SeasonTable{}, false
}

// keep adds a table, and drops the oldest ones if there are too many rows.
func (k *standings) keep(t keptTable) {
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

// forget drops all tables, such as when somebody in them deletes their data.
func (k *standings) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tables = nil
}
