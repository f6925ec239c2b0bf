package solver

import (
	"fmt"
	"strconv"

	"nimatron/games"
	"nimatron/games/nim"
)

// reverseNimTheory is [HR]'s table for the versions of Nim in which the opponent
// takes decisions of a turn.
type reverseNimTheory struct{}

// reverseBoard is what the theorems need to know of a position.
type reverseBoard struct {
	heaps
	*nim.Board
	ending      games.Ending
	moveReverse bool // the owner chooses the pile, the opponent the number
	total       bool // the opponent chooses both
}

func readReverse(v *games.Variant, p games.Position) reverseBoard {
	b := p.(*nim.Board)
	pileByOpponent, numberByOpponent := b.Deciders()
	return reverseBoard{
		heaps: weigh(b.Piles()), Board: b, ending: v.Ending,
		moveReverse: !pileByOpponent, total: pileByOpponent && numberByOpponent,
	}
}

// dual is the ending under which the opponent plays Nim in Total-Reverse Nim.
func (b *reverseBoard) dual() games.Ending { return 1 - b.ending }

// lost is the theorem for the games of two half-moves: the owner of a turn loses
// before the pile is nominated.
//
//	move-reverse-nim         u even
//	move-reverse-nim/misere  g ≥ 1 and u even, or g = 0 and u odd
//	pile-reverse-nim         g ≥ 1 and u odd, or g = 0 and u even
//	pile-reverse-nim/misere  u odd
//
// where u counts the piles of 1 and g those of 2 or more.
func (b *reverseBoard) lost(h heaps) bool {
	even := h.ones%2 == 0
	if h.big > 0 {
		return even == b.moveReverse
	}
	return even == (b.ending == games.Normal)
}

// without returns the counts without a pile of n and with one of rest.
func (h heaps) without(n, rest uint64) heaps {
	if n > 1 {
		h.big--
	} else {
		h.ones--
	}
	switch {
	case rest > 1:
		h.big++
	case rest == 1:
		h.ones++
	}
	return h
}

// dictates reports whether leaving rest of a pile of n wins for whoever dictates.
// The turn that follows is the owner's opponent's.
func (b *reverseBoard) dictates(n, rest uint64) bool {
	ownerWins := b.lost(b.without(n, rest))
	return ownerWins != b.moveReverse
}

// anyDictation reports whether whoever dictates for a pile of n can win: only
// whether 0, 1 or more are left matters.
func (b *reverseBoard) anyDictation(n uint64) bool {
	return b.dictates(n, 0) || n > 1 && b.dictates(n, 1) || n > 2 && b.dictates(n, 2)
}

func (reverseNimTheory) wins(v *games.Variant, p games.Position) bool {
	b := readReverse(v, p)
	switch {
	case b.total:
		if len(b.Piles()) == 0 {
			// The opponent would decide, but the game is over: the owner of the
			// turn that did not come has lost under normal play.
			return b.ending == games.Normal
		}
		return !nimLost(b.dual(), b.heaps)
	case b.Nominated() >= 0:
		return b.anyDictation(b.Piles()[b.Nominated()])
	default:
		// The owner nominates in move-reverse Nim, else the opponent.
		return b.lost(b.heaps) != b.moveReverse
	}
}

func (t reverseNimTheory) winning(v *games.Variant, p games.Position, limit int) (moves []string, complete bool) {
	b := readReverse(v, p)
	switch {
	case b.total:
		return nimWinning(b.dual(), b.Piles(), limit)
	case b.Nominated() >= 0:
		return b.winningNumbers(limit)
	default:
		return b.winningPiles(limit)
	}
}

// winningPiles nominates every pile for which the other player can't answer.
func (b *reverseBoard) winningPiles(limit int) (moves []string, complete bool) {
	for i, n := range b.Piles() {
		if b.anyDictation(n) {
			continue
		}
		if len(moves) >= limit {
			return moves, false
		}
		moves = append(moves, strconv.Itoa(i+1))
	}
	return moves, true
}

// winningNumbers dictates, fewest counters first.
func (b *reverseBoard) winningNumbers(limit int) (moves []string, complete bool) {
	n := b.Piles()[b.Nominated()]
	// All numbers that leave two or more are alike: none of them or all win.
	many := n > 2 && b.dictates(n, 2)
	for count := uint64(1); count <= n; count++ {
		if n-count > 1 && !many {
			count = n - 2 // on to the number that leaves one
			continue
		}
		if !b.dictates(n, min(n-count, 2)) {
			continue
		}
		if len(moves) >= limit {
			return moves, false
		}
		moves = append(moves, string(strconv.AppendUint([]byte{'-'}, count, 10)))
	}
	return moves, true
}

// grundy is unknown: a turn of two deciders is no move of a sum.
func (reverseNimTheory) grundy(*games.Variant, games.Position, int) (uint64, bool) { return 0, false }

func (reverseNimTheory) theorem(v *games.Variant) string {
	p, err := v.Parse("1", games.Left)
	if err != nil {
		panic(err) // every version has a pile of one
	}
	b := readReverse(v, p)
	if b.total {
		if b.dual() == games.Misere {
			return "You play your opponent's turns and want them not to empty the board: so each of you plays misère Nim with the other's turns. The owner of a turn loses when the opponent, moving, would win misère Nim."
		}
		return "You play your opponent's turns and want them to empty the board, which loses for them: so each of you plays Nim with the other's turns. The owner of a turn loses when the opponent, moving, would win Nim: when the nim-sum is not 0."
	}
	return "Let u be the number of piles of 1 and g that of piles of 2 or more. The owner of a turn loses when " + b.table() + ", and wins otherwise. Only u counts because whoever says the number can leave 1 of a large pile, or not, as it suits; from a pile of 1 there is no choice."
}

func (reverseNimTheory) source(*games.Variant) string {
	return "Holshouser and Reiter, Eight versions of n-pile Nim"
}

// appendWhy names the counts and the clause of the table.
func (t reverseNimTheory) appendWhy(dst []byte, v *games.Variant, p games.Position) []byte {
	b := readReverse(v, p)
	if len(b.Piles()) == 0 {
		if b.ending == games.Misere {
			return append(dst, "nothing is left, and the player whose turn emptied the board has lost"...)
		}
		return append(dst, "nothing is left, and the player whose turn emptied the board has won"...)
	}
	if b.total {
		return b.appendTotalWhy(dst, v, p)
	}
	if b.Nominated() >= 0 {
		return b.appendNumberWhy(dst)
	}
	dst = b.appendCounts(dst, b.heaps)
	dst = append(dst, ", and the owner of the turn "...)
	if b.lost(b.heaps) {
		dst = append(dst, "loses: "...)
	} else {
		dst = append(dst, "wins: "...)
	}
	return append(dst, b.clause(b.heaps)...)
}

// appendTotalWhy explains Total-Reverse Nim by the Nim that the opponent plays.
func (b *reverseBoard) appendTotalWhy(dst []byte, v *games.Variant, p games.Position) []byte {
	if b.dual() == games.Misere {
		dst = append(dst, "the opponent plays this turn, and emptying it loses for them: misère Nim. "...)
	} else {
		dst = append(dst, "the opponent plays this turn, and emptying it wins for them: Nim. "...)
	}
	return appendNimWhy(dst, b.dual(), b.Piles())
}

// appendNumberWhy explains the answer to a nomination.
func (b *reverseBoard) appendNumberWhy(dst []byte) []byte {
	moves, _ := b.winningNumbers(1)
	n := b.Piles()[b.Nominated()]
	if len(moves) == 0 {
		dst = append(dst, "whatever number leaves pile "...)
		dst = strconv.AppendInt(dst, int64(b.Nominated())+1, 10)
		return append(append(dst, ", the other player wins: "...), b.clause(b.without(n, 0))...)
	}
	w, _ := games.ReadMove(moves[0])
	dst = append(append(dst, moves[0]...), " leaves "...)
	after := b.without(n, n-w.Count)
	dst = b.appendCounts(dst, after)
	dst = append(dst, ", and the next turn's owner "...)
	if b.lost(after) {
		dst = append(dst, "loses: "...)
	} else {
		dst = append(dst, "wins: "...)
	}
	return append(dst, b.clause(after)...)
}

// appendCounts writes u and g.
func (b *reverseBoard) appendCounts(dst []byte, h heaps) []byte {
	dst = append(dst, "u = "...)
	dst = strconv.AppendInt(dst, int64(h.ones), 10)
	dst = append(dst, " piles of 1 and g = "...)
	dst = strconv.AppendInt(dst, int64(h.big), 10)
	return append(dst, " larger ones"...)
}

// clause is the line of the table that settles boards with these counts.
func (b *reverseBoard) clause(h heaps) string {
	even := b.moveReverse
	condition := "with a pile of 2 or more"
	if h.big == 0 {
		even = b.ending == games.Normal
		condition = "with ones only"
	}
	if (b.ending == games.Normal) == b.moveReverse {
		condition = "in this game" // both lines say the same
	}
	parity := "odd"
	if even {
		parity = "even"
	}
	return fmt.Sprintf("%s the owner loses when u is %s", condition, parity)
}

func (t reverseNimTheory) steps(v *games.Variant, p games.Position) []string {
	b := readReverse(v, p)
	if len(b.Piles()) == 0 {
		return nil
	}
	if b.total {
		steps := []string{"The opponent plays the owner's turn, and the owner plays the opponent's. Who empties the board in another's name gives that player the end: so each plays Nim with the other ending for themselves."}
		return append(steps, nimSteps(b.dual(), b.Piles())...)
	}
	steps := []string{
		fmt.Sprintf("Count the piles of 1, u = %d, and the piles of 2 or more, g = %d.", b.ones, b.big),
		"The owner of a turn loses when " + b.table() + "; otherwise the owner wins.",
	}
	if b.moveReverse {
		return append(steps, "The owner nominates a pile of 1 to change whether u is even, or is stuck with piles that let the opponent choose: from a pile of 2 or more the opponent can leave 1, or not, whichever helps.")
	}
	return append(steps, "The owner, who says the number, can leave 1 of a pile of 2 or more, or not, and so makes u even or odd at will; from a pile of 1 there is no choice. So the opponent nominates piles of 1.")
}

// table is the whole line of the table for this game.
func (b *reverseBoard) table() string {
	switch {
	case b.moveReverse && b.ending == games.Normal:
		return "u is even"
	case b.moveReverse:
		return "g ≥ 1 and u is even, or g = 0 and u is odd"
	case b.ending == games.Normal:
		return "g ≥ 1 and u is odd, or g = 0 and u is even"
	default:
		return "u is odd"
	}
}
