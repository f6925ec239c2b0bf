package theory

import (
	"context"
	"sync"
)

// Memory of the questions in a process, as they estimate it. The garbage collector needs room
// beside it.
const (
	// QuestionBytes bounds one question. Only one question at a time may use so much and others
	// wait for their turn, so that a proof does not depend on other questions.
	QuestionBytes = 48 << 20
	// shareBytes bounds the memory of a question without a turn, sharedBytes that of all such
	// questions.
	shareBytes, sharedBytes = 8 << 20, 24 << 20
	grantBytes              = 64 << 10
)

// Memory bounds the memory of concurrent questions.
type Memory struct {
	mu     sync.Mutex
	shared int           // bytes granted to questions that don't hold the turn
	turn   chan struct{} // full while a question holds it
}

// NewMemory returns the bounds for one process.
func NewMemory() *Memory { return &Memory{turn: make(chan struct{}, 1)} }

var process = NewMemory()

// budget is the memory and work of one question.
type budget struct {
	memory         *Memory
	mu             sync.Mutex
	taken, granted int
	most           int // peak of taken
	share          int // of sharedBytes, without a turn
	turn           bool
	worked, work   uint64 // 0 means unlimited work
}

type budgetKey struct{}
type firstKey struct{}

// First marks questions asked with the context as the bot's move. It may take all of sharedBytes
// without a turn: while waiting for another question's turn its two seconds would pass, and the
// move would be a guess.
func First(ctx context.Context) context.Context { return context.WithValue(ctx, firstKey{}, true) }

// Ask starts a question that may do this much work, in positions; 0 means any. Questions asked with
// the returned context are part of it. done releases its memory.
func Ask(ctx context.Context, work uint64) (within context.Context, done func()) {
	return process.Ask(ctx, work)
}

// Ask is Ask with these bounds.
func (m *Memory) Ask(ctx context.Context, work uint64) (within context.Context, done func()) {
	if ctx.Value(budgetKey{}) != nil {
		return ctx, func() {}
	}
	b := &budget{memory: m, work: work, share: shareBytes}
	if ctx.Value(firstKey{}) != nil {
		b.share = sharedBytes
	}
	return context.WithValue(ctx, budgetKey{}, b), b.giveBack
}

// Take counts bytes in use; negative ones are released. The error is ErrBudget, or ctx's if it ends
// before the question has its turn.
func Take(ctx context.Context, bytes int) error {
	if b, ok := ctx.Value(budgetKey{}).(*budget); ok {
		return b.take(ctx, bytes)
	}
	return nil
}

// Work counts visited positions. The error is ErrBudget.
func Work(ctx context.Context, positions uint64) error {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.worked += positions; b.work > 0 && b.worked > b.work {
		return ErrBudget
	}
	return nil
}

// Used returns the peak memory of a question and the positions it has visited.
func Used(ctx context.Context) (bytes int, positions uint64) {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return 0, 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.most, b.worked
}

func (b *budget) take(ctx context.Context, bytes int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken += bytes
	b.most = max(b.most, b.taken)
	switch {
	case b.taken <= b.granted:
		return nil
	case b.taken > QuestionBytes:
		return ErrBudget
	}
	more := (b.taken - b.granted + grantBytes - 1) / grantBytes * grantBytes
	if b.granted+more <= b.share && b.memory.grant(more) {
		b.granted += more
		return nil
	}
	select {
	case b.memory.turn <- struct{}{}:
		b.memory.grant(-b.granted)
		b.turn, b.granted = true, QuestionBytes
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// grant reports whether questions without a turn may have this many more bytes.
func (m *Memory) grant(bytes int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shared+bytes > sharedBytes {
		return false
	}
	m.shared += bytes
	return true
}

func (b *budget) giveBack() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn {
		<-b.memory.turn
	} else {
		b.memory.grant(-b.granted)
	}
	b.turn, b.granted, b.taken = false, 0, 0
}
