package clock

import (
	"context"
	"log/slog"
	"time"
)

// A Clock is safe for concurrent use. Its time never jumps.
type Clock struct {
	wall    func() time.Time
	elapsed func() time.Duration // monotonic; not affected by setting the system clock
	start   time.Time
}

// New returns a clock that starts at the system time.
func New() *Clock { return newClock(time.Now, sinceStart()) }

func newClock(wall func() time.Time, elapsed func() time.Duration) *Clock {
	gone := elapsed()
	return &Clock{wall: wall, elapsed: elapsed, start: wall().Round(0).Add(-gone)}
}

// Now returns the time.
func (c *Clock) Now() time.Time { return c.start.Add(c.elapsed()) }

// Ahead returns how far the system clock is ahead of this one, negative if it is behind.
func (c *Clock) Ahead() time.Duration { return c.wall().Round(0).Sub(c.Now()) }

// tolerance is the smallest jump of the system clock that is logged.
const tolerance = time.Minute

// Watch logs jumps of the system clock until ctx is done.
func (c *Clock) Watch(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(tolerance)
	defer ticker.Stop()
	known := time.Duration(0)
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		known = c.compare(log, known)
	}
}

// compare logs if the system clock's lead differs from known, and returns the lead last logged.
func (c *Clock) compare(log *slog.Logger, known time.Duration) time.Duration {
	ahead := c.Ahead()
	if (ahead - known).Abs() < tolerance {
		return known
	}
	log.Warn("the system's clock was set; deadlines go by the time that has really passed, until a restart", "ahead", ahead.Round(time.Second))
	return ahead
}
