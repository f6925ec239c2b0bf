package front

import (
	"context"
	"sync"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
)

// promises are requests that the front carries out later by itself, the last one of each person in each
// channel. They end with the process: each answer also has a button for the same.
type promises struct {
	queue *queues
	mu    sync.Mutex
	next  map[promiseKey]*time.Timer
}

type promiseKey struct{ by, channel string }

const (
	maxPromises = 4000
	// leastPromise is the least time until a promise is kept, if the clocks differ.
	leastPromise = 200 * time.Millisecond
)

// promise carries out then at its time. Its answer replaces the private answer at the place.
func (f *Front) promise(to Place, by commands.Request, then *view.Then) {
	place, ok := to.(Reviser)
	if !ok || then == nil {
		return
	}
	key := promiseKey{by.By.ID, by.Channel}
	f.promises.mu.Lock()
	defer f.promises.mu.Unlock()
	if before := f.promises.next[key]; before != nil {
		before.Stop()
		delete(f.promises.next, key)
	}
	if len(f.promises.next) >= maxPromises {
		return
	}
	if f.promises.next == nil {
		f.promises.next = map[promiseKey]*time.Timer{}
	}
	by.ID, by.People, by.Subject = "", nil, view.Subject{}
	by.Ask(then.Call)
	var timer *time.Timer
	timer = time.AfterFunc(max(time.Until(then.At), leastPromise), func() {
		f.promises.mu.Lock()
		latest := f.promises.next[key] == timer
		if latest {
			delete(f.promises.next, key)
		}
		f.promises.mu.Unlock()
		if latest {
			f.keep(place, to, by)
		}
	})
	f.promises.next[key] = timer
}

func (f *Front) keep(place Reviser, to Place, by commands.Request) {
	_ = f.promises.queue.add("of "+by.By.ID, job{run: func(*running) {
		ctx, cancel := context.WithTimeout(f.working, workTime)
		defer cancel()
		reply := f.service.Do(ctx, by)
		if reply.Outcome != view.OutcomeDone || ctx.Err() != nil {
			return
		}
		if err := place.Revise(ctx, Message{Text: reply.Message(), Card: reply.Card, Secret: true}); err != nil {
			f.log.Info("a private answer was not continued", "channel", by.Channel, "err", err)
			return
		}
		f.promise(to, by, reply.Then)
	}})
}
