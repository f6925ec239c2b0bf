package storage

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// A Result is how a match ended.
type Result struct {
	Winner      string // "left" or "right", "" when nobody won
	Termination string // how, such as "played" or "resigned": 1 to 32 characters
}

const (
	advanceMatch = `
		UPDATE matches SET version = version + 1, updated = ?, state = ?, winner = ?, termination = ?, ended = ?
		WHERE id = ? AND version = ? AND state = 'playing'`
	addMove = `
		INSERT INTO moves (match_id, ply, actor, text, at)
		SELECT ?1, coalesce(max(ply), 0) + 1, ?2, ?3, ?4 FROM moves WHERE match_id = ?1`
	addHint = `
		UPDATE matches SET left_hints = left_hints + (?1 = 'left'), right_hints = right_hints + (?1 = 'right')
		WHERE id = ?2 AND version = ?3 AND state = 'playing'`
)

// Append adds moves to a match and, unless end is nil, ends it, in one step. A
// match can also end without a move. The error is [ErrStale] unless the match is
// being played and version is its version; after it nothing has changed.
func (s *Store) Append(ctx context.Context, matchID, version int64, moves []Move, end *Result, now time.Time) (newVersion int64, err error) {
	if len(moves) == 0 && end == nil {
		return 0, fmt.Errorf("append to match %d: neither a move nor an end", matchID)
	}
	state, result, ended := Playing, Result{}, time.Time{}
	if end != nil {
		state, result, ended = Finished, *end, now
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.StmtContext(ctx, s.advanceMatch).ExecContext(ctx,
			toMillis(now), state, result.Winner, result.Termination, toMillis(ended), matchID, version)
		if err := changed(r, err, ErrStale); err != nil {
			return err
		}
		return s.insertMoves(ctx, tx, matchID, moves)
	})
	if err != nil {
		return 0, fmt.Errorf("append to match %d: %w", matchID, err)
	}
	return version + 1, nil
}

// insertMoves adds moves after those that the match has.
func (s *Store) insertMoves(ctx context.Context, tx *sql.Tx, matchID int64, moves []Move) error {
	add := tx.StmtContext(ctx, s.addMove)
	for _, m := range moves {
		if _, err := add.ExecContext(ctx, matchID, m.Actor, m.Text, toMillis(m.At)); err != nil {
			return err
		}
	}
	return nil
}

// AddHint counts a hint that was given to the side, "left" or "right". It leaves
// the version as it is, since the board has not changed. The error is [ErrStale]
// unless the match is being played and version is its version.
func (s *Store) AddHint(ctx context.Context, matchID, version int64, side string) error {
	if side != "left" && side != "right" {
		return fmt.Errorf("count a hint in match %d: %q is no side", matchID, side)
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, addHint, side, matchID, version)
		return changed(r, err, ErrStale)
	})
	if err != nil {
		return fmt.Errorf("count a hint in match %d: %w", matchID, err)
	}
	return nil
}
