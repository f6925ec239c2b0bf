// Package record writes matches as text and reads them back: PGN-shaped text for
// people and chess tools, JSON Lines for scripts. Both hold the same match: one that
// was read from one format can be written in the other.
//
// # PGN
//
// A match is the seven tags that PGN asks for, tags of its own, a blank line and the moves:
//
//	[Event "Nimatron match"]
//	[Site "?"]
//	[Date "2026.01.02"]
//	[Round "-"]
//	[White "Ann"]
//	[Black "Bob"]
//	[Result "0-1"]
//	[MatchId "12"]
//	[Variant "end-nim"]
//	[First "left"]
//	[SetUp "1"]
//	[FEN "3 2"]
//	[Rated "false"]
//	[TimeControl "-"]
//	[Termination "played"]
//
//	1. L-1 R-1 2. L-2 L-1 0-1
//
// White has the first turn, because chess tools expect that. First says on which side White sits,
// left by default. FEN is the start in the project's own notation. The result is White's: 1-0, 0-1,
// or * for a match that goes on or that nobody won. TimeControl is "1/600" for 600 seconds a turn.
// UTCDate and UTCTime are the start, Ended is the end, and a move's time stands behind it as {[%ts
// N]}, N in milliseconds since 1970.
//
// A number counts a turn of White's and one of Black's. A turn with two decisions,
// as in the reverse games, is two words. The first, such as "2", is a nomination: in "1. 2 -3 1... 1 -1" White's turn is "2 -3". The rules
// determine who made which decision, so the text does not say it.
//
// Tags that are not named here are skipped, and so are comments; variations are
// refused. A match begins at a tag line behind a blank line or behind moves, so a
// line within a comment must not look like a tag.
//
// # JSON
//
// A match is one object on one line: left, right, first and winner are sides, each
// move says by whom it is, times are RFC 3339 in UTC, and turn_time_ms is the time
// for a turn. Unknown values are left out. Unknown fields are skipped.
//
// # What is kept
//
// Times are kept to the millisecond. Names and other texts lose invisible characters,
// such as controls and marks for the direction of writing, have an @ of full
// width, which calls nobody, and are cut at 1,000 characters. A player without a name is called "?", as in
// PGN, and an Event or Site of "?" is none. Everything else is kept as it is, but a
// line of JSON longer than [MaxLine] is not read back.
//
// # Reading
//
// [Read] trusts nothing: every match is played again by the rules, which also put
// moves into canonical form and determine the players and the winner. The writers check
// nothing: a match that the rules refuse is written, and then refused by Read.
package record
