package match

import (
	"context"
	"time"
)

// A Lease gives work that only one process should do, such as a shard of Discord's gateway, to one
// process for a time.
type Lease struct {
	Name    string
	Holder  string    // the process; unique for each start
	Until   time.Time // after this time others may take it
	Serving bool      // the holder already does the work, rather than preparing for it
	Session Session   // the next holder resumes it
}

// A Session is a session of Discord's gateway, which any process with the bot's token can resume. The
// zero Session is none.
type Session struct {
	ID  string
	URL string
	Seq int64 // number of the last event, from 1; Discord sends later ones again
}

// Leases are held by one process at a time.
type Leases interface {
	// TakeLease gives a lease to a holder if it is free, expired, or already the holder's. It
	// returns the lease, with the session left in it, and whether the holder has it now.
	TakeLease(ctx context.Context, name, holder string, until, now time.Time) (l Lease, taken bool, err error)

	// KeepLease stores a lease if l.Holder has it, and reports whether it does.
	KeepLease(ctx context.Context, l Lease) (kept bool, err error)

	// Lease returns the lease with a name, which may have expired, or ErrNotFound.
	Lease(ctx context.Context, name string) (Lease, error)
}

// EndLease releases a lease if l.Holder has it. It leaves l.Session to the next holder.
func EndLease(ctx context.Context, s Leases, l Lease) error {
	l.Until, l.Serving = time.UnixMilli(0), false
	_, err := s.KeepLease(ctx, l)
	return err
}
