package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"nimatron/match"
	"nimatron/storage"
)

// PostgreSQL's error codes. The first two characters are the class.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
	readOnly             = "25006"
	idleInTransaction    = "25P03"
	wrongPassword        = "28P01"
	notAllowed           = "28000"
	noSuchDatabase       = "3D000"
	noPrivilege          = "42501"
	tooManyConnections   = "53300"
	diskFull             = "53100"
	undefinedColumn      = "42703"
	undefinedTable       = "42P01"
	unknownSetting       = "42704"
	badSetting           = "22023"
)

func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// refused reports whether the server's answer means that nothing was committed. A server that shuts down
// during a COMMIT may have committed.
func refused(err error) bool {
	return errors.Is(err, pgx.ErrTxCommitRollback) || code(err) != "" && !strings.HasPrefix(code(err), "57")
}

// broken reports whether the connection failed, or could not be opened, without an answer from the
// server.
func broken(err error) bool {
	var network net.Error
	var dial *pgconn.ConnectError
	return code(err) == "" && (errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &network) || errors.As(err, &dial) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, sql.ErrTxDone) || errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "conn closed")) // pgx has no variable for this error
}

func ends(err error) bool {
	return strings.HasPrefix(code(err), "57P") || strings.HasPrefix(code(err), "08")
}

func mayBeTriedAgain(err error) bool {
	switch {
	case errors.Is(err, errNotBegun):
		return true
	case errors.Is(err, match.ErrUnavailable):
		return false
	}
	// A statement that took too long would take too long again.
	return !errors.Is(err, context.DeadlineExceeded) && (code(err) == serializationFailure || code(err) == deadlockDetected || broken(err) || ends(err))
}

func unavailable(err error) error {
	if err == nil || errors.Is(err, match.ErrUnavailable) || errors.Is(err, context.Canceled) {
		return err
	}
	c := code(err)
	switch {
	case broken(err), errors.Is(err, errNotBegun), ends(err):
	case c == lockNotAvailable, c == readOnly, c == idleInTransaction, c == wrongPassword, c == notAllowed, c == noPrivilege:
	case len(c) == 5 && strings.Contains("40 53 57 58 XX", c[:2]): // contention, resources, operator, system error, internal error
	default:
		return err
	}
	return fmt.Errorf("%w: %w", match.ErrUnavailable, err)
}

func explain(err error) error {
	why := ""
	switch c := code(err); {
	case errors.Is(err, storage.ErrNewer), errors.Is(err, storage.ErrPrerelease), errors.Is(err, storage.ErrAltered), errors.Is(err, storage.ErrUnversioned),
		errors.Is(err, storage.ErrForeign), errors.Is(err, ErrAddress):
		return err
	case c == wrongPassword:
		why = "the user or the password is wrong: look at NIMATRON_DB"
	case c == notAllowed:
		why = "the server refuses this user from this machine: look at NIMATRON_DB and the server's pg_hba.conf"
	case c == noSuchDatabase:
		why = "there is no such database on the server: make it with createdb, or name another"
	case c == noPrivilege:
		why = "this user may not make or use tables there: grant it CREATE on the schema"
	case c == tooManyConnections:
		why = "the server has no connection left: raise its max_connections, or lower pool_max_conns in the address"
	case c == unknownSetting, c == badSetting:
		why = "the server does not take a setting that is in the address, behind its ?"
	case c == diskFull:
		why = "the disk of the server is full: make room"
	case c == readOnly:
		why = "the server only reads, as a standby does: name the one that writes"
	case strings.HasPrefix(c, "57P"):
		why = "the server is starting or ending: try again in a moment"
	case c == lockNotAvailable:
		why = "another program keeps the tables locked: end that one, then start again"
	case broken(err):
		why = "the server can't be reached: is it running, and is the address right?"
	default:
		return err
	}
	return fmt.Errorf("%s (%w)", why, err)
}
