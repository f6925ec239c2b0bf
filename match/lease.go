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
}

// Leases are held by one process at a time, for a time.
type Leases interface {
	// TakeLease stores a lease if it is free, its time is over, or it is its holder's
	// already. It returns whether it did.
	TakeLease(ctx context.Context, l Lease, now time.Time) (taken bool, err error)

	// Lease returns the lease of that name, whose time may be over, or ErrNotFound.
	Lease(ctx context.Context, name string) (Lease, error)

	// EndLease gives a lease back, if the holder has it: it is free then.
	EndLease(ctx context.Context, name, holder string) error
}
