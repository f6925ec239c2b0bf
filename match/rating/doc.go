// Package rating estimates how strong players are by Glicko-2, as pure arithmetic. It imports the
// standard library only, reads no clock and keeps no state; a [Rating] is three numbers.
//
// [Rating.After] is the algorithm of the paper, step by step and in its letters (glicko2.go).
// Around it are bounds that the paper leaves open: for any input, NaN and infinities included, the
// result is finite and in the ranges that Rating states.
//
// A match is rated when it ends, as a rating period of its own: first [Rating.At] for both players,
// for the time since their last match, then After for both, each with the other's rating from
// before the match. A match against the bot is rated by [Rating.Half].
//
// After includes the growth of uncertainty of one rating period, as in the paper. So the deviation
// of a frequent player sinks only to about 60, where the growth equals what a match teaches. A
// newcomer who plays equals that are well known is no longer provisional after about 10 matches,
// with the bot alone after about 20.
//
// Source: M. E. Glickman, "Example of the Glicko-2 system", 2013,
// http://www.glicko.net/glicko/glicko2.pdf.
package rating
