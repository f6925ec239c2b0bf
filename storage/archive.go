package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"
)

// importBatch is how many matches Import stores in one transaction.
const importBatch = 20_000

// maxImported bounds how many players and how many pairs Import remembers.
const maxImported = 200_000

const (
	finishedInOrder = `SELECT id FROM matches WHERE state = 'finished' ORDER BY ended, id`
	knownPlayer     = `
		INSERT INTO players (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = name RETURNING key`
	deletedPlayer = `
		INSERT INTO players (key, id, name)
		SELECT next, '` + deletedPrefix + `' || next, '` + deletedName + `'
		FROM (SELECT coalesce(max(key), 0) + 1 AS next FROM players) RETURNING key`
)

// ForEachFinished calls f with every match that is finished now, and its moves, in
// the order in which they ended. It ends with the first error, which it returns.
func (s *Store) ForEachFinished(ctx context.Context, f func(Match) error) error {
	err := s.read(ctx, func(tx *sql.Tx) error {
		ids, err := tx.QueryContext(ctx, finishedInOrder)
		if err != nil {
			return err
		}
		defer ids.Close()
		match, moves := tx.StmtContext(ctx, s.matchByID), tx.StmtContext(ctx, s.movesOf)
		for ids.Next() {
			var id int64
			if err := ids.Scan(&id); err != nil {
				return err
			}
			m, err := scanMatch(match.QueryRowContext(ctx, id))
			if err != nil {
				return err
			}
			if m.Moves, err = scanMoves(moves.QueryContext(ctx, id)); err != nil {
				return err
			}
			if err := f(m); err != nil {
				return err
			}
		}
		return ids.Err()
	})
	if err != nil {
		return fmt.Errorf("all finished matches: %w", err)
	}
	return nil
}

// An importer stores matches that were played elsewhere.
type importer struct {
	store   *Store
	players map[string]int64 // keys by ID
	pairs   map[int64]int64  // IDs of first matches: by what they were elsewhere, what they are here
}

// Import stores finished matches, such as another database has had, with all that
// they are except their IDs, which are given anew in the order in which they come.
// The second match of a pair must come after the first. Players who are known here
// keep their names, and deleted players stay deleted.
//
// Many matches make one transaction: after an error, which may be one that
// matches yields, n says how many at the beginning were stored.
func (s *Store) Import(ctx context.Context, matches iter.Seq2[Match, error]) (n int, err error) {
	in := importer{store: s, players: make(map[string]int64), pairs: make(map[int64]int64)}
	batch := make([]Match, 0, importBatch)
	for m, err := range matches {
		if err == nil && m.State != Finished {
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
func (in *importer) save(ctx context.Context, n int, batch []Match) error {
	return in.store.write(ctx, func(tx *sql.Tx) error {
		for i, m := range batch {
			if err := in.saveMatch(ctx, tx, m); err != nil {
				return fmt.Errorf("import match %d: %w", n+i+1, err)
			}
		}
		return nil
	})
}

func (in *importer) saveMatch(ctx context.Context, tx *sql.Tx, m Match) error {
	left, err := in.player(ctx, tx, m.Left)
	if err != nil {
		return err
	}
	right, err := in.player(ctx, tx, m.Right)
	if err != nil {
		return err
	}
	m = asStored(m)
	pair := m.Pair
	if m.Leg == 2 {
		if m.Pair = in.pairs[pair]; m.Pair == 0 {
			return fmt.Errorf("the first match of its pair, %d, has not come before", pair)
		}
		delete(in.pairs, pair)
	}
	if err := in.store.insertMatchOf(ctx, tx, &m, left, right); err != nil {
		return err
	}
	if m.Leg == 1 {
		if len(in.pairs) == maxImported {
			return fmt.Errorf("more than %d pairs wait for their second match", maxImported)
		}
		in.pairs[pair] = m.ID
	}
	return nil
}

// player returns the key of a player, who may be new.
func (in *importer) player(ctx context.Context, tx *sql.Tx, p Player) (key int64, err error) {
	key, known := in.players[p.ID]
	if known {
		return key, nil
	}
	if p.Deleted() {
		// Deleted players can't be told from each other but within one import.
		err = tx.QueryRowContext(ctx, deletedPlayer).Scan(&key)
	} else {
		if len(in.players) >= maxImported {
			maps.DeleteFunc(in.players, func(id string, _ int64) bool { return !(Player{ID: id}).Deleted() })
		}
		err = tx.QueryRowContext(ctx, knownPlayer, p.ID, p.Name).Scan(&key)
	}
	in.players[p.ID] = key
	return key, err
}
