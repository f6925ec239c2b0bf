package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"nimatron/match"
	"nimatron/storage/sqlstore"
)

// database executes the transactions of a Store. It implements sqlstore.Database.
type database struct {
	config pgx.ConnConfig
	db     *pool
	watch  sqlstore.Watcher
}

// dialect is the SQL of PostgreSQL. The locks of channels and fronts end with the transaction. Each
// schema has its own locks.
var dialect = sqlstore.Dialect{Words: map[string]string{
	"{for update}":        "FOR UPDATE",
	"{for key share}":     "FOR KEY SHARE",
	"{skip locked}":       "FOR UPDATE SKIP LOCKED",
	"{lock channel}":      "SELECT pg_advisory_xact_lock(hashtextextended('channel ' || $1, current_schema()::regnamespace::oid::bigint))",
	"{lock front}":        "SELECT pg_advisory_xact_lock(hashtextextended('front ' || $1, current_schema()::regnamespace::oid::bigint))",
	"{lock players}":      "LOCK TABLE players IN SHARE ROW EXCLUSIVE MODE",
	"{lock ratings}":      "LOCK TABLE players, matches, rating_changes, ratings IN SHARE ROW EXCLUSIVE MODE",
	"{insert or replace}": "INSERT",
	"{replace notice}": `ON CONFLICT (kind, subject, subject_id, message, (CASE WHEN subject = '' AND message = '' THEN channel ELSE '' END))
		DO UPDATE SET id = excluded.id, channel = excluded.channel, created = excluded.created, tries = 0, due = 0, taken_until = 0`,
	"{free channel}": `AND NOT EXISTS (SELECT 1 FROM outbox taken
		WHERE taken.channel = outbox.channel AND taken.front = outbox.front AND taken.taken_until > $2 AND taken.taken_until <= $2 + 3600000)`,
	"{taking}":             ", taken_until = $3",
	"{released}":           ", taken_until = 0",
	"{transaction number}": "SELECT pg_current_xact_id()::text, " + thisServer,
	"{transaction fate}":   "SELECT CASE WHEN $2 = " + thisServer + " THEN coalesce(pg_xact_status($1::text::xid8), 'long ago') ELSE 'not known' END",
	// This sets the sequences behind the numbers of the copied rows.
	"{copied}": `DO $$
		DECLARE numbered record;
		BEGIN
			FOR numbered IN SELECT table_name AS t, column_name AS c FROM information_schema.columns
				WHERE table_schema = current_schema() AND (is_identity = 'YES' OR column_name = 'end_number')
			LOOP
				EXECUTE format('SELECT setval(pg_get_serial_sequence(%1$L, %2$L), max(%2$I)) FROM %1$I HAVING max(%2$I) IS NOT NULL', numbered.t, numbered.c);
			END LOOP;
		END $$`,
	"{new match ids}": "SELECT nextval(pg_get_serial_sequence('matches', 'id')) FROM generate_series(1, $1)",
}, ImportBatch: 2000, Parameters: 1000}

// thisServer identifies a run of the server. After a crash it reuses the numbers of unfinished
// transactions. A crash resets the statistics even if the main process survives.
const thisServer = "(SELECT concat(extract(epoch FROM pg_postmaster_start_time()), ' ', extract(epoch FROM stats_reset)) FROM pg_stat_archiver)"

// Bounds on waiting.
const (
	queueTime     = 8 * time.Second  // for a connection while all are in use; the total of a request
	queueLeast    = time.Second      // for each further connection of the same request
	lockTime      = 5 * time.Second  // for others' locks
	statementTime = 15 * time.Second // for one statement
	writeTime     = 20 * time.Second // for a transaction without its COMMIT
	commitTime    = 10 * time.Second // for the COMMIT, beyond writeTime
	attempts      = 6                // for a transaction that conflicts with others
)

func (d *database) Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.again(ctx, func() error { return d.write(ctx, writeTime, f) })
}

// again runs f, and a few times more after conflicts and broken connections. A failed f must change
// nothing.
func (d *database) again(ctx context.Context, f func() error) error {
	for attempt := 1; ; attempt++ {
		err := f()
		if err == nil {
			return nil
		}
		if broken(err) || ends(err) {
			now := time.Now()
			d.db.broke.Store(&now)
		}
		if attempt == attempts || !mayBeTriedAgain(err) {
			return because(ctx, err)
		}
		most := 10 * time.Millisecond << (attempt - 1) // at least half of 10, 20, 40, 80, 160 ms
		if sqlstore.Pause(ctx, most-rand.N(most/2)); ctx.Err() != nil {
			return because(ctx, err)
		}
	}
}

func (d *database) WriteLong(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return because(ctx, d.write(ctx, time.Hour, f))
}

// write runs f in one transaction. When ctx ends, the transaction is undone, but no statement is
// interrupted: that would break the connection, and the fate of a COMMIT would be unknown.
func (d *database) write(ctx context.Context, most time.Duration, f func(context.Context, *sql.Tx) error) error {
	conn, err := d.connection(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	detached := context.WithoutCancel(ctx)
	whole, cancel := context.WithTimeout(detached, most+commitTime)
	defer cancel()
	tx, err := conn.BeginTx(whole, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotBegun, err)
	}
	defer tx.Rollback() // without effect after the commit
	limited, cancel := context.WithTimeout(detached, most)
	defer cancel()
	if err := f(limited, tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	err = tx.Commit()
	if err != nil && !refused(err) {
		return fmt.Errorf("%w: %w: %w", match.ErrUnavailable, sqlstore.ErrUnknown, err)
	}
	return err
}

// errNotBegun is the error for a transaction that did not begin, because its connection was broken.
var errNotBegun = errors.New("the transaction could not begin")

func (d *database) connection(ctx context.Context) (conn *sql.Conn, err error) {
	patience := queueTime
	if r, ok := match.RequestOf(ctx); ok {
		patience = max(queueTime-time.Since(r.Began), queueLeast)
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = d.db.take(waiting, func() error {
		conn, err = d.db.Conn(waiting)
		return err
	})
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		return nil, fmt.Errorf("%w: no connection to the database in %v: %w", match.ErrUnavailable, patience.Round(time.Millisecond), err)
	}
	return conn, err
}

func (d *database) Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	snapshot := &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	return d.again(ctx, func() error {
		conn, err := d.connection(ctx)
		if err != nil {
			return err
		}
		defer conn.Close() // returns it to the pool
		return sqlstore.InTx(ctx, conn, snapshot, f)
	})
}

func (d *database) ReadOne(ctx context.Context, f func(context.Context, sqlstore.Connection) error) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return d.again(ctx, func() error {
		conn, err := d.connection(ctx)
		if err != nil {
			return err
		}
		defer conn.Close() // returns it to the pool
		return f(ctx, conn)
	})
}

func because(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
		return err
	}
	return sqlstore.WithCause(ctx, unavailable(err))
}

func (d *database) Analyze(ctx context.Context) {
	db := d.connect()
	_, _ = db.ExecContext(ctx, `VACUUM (ANALYZE) `+strings.Join(sqlstore.Tables(), ", "))
	_ = db.Close()
}

// Erase does nothing: the server removes its log by itself.
func (*database) Erase(context.Context) {}
