package theory

import (
	"context"
	"math"
	"sync"
)

// Memory of the questions in a process, as they estimate it. The garbage collector needs room
// beside it.
const (
	// QuestionBytes bounds one question. Only one question at a time may use so much and others
	// wait for their turn, so that no verdict depends on other questions.
	QuestionBytes = 48 << 20
	// shareBytes bounds the memory of a question that does not hold the turn, sharedBytes that of all of
	// them.
	shareBytes, sharedBytes = 8 << 20, 24 << 20
	grantBytes              = 64 << 10
)

// Memory bounds the memory of concurrent questions.
type Memory struct {
	mu     sync.Mutex
	shared int           // bytes granted to questions that don't hold the turn
	turn   chan struct{} // holds one element while a question has the turn
}

// NewMemory returns the bounds for one process.
func NewMemory() *Memory { return &Memory{turn: make(chan struct{}, 1)} }

var process = NewMemory()

type budget struct {
	memory         *Memory
	mu             sync.Mutex
	taken, granted int
	most           int // peak of taken
	share          int // of sharedBytes, without a turn
	turn           bool
	whole          part
	kept           map[any]any
}

type part struct {
	of           *part  // nil for the whole question
	worked, work uint64 // work 0 means any amount
}

type budgetKey struct{}
type firstKey struct{}
type partKey struct{}

// First marks questions asked with the context as the bot's move, which should not wait. It may take
// all of sharedBytes without a turn.
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
	b := &budget{memory: m, whole: part{work: work}, share: shareBytes, kept: map[any]any{}}
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

// Part returns a context for a part of a question that may do this much of its work.
func Part(ctx context.Context, work uint64) context.Context {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return ctx
	}
	return context.WithValue(ctx, partKey{}, &part{of: b.part(ctx), work: max(work, 1)})
}

// Half is Part with half of the work that is left.
func Half(ctx context.Context) context.Context {
	left := Left(ctx)
	if left == math.MaxUint64 {
		return ctx
	}
	return Part(ctx, left/2)
}

// Left returns how much work is left, math.MaxUint64 if any is allowed.
func Left(ctx context.Context) uint64 {
	left := uint64(math.MaxUint64)
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return left
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for p := b.part(ctx); p != nil; p = p.of {
		if p.work > 0 {
			left = min(left, p.work-min(p.worked, p.work))
		}
	}
	return left
}

func (b *budget) part(ctx context.Context) *part {
	if p, ok := ctx.Value(partKey{}).(*part); ok {
		return p
	}
	return &b.whole
}

// Work counts positions whose options were looked at. The error is ErrBudget.
func Work(ctx context.Context, positions uint64) (err error) {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for p := b.part(ctx); p != nil; p = p.of {
		if p.worked += positions; p.work > 0 && p.worked > p.work {
			err = ErrBudget
		}
	}
	return err
}

// Kept returns what the searches of a question remember together, one value of each type. It is
// empty at first, so that no question depends on another. Outside of a question it is always new.
func Kept[T any](ctx context.Context, empty func() T) T {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return empty()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	kind := any((*T)(nil))
	if kept, ok := b.kept[kind].(T); ok {
		return kept
	}
	kept := empty()
	b.kept[kind] = kept
	return kept
}

// Used returns the peak memory of a question and the positions it has visited.
func Used(ctx context.Context) (bytes int, positions uint64) {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok {
		return 0, 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.most, b.whole.worked
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
	b.turn, b.granted, b.taken, b.kept = false, 0, 0, nil
}
