package front

import (
	"context"
	"errors"
	"time"
)

// Intervals are the times between two looks at what is to be done without being asked,
// and what goes with them; 0 for the usual.
type Intervals struct {
	Sweep   time.Duration // for what falls due; 30 seconds
	Boards  time.Duration // for messages that lag; 5 seconds
	Notices time.Duration // for what there is to say; 1 second
	// Tournaments is for what is due in tournaments; 2 seconds.
	Tournaments time.Duration
	// Taken is for how long a notice is taken; a minute. A notice that was not sent by then,
	// because the process was killed, is sent again with the same nonce.
	Taken time.Duration
}

// Run does what nobody asks for, until ctx is done: it deals with what falls due, says
// what there is to say, and looks for messages that are out of date.
func (f *Front) Run(ctx context.Context) {
	tasks := []struct {
		name  string
		every time.Duration
		do    func(context.Context)
		last  time.Time
	}{
		{name: "sweep", every: f.intervals.Sweep, do: f.sweep},
		{name: "boards", every: f.intervals.Boards, do: f.painter.look},
		{name: "tournaments", every: f.intervals.Tournaments, do: f.advanceTournaments},
		{name: "notices", every: f.intervals.Notices, do: f.sendNotices},
		{name: "notes", every: f.intervals.Notices, do: f.painter.flush},
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
		select {
		case <-ticker.C:
		case <-f.wake:
			for i := range tasks {
				tasks[i].last = time.Time{}
			}
		case <-ctx.Done():
			shortly, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainBackground)
			defer cancel()
			f.painter.stopLooking(shortly)
			return
		}
	}
}

// Wake has Run look at once at all there is to do: what happened while nobody was
// connected is in the database.
func (f *Front) Wake() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

func (f *Front) sweep(ctx context.Context) {
	if err := f.service.Sweep(ctx); err != nil && ctx.Err() == nil {
		f.log.Error("the sweep failed", "err", err)
	}
}

// advanceTournaments does what is due in tournaments. Threads for pairings are made in the background,
// by one task at a time, as many take a while.
func (f *Front) advanceTournaments(ctx context.Context) {
	if err := f.service.AdvanceTournaments(ctx); err != nil && ctx.Err() == nil {
		f.log.Error("a tournament does not go on", "err", err)
	}
	if f.background.busy(pairings) {
		return
	}
	err := f.inBackground(pairings, paintTime, 0, func(ctx context.Context) {
		f.service.BeginPairings(ctx, f.platform.Name(), f.platform.Threads)
	})
	if err != nil && !errors.Is(err, ErrStopping) {
		f.log.Warn("the pairings of tournaments have to wait", "err", err)
	}
}

// pairings names the queue in which pairings of tournaments begin.
const pairings = "pairings"
