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

// ratingColumns are read from ratings r.
var ratingColumns = columns[match.Rating]{
	{"r.family", func(r *match.Rating) any { return &r.Family }},
	{"r.pace", func(r *match.Rating) any { return (*string)(&r.Pace) }},
	{"r.value", func(r *match.Rating) any { return &r.Value }},
	{"r.deviation", func(r *match.Rating) any { return &r.Deviation }},
	{"r.volatility", func(r *match.Rating) any { return &r.Volatility }},
	{"r.games", func(r *match.Rating) any { return (*countColumn)(&r.Games) }},
	{"r.wins", func(r *match.Rating) any { return (*countColumn)(&r.Wins) }},
	{"r.losses", func(r *match.Rating) any { return (*countColumn)(&r.Losses) }},
	{"r.draws", func(r *match.Rating) any { return (*countColumn)(&r.Draws) }},
	{"r.streak", func(r *match.Rating) any { return (*countColumn)(&r.Streak) }},
	{"r.updated", func(r *match.Rating) any { return (*timeColumn)(&r.Updated) }},
}

// changeColumns are read from rating_changes c. All of them are NULL where there was
// no change, so that only the numbers, which may be, are read without further ado.
var changeColumns = columns[match.RatingChange]{
	{"c.before_value", func(c *match.RatingChange) any { return (*realColumn)(&c.Before.Value) }},
	{"c.before_deviation", func(c *match.RatingChange) any { return (*realColumn)(&c.Before.Deviation) }},
	{"c.before_volatility", func(c *match.RatingChange) any { return (*realColumn)(&c.Before.Volatility) }},
	{"c.value", func(c *match.RatingChange) any { return (*realColumn)(&c.After.Value) }},
	{"c.deviation", func(c *match.RatingChange) any { return (*realColumn)(&c.After.Deviation) }},
	{"c.volatility", func(c *match.RatingChange) any { return (*realColumn)(&c.After.Volatility) }},
	{"c.result", func(c *match.RatingChange) any { return (*realColumn)(&c.Points) }},
	{"c.at", func(c *match.RatingChange) any { return (*timeColumn)(&c.At) }},
}

// A newChange is a change of a rating to insert, with the key of the player.
type newChange struct {
	*match.RatingChange
	player int64
}

var newChangeColumns = columns[newChange]{
	{"match_id", func(c *newChange) any { return c.MatchID }},
	{"player", func(c *newChange) any { return c.player }},
	{"family", func(c *newChange) any { return c.After.Family }},
	{"before_value", func(c *newChange) any { return c.Before.Value }},
	{"before_deviation", func(c *newChange) any { return c.Before.Deviation }},
	{"before_volatility", func(c *newChange) any { return c.Before.Volatility }},
	{"value", func(c *newChange) any { return c.After.Value }},
	{"deviation", func(c *newChange) any { return c.After.Deviation }},
	{"volatility", func(c *newChange) any { return c.After.Volatility }},
	{"result", func(c *newChange) any { return c.Points }},
	{"at", func(c *newChange) any { return millis(c.At) }},
}

var (
	ratingsOf = `
		SELECT ` + ratingColumns.names() + ` FROM players p JOIN ratings r ON r.player = p.key
		WHERE p.id = $1 ORDER BY r.family, r.pace`
	// The games and the value are those of Before, or somebody was faster.
	saveRating = `
		INSERT INTO ratings (player, family, pace, value, deviation, volatility, games, wins, losses, draws, streak, updated)
		SELECT $1, $2, $14, $3, $4, $5, $6, $7, $8, $9, $10, $11
		WHERE $12 = 0 OR EXISTS (SELECT 1 FROM ratings WHERE player = $1 AND family = $2 AND pace = $14)
		ON CONFLICT (player, family, pace) DO UPDATE SET value = $3, deviation = $4, volatility = $5,
			games = $6, wins = $7, losses = $8, draws = $9, streak = $10, updated = $11
		WHERE ratings.games = $12 AND ratings.value = $13`
	noteChange = newChangeColumns.insert("rating_changes")
	ratedPairs = spell(`
		SELECT count(*) FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = $1)
			AND right_player = (SELECT key FROM players WHERE id = $2) AND ended >= $3
			AND leg = {second leg} AND rated = 1 AND state = {finished} AND winner <> {nobody}`)
)

// Ratings is that of match.Ratings.
func (s *Store) Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error) {
	ratings := make(map[string]map[match.Ladder]match.Rating)
	err := s.read(ctx, func(ctx context.Context, tx *Tx) error {
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
	if err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	return ratings, nil
}

// PairsSince is that of match.Ratings.
func (s *Store) PairsSince(ctx context.Context, one, other string, since time.Time) (int, error) {
	var total int
	err := s.read(ctx, func(ctx context.Context, tx *Tx) error {
		total = 0
		for _, sides := range [][2]string{{one, other}, {other, one}} {
			var n int
			if err := tx.QueryRowContext(ctx, ratedPairs, sides[0], sides[1], millis(since)).Scan(&n); err != nil {
				return err
			}
			total += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("rated pairs between %s and %s: %w", one, other, err)
	}
	return total, nil
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
		if _, err := tx.ExecContext(ctx, noteChange, newChangeColumns.of(c)...); err != nil {
			return err
		}
		if err := changeRating(ctx, tx, c.player, &c.After, &c.Before); err != nil {
			return err
		}
	}
	return nil
}

func changeRating(ctx context.Context, tx *Tx, key int64, r, before *match.Rating) error {
	saved, err := tx.ExecContext(ctx, saveRating, key, r.Family, r.Value, r.Deviation, r.Volatility,
		r.Games, r.Wins, r.Losses, r.Draws, r.Streak, millis(r.Updated), before.Games, before.Value, string(r.Pace))
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
