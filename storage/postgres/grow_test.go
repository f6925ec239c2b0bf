package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// sparing makes connections to nothing, up to a bound.
type sparing struct{ had, most atomic.Int64 }

func (s *sparing) Driver() driver.Driver { return nil }

func (s *sparing) Connect(context.Context) (driver.Conn, error) {
	if s.had.Add(1) > s.most.Load() {
		s.had.Add(-1)
		return nil, &pgconn.PgError{Code: tooManyConnections}
	}
	return nothing{s: s}, nil
}

// nothing is a connection without a server.
type nothing struct {
	driver.Conn
	s *sparing
}

func (n nothing) Close() error {
	n.s.had.Add(-1)
	return nil
}

// A pool keeps the connections that the server allows. It waits at most queueTime if there is none,
// and grows when the server allows more.
func TestPoolGrowsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := &sparing{}
		d := &database{db: &pool{most: 8}}
		d.db.open(server)
		defer d.db.Close()
		// All take a connection at once. Those that get none wait for one.
		had := func() (most int64) {
			t.Helper()
			var failed atomic.Int64
			for range 30 {
				go func() {
					conn, err := d.connection(t.Context())
					if err != nil {
						failed.Add(1)
						return
					}
					time.Sleep(time.Second)
					if err := conn.Close(); err != nil {
						t.Error(err)
					}
				}()
			}
			time.Sleep(time.Second / 2)
			most = server.had.Load()
			time.Sleep(time.Minute)
			if most > 0 && failed.Load() > 0 {
				t.Errorf("%d of 30 got no connection", failed.Load())
			}
			return most
		}
		for _, most := range []int64{4, 6, 8, 5} {
			server.most.Store(most)
			time.Sleep(maxIdle + time.Minute) // until all idle ones have ended
			// The pool grows by one connection in each round.
			for range 8 {
				had()
			}
			if got := had(); got != most {
				t.Errorf("the pool has %d connections, the server would give %d", got, most)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		d := &database{db: &pool{most: 8}}
		d.db.open(&sparing{})
		defer d.db.Close()
		began := time.Now()
		_, err := d.connection(t.Context())
		if code(err) != tooManyConnections || time.Since(began) > queueTime {
			t.Errorf("after %v the error is %v", time.Since(began), err)
		}
		ended, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began = time.Now()
		err = d.Write(ended, nil)
		if !errors.Is(err, context.DeadlineExceeded) && code(err) != tooManyConnections || time.Since(began) != time.Second {
			t.Errorf("after %v the error is %v", time.Since(began), err)
		}
	})
}
