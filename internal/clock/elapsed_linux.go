package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceStart returns the time since boot. Go's own monotonic clock stops while a computer sleeps.
func sinceStart() func() time.Duration {
	start := time.Now()
	return func() time.Duration {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
			return time.Since(start) // kernels before 2.6.39
		}
		return time.Duration(t.Nano())
	}
}
