package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

var (
	// A step that goes on leaves alone what only an end changes: SQLite would write the indexes
	// with those columns again, though they stay the same.
	goOn = step(`deadline = $5, remind = $6, abandon_at = $7, offer = $8,
		reminded = CASE WHEN remind IS NOT DISTINCT FROM $6 THEN reminded ELSE 0 END, hints_here = CASE WHEN $9 = 1 THEN 0 ELSE hints_here END`)
	finishMatch = step(`ended = $3, state = {finished}, winner = $5, termination = $6, called_off = $7,
		critical = CASE WHEN advised = 1 THEN 0 ELSE $8 END, uncounted = $9,
		deadline = NULL, remind = NULL, abandon_at = NULL, reminded = 0, offer = {nobody}`)
	takeMovesBack = spell(`
		DELETE FROM moves
		WHERE match_id = (SELECT id FROM matches WHERE id = $1 AND state = {playing})
			AND ply > (SELECT max(ply) FROM moves WHERE match_id = $1) - $2`)
	addHint = spell(`
		UPDATE matches SET left_hints = left_hints + CASE WHEN $1 = {left} THEN 1 ELSE 0 END, right_hints = right_hints + CASE WHEN $1 = {right} THEN 1 ELSE 0 END,
			hints_here = hints_here + 1
		WHERE id = $2 AND version = $3 AND state = {playing}`)
)

// step is the statement that brings match $1 from version $2 to the next one at the time $3,
// where side $4 has taken moves back, and sets what else changes. It returns how many moves
// the match has.
func step(set string) string {
	return spell(`
		UPDATE matches SET version = version + 1, updated = $3, ` + set + `,
			left_takebacks = left_takebacks + CASE WHEN $4 = {left} THEN 1 ELSE 0 END, right_takebacks = right_takebacks + CASE WHEN $4 = {right} THEN 1 ELSE 0 END
		WHERE id = $1 AND version = $2 AND state = {playing}
		RETURNING (SELECT coalesce(max(ply), 0) FROM moves WHERE match_id = matches.id)`)
}

// Append implements match.Matches.
func (s *Store) Append(ctx context.Context, id, version int64, c match.Change) (_ match.Appended, err error) {
	defer wrap(&err, "append to match %d", id)
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
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if c.Next != nil {
			if err := tx.lock(ctx, `{lock channel}`, c.Next.Channel); err != nil {
				return err
			}
		}
		ply, err := advance(ctx, tx, id, version, c)
		if err != nil {
			return err
		}
		if err := insertMoves(ctx, tx, id, ply, c.Moves); err != nil {
			return err
		}
		rated, next := id, int64(0)
		if a.Next != nil {
			if err := insertNewMatch(ctx, tx, a.Next); err != nil {
				return err
			}
			rated, next = a.Next.ID, a.Next.ID
		}
		if c.End != nil {
			if err := tellFollowers(ctx, tx, id, next, c.Now); err != nil {
				return err
			}
		}
		if c.Findings != nil {
			if err := saveFindings(ctx, tx, id, *c.Findings); err != nil {
				return err
			}
		}
		if err := changeRatings(ctx, tx, rated, c.Now, c.Ratings); err != nil {
			return err
		}
		if c.Notice != match.NoNotice {
			return addMatchNotice(ctx, tx, c.Notice, id, c.Now)
		}
		return nil
	})
	return a, err
}

// advance takes moves back and brings the match to its next version. It returns how
// many moves are left.
func advance(ctx context.Context, tx *Tx, id, version int64, c match.Change) (ply int, err error) {
	taken := int64(0)
	if c.Takeback > 0 {
		r, err := tx.ExecContext(ctx, takeMovesBack, id, c.Takeback)
		if err != nil {
			return 0, err
		}
		if taken, err = r.RowsAffected(); err != nil {
			return 0, err
		}
	}
	if c.Plays() {
		c.Offer = match.Nobody
	}
	statement, changed := goOn, []any{millis(c.Deadline), millis(c.Remind), millis(c.AbandonAt), c.Offer.Code(), c.Plays() || c.Takeback > 0}
	if c.End != nil {
		statement, changed = finishMatch, []any{c.End.Winner.Code(), string(c.End.Termination), c.CalledOff.Code(), c.Critical, c.Uncounted}
	}
	err = tx.QueryRowContext(ctx, statement, append([]any{id, version, millis(c.Now), c.TakebackBy.Code()}, changed...)...).Scan(&ply)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, match.ErrStale
	case err != nil:
		return 0, err
	case taken != int64(c.Takeback):
		return 0, fmt.Errorf("only %d of %d moves to take back", taken, c.Takeback)
	case c.End != nil && c.End.Winner != match.Nobody:
		_, err = tx.ExecContext(ctx, classesOfMatch, id)
		return ply, err
	}
	return ply, nil
}

// AddHint implements match.Matches.
func (s *Store) AddHint(ctx context.Context, id, version int64, to games.Side) (err error) {
	defer wrap(&err, "count a hint in match %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		r, err := tx.ExecContext(ctx, addHint, to.String(), id, version)
		return changed(r, err, match.ErrStale)
	})
}
