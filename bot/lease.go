package bot

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"nimatron/match"
)

// A tenancy is the right of this process to a shard of the gateway, where several processes
// share a database. It is a lease there, which the process renews while it lives. The lease
// holds the session. The next holder resumes that session, whether the lease was released or
// ran out. Discord sends again what came after the event that is recorded there, and the inbox
// leaves out what was carried out already.
type shardLease struct {
	leases      match.Leases
	timing      *timing
	log         *slog.Logger
	random      draws
	application *application
	name        string
	holder      string        // this process
	began       chan struct{} // has an element when a session has begun, or is resumed
}

func leaseName(shard, count int) string { return fmt.Sprintf("discord shard %d/%d", shard, count) }

// serve serves a shard whenever this process holds the lease. It returns nil when ctx is done,
// or an error when trying is useless.
func (y *shardLease) serve(ctx context.Context, s *supervisor) error {
	for {
		l, err := y.acquire(ctx)
		if err != nil {
			return nil
		}
		s.bot.metrics.Shard(s.shard)
		s.setSession(l.Session, nil)
		y.began = make(chan struct{}, 1)
		// The session outlives ctx: until another process serves the shard.
		session, leave := context.WithCancel(context.WithoutCancel(ctx))
		ended, kept := make(chan error, 1), make(chan struct{})
		go func() { ended <- s.supervise(session) }()
		keeping, stop := context.WithCancel(ctx)
		go func() { defer close(kept); y.renew(keeping, s, l) }()
		select {
		case err = <-ended: // as there is no use, or another process has the session
			ended <- err
		case <-kept:
		}
		stop()
		<-kept
		free := false
		if ctx.Err() != nil || err != nil {
			free = y.handOver(context.WithoutCancel(ctx), s)
		}
		leave()
		err = <-ended
		if free { // who takes it is not to hear again what was heard meanwhile
			y.release(context.WithoutCancel(ctx), s, farewell)
		}
		s.bot.metrics.NoShard(s.shard)
		if err != nil {
			return err
		}
	}
}

// wait waits until this process holds the lease, or ctx is done.
func (y *shardLease) acquire(ctx context.Context) (match.Lease, error) {
	for told := false; ; told = true {
		l, taken, err := y.tryAcquire(ctx)
		wait := y.timing.lease / 30
		switch {
		case taken:
			return l, nil
		case err != nil && ctx.Err() == nil:
			y.log.Warn("the store does not tell whether another process serves this shard", "err", err)
			wait = y.timing.lease / 3
		case !told && ctx.Err() == nil:
			y.log.Info("another process serves this shard, or has until a moment ago")
		}
		if err := pause(ctx, y.random.jitter("wait for "+y.name, wait)); err != nil {
			return match.Lease{}, err
		}
	}
}

// take takes the lease, if it is free. It reads the lease first: a process that waits for many
// shards asks often, and should not write each time.
func (y *shardLease) tryAcquire(ctx context.Context) (l match.Lease, taken bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, y.timing.lease/3)
	defer cancel()
	now := time.Now()
	if l, err = y.leases.Lease(ctx, y.name); err == nil {
		if left := l.Until.Sub(now); left > 0 && left <= y.timing.lease && l.Holder != y.holder {
			return l, false, nil
		}
	}
	return y.leases.TakeLease(ctx, y.name, y.holder, now.Add(y.timing.lease), now)
}

// notice tells keep that a session has begun, or is resumed.
func (y *shardLease) sessionBegan() {
	select {
	case y.began <- struct{}{}:
	default:
	}
}

// keep renews the lease until ctx is done or the lease is lost. It records the session each
// time, and at once when one has begun.
func (y *shardLease) renew(ctx context.Context, s *supervisor, l match.Lease) {
	for before := l.Session; ; {
		wait := time.NewTimer(y.timing.lease / 3)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-y.began:
			l.Serving = true
		case <-wait.C:
		}
		wait.Stop()
		latest := s.currentSession()
		if l.Session = latest; latest.ID == before.ID {
			// Later events may not be carried out yet. If this process is killed, Discord has
			// to send them again.
			l.Session.Seq = before.Seq
		}
		before = latest
		l.Until = time.Now().Add(y.timing.lease)
		asking, cancel := context.WithTimeout(ctx, y.timing.lease/3)
		kept, err := y.leases.KeepLease(asking, l)
		cancel()
		switch {
		case err != nil && ctx.Err() == nil:
			// Its holder keeps it: nothing is lost if two hold one.
			y.log.Warn("a lease was not renewed", "err", err)
		case err == nil && !kept:
			y.log.Warn("another process has taken this shard over")
			return
		}
	}
}

// mayConnect reports whether this process may reconnect: not if another process holds the
// lease, because that one has resumed the session and so ended it here. If the store does not
// answer, it may.
func (y *shardLease) mayConnect(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, y.timing.lease/3)
	defer cancel()
	l, err := y.leases.Lease(ctx, y.name)
	return err != nil || l.Holder == y.holder
}

// giveBack releases the lease, if this process still holds it, and leaves the session there.
// All events received are carried out before the process ends.
func (y *shardLease) release(ctx context.Context, s *supervisor, within time.Duration) (done bool) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	err := y.leases.EndLease(ctx, match.Lease{Name: y.name, Holder: y.holder, Session: s.currentSession()})
	if err != nil {
		y.log.Warn("a lease was not given back", "err", err)
	}
	return err == nil
}

// handOver releases the lease. It returns when another process serves the shard, or none has
// taken it for a while; then free is true. Discord does not say what becomes of a connection
// whose session is resumed elsewhere. Whether it is closed or goes silent, this process does
// not reconnect.
func (y *shardLease) handOver(ctx context.Context, s *supervisor) (free bool) {
	ctx, cancel := context.WithTimeout(ctx, y.timing.handOver)
	defer cancel()
	if !y.release(ctx, s, y.timing.handOver) {
		return false
	}
	for began := time.Now(); ; {
		l, err := y.leases.Lease(ctx, y.name)
		switch {
		case err != nil || l.Holder != y.holder && l.Serving:
			return false
		case l.Holder == y.holder && time.Since(began) > y.timing.handOver/2:
			return true
		}
		if pause(ctx, y.timing.lease/100) != nil {
			return false
		}
	}
}
