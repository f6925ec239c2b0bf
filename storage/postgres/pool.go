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

	"nimatron/storage/sqlstore"
)

// pool has the connections of a process, as many as the address allows. If the server refuses one,
// the pool makes do with those it has and asks for another only now and then. Otherwise every
// waiting call would keep asking the busy server.
type pool struct {
	*sql.DB
	most int // connections that the address allows
	log  atomic.Pointer[slog.Logger]
	told sync.Once

	broke atomic.Pointer[time.Time] // when a connection was last found broken; nil means never
}

// growAfter is the time from a refusal until the pool asks for more connections again.
const growAfter = 15 * time.Second

func (p *pool) open(c driver.Connector) {
	p.DB = sql.OpenDB(c)
	p.SetConnMaxIdleTime(maxIdle)
	p.SetConnMaxLifetime(maxLife)
	p.resize(p.most)
}

func (p *pool) resize(size int) {
	p.SetMaxOpenConns(size)
	p.SetMaxIdleConns(size)
}

// take runs f, which takes a connection, until the server no longer refuses one or waiting ends. In
// the meantime a connection may be released.
func (p *pool) take(waiting context.Context, f func() error) error {
	for {
		err := f()
		if code(err) != tooManyConnections {
			return err
		}
		p.shrink(err)
		if sqlstore.Pause(waiting, 10*time.Millisecond+rand.N(10*time.Millisecond)); waiting.Err() != nil {
			return err
		}
	}
}

// shrink bounds the pool by its current size for growAfter, after the server refused a connection. If many
// are refused at once, the last call sets the right bound.
func (p *pool) shrink(why error) {
	p.told.Do(func() {
		if log := p.log.Load(); log != nil {
			log.Warn("the server gives fewer connections than the address allows: fewer are used. "+
				"Raise its max_connections, or lower pool_max_conns in the address", "pool_max_conns", p.most, "err", why)
		}
	})
	p.resize(max(1, p.Stats().OpenConnections))
	time.AfterFunc(growAfter, func() { p.resize(p.most) })
}

func (p *pool) shouldPing(_ context.Context, of stdlib.ShouldPingParams) bool {
	broke := p.broke.Load()
	return of.IdleDuration > time.Second || broke != nil && of.IdleDuration >= time.Since(*broke)
}
