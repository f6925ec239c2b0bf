package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

// Is reports whether an address names a PostgreSQL database: a URL that begins with postgres://
// or postgresql://.
func Is(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// WithoutTimeouts returns an address without a limit on the time of a statement, for work on a
// whole database.
func WithoutTimeouts(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address // Open refuses it
	}
	settings := u.Query()
	settings.Set("statement_timeout", "0")
	u.RawQuery = settings.Encode()
	return u.String()
}

// plain is an address whose parts can't hold a piece of a misplaced password: only its user part may
// hold one, and other parts have none of its delimiters.
var plain = regexp.MustCompile(`^[a-z]+://([^/?#@]+@)?[\w.,:\[\]-]*(/[\w.-]*)?(\?[^@#]*)?$`)

// Redacted returns an address without the password and the settings, for people and logs. If a
// mistyped one may have its password elsewhere, nothing of it is shown.
func Redacted(address string) string {
	u, err := url.Parse(address)
	_, hosts, _ := strings.Cut(address, "://")
	hosts, _, _ = strings.Cut(hosts[strings.LastIndexByte(hosts, '@')+1:], "/")
	if hosts, _, _ = strings.Cut(hosts, "?"); err != nil || !plain.MatchString(address) || !goodPorts(hosts) || strings.ContainsAny(u.User.Username(), ":/@=") {
		return "postgres://…"
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if name := u.User.Username(); name != "" {
		shown.User = url.User(name)
	}
	return shown.String()
}

// ErrAddress is the error for an invalid address. It quotes nothing, because the address may have a
// password.
var ErrAddress = errors.New("this is not the address of a PostgreSQL database: write postgres://USER:PASSWORD@HOST:5432/DATABASE, " +
	"with every character of the password that is neither a letter nor a digit as %XX")

var _ storage.Store = (*Store)(nil)

// A Store is an open database.
type Store struct {
	*sqlstore.Store
	*sqlstore.Watcher
	db *database
}

const (
	// maxConnections is the size of a process's pool, unless the address has pool_max_conns.
	// PostgreSQL accepts 100 in total by default.
	maxConnections = 20
	dialTime       = 5 * time.Second
	// Idle connections end after a while and all connections after an hour, so that they follow a
	// change of the server's address.
	maxIdle, maxLife = 5 * time.Minute, time.Hour
)

// Open connects to the database at an address, postgres://user:password@host:port/database, and
// upgrades its tables, in the schema of the address's search_path. The error is storage.ErrNewer if a
// newer version of the program has upgraded them, storage.ErrForeign if the tables are another
// program's. Every error names the database and, if possible, the remedy, but not the password.
func Open(ctx context.Context, address string) (*Store, error) {
	return OpenFor(ctx, address, storage.Upgrade)
}

// OpenFor is Open for other kinds of access.
func OpenFor(ctx context.Context, address string, access storage.Access) (*Store, error) {
	s, err := open(ctx, address, access)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", Redacted(address), explain(err))
	}
	return s, nil
}

func open(ctx context.Context, address string, access storage.Access) (*Store, error) {
	config, connections, err := configure(address)
	if err != nil {
		return nil, err
	}
	d := &database{config: *config}
	d.config.Tracer = tracer{&d.watch}
	d.db = &pool{most: connections}
	d.db.open(patient{d.connector(nil, stdlib.OptionShouldPing(d.db.shouldPing))})
	if err := d.migrate(ctx, access); err != nil {
		return nil, errors.Join(err, d.db.Close())
	}
	return &Store{sqlstore.New(d, dialect), &d.watch, d}, nil
}

// tracer reports to a Watcher which statements pgx prepares and executes.
type tracer struct{ *sqlstore.Watcher }

func (t tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	t.Seen(q.SQL, false)
	return ctx
}

func (tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (t tracer) TracePrepareStart(ctx context.Context, _ *pgx.Conn, p pgx.TracePrepareStartData) context.Context {
	t.Seen(p.SQL, true)
	return ctx
}

func (tracer) TracePrepareEnd(context.Context, *pgx.Conn, pgx.TracePrepareEndData) {}

var atStart = []string{"application_name", "client_encoding", "options"}

func (d *database) connector(others map[string]string, options ...stdlib.OptionOpenDB) driver.Connector {
	config := d.config.Copy()
	maps.Copy(config.RuntimeParams, others)
	var set []string
	for name, value := range config.RuntimeParams {
		if !slices.Contains(atStart, name) {
			set = append(set, fmt.Sprintf(`set_config(%s, %s, false)`, quote(name), quote(value)))
			delete(config.RuntimeParams, name)
		}
	}
	return stdlib.GetConnector(*config, append(options, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SELECT `+strings.Join(set, ", "))
		return err
	}))...)
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// patient finishes opening a connection even if the caller gives up, because other callers wait too.
// Many abandoned attempts would keep a slow server from ever serving one. dialTime bounds it.
type patient struct{ driver.Connector }

func (p patient) Connect(ctx context.Context) (driver.Conn, error) {
	return p.Connector.Connect(context.WithoutCancel(ctx))
}

func configure(address string) (config *pgx.ConnConfig, connections int, err error) {
	if !Is(address) {
		return nil, 0, ErrAddress
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, 0, wrongAddress(address, nil)
	}
	if u.Fragment != "" || strings.ContainsAny(u.Path, "@:") || strings.Contains(u.User.Username(), ":") {
		return nil, 0, ErrAddress // a / or # of the password has cut it, or its : is escaped
	}
	connections = maxConnections
	settings := u.Query()
	if most := settings.Get("pool_max_conns"); most != "" {
		if connections, err = strconv.Atoi(most); err != nil || connections < 2 {
			return nil, 0, errors.New("pool_max_conns in the address may be a number of connections, from 2 on")
		}
		settings.Del("pool_max_conns")
		u.RawQuery = settings.Encode()
	}
	if config, err = pgx.ParseConfig(u.String()); err != nil {
		return nil, 0, wrongAddress(u.String(), err)
	}
	if settings.Get("connect_timeout") == "" {
		config.ConnectTimeout = dialTime
	}
	dialer := net.Dialer{Timeout: config.ConnectTimeout, KeepAliveConfig: net.KeepAliveConfig{
		Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3,
	}}
	config.DialFunc = dialer.DialContext
	for name, value := range map[string]string{
		"application_name":                    "nimatron",
		"statement_timeout":                   milliseconds(statementTime),
		"lock_timeout":                        milliseconds(lockTime),
		"idle_in_transaction_session_timeout": milliseconds(writeTime),
		"jit":                                 "off", // compiling takes longer than any statement here
	} {
		if config.RuntimeParams[name] == "" {
			config.RuntimeParams[name] = value
		}
	}
	return config, connections, nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

func (d *database) connect() *sql.DB {
	db := sql.OpenDB(d.connector(map[string]string{
		"statement_timeout": "0", "idle_in_transaction_session_timeout": "0", "lock_timeout": milliseconds(time.Minute),
	}))
	db.SetMaxOpenConns(1)
	return db
}

// LogTo sets the log for a single warning, if the server gives fewer connections than the address
// allows.
func (s *Store) LogTo(log *slog.Logger) { s.db.db.log.Store(log) }

// Close ends the connections. The Store can't be used afterwards.
func (s *Store) Close() error { return s.db.db.Close() }
