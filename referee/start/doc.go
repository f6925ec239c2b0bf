// Package start draws the first positions of matches.
//
// A game draws a board by its Variant.Generate; this package draws until one is worth
// playing. A start, which is a position with its first turn, is fair when
//
//   - play from it takes at least [FewestTurns] turns, of both players together, when
//     the winner hurries and the loser resists: that is the remoteness of the
//     position, in which whoever wins makes play as short as a win allows and the other
//     one makes it as long as can be,
//   - and at most [MostDecisions] decisions,
//   - and the winner cannot win without a choice: whatever the loser does, one of the
//     first [ChoiceWithin] decisions is the winner's and has both options that win and
//     options that lose.
//
// Each of the three is proved, or the draw is thrown away. That a game is not over
// sooner is proved by playing out every line that short. That it is over in time follows
// from Variant.LongestPlay, which bounds all play, once both have made their first
// decisions. So nothing here is about one game, and a new one needs no word in this
// package: what its solver, or the search, settles within the budget can be a start.
//
// All is settled by the random numbers that are handed in: the same ones give the same
// start, unless a search takes so long that the best draw so far has to do.
package start
