package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A ChallengeState says what has become of a challenge.
type ChallengeState string

// The states of a challenge. It leaves ChallengeOpen once and for all.
const (
	ChallengeOpen      ChallengeState = "open"
	ChallengeAccepted  ChallengeState = "accepted"
	ChallengeDeclined  ChallengeState = "declined"
	ChallengeCancelled ChallengeState = "cancelled"
	ChallengeExpired   ChallengeState = "expired"
)

// A Challenge is an offer to play.
type Challenge struct {
	ID         int64
	Channel    string
	Server     string // "" in direct messages and in the local chat
	Challenger Player
	Opponent   Player // zero: anyone may accept
	Variant    string
	Start      string        // the start in canonical notation
	Chosen     bool          // the challenger chose Start, it was not generated
	First      string        // as asked: "me", "opponent", "random" or "choose"
	Side       string        // as asked: "", "left", "right" or "random"
	Rated      bool          // counts for the ratings
	TurnTime   time.Duration // 0: no limit
	Created    time.Time
	Expires    time.Time // zero: never
	Closed     time.Time // zero while open
	State      ChallengeState
	Message    string // the front's handle of its message, "" when none
}

const selectChallenges = `
	SELECT c.id, c.channel, c.server, p.id, p.name, coalesce(o.id, ''), coalesce(o.name, ''),
		c.variant, c.start, c.chosen, c.first, c.side, c.rated, c.turn_time,
		c.created, c.expires, c.closed, c.state, c.message
	FROM challenges c
	JOIN players p ON p.key = c.challenger
	LEFT JOIN players o ON o.key = c.opponent`

const (
	openChallenge = selectChallenges + ` WHERE c.channel = ? AND c.state = 'open'`
	dueChallenges = selectChallenges + ` WHERE c.expires <= ? AND c.state = 'open' ORDER BY c.expires LIMIT ?`
)

// CreateChallenge stores a new, open challenge and returns it as stored. The
// error is [ErrChannelBusy] while a match is being played in the channel,
// [ErrChallengeOpen] while another challenge is open there.
func (s *Store) CreateChallenge(ctx context.Context, c Challenge) (Challenge, error) {
	c.State, c.Closed = ChallengeOpen, time.Time{}
	c.Created, c.Expires = moment(c.Created), moment(c.Expires)
	c.TurnTime = c.TurnTime.Truncate(time.Millisecond)
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		var busy bool
		err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM matches WHERE channel = ? AND state = 'playing')`,
			c.Channel).Scan(&busy)
		if err != nil {
			return err
		}
		if busy {
			return ErrChannelBusy
		}
		c.ID, err = insertChallenge(ctx, tx, c)
		return err
	})
	if err != nil {
		return Challenge{}, fmt.Errorf("create a challenge in channel %s: %w", c.Channel, err)
	}
	return c, nil
}

func insertChallenge(ctx context.Context, tx *sql.Tx, c Challenge) (id int64, err error) {
	challenger, err := savePlayer(ctx, tx, c.Challenger)
	if err != nil {
		return 0, err
	}
	var opponent sql.NullInt64
	if c.Opponent != (Player{}) {
		opponent.Valid = true
		if opponent.Int64, err = savePlayer(ctx, tx, c.Opponent); err != nil {
			return 0, err
		}
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO challenges (channel, server, challenger, opponent, variant, start, chosen,
			first, side, rated, turn_time, created, expires, state, message)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (channel) WHERE state = 'open' DO NOTHING
		RETURNING id`,
		c.Channel, c.Server, challenger, opponent, c.Variant, c.Start, c.Chosen,
		c.First, c.Side, c.Rated, c.TurnTime.Milliseconds(), toMillis(c.Created), toMillis(c.Expires), c.State, c.Message,
	).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrChallengeOpen
	}
	return id, err
}

// CloseChallenge ends an open challenge without a match. The error is [ErrStale]
// when it is no longer open.
func (s *Store) CloseChallenge(ctx context.Context, id int64, state ChallengeState, now time.Time) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		return closeChallenge(ctx, tx, id, state, now)
	})
	if err != nil {
		return fmt.Errorf("close challenge %d as %s: %w", id, state, err)
	}
	return nil
}

func closeChallenge(ctx context.Context, tx *sql.Tx, id int64, state ChallengeState, now time.Time) error {
	r, err := tx.ExecContext(ctx, `UPDATE challenges SET state = ?, closed = ? WHERE id = ? AND state = 'open'`,
		state, toMillis(now), id)
	return changed(r, err, ErrStale)
}

// AcceptChallenge closes an open challenge and starts its match, as
// [Store.CreateMatch] does: both happen or neither. The error is [ErrStale] when
// the challenge is no longer open, [ErrChannelBusy] while another match is being
// played in the channel.
func (s *Store) AcceptChallenge(ctx context.Context, id int64, m Match) (Match, error) {
	m = newMatch(m)
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := closeChallenge(ctx, tx, id, ChallengeAccepted, m.Created); err != nil {
			return err
		}
		return s.insertMatch(ctx, tx, &m)
	})
	if err != nil {
		return Match{}, fmt.Errorf("accept challenge %d: %w", id, err)
	}
	return m, nil
}

// OpenChallenge returns the open challenge in the channel, or [ErrNotFound].
func (s *Store) OpenChallenge(ctx context.Context, channel string) (Challenge, error) {
	var c Challenge
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		c, err = scanChallenge(tx.QueryRowContext(ctx, openChallenge, channel))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return Challenge{}, fmt.Errorf("open challenge in channel %s: %w", channel, err)
	}
	return c, nil
}

// ExpireChallenges closes the open challenges whose time is up, at most limit of
// them, those that have waited longest first, and returns them.
func (s *Store) ExpireChallenges(ctx context.Context, now time.Time, limit int) ([]Challenge, error) {
	var due []Challenge
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if due, err = queryChallenges(ctx, tx, dueChallenges, toMillis(now), limit); err != nil {
			return err
		}
		for i := range due {
			c := &due[i]
			if err := closeChallenge(ctx, tx, c.ID, ChallengeExpired, now); err != nil {
				return err
			}
			c.State, c.Closed = ChallengeExpired, moment(now)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("expire challenges: %w", err)
	}
	return due, nil
}

// SetChallengeMessage notes the handle of the message that shows the challenge.
func (s *Store) SetChallengeMessage(ctx context.Context, id int64, message string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE challenges SET message = ? WHERE id = ?`, message, id)
		return changed(r, err, ErrNotFound)
	})
	if err != nil {
		return fmt.Errorf("set the message of challenge %d: %w", id, err)
	}
	return nil
}

func queryChallenges(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]Challenge, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var cs []Challenge
	for rows.Next() {
		c, err := scanChallenge(rows)
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
	}
	return cs, rows.Err()
}

// scanChallenge reads a row of selectChallenges, from a *sql.Row or *sql.Rows.
func scanChallenge(row interface{ Scan(...any) error }) (Challenge, error) {
	var (
		c                        Challenge
		turnTime                 int64
		created, expires, closed sql.NullInt64
	)
	err := row.Scan(&c.ID, &c.Channel, &c.Server, &c.Challenger.ID, &c.Challenger.Name, &c.Opponent.ID, &c.Opponent.Name,
		&c.Variant, &c.Start, &c.Chosen, &c.First, &c.Side, &c.Rated, &turnTime,
		&created, &expires, &closed, &c.State, &c.Message)
	c.TurnTime = time.Duration(turnTime) * time.Millisecond
	c.Created, c.Expires, c.Closed = fromMillis(created), fromMillis(expires), fromMillis(closed)
	return c, err
}
