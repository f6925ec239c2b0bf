package transport

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

var (
	// ErrRefusedHere means that calls like this one were forbidden just now.
	ErrRefusedHere = errors.New("this was refused by Discord several times and is not tried for now")
	errRefusals    = errors.New("too many calls were refused by Discord in the last ten minutes, and none is made for now")
)

// Buckets are the rate limits of calls that Discord counts together.
type Buckets struct {
	mu     sync.Mutex
	routes map[string]*bucket
	closed time.Time
}

// bucket is the limit of one route. It does not bind until Discord has named it.
type bucket struct {
	limit  int // calls between two resets; 0 if unknown
	left   int // calls left before resets
	resets time.Time
	flying int

	refused int
	shut    time.Time
}

const (
	maxBuckets = 1000
	// maxRefusedHere forbidden calls in a row shut a route.
	maxRefusedHere = 3
	shutFor        = 45 * time.Second
)

// NewBuckets returns limits that nothing is known of.
func NewBuckets() *Buckets { return &Buckets{routes: map[string]*bucket{}} }

// acquire reserves a call, which the caller releases, or returns how long to wait before the next
// try.
func (b *Buckets) acquire(route string) (wait time.Duration, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	k := b.routes[route]
	if k == nil {
		b.prune(now)
		k = &bucket{}
		b.routes[route] = k
	}
	switch {
	case now.Before(k.shut):
		return 0, ErrRefusedHere
	case now.Before(b.closed):
		return b.closed.Sub(now), nil
	case now.Before(k.resets) && k.left <= 0:
		return k.resets.Sub(now), nil
	case !now.Before(k.resets) && k.limit > 0 && k.flying >= k.limit:
		return 20 * time.Millisecond, nil
	}
	k.left--
	k.flying++
	return 0, nil
}

func (b *Buckets) closedFor() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Until(b.closed)
}

func (b *Buckets) release(route string, status int, h http.Header, limited *Refusal) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	k := b.routes[route]
	k.flying--
	after, errAfter := seconds(h.Get("X-RateLimit-Reset-After"))
	left, errLeft := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	limit, errLimit := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	if errAfter == nil && errLeft == nil && errLimit == nil {
		// Discord may not have counted the calls in flight.
		k.limit, k.left, k.resets = limit, left-k.flying, now.Add(after)
	}
	switch {
	case limited != nil && limited.global:
		b.closed = now.Add(limited.retryAfter)
	case limited != nil:
		k.left, k.resets = 0, now.Add(limited.retryAfter)
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		if k.refused++; k.refused >= maxRefusedHere {
			k.shut = now.Add(shutFor)
		}
	case status != 0:
		k.refused = 0
	}
}

func (b *Buckets) prune(now time.Time) {
	if len(b.routes) < maxBuckets {
		return
	}
	for route, k := range b.routes {
		if k.flying == 0 && now.After(k.resets) && now.After(k.shut) {
			delete(b.routes, route)
		}
	}
}

func seconds(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || s < 0 || s > 1e6 {
		return 0, strconv.ErrRange
	}
	return time.Duration(s * float64(time.Second)), nil
}

const (
	maxBurst = 8
	paceStep = time.Second / 38
)

func newPace() *rate.Limiter { return rate.NewLimiter(rate.Every(paceStep), maxBurst) }

// Discord bans an address after 10,000 refused calls in ten minutes. So the bot makes no call after
// maxRefusals of them, until some of the allowance is restored.
const (
	maxRefusals  = 1000
	refusalsSpan = 10 * time.Minute
)
