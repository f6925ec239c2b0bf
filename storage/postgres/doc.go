// Package postgres keeps everything in a PostgreSQL database, which any number of processes may use at
// once. Its [Store] wraps the store of storage/sqlstore; the connections, the tables and the
// transactions are here. docs/storage.md describes them.
//
// The server may restart or be away at any time. Calls then fail with match.ErrUnavailable, unless a new
// attempt a moment later succeeds.
package postgres
