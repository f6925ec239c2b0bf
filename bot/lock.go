package bot

import "context"

// channelLock is a lock that may be held during a call to Discord. It is a channel, because a goroutine
// that waits for a mutex stops the clock of a testing/synctest bubble.
type channelLock chan struct{}

func newLock() channelLock { return make(channelLock, 1) }

func (l channelLock) Lock() { l <- struct{}{} }

func (l channelLock) Unlock() { <-l }

// lockContext locks, or returns the error of ctx.
func (l channelLock) lockContext(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
