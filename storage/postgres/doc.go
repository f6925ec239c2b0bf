// Package postgres keeps everything in a PostgreSQL database, which any number of processes may use at
// once. Its [Store] wraps the store of storage/sqlstore; the connections, the tables and the
// transactions are here.
//
// Transactions are READ COMMITTED. That is enough, because a step names the version of its match and a
// rating changes only from the value that the new one was computed from; see storage/sqlstore. After a
// deadlock or a serialization failure, which the database undoes, a transaction is tried again a few
// times. A write is on the disk of the server before its method returns.
//
// The server may restart or be away at any time. Calls then fail with match.ErrUnavailable, unless a new
// attempt a moment later succeeds. If the answer to a COMMIT is lost, the inbox shows whether the request
// was carried out; without a request, the number of the transaction shows it. If the server gives fewer
// connections than the address allows, the existing ones are shared. Every wait is bounded: for a
// connection, a lock, a statement, a commit.
//
// No row is written by all transactions: a count of ratings is a sum of rows, which are combined now and
// then.
//
// The tables are those of [sqlstore.TablesSQL].
package postgres
