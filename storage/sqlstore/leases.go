package sqlstore

import (
	"context"
	"fmt"
	"time"

	"nimatron/match"
)

var leaseColumns = columns[match.Lease]{
	{"name", func(l *match.Lease) any { return &l.Name }},
	{"holder", func(l *match.Lease) any { return &l.Holder }},
	{"until", func(l *match.Lease) any { return (*timeColumn)(&l.Until) }},
	{"serving", func(l *match.Lease) any { return &l.Serving }},
}

var (
	// One that ends further ahead than any is taken for is free: the clock was set back.
	takeLease = `INSERT INTO leases (name, holder, until, serving) VALUES ($1, $2, $3, $4)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, serving = excluded.serving
		WHERE leases.holder = excluded.holder OR leases.until <= $5 OR leases.until > $5 + 3600000`
	readLease = `SELECT ` + leaseColumns.names() + ` FROM leases WHERE name = $1`
	endLease  = `DELETE FROM leases WHERE name = $1 AND holder = $2`
)

// TakeLease is that of match.Leases.
func (s *Store) TakeLease(ctx context.Context, l match.Lease, now time.Time) (taken bool, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		result, err := tx.ExecContext(ctx, takeLease, l.Name, l.Holder, millis(l.Until), l.Serving, millis(now))
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		taken = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("take lease %q: %w", l.Name, err)
	}
	return taken, nil
}

// Lease is that of match.Leases.
func (s *Store) Lease(ctx context.Context, name string) (l match.Lease, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		found, err := leaseColumns.query(ctx, tx, readLease, name)
		if err == nil && len(found) == 0 {
			return match.ErrNotFound
		}
		if err == nil {
			l = found[0]
		}
		return err
	})
	if err != nil {
		return match.Lease{}, fmt.Errorf("lease %q: %w", name, err)
	}
	return l, nil
}

// EndLease is that of match.Leases.
func (s *Store) EndLease(ctx context.Context, name, holder string) error {
	err := s.write(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.ExecContext(ctx, endLease, name, holder)
		return err
	})
	if err != nil {
		return fmt.Errorf("end lease %q: %w", name, err)
	}
	return nil
}
