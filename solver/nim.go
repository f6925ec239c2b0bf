package solver

import (
	"fmt"
	"strconv"

	"nimatron/games"
	"nimatron/games/nim"
)

// nimTheory is Bouton's theorem for Nim and misère Nim.
type nimTheory struct{}

// heaps is what the theorem needs to know of a multiset of piles.
type heaps struct {
	xor  uint64 // the nim-sum
	ones int    // piles of 1
	big  int    // piles of 2 or more
}

func weigh(piles []uint64) heaps {
	var h heaps
	for _, n := range piles {
		h.xor ^= n
		if n > 1 {
			h.big++
		} else {
			h.ones++
		}
	}
	return h
}

// nimLost is the theorem: the player to move loses when the nim-sum is 0; under
// misère play, when all piles are 1, when it is 1.
func nimLost(ending games.Ending, h heaps) bool {
	if ending == games.Misere && h.big == 0 {
		return h.xor == 1
	}
	return h.xor == 0
}

// nimTarget returns what pile n must become to leave a lost position; ok is false
// if no move from this pile does.
func nimTarget(ending games.Ending, h heaps, n uint64) (target uint64, ok bool) {
	target = n ^ h.xor
	if ending == games.Misere {
		big := h.big
		if n > 1 {
			big--
		}
		// With only ones beside it, an odd number of ones must be left.
		if big == 0 {
			target = 1 - target // n ^ xor is the parity of those ones: 0 or 1
		}
	}
	return target, target < n
}

func (nimTheory) wins(v *games.Variant, p games.Position) bool {
	return !nimLost(v.Ending, weigh(p.(*nim.Board).Piles()))
}

func (nimTheory) winning(v *games.Variant, p games.Position, limit int) (moves []string, complete bool) {
	return nimWinning(v.Ending, p.(*nim.Board).Piles(), limit)
}

// nimWinning lists the winning moves pile by pile: none has two.
func nimWinning(ending games.Ending, piles []uint64, limit int) (moves []string, complete bool) {
	h := weigh(piles)
	var text [24]byte // longest: pile 1000 and 10^18
	for i, n := range piles {
		target, ok := nimTarget(ending, h, n)
		if !ok {
			continue
		}
		if len(moves) >= limit {
			return moves, false
		}
		moves = append(moves, string(appendPileTake(text[:0], i, n-target)))
	}
	return moves, true
}

// grundy is the nim-sum. A misère position has no such value.
func (nimTheory) grundy(v *games.Variant, p games.Position, _ int) (uint64, bool) {
	return weigh(p.(*nim.Board).Piles()).xor, v.Ending == games.Normal
}

func (nimTheory) theorem(v *games.Variant) string {
	const sum = "Write the piles in binary below each other. Whoever moves next loses if every column has an even number of 1s (the nim-sum is 0), and wins otherwise: there is always a pile that can be cut down so that all columns become even, and from even columns every move makes one odd."
	if v.Ending == games.Misere {
		return sum + " That holds as long as a pile of 2 or more is left. With piles of 1 only, whoever moves next loses if their number is odd: so the move that leaves the last large pile behind leaves an odd number of 1s."
	}
	return sum
}

func (nimTheory) source(*games.Variant) string {
	return "Bouton, Nim, a game with a complete mathematical theory, 1901"
}

func (nimTheory) appendWhy(dst []byte, v *games.Variant, p games.Position) []byte {
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
	h := weigh(piles)
	switch {
	case ending == games.Misere && h.big == 0:
		return appendOnesWhy(dst, h.ones)
	case h.xor == 0:
		return append(dst, "the piles written in binary have an even number of 1s in every column (nim-sum 0), and taking from one pile makes some column odd"...)
	default:
		return appendNimMoveWhy(dst, ending, piles, h)
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
func appendNimMoveWhy(dst []byte, ending games.Ending, piles []uint64, h heaps) []byte {
	i, target := firstNimMove(ending, piles, h)
	dst = appendPileTake(dst, i, piles[i]-target)
	if target != piles[i]^h.xor {
		return append(dst, " leaves an odd number of piles, all of them 1: the players take them in turn and the opponent takes the last one, which loses"...)
	}
	dst = append(dst, " turns the pile of "...)
	dst = strconv.AppendUint(dst, piles[i], 10)
	dst = append(dst, " into "...)
	dst = strconv.AppendUint(dst, target, 10)
	dst = append(dst, ", which brings the nim-sum of the piles from "...)
	dst = strconv.AppendUint(dst, h.xor, 10)
	return append(dst, " to 0, and every reply makes it other than 0 again"...)
}

// firstNimMove finds the first winning move of a position that has one.
func firstNimMove(ending games.Ending, piles []uint64, h heaps) (i int, target uint64) {
	for i, n := range piles {
		if target, ok := nimTarget(ending, h, n); ok {
			return i, target
		}
	}
	panic("solver: a won Nim position without a winning move") // Bouton's theorem
}

// shownPiles is how many piles the working of Nim writes in binary.
const shownPiles = 16

func (nimTheory) steps(v *games.Variant, p games.Position) []string {
	return nimSteps(v.Ending, p.(*nim.Board).Piles())
}

// nimSteps is the working, none on an empty board.
func nimSteps(ending games.Ending, piles []uint64) []string {
	h := weigh(piles)
	switch {
	case len(piles) == 0:
		return nil
	case ending == games.Normal:
		return nimSumSteps(piles, h.xor)
	case h.big == 0:
		return []string{"With piles of 1 only, each move takes one whole pile, so only their number counts: whoever faces an odd number takes the last one."}
	}
	steps := []string{"Misère play is won like normal play while two piles or more are above 1, and whoever takes from the last such pile leaves an odd number of 1s, since nobody has a choice from there on."}
	if h.big == 1 {
		return append(steps, fmt.Sprintf("Here one pile is above 1 and the number of 1s is %d: take all of that pile, or all but 1, whichever makes the number of 1s odd.", h.ones))
	}
	return append(steps, nimSumSteps(piles, h.xor)...)
}

// nimSumSteps is the working of normal play.
func nimSumSteps(piles []uint64, xor uint64) []string {
	steps := append(binaryColumns(piles, xor), "The nim-sum has a 1 in each column with an odd number of 1s.")
	if xor == 0 {
		return append(steps, "There is none. A move changes one pile, so it changes at least one digit and makes that column odd; then the opponent can make all columns even again.")
	}
	i, target := firstNimMove(games.Normal, piles, weigh(piles))
	return append(steps,
		"A winning move makes every column even: it flips the digits of a pile in those columns, and can do so where the pile has a 1 in the leftmost of them.",
		fmt.Sprintf("Pile %d goes from %d to %d: take %d.", i+1, piles[i], target, piles[i]-target))
}

// binaryColumns writes the piles and their nim-sum in binary below each other.
func binaryColumns(piles []uint64, xor uint64) []string {
	shown := piles
	if len(shown) > shownPiles {
		shown = shown[:shownPiles]
	}
	largest := xor
	for _, n := range shown {
		largest = max(largest, n)
	}
	bits := len(strconv.FormatUint(largest, 2))
	digits := max(len("nim-sum"), len(strconv.FormatUint(largest, 10)))
	var steps []string
	for _, n := range shown {
		steps = append(steps, fmt.Sprintf("%*d = %0*b", digits, n, bits, n))
	}
	if hidden := len(piles) - len(shown); hidden > 0 {
		steps = append(steps, fmt.Sprintf("… and %d more", hidden))
	}
	return append(steps, fmt.Sprintf("%*s = %0*b", digits, "nim-sum", bits, xor))
}

// appendPileTake writes the move that takes count from the pile with index i.
func appendPileTake(dst []byte, i int, count uint64) []byte {
	dst = strconv.AppendInt(dst, int64(i)+1, 10)
	return strconv.AppendUint(append(dst, '-'), count, 10)
}
