package front

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/time/rate"

	"nimatron/commands/view"
)

// Limits say how much one person may ask for, and how much of the processor questions may take.
// A zero field takes its value from [DefaultLimits].
type Limits struct {
	// Said is how much a person may say: commands, pressed buttons and messages.
	Requests Rate
	// Typed is how much a person may type that is completed.
	Completions Rate
	// Questions is how many costly questions are worked on at once.
	Questions int
	// People is of how many persons at least it is known what they have said last.
	People int
}

// Rate is how often something may happen: so often at once, and then so often a second.
type Rate struct {
	AtOnce    int
	PerSecond float64
}

// DefaultLimits are what Config.Limits leaves out. Nobody reaches them by playing. One
// processor at least stays free of questions, so that these delay nobody's move.
func DefaultLimits() Limits {
	return Limits{
		Requests:    Rate{AtOnce: 40, PerSecond: 2},
		Completions: Rate{AtOnce: 60, PerSecond: 10},
		Questions:   max(1, runtime.GOMAXPROCS(0)-1),
		People:      10_000,
	}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	return Limits{
		Requests: cmp.Or(l.Requests, d.Requests), Completions: cmp.Or(l.Completions, d.Completions),
		Questions: cmp.Or(l.Questions, d.Questions), People: cmp.Or(l.People, d.People),
	}
}

var (
	// ErrTooFast is the error for a person who has said too much lately.
	ErrTooFast = errors.New("somebody says too much")
	// ErrAsking is the error for a costly question of somebody whose last one is not
	// answered yet.
	ErrAsking = errors.New("the last question is not answered yet")
)

// limits keep to Limits.
type limits struct {
	Limits
	slots chan struct{} // a place for each question that is worked on

	mu     sync.Mutex
	asking map[string]bool // who waits for the answer to a costly question
	// The last People persons who said something are in recent, those before them in earlier.
	// Nobody else is remembered, so the table is bounded. A person who is forgotten may say as
	// much as a new one.
	recent, earlier map[string]*person
}

// person is what somebody may still say.
type person struct{ requests, completions *rate.Limiter }

func newLimits(l Limits) *limits {
	l = l.orDefault()
	return &limits{Limits: l, slots: make(chan struct{}, l.Questions), asking: map[string]bool{}, recent: map[string]*person{}}
}

// allowRequest reports whether a person may say something now, and counts it.
func (l *limits) allowRequest(id string) bool { return l.person(id).requests.Allow() }

// allowCompletion reports whether what a person types is to be completed, and counts it.
func (l *limits) allowCompletion(id string) bool { return l.person(id).completions.Allow() }

func (l *limits) person(id string) *person {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.recent[id]; p != nil {
		return p
	}
	p := l.earlier[id]
	if p == nil {
		p = &person{requests: l.Requests.limiter(), completions: l.Completions.limiter()}
	}
	if len(l.recent) >= l.People {
		l.recent, l.earlier = map[string]*person{}, l.recent
	}
	l.recent[id] = p
	return p
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Limit(r.PerSecond), r.AtOnce) }

// begin notes that a person asks a costly question, or returns false where the last one
// is not answered yet. The question ends with end.
func (l *limits) begin(id string) (end func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asking[id] {
		return nil, false
	}
	l.asking[id] = true
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.asking, id)
	}), true
}

// work waits until a costly question can be worked on, and returns what ends that; ok is
// false where ctx ends before.
func (l *limits) work(ctx context.Context) (done func(), ok bool) {
	select {
	case l.slots <- struct{}{}:
		return func() { <-l.slots }, true
	case <-ctx.Done():
		return nil, false
	}
}

// Excuse is the reply to what an error of Hear keeps from being done.
func (f *Front) RejectionReply(err error) view.Reply {
	switch {
	case errors.Is(err, ErrAsking):
		return view.Reply{To: view.Private{}, Text: "I'm still working on your last question: one at a time, please. Ask again when it is answered."}
	case errors.Is(err, ErrTooFast):
		return view.Reply{To: view.Private{}, Text: fmt.Sprintf("That is too much at once, so I did nothing. Wait a few seconds: %g commands a second are fine.", f.limits.Requests.PerSecond)}
	}
	return BusyReply
}
