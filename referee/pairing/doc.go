// Package pairing says who meets whom in a tournament, and how the players stand. It knows
// neither games nor stores: it turns what was played so far into the next round.
//
// Swiss rounds follow FIDE's Double-Swiss (C.04.5), in which a round is a match of two games.
// Brackets, byes, first turns and tie-breaks come from gnutterts/chesspairing; what its own rounds
// get wrong is in byLibrary. Where those of a scoregroup have all met, that leaves players without
// an opponent. [Swiss] then pairs the round again as a matching of least distance, which also
// pairs an [Arena].
package pairing
