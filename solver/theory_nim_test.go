package solver_test

import (
	"slices"
	"testing"
)

// The theorems of docs/theory/theory.md on Nim and its reverse versions, judged only by the rules: nothing
// here asks the solver.

// nimVersion is one of the eight versions of Nim: who makes each of the two decisions of a turn,
// and whether emptying the board wins or loses for the turn's owner.
type nimVersion struct{ pileByOpponent, numberByOpponent, misere bool }

func allNimVersions() []nimVersion {
	var all []nimVersion
	for i := range 8 {
		all = append(all, nimVersion{i&1 != 0, i&2 != 0, i&4 != 0})
	}
	return all
}

// dual swaps who decides and how the game ends.
func (v nimVersion) dual() nimVersion {
	return nimVersion{!v.pileByOpponent, !v.numberByOpponent, !v.misere}
}

// nimRules searches one version to the end. The keys are boards.
type nimRules struct {
	nimVersion
	known map[string]bool
}

func newNimRules(v nimVersion) nimRules { return nimRules{v, map[string]bool{}} }

// ownerWins reports whether the owner of the turn wins, before the pile is chosen.
func (r nimRules) ownerWins(piles ...byte) bool {
	key := string(piles)
	if won, ok := r.known[key]; ok {
		return won
	}
	// The previous turn emptied the board: under normal play its owner has won.
	won := r.misere
	if len(piles) > 0 {
		won = r.decides(r.pileByOpponent, len(piles), func(i int) bool { return r.ownerWinsPile(i, piles) })
	}
	r.known[key] = won
	return won
}

// ownerWinsPile is ownerWins after the pile with index i was chosen.
func (r nimRules) ownerWinsPile(i int, piles []byte) bool {
	return r.decides(r.numberByOpponent, int(piles[i]), func(rest int) bool { return r.ownerWinsRest(i, rest, piles) })
}

// ownerWinsRest is ownerWins after the turn leaves rest of the pile with index i.
func (r nimRules) ownerWinsRest(i, rest int, piles []byte) bool {
	left := slices.Clone(piles)
	left[i] = byte(rest)
	if rest == 0 {
		left = slices.Delete(left, i, i+1)
	}
	slices.Sort(left)
	return !r.ownerWins(left...)
}

// decides reports whether the owner wins if one player has this many choices.
func (nimRules) decides(opponent bool, choices int, ownerWins func(choice int) bool) bool {
	for choice := range choices {
		if ownerWins(choice) != opponent {
			return !opponent
		}
	}
	return opponent
}

// eachBoard yields all boards of up to 5 piles of up to 6, smallest pile first.
func eachBoard(yield func(piles []byte)) {
	eachByteRow(5, 6, func(w []byte) {
		if slices.IsSorted(w) {
			yield(w)
		}
	})
}

// weighed returns the nim-sum, the number of piles of 2 or more, and the number of 1s.
func weighed(piles []byte) (n byte, g, u int) {
	for _, pile := range piles {
		n ^= pile
		if pile > 1 {
			g++
		} else {
			u++
		}
	}
	return n, g, u
}

// balanced is the table of Theorem 6: it reports whether the owner of the turn loses. Theorems 2
// and 3 are its first two lines.
func (v nimVersion) balanced(piles []byte) bool {
	n, g, u := weighed(piles)
	switch v {
	case nimVersion{}:
		return n == 0
	case nimVersion{misere: true}:
		return g >= 1 && n == 0 || g == 0 && n == 1
	case nimVersion{numberByOpponent: true}:
		return u%2 == 0
	case nimVersion{numberByOpponent: true, misere: true}:
		return g >= 1 && u%2 == 0 || g == 0 && u%2 == 1
	case nimVersion{pileByOpponent: true}:
		return g >= 1 && u%2 == 1 || g == 0 && u%2 == 0
	case nimVersion{pileByOpponent: true, misere: true}:
		return u%2 == 1
	case nimVersion{pileByOpponent: true, numberByOpponent: true}:
		return g >= 1 && n != 0 || g == 0 && n == 0
	default:
		return n != 0
	}
}

// TestTheorem6EightVersions compares the whole table, which includes Theorems 2 and 3.
func TestTheorem6EightVersions(t *testing.T) {
	for _, v := range allNimVersions() {
		rules := newNimRules(v)
		eachBoard(func(piles []byte) {
			if lost := !rules.ownerWins(piles...); lost != v.balanced(piles) {
				t.Fatalf("%+v %v: the owner loses: %v", v, piles, lost)
			}
		})
	}
}

// TestTheorem5Duality checks that the turn's owner wins a version exactly if the opponent wins its
// dual, before and after a pile is chosen.
func TestTheorem5Duality(t *testing.T) {
	for _, v := range allNimVersions() {
		rules, dual := newNimRules(v), newNimRules(v.dual())
		eachBoard(func(piles []byte) {
			if rules.ownerWins(piles...) == dual.ownerWins(piles...) {
				t.Fatalf("%+v %v: the same player owns and wins in the dual", v, piles)
			}
			for i := range piles {
				if rules.ownerWinsPile(i, piles) == dual.ownerWinsPile(i, piles) {
					t.Fatalf("%+v %v, pile %d: the same player owns and wins in the dual", v, piles, i+1)
				}
			}
		})
	}
}

// TestCorollary4WinningMoves compares all winning moves of Nim and misère Nim with the size that
// each pile must get.
func TestCorollary4WinningMoves(t *testing.T) {
	for _, misere := range []bool{false, true} {
		rules := newNimRules(nimVersion{misere: misere})
		eachBoard(func(piles []byte) {
			for i, pile := range piles {
				others, g, u := weighed(slices.Delete(slices.Clone(piles), i, i+1))
				target := int(others)
				if misere && g == 0 {
					target = 1 - u%2
				}
				for rest := range int(pile) {
					if won := rules.ownerWinsRest(i, rest, piles); won != (rest == target) {
						t.Fatalf("misère %v, %v: leaving %d of pile %d wins: %v", misere, piles, rest, i+1, won)
					}
				}
			}
		})
	}
}

// TestCorollary7NumbersThatMatter checks that leaving 2 or more is all the same if two players
// share a turn.
func TestCorollary7NumbersThatMatter(t *testing.T) {
	for _, v := range allNimVersions() {
		if v.pileByOpponent == v.numberByOpponent {
			continue
		}
		rules := newNimRules(v)
		eachBoard(func(piles []byte) {
			for i, pile := range piles {
				for rest := 3; rest < int(pile); rest++ {
					if rules.ownerWinsRest(i, rest, piles) != rules.ownerWinsRest(i, 2, piles) {
						t.Fatalf("%+v %v: leaving %d and 2 of pile %d differ", v, piles, rest, i+1)
					}
				}
			}
		})
	}
}
