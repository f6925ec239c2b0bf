// Package sqlite keeps everything in one SQLite file. Its [Store] wraps the store of storage/sqlstore;
// the file, its tables and its transactions are here.
//
// All writes use a single connection, so that they queue in this process instead of failing with
// SQLITE_BUSY. Reads have a small pool of connections and, because of the write-ahead log, wait for no
// writer. A write is on the disk before its method returns (synchronous=FULL). As the commit is the
// slowest part, waiting writers share a transaction, each in a savepoint (group.go). Each transaction
// first checks that the file still exists, because SQLite would go on without it (fault.go).
//
// The schema is [sqlstore.TablesSQL] with triggers.sql. Its constraints, unique indexes and triggers
// protect the invariants even against a faulty program: a channel has at most one match being played
// and one open challenge, moves are numbered without repetition, versions rise by one, and finished
// matches do not change.
package sqlite
