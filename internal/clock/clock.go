package clock

import (
	"context"
	"log/slog"
	"time"
)

// A Clock tells a time that never jumps. It is safe for concurrent use.
type Clock struct {
	wall    func() time.Time     // the system's clock
	elapsed func() time.Duration // since some moment; it can't be set
	start   time.Time            // on the system's clock, when elapsed was 0
}

// New returns a clock that begins with the system's time.
func New() *Clock { return newClock(time.Now, sinceStart()) }

func newClock(wall func() time.Time, elapsed func() time.Duration) *Clock {
	gone := elapsed()
	return &Clock{wall: wall, elapsed: elapsed, start: wall().Round(0).Add(-gone)}
}

// Now returns the time.
func (c *Clock) Now() time.Time { return c.start.Add(c.elapsed()) }

// Ahead returns how far the system's clock is ahead of this one; below 0, how far it
// is behind.
func (c *Clock) Ahead() time.Duration { return c.wall().Round(0).Sub(c.Now()) }

// tolerance is how far the two may be apart without a word.
const tolerance = time.Minute

// Watch logs, until ctx is done, whenever the system's clock has been set.
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

// compare logs when the system's clock is otherwise ahead than known, and returns how
// far it is.
func (c *Clock) compare(log *slog.Logger, known time.Duration) time.Duration {
	ahead := c.Ahead()
	if (ahead - known).Abs() < tolerance {
		return known
	}
	log.Warn("the system's clock was set; deadlines go by the time that has really passed, until a restart", "ahead", ahead.Round(time.Second))
	return ahead
}
