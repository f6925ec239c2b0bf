package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// maxImported bounds the players and the pairs that Import keeps in memory.
const maxImported = 200_000

var (
	finishedInOrder = `SELECT id FROM matches WHERE end_number IS NOT NULL ORDER BY end_number`
	matchesPlayed   = `SELECT id FROM matches WHERE state = {playing}`
)

const (
	knownPlayer = `
		INSERT INTO players (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = players.name RETURNING key`
	insertPlayer = `INSERT INTO players (id, name) VALUES ($1, $2) RETURNING key`
	renamePlayer = `UPDATE players SET id = $1, name = $2 WHERE key = $3`
)

func (s *Store) ForEachMatch(ctx context.Context, state match.State, f func(match.Match) error) error {
	if state == match.Finished {
		return s.forEach(ctx, f, finishedInOrder)
	}
	return s.forEach(ctx, f, matchesPlayed)
}

var loadColumns = columns[match.Load]{
	{`(SELECT count(*) FROM matches WHERE state = {playing})`, func(l *match.Load) any { return &l.Matches }},
	{`(SELECT count(*) FROM subjects WHERE ` + raceIsOpen + `)`, func(l *match.Load) any { return &l.Races }},
	{`(SELECT count(*) FROM subjects WHERE ` + isVoting + `)`, func(l *match.Load) any { return &l.Votes }},
	{`(SELECT count(*) FROM subjects WHERE ` + isVoting + ` AND due <= $1) + (SELECT count(*) FROM subjects WHERE ` + raceIsOpen + ` AND ends <= $1)`,
		func(l *match.Load) any { return &l.LateBells }},
	{`(SELECT count(*) FROM outbox WHERE front = $2)`, func(l *match.Load) any { return &l.Notices }},
	{`(SELECT min(created) FROM outbox WHERE front = $2)`, func(l *match.Load) any { return times.of(&l.Oldest) }},
}

// load finds nothing in a database of another version, and fails if a table is missing.
var load = func() string {
	none := make([]string, len(tables))
	for i, t := range tables {
		none[i] = `SELECT 1 FROM ` + t.name + ` WHERE false`
	}
	return fmt.Sprintf(`SELECT %s WHERE (SELECT max(version_id) FROM goose_db_version) = %d AND NOT EXISTS (%s)`,
		loadColumns.names(), Baseline+len(later), strings.Join(none, ` UNION ALL `))
}()

// lateBell is how long after its time a bell counts as late.
const lateBell = 10 * time.Second

func (s *Store) Load(ctx context.Context, front string, now time.Time) (match.Load, error) {
	return find(ctx, s, loadColumns, load, millis(now.Add(-lateBell)), front)
}

var idColumns = columns[int64]{{"id", func(id *int64) any { return id }}}

const atOnce = 64

type archived struct {
	match.Match
	Keys [2]int64
}

var archivedColumns = append(within(wholeColumns, func(a *archived) *match.Match { return &a.Match }),
	fields[archived]("m.left_player=Keys.0 m.right_player=Keys.1")...)

var matchesByID = `SELECT ` + archivedColumns.names() + ` FROM matches m` + matchPlayers + ` WHERE m.id IN (` + placeholders(1, atOnce) + `)`

// forEach calls f with the matches whose IDs a query finds, on one snapshot. A million IDs take 8
// MB.
func (s *Store) forEach(ctx context.Context, f func(match.Match) error, query string) error {
	return s.viewOnce(ctx, func(tx *Tx) {
		for some := range slices.Chunk(idColumns.all(tx, query), atOnce) {
			for _, m := range tx.matches(some) {
				if tx.err == nil {
					tx.fail(f(m.Match))
				}
			}
		}
	})
}

func (s *Store) viewOnce(ctx context.Context, f func(*Tx)) error {
	began, failed := false, error(nil)
	return s.view(ctx, func(tx *Tx) {
		if !began {
			began = true
			f(tx)
			failed = tx.err
		}
		tx.fail(failed)
	})
}

func (tx *Tx) matches(ids []int64) []archived {
	all := archivedColumns.all(tx, matchesByID, repeated(ids)...)
	slices.SortFunc(all, func(a, b archived) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	return all
}

// repeated returns atOnce arguments: the IDs, and then the last one again and again.
func repeated[T any](ids []T) []any {
	all := make([]any, atOnce)
	for i := range all {
		all[i] = ids[min(i, len(ids)-1)]
	}
	return all
}

type importer struct {
	store   *Store
	players map[string]int64
	pairs   map[int64]int64 // new IDs of first matches, by their old IDs
}

func (s *Store) Import(ctx context.Context, matches iter.Seq2[match.Match, error]) (n int, err error) {
	in := importer{store: s, players: make(map[string]int64), pairs: make(map[int64]int64)}
	batch := make([]match.Match, 0, s.dialect.ImportBatch)
	for m, err := range matches {
		if err == nil && !m.Finished() {
			err = errors.New("it is not finished")
		}
		if err != nil {
			return n, fmt.Errorf("import match %d: %w", n+len(batch)+1, err)
		}
		if batch = append(batch, m); len(batch) < s.dialect.ImportBatch {
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
	if n += len(batch); n > s.dialect.ImportBatch {
		s.db.Analyze(ctx)
	}
	return n, nil
}

func (in *importer) save(ctx context.Context, n int, batch []match.Match) error {
	if n > 0 && len(batch) > 0 { // lets others write
		if Pause(ctx, in.store.dialect.ImportPause); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	pairs := maps.Clone(in.pairs)
	err := in.store.number(ctx, in.store.transactLong, func(tx *Tx) { in.insert(tx, batch) })
	if err == nil || ctx.Err() != nil || errors.Is(err, match.ErrUnavailable) {
		return err
	}
	// Inserting them one by one reveals the faulty match.
	clear(in.players)
	in.pairs = pairs
	return in.store.number(ctx, in.store.transactLong, func(tx *Tx) {
		for i := range batch {
			if in.insert(tx, batch[i:i+1]); tx.err != nil {
				tx.err = fmt.Errorf("import match %d: %w", n+i+1, tx.err)
				return
			}
		}
	})
}

var importedColumns = newMatch.keyed("id")

func (in *importer) insert(tx *Tx, batch []match.Match) {
	if len(batch) == 0 {
		return
	}
	ids := idColumns.all(tx, `{new match ids}`, len(batch))
	rows, moves := make([][]any, len(batch)), [][]any{}
	for i, m := range batch {
		left, right := in.player(tx, m.Sides[games.Left].Player), in.player(tx, m.Sides[games.Right].Player)
		if tx.err != nil {
			return
		}
		m = storage.AsStored(m)
		m.ID = ids[i]
		tx.fail(in.join(&m))
		rows[i] = importedColumns.values(&m, m.ID, left, right, m.Version, orNull(m.Pair))
		moves = appendMoves(moves, m.ID, 0, m.Moves)
	}
	tx.insertRows("matches", importedColumns.list(), rows)
	tx.insertRows("moves", moveColumns, moves)
}

// join makes the second match of a pair point at the first, and the first at no match.
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

func (in *importer) player(tx *Tx, p match.Player) (key int64) {
	key, known := in.players[p.ID]
	switch {
	case known:
		return key
	case p.Deleted(): // deleted players of different imports can't be told apart
		key = tx.addDeleted()
	default:
		if len(in.players) >= maxImported {
			maps.DeleteFunc(in.players, func(id string, _ int64) bool { return !(match.Player{ID: id}).Deleted() })
		}
		key = get[int64](tx, knownPlayer, p.ID, p.Name)
	}
	in.players[p.ID] = key
	return key
}

func (tx *Tx) addDeleted() (key int64) {
	p := match.DeletedPlayer(0)
	key = get[int64](tx, insertPlayer, p.ID, p.Name)
	p = match.DeletedPlayer(key)
	tx.exec(renamePlayer, p.ID, p.Name, key)
	return key
}
