package theory

import (
	"context"
	"errors"
)

type visits struct{}

// WithVisits returns a context in which searches report from time to time how many more positions
// they have visited. told must be safe for concurrent use.
func WithVisits(ctx context.Context, told func(more uint64)) context.Context {
	return context.WithValue(ctx, visits{}, told)
}

// Visited reports visited positions to WithVisits.
func Visited(ctx context.Context, more uint64) {
	if told, ok := ctx.Value(visits{}).(func(uint64)); ok {
		told(more)
	}
}

const (
	// levelBytes is the memory for a level of recursion, with the stack's growth.
	levelBytes = 4 << 10
	// contextEvery is the number of visits between checks of the context. visitsEach of them take as
	// much work as a position of a board.
	contextEvery, visitsEach = 512, 4
	// owedBytes may be used before memory is counted.
	owedBytes = 4 << 10
)

// A Meter counts the positions and memory of a search, for its own bound and for its question.
type Meter struct {
	Nodes   int // bound on the positions
	Visited int
	Owed    int // bytes in use, not yet counted
	spent   bool
	look    int // Visited at the next check of the context
	deepest int
}

// Visit counts a position at this depth of recursion. The error is ErrBudget or ctx's.
func (m *Meter) Visit(ctx context.Context, depth int) error {
	if depth > m.deepest {
		m.deepest = depth
		m.Owed += levelBytes
	}
	if m.Visited++; m.Visited > m.Nodes {
		return m.Budget(ErrBudget)
	}
	err := m.Pay(ctx)
	if err == nil && m.Visited >= m.look {
		m.look = m.Visited + contextEvery
		Visited(ctx, contextEvery)
		if err = Work(ctx, contextEvery/visitsEach); err == nil {
			err = ctx.Err()
		}
	}
	return m.Budget(err)
}

// Pay adds Owed to the count once it is large enough for a call of Take.
func (m *Meter) Pay(ctx context.Context) error {
	if m.Owed < owedBytes {
		return nil
	}
	owed := m.Owed
	m.Owed = 0
	return m.Budget(Take(ctx, owed))
}

// Budget returns err. If that is ErrBudget, Spent reports it.
func (m *Meter) Budget(err error) error {
	m.spent = m.spent || errors.Is(err, ErrBudget)
	return err
}

// Spent reports whether the search ran out of its budget.
func (m *Meter) Spent() bool { return m.spent }
