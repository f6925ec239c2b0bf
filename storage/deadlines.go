package storage

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Abandoned is the termination of the matches that [Store.Abandon] ends.
const Abandoned = "abandoned"

const (
	overdueMatches = selectMatches + `
		WHERE m.deadline <= ? AND m.state = 'playing' ORDER BY m.deadline LIMIT ?`
	matchesToRemind = selectMatches + `
		WHERE m.remind <= ? AND m.reminded = 0 AND m.state = 'playing' ORDER BY m.remind LIMIT ?`
	matchesToAbandon = selectMatches + `
		WHERE m.abandon_at <= ? AND m.state = 'playing' ORDER BY m.abandon_at LIMIT ?`
)

// Overdue returns the matches whose deadline has passed, at most limit of them,
// those that are longest overdue first. They are ended with [Store.Append], which
// refuses if a move came in time after all.
func (s *Store) Overdue(ctx context.Context, now time.Time, limit int) ([]Match, error) {
	var due []Match
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		due, err = queryWholeMatches(ctx, tx, overdueMatches, toMillis(now), bound(limit))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("overdue matches: %w", err)
	}
	return due, nil
}

// DueReminders returns the matches in which it is time to remind who decides now,
// at most limit of them, those that have waited longest first, and marks them:
// each is returned once for each time that Remind was set.
func (s *Store) DueReminders(ctx context.Context, now time.Time, limit int) ([]Match, error) {
	var due []Match
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if due, err = queryWholeMatches(ctx, tx, matchesToRemind, toMillis(now), bound(limit)); err != nil {
			return err
		}
		for i := range due {
			if _, err := tx.ExecContext(ctx, `UPDATE matches SET reminded = 1 WHERE id = ?`, due[i].ID); err != nil {
				return err
			}
			due[i].Reminded = true
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("due reminders: %w", err)
	}
	return due, nil
}

// Abandon ends the matches whose AbandonAt has come, at most limit of them, those
// that have waited longest first, and returns them. Nobody wins them.
func (s *Store) Abandon(ctx context.Context, now time.Time, limit int) ([]Match, error) {
	var due []Match
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if due, err = queryWholeMatches(ctx, tx, matchesToAbandon, toMillis(now), bound(limit)); err != nil {
			return err
		}
		end := Change{End: &Result{Termination: Abandoned}, Now: now}
		for i := range due {
			m := &due[i]
			if err := s.advance(ctx, tx, m.ID, m.Version, end); err != nil {
				return err
			}
			m.State, m.Termination, m.Updated, m.Ended = Finished, Abandoned, now, now
			m.Version++
			*m = asStored(*m)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("abandon matches: %w", err)
	}
	return due, nil
}
