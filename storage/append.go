package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A Change is one step of a match. Its parts happen in the order of the fields.
type Change struct {
	Takeback   int    // how many of the last moves are taken back
	TakebackBy string // for whom, "left" or "right"; "" exactly when Takeback is 0
	Moves      []Move // are made

	// Offer is who now asks to take moves back, "left" or "right". It is ignored
	// where moves are made or taken back and where the match ends; a Change of
	// nothing else with "" declines what was asked before.
	Offer string

	// The new times of the match, as in [Match]; ignored where it ends. Reminded
	// becomes false.
	Deadline, Remind, AbandonAt time.Time

	End     *Result        // nil: the match goes on
	Ratings []RatingChange // what the end changes; only with End

	// Next begins when this match has ended, as with CreateMatch; only with End. If
	// its Leg is 2, this match becomes the first of its pair.
	Next *Match

	Now time.Time
}

// A Result is how a match ended.
type Result struct {
	Winner      string // "left" or "right", "" when nobody won
	Termination string // how, such as "played" or "resigned": 1 to 32 characters
}

// Appended is what a [Change] has led to.
type Appended struct {
	Version int64  // of the match
	Next    *Match // as stored, nil where Change.Next is
}

const (
	advanceMatch = `
		UPDATE matches SET version = version + 1, updated = ?1, state = ?2, winner = ?3, termination = ?4, ended = ?5,
			deadline = ?6, remind = ?7, abandon_at = ?8, reminded = 0, offer = ?9,
			left_takebacks = left_takebacks + (?10 = 'left'), right_takebacks = right_takebacks + (?10 = 'right')
		WHERE id = ?11 AND version = ?12 AND state = 'playing'`
	addMove = `
		INSERT INTO moves (match_id, ply, actor, text, at)
		SELECT ?1, coalesce(max(ply), 0) + 1, ?2, ?3, ?4 FROM moves WHERE match_id = ?1`
	takeMovesBack = `
		DELETE FROM moves
		WHERE match_id = (SELECT id FROM matches WHERE id = ?1 AND state = 'playing')
			AND ply > (SELECT max(ply) FROM moves WHERE match_id = ?1) - ?2`
	addHint = `
		UPDATE matches SET left_hints = left_hints + (?1 = 'left'), right_hints = right_hints + (?1 = 'right')
		WHERE id = ?2 AND version = ?3 AND state = 'playing'`
)

// Append makes a change in a match: all of it or nothing. The error is [ErrStale]
// unless the match is being played, version is its version and the ratings are
// those that Ratings starts from; it is [ErrChannelBusy] when Next begins in
// another channel, where a match is being played.
func (s *Store) Append(ctx context.Context, matchID, version int64, c Change) (Appended, error) {
	a, err := s.appendChange(ctx, matchID, version, c)
	if err != nil {
		return Appended{}, fmt.Errorf("append to match %d: %w", matchID, err)
	}
	return a, nil
}

func (s *Store) appendChange(ctx context.Context, matchID, version int64, c Change) (Appended, error) {
	if err := c.check(); err != nil {
		return Appended{}, err
	}
	a := Appended{Version: version + 1}
	if c.Next != nil {
		next := newMatch(*c.Next)
		if next.Leg == 2 {
			next.Pair = matchID
		}
		a.Next = &next
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := s.advance(ctx, tx, matchID, version, c); err != nil {
			return err
		}
		if err := s.insertMoves(ctx, tx, matchID, c.Moves); err != nil {
			return err
		}
		for _, r := range c.Ratings {
			r.MatchID, r.At = matchID, c.Now
			if err := s.changeRating(ctx, tx, r); err != nil {
				return err
			}
		}
		if a.Next == nil {
			return nil
		}
		return s.insertMatch(ctx, tx, a.Next)
	})
	return a, err
}

// check returns an error if the change makes no sense in any match.
func (c *Change) check() error {
	switch {
	case c.Takeback < 0 || (c.Takeback > 0) != (c.TakebackBy != ""):
		return fmt.Errorf("%d moves taken back for %q", c.Takeback, c.TakebackBy)
	case c.TakebackBy != "" && c.TakebackBy != "left" && c.TakebackBy != "right":
		return fmt.Errorf("moves taken back for %q, which is no side", c.TakebackBy)
	case c.End == nil && (c.Next != nil || len(c.Ratings) > 0):
		return errors.New("another match or a rating, but no end")
	}
	return nil
}

// advance takes moves back and brings the match to its next version.
func (s *Store) advance(ctx context.Context, tx *sql.Tx, matchID, version int64, c Change) error {
	idle := len(c.Moves) == 0 && c.Takeback == 0 && c.End == nil
	if idle && c.Offer == "" {
		if err := wantOffer(ctx, tx, matchID); err != nil {
			return err
		}
	}
	taken := int64(0)
	if c.Takeback > 0 {
		r, err := tx.ExecContext(ctx, takeMovesBack, matchID, c.Takeback)
		if err != nil {
			return err
		}
		if taken, err = r.RowsAffected(); err != nil {
			return err
		}
	}
	if !idle {
		c.Offer = ""
	}
	state, result, ended := Playing, Result{}, time.Time{}
	if c.End != nil {
		state, result, ended = Finished, *c.End, c.Now
		c.Deadline, c.Remind, c.AbandonAt = time.Time{}, time.Time{}, time.Time{}
	}
	r, err := tx.StmtContext(ctx, s.advanceMatch).ExecContext(ctx,
		toMillis(c.Now), state, result.Winner, result.Termination, toMillis(ended),
		toMillis(c.Deadline), toMillis(c.Remind), toMillis(c.AbandonAt), c.Offer, c.TakebackBy, matchID, version)
	if err := changed(r, err, ErrStale); err != nil {
		return err
	}
	if taken != int64(c.Takeback) {
		return fmt.Errorf("only %d of %d moves to take back", taken, c.Takeback)
	}
	return nil
}

// wantOffer returns an error unless somebody waits for an answer in the match.
func wantOffer(ctx context.Context, tx *sql.Tx, matchID int64) error {
	var offer string
	err := tx.QueryRowContext(ctx, `SELECT offer FROM matches WHERE id = ?`, matchID).Scan(&offer)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrStale
	case err == nil && offer == "":
		return errors.New("nothing to change")
	}
	return err
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
