// Package pairing says who meets whom in a tournament, and how the players stand. It knows
// neither games nor stores: it turns what was played so far into the next round.
//
// A pairing is a match of two games. [Swiss] and [Arena] are matchings of least cost, found by
// the blossom algorithm, so they pair every field in polynomial time.
package pairing
