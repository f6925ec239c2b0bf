package sqlstore

import (
	"context"
	"errors"
	"time"

	"nimatron/match"
)

var (
	matchesToRemind = `
		SELECT id, channel, version FROM matches WHERE remind <= $1 AND reminded = 0 AND state = {playing} ORDER BY remind LIMIT $2`
	overdueMatches = selectWhole + `
		WHERE m.deadline <= $1 AND m.rated = 1 AND m.state = {playing} ORDER BY m.deadline LIMIT $2`
	matchesToAbandon = `
		SELECT id, channel, version FROM matches WHERE abandon_at <= $1 AND state = {playing} ORDER BY abandon_at LIMIT $2`
)

type due struct {
	ID      int64
	Channel string
	Version int64
}

var dueColumns = fields[due]("id=ID channel=Channel version=Version")

func (s *Store) Sweep(ctx context.Context, now time.Time, limit int) (swept match.Swept, err error) {
	var errs []error
	do := func(n *int, what func(ctx context.Context, now time.Time, limit int) (int, error)) {
		*n, err = what(ctx, now, limit)
		errs = append(errs, err)
	}
	do(&swept.Abandoned, s.abandon) // first: nobody is reminded of a match that is abandoned
	do(&swept.Reminded, s.remind)
	do(&swept.Votes, s.forgetVotes)
	do(&swept.Former, s.forgetFormer)
	do(&swept.Servers, s.forgetServers)
	return swept, errors.Join(errs...)
}

func (s *Store) remind(ctx context.Context, now time.Time, limit int) (int, error) {
	return forEachDue(ctx, s, dueColumns, matchesToRemind, millis(now), limit, func(tx *Tx, d due) {
		tx.exec(`UPDATE matches SET reminded = 1 WHERE id = $1`, d.ID)
		tx.notify(aboutMatch(match.ReminderNotice, d.Channel, d.ID, now))
	})
}

func (s *Store) Overdue(ctx context.Context, now time.Time, limit int) ([]match.Match, error) {
	return list(ctx, s, wholeColumns, overdueMatches, millis(now), bound(limit))
}

func (s *Store) abandon(ctx context.Context, now time.Time, limit int) (int, error) {
	end := match.Change{End: &match.Result{Termination: match.Abandoned}, Now: now}
	return forEachDue(ctx, s, dueColumns, matchesToAbandon, millis(now), limit, func(tx *Tx, d due) {
		tx.advance(d.ID, d.Version, end)
		tx.tell(ending{id: d.ID, Change: end})
		tx.notify(aboutMatch(match.AbandonedNotice, d.Channel, d.ID, now))
	})
}

// updateIf runs f in one transaction if the answer to a question is yes. Usually it is no, and a read
// waits for no writer.
func (s *Store) updateIf(ctx context.Context, question string, args []any, f func(*Tx)) error {
	yes := false
	if err := s.ask(ctx, func(tx *Tx) { yes = get[bool](tx, question, args...) }); err != nil || !yes {
		return err
	}
	return s.update(ctx, f)
}

// forEachDue calls f, in one transaction, with each due row of a query. The query has a time or a
// day as its first parameter. n is the number of rows.
func forEachDue[T any](ctx context.Context, s *Store, c columns[T], query string, at any, limit int, f func(*Tx, T)) (n int, err error) {
	err = s.updateIf(ctx, `SELECT EXISTS (`+query+`)`, []any{at, bound(limit)}, func(tx *Tx) {
		due := c.all(tx, query+` {skip locked}`, at, bound(limit))
		for _, d := range due {
			f(tx, d)
		}
		n = len(due)
	})
	return n, err
}
