// Package record writes matches as JSON Lines and reads them back.
//
// A match is one object on one line: left, right, first and winner are sides, each
// move says by whom it is, times are RFC 3339 in UTC, and turn_time_ms is the time
// for a turn. Unknown values are left out. Unknown fields are skipped.
//
// Times are kept to the millisecond. Names and other texts lose invisible characters,
// such as controls and marks for the direction of writing, have an @ of full
// width, which calls nobody, and are cut at 1,000 characters. A player without a name is called "?",
// and an Event or Site of "?" is none. Everything else is kept as it is, but a
// line longer than [MaxLine] is not read back.
//
// [Read] trusts nothing: every match is played again by the rules, which also put
// moves into canonical form and determine the players and the winner. The writer checks
// nothing: a match that the rules refuse is written, and then refused by Read.
package record
