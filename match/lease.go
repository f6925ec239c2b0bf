package match

import (
	"context"
	"time"
)

// A Lease says which of several processes does something that one is enough for, such as
// to hear a shard of Discord's gateway.
type Lease struct {
	Name   string
	Holder string    // the process; unique for each start
	Until  time.Time // when others may take it
	// Serving: the holder does what the lease is for, and not only prepares it.
	Serving bool
	Session Session // what whoever has the lease next goes on with
}

// A Session is one of Discord's gateway, which any process that has the bot's token may
// go on with. The zero Session is none.
type Session struct {
	ID  string
	URL string // where to resume it
	Seq int64  // number of the last event, from 1; those after it are sent again
}

// Leases are held by one process at a time, for a time.
type Leases interface {
	// TakeLease gives a lease to a holder, if it is free, its time is over, or it is the
	// holder's already. It returns it, with the session that was left there, and whether
	// it is the holder's now.
	TakeLease(ctx context.Context, name, holder string, until, now time.Time) (l Lease, taken bool, err error)

	// KeepLease stores a lease if l.Holder has it, and returns whether it has.
	KeepLease(ctx context.Context, l Lease) (kept bool, err error)

	// EndLease releases a lease, if l.Holder holds it. l.Session is left to the next holder.
	EndLease(ctx context.Context, l Lease) error

	// Lease returns the lease of that name, whose time may be over, or ErrNotFound.
	Lease(ctx context.Context, name string) (Lease, error)
}
