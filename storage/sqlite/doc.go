// Package sqlite keeps challenges, matches, their moves, the players, their ratings and
// what they made of puzzles in one SQLite file. A [Store] provides what match.Store asks
// for.
//
// It decides nothing about a game: whether a move is legal, who won and whose turn it is
// are known elsewhere; a position is not stored at all but replayed from a match's start
// and moves. What it does promise is that a match changes in whole steps: every method
// happens as a whole or not at all, and a change is refused with match.ErrStale unless it was made
// from the state that is stored now.
//
// All writes go through a single connection, so that they queue in this process
// instead of failing with SQLITE_BUSY; reads have a small pool of their own and,
// thanks to the write-ahead log, wait for no writer. A write is on the disk
// before its method returns (synchronous=FULL). As that is what takes longest, those who
// wait to write share a transaction, each in a savepoint of its own (group.go).
//
// The schema is in migrations, applied by [Open]. Its CHECK constraints, unique
// indexes and triggers hold the invariants even against a faulty program: at most
// one match being played and one open challenge in a channel, moves numbered
// without repetition, versions that rise by one, finished matches that stay as
// they ended.
//
// What people look up is to be found in a million matches without a wait, so some
// of it is counted beforehand: triggers keep the tables tallies, server_players and
// rating_counts in step with the matches and ratings that they follow from. A
// rating is changed in the transaction that ends the match, and only from the value
// that it was reckoned from, so that two matches that end at once both count.
//
// Times are stored in whole milliseconds; a zero time.Time is stored as NULL. A player is
// stored once, under a key of the database's own, so that a new name, or a deleted
// account, is a change of one row.
//
// A query names its columns in one list together with the places that they are read to
// (columns.go), and spells what it speaks of, such as a finished match, by the domain
// (words.go).
package sqlite
