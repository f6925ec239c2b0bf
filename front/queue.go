package front

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
)

var (
	ErrFull     = errors.New("too much is waiting") // for work beyond the bounds
	ErrStopping = errors.New("the bot is stopping") // for work after Drain
)

// queues runs jobs: one after another within a key, and concurrently across keys. The number of
// jobs is bounded, so that no channel and no platform can fill the memory.
type queues struct {
	total, perKey int
	log           *slog.Logger

	mu      sync.Mutex
	jobs    int                 // waiting or running
	waiting map[string][]func() // has a key while that key's goroutine runs
	closed  bool
	empty   chan struct{} // closed after the last job of a closed queue
}

func newQueues(total, perKey int, log *slog.Logger) *queues {
	return &queues{
		total:   total,
		perKey:  perKey,
		log:     log,
		waiting: map[string][]func(){},
		empty:   make(chan struct{}),
	}
}

// add queues a job and returns at once. The error is ErrFull or ErrStopping.
func (q *queues) add(key string, job func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	queue, running := q.waiting[key]
	switch {
	case q.closed:
		return ErrStopping
	case q.jobs >= q.total || len(queue) >= q.perKey:
		return ErrFull
	}
	q.jobs++
	q.waiting[key] = append(queue, job)
	if !running {
		go q.run(key)
	}
	return nil
}

func (q *queues) run(key string) {
	for {
		job := q.next(key)
		if job == nil {
			return
		}
		Guard(q.log, "job", job)
		q.mu.Lock()
		q.jobs--
		q.mu.Unlock()
	}
}

// scatter runs the waiting jobs in parallel, ignoring their keys.
func (q *queues) scatter() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for key, jobs := range maps.Clone(q.waiting) {
		q.waiting[key] = nil
		for i, job := range jobs {
			own := fmt.Sprint(key, " ", i)
			q.waiting[own] = []func(){job}
			go q.run(own)
		}
	}
}

// next returns the first job of a key, or ends the key and returns nil.
func (q *queues) next(key string) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	queue := q.waiting[key]
	if len(queue) == 0 {
		delete(q.waiting, key)
		q.finish()
		return nil
	}
	job := queue[0]
	queue[0] = nil // for the garbage collector
	q.waiting[key] = queue[1:]
	return job
}

func (q *queues) busy(key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	_, busy := q.waiting[key]
	return busy
}

func (q *queues) depth() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs
}

// finish signals drain when nothing runs any more. q.mu must be held.
func (q *queues) finish() {
	if !q.closed || len(q.waiting) > 0 {
		return
	}
	select {
	case <-q.empty:
	default:
		close(q.empty)
	}
}

// drain takes no more jobs and waits for the others.
func (q *queues) drain(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	q.finish()
	q.mu.Unlock()
	select {
	case <-q.empty:
		return nil
	case <-ctx.Done():
		q.mu.Lock()
		defer q.mu.Unlock()
		return fmt.Errorf("%d jobs left undone: %w", q.jobs, ctx.Err())
	}
}
