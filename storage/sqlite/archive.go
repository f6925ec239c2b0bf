package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"

	"nimatron/match"
	"nimatron/storage"
)

// importBatch is how many matches Import stores in one transaction.
const importBatch = 20_000

// maxImported bounds how many players and how many pairs Import remembers.
const maxImported = 200_000

var (
	finishedInOrder = spell(`SELECT id FROM matches WHERE state = {finished} ORDER BY ended, id`)
	matchesPlayed   = spell(`SELECT id FROM matches WHERE state = {playing}`)
	countPlaying    = spell(`SELECT count(*) FROM matches WHERE state = {playing}`)
)

const (
	knownPlayer = `
		INSERT INTO players (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = name RETURNING key`
	nextPlayer   = `SELECT coalesce(max(key), 0) + 1 FROM players`
	insertPlayer = `INSERT INTO players (key, id, name) VALUES (?, ?, ?)`
)

// ForEachFinished is that of match.Archive.
func (s *Store) ForEachFinished(ctx context.Context, f func(match.Match) error) error {
	err := s.read(ctx, func(tx *sql.Tx) error {
		return forEach(ctx, tx, f, finishedInOrder)
	})
	if err != nil {
		return fmt.Errorf("all finished matches: %w", err)
	}
	return nil
}

// ForEachPlaying is that of match.Archive.
func (s *Store) ForEachPlaying(ctx context.Context, f func(match.Match) error) error {
	err := s.read(ctx, func(tx *sql.Tx) error {
		return forEach(ctx, tx, f, matchesPlayed)
	})
	if err != nil {
		return fmt.Errorf("all matches that are being played: %w", err)
	}
	return nil
}

// CountPlaying is that of match.Store.
func (s *Store) CountPlaying(ctx context.Context) (n int, err error) {
	if err := s.reader.QueryRowContext(ctx, countPlaying).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the matches that are being played: %w", because(ctx, err))
	}
	return n, nil
}

// forEach calls f with the matches whose IDs a query finds.
func forEach(ctx context.Context, tx *sql.Tx, f func(match.Match) error, query string, args ...any) error {
	one, err := tx.PrepareContext(ctx, matchByID)
	if err != nil {
		return err
	}
	defer one.Close()
	ids, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer ids.Close()
	for ids.Next() {
		var id int64
		if err := ids.Scan(&id); err != nil {
			return err
		}
		m, err := wholeColumns.scanRow(one.QueryRowContext(ctx, id))
		if err != nil {
			return err
		}
		if err := f(m); err != nil {
			return err
		}
	}
	return ids.Err()
}

// An importer stores matches that were played elsewhere.
type importer struct {
	store   *Store
	players map[string]int64 // keys by ID
	pairs   map[int64]int64  // IDs of first matches: by what they were elsewhere, what they are here
}

// Import is that of match.Archive.
func (s *Store) Import(ctx context.Context, matches iter.Seq2[match.Match, error]) (n int, err error) {
	in := importer{store: s, players: make(map[string]int64), pairs: make(map[int64]int64)}
	batch := make([]match.Match, 0, importBatch)
	for m, err := range matches {
		if err == nil && !m.Finished() {
			err = errors.New("it is not finished")
		}
		if err != nil {
			return n, fmt.Errorf("import match %d: %w", n+len(batch)+1, err)
		}
		if batch = append(batch, m); len(batch) < importBatch {
			continue
		}
		if err := in.save(ctx, n, batch); err != nil {
			return n, err
		}
		n, batch = n+len(batch), batch[:0]
	}
	if err := in.save(ctx, n, batch); err != nil {
		return n, err
	}
	return n + len(batch), nil
}

// save stores matches that come after the first n.
func (in *importer) save(ctx context.Context, n int, batch []match.Match) error {
	return in.store.alone(ctx, func(tx *sql.Tx) error { // what in remembers must come true
		for i, m := range batch {
			if err := in.saveMatch(ctx, tx, m); err != nil {
				return fmt.Errorf("import match %d: %w", n+i+1, err)
			}
		}
		return nil
	})
}

func (in *importer) saveMatch(ctx context.Context, tx *sql.Tx, m match.Match) error {
	left, err := in.player(ctx, tx, m.Left)
	if err != nil {
		return err
	}
	right, err := in.player(ctx, tx, m.Right)
	if err != nil {
		return err
	}
	m = storage.AsStored(m)
	pair := m.Pair
	if m.Leg == match.SecondLeg {
		if m.Pair = in.pairs[pair]; m.Pair == 0 {
			return fmt.Errorf("the first match of its pair, %d, has not come before", pair)
		}
		delete(in.pairs, pair)
	}
	if err := in.store.insertMatchOf(ctx, tx, &newMatch{&m, left, right, m.Version}); err != nil {
		return err
	}
	if m.Leg == match.FirstLeg {
		if len(in.pairs) == maxImported {
			return fmt.Errorf("more than %d pairs wait for their second match", maxImported)
		}
		in.pairs[pair] = m.ID
	}
	return nil
}

// player returns the key of a player, who may be new.
func (in *importer) player(ctx context.Context, tx *sql.Tx, p match.Player) (key int64, err error) {
	key, known := in.players[p.ID]
	if known {
		return key, nil
	}
	if p.Deleted() {
		// Deleted players can't be told from each other but within one import.
		key, err = addDeleted(ctx, tx)
	} else {
		if len(in.players) >= maxImported {
			maps.DeleteFunc(in.players, func(id string, _ int64) bool { return !(match.Player{ID: id}).Deleted() })
		}
		err = tx.QueryRowContext(ctx, knownPlayer, p.ID, p.Name).Scan(&key)
	}
	in.players[p.ID] = key
	return key, err
}

// addDeleted adds a deleted player and returns the key.
func addDeleted(ctx context.Context, tx *sql.Tx) (key int64, err error) {
	if err := tx.QueryRowContext(ctx, nextPlayer).Scan(&key); err != nil {
		return 0, err
	}
	p := match.DeletedPlayer(key)
	_, err = tx.ExecContext(ctx, insertPlayer, key, p.ID, p.Name)
	return key, err
}
