// Package postgres keeps everything in a PostgreSQL database, for those who have outgrown one
// machine: any number of processes may use it at once. Its [Store] wraps the one of
// storage/sqlstore, which says what is kept and how; here are the connections, the tables and
// the transactions.
//
// Transactions are READ COMMITTED. That is enough, since a step is made under the version of
// its match, and a rating only from the value that it was computed from; see storage/sqlstore.
// What deadlocks all the same, or can't be put in an order with others, was undone by the
// database and is tried again, a few times. A write is on the disk of the server before its
// method returns.
//
// The server may be restarted, or be away, at any moment. What hits that fails with
// match.ErrUnavailable, unless a new attempt a moment later succeeds, and calls succeed again
// as soon as the server is back. If the answer to a COMMIT is lost, the inbox says whether the
// request was carried out, and if not it is; where there is no request the server says what
// became of the transaction with its number. If the server gives fewer connections than the
// address allows, the existing ones have to do. Nothing waits without a bound: for a
// connection, a lock, a statement, a commit.
//
// What all would have to write to is not written to by all: counts of ratings are sums of rows,
// which are combined now and then.
//
// The tables are those of [sqlstore.TablesSQL].
package postgres
