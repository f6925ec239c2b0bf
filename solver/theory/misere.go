package theory

import (
	"fmt"
	"slices"
)

// Texts that misère play adds to the texts about piles: Theorems 3 and 26a of docs/theory/theory.md.

// Ones reports whether no stack has 2 or more counters, so that a board is fickle (Theorem 38 of
// docs/theory/values.md).
func Ones(stacks []uint64) bool {
	return !slices.ContainsFunc(stacks, func(n uint64) bool { return n > 1 })
}

// InPairs reports whether there is an even number of piles of every size. It may sort the piles.
func InPairs(piles []uint64) bool {
	if len(piles)%2 != 0 {
		return false
	}
	slices.Sort(piles)
	for pair := range slices.Chunk(piles, 2) {
		if pair[0] != pair[1] {
			return false
		}
	}
	return true
}

// CancelPairs drops pairs of equal neighbours, in place: the sum of two equal games is 0.
func CancelPairs[T any](sorted []T, equal func(a, b T) bool) []T {
	kept := sorted[:0]
	for _, t := range sorted {
		if n := len(kept); n > 0 && equal(kept[n-1], t) {
			kept = kept[:n-1]
		} else {
			kept = append(kept, t)
		}
	}
	return kept
}

// MisereStatement follows the theorem for normal play.
const MisereStatement = " That holds as long as a pile of 2 or more is left. With piles of 1 only, " +
	"the player to move loses if their number is odd: so the move that leaves no large pile behind leaves an odd " +
	"number of 1s."

// OnesFull says how boards of 1s are played.
const OnesFull = "With nothing but piles of 1 each move takes one whole pile, so only their number counts. " +
	"A player who faces an odd number takes the last one."

// OnesWin is the short form of a winning move that leaves an odd number of 1s and nothing else.
// single and larger count the piles of 1 and above before it. they names the player who takes the
// last one, as in "your opponent takes", and means is the effect.
func OnesWin(r *Reason, single, larger, after int, they, means string) string {
	last := they + " the last one" + means + "."
	switch {
	case larger == 0:
		return fmt.Sprintf("take any pile%s. Only 1s are left, an even number (%d): you take them in turn, and %s", r.Aside(), single, last)
	case after == 1:
		return r.Subject() + " leaves a single counter, and " + they + " it" + means + "."
	default:
		return fmt.Sprintf("%s leaves nothing but 1s, an odd number (%d): you take them in turn, and %s", r.Subject(), after, last)
	}
}

// OnesLoss is the short form of a lost position of piles of 1.
func OnesLoss(single int, you, means string) string {
	if single == 1 {
		return "a single counter is left, and " + you + " it" + means + "."
	}
	return fmt.Sprintf("only 1s are left, an odd number (%d). You take them in turn, and %s the last one%s.", single, you, means)
}

// Then1s says when the winner departs from normal play.
func Then1s(win bool) string {
	if win {
		return " Once you can leave only 1s, leave an odd number."
	}
	return " Once they can leave only 1s, they leave an odd number."
}

// MisereEnd says, for the full form, when the winner departs from normal play: once a single pile
// is above 1 and, if open says so, can be taken from.
func MisereEnd(win bool, pile, open string) string {
	move, take, last := "it is your opponent's move", "they take", "you"
	if win {
		move, take, last = "it is your move", "take", "your opponent"
	}
	return fmt.Sprintf("The end: nobody wants the last counter. So when just one %s is above 1%s and %s, "+
		"%s all of that %[1]s or all but 1, whichever leaves an odd number of 1s. From there on each move takes a 1, "+
		"and the last is left to %[5]s.", pile, open, move, take, last)
}

// OnesBroken says which rule was broken by a move that left piles of 1 and at most one larger pile.
func OnesBroken(single, larger int, move string) string {
	if larger == 0 {
		return fmt.Sprintf("Of 1s alone a winning move leaves an odd number; %s leaves %d.", move, single)
	}
	return fmt.Sprintf("A winning move never leaves just one pile above 1; %s does.", move)
}
