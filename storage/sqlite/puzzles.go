package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"nimatron/match"
)

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
)

// RecordPuzzle is that of match.Puzzles.
func (s *Store) RecordPuzzle(ctx context.Context, player match.Player, puzzle string, now time.Time, solved bool) error {
	solvedAt := time.Time{}
	if solved {
		solvedAt = now
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		key, err := savePlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, recordPuzzle, key, puzzle, millis(now), millis(solvedAt))
		return err
	})
	if err != nil {
		return fmt.Errorf("record a try at puzzle %s: %w", puzzle, err)
	}
	return nil
}

// PuzzleState is that of match.Puzzles.
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

// PuzzleStreak is that of match.Puzzles.
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
		for rows.Next() { // no further back than the streak goes
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
