// Package explain presents a verdict in words, as data and as a proof.
//
// A reason in words has a short form of at most [MaxShort] characters and a full one. Both name the
// move, the plan after it or the answers to every move, and the argument. "You" is the player who
// decides now. Each family's record has its own texts; this package has what they share.
//
// Analyses, values and tables are written as JSON, CSV or text. A certificate is a proof that a
// program can check.
package explain
