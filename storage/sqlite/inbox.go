package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nimatron/match"
)

const (
	noteRequest    = `INSERT INTO inbox (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING`
	requestIsNoted = `SELECT EXISTS (SELECT 1 FROM inbox WHERE id = ?)`
	forgetRequests = `DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE at < ? ORDER BY at LIMIT ?)`
)

// write runs f in one transaction, which is committed if f returns nil. Where a request
// has caused it, the transaction notes the request.
func (s *Store) write(ctx context.Context, f func(*sql.Tx) error) error {
	r := match.RequestOf(ctx)
	if r == nil || r.Noted() {
		return s.transact(ctx, f)
	}
	err := s.transact(ctx, func(tx *sql.Tx) error {
		result, err := tx.StmtContext(ctx, s.noteRequest).ExecContext(ctx, r.ID, millis(time.Now()))
		if err := changed(result, err, match.ErrDone); err != nil {
			return err
		}
		return f(tx)
	})
	if err == nil {
		r.Note()
	}
	return err
}

// Done is that of match.Inbox.
func (s *Store) Done(ctx context.Context, request string) (done bool, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, requestIsNoted, request).Scan(&done)
	})
	if err != nil {
		err = fmt.Errorf("look for request %s: %w", request, err)
	}
	return done, err
}

// ForgetRequests is that of match.Inbox.
func (s *Store) ForgetRequests(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		n, err = affected(tx.ExecContext(ctx, forgetRequests, millis(before), bound(limit)))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget requests: %w", err)
	}
	return n, nil
}
