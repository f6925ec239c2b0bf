package piles

import (
	"fmt"
	"strconv"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

// Theorem is Bouton's, Theorems 2 and 3 of docs/theory.md, in words.
func (Nim) Theorem(v *games.Variant) string {
	const sum = "Write the piles in binary below each other. Whoever moves next loses if every column has an even number of 1s (the nim-sum is 0), and wins otherwise: there is always a pile that can be cut down so that all columns become even, and from even columns every move makes one odd."
	if v.Ending == games.Misere {
		return sum + " That holds as long as a pile of 2 or more is left. With piles of 1 only, whoever moves next loses if their number is odd: so the move that leaves the last large pile behind leaves an odd number of 1s."
	}
	return sum
}

// Source names where the theorem was published.
func (Nim) Source(*games.Variant) string {
	return "Bouton, Nim, a game with a complete mathematical theory, 1901"
}

// AppendWhy gives the nim-sum, or the move that changes it.
func (Nim) AppendWhy(dst []byte, v *games.Variant, p games.Position) []byte {
	piles := p.(*nim.Board).Piles()
	switch {
	case len(piles) > 0:
		return appendNimWhy(dst, v.Ending, piles)
	case v.Ending == games.Misere:
		return append(dst, "nothing is left, and whoever took the last counter has lost"...)
	default:
		return append(dst, "nothing is left, and whoever took the last counter has won"...)
	}
}

// appendNimWhy is appendWhy for a board that is not empty.
func appendNimWhy(dst []byte, ending games.Ending, piles []uint64) []byte {
	c := censusOf(piles)
	switch {
	case ending == games.Misere && c.big == 0:
		return appendOnesWhy(dst, c.ones)
	case c.xor == 0:
		return append(dst, "the piles written in binary have an even number of 1s in every column (nim-sum 0), and taking from one pile makes some column odd"...)
	default:
		return appendNimMoveWhy(dst, ending, piles, c)
	}
}

// appendOnesWhy is for misère play on ones alone, where nobody has a choice.
func appendOnesWhy(dst []byte, ones int) []byte {
	dst = append(dst, "all piles are 1 and their number, "...)
	dst = strconv.AppendInt(dst, int64(ones), 10)
	if ones%2 == 1 {
		return append(dst, ", is odd: the players take them in turn and the player to move takes the last one, which loses"...)
	}
	return append(dst, ", is even: the players take them in turn and the opponent takes the last one, which loses"...)
}

// appendNimMoveWhy gives the first winning move of a position that has one.
func appendNimMoveWhy(dst []byte, ending games.Ending, piles []uint64, c census) []byte {
	i, target := firstNimMove(ending, piles, c)
	dst = take(i, piles[i]-target).AppendTo(dst)
	if target != piles[i]^c.xor {
		return append(dst, " leaves an odd number of piles, all of them 1: the players take them in turn and the opponent takes the last one, which loses"...)
	}
	dst = append(dst, " turns the pile of "...)
	dst = strconv.AppendUint(dst, piles[i], 10)
	dst = append(dst, " into "...)
	dst = strconv.AppendUint(dst, target, 10)
	dst = append(dst, ", which brings the nim-sum of the piles from "...)
	dst = strconv.AppendUint(dst, c.xor, 10)
	return append(dst, " to 0, and every reply makes it other than 0 again"...)
}

// firstNimMove finds the first winning move of a position that has one.
func firstNimMove(ending games.Ending, piles []uint64, c census) (i int, target uint64) {
	for i, n := range piles {
		if target, ok := nimTarget(ending, c, n); ok {
			return i, target
		}
	}
	panic("piles: a won Nim position without a winning move") // Bouton's theorem
}

// Steps adds up the piles in binary.
func (Nim) Steps(v *games.Variant, p games.Position) []string {
	return nimSteps(v.Ending, p.(*nim.Board).Piles())
}

// nimSteps is the working, none on an empty board.
func nimSteps(ending games.Ending, piles []uint64) []string {
	c := censusOf(piles)
	switch {
	case len(piles) == 0:
		return nil
	case ending == games.Normal:
		return nimSumSteps(piles, c.xor)
	case c.big == 0:
		return []string{"With piles of 1 only, each move takes one whole pile, so only their number counts: whoever faces an odd number takes the last one."}
	}
	steps := []string{"Misère play is won like normal play while two piles or more are above 1, and whoever takes from the last such pile leaves an odd number of 1s, since nobody has a choice from there on."}
	if c.big == 1 {
		return append(steps, fmt.Sprintf("Here one pile is above 1 and the number of 1s is %d: take all of that pile, or all but 1, whichever makes the number of 1s odd.", c.ones))
	}
	return append(steps, nimSumSteps(piles, c.xor)...)
}

// nimSumSteps is the working of normal play.
func nimSumSteps(piles []uint64, xor uint64) []string {
	steps := append(theory.BinaryColumns(piles, xor), "The nim-sum has a 1 in each column with an odd number of 1s.")
	if xor == 0 {
		return append(steps, "There is none. A move changes one pile, so it changes at least one digit and makes that column odd; then the opponent can make all columns even again.")
	}
	i, target := firstNimMove(games.Normal, piles, censusOf(piles))
	return append(steps,
		"A winning move makes every column even: it flips the digits of a pile in those columns, and can do so where the pile has a 1 in the leftmost of them.",
		fmt.Sprintf("Pile %d goes from %d to %d: take %d.", i+1, piles[i], target, piles[i]-target))
}
