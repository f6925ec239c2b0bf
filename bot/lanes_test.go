package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// wait ends the test unless c is closed, or gets an element, in time.
func wait[T any](t *testing.T, c <-chan T, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(10 * time.Second):
		t.Fatalf("waited in vain for %s", what)
	}
}

func TestLanesKeepTheOrderOfAKey(t *testing.T) {
	l := newLanes(1000, 1000, quiet)
	var mu sync.Mutex
	got := map[string][]int{}
	for i := range 300 {
		key := fmt.Sprint(i % 3)
		err := l.add(key, func() {
			mu.Lock()
			defer mu.Unlock()
			got[key] = append(got[key], i)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.drain(soon(t)); err != nil {
		t.Fatal(err)
	}
	for key, list := range got {
		if len(list) != 100 || !slices.IsSorted(list) {
			t.Errorf("key %s ran %v", key, list)
		}
	}
}

func TestLanesDoNotStallEachOther(t *testing.T) {
	l := newLanes(10, 10, quiet)
	release, done := make(chan struct{}), make(chan struct{})
	l.add("slow", func() { <-release })
	l.add("quick", func() { close(done) })
	wait(t, done, "the other lane")
	close(release)
	if err := l.drain(soon(t)); err != nil {
		t.Fatal(err)
	}
}

func TestLanesAreBounded(t *testing.T) {
	l := newLanes(4, 2, quiet)
	started, release := make(chan struct{}), make(chan struct{})
	block := func() { started <- struct{}{}; <-release }
	if err := l.add("a", block); err != nil {
		t.Fatal(err)
	}
	wait(t, started, "the first job")
	nothing := func() {}
	for range 2 {
		if err := l.add("a", nothing); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.add("a", nothing); !errors.Is(err, errFull) {
		t.Errorf("a third waiting job of a key: %v, want errFull", err)
	}
	if err := l.add("b", block); err != nil {
		t.Errorf("another key: %v", err)
	}
	wait(t, started, "the other key's job")
	if err := l.add("c", nothing); !errors.Is(err, errFull) {
		t.Errorf("a fifth job in total: %v, want errFull", err)
	}
	close(release)
	if err := l.drain(soon(t)); err != nil {
		t.Fatal(err)
	}
	if err := l.add("a", nothing); !errors.Is(err, errClosed) {
		t.Errorf("a job after the end: %v, want errClosed", err)
	}
	if len(l.queues) != 0 || l.jobs != 0 {
		t.Errorf("left over: %d queues, %d jobs", len(l.queues), l.jobs)
	}
}

func TestLanesHaveRoomAgainAfterwards(t *testing.T) {
	l := newLanes(1, 1, quiet)
	for range 100 {
		done := make(chan struct{})
		for l.add("a", func() { close(done) }) != nil {
			// The job before has ended, but its room may not be free yet.
			time.Sleep(time.Millisecond)
			if t.Context().Err() != nil {
				t.Fatal("no room")
			}
		}
		wait(t, done, "the job")
	}
}

func TestLanesSurviveAPanic(t *testing.T) {
	l := newLanes(10, 10, quiet)
	done := make(chan struct{})
	l.add("a", func() { panic("test") })
	l.add("a", func() { close(done) })
	wait(t, done, "the job after a panic")
	if err := l.drain(soon(t)); err != nil {
		t.Fatal(err)
	}
}

func TestDrainIsBounded(t *testing.T) {
	l := newLanes(10, 10, quiet)
	release := make(chan struct{})
	l.add("a", func() { <-release })
	l.add("a", func() {})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.drain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	close(release)
	if err := l.drain(soon(t)); err != nil {
		t.Errorf("drained again: %v", err)
	}
}
