package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// maxImported bounds how many players and how many pairs Import remembers.
const maxImported = 200_000

var (
	finishedInOrder = spell(`SELECT id FROM matches WHERE state = {finished} ORDER BY end_number`)
	matchesPlayed   = spell(`SELECT id FROM matches WHERE state = {playing}`)
	countPlaying    = spell(`SELECT count(*) FROM matches WHERE state = {playing}`)
)

const (
	knownPlayer = `
		INSERT INTO players (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = players.name RETURNING key`
	insertPlayer = `INSERT INTO players (id, name) VALUES ($1, $2) RETURNING key`
	renamePlayer = `UPDATE players SET id = $1, name = $2 WHERE key = $3`
)

// ForEachFinished implements match.Archive.
func (s *Store) ForEachFinished(ctx context.Context, f func(match.Match) error) (err error) {
	defer wrap(&err, "all finished matches")
	return s.forEach(ctx, f, finishedInOrder)
}

// ForEachPlaying implements match.Archive.
func (s *Store) ForEachPlaying(ctx context.Context, f func(match.Match) error) (err error) {
	defer wrap(&err, "all matches that are being played")
	return s.forEach(ctx, f, matchesPlayed)
}

// CountPlaying implements match.Store.
func (s *Store) CountPlaying(ctx context.Context) (n int, err error) {
	defer wrap(&err, "count the matches that are being played")
	return readOne(ctx, s, countColumns, countPlaying)
}

var countColumns = columns[int]{{"count(*)", func(n *int) any { return n }}}

var idColumns = columns[int64]{{"id", func(id *int64) any { return id }}}

// atOnce is how many matches one statement reads where all are wanted.
const atOnce = 64

// matchesByID reads so many matches.
var matchesByID = selectWhole + ` WHERE m.id IN (` + placeholders(1, atOnce) + `)`

// forEach calls f with the matches, on one snapshot, whose IDs a query finds. f does not get a
// match twice, so an error there is final.
func (s *Store) forEach(ctx context.Context, f func(match.Match) error, query string) error {
	began, failed := false, error(nil)
	return s.read(ctx, func(ctx context.Context, tx *Tx) error {
		if !began {
			began = true
			failed = forEach(ctx, tx, f, query)
		}
		return failed
	})
}

// forEach calls f with the matches whose IDs a query finds. The IDs take 8 MB a million.
func forEach(ctx context.Context, tx *Tx, f func(match.Match) error, query string, args ...any) error {
	ids, err := idColumns.query(ctx, tx, query, args...)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, atOnce) {
		wanted := make([]any, atOnce)
		for i := range wanted {
			wanted[i] = some[min(i, len(some)-1)]
		}
		found, err := wholeColumns.query(ctx, tx, matchesByID, wanted...)
		if err != nil {
			return err
		}
		byID := make(map[int64]match.Match, len(found))
		for _, m := range found {
			byID[m.ID] = m
		}
		for _, id := range some {
			if err := f(byID[id]); err != nil {
				return err
			}
		}
	}
	return nil
}

// An importer stores matches that were played elsewhere.
type importer struct {
	store   *Store
	players map[string]int64 // keys by ID
	pairs   map[int64]int64  // IDs of first matches: by what they were elsewhere, what they are here
}

// Import implements match.Archive.
func (s *Store) Import(ctx context.Context, matches iter.Seq2[match.Match, error]) (n int, err error) {
	in := importer{store: s, players: make(map[string]int64), pairs: make(map[int64]int64)}
	batch := make([]match.Match, 0, s.importBatch)
	for m, err := range matches {
		if err == nil && !m.Finished() {
			err = errors.New("it is not finished")
		}
		if err != nil {
			return n, fmt.Errorf("import match %d: %w", n+len(batch)+1, err)
		}
		if batch = append(batch, m); len(batch) < s.importBatch {
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
	if n += len(batch); n > s.importBatch {
		s.db.Analyze(ctx)
	}
	return n, nil
}

// save stores matches that come after the first n.
func (in *importer) save(ctx context.Context, n int, batch []match.Match) error {
	if n > 0 && len(batch) > 0 { // others write beside it
		select {
		case <-time.After(in.store.importPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	pairs := maps.Clone(in.pairs)
	err := in.store.number(ctx, in.write, func(ctx context.Context, tx *Tx) error { return in.insert(ctx, tx, batch) })
	if err == nil || ctx.Err() != nil || errors.Is(err, match.ErrUnavailable) {
		return err
	}
	// One after another they show which of them it is.
	clear(in.players)
	in.pairs = pairs
	return in.store.number(ctx, in.write, func(ctx context.Context, tx *Tx) error {
		for i := range batch {
			if err := in.insert(ctx, tx, batch[i:i+1]); err != nil {
				return fmt.Errorf("import match %d: %w", n+i+1, err)
			}
		}
		return nil
	})
}

func (in *importer) write(ctx context.Context, f func(context.Context, *Tx) error) error {
	if err := in.store.db.CheckPresent(); err != nil {
		return err
	}
	return in.store.db.WriteLong(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return f(ctx, &Tx{tx: tx, store: in.store, prepared: in.store.prepared, own: make(map[string]*sql.Stmt)})
	})
}

// importedColumns are the columns of a match that has an ID before it is inserted.
var importedColumns = append(columns[newMatch]{{"id", func(m *newMatch) any { return &m.ID }}}, newMatchColumns...)

// insert inserts matches and their moves.
func (in *importer) insert(ctx context.Context, tx *Tx, batch []match.Match) error {
	if len(batch) == 0 {
		return nil
	}
	ids, err := idColumns.query(ctx, tx, `{new match ids}`, len(batch))
	if err != nil {
		return err
	}
	rows, moves := make([][]any, len(batch)), [][]any{}
	for i, m := range batch {
		left, err := in.player(ctx, tx, m.Sides[games.Left].Player)
		if err != nil {
			return err
		}
		right, err := in.player(ctx, tx, m.Sides[games.Right].Player)
		if err != nil {
			return err
		}
		m = storage.AsStored(m)
		m.ID = ids[i]
		if err := in.join(&m); err != nil {
			return err
		}
		rows[i] = importedColumns.values(&newMatch{&m, left, right, m.Version})
		moves = appendMoves(moves, m.ID, 0, m.Moves)
	}
	if err := tx.insertRows(ctx, "matches", importedColumns.list(), rows); err != nil {
		return err
	}
	return tx.insertRows(ctx, "moves", moveColumns, moves)
}

// join makes the second match of a pair point at the first, and the first at none.
func (in *importer) join(m *match.Match) error {
	pair := m.Pair
	m.Pair = 0
	switch m.Leg {
	case match.FirstLeg:
		if len(in.pairs) == maxImported {
			return fmt.Errorf("more than %d pairs wait for their second match", maxImported)
		}
		in.pairs[pair] = m.ID
	case match.SecondLeg:
		if m.Pair = in.pairs[pair]; m.Pair == 0 {
			return fmt.Errorf("the first match of its pair, %d, has not come before", pair)
		}
		delete(in.pairs, pair)
	}
	return nil
}

// player returns the key of a player, who may be new.
func (in *importer) player(ctx context.Context, tx *Tx, p match.Player) (key int64, err error) {
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
func addDeleted(ctx context.Context, tx *Tx) (key int64, err error) {
	p := match.DeletedPlayer(0) // until the key is known
	if err := tx.QueryRowContext(ctx, insertPlayer, p.ID, p.Name).Scan(&key); err != nil {
		return 0, err
	}
	p = match.DeletedPlayer(key)
	_, err = tx.ExecContext(ctx, renamePlayer, p.ID, p.Name, key)
	return key, err
}
