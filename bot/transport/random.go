package transport

import (
	"math/rand/v2"
	"strconv"
	"time"
)

// Draws draws random numbers; nil means the runtime's generator. Each number has a purpose, so that
// one purpose's numbers do not depend on the others.
type Draws func(purpose string) uint64

func (d Draws) number(purpose string) uint64 {
	if d == nil {
		return rand.Uint64()
	}
	return d(purpose)
}

// below returns a time in [0, most).
func (d Draws) below(purpose string, most time.Duration) time.Duration {
	return time.Duration(d.number(purpose) % uint64(most))
}

// jitter returns a time in [t/2, t], so that calls that failed together do not return together.
func (d Draws) jitter(purpose string, t time.Duration) time.Duration {
	return t/2 + d.below(purpose, t/2+1)
}

// Name returns a name that is unlikely to be drawn again.
func (d Draws) Name(purpose string) string { return strconv.FormatUint(d.number(purpose), 36) }
