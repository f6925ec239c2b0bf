package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/match"
)

var storedRatingColumns = columns[match.Rating]{
	{"family", func(r *match.Rating) any { return &r.Family }},
	{"pace", func(r *match.Rating) any { return (*string)(&r.Pace) }},
	{"value", func(r *match.Rating) any { return &r.Value }},
	{"deviation", func(r *match.Rating) any { return &r.Deviation }},
	{"volatility", func(r *match.Rating) any { return &r.Volatility }},
	{"games", func(r *match.Rating) any { return &r.Games }},
	{"wins", func(r *match.Rating) any { return &r.Wins }},
	{"losses", func(r *match.Rating) any { return &r.Losses }},
	{"draws", func(r *match.Rating) any { return &r.Draws }},
	{"streak", func(r *match.Rating) any { return &r.Streak }},
	{"updated", func(r *match.Rating) any { return (*timeColumn)(&r.Updated) }},
}

// ratingColumns are read from ratings r.
var ratingColumns = storedRatingColumns.from("r")

// A newRating is a rating to write, with the key of the player.
type newRating struct {
	*match.Rating
	player int64
}

var newRatingColumns = append(columns[newRating]{
	{"player", func(r *newRating) any { return &r.player }},
}, within(storedRatingColumns, func(r *newRating) *match.Rating { return r.Rating })...)

// storedChangeColumns are NULL where a match has changed no rating, so that only the
// numbers, which may be, are read as they are.
var storedChangeColumns = columns[match.RatingChange]{
	{"before_value", func(c *match.RatingChange) any { return (*realColumn)(&c.Before.Value) }},
	{"before_deviation", func(c *match.RatingChange) any { return (*realColumn)(&c.Before.Deviation) }},
	{"before_volatility", func(c *match.RatingChange) any { return (*realColumn)(&c.Before.Volatility) }},
	{"value", func(c *match.RatingChange) any { return (*realColumn)(&c.After.Value) }},
	{"deviation", func(c *match.RatingChange) any { return (*realColumn)(&c.After.Deviation) }},
	{"volatility", func(c *match.RatingChange) any { return (*realColumn)(&c.After.Volatility) }},
	{"result", func(c *match.RatingChange) any { return (*realColumn)(&c.Points) }},
	{"at", func(c *match.RatingChange) any { return (*timeColumn)(&c.At) }},
}

// changeColumns are read from rating_changes c.
var changeColumns = storedChangeColumns.from("c")

// A newChange is a change of a rating to insert, with the key of the player.
type newChange struct {
	*match.RatingChange
	player int64
}

var newChangeColumns = append(columns[newChange]{
	{"match_id", func(c *newChange) any { return &c.MatchID }},
	{"player", func(c *newChange) any { return &c.player }},
	{"family", func(c *newChange) any { return &c.After.Family }},
}, within(storedChangeColumns, func(c *newChange) *match.RatingChange { return c.RatingChange })...)

var (
	ratingsOf = `
		SELECT ` + ratingColumns.names() + ` FROM players p JOIN ratings r ON r.player = p.key
		WHERE p.id = $1 ORDER BY r.family, r.pace`
	// The games and the value are the same as in Before, or somebody was faster.
	saveRating = newRatingColumns.save("ratings", 3, `{1} = 0`, `ratings.games = {1} AND ratings.value = {2}`)
	noteChange = newChangeColumns.insert("rating_changes")
	ratedPairs = spell(`
		SELECT count(*) FROM matches
		WHERE left_player IN ` + keysOf(1) + ` AND right_player IN ` + keysOf(3) + ` AND ended >= $5
			AND leg = {second leg} AND rated = 1 AND state = {finished} AND winner <> {nobody}
			AND (tournament = 0 OR uncounted = 0)`)
)

// Ratings implements match.Ratings.
func (s *Store) Ratings(ctx context.Context, players ...string) (_ map[string]map[match.Ladder]match.Rating, err error) {
	defer wrap(&err, "ratings")
	ratings := make(map[string]map[match.Ladder]match.Rating)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		for _, id := range players {
			of, err := ratingColumns.query(ctx, tx, ratingsOf, id)
			if err != nil {
				return err
			}
			for _, r := range of {
				if ratings[id] == nil {
					ratings[id] = make(map[match.Ladder]match.Rating)
				}
				ratings[id][r.Ladder] = r
			}
		}
		return nil
	})
	return ratings, err
}

// PairsSince implements match.Ratings.
func (s *Store) PairsSince(ctx context.Context, one, other string, since time.Time) (total int, err error) {
	defer wrap(&err, "rated pairs between %s and %s", one, other)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		total = 0
		for _, sides := range [][2]string{{one, other}, {other, one}} {
			var n int
			if err := tx.QueryRowContext(ctx, ratedPairs, sides[0], hashOf(sides[0]), sides[1], hashOf(sides[1]), millis(since)).Scan(&n); err != nil {
				return err
			}
			total += n
		}
		return nil
	})
	return total, err
}

// playerKeys are keys that were looked up in this transaction, by ID.
type playerKeys map[string]int64

// of returns the key of a player. It is 0 for a deleted one, who has neither ratings
// nor changes.
func (k playerKeys) of(ctx context.Context, tx *Tx, player string) (key int64, err error) {
	if (match.Player{ID: player}).Deleted() {
		return 0, nil
	}
	if key, known := k[player]; known {
		return key, nil
	}
	err = tx.QueryRowContext(ctx, playerKey, player).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("rating of player %s: %w", player, match.ErrNotFound)
	}
	if err != nil {
		return 0, err
	}
	k[player] = key
	return key, nil
}

// changeRatings notes what the end of a match changes, and the new ratings. The error is
// ErrStale unless the ratings are what the changes start from. All go through them in
// one order, so that nobody waits for somebody who waits for them.
func changeRatings(ctx context.Context, tx *Tx, id int64, now time.Time, changes []match.RatingChange) error {
	keys := make(playerKeys)
	var ordered []newChange
	for _, c := range changes {
		c.MatchID, c.At = id, now
		key, err := keys.of(ctx, tx, c.Player)
		if err != nil {
			return err
		}
		if key != 0 {
			ordered = append(ordered, newChange{&c, key})
		}
	}
	slices.SortFunc(ordered, func(a, b newChange) int {
		return ratingKey{a.player, a.After.Ladder}.compare(ratingKey{b.player, b.After.Ladder})
	})
	for i := range ordered {
		c := &ordered[i]
		if _, err := tx.ExecContext(ctx, noteChange, newChangeColumns.values(c)...); err != nil {
			return err
		}
		if err := changeRating(ctx, tx, c.player, &c.After, &c.Before); err != nil {
			return err
		}
	}
	return nil
}

func changeRating(ctx context.Context, tx *Tx, key int64, r, before *match.Rating) error {
	saved, err := tx.ExecContext(ctx, saveRating, append(newRatingColumns.values(&newRating{r, key}), before.Games, before.Value)...)
	return changed(saved, err, match.ErrStale)
}

// A ratingKey says whose rating in what.
type ratingKey struct {
	player int64
	in     match.Ladder
}

func (k ratingKey) compare(other ratingKey) int {
	return cmp.Or(cmp.Compare(k.player, other.player), cmp.Compare(k.in.Family, other.in.Family), cmp.Compare(k.in.Pace, other.in.Pace))
}
