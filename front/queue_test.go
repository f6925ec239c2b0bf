package front

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/must"
)

var quiet = slog.New(slog.DiscardHandler)

func TestQueuesKeepTheOrderOfAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(1000, 1000, unlimited, quiet)
		var mu sync.Mutex
		got := map[string][]int{}
		for i := range 300 {
			key := fmt.Sprint(i % 3)
			must.OK(t, q.add(key, job{run: func(*running) {
				mu.Lock()
				defer mu.Unlock()
				got[key] = append(got[key], i)
			}}))
		}
		must.OK(t, q.drain(t.Context()))
		for key, list := range got {
			if len(list) != 100 || !slices.IsSorted(list) {
				t.Errorf("key %s ran %v", key, list)
			}
		}
	})
}

// What is done by the time that a drain is out of time is not called undone.
func TestDrainOfNothing(t *testing.T) {
	late, cancel := context.WithCancel(t.Context())
	cancel()
	for range 64 { // a select between two that are ready takes either
		must.OK(t, newQueues(10, 10, unlimited, quiet).drain(late))
	}
}

func TestQueuesDoNotStallEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(10, 10, unlimited, quiet)
		release, done := make(chan struct{}), make(chan struct{})
		q.add("slow", job{run: func(*running) { <-release }})
		q.add("quick", job{run: func(*running) { close(done) }})
		<-done
		close(release)
		must.OK(t, q.drain(t.Context()))
	})
}

func TestQueuesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(4, 2, unlimited, quiet)
		started, release := make(chan struct{}), make(chan struct{})
		block := func(*running) { started <- struct{}{}; <-release }
		must.OK(t, q.add("a", job{run: block}))
		<-started
		nothing := func(*running) {}
		for range 2 {
			must.OK(t, q.add("a", job{run: nothing}))
		}
		if err := q.add("a", job{run: nothing}); !errors.Is(err, ErrFull) {
			t.Errorf("a third waiting job of a key: %v, want ErrFull", err)
		}
		if err := q.add("b", job{run: block}); err != nil {
			t.Errorf("another key: %v", err)
		}
		<-started
		if err := q.add("c", job{run: nothing}); !errors.Is(err, ErrFull) {
			t.Errorf("a fifth job in total: %v, want ErrFull", err)
		}
		close(release)
		must.OK(t, q.drain(t.Context()))
		if err := q.add("a", job{run: nothing}); !errors.Is(err, ErrStopping) {
			t.Errorf("a job after the end: %v, want ErrStopping", err)
		}
		if len(q.keys) != 0 || q.jobs != 0 {
			t.Errorf("left over: %d queues, %d jobs", len(q.keys), q.jobs)
		}
	})
}

func TestQueuesHaveRoomAgainAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(1, 1, unlimited, quiet)
		for range 100 {
			done := make(chan struct{})
			must.OK(t, q.add("a", job{run: func(*running) { close(done) }}))
			<-done
			synctest.Wait()
		}
	})
}

func TestQueuesSurviveAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(10, 10, unlimited, quiet)
		done := make(chan struct{})
		q.add("a", job{run: func(*running) { panic("test") }})
		q.add("a", job{run: func(*running) { close(done) }})
		<-done
		must.OK(t, q.drain(t.Context()))
	})
}

func TestDrainIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(10, 10, unlimited, quiet)
		release := make(chan struct{})
		q.add("a", job{run: func(*running) { <-release }})
		q.add("a", job{run: func(*running) {}})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := q.drain(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's error", err)
		}
		q.scatter()
		synctest.Wait()
		if n := q.depth(); n != 1 {
			t.Errorf("%d jobs are left, and only the first hangs", n)
		}
		close(release)
		if err := q.drain(t.Context()); err != nil {
			t.Errorf("drained again: %v", err)
		}
	})
}

// A key goes on while a job that has passed it on still runs, and goroutines are used again.
func TestQueuesPassOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(10, 10, 1, quiet)
		q.maxIdle = 1
		free := func() (idle, places int) {
			q.mu.Lock()
			defer q.mu.Unlock()
			return len(q.idle), q.places
		}
		release, order := make(chan struct{}), make(chan int, 3)
		must.OK(t, q.add("a", job{run: func(r *running) { r.pass(); r.leave(); <-release; order <- 2 }}))
		must.OK(t, q.add("a", job{run: func(*running) { order <- 1 }}))
		synctest.Wait()
		if idle, places := free(); q.depth() != 0 || idle != 1 || places != 1 {
			t.Errorf("%d jobs are left, %d goroutines wait, %d places are free", q.depth(), idle, places)
		}
		must.OK(t, q.add("a", job{run: func(*running) { order <- 3 }}))
		synctest.Wait()
		close(release)
		synctest.Wait()
		idle, _ := free()
		if got := []int{<-order, <-order, <-order}; !slices.Equal(got, []int{1, 3, 2}) || idle != 1 {
			t.Errorf("they ran as %v, %d goroutines wait", got, idle)
		}
		time.Sleep(idleTime)
		synctest.Wait()
		if idle, _ := free(); idle != 0 {
			t.Error("a goroutine waits for ever")
		}
		must.OK(t, q.add("a", job{run: func(*running) {}}))
		synctest.Wait()
		must.OK(t, q.drain(t.Context()))
	})
}
