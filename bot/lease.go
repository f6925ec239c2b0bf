package bot

import (
	"context"
	"fmt"
	"time"

	"nimatron/match"
)

// shardLease is a lease on a shard, for processes that share a database. The holder renews it while
// it lives, and stores the session in it. The next holder resumes that session. Discord then
// replays the events after the stored one, and the inbox drops those already carried out.
type shardLease struct {
	*supervisor
	leases      match.Leases
	application *application
	name        string
	holder      string        // names this process
	began       chan struct{} // has an element after a session began or was resumed
}

func leaseName(shard, count int) string { return fmt.Sprintf("discord shard %d/%d", shard, count) }

// serve serves a shard while this process holds the lease. It returns nil when ctx is done, or an
// error if a retry is useless.
func (sl *shardLease) serve(ctx context.Context) error {
	for {
		l, err := sl.acquire(ctx)
		if err != nil {
			return nil
		}
		sl.bot.metrics.Shard(sl.shard)
		sl.setSession(l.Session)
		sl.began = make(chan struct{}, 1)
		// The session outlives ctx, until another process serves the shard.
		session, leave := context.WithCancel(context.WithoutCancel(ctx))
		ended, kept := make(chan error, 1), make(chan struct{})
		go func() { ended <- sl.supervise(session) }()
		keeping, stop := context.WithCancel(ctx)
		go func() { defer close(kept); sl.renew(keeping, l) }()
		select {
		case err = <-ended: // a fatal error, or another process has the session
			ended <- err
		case <-kept:
		}
		stop()
		<-kept
		free := false
		if ctx.Err() != nil || err != nil {
			free = sl.handOver(context.WithoutCancel(ctx))
		}
		leave()
		err = <-ended
		if free { // the next holder should not get these events again
			sl.release(context.WithoutCancel(ctx), farewell)
		}
		sl.bot.metrics.NoShard(sl.shard)
		if err != nil {
			return err
		}
	}
}

// acquire waits for the lease, or until ctx is done.
func (sl *shardLease) acquire(ctx context.Context) (match.Lease, error) {
	for told := false; ; told = true {
		l, taken, err := sl.tryAcquire(ctx)
		wait := sl.bot.timing.lease / 30
		switch {
		case taken:
			return l, nil
		case err != nil && ctx.Err() == nil:
			sl.log.Warn("whether another process serves this shard is unknown", "err", err)
			wait = sl.bot.timing.lease / 3
		case !told && ctx.Err() == nil:
			sl.log.Info("another process serves this shard, or did a moment ago")
		}
		if err := pause(ctx, sl.bot.random.jitter("wait for "+sl.name, wait)); err != nil {
			return match.Lease{}, err
		}
	}
}

// tryAcquire takes the lease if it is free. It reads first, because a process that waits for many
// shards should not write each time.
func (sl *shardLease) tryAcquire(ctx context.Context) (l match.Lease, taken bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, sl.bot.timing.lease/3)
	defer cancel()
	now := time.Now()
	if l, err = sl.leases.Lease(ctx, sl.name); err == nil {
		if left := l.Until.Sub(now); left > 0 && left <= sl.bot.timing.lease && l.Holder != sl.holder {
			return l, false, nil
		}
	}
	return sl.leases.TakeLease(ctx, sl.name, sl.holder, now.Add(sl.bot.timing.lease), now)
}

// sessionBegan makes renew store the session at once.
func (sl *shardLease) sessionBegan() {
	select {
	case sl.began <- struct{}{}:
	default:
	}
}

// renew renews the lease and stores the session, until ctx is done or the lease is lost.
func (sl *shardLease) renew(ctx context.Context, l match.Lease) {
	for before := l.Session; ; {
		wait := time.NewTimer(sl.bot.timing.lease / 3)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-sl.began:
			l.Serving = true
		case <-wait.C:
		}
		wait.Stop()
		latest := sl.currentSession()
		if l.Session = latest; latest.ID == before.ID {
			// Later events may not be carried out yet. If this process is killed, Discord has to
			// replay them.
			l.Session.Seq = before.Seq
		}
		before = latest
		l.Until = time.Now().Add(sl.bot.timing.lease)
		asking, cancel := context.WithTimeout(ctx, sl.bot.timing.lease/3)
		kept, err := sl.leases.KeepLease(asking, l)
		cancel()
		switch {
		case err != nil && ctx.Err() == nil:
			// The holder continues: two sessions do no harm.
			sl.log.Warn("a lease was not renewed", "err", err)
		case err == nil && !kept:
			sl.log.Warn("another process has taken this shard over")
			return
		}
	}
}

// mayConnect reports whether this process may reconnect. If another process holds the lease, it has
// resumed the session and so ended it here. Without an answer from the store, this process may.
func (sl *shardLease) mayConnect(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, sl.bot.timing.lease/3)
	defer cancel()
	l, err := sl.leases.Lease(ctx, sl.name)
	return err != nil || l.Holder == sl.holder
}

// release releases the lease, if this process holds it, and stores the session. All events received
// so far are carried out before the process ends.
func (sl *shardLease) release(ctx context.Context, within time.Duration) (done bool) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	err := sl.leases.EndLease(ctx, match.Lease{Name: sl.name, Holder: sl.holder, Session: sl.currentSession()})
	if err != nil {
		sl.log.Warn("a lease was not released", "err", err)
	}
	return err == nil
}

// handOver releases the lease and waits until another process serves the shard. free is true if
// none took it in time. Discord may close the connection here or leave it silent; this process does
// not reconnect.
func (sl *shardLease) handOver(ctx context.Context) (free bool) {
	ctx, cancel := context.WithTimeout(ctx, sl.bot.timing.handOver)
	defer cancel()
	if !sl.release(ctx, sl.bot.timing.handOver) {
		return false
	}
	for began := time.Now(); ; {
		l, err := sl.leases.Lease(ctx, sl.name)
		switch {
		case err != nil || l.Holder != sl.holder && l.Serving:
			return false
		case l.Holder == sl.holder && time.Since(began) > sl.bot.timing.handOver/2:
			return true
		}
		if pause(ctx, sl.bot.timing.lease/100) != nil {
			return false
		}
	}
}
