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

// ratingKeyColumns are the columns of the key of ratings that a change has; its pace is the
// match's.
var ratingKeyColumns = columns[ratingKey]{
	{"player", func(k *ratingKey) any { return &k.player }},
	{"family", func(k *ratingKey) any { return &k.in.Family }},
}

const (
	ratingsKey = `player, family, pace`
	changesKey = `match_id, player, family`
)

// A reckoning uses temporary tables of its own connection, so no other connection waits for
// them.
var (
	beginReckoning = `
		CREATE TEMP TABLE reckoned_changes AS SELECT ` + newChangeColumns.names() + ` FROM rating_changes WHERE false;
		CREATE TEMP TABLE reckoned_ratings AS SELECT ` + newRatingColumns.names() + ` FROM ratings WHERE false;
		CREATE TEMP TABLE were_played AS ` + matchesPlayed
	countFinished = spell(`SELECT count(*) FROM matches WHERE state = {finished}`)
	newestMatch   = `SELECT coalesce(max(id), 0) FROM matches`
	lateMatches   = spell(`
		SELECT id FROM matches WHERE state = {finished} AND (id > $1 OR id IN (SELECT id FROM were_played)) ORDER BY end_number`)
	dropChanges    = `DELETE FROM rating_changes WHERE match_id = $1 RETURNING ` + ratingKeyColumns.names()
	countDifferent = `
		SELECT (SELECT count(*) FROM right_changes) + (SELECT count(*) FROM gone_changes)
			+ (SELECT count(*) FROM right_ratings) + (SELECT count(*) FROM gone_ratings)`

	reckonedChanges = reckoned{"changes", "rating_changes", changesKey, newChangeColumns.names()}
	reckonedRatings = reckoned{"ratings", "ratings", ratingsKey, newRatingColumns.names()}
)

// reckoned is a table and what it should hold, which is in reckoned_what.
type reckoned struct{ what, table, key, names string }

// compare returns the statements that put what is missing in the table, or different,
// into right_what, and the keys of what should not be there into gone_what.
func (r reckoned) compare() string {
	return fmt.Sprintf(`
		CREATE TEMP TABLE right_%[1]s AS SELECT row_number() OVER () AS n, %[4]s FROM (
			SELECT %[4]s FROM reckoned_%[1]s EXCEPT SELECT %[4]s FROM %[2]s) differ;
		CREATE TEMP TABLE gone_%[1]s AS SELECT row_number() OVER () AS n, %[3]s FROM (
			SELECT %[3]s FROM %[2]s EXCEPT SELECT %[3]s FROM reckoned_%[1]s) differ;
		CREATE INDEX right_%[1]s_n ON right_%[1]s (n);
		CREATE INDEX gone_%[1]s_n ON gone_%[1]s (n)`, r.what, r.table, r.key, r.names)
}

// correct returns the statements that put rows right, and remove those that should be
// gone, each between two numbers. Players who were forgotten meanwhile stay so.
func (r reckoned) correct() (right, gone string) {
	var set []string
	for _, name := range strings.Split(r.names, ", ") {
		set = append(set, name+" = excluded."+name)
	}
	right = fmt.Sprintf(spell(`
		INSERT INTO %[2]s (%[4]s) SELECT %[4]s FROM right_%[1]s
		WHERE n BETWEEN $1 AND $2 AND player NOT IN (SELECT key FROM players WHERE {is deleted})
		ON CONFLICT (%[3]s) DO UPDATE SET %[5]s`), r.what, r.table, r.key, r.names, strings.Join(set, ", "))
	gone = fmt.Sprintf(`
		DELETE FROM %[2]s WHERE (%[3]s) IN (SELECT %[3]s FROM gone_%[1]s WHERE n BETWEEN $1 AND $2)`, r.what, r.table, r.key)
	return right, gone
}

// A reckoning recomputes the ratings.
type reckoning struct {
	settle func(match.Match) ([]match.RatingChange, error)

	keys    playerKeys
	ratings map[ratingKey]match.Rating // as they are after the matches so far
	matches int                        // so far
	newest  int64                      // the highest ID when it began
	noted   [][]any                    // changes that are to be inserted
}

// reckon computes the ratings from a snapshot and compares them there with the stored ones. It
// calls f with the connection that has the differences.
func (s *Store) reckon(ctx context.Context, settle func(match.Match) ([]match.RatingChange, error), f func(*reckoning, *sql.DB) error) error {
	if err := s.db.CheckPresent(); err != nil {
		return err
	}
	db, err := s.db.NewConnection(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	r := &reckoning{settle: settle, keys: make(playerKeys), ratings: make(map[ratingKey]match.Rating)}
	snapshot := &sql.TxOptions{Isolation: sql.LevelRepeatableRead}
	if err := s.on(ctx, db, snapshot, func(ctx context.Context, tx *Tx) error { return r.begin(ctx, tx) }); err != nil {
		return err
	}
	return f(r, db)
}

func (r *reckoning) begin(ctx context.Context, tx *Tx) error {
	if err := tx.QueryRowContext(ctx, newestMatch).Scan(&r.newest); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, beginReckoning); err != nil {
		return err
	}
	err := forEach(ctx, tx, func(m match.Match) error {
		if _, err := r.add(ctx, tx, m); err != nil || len(r.noted) < notedAtOnce {
			return err
		}
		return r.note(ctx, tx, "reckoned_changes")
	}, finishedInOrder)
	if err != nil {
		return err
	}
	if err := r.note(ctx, tx, "reckoned_changes"); err != nil {
		return err
	}
	if err := r.insert(ctx, tx, "reckoned_ratings", r.ratings); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, reckonedChanges.compare()+";"+reckonedRatings.compare())
	return err
}

// notedAtOnce is how many changes are inserted at a time.
const notedAtOnce = 5000

// note inserts the changes that are noted into a table.
func (r *reckoning) note(ctx context.Context, tx *Tx, table string) error {
	rows := r.noted
	r.noted = nil
	return tx.insertRows(ctx, table, newChangeColumns.list(), rows)
}

// add settles the match that comes next and notes the changes. It returns whose ratings
// they were.
func (r *reckoning) add(ctx context.Context, tx *Tx, m match.Match) (changed []ratingKey, err error) {
	r.matches++
	changes, err := r.settle(m)
	if err != nil {
		return nil, err
	}
	for i := range changes {
		c := &changes[i]
		player, err := r.keys.of(ctx, tx, c.Player)
		if err != nil {
			return nil, err
		}
		if player == 0 {
			continue
		}
		key := ratingKey{player, c.After.Ladder}
		if was := r.ratings[key]; was.Games != c.Before.Games || was.Games > 0 && was.Value != c.Before.Value {
			return nil, fmt.Errorf("rating of player %s: %w", c.Player, match.ErrStale)
		}
		r.ratings[key] = c.After
		changed = append(changed, key)
		r.noted = append(r.noted, newChangeColumns.values(&newChange{c, player}))
	}
	return changed, nil
}

// insert inserts ratings into a table, in order.
func (r *reckoning) insert(ctx context.Context, tx *Tx, table string, ratings map[ratingKey]match.Rating) error {
	var rows [][]any
	for _, k := range slices.SortedFunc(maps.Keys(ratings), ratingKey.compare) {
		rating := ratings[k]
		rows = append(rows, newRatingColumns.values(&newRating{&rating, k.player}))
	}
	return tx.insertRows(ctx, table, newRatingColumns.list(), rows)
}

// correctChanges puts the changes right, few at a time so that others need not wait.
func (s *Store) correctChanges(ctx context.Context, db *sql.DB) error {
	right, gone := reckonedChanges.correct()
	for query, table := range map[string]string{right: "right_changes", gone: "gone_changes"} {
		var rows int
		if err := db.QueryRowContext(ctx, `SELECT count(*) FROM `+table).Scan(&rows); err != nil {
			return s.db.Classify(ctx, err)
		}
		for n := 0; n < rows; n += correctAtOnce {
			err := s.on(ctx, db, nil, func(ctx context.Context, tx *Tx) error {
				if err := tx.lock(ctx, `{lock players}`); err != nil {
					return err
				}
				_, err := tx.ExecContext(ctx, query, n+1, n+correctAtOnce)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// correctAtOnce is how many changes are put right in one transaction.
const correctAtOnce = 10_000

// correctRatings puts the ratings right. The matches that ended since begin come late:
// in theirs and in the ratings that they changed nothing was compared.
func (r *reckoning) correctRatings(ctx context.Context, tx *Tx) error {
	// From here on others wait.
	if err := tx.lock(ctx, `{lock ratings}`); err != nil {
		return err
	}
	right, gone := reckonedRatings.correct()
	for _, query := range []string{right, gone} {
		if _, err := tx.ExecContext(ctx, query, 0, int64(math.MaxInt64)); err != nil {
			return err
		}
	}
	touched := make(map[ratingKey]bool)
	err := forEach(ctx, tx, func(m match.Match) error {
		stored, err := ratingKeyColumns.query(ctx, tx, dropChanges, m.ID)
		if err != nil {
			return err
		}
		reckoned, err := r.add(ctx, tx, m)
		for _, key := range append(stored, reckoned...) {
			key.in.Pace = m.Pace
			touched[key] = true
		}
		return err
	}, lateMatches, r.newest)
	if err != nil {
		return err
	}
	if err := r.note(ctx, tx, "rating_changes"); err != nil {
		return err
	}
	late := make(map[ratingKey]match.Rating)
	for key := range touched {
		if _, err := tx.ExecContext(ctx, `DELETE FROM ratings WHERE (`+ratingsKey+`) = ($1, $2, $3)`, key.player, key.in.Family, string(key.in.Pace)); err != nil {
			return err
		}
		if rating, ok := r.ratings[key]; ok {
			late[key] = rating
		}
	}
	if err := r.insert(ctx, tx, "ratings", late); err != nil {
		return err
	}
	var matches int
	if err := tx.QueryRowContext(ctx, countFinished).Scan(&matches); err != nil {
		return err
	}
	if matches != r.matches {
		return fmt.Errorf("%d matches were settled, %d have ended: %w", r.matches, matches, match.ErrStale)
	}
	return nil
}

// ReplaceRatings implements match.Ratings.
func (s *Store) ReplaceRatings(ctx context.Context, settle func(match.Match) ([]match.RatingChange, error)) (err error) {
	defer wrap(&err, "replace the ratings")
	return s.reckon(ctx, settle, func(r *reckoning, db *sql.DB) error {
		if err := s.correctChanges(ctx, db); err != nil {
			return err
		}
		err := s.on(ctx, db, nil, func(ctx context.Context, tx *Tx) error { return r.correctRatings(ctx, tx) })
		if err == nil && r.matches > s.importBatch {
			s.db.Analyze(ctx)
		}
		return err
	})
}

// CheckRatings implements match.Ratings.
func (s *Store) CheckRatings(ctx context.Context, settle func(match.Match) ([]match.RatingChange, error)) (different int, err error) {
	defer wrap(&err, "check the ratings")
	err = s.reckon(ctx, settle, func(_ *reckoning, db *sql.DB) error {
		return s.db.Classify(ctx, db.QueryRowContext(ctx, countDifferent).Scan(&different))
	})
	return different, err
}
