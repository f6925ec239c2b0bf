// Package sqlite keeps everything in one SQLite file. Its [Store] wraps the one of
// storage/sqlstore, which says what is kept and how; here are the file, its tables and its
// transactions.
//
// All writes go through a single connection, so that they queue in this process instead of
// failing with SQLITE_BUSY; reads have a small pool of their own and, thanks to the write-ahead
// log, wait for no writer. A write is on the disk before its method returns (synchronous=FULL).
// The commit takes longest, so writers that wait share a transaction, each in a savepoint of
// its own (group.go). Before each transaction the file is looked for: SQLite itself would go on
// without it (fault.go).
//
// The schema is [sqlstore.TablesSQL] with triggers.sql. Its CHECK constraints, unique
// indexes and triggers hold the invariants even against a faulty program: at most
// one match being played and one open challenge in a channel, moves numbered
// without repetition, versions that rise by one, finished matches that stay as
// they ended.
package sqlite
