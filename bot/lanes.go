package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
)

var (
	errFull   = errors.New("too much is waiting")
	errClosed = errors.New("the bot is stopping")
)

// lanes runs jobs: those of one key one after another, in the order in which
// they came, and those of different keys side by side. How many may wait is
// bounded, so that neither a busy channel nor a busy Discord can fill the memory.
type lanes struct {
	total, perKey int
	log           *slog.Logger

	mu     sync.Mutex
	jobs   int                 // waiting or running
	queues map[string][]func() // what waits; a key is there while its goroutine runs
	closed bool
	empty  chan struct{} // closed when closed is set and nothing runs any more
}

func newLanes(total, perKey int, log *slog.Logger) *lanes {
	return &lanes{
		total:  total,
		perKey: perKey,
		log:    log,
		queues: map[string][]func(){},
		empty:  make(chan struct{}),
	}
}

// add queues a job and returns at once. The error is errFull or errClosed.
func (l *lanes) add(key string, job func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, running := l.queues[key]
	switch {
	case l.closed:
		return errClosed
	case l.jobs >= l.total || len(queue) >= l.perKey:
		return errFull
	}
	l.jobs++
	l.queues[key] = append(queue, job)
	if !running {
		go l.run(key)
	}
	return nil
}

// run does the jobs of a key until none is left.
func (l *lanes) run(key string) {
	for {
		job := l.next(key)
		if job == nil {
			return
		}
		guard(l.log, "job", job)
		l.mu.Lock()
		l.jobs--
		l.mu.Unlock()
	}
}

// next takes the first job of a key, or ends the lane and returns nil.
func (l *lanes) next(key string) func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue := l.queues[key]
	if len(queue) == 0 {
		delete(l.queues, key)
		l.finish()
		return nil
	}
	job := queue[0]
	queue[0] = nil // let what it holds go
	l.queues[key] = queue[1:]
	return job
}

// finish tells drain when nothing runs any more. l.mu must be held.
func (l *lanes) finish() {
	if !l.closed || len(l.queues) > 0 {
		return
	}
	select {
	case <-l.empty:
	default:
		close(l.empty)
	}
}

// drain takes no more jobs and waits for those that are there.
func (l *lanes) drain(ctx context.Context) error {
	l.mu.Lock()
	l.closed = true
	l.finish()
	l.mu.Unlock()
	select {
	case <-l.empty:
		return nil
	case <-ctx.Done():
		l.mu.Lock()
		defer l.mu.Unlock()
		return fmt.Errorf("%d jobs left undone: %w", l.jobs, ctx.Err())
	}
}

// guard runs f and keeps a panic of its from ending the process.
func guard(log *slog.Logger, what string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic", "in", what, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}
