package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
)

var leaseColumns = fields[match.Lease](`
	name=Name holder=Holder until=Until serving=Serving session=Session.ID resume_url=Session.URL
	seq=Session.Seq`)

var (
	// A lease that ends further ahead than any lease lasts is free, because the clock was set back.
	takeLease = `INSERT INTO leases (name, holder, until, serving) VALUES ($1, $2, $3, 0)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, serving = 0
		WHERE leases.holder = excluded.holder OR leases.until <= $4 OR leases.until > $4 + 3600000
		RETURNING ` + leaseColumns.names()
	keepLease = `UPDATE leases SET until = $3, serving = $4, session = $5, resume_url = $6, seq = $7 WHERE name = $1 AND holder = $2`
	readLease = `SELECT ` + leaseColumns.names() + ` FROM leases WHERE name = $1`
)

func (s *Store) TakeLease(ctx context.Context, name, holder string, until, now time.Time) (l match.Lease, taken bool, err error) {
	err = s.update(ctx, func(tx *Tx) {
		l, taken = leaseColumns.first(tx, takeLease, name, holder, millis(until), millis(now))
	})
	return l, taken, err
}

func (s *Store) KeepLease(ctx context.Context, l match.Lease) (kept bool, err error) {
	err = s.update(ctx, func(tx *Tx) {
		kept = tx.exec(keepLease, l.Name, l.Holder, millis(l.Until), l.Serving, l.Session.ID, l.Session.URL, l.Session.Seq) > 0
	})
	return kept, err
}

func (s *Store) Lease(ctx context.Context, name string) (match.Lease, error) {
	return find(ctx, s, leaseColumns, readLease, name)
}
