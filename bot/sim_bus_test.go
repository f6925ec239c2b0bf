package bot

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"
)

// bus serializes everything that simulated processes do outside of themselves: transactions, calls
// to Discord, frames of the gateway, pictures. When all goroutines wait, the scheduler releases
// exactly one operation, so the seed determines the order of events.
//
// The order in which goroutines arrive must not matter. So each operation has a label that is the
// same in each run, and the label determines its random numbers.
type bus struct {
	seed uint64

	mu      sync.Mutex
	arrived []*op // since the scheduler's last turn
	drawn   map[string]uint64
	came    chan struct{} // receives after an arrival

	waiting []*op // by due time, the next one last; only the scheduler uses it
	log     history
	stopped error // why the run ended early; nil if it hasn't
}

// op is an operation that waits on the bus.
type op struct {
	label string
	draw  uint64 // random bits that determine its fate
	due   time.Time
	do    func()        // for the scheduler's own operations; otherwise nil
	turn  chan struct{} // closed to release it; nil with do
	gone  bool          // its caller has given up; guarded by bus.mu
}

func newBus(seed uint64) *bus {
	return &bus{seed: seed, drawn: map[string]uint64{}, came: make(chan struct{}, 1), log: history{sum: fnvStart}}
}

// number draws the next random number for a purpose.
func (b *bus) number(purpose string) uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next(purpose)
}

// next is number with b.mu held.
func (b *bus) next(purpose string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	b.drawn[purpose]++
	return rand.New(rand.NewPCG(b.seed^h.Sum64(), b.drawn[purpose])).Uint64()
}

// random returns a source of random numbers for a purpose.
func (b *bus) random(purpose string) *rand.Rand {
	return rand.New(rand.NewPCG(b.number(purpose), 1))
}

// pass waits until the scheduler releases an operation, after a delay computed from a random
// number. It returns that number.
func (b *bus) pass(ctx context.Context, label string, delay func(draw uint64) time.Duration) (draw uint64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	o := &op{label: label, turn: make(chan struct{})}
	b.mu.Lock()
	o.draw = b.next(label)
	o.due = time.Now().Add(delay(o.draw))
	b.arrived = append(b.arrived, o)
	b.mu.Unlock()
	select {
	case b.came <- struct{}{}:
	default:
	}
	select {
	case <-o.turn:
		return o.draw, nil
	case <-ctx.Done():
		b.mu.Lock()
		defer b.mu.Unlock()
		o.gone = true
		return 0, ctx.Err()
	}
}

// at schedules an action.
func (b *bus) at(after time.Duration, label string, do func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.arrived = append(b.arrived, &op{label: label, due: time.Now().Add(after), do: do})
}

// run runs the simulation for a time.
func (b *bus) run(length time.Duration) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for end := time.Now().Add(length); b.stopped == nil; {
		synctest.Wait()
		b.sort()
		now := time.Now()
		if n := len(b.waiting); n > 0 && !b.waiting[n-1].due.After(now) {
			o := b.waiting[n-1]
			b.waiting = b.waiting[:n-1]
			b.free(o)
			continue
		}
		next := end
		if n := len(b.waiting); n > 0 && b.waiting[n-1].due.Before(end) {
			next = b.waiting[n-1].due
		}
		if !next.After(now) {
			return
		}
		timer.Reset(next.Sub(now))
		select {
		case <-b.came:
		case <-timer.C:
		}
	}
}

// sort sorts the arrived operations by due time.
func (b *bus) sort() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.arrived {
		i, _ := slices.BinarySearchFunc(b.waiting, o, func(a, o *op) int {
			if c := o.due.Compare(a.due); c != 0 {
				return c
			}
			return strings.Compare(o.label, a.label)
		})
		b.waiting = slices.Insert(b.waiting, i, o)
	}
	b.arrived = b.arrived[:0]
}

// free releases one operation.
func (b *bus) free(o *op) {
	b.mu.Lock()
	gone := o.gone
	b.mu.Unlock()
	switch {
	case gone:
	case o.do != nil:
		o.do()
	default:
		b.note("%s", o.label)
		close(o.turn)
	}
}

// note logs a line.
func (b *bus) note(format string, args ...any) { b.log.add(time.Now(), fmt.Sprintf(format, args...)) }

// history is the log of a run: a checksum of all lines, and the newest lines.
type history struct {
	mu    sync.Mutex
	sum   uint64
	lines int
	all   bool // keep old lines too
	kept  []string
}

const (
	fnvStart = 14695981039346656037
	fnvPrime = 1099511628211
	// newestLines is the number of log lines shown after a failure.
	newestLines = 150
)

func (h *history) add(at time.Time, line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	line = at.Format("15:04:05.000000 ") + line
	for i := range len(line) {
		h.sum = (h.sum ^ uint64(line[i])) * fnvPrime
	}
	h.lines++
	if h.kept = append(h.kept, line); !h.all && len(h.kept) > 2*newestLines {
		h.kept = slices.Clone(h.kept[newestLines:])
	}
}

// aside logs a line that the checksum leaves out.
func (h *history) aside(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, line)
}

// newest returns the newest lines.
func (h *history) newest() string {
	return strings.Join(h.kept[max(0, len(h.kept)-newestLines):], "\n")
}
