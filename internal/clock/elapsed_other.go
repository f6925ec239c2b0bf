//go:build !linux

package clock

import "time"

// sinceStart returns the time since it was called, without that during which the
// computer sleeps.
func sinceStart() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
