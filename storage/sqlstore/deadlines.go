package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
)

var (
	challengesToExpire = spell(`
		SELECT id, channel FROM challenges WHERE expires <= $1 AND state = {open} ORDER BY expires LIMIT $2`)
	matchesToRemind = spell(`
		SELECT id, channel FROM matches WHERE remind <= $1 AND reminded = 0 AND state = {playing} ORDER BY remind LIMIT $2`)
	overdueMatches = selectWhole + spell(`
		WHERE m.deadline <= $1 AND m.rated = 1 AND m.state = {playing} ORDER BY m.deadline LIMIT $2`)
	matchesToAbandon = spell(`
		SELECT id, channel, version FROM matches WHERE abandon_at <= $1 AND state = {playing} ORDER BY abandon_at LIMIT $2`)
)

// A due is a match or a challenge that something is due for.
type due struct {
	id      int64
	channel string
	version int64
}

var (
	dueColumns = columns[due]{
		{"id", func(d *due) any { return &d.id }},
		{"channel", func(d *due) any { return &d.channel }},
	}
	dueVersionColumns = append(dueColumns[:2:2], column[due]{"version", func(d *due) any { return &d.version }})
)

// ExpireChallenges implements match.Deadlines.
func (s *Store) ExpireChallenges(ctx context.Context, now time.Time, limit int) (n int, err error) {
	defer wrap(&err, "expire challenges")
	n, err = deal(ctx, s, dueColumns, challengesToExpire, millis(now), limit, func(ctx context.Context, tx *Tx, d due) error {
		if err := closeChallenge(ctx, tx, d.id, match.ChallengeExpired, now); err != nil {
			return err
		}
		return addNotice(ctx, tx, match.Notice{Channel: d.channel, Kind: match.ExpiredNotice, Challenge: d.id, Created: now})
	})
	return n, err
}

// Remind implements match.Deadlines.
func (s *Store) Remind(ctx context.Context, now time.Time, limit int) (n int, err error) {
	defer wrap(&err, "remind of turns")
	n, err = deal(ctx, s, dueColumns, matchesToRemind, millis(now), limit, func(ctx context.Context, tx *Tx, d due) error {
		if _, err := tx.ExecContext(ctx, `UPDATE matches SET reminded = 1 WHERE id = $1`, d.id); err != nil {
			return err
		}
		return addNotice(ctx, tx, match.Notice{Channel: d.channel, Kind: match.ReminderNotice, Match: d.id, Created: now})
	})
	return n, err
}

// Overdue implements match.Deadlines.
func (s *Store) Overdue(ctx context.Context, now time.Time, limit int) (due []match.Match, err error) {
	defer wrap(&err, "overdue matches")
	return list(ctx, s, wholeColumns, overdueMatches, millis(now), bound(limit))
}

// Abandon implements match.Deadlines.
func (s *Store) Abandon(ctx context.Context, now time.Time, limit int) (n int, err error) {
	defer wrap(&err, "abandon matches")
	end := match.Change{End: &match.Result{Termination: match.Abandoned}, Now: now}
	n, err = deal(ctx, s, dueVersionColumns, matchesToAbandon, millis(now), limit, func(ctx context.Context, tx *Tx, d due) error {
		if _, err := advance(ctx, tx, d.id, d.version, end); err != nil {
			return err
		}
		if err := tellFollowers(ctx, tx, d.id, 0, now); err != nil {
			return err
		}
		return addNotice(ctx, tx, match.Notice{Channel: d.channel, Kind: match.AbandonedNotice, Match: d.id, Created: now})
	})
	return n, err
}

// deal deals, in one transaction, with each of those that query finds for a moment, and
// returns how many they are. Mostly there are none, and then no writer waits.
func deal[T any](ctx context.Context, s *Store, c columns[T], query string, moment any, limit int, with func(context.Context, *Tx, T) error) (n int, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		found, err := c.query(ctx, tx, query, moment, bound(limit))
		n = len(found)
		return err
	})
	if err != nil || n == 0 {
		return 0, err
	}
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		found, err := c.query(ctx, tx, query+` {skip locked}`, moment, bound(limit))
		if err != nil {
			return err
		}
		for _, d := range found {
			if err := with(ctx, tx, d); err != nil {
				return err
			}
		}
		n = len(found)
		return nil
	})
	return n, err
}
