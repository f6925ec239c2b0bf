package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nimatron/match"
)

const (
	// A puzzle that is solved or given up takes no more tries.
	recordPuzzle = `
		INSERT INTO puzzles (player, puzzle, kind, room, tries, tried, solved, gave_up, variant, family) VALUES ($1, $2, $6, $7, 1, $3, $4, $5, $8, $9)
		ON CONFLICT (player, puzzle) DO UPDATE SET tries = puzzles.tries + 1, tried = $3, solved = $4, gave_up = $5, variant = $8, family = $9,
			room = CASE WHEN puzzles.room = '' THEN $7 ELSE puzzles.room END
		WHERE puzzles.solved IS NULL AND puzzles.gave_up IS NULL
		RETURNING tries, room`
	triesNoted = `SELECT tries FROM puzzles WHERE player = $1 AND puzzle = $2`
	askPuzzle  = `
		INSERT INTO asked_puzzles (player, puzzle, channel, asked) VALUES ($1, $2, $3, $4)
		ON CONFLICT (player) DO UPDATE SET puzzle = $2, channel = $3, asked = $4`
	askedPuzzle = `
		SELECT a.puzzle, a.channel, a.asked FROM players p JOIN asked_puzzles a ON a.player = p.key WHERE p.id = $1`
	puzzleState = `
		SELECT z.tries, z.solved IS NOT NULL, z.gave_up IS NOT NULL FROM players p JOIN puzzles z ON z.player = p.key
		WHERE p.id = $1 AND z.puzzle = $2`
	closedDays = `
		SELECT z.puzzle, z.solved IS NOT NULL FROM players p CROSS JOIN puzzles z
		WHERE z.player = p.key AND p.id = $1 AND z.puzzle <= $2 AND (z.solved IS NOT NULL OR z.gave_up IS NOT NULL)
			AND z.kind = '` + string(match.DailyPuzzle) + `'
		ORDER BY z.puzzle DESC`
)

// puzzleRatingColumns are the columns of puzzle_ratings: there is one ladder, and no draw.
var puzzleRatingColumns = storedRatingColumns.without("family", "pace", "draws")

var newPuzzleRatingColumns = newRatingColumns.without("family", "pace", "draws")

var (
	puzzleRating = `
		SELECT ` + puzzleRatingColumns.from("r").names() + ` FROM players p JOIN puzzle_ratings r ON r.player = p.key
		WHERE p.id = $1`
	// The games are the same as in Before, or somebody was faster.
	savePuzzleRating = newPuzzleRatingColumns.save("puzzle_ratings", 1, `{1} = 0`, `puzzle_ratings.games = {1}`)
)

// RecordTry implements match.Puzzles.
func (s *Store) RecordTry(ctx context.Context, t match.Try) (tries int, rated bool, err error) {
	defer wrap(&err, "record a try at puzzle %s", t.Puzzle)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		rated = false
		key, err := savePlayer(ctx, tx, t.Player)
		if err != nil {
			return err
		}
		var room string
		var solvedAt, gaveUpAt time.Time
		switch {
		case t.Solved:
			solvedAt = t.At
		case t.GaveUp:
			gaveUpAt = t.At
		}
		err = tx.QueryRowContext(ctx, recordPuzzle, key, t.Puzzle.String(), millis(t.At), millis(solvedAt), millis(gaveUpAt), string(t.Puzzle.Kind), t.Room, t.Variant, t.Family).Scan(&tries, &room)
		if errors.Is(err, sql.ErrNoRows) {
			return tx.QueryRowContext(ctx, triesNoted, key, t.Puzzle.String()).Scan(&tries) // it was closed before
		}
		if err == nil && t.Puzzle.Kind == match.DailyPuzzle {
			_, err = tx.ExecContext(ctx, changePuzzlePost, room, t.Puzzle.Day)
		}
		if err == nil && t.Solved {
			_, err = tx.ExecContext(ctx, classesOfPlayer, t.Player.ID)
		}
		if err != nil || t.Rating == nil || tries > 1 {
			return err
		}
		rated = true
		rating := newRating{&t.Rating.After, key}
		r, err := tx.ExecContext(ctx, savePuzzleRating, append(newPuzzleRatingColumns.values(&rating), t.Rating.Before.Games)...)
		return changed(r, err, match.ErrStale)
	})
	return tries, rated, err
}

// AskPuzzle implements match.Puzzles.
func (s *Store) AskPuzzle(ctx context.Context, player match.Player, asked match.Asked) (err error) {
	defer wrap(&err, "ask puzzle %s", asked.Puzzle)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		key, err := savePlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, askPuzzle, key, asked.Puzzle.String(), asked.Channel, millis(asked.At))
		return err
	})
}

// AskedPuzzle implements match.Puzzles.
func (s *Store) AskedPuzzle(ctx context.Context, player string) (asked match.Asked, err error) {
	defer wrap(&err, "puzzle that player %s was asked", player)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		asked, err = scanAsked(tx.QueryRowContext(ctx, askedPuzzle, player))
		if errors.Is(err, sql.ErrNoRows) {
			return match.ErrNotFound
		}
		return err
	})
	return asked, err
}

// scanAsked reads a row of askedPuzzle.
func scanAsked(row *sql.Row) (a match.Asked, err error) {
	err = row.Scan((*puzzleColumn)(&a.Puzzle), &a.Channel, (*timeColumn)(&a.At))
	return a, err
}

// PuzzleRating implements match.Puzzles.
func (s *Store) PuzzleRating(ctx context.Context, player string) (r match.Rating, err error) {
	defer wrap(&err, "puzzle rating of player %s", player)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		r, err = readPuzzleRating(ctx, tx, player)
		return err
	})
	return r, err
}

// readPuzzleRating returns the zero Rating where there is none.
func readPuzzleRating(ctx context.Context, tx *Tx, player string) (match.Rating, error) {
	r, err := puzzleRatingColumns.scanRow(tx.QueryRowContext(ctx, puzzleRating, player))
	if errors.Is(err, sql.ErrNoRows) {
		return match.Rating{}, nil
	}
	r.Ladder = match.PuzzleLadder
	return r, err
}

// PuzzleState implements match.Puzzles.
func (s *Store) PuzzleState(ctx context.Context, playerID string, puzzle match.PuzzleID) (state match.PuzzleState, err error) {
	defer wrap(&err, "state of puzzle %s", puzzle)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		err := tx.QueryRowContext(ctx, puzzleState, playerID, puzzle.String()).Scan(&state.Tries, &state.Solved, &state.GaveUp)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return state, err
}

// PuzzleStreak implements match.Puzzles.
func (s *Store) PuzzleStreak(ctx context.Context, playerID, today string) (streak int, err error) {
	defer wrap(&err, "puzzle streak of player %s", playerID)
	day, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return 0, err
	}
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		streak, err = puzzleStreak(ctx, tx, playerID, day)
		return err
	})
	return streak, err
}

// puzzleStreak counts the days of a streak that ends today or the day before.
func puzzleStreak(ctx context.Context, tx *Tx, playerID string, day time.Time) (streak int, err error) {
	today := day.Format(time.DateOnly)
	rows, err := tx.QueryContext(ctx, closedDays, playerID, today)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() { // no further back than the streak goes
		var closed string
		var solved bool
		if err := rows.Scan(&closed, &solved); err != nil {
			return 0, err
		}
		if _, err := time.Parse(time.DateOnly, closed); err != nil {
			continue
		}
		if streak == 0 && closed != today {
			day = day.AddDate(0, 0, -1)
		}
		if !solved || closed != day.Format(time.DateOnly) {
			break
		}
		streak++
		day = day.AddDate(0, 0, -1)
	}
	return streak, rows.Err()
}
