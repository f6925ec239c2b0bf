package theory

import (
	"context"
	"sync"
)

// What the questions of a process take, as each reckons it where it takes it. Go's collector needs
// room beside that.
const (
	// QuestionBytes is the most for one question. Only one has so much at a time: the next one waits
	// for its turn, so that what is proved does not depend on who else asks.
	QuestionBytes = 48 << 20
	// shareBytes is what a question may take without a turn, out of sharedBytes for all of them.
	shareBytes, sharedBytes = 8 << 20, 24 << 20
	// grantBytes is granted at a time.
	grantBytes = 64 << 10
)

// Memory bounds what questions that run at once take together.
type Memory struct {
	mu     sync.Mutex
	shared int           // bytes granted to questions without a turn
	turn   chan struct{} // holds one while a question has its turn
}

// NewMemory returns the bounds for one process.
func NewMemory() *Memory { return &Memory{turn: make(chan struct{}, 1)} }

// process is shared by all who ask.
var process = NewMemory()

// budget is what one question has taken and what work is left to it, on all cores.
type budget struct {
	memory         *Memory
	mu             sync.Mutex
	taken, granted int
	most           int // that was taken at a time
	share          int // without a turn
	turn           bool
	worked, work   uint64 // 0 for any work
}

// budgetKey is the key of the budget in a context, firstKey that of First.
type budgetKey struct{}
type firstKey struct{}

// First marks what is asked with the context as the bot's move. It may take all of sharedBytes without
// a turn: behind another question's turn its two seconds would pass, and the move would be a guess.
func First(ctx context.Context) context.Context { return context.WithValue(ctx, firstKey{}, true) }

// Ask begins a question that may do so much work, in positions, or any if that is 0. What is
// asked with the context is a part of it. done gives back what was taken.
func Ask(ctx context.Context, work uint64) (within context.Context, done func()) {
	return process.Ask(ctx, work)
}

// Ask is the function Ask with other bounds than those of the process.
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

// Take counts bytes that a question takes; fewer than 0 are given back. The error is ErrBudget, or
// that of ctx if it ends before the question has its turn.
func Take(ctx context.Context, bytes int) error {
	if b, ok := ctx.Value(budgetKey{}).(*budget); ok {
		return b.take(ctx, bytes)
	}
	return nil
}

// Work counts positions that a question visits. The error is ErrBudget.
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

// Used returns how many bytes the question of a context has taken at most, and how many positions it
// has visited.
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

// grant reports whether questions without a turn may have so many bytes more.
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
