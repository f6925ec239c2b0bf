// Package sqlstore keeps challenges, matches, their moves, the players, their ratings and
// what they made of puzzles in an SQL database. A [Store] provides what match.Store asks
// for on any [Database]: storage/sqlite and storage/postgres open theirs, bring its tables
// up to date and carry out the transactions.
//
// It decides nothing about a game: whether a move is legal, who won and whose turn it is are
// known elsewhere; a position is not stored at all but replayed from a match's start and moves.
// It promises that a match changes in whole steps: every method is one transaction, and a
// change is refused with match.ErrStale unless it was made from the state that is stored now.
//
// There is one text of each query, which all databases read: parameters are $1, $2 and so on, a
// name that could be of two tables says whose it is, and a flag is 0 or 1. Where they differ,
// mostly in locks, the text has a name in braces, which a [Dialect] spells. The queries rely on
// what the tables of each database have to hold: at most one match being played and one open
// challenge in a channel, moves numbered without repetition, versions that rise by one,
// finished matches that stay as they ended.
//
// Writers may be many at once. A step is made under the version of its match, a rating is
// changed only from the value that it was computed from, and a transaction writes rows that
// others write too in the order of their keys. Where two tables have to agree, as for a match
// and a challenge in one channel, the channel is locked.
//
// Look-ups in a million matches must not take long, so some counts are kept: triggers keep the
// tables tallies and server_players in step with the matches that they follow from, and
// rating_counts has how many players are in each range of scores.
//
// Times are stored in whole milliseconds; a zero time.Time is stored as NULL. A player is
// stored once, under a key of the database's own, so that a new name, or a deleted
// account, is a change of one row.
//
// A query names its columns in one list together with the places that they are read to
// (columns.go), and spells what it speaks of, such as a finished match, by the domain
// (words.go).
package sqlstore
