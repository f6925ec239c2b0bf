package storage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Overall is the family that every rated match counts for. It is the one whose
// changes [Store.History] and [Store.BestWins] know.
const Overall = "overall"

// A Rating is how strong a player is in one family, and the results that say so.
type Rating struct {
	Family                       string
	Value, Deviation, Volatility float64
	Games                        int // rated results, each a match or a pair
	Wins, Losses, Draws          int // a pair can end 1-1
	Streak                       int // wins in a row; negative: losses in a row
	Updated                      time.Time
}

// A RatingChange is what a result did to one player's rating in one family. What
// is read back knows no more of Before and Rating than Family, Value, Deviation
// and Volatility.
type RatingChange struct {
	MatchID int64  // the match whose end it was
	Player  string // the ID
	Before  Rating // from which it was reckoned, zero Games for the first
	Rating  Rating // as it is after
	Result  float64
	At      time.Time
}

const ratingColumns = `r.family, r.value, r.deviation, r.volatility, r.games, r.wins, r.losses, r.draws, r.streak, r.updated`

const (
	ratingsOf = `
		SELECT ` + ratingColumns + ` FROM players p JOIN ratings r ON r.player = p.key
		WHERE p.id = ? ORDER BY r.family`
	playerKey = `SELECT key FROM players WHERE id = ?`
	// The games and the value are those of Before, or somebody was faster.
	saveRating = `
		INSERT INTO ratings (player, family, value, deviation, volatility, games, wins, losses, draws, streak, updated)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
		WHERE ?12 = 0 OR EXISTS (SELECT 1 FROM ratings WHERE player = ?1 AND family = ?2)
		ON CONFLICT (player, family) DO UPDATE SET value = ?3, deviation = ?4, volatility = ?5,
			games = ?6, wins = ?7, losses = ?8, draws = ?9, streak = ?10, updated = ?11
		WHERE games = ?12 AND value = ?13`
	noteChange = `
		INSERT INTO rating_changes (match_id, player, family, before_value, before_deviation, before_volatility,
			value, deviation, volatility, result, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

// Ratings returns the ratings of these players: by player, then by family. Who
// has none is not in it.
func (s *Store) Ratings(ctx context.Context, playerIDs ...string) (map[string]map[string]Rating, error) {
	ratings := make(map[string]map[string]Rating)
	err := s.read(ctx, func(tx *sql.Tx) error {
		for _, id := range playerIDs {
			of, err := queryRatings(ctx, tx, id)
			if err != nil {
				return err
			}
			for _, r := range of {
				if ratings[id] == nil {
					ratings[id] = make(map[string]Rating)
				}
				ratings[id][r.Family] = r
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	return ratings, nil
}

func queryRatings(ctx context.Context, tx *sql.Tx, playerID string) ([]Rating, error) {
	rows, err := tx.QueryContext(ctx, ratingsOf, playerID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ratings []Rating
	for rows.Next() {
		var r Rating
		var updated sql.NullInt64
		if err := rows.Scan(r.columns(&updated)...); err != nil {
			return nil, err
		}
		r.Updated = fromMillis(updated)
		ratings = append(ratings, r)
	}
	return ratings, rows.Err()
}

// columns returns where ratingColumns are to be read into.
func (r *Rating) columns(updated *sql.NullInt64) []any {
	return []any{&r.Family, &r.Value, &r.Deviation, &r.Volatility,
		&r.Games, &r.Wins, &r.Losses, &r.Draws, &r.Streak, updated}
}

// changeRating notes the change and the new rating. The error is ErrStale unless
// the rating is what the change starts from.
func (s *Store) changeRating(ctx context.Context, tx *sql.Tx, c RatingChange) error {
	key, err := s.noteChange(ctx, tx, c)
	if err != nil || key == 0 {
		return err
	}
	return s.saveRating(ctx, tx, key, c.Rating, c.Before)
}

// noteChange notes the change and returns the key of the player. It is 0 for a
// deleted player, who has neither ratings nor changes.
func (s *Store) noteChange(ctx context.Context, tx *sql.Tx, c RatingChange) (key int64, err error) {
	if (Player{ID: c.Player}).Deleted() {
		return 0, nil
	}
	err = tx.StmtContext(ctx, s.playerKey).QueryRowContext(ctx, c.Player).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("rating of player %s: %w", c.Player, ErrNotFound)
	}
	if err != nil {
		return 0, err
	}
	b, a := c.Before, c.Rating
	_, err = tx.StmtContext(ctx, s.noteChangeStmt).ExecContext(ctx, c.MatchID, key, a.Family,
		b.Value, b.Deviation, b.Volatility, a.Value, a.Deviation, a.Volatility, c.Result, toMillis(c.At))
	return key, err
}

func (s *Store) saveRating(ctx context.Context, tx *sql.Tx, key int64, r, before Rating) error {
	saved, err := tx.StmtContext(ctx, s.saveRatingStmt).ExecContext(ctx, key, r.Family, r.Value, r.Deviation, r.Volatility,
		r.Games, r.Wins, r.Losses, r.Draws, r.Streak, toMillis(r.Updated), before.Games, before.Value)
	return changed(saved, err, ErrStale)
}

// ReplaceRatings replaces all ratings and their changes by the changes that fill
// adds, in the order in which they happened; MatchID and At are to be set. The
// error is [ErrStale] if a change doesn't start from what the one before it has
// led to. It is one transaction: until it is over, readers see what was before
// and writers wait. Within fill the Store's reading methods may be called.
func (s *Store) ReplaceRatings(ctx context.Context, fill func(add func(RatingChange) error) error) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"rating_changes", "ratings"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
				return err
			}
		}
		last := make(map[ratingKey]Rating)
		err := fill(func(c RatingChange) error {
			key, err := s.noteChange(ctx, tx, c)
			if err != nil || key == 0 {
				return err
			}
			k := ratingKey{key, c.Rating.Family}
			if was := last[k]; was.Games != c.Before.Games || was.Games > 0 && was.Value != c.Before.Value {
				return fmt.Errorf("rating of player %s: %w", c.Player, ErrStale)
			}
			last[k] = c.Rating
			return nil
		})
		if err != nil {
			return err
		}
		for _, k := range slices.SortedFunc(maps.Keys(last), ratingKey.compare) {
			if err := s.saveRating(ctx, tx, k.player, last[k], Rating{}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("replace the ratings: %w", err)
	}
	return nil
}

// A ratingKey says whose rating in what.
type ratingKey struct {
	player int64
	family string
}

func (k ratingKey) compare(other ratingKey) int {
	return cmp.Or(cmp.Compare(k.player, other.player), cmp.Compare(k.family, other.family))
}
