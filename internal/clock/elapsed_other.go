//go:build !linux

package clock

import "time"

// sinceStart returns the time since the call, without the time that the computer sleeps.
func sinceStart() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
