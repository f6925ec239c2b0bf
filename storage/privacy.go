package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// PersonalData is everything that is stored about a player.
type PersonalData struct {
	Player        Player
	Matches       []Match // newest first, with their moves
	Challenges    []Challenge
	Ratings       []Rating
	RatingChanges []RatingChange
	Servers       []string // where the player has finished a match
	Puzzles       []Puzzle
	More          bool // some list was cut at maxExport
}

// maxExport is how long a list of PersonalData can be. A person who plays a match
// every waking hour reaches it in ten years.
const maxExport = 50_000

var allMatchesOf = selectPast(matchesOf(`true`, `true`))

const (
	allChallengesOf = selectChallenges + `
		WHERE p.id = ?1 OR o.id = ?1 ORDER BY c.id DESC LIMIT ?2`
	allChangesOf = `
		SELECT c.match_id, c.family, ` + changeColumns + ` FROM rating_changes c
		WHERE c.player = (SELECT key FROM players WHERE id = ?1) ORDER BY c.match_id DESC, c.family LIMIT ?2`
	allServersOf = `
		SELECT server FROM server_players WHERE player = (SELECT key FROM players WHERE id = ?1)
		ORDER BY server LIMIT ?2`
	allPuzzlesOf = `
		SELECT puzzle, tries, tried, solved FROM puzzles WHERE player = (SELECT key FROM players WHERE id = ?1)
		ORDER BY puzzle DESC LIMIT ?2`
)

// Export returns everything that is stored about the player, or [ErrNotFound].
func (s *Store) Export(ctx context.Context, playerID string) (PersonalData, error) {
	d := PersonalData{Player: Player{ID: playerID}}
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		err = tx.QueryRowContext(ctx, `SELECT name FROM players WHERE id = ?`, playerID).Scan(&d.Player.Name)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return err
		}
		if d.Matches, err = queryWholeMatches(ctx, tx, allMatchesOf, playerID, olderThan(0), maxExport); err != nil {
			return err
		}
		if d.Challenges, err = queryChallenges(ctx, tx, allChallengesOf, playerID, maxExport); err != nil {
			return err
		}
		if d.Ratings, err = queryRatings(ctx, tx, playerID); err != nil {
			return err
		}
		if d.RatingChanges, err = queryChanges(ctx, tx, playerID); err != nil {
			return err
		}
		if d.Servers, err = queryStrings(ctx, tx, allServersOf, playerID, maxExport); err != nil {
			return err
		}
		d.Puzzles, err = queryPuzzles(ctx, tx, playerID)
		return err
	})
	if err != nil {
		return PersonalData{}, fmt.Errorf("export the data of player %s: %w", playerID, err)
	}
	d.More = max(len(d.Matches), len(d.Challenges), len(d.RatingChanges), len(d.Servers), len(d.Puzzles)) == maxExport
	return d, nil
}

func queryChanges(ctx context.Context, tx *sql.Tx, playerID string) ([]RatingChange, error) {
	rows, err := tx.QueryContext(ctx, allChangesOf, playerID, maxExport)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var changes []RatingChange
	for rows.Next() {
		c := RatingChange{Player: playerID}
		var at sql.NullInt64
		err := rows.Scan(&c.MatchID, &c.Rating.Family, &c.Before.Value, &c.Before.Deviation, &c.Before.Volatility,
			&c.Rating.Value, &c.Rating.Deviation, &c.Rating.Volatility, &c.Result, &at)
		if err != nil {
			return nil, err
		}
		c.Before.Family, c.At = c.Rating.Family, fromMillis(at)
		changes = append(changes, c)
	}
	return changes, rows.Err()
}

func queryPuzzles(ctx context.Context, tx *sql.Tx, playerID string) ([]Puzzle, error) {
	rows, err := tx.QueryContext(ctx, allPuzzlesOf, playerID, maxExport)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var puzzles []Puzzle
	for rows.Next() {
		var p Puzzle
		var tried, solved sql.NullInt64
		if err := rows.Scan(&p.Puzzle, &p.Tries, &tried, &solved); err != nil {
			return nil, err
		}
		p.Tried, p.Solved = fromMillis(tried), fromMillis(solved)
		puzzles = append(puzzles, p)
	}
	return puzzles, rows.Err()
}

const playsNow = `
	SELECT EXISTS (SELECT 1 FROM matches WHERE left_player = ?1 AND state = 'playing')
		OR EXISTS (SELECT 1 FROM matches WHERE right_player = ?1 AND state = 'playing')`

// Forget makes a player nobody. The ID and the name are replaced, the ratings, the
// puzzles and the counts are removed and the open challenges by or to the player
// are cancelled; the finished matches stay for the opponents, as those of a
// deleted player. Somebody who comes back with the same ID starts as a new player.
// The error is [ErrPlaying] while the player is in a match that is being played,
// [ErrNotFound] when there is no such player.
func (s *Store) Forget(ctx context.Context, playerID string, now time.Time) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		var key int64
		err := tx.StmtContext(ctx, s.playerKey).QueryRowContext(ctx, playerID).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return err
		}
		var plays bool
		if err := tx.QueryRowContext(ctx, playsNow, key).Scan(&plays); err != nil {
			return err
		}
		if plays {
			return ErrPlaying
		}
		return forget(ctx, tx, key, now)
	})
	if err != nil {
		return fmt.Errorf("forget player %s: %w", playerID, err)
	}
	return nil
}

func forget(ctx context.Context, tx *sql.Tx, key int64, now time.Time) error {
	for _, table := range []string{"ratings", "rating_changes", "tallies", "server_players", "puzzles"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE player = ?`, key); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE challenges SET state = ?1, closed = ?2 WHERE state = 'open' AND (challenger = ?3 OR opponent = ?3)`,
		ChallengeCancelled, toMillis(now), key)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE players SET id = ?, name = ? WHERE key = ?`,
		deletedPrefix+strconv.FormatInt(key, 10), deletedName, key)
	return err
}
