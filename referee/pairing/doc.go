// Package pairing says who meets whom in a tournament, and how the players stand. It knows
// neither games nor stores: it turns what was played so far into the next round.
//
// Swiss rounds follow FIDE's Double-Swiss (C.04.5), in which a round is a match of two games;
// they and the tie-breaks come from gnutterts/chesspairing. That library leaves players without
// an opponent where a whole score group has met. [Swiss] then pairs the round again as a
// matching of least distance, which also pairs an [Arena].
package pairing
