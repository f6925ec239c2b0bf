package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
)

// pool is the connections of a process: as many as the address says, or as the server gives. If
// the server refuses one more, the existing ones have to do, and from time to time it asks for
// one more.
type pool struct {
	*sql.DB
	most int // that the address allows
	log  atomic.Pointer[slog.Logger]
	told sync.Once // that the server gives fewer

	mu      sync.Mutex
	size    int       // how many there may be for now
	changed time.Time // when size was

	broke atomic.Pointer[time.Time] // when a connection was last found broken; nil: never
}

// growAfter is how long a pool that the server does not let grow is left as it is.
const growAfter = 5 * time.Second

// open makes the pool ready, whose connections a connector makes.
func (p *pool) open(c driver.Connector) {
	p.DB = sql.OpenDB(c)
	p.SetConnMaxIdleTime(maxIdle)
	p.SetConnMaxLifetime(maxLife)
	p.resize(p.most)
}

// resize lets the pool have so many connections. Unless it is new, p.mu must be held.
func (p *pool) resize(size int) {
	p.size, p.changed = size, time.Now()
	p.SetMaxOpenConns(size)
	p.SetMaxIdleConns(size)
}

// take runs f, which takes a connection, until the server does not refuse to make one, or waiting
// is over. Meanwhile one may be released.
func (p *pool) take(waiting context.Context, f func() error) error {
	for {
		p.grow()
		err := f()
		if code(err) != tooManyConnections {
			return err
		}
		p.shrink(err)
		if pause(waiting, 10*time.Millisecond) != nil {
			return err
		}
	}
}

// grow lets the pool have one connection more, if it has had to do with fewer for a while.
func (p *pool) grow() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size < p.most && time.Since(p.changed) > growAfter {
		p.resize(p.size + 1)
	}
}

// shrink lets the pool have no more than there are, as the server has refused one for a
// reason. Of many that are refused at once the last knows how many that is.
func (p *pool) shrink(why error) {
	p.told.Do(func() {
		if log := p.log.Load(); log != nil {
			log.Warn("the server gives fewer connections than the address allows: those that there are have to do. "+
				"Raise its max_connections, or lower pool_max_conns in the address", "pool_max_conns", p.most, "err", why)
		}
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resize(min(p.size, max(1, p.Stats().OpenConnections)))
}

// doubt has every connection that was last used before now asked whether it still is,
// before it is used again: one was found broken, and so may all be.
func (p *pool) doubt() {
	now := time.Now()
	p.broke.Store(&now)
}

// shouldPing is an option of a connector.
func (p *pool) shouldPing(_ context.Context, of stdlib.ShouldPingParams) bool {
	broke := p.broke.Load()
	return of.IdleDuration > time.Second || broke != nil && of.IdleDuration >= time.Since(*broke)
}

// pause waits for a time, and by chance up to as long again. The error is why ctx ended
// before.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d + rand.N(d))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
