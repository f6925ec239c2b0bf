package front

import (
	"context"
	"errors"
	"time"

	"nimatron/match"
)

// Intervals are the times between two rounds of a task in Run; 0 for the default.
type Intervals struct {
	Sweep   time.Duration
	Boards  time.Duration
	Notices time.Duration
	// Tournaments is 2 seconds by default.
	Tournaments time.Duration
	// Taken is how long a notice is leased, by default a minute. If the process is killed, the
	// notice is sent again after that, with the same nonce.
	Taken time.Duration
}

// Run does the work without requests until ctx is done: deadlines, notices, tournaments and
// outdated messages.
func (f *Front) Run(ctx context.Context) {
	tasks := []struct {
		name  string
		every time.Duration
		do    func(context.Context)
		last  time.Time
	}{
		{name: "sweep", every: f.intervals.Sweep, do: f.sweep},
		{name: "boards", every: f.intervals.Boards, do: f.messages.updateLagging},
		{name: "tournaments", every: f.intervals.Tournaments, do: func(ctx context.Context) { f.advanceTournaments(ctx); f.beginPairings() }},
		{name: "races", every: f.intervals.Notices, do: func(ctx context.Context) { f.advanceShared(ctx, func(b match.Board) { f.messages.enqueue(b, true) }) }},
		{name: "places", every: f.intervals.Notices, do: f.tellOfPlaces},
		{name: "notices", every: f.intervals.Notices, do: f.sendNotices},
	}
	ticker := time.NewTicker(min(f.intervals.Sweep, f.intervals.Boards, f.intervals.Notices))
	defer ticker.Stop()
	for {
		for i := range tasks {
			t := &tasks[i]
			if ctx.Err() == nil && (t.last.IsZero() || time.Since(t.last) >= t.every) {
				t.last = time.Now()
				Guard(f.log, t.name, func() { t.do(ctx) })
			}
		}
		tick := ticker.C
		if len(f.wake) > 0 { // both may be due after a long round, and select would choose at random
			tick = nil
		}
		select {
		case <-tick:
		case <-f.wake:
			for i := range tasks {
				tasks[i].last = time.Time{}
			}
		case <-ctx.Done():
			shortly, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainBackground)
			defer cancel()
			f.messages.releaseLease(shortly)
			return
		}
	}
}

// Record repeats, until ctx is done, what could not be recorded of shown messages. It is no task of Run, which only
// processes with a session do: others answer too, on the live board.
func (f *Front) Record(ctx context.Context) {
	ticker := time.NewTicker(f.intervals.Notices)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			Guard(f.log, "shown versions", func() { f.messages.flush(ctx) })
		case <-ctx.Done():
			return
		}
	}
}

// RunOnce does one round of [Front.Run] before it returns. A platform with one reader, such as a
// terminal, uses it instead of Run.
func (f *Front) RunOnce(ctx context.Context) {
	f.sweep(ctx)
	f.advanceTournaments(ctx)
	f.service.BeginPairings(ctx, f.platform.Name(), f.platform.Threads)
	f.advanceShared(ctx, func(b match.Board) {
		if r, err := f.service.Board(ctx, b); err == nil {
			_, _ = f.platform.Post(ctx, b.Channel, Message{Card: r.Card})
		}
	})
	for full := true; full; {
		notices, _, _ := f.takeNotices(ctx)
		for _, n := range notices {
			f.send(ctx, n)
		}
		full = len(notices) == maxNotices
	}
}

// Wake starts a round of Run at once, such as after a new connection.
func (f *Front) Wake() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

func (f *Front) sweep(ctx context.Context) {
	if err := f.service.Sweep(ctx); err != nil && ctx.Err() == nil {
		f.faults.tell(f.log, "the sweep failed", err)
	}
}

func (f *Front) advanceTournaments(ctx context.Context) {
	if err := f.service.AdvanceTournaments(ctx); err != nil && ctx.Err() == nil {
		f.faults.tell(f.log, "a tournament does not go on", err)
	}
}

// advanceShared does what is due in races and votes, and shows those of this front that have changed.
func (f *Front) advanceShared(ctx context.Context, show func(match.Board)) {
	changed, err := f.service.AdvanceShared(ctx)
	if err != nil && ctx.Err() == nil {
		f.faults.tell(f.log, "a race or a vote does not go on", err)
	}
	for _, b := range changed {
		if match.FrontOf(b.Channel) == f.platform.Name() {
			show(b)
		}
	}
}

func (f *Front) beginPairings() {
	if f.background.busy(pairings) {
		return
	}
	err := f.inBackground(pairings, editTime, 0, func(ctx context.Context) {
		f.service.BeginPairings(ctx, f.platform.Name(), f.platform.Threads)
	})
	if err != nil && !errors.Is(err, ErrStopping) {
		f.log.Warn("the pairings of tournaments have to wait", "err", err)
	}
}

const pairings = "pairings"
