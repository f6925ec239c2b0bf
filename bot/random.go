package bot

import (
	crypto "crypto/rand"
	"math/rand/v2"
	"strconv"
	"time"
)

// draws are random numbers. Each is drawn for a purpose, so that those of one purpose do not
// depend on who else draws at the moment. nil stands for the runtime's.
type draws func(purpose string) uint64

func (d draws) number(purpose string) uint64 {
	if d == nil {
		return rand.Uint64()
	}
	return d(purpose)
}

// below returns a time from 0 up to most, without that.
func (d draws) below(purpose string, most time.Duration) time.Duration {
	return time.Duration(d.number(purpose) % uint64(most))
}

// jitter returns a time from half of t up to t, so that what failed together does not come back
// together.
func (d draws) jitter(purpose string, t time.Duration) time.Duration {
	return t/2 + d.below(purpose, t/2+1)
}

// name returns a name that nobody else has.
func (d draws) name(purpose string) string {
	if d == nil {
		return crypto.Text()
	}
	return strconv.FormatUint(d(purpose), 36)
}
