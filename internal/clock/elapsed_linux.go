package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceStart returns the time since the system started. The one that Go counts stops
// while a computer sleeps.
func sinceStart() func() time.Duration {
	start := time.Now()
	return func() time.Duration {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
			return time.Since(start) // no kernel of this century
		}
		return time.Duration(t.Nano())
	}
}
