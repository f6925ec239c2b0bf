// Package postgres keeps everything in a PostgreSQL database, which any number of processes may
// share. Its [Store] wraps the store of storage/sqlstore and adds connections, tables and
// transactions. docs/storage.md describes them.
//
// The server may restart or be unreachable at any time. Calls then fail with match.ErrUnavailable,
// unless a retry a moment later succeeds.
package postgres
