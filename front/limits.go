package front

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/time/rate"

	"nimatron/commands/view"
	"nimatron/internal/recent"
)

// Limits bound the requests of one person and the processor time of questions. A zero field means
// a limit that nobody reaches by playing.
type Limits struct {
	Requests    Rate
	Completions Rate
	Questions   int
	People      int // the least number of people whose use is remembered
}

// Rate allows AtOnce events together and PerSecond more every second.
type Rate struct {
	AtOnce    int
	PerSecond float64
}

// orDefault sets the fields that are zero. At least one processor stays free of questions, so that
// they don't delay moves.
func (l Limits) orDefault() Limits {
	return Limits{
		Requests: cmp.Or(l.Requests, Rate{AtOnce: 40, PerSecond: 2}), Completions: cmp.Or(l.Completions, Rate{AtOnce: 60, PerSecond: 10}),
		Questions: cmp.Or(l.Questions, max(1, runtime.GOMAXPROCS(0)-1)), People: cmp.Or(l.People, 10_000),
	}
}

var (
	ErrTooFast = errors.New("rate limited") // a person exceeds Limits
	// ErrAsking is the error for a second costly question before the first is answered.
	ErrAsking = errors.New("the last question is not answered yet")
)

type limits struct {
	Limits
	slots chan struct{}

	mu     sync.Mutex
	people recent.Map[string, *person] // somebody who is forgotten starts with a full allowance
}

type person struct {
	requests, completions *rate.Limiter
	refused               atomic.Int32 // requests turned away since the person was quiet
	asking                atomic.Bool
}

func newLimits(l Limits) *limits {
	l = l.orDefault()
	return &limits{Limits: l, slots: make(chan struct{}, l.Questions), people: recent.Map[string, *person]{Most: l.People}}
}

func (l *limits) person(id string) *person {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, known := l.people.Get(id)
	if !known {
		p = &person{requests: l.Requests.limiter(), completions: l.Completions.limiter()}
		l.people.Put(id, p)
	}
	return p
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Limit(r.PerSecond), r.AtOnce) }

func (l *limits) work(ctx context.Context) (done func(), ok bool) {
	select {
	case l.slots <- struct{}{}:
		return func() { <-l.slots }, true
	case <-ctx.Done():
		return nil, false
	}
}

// used returns the number of requests that a person has lately made.
func (l *limits) used(p *person) int { return l.Requests.AtOnce - int(p.requests.Tokens()) }

// maxRefused is the number of refusals after which a flood gets no more answers.
const maxRefused = 3

// Rejection words an error of Submit, or of a request that was displaced. ok is false if the person has had
// enough of these answers.
func (f *Front) Rejection(by string, err error) (reply view.Reply, ok bool) {
	reply = BusyReply
	switch {
	case errors.Is(err, ErrAsking):
		return view.Reply{To: view.Private{}, Text: "I'm still working on your last question. Ask again when I've answered it."}, true
	case errors.Is(err, ErrTooFast):
		reply = view.Reply{To: view.Private{}, Text: fmt.Sprintf("That was too fast for me, so I did nothing. Wait a few seconds. I can take %g commands a second.", f.limits.Requests.PerSecond)}
	}
	return reply, f.limits.person(by).refused.Add(1) <= maxRefused
}
