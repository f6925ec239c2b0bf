package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

var (
	advanceMatch = spell(`
		UPDATE matches SET version = version + 1, updated = ?1, state = ?2, winner = ?3, termination = ?4, ended = ?5,
			deadline = ?6, remind = ?7, abandon_at = ?8, reminded = 0, offer = ?9,
			left_takebacks = left_takebacks + (?10 = {left}), right_takebacks = right_takebacks + (?10 = {right})
		WHERE id = ?11 AND version = ?12 AND state = {playing}`)
	addMove = `
		INSERT INTO moves (match_id, ply, actor, text, at)
		SELECT ?1, coalesce(max(ply), 0) + 1, ?2, ?3, ?4 FROM moves WHERE match_id = ?1`
	takeMovesBack = spell(`
		DELETE FROM moves
		WHERE match_id = (SELECT id FROM matches WHERE id = ?1 AND state = {playing})
			AND ply > (SELECT max(ply) FROM moves WHERE match_id = ?1) - ?2`)
	addHint = spell(`
		UPDATE matches SET left_hints = left_hints + (?1 = {left}), right_hints = right_hints + (?1 = {right})
		WHERE id = ?2 AND version = ?3 AND state = {playing}`)
)

// Append is that of match.Matches.
func (s *Store) Append(ctx context.Context, id, version int64, c match.Change) (match.Appended, error) {
	a, err := s.appendChange(ctx, id, version, c)
	if err != nil {
		return match.Appended{}, fmt.Errorf("append to match %d: %w", id, err)
	}
	return a, nil
}

func (s *Store) appendChange(ctx context.Context, id, version int64, c match.Change) (match.Appended, error) {
	if err := c.Check(); err != nil {
		return match.Appended{}, err
	}
	a := match.Appended{Version: version + 1}
	if c.Next != nil {
		next := storage.NewMatch(*c.Next)
		if next.Leg == match.SecondLeg {
			next.Pair = id
		}
		a.Next = &next
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := s.advance(ctx, tx, id, version, c); err != nil {
			return err
		}
		if err := s.insertMoves(ctx, tx, id, c.Moves); err != nil {
			return err
		}
		for _, r := range c.Ratings {
			r.MatchID, r.At = id, c.Now
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

// advance takes moves back and brings the match to its next version.
func (s *Store) advance(ctx context.Context, tx *sql.Tx, id, version int64, c match.Change) error {
	taken := int64(0)
	if c.Takeback > 0 {
		r, err := tx.ExecContext(ctx, takeMovesBack, id, c.Takeback)
		if err != nil {
			return err
		}
		if taken, err = r.RowsAffected(); err != nil {
			return err
		}
	}
	if c.Plays() {
		c.Offer = match.Nobody
	}
	state, result, ended := match.Playing, match.Result{}, time.Time{}
	if c.End != nil {
		state, result, ended = match.Finished, *c.End, c.Now
		c.Deadline, c.Remind, c.AbandonAt = time.Time{}, time.Time{}, time.Time{}
	}
	r, err := tx.StmtContext(ctx, s.advanceMatch).ExecContext(ctx,
		millis(c.Now), string(state), result.Winner.Code(), string(result.Termination), millis(ended),
		millis(c.Deadline), millis(c.Remind), millis(c.AbandonAt), c.Offer.Code(), c.TakebackBy.Code(), id, version)
	if err := changed(r, err, match.ErrStale); err != nil {
		return err
	}
	if taken != int64(c.Takeback) {
		return fmt.Errorf("only %d of %d moves to take back", taken, c.Takeback)
	}
	return nil
}

// insertMoves adds moves after those that the match has.
func (s *Store) insertMoves(ctx context.Context, tx *sql.Tx, id int64, moves []match.Move) error {
	add := tx.StmtContext(ctx, s.addMove)
	for _, m := range moves {
		if _, err := add.ExecContext(ctx, id, m.Actor.String(), m.Text, millis(m.At)); err != nil {
			return err
		}
	}
	return nil
}

// AddHint is that of match.Matches.
func (s *Store) AddHint(ctx context.Context, id, version int64, to games.Side) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, addHint, to.String(), id, version)
		return changed(r, err, match.ErrStale)
	})
	if err != nil {
		return fmt.Errorf("count a hint in match %d: %w", id, err)
	}
	return nil
}
