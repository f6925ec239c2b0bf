package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nimatron/match"
)

// ratingKeyColumns are the columns of the key of ratings that rating_changes has. The pace is the
// match's.
var ratingKeyColumns = fields[ratingKey]("player family=In.Family")

const (
	ratingsKey = `player, family, pace`
	changesKey = `match_id, player, family`
)

// A recomputation uses temporary tables of its own connection, for which no other connection waits.
var (
	beginRecomputing = `
		CREATE TEMP TABLE computed_changes AS SELECT ` + newChangeColumns.names() + ` FROM rating_changes WHERE false;
		CREATE TEMP TABLE computed_ratings AS SELECT ` + newRating.names() + ` FROM ratings WHERE false;
		CREATE TEMP TABLE were_played AS ` + matchesPlayed
	countFinished = `SELECT count(*) FROM matches WHERE state = {finished}`
	newestMatch   = `SELECT coalesce(max(id), 0) FROM matches`
	lateMatches   = `
		SELECT id FROM matches WHERE state = {finished} AND (id > $1 OR id IN (SELECT id FROM were_played)) ORDER BY end_number`
	dropChanges    = `DELETE FROM rating_changes WHERE match_id = $1 RETURNING ` + ratingKeyColumns.names()
	countDifferent = `
		SELECT (SELECT count(*) FROM right_changes) + (SELECT count(*) FROM gone_changes)
			+ (SELECT count(*) FROM right_ratings) + (SELECT count(*) FROM gone_ratings)`

	rightChanges = computed{"changes", "rating_changes", changesKey, newChangeColumns.names()}
	rightRatings = computed{"ratings", "ratings", ratingsKey, newRating.names()}
)

// computed is a table and the temporary table computed_WHAT with the rows that it should have.
type computed struct{ what, table, key, names string }

// compare returns the statements that put the missing and the changed rows into right_WHAT, and the
// keys of rows that should not be there into gone_WHAT.
func (r computed) compare() string {
	return fmt.Sprintf(`
		CREATE TEMP TABLE right_%[1]s AS SELECT row_number() OVER () AS n, %[4]s FROM (
			SELECT %[4]s FROM computed_%[1]s EXCEPT SELECT %[4]s FROM %[2]s) differ;
		CREATE TEMP TABLE gone_%[1]s AS SELECT row_number() OVER () AS n, %[3]s FROM (
			SELECT %[3]s FROM %[2]s EXCEPT SELECT %[3]s FROM computed_%[1]s) differ;
		CREATE INDEX right_%[1]s_n ON right_%[1]s (n);
		CREATE INDEX gone_%[1]s_n ON gone_%[1]s (n)`, r.what, r.table, r.key, r.names)
}

// correct returns the statements that correct rows and that remove rows, each for a range of numbers.
// They add nothing for players who were forgotten meanwhile.
func (r computed) correct() (right, gone string) {
	var set []string
	for _, name := range strings.Split(r.names, ", ") {
		set = append(set, name+" = excluded."+name)
	}
	right = fmt.Sprintf(`
		INSERT INTO %[2]s (%[4]s) SELECT %[4]s FROM right_%[1]s
		WHERE n BETWEEN $1 AND $2 AND player NOT IN (SELECT key FROM players WHERE {is deleted})
		ON CONFLICT (%[3]s) DO UPDATE SET %[5]s`, r.what, r.table, r.key, r.names, strings.Join(set, ", "))
	gone = fmt.Sprintf(`
		DELETE FROM %[2]s WHERE (%[3]s) IN (SELECT %[3]s FROM gone_%[1]s WHERE n BETWEEN $1 AND $2)`, r.what, r.table, r.key)
	return right, gone
}

// changesOf returns the changes of ratings that a match brings, with MatchID and At set. It gets the
// matches in the order in which they ended.
type changesOf func(match.Match) ([]match.RatingChange, error)

// A recomputation recomputes the ratings.
type recomputation struct {
	changesOf changesOf
	keys      playerKeys
	ratings   map[ratingKey]match.Rating // after the matches so far
	matches   int                        // so far
	newest    int64                      // the highest ID when it began
	pending   [][]any                    // changes to insert
}

// recompute computes the ratings from a snapshot and compares them with the stored ones. It calls f
// with the connection whose temporary tables have the differences.
func (s *Store) recompute(ctx context.Context, changes changesOf, f func(*recomputation, *sql.DB) error) error {
	if err := s.db.CheckPresent(); err != nil {
		return err
	}
	db, err := s.db.NewConnection(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	r := &recomputation{changesOf: changes, keys: make(playerKeys), ratings: make(map[ratingKey]match.Rating)}
	snapshot := &sql.TxOptions{Isolation: sql.LevelRepeatableRead}
	if err := s.on(ctx, db, snapshot, r.begin); err != nil {
		return err
	}
	return f(r, db)
}

func (r *recomputation) begin(tx *Tx) {
	r.newest = get[int64](tx, newestMatch)
	tx.exec(beginRecomputing)
	tx.forEach(func(m match.Match) error {
		r.add(tx, m)
		if len(r.pending) >= insertedAtOnce {
			r.insertPending(tx, "computed_changes")
		}
		return tx.err
	}, finishedInOrder)
	r.insertPending(tx, "computed_changes")
	r.insertRatings(tx, "computed_ratings", r.ratings)
	tx.exec(rightChanges.compare() + ";" + rightRatings.compare())
}

// insertedAtOnce is how many changes are inserted at a time.
const insertedAtOnce = 5000

// insertPending inserts the pending changes into a table.
func (r *recomputation) insertPending(tx *Tx, table string) {
	tx.insertRows(table, newChangeColumns.list(), r.pending)
	r.pending = nil
}

// add computes the changes of the next match, which are then pending. It returns the keys of the
// ratings that change.
func (r *recomputation) add(tx *Tx, m match.Match) (changed []ratingKey) {
	r.matches++
	changes, err := r.changesOf(m)
	tx.fail(err)
	for i := range changes {
		c := &changes[i]
		player := r.keys.of(tx, c.Player)
		if player == 0 {
			continue
		}
		key := ratingKey{player, c.After.Ladder}
		if was := r.ratings[key]; was.Games != c.Before.Games || was.Games > 0 && was.Value != c.Before.Value {
			tx.fail(fmt.Errorf("rating of player %s: %w", c.Player, match.ErrStale))
		}
		r.ratings[key] = c.After
		changed = append(changed, key)
		r.pending = append(r.pending, newChangeColumns.values(&newChange{*c, player}))
	}
	return changed
}

// insertRatings inserts ratings into a table, in order.
func (r *recomputation) insertRatings(tx *Tx, table string, ratings map[ratingKey]match.Rating) {
	var rows [][]any
	for _, k := range slices.SortedFunc(maps.Keys(ratings), ratingKey.compare) {
		rating := ratings[k]
		rows = append(rows, newRating.values(&rating, k.Player))
	}
	tx.insertRows(table, newRating.list(), rows)
}

// correctChanges corrects the changes, few at a time so that others need not wait.
func (s *Store) correctChanges(ctx context.Context, db *sql.DB) error {
	right, gone := rightChanges.correct()
	for query, table := range map[string]string{right: "right_changes", gone: "gone_changes"} {
		var rows int
		if err := db.QueryRowContext(ctx, `SELECT count(*) FROM `+table).Scan(&rows); err != nil {
			return s.db.Classify(ctx, err)
		}
		for n := 0; n < rows; n += correctedAtOnce {
			err := s.on(ctx, db, nil, func(tx *Tx) {
				tx.exec(`{lock players}`)
				tx.exec(query, n+1, n+correctedAtOnce)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// correctedAtOnce is how many changes are corrected in one transaction.
const correctedAtOnce = 10_000

// correctRatings corrects the ratings. Matches that ended since begin, and the ratings that they
// changed, were not compared.
func (r *recomputation) correctRatings(tx *Tx) {
	tx.exec(`{lock ratings}`) // others wait from here on
	right, gone := rightRatings.correct()
	for _, query := range []string{right, gone} {
		tx.exec(query, 0, int64(math.MaxInt64))
	}
	touched := make(map[ratingKey]bool)
	tx.forEach(func(m match.Match) error {
		stored := ratingKeyColumns.all(tx, dropChanges, m.ID)
		for _, key := range append(stored, r.add(tx, m)...) {
			key.In.Pace = m.Pace
			touched[key] = true
		}
		return tx.err
	}, lateMatches, r.newest)
	r.insertPending(tx, "rating_changes")
	late := make(map[ratingKey]match.Rating)
	for key := range touched {
		tx.exec(`DELETE FROM ratings WHERE (`+ratingsKey+`) = ($1, $2, $3)`, key.Player, key.In.Family, string(key.In.Pace))
		if rating, ok := r.ratings[key]; ok {
			late[key] = rating
		}
	}
	r.insertRatings(tx, "ratings", late)
	if matches := get[int](tx, countFinished); matches != r.matches {
		tx.fail(fmt.Errorf("%d matches were computed, %d have ended: %w", r.matches, matches, match.ErrStale))
	}
}

// ReplaceRatings implements match.Ratings.
func (s *Store) ReplaceRatings(ctx context.Context, changes func(match.Match) ([]match.RatingChange, error)) (err error) {
	defer wrap(&err, "replace the ratings")
	return s.recompute(ctx, changes, func(r *recomputation, db *sql.DB) error {
		if err := s.correctChanges(ctx, db); err != nil {
			return err
		}
		err := s.on(ctx, db, nil, r.correctRatings)
		if err == nil && r.matches > s.dialect.ImportBatch {
			s.db.Analyze(ctx)
		}
		return err
	})
}

// CheckRatings implements match.Ratings.
func (s *Store) CheckRatings(ctx context.Context, changes func(match.Match) ([]match.RatingChange, error)) (different int, err error) {
	defer wrap(&err, "check the ratings")
	err = s.recompute(ctx, changes, func(_ *recomputation, db *sql.DB) error {
		return s.db.Classify(ctx, db.QueryRowContext(ctx, countDifferent).Scan(&different))
	})
	return different, err
}
