package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"nimatron/match"
)

// A Database carries out the transactions of a Store. The functions that it runs get a context
// of their own, which may end sooner than the one that it was called with. The errors say what
// they mean to the caller, as [Database.Because] does.
type Database interface {
	// Write runs f in one transaction, which is committed if f returns nil. It may run f
	// again, from the beginning, where what it did was undone because others were in its
	// way. The error is ErrUnknown where nobody can say whether it was committed.
	Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error

	// WriteLong is Write for what may take long. It runs f once.
	WriteLong(ctx context.Context, f func(context.Context, *sql.Tx) error) error

	// Read runs f on one snapshot. It may run f again, from the beginning, where the
	// connection broke.
	Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error

	// ReadOne runs f, which reads by a single statement, and may run it again where the connection
	// broke.
	ReadOne(ctx context.Context, f func(Reader) error) error

	// Alone opens one more connection, which keeps its temporary tables and waits for nobody
	// before it writes. The caller closes it.
	Alone(ctx context.Context) (*sql.DB, error)

	// Copying runs f, which inserts matches, while the trigger that counts them rests: they
	// were counted where they are copied from. Copied is called when all rows are copied.
	Copying(ctx context.Context, tx *sql.Tx, f func() error) error
	Copied(ctx context.Context, tx *sql.Tx) error

	// TidyUp is called after a great change. It has the database do at once what it would do
	// later by itself, so that look-ups are fast. An error only delays that.
	TidyUp(ctx context.Context)

	// Erase is called when somebody was forgotten: nothing of what was deleted stays in the
	// files that the database keeps beside its own. The rest is done with a later write.
	Erase(ctx context.Context)

	// Gone returns an error, which wraps match.ErrUnavailable, if writes would be lost because
	// somebody has removed the database. It is asked before everything, and takes no time.
	Gone() error

	// Because adds to an error what it means: match.ErrUnavailable, and why ctx is over, if
	// it is.
	Because(ctx context.Context, err error) error
}

// A Reader carries out a single statement.
type Reader interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ErrUnknown is the error of a write where nobody can say whether it was committed: the
// connection broke before the answer came.
var ErrUnknown = errors.New("whether it was committed is not known")

// Dialect is what databases spell each their own way. Every text may be empty, where a
// database has no need of it.
type Dialect struct {
	// These stand behind a query in a transaction that writes. They keep others from
	// changing the rows that it finds, or anything but their references; with SkipLocked it
	// leaves out rows that others keep so.
	ForUpdate, ForKeyShare, SkipLocked string

	// These are statements at the beginning of a transaction that keep others from
	// beginning anything in a channel, $1, from taking notices of a front, $1, from changing
	// players, and from changing matches and ratings.
	LockChannel, LockFront, LockPlayers, LockRatings string

	// InsertOrReplace begins the statement that puts a notice in the outbox, and
	// ReplaceNotice ends it, so that it takes the place of another about the same.
	InsertOrReplace, ReplaceNotice string

	// FreeChannel is the condition that nobody, at the time $2, has taken another notice of the
	// same channel. Taking, as $3 says, and Released are assignments that it rests on.
	FreeChannel, Taking, Released string

	// TransactionNumber is a query for the number of the transaction, and for what tells the
	// server from others and from itself before it failed. TransactionFate is a query for
	// what has become of the transaction with the number $1 on the server $2: "committed",
	// "in progress" or something else.
	TransactionNumber, TransactionFate string

	// NewMatchIDs is a query for the IDs that the next $1 matches may have.
	NewMatchIDs string

	// ImportBatch is how many matches are imported in one transaction.
	ImportBatch int
	// ImportPause is between two such transactions, for others to write.
	ImportPause time.Duration

	// Parameters is how many arguments a statement takes without getting slow. It is 0
	// where an argument may be an array, of which unnest makes rows.
	Parameters int
}

func (d *Dialect) words() *strings.Replacer {
	return strings.NewReplacer(
		"{for update}", d.ForUpdate, "{for key share}", d.ForKeyShare, "{skip locked}", d.SkipLocked,
		"{lock channel}", d.LockChannel, "{lock front}", d.LockFront, "{lock players}", d.LockPlayers, "{lock ratings}", d.LockRatings,
		"{insert or replace}", d.InsertOrReplace, "{replace notice}", d.ReplaceNotice,
		"{free channel}", d.FreeChannel, "{taking}", d.Taking, "{released}", d.Released,
		"{transaction number}", d.TransactionNumber, "{transaction fate}", d.TransactionFate,
		"{new match ids}", d.NewMatchIDs,
	)
}

// A Store is an open database, which provides all that match.Store asks for but Close.
type Store struct {
	db    Database
	words *strings.Replacer
	// These come from the Dialect.
	importBatch, parameters int
	importPause             time.Duration
	spelled                 sync.Map             // queries as the database reads them
	prepared                map[string]*sql.Stmt // those that run on every write; may be empty
	reads                   map[string]*sql.Stmt // the same on what reads
	failing                 failing
}

// failing is since when writes have failed.
type failing struct {
	mu    sync.Mutex
	since time.Time // zero while they succeed
}

// note notes what came of a write.
func (f *failing) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case err == nil:
		f.since = time.Time{}
	case errors.Is(err, match.ErrUnavailable) && f.since.IsZero():
		f.since = time.Now()
	}
}

// WritesFailSince implements match.Store.
func (s *Store) WritesFailSince() time.Time {
	s.failing.mu.Lock()
	defer s.failing.mu.Unlock()
	return s.failing.since
}

// New returns a store on a database that has all its tables.
func New(db Database, d Dialect) *Store {
	return &Store{db: db, words: d.words(), importBatch: d.ImportBatch, importPause: d.ImportPause, parameters: d.Parameters}
}

// Through returns a store over the same database whose transactions go through what wrap makes of
// that. Tests delay and fail them so.
func (s *Store) Through(wrap func(Database) Database) *Store {
	return &Store{db: wrap(s.db), words: s.words, importBatch: s.importBatch, parameters: s.parameters, prepared: s.prepared, reads: s.reads}
}

// Prepare prepares the queries that run on every move or every few seconds, and those that run by the million
// when matches are imported and ratings are rebuilt, on what writes and on what reads. It is
// for databases whose drivers don't by themselves.
func (s *Store) Prepare(ctx context.Context, writer, reader *sql.DB) (err error) {
	writes := append([]string{goOn, finishMatch, noteRequest, noteAnswer, insertMatch, savedPlayer, playerKey, saveRating, noteChange, takeLease, keepLease}, insertMovesSQL[:]...)
	if s.prepared, err = s.prepareAll(ctx, writer, writes); err != nil {
		return err
	}
	s.reads, err = s.prepareAll(ctx, reader, []string{lastMatch, matchByID, matchBoard, serverSettings, personSettings, runningRated, unadvised,
		readLease, anyNotice, laggingBoards, dueTournaments, pairingsDue, challengesToExpire, matchesToRemind, overdueMatches, matchesToAbandon})
	return err
}

func (s *Store) prepareAll(ctx context.Context, db *sql.DB, queries []string) (map[string]*sql.Stmt, error) {
	prepared := make(map[string]*sql.Stmt)
	for _, query := range queries {
		stmt, err := db.PrepareContext(ctx, s.spell(query))
		if err != nil {
			return nil, err
		}
		prepared[query] = stmt
	}
	return prepared, nil
}

// spell returns a query as the database reads it.
func (s *Store) spell(query string) string {
	if spelled, ok := s.spelled.Load(query); ok {
		return spelled.(string)
	}
	spelled := strings.TrimSpace(s.words.Replace(query))
	s.spelled.Store(query, spelled)
	return spelled
}

// A Tx is a transaction in which queries are spelled as the database reads them.
type Tx struct {
	tx       *sql.Tx
	store    *Store
	prepared map[string]*sql.Stmt
	own      map[string]*sql.Stmt // prepared in this transaction, which repeats itself; nil: none
}

// stmt returns the query as it was prepared, nil where it wasn't.
func (tx *Tx) stmt(ctx context.Context, query string, args []any) *sql.Stmt {
	if stmt := tx.prepared[query]; stmt != nil {
		return tx.tx.StmtContext(ctx, stmt)
	}
	if tx.own == nil || len(args) == 0 {
		return nil
	}
	stmt := tx.own[query]
	if stmt == nil {
		// Where it can't be prepared it fails as it is carried out, and says why.
		stmt, _ = tx.tx.PrepareContext(ctx, tx.store.spell(query))
		tx.own[query] = stmt
	}
	return stmt
}

// ExecContext is the method of sql.Tx, with the query spelled.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := tx.stmt(ctx, query, args); stmt != nil {
		return stmt.ExecContext(ctx, whole(args)...)
	}
	return tx.tx.ExecContext(ctx, tx.store.spell(query), whole(args)...)
}

// QueryRowContext is the method of sql.Tx, with the query spelled.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := tx.stmt(ctx, query, args); stmt != nil {
		return stmt.QueryRowContext(ctx, whole(args)...)
	}
	return tx.tx.QueryRowContext(ctx, tx.store.spell(query), whole(args)...)
}

// QueryContext is the method of sql.Tx, with the query spelled.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := tx.stmt(ctx, query, args); stmt != nil {
		return stmt.QueryContext(ctx, whole(args)...)
	}
	return tx.tx.QueryContext(ctx, tx.store.spell(query), whole(args)...)
}

// lock carries out a statement that keeps others away, if the database has need of it.
func (tx *Tx) lock(ctx context.Context, statement string, args ...any) error {
	if tx.store.spell(statement) == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, statement, args...)
	return err
}

// whole makes 1 of true and 0 of false, as not every database has a type for them.
func whole(args []any) []any {
	for i, arg := range args {
		if yes, ok := arg.(bool); ok {
			args[i] = int64(0)
			if yes {
				args[i] = int64(1)
			}
		}
	}
	return args
}

// transact runs f in one transaction.
func (s *Store) transact(ctx context.Context, f func(context.Context, *Tx) error) error {
	err := s.db.Gone()
	if err == nil {
		err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return f(ctx, &Tx{tx: tx, store: s, prepared: s.prepared})
		})
	}
	s.failing.note(err)
	return err
}

// read runs f on one snapshot of the database.
func (s *Store) read(ctx context.Context, f func(context.Context, *Tx) error) error {
	if err := s.db.Gone(); err != nil {
		return err
	}
	return s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error { return f(ctx, &Tx{tx: tx, store: s, prepared: s.reads}) })
}

// on runs f in a transaction of a connection from Alone.
func (s *Store) on(ctx context.Context, alone *sql.DB, opts *sql.TxOptions, f func(context.Context, *Tx) error) error {
	if err := s.db.Gone(); err != nil {
		return err
	}
	return s.db.Because(ctx, InTx(ctx, alone, opts, func(ctx context.Context, tx *sql.Tx) error {
		return f(ctx, &Tx{tx: tx, store: s, own: make(map[string]*sql.Stmt)})
	}))
}

// InTx runs f in a transaction, which is committed if f returns nil.
func InTx(ctx context.Context, db interface {
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}, opts *sql.TxOptions, f func(context.Context, *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after the commit
	if err := f(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// changed returns none unless the statement that gave r and err has changed a row.
func changed(r sql.Result, err error, none error) error {
	n, err := affected(r, err)
	if err == nil && n == 0 {
		return none
	}
	return err
}

// affected returns how many rows the statement that gave r and err has changed.
func affected(r sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

// wrap says what failed, if something did: it is deferred, with the result that a method
// names err.
func wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf(format+": %w", append(args, *err)...)
	}
}
