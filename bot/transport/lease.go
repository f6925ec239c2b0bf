package transport

import (
	"context"
	"time"

	"nimatron/match"
)

// Processes that share a database lease the shards. The holder of a lease renews it while it lives, and
// stores the session in it. The next holder resumes that session. Discord then replays the events after
// the stored one, and the inbox drops those already carried out.

// serveLeased serves a shard while this process holds the lease. It returns nil when ctx is done, or an
// error if a retry is useless.
func (s *supervisor) serveLeased(ctx context.Context) error {
	for {
		l, err := s.acquire(ctx)
		if err != nil {
			return nil
		}
		s.Metrics.Shard(s.shard)
		s.setSession(l.Session)
		s.sessions = make(chan struct{}, 1)
		// The session outlives ctx, until another process serves the shard.
		session, leave := context.WithCancel(context.WithoutCancel(ctx))
		ended, kept := make(chan error, 1), make(chan struct{})
		go func() { ended <- s.supervise(session) }()
		keeping, stop := context.WithCancel(ctx)
		go func() { defer close(kept); s.renew(keeping, l) }()
		select {
		case err = <-ended: // a fatal error, or another process has the session
			ended <- err
		case <-kept:
		}
		stop()
		<-kept
		free := false
		if ctx.Err() != nil || err != nil {
			free = s.handOver(context.WithoutCancel(ctx))
		}
		leave()
		err = <-ended
		if free { // the next holder must not get these events again
			s.release(context.WithoutCancel(ctx), farewell)
		}
		s.Metrics.NoShard(s.shard)
		if err != nil {
			return err
		}
	}
}

func (s *supervisor) acquire(ctx context.Context) (match.Lease, error) {
	for told := false; ; told = true {
		l, taken, err := s.tryAcquire(ctx)
		wait := s.Timing.Lease / 30
		switch {
		case taken:
			return l, nil
		case err != nil && ctx.Err() == nil:
			s.log.Warn("whether another process serves this shard is unknown", "err", err)
			wait = s.Timing.Lease / 3
		case !told && ctx.Err() == nil:
			s.log.Info("another process serves this shard, or did a moment ago")
		}
		if err := pause(ctx, s.Random.jitter("wait for "+s.leaseName, wait)); err != nil {
			return match.Lease{}, err
		}
	}
}

// tryAcquire takes the lease if it is free. It reads first, because a process that waits for many
// shards should not write each time.
func (s *supervisor) tryAcquire(ctx context.Context) (l match.Lease, taken bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timing.Lease/3)
	defer cancel()
	now := time.Now()
	if l, err = s.Leases.Lease(ctx, s.leaseName); err == nil {
		if left := l.Until.Sub(now); left > 0 && left <= s.Timing.Lease && l.Holder != s.holder {
			return l, false, nil
		}
	}
	return s.Leases.TakeLease(ctx, s.leaseName, s.holder, now.Add(s.Timing.Lease), now)
}

func (s *supervisor) renew(ctx context.Context, l match.Lease) {
	for before := l.Session; ; {
		wait := time.NewTimer(s.Timing.Lease / 3)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-s.sessions:
			l.Serving = true
		case <-wait.C:
		}
		wait.Stop()
		// Later events may not be carried out yet. If this process is killed, Discord must replay them.
		latest := s.finished()
		if l.Session = latest; latest.ID == before.ID {
			l.Session.Seq = min(before.Seq, latest.Seq)
		}
		before = latest
		l.Until = time.Now().Add(s.Timing.Lease)
		asking, cancel := context.WithTimeout(ctx, s.Timing.Lease/3)
		kept, err := s.Leases.KeepLease(asking, l)
		cancel()
		switch {
		case err != nil && ctx.Err() == nil:
			// The holder continues: two sessions do no harm.
			s.log.Warn("a lease was not renewed", "err", err)
		case err == nil && !kept:
			s.log.Warn("another process has taken this shard over")
			return
		}
	}
}

// mayConnect reports whether this process may reconnect. If another process holds the lease, it has
// resumed the session and so ended it here. Without an answer from the store, this process may.
func (s *supervisor) mayConnect(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.Timing.Lease/3)
	defer cancel()
	l, err := s.Leases.Lease(ctx, s.leaseName)
	return err != nil || l.Holder == s.holder
}

// release releases the lease, if this process holds it, and stores the session. All events received
// so far are carried out before the process ends.
func (s *supervisor) release(ctx context.Context, within time.Duration) (done bool) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	err := match.EndLease(ctx, s.Leases, match.Lease{Name: s.leaseName, Holder: s.holder, Session: s.currentSession()})
	if err != nil {
		s.log.Warn("a lease was not released", "err", err)
	}
	return err == nil
}

// handOver releases the lease and waits until another process serves the shard. free is true if
// none took it in time. Discord may close the connection here or leave it silent; this process does
// not reconnect.
func (s *supervisor) handOver(ctx context.Context) (free bool) {
	ctx, cancel := context.WithTimeout(ctx, s.Timing.HandOver)
	defer cancel()
	if !s.release(ctx, s.Timing.HandOver) {
		return false
	}
	for began := time.Now(); ; {
		l, err := s.Leases.Lease(ctx, s.leaseName)
		switch {
		case err != nil || l.Holder != s.holder && l.Serving:
			return false
		case l.Holder == s.holder && time.Since(began) > s.Timing.HandOver/2:
			return true
		}
		if pause(ctx, s.Timing.Lease/100) != nil {
			return false
		}
	}
}
