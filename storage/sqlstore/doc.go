// Package sqlstore implements storage.Store on any [Database]. The packages storage/sqlite and
// storage/postgres open a database, create its tables and execute the transactions. docs/storage.md
// describes all three.
//
// It knows no rules of games: positions are replayed from the start and the moves of a match. Rows
// that several transactions write are written in the order of their keys. A player is stored once,
// under an internal key, so that a new name or a deletion changes one row.
package sqlstore
