package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// A Puzzle is what a player has made of a puzzle.
type Puzzle struct {
	Puzzle string // its name; that of a daily puzzle is its day, such as "2025-03-14"
	Tries  int
	Tried  time.Time // when last
	Solved time.Time // zero: not yet
}

const (
	// A puzzle that is solved takes no more tries.
	recordPuzzle = `
		INSERT INTO puzzles (player, puzzle, tries, tried, solved) VALUES (?1, ?2, 1, ?3, ?4)
		ON CONFLICT (player, puzzle) DO UPDATE SET tries = tries + 1, tried = ?3, solved = ?4
		WHERE solved IS NULL`
	puzzleState = `
		SELECT z.tries, z.solved IS NOT NULL FROM players p JOIN puzzles z ON z.player = p.key
		WHERE p.id = ? AND z.puzzle = ?`
	solvedDays = `
		SELECT z.puzzle FROM players p CROSS JOIN puzzles z ON z.player = p.key
		WHERE p.id = ? AND z.puzzle <= ? AND z.solved IS NOT NULL
			AND z.puzzle GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
		ORDER BY z.puzzle DESC`
	newestMatch   = `SELECT max(id) FROM matches`
	finishedAfter = selectMatches + ` WHERE m.id >= ? AND m.state = 'finished' ORDER BY m.id LIMIT 1`
)

// RecordPuzzle notes that the player has tried a puzzle, and whether that solved
// it. Once it is solved nothing more is noted.
func (s *Store) RecordPuzzle(ctx context.Context, player Player, puzzle string, now time.Time, solved bool) error {
	solvedAt := time.Time{}
	if solved {
		solvedAt = now
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		key, err := savePlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, recordPuzzle, key, puzzle, toMillis(now), toMillis(solvedAt))
		return err
	})
	if err != nil {
		return fmt.Errorf("record a try at puzzle %s: %w", puzzle, err)
	}
	return nil
}

// PuzzleState returns how often the player has tried the puzzle and whether it is
// solved.
func (s *Store) PuzzleState(ctx context.Context, playerID, puzzle string) (tries int, solved bool, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, puzzleState, playerID, puzzle).Scan(&tries, &solved)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("state of puzzle %s: %w", puzzle, err)
	}
	return tries, solved, err
}

// PuzzleStreak returns on how many days in a row, up to today, the player has
// solved the daily puzzle. Today's may still be open: then they end yesterday.
func (s *Store) PuzzleStreak(ctx context.Context, playerID, today string) (int, error) {
	streak, err := s.puzzleStreak(ctx, playerID, today)
	if err != nil {
		return 0, fmt.Errorf("puzzle streak of player %s: %w", playerID, err)
	}
	return streak, nil
}

func (s *Store) puzzleStreak(ctx context.Context, playerID, today string) (streak int, err error) {
	day, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return 0, err
	}
	err = s.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, solvedDays, playerID, today)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var solved string
			if err := rows.Scan(&solved); err != nil {
				return err
			}
			if streak == 0 && solved != today {
				day = day.AddDate(0, 0, -1)
			}
			if solved != day.Format(time.DateOnly) {
				break
			}
			streak++
			day = day.AddDate(0, 0, -1)
		}
		return rows.Err()
	})
	return streak, err
}

// RandomFinished returns some finished matches, at most limit and each once. The
// seed says which: the same seed finds the same while no match is added.
func (s *Store) RandomFinished(ctx context.Context, seed uint64, limit int) ([]Match, error) {
	var sample []Match
	err := s.read(ctx, func(tx *sql.Tx) error {
		var newest sql.NullInt64
		if err := tx.QueryRowContext(ctx, newestMatch).Scan(&newest); err != nil || !newest.Valid {
			return err
		}
		random := rand.New(rand.NewPCG(seed, 0))
		seen := make(map[int64]bool)
		for tries := 4 * bound(limit); tries > 0 && len(sample) < limit; tries-- {
			ms, err := queryWholeMatches(ctx, tx, finishedAfter, 1+random.Int64N(newest.Int64))
			if err != nil {
				return err
			}
			for _, m := range ms {
				if !seen[m.ID] {
					seen[m.ID] = true
					sample = append(sample, m)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("random finished matches: %w", err)
	}
	return sample, nil
}
