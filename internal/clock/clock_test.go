package clock

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// The system clock jumps by hours; the clock shows the elapsed time.
func TestJumps(t *testing.T) {
	t.Parallel()
	passed, jump := 7*time.Hour, time.Duration(0)
	c := newClock(func() time.Time { return noon.Add(passed - 7*time.Hour + jump) }, func() time.Duration { return passed })
	var logged bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logged, nil))
	known := time.Duration(0)
	want := noon
	for _, jump = range []time.Duration{0, 5 * time.Hour, -3 * time.Hour, 0, -400 * 24 * time.Hour, 5 * time.Second, 0} {
		passed += 10 * time.Minute
		want = want.Add(10 * time.Minute)
		if got := c.Now(); !got.Equal(want) {
			t.Errorf("with the system's clock %v ahead it is %v, want %v", jump, got, want)
		}
		if got := c.Ahead(); got != jump {
			t.Errorf("the system's clock is ahead by %v, want %v", got, jump)
		}
		known = c.compare(log, known)
	}
	if n := strings.Count(logged.String(), "was set"); n != 5 {
		t.Errorf("%d jumps were told, want 5:\n%s", n, &logged)
	}
}

// The real clock runs as fast as Go's monotonic clock.
func TestRealClock(t *testing.T) {
	t.Parallel()
	c := New()
	began := time.Now()
	before := c.Now()
	for c.Now().Sub(before) < time.Millisecond && time.Since(began) < time.Minute {
	}
	passed, atMost := c.Now().Sub(before), time.Since(began)
	if passed < time.Millisecond || passed > atMost+time.Millisecond {
		t.Errorf("%v passed, at most %v did", passed, atMost)
	}
	if ahead := c.Ahead(); ahead.Abs() > tolerance {
		t.Errorf("the system's clock is %v ahead", ahead)
	}
}
