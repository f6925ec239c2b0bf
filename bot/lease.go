package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nimatron/match"
)

// A tenancy is the right of this process to a shard of the gateway, where several processes
// share the shards: a lease in the store, which is renewed while the process lives. One that
// ends gives its shards back and serves them until another does, so that none goes unheard;
// what both hear is done once.
type tenancy struct {
	leases match.Leases
	timing *timing
	log    *slog.Logger
	name   string
	holder string // this process
}

func leaseName(shard, count int) string { return fmt.Sprintf("discord shard %d/%d", shard, count) }

// serve serves a shard whenever the lease is this process's, until ctx is done, and then
// returns nil, or until there is no use in trying.
func (y *tenancy) serve(ctx context.Context, s *supervisor) error {
	for y.wait(ctx) == nil {
		s.bot.metrics.Shard(s.shard)
		// The session outlives ctx: until another process serves the shard.
		session, leave := context.WithCancel(context.WithoutCancel(ctx))
		began := make(chan struct{}, 1)
		s.began = func() {
			select {
			case began <- struct{}{}:
			default:
			}
		}
		ended, kept := make(chan error, 1), make(chan struct{})
		go func() { ended <- s.supervise(session) }()
		keeping, stop := context.WithCancel(ctx)
		go func() { defer close(kept); y.keep(keeping, began) }()
		var err error
		select {
		case err = <-ended: // with an error, as session goes on
		case <-kept:
		}
		stop()
		<-kept
		if ctx.Err() != nil || err != nil {
			y.handOver(context.WithoutCancel(ctx))
		}
		leave()
		if err == nil {
			err = <-ended
		}
		s.bot.metrics.NoShard(s.shard)
		if err != nil {
			return err
		}
	}
	return nil
}

// take asks for the lease, or renews it. Where the store does not answer, the lease is left
// to whoever has it: nothing is lost where two hold one.
func (y *tenancy) take(ctx context.Context, serving, held bool) bool {
	now := time.Now()
	l := match.Lease{Name: y.name, Holder: y.holder, Until: now.Add(y.timing.lease), Serving: serving}
	asking, cancel := context.WithTimeout(ctx, y.timing.lease/3)
	defer cancel()
	taken, err := y.leases.TakeLease(asking, l, now)
	if err != nil {
		if ctx.Err() == nil {
			y.log.Warn("a lease was not renewed", "err", err)
		}
		return held
	}
	return taken
}

// wait waits until the lease is this process's, or ctx is done.
func (y *tenancy) wait(ctx context.Context) error {
	for told := false; !y.take(ctx, false, false); told = true {
		if !told && ctx.Err() == nil {
			y.log.Info("another process serves this shard, or has until a moment ago")
		}
		if err := pause(ctx, jitter(y.timing.lease/30)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// keep renews the lease until ctx is done or the lease is lost. It says each time whether
// the shard is served, and at once when that has changed to yes.
func (y *tenancy) keep(ctx context.Context, began <-chan struct{}) {
	for serving := false; ; {
		wait := time.NewTimer(y.timing.lease / 3)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-began:
			serving, began = true, nil
		case <-wait.C:
		}
		wait.Stop()
		if !y.take(ctx, serving, true) {
			y.log.Warn("another process has taken this shard over")
			return
		}
	}
}

// handOver gives the lease back, and returns when another process serves the shard, or none
// has taken it up for a while.
func (y *tenancy) handOver(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, y.timing.handOver)
	defer cancel()
	if err := y.leases.EndLease(ctx, y.name, y.holder); err != nil {
		y.log.Warn("a lease was not given back", "err", err)
		return
	}
	for began := time.Now(); ; {
		l, err := y.leases.Lease(ctx, y.name)
		switch {
		case err == nil && l.Serving && l.Holder != y.holder:
			return
		case errors.Is(err, match.ErrNotFound) && time.Since(began) > y.timing.handOver/2:
			return // there is no other process
		case err != nil && !errors.Is(err, match.ErrNotFound):
			return
		}
		if pause(ctx, y.timing.lease/300) != nil {
			return
		}
	}
}
