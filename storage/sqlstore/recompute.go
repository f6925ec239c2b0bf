package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nimatron/match"
)

const recomputedAtOnce = 32 * atOnce

var (
	storedChanges = `SELECT ` + newChangeColumns.names() + ` FROM rating_changes WHERE match_id IN (` + placeholders(1, atOnce) + `)`
	storedRatings = `SELECT ` + newRating.names() + ` FROM ratings WHERE player > $1 AND player <= $2`
)

// rowKey is the number of leading columns that are the key of ratings and of rating changes. The player comes
// first.
const rowKey = 3

// changesOf returns the rating changes of a match, with MatchID and At set. It gets the matches in
// the order of their ends.
type changesOf func(match.Match) ([]match.RatingChange, error)

type recomputation struct {
	changesOf changesOf
	ratings   map[ratingKey]match.Rating
}

type difference struct {
	gone, right [][]any
	n           int
}

func compare(stored, computed [][]any) (d difference) {
	rest := make(map[string][]any, len(stored))
	for _, row := range stored {
		rest[fmt.Sprint(row[:rowKey]...)] = row
	}
	for _, row := range computed {
		key := fmt.Sprint(row[:rowKey]...)
		old, exists := rest[key]
		delete(rest, key)
		if slices.Equal(old, row) {
			continue
		}
		if exists {
			d.gone = append(d.gone, row[:rowKey])
		}
		d.right = append(d.right, row)
	}
	for _, row := range rest {
		d.gone = append(d.gone, row[:rowKey])
	}
	d.n = len(d.right) + len(rest)
	return d
}

func (tx *Tx) correct(table string, names []string, d difference) {
	if d.n == 0 {
		return
	}
	tx.exec(`{lock players}`)
	forgotten := idColumns.all(tx, `SELECT key FROM players WHERE {is deleted} ORDER BY key`)
	right := slices.DeleteFunc(d.right, func(row []any) bool {
		_, is := slices.BinarySearch(forgotten, row[0].(int64))
		return is
	})
	const deletedAtOnce = 50
	for some := range slices.Chunk(d.gone, deletedAtOnce) {
		keys := make([]string, len(some))
		for i := range some {
			keys[i] = fmt.Sprintf(`%s = $%d AND %s = $%d AND %s = $%d`, names[0], rowKey*i+1, names[1], rowKey*i+2, names[2], rowKey*i+3)
		}
		tx.exec(`DELETE FROM `+table+` WHERE `+strings.Join(keys, ` OR `), slices.Concat(some...)...)
	}
	tx.insertRows(table, names, right)
}

func (r *recomputation) changes(tx *Tx, ids []int64) difference {
	var stored, computed [][]any
	for some := range slices.Chunk(ids, atOnce) {
		_, rows := tx.values(storedChanges, repeated(some)...)
		stored = append(stored, rows...)
		for _, m := range tx.matches(some) {
			computed = append(computed, r.add(tx, m)...)
		}
	}
	return compare(stored, computed)
}

func (r *recomputation) add(tx *Tx, m archived) (rows [][]any) {
	if tx.err != nil {
		return nil
	}
	changes, err := r.changesOf(m.Match)
	tx.fail(err)
	for _, c := range changes {
		if (match.Player{ID: c.Player}).Deleted() {
			continue
		}
		side, plays := m.SeatOf(c.Player)
		key := ratingKey{m.Keys[side], c.After.Ladder}
		was := r.ratings[key]
		switch {
		case !plays:
			tx.fail(fmt.Errorf("rating of player %s: %w", c.Player, match.ErrNotFound))
		case was.Games != c.Before.Games || was.Games > 0 && was.Value != c.Before.Value:
			tx.fail(fmt.Errorf("rating of player %s: %w", c.Player, match.ErrStale))
		}
		r.ratings[key] = c.After
		rows = append(rows, newChangeColumns.values(&newChange{c, key.Player}))
	}
	return rows
}

// ratingsAtOnce is the number of keys of players whose ratings are compared at once.
const ratingsAtOnce = 1000

// compareRatings compares the ratings after the matches so far with the stored ones, and calls f with the
// differences of a few players at a time.
func (r *recomputation) compareRatings(tx *Tx, f func(difference)) {
	keys := slices.SortedFunc(maps.Keys(r.ratings), ratingKey.compare)
	last := get[int64](tx, `SELECT coalesce(max(key), 0) FROM players`)
	for low := int64(0); low < last && tx.err == nil; low += ratingsAtOnce {
		var computed [][]any
		for len(keys) > 0 && keys[0].Player <= low+ratingsAtOnce {
			rating := r.ratings[keys[0]]
			computed, keys = append(computed, newRating.values(&rating, keys[0].Player)), keys[1:]
		}
		_, stored := tx.values(storedRatings, low, low+ratingsAtOnce)
		f(compare(stored, computed))
	}
}

func (s *Store) ReplaceRatings(ctx context.Context, changes func(match.Match) ([]match.RatingChange, error)) (err error) {
	r := recomputation{changes, make(map[ratingKey]match.Rating)}
	ids, err := list(ctx, s, idColumns, finishedInOrder)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, recomputedAtOnce) {
		var d difference
		if err := s.viewOnce(ctx, func(tx *Tx) { d = r.changes(tx, some) }); err != nil {
			return err
		}
		if d.n > 0 {
			err = s.transactLong(ctx, func(tx *Tx) { tx.correct("rating_changes", newChangeColumns.list(), d) })
		}
		if err != nil {
			return err
		}
	}
	slices.Sort(ids)
	err = s.transactLong(ctx, func(tx *Tx) {
		tx.exec(`{lock ratings}`) // others wait from here on
		late := slices.DeleteFunc(idColumns.all(tx, finishedInOrder), func(id int64) bool {
			_, done := slices.BinarySearch(ids, id)
			return done
		})
		tx.correct("rating_changes", newChangeColumns.list(), r.changes(tx, late))
		r.compareRatings(tx, func(d difference) { tx.correct("ratings", newRating.list(), d) })
	})
	if err == nil && len(ids) > s.dialect.ImportBatch {
		s.db.Analyze(ctx)
	}
	return err
}

func (s *Store) CheckRatings(ctx context.Context, changes func(match.Match) ([]match.RatingChange, error)) (different int, err error) {
	r := recomputation{changes, make(map[ratingKey]match.Rating)}
	err = s.viewOnce(ctx, func(tx *Tx) {
		for some := range slices.Chunk(idColumns.all(tx, finishedInOrder), recomputedAtOnce) {
			different += r.changes(tx, some).n
		}
		r.compareRatings(tx, func(d difference) { different += d.n })
	})
	return different, err
}
