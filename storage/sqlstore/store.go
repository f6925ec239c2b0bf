package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Database executes the transactions of a Store. The functions that it runs get a separate
// context, which may end before the caller's. Errors that a later attempt may avoid wrap
// match.ErrUnavailable, and say if ctx has ended.
type Database interface {
	// Write runs f in one transaction, which is committed if f returns nil. After a conflict it may undo the
	// transaction and run f again. The error is ErrUnknown if the COMMIT may or may not have happened.
	Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error

	// WriteLong is Write for long transactions. It runs f once.
	WriteLong(ctx context.Context, f func(context.Context, *sql.Tx) error) error

	// Read runs f on one snapshot. It may run f again if the connection broke.
	Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error

	// ReadOne runs f, which reads by a single statement. It may run f again if the connection broke.
	ReadOne(ctx context.Context, f func(context.Context, Connection) error) error

	// Analyze is called after a large change to update the planner's statistics. If it fails, the
	// database does so later by itself.
	Analyze(ctx context.Context)

	// Erase is called after a player was forgotten. It removes deleted data from the files beside
	// the database, now or as soon as nobody reads them.
	Erase(ctx context.Context)
}

// A Connection executes statements.
type Connection interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// ErrUnknown is the error of a write that may have been committed: the connection broke before the
// answer to the COMMIT.
var ErrUnknown = errors.New("whether it was committed is not known")

type Watcher struct {
	f atomic.Pointer[func(text string, prepared bool)]
}

// Watch sets the function.
func (w *Watcher) Watch(f func(text string, prepared bool)) { w.f.Store(&f) }

// Seen calls the function, if there is one.
func (w *Watcher) Seen(text string, prepared bool) {
	if f := w.f.Load(); f != nil {
		(*f)(text, prepared)
	}
}

// A Dialect is the SQL that differs between databases.
type Dialect struct {
	// Words are the words in braces that a database needs. The others are empty:
	//
	//   - {for update} and {for key share} end a query in a transaction that writes. They lock the rows
	//     found against changes, or against all changes but those of references. {skip locked} also
	//     leaves out rows that others have locked.
	//   - {lock channel}, {lock front}, {lock players} and {lock ratings} are statements at the beginning
	//     of a transaction. They lock the channel $1, the notices of the front $1, the players, or matches
	//     and ratings.
	//   - {insert or replace} begins the statement that puts a notice in the outbox, and {replace notice}
	//     ends it, so that it replaces an older notice about the same subject.
	//   - {free channel} is the condition that no process has taken another notice of the channel at the
	//     time $2. It needs the assignments {taking}, with the time $3, and {released}.
	//   - {transaction number} is a query for the number of the transaction, and for a text that
	//     identifies the run of the server. {transaction fate} is a query for the fate of the transaction
	//     with number $1 on server $2: "committed", "in progress" or something else.
	//   - {copied} is a statement after all rows are copied.
	//   - {new match ids} is a query for the IDs that the next $1 matches may have.
	Words map[string]string

	// ImportBatch is the number of matches imported in one transaction.
	ImportBatch int
	// ImportPause is the time between two such transactions, in which others can write.
	ImportPause time.Duration

	// Parameters is the number of arguments beyond which statements get slow.
	Parameters int
}

// A Store is an open database. It implements storage.Store except for Close.
type Store struct {
	db      Database
	dialect Dialect
	spelled sync.Map
	failing atomic.Pointer[time.Time] // the time since which writes have failed, nil while they succeed
	welcome welcome
}

func (s *Store) WritesFailSince() time.Time {
	if since := s.failing.Load(); since != nil {
		return *since
	}
	return time.Time{}
}

// New returns a store on a database that has all its tables.
func New(db Database, d Dialect) *Store { return &Store{db: db, dialect: d} }

// Through returns a store on the same database whose transactions pass through wrap. Tests delay
// and fail them there.
func (s *Store) Through(wrap func(Database) Database) *Store { return New(wrap(s.db), s.dialect) }

var inBraces = regexp.MustCompile(`{[a-z ]+}`)

func (s *Store) spell(query string) string {
	if spelled, ok := s.spelled.Load(query); ok {
		return spelled.(string)
	}
	spelled := strings.TrimSpace(inBraces.ReplaceAllStringFunc(query, func(word string) string { return words[word] + s.dialect.Words[word] }))
	s.spelled.Store(query, spelled)
	return spelled
}
