package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

var (
	matchesToRemind = selectWhole + spell(`
		WHERE m.remind <= ? AND m.reminded = 0 AND m.state = {playing} ORDER BY m.remind LIMIT ?`)
	overdueMatches = selectWhole + spell(`
		WHERE m.deadline <= ? AND m.rated = 1 AND m.state = {playing} ORDER BY m.deadline LIMIT ?`)
	matchesToAbandon = selectWhole + spell(`
		WHERE m.abandon_at <= ? AND m.state = {playing} ORDER BY m.abandon_at LIMIT ?`)
)

// ExpireChallenges is that of match.Deadlines.
func (s *Store) ExpireChallenges(ctx context.Context, now time.Time, limit int) ([]match.Challenge, error) {
	var due []match.Challenge
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if due, err = challengeColumns.query(ctx, tx, dueChallenges, millis(now), bound(limit)); err != nil {
			return err
		}
		for i := range due {
			c := &due[i]
			if err := closeChallenge(ctx, tx, c.ID, match.ChallengeExpired, now); err != nil {
				return err
			}
			c.State, c.Closed = match.ChallengeExpired, storage.Moment(now)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("expire challenges: %w", err)
	}
	return due, nil
}

// DueReminders is that of match.Deadlines.
func (s *Store) DueReminders(ctx context.Context, now time.Time, limit int) ([]match.Match, error) {
	var due []match.Match
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if due, err = wholeColumns.query(ctx, tx, matchesToRemind, millis(now), bound(limit)); err != nil {
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

// Overdue is that of match.Deadlines.
func (s *Store) Overdue(ctx context.Context, now time.Time, limit int) ([]match.Match, error) {
	var due []match.Match
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		due, err = wholeColumns.query(ctx, tx, overdueMatches, millis(now), bound(limit))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("overdue matches: %w", err)
	}
	return due, nil
}

// Abandon is that of match.Deadlines.
func (s *Store) Abandon(ctx context.Context, now time.Time, limit int) ([]match.Match, error) {
	var due []match.Match
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if due, err = wholeColumns.query(ctx, tx, matchesToAbandon, millis(now), bound(limit)); err != nil {
			return err
		}
		end := match.Change{End: &match.Result{Termination: match.Abandoned}, Now: now}
		for i := range due {
			m := &due[i]
			if _, err := s.advance(ctx, tx, m.ID, m.Version, end); err != nil {
				return err
			}
			m.End(*end.End)
			m.Updated, m.Ended = now, now
			m.Version++
			*m = storage.AsStored(*m)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("abandon matches: %w", err)
	}
	return due, nil
}
