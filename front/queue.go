package front

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"sync"
	"time"
)

var (
	ErrFull     = errors.New("too much is waiting") // for work beyond the bounds
	ErrStopping = errors.New("the bot is stopping") // for work after Drain
)

// queues runs jobs: one after another within a key, and a limited number across keys. Within a key a job goes
// before jobs of much higher rank: two players whose ranks are about the same keep the order of their moves. The number of jobs is bounded, so that no channel and no platform can fill the
// memory. If there is no room, a job takes the place of one with a higher rank.
type queues struct {
	total, perKey int
	log           *slog.Logger

	mu      sync.Mutex
	jobs    int
	added   int
	places  int // free places for jobs that work
	kept    int // places that only jobs of low rank, up to keptRank, may take
	keys    map[string]*queue
	ready   []string // keys with a waiting job of which none runs
	closed  bool
	empty   chan struct{} // closed after the last job once draining
	idle    []chan *running
	maxIdle int
	end     <-chan struct{} // ends those that are idle; nil for never
}

type queue struct {
	waiting []job
	running bool
}

// job is work that waits in a queue. Zero values of by, rank and displaced are for jobs that are all alike.
type job struct {
	run       func(*running)
	by        string
	rank      func() int // how much the person asks for at present; lower ranks go first
	displaced func()     // called without locks if the job will not run; nil for a job that keeps its place
	number    int
}

// running is a job that runs.
type running struct {
	queues       *queues
	key          string
	queue        *queue
	job          job
	left, passed bool
}

const keptRank = 6

const unlimited = math.MaxInt32

func newQueues(total, perKey, places int, log *slog.Logger) *queues {
	return &queues{total: total, perKey: perKey, places: places, log: log, keys: map[string]*queue{}, empty: make(chan struct{})}
}

func (q *queues) add(key string, j job) error {
	displaced, err := q.insert(key, j)
	if displaced != nil {
		displaced()
	}
	return err
}

// insert is add. It returns the call that tells a displaced job.
func (q *queues) insert(key string, j job) (displaced func(), err error) {
	if j.rank == nil {
		j.rank = func() int { return 0 }
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil, ErrStopping
	}
	var waiting []job
	if k := q.keys[key]; k != nil {
		waiting = k.waiting
	}
	if crowded := len(waiting) >= q.perKey; crowded || q.jobs >= q.total {
		from := []string{key}
		if !crowded {
			from = slices.Collect(maps.Keys(q.keys))
		}
		if displaced = q.displace(from, j.rank()); displaced == nil {
			return nil, ErrFull
		}
	}
	q.added++
	j.number = q.added
	q.push(key, j)
	q.dispatch()
	return displaced, nil
}

func (q *queues) push(key string, j job) {
	k := q.keys[key]
	if k == nil {
		k = &queue{}
		q.keys[key] = k
	}
	if len(k.waiting) == 0 && !k.running {
		q.ready = append(q.ready, key)
	}
	rank, at := j.rank(), len(k.waiting)
	for at > 0 && k.waiting[at-1].by != j.by && k.waiting[at-1].rank() > 2*rank+margin {
		at--
	}
	k.waiting = slices.Insert(k.waiting, at, j)
	q.jobs++
}

// margin is the difference in rank that lets a person who asks for nearly nothing go first.
const margin = 3

// displace removes the waiting job of the highest rank from keys, the last of several, if its rank is higher
// than rank. Otherwise it returns nil. q.mu must be held.
func (q *queues) displace(keys []string, rank int) func() {
	worst, from, at := job{}, "", 0
	for _, key := range keys {
		k := q.keys[key]
		if k == nil {
			continue
		}
		for i, j := range k.waiting {
			if r := j.rank(); j.displaced != nil && (r > rank || r == rank && worst.number > 0 && j.number > worst.number) {
				worst, from, at, rank = j, key, i, r
			}
		}
	}
	if worst.number == 0 {
		return nil
	}
	k := q.keys[from]
	k.waiting = slices.Delete(k.waiting, at, at+1)
	q.jobs--
	if len(k.waiting) == 0 && !k.running {
		q.ready = slices.DeleteFunc(q.ready, func(other string) bool { return other == from })
		delete(q.keys, from)
	}
	return worst.displaced
}

func (q *queues) dispatch() {
	for q.places > 0 && len(q.ready) > 0 {
		first, lowest := 0, math.MaxInt
		for i, key := range q.ready {
			head := q.keys[key].waiting[0]
			if r := head.rank(); r < lowest || r == lowest && head.number < q.keys[q.ready[first]].waiting[0].number {
				first, lowest = i, r
			}
		}
		key := q.ready[first]
		k := q.keys[key]
		j := k.waiting[0]
		if lowest > keptRank && q.places <= q.kept {
			return
		}
		q.ready = slices.Delete(q.ready, first, first+1)
		k.waiting, k.running = slices.Delete(k.waiting, 0, 1), true
		q.places--
		q.start(&running{queues: q, key: key, queue: k, job: j})
	}
}

// idleTime is how long a goroutine that has run a job waits for another one.
const idleTime = 10 * time.Second

// start runs a job, in a goroutine that has run one before if there is any: its stack has grown to what a job needs.
// q.mu must be held.
func (q *queues) start(r *running) {
	if last := len(q.idle) - 1; last >= 0 {
		q.idle[last] <- r
		q.idle = q.idle[:last]
		return
	}
	go q.serve(r)
}

// serve runs a job and those that start gives it then.
func (q *queues) serve(r *running) {
	next, timer := make(chan *running, 1), time.NewTimer(idleTime)
	defer timer.Stop()
	for r != nil {
		Guard(q.log, "job", func() { r.job.run(r) })
		r.pass()
		if !q.await(next) {
			return
		}
		timer.Reset(idleTime)
		select {
		case r = <-next:
			continue
		case <-timer.C:
		case <-q.end:
		}
		if q.forget(next) {
			return
		}
		r = <-next
	}
}

func (q *queues) await(next chan *running) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.idle) >= q.maxIdle {
		return false
	}
	q.idle = append(q.idle, next)
	return true
}

func (q *queues) forget(next chan *running) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.idle, next)
	if at >= 0 {
		q.idle = slices.Delete(q.idle, at, at+1)
	}
	return at >= 0
}

// leave lets another key's job work. The next one of the job's own key waits on.
func (r *running) leave() {
	q := r.queues
	q.mu.Lock()
	defer q.mu.Unlock()
	if !r.left {
		r.left = true
		q.places++
		q.dispatch()
	}
}

// pass lets the next job of the key run, whether or not this one has ended.
func (r *running) pass() {
	q, k := r.queues, r.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if r.passed {
		return
	}
	r.passed = true
	if !r.left {
		r.left = true
		q.places++
	}
	q.jobs--
	if k.running = false; len(k.waiting) > 0 {
		q.ready = append(q.ready, r.key)
	} else {
		delete(q.keys, r.key)
		q.finish()
	}
	q.dispatch()
}

func (q *queues) scatter() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.places, q.kept = unlimited, 0
	for key, k := range maps.Clone(q.keys) {
		waiting := k.waiting
		if k.waiting = nil; !k.running {
			delete(q.keys, key)
		}
		q.jobs -= len(waiting)
		for _, j := range waiting {
			q.push(fmt.Sprint(key, " ", j.number), j)
		}
	}
	q.ready = slices.DeleteFunc(q.ready, func(key string) bool { return q.keys[key] == nil })
	q.dispatch()
}

func (q *queues) busy(key string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	_, busy := q.keys[key]
	return busy
}

func (q *queues) depth() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs
}

func (q *queues) finish() {
	if !q.closed || len(q.keys) > 0 {
		return
	}
	select {
	case <-q.empty:
	default:
		close(q.empty)
	}
}

func (q *queues) drain(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	q.finish()
	for _, next := range q.idle {
		next <- nil
	}
	q.idle = nil
	q.mu.Unlock()
	select {
	case <-q.empty:
		return nil
	case <-ctx.Done():
		q.mu.Lock()
		defer q.mu.Unlock()
		if len(q.keys) == 0 { // all is done, however late
			return nil
		}
		return fmt.Errorf("%d jobs left undone: %w", q.jobs, ctx.Err())
	}
}
