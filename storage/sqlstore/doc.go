// Package sqlstore implements storage.Store on any [Database]. The packages storage/sqlite and
// storage/postgres open a database, create its tables and carry out the transactions.
//
// It knows no rules of games. A position is not stored but replayed from the start and the moves of a
// match. A match changes in whole steps: every method is one transaction, and a change fails with
// match.ErrStale unless it starts from the stored state.
//
// Each query has one text for all databases: parameters are $1, $2 and so on, and flags are 0 or 1.
// SQL that differs, mostly locks, has a name in braces, which a [Dialect] replaces. The queries rely
// on constraints in the tables: a channel has at most one match being played and one open challenge,
// moves are numbered without repetition, versions rise by one, and finished matches do not change.
//
// There may be many writers at once. A step names the version of its match, and a rating changes only
// from the value that the new one was computed from. Rows that several transactions write are written
// in the order of their keys. The channel is locked if a match and a challenge have to agree.
//
// Some counts are stored, so that look-ups are fast among a million matches. Triggers keep the tables
// tallies and server_players in step with the matches, and rating_counts with the ratings.
//
// Times are stored in milliseconds, and a zero time.Time as NULL. A player is stored once, under a key
// of the database, so that a new name or a deletion changes one row.
//
// The columns of a query stand in a list together with the fields that they are read into
// (columns.go). Values such as {finished} stand in braces, too (words.go).
package sqlstore
