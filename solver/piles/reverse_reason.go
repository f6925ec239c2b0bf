package piles

import (
	"fmt"
	"strconv"

	"nimatron/games"
)

// Theorem is the line of the table for the variant, in words.
func (ReverseNim) Theorem(v *games.Variant) string {
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

// Source names where the table was published.
func (ReverseNim) Source(*games.Variant) string {
	return "Holshouser and Reiter, Eight versions of n-pile Nim"
}

// AppendWhy names the counts and the clause of the table.
func (ReverseNim) AppendWhy(dst []byte, v *games.Variant, p games.Position) []byte {
	b := readReverse(v, p)
	if len(b.Piles()) == 0 {
		if b.ending == games.Misere {
			return append(dst, "nothing is left, and the player whose turn emptied the board has lost"...)
		}
		return append(dst, "nothing is left, and the player whose turn emptied the board has won"...)
	}
	if b.total {
		return b.appendTotalWhy(dst)
	}
	if b.Nominated() >= 0 {
		return b.appendNumberWhy(dst)
	}
	dst = b.appendCounts(dst, b.census)
	dst = append(dst, ", and the owner of the turn "...)
	if b.lost(b.census) {
		dst = append(dst, "loses: "...)
	} else {
		dst = append(dst, "wins: "...)
	}
	return append(dst, b.clause(b.census)...)
}

// appendTotalWhy explains Total-Reverse Nim by the Nim that the opponent plays.
func (b *reverseBoard) appendTotalWhy(dst []byte) []byte {
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
	dst = append(moves[0].AppendTo(dst), " leaves "...)
	after := b.without(n, n-moves[0].Count)
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
func (b *reverseBoard) appendCounts(dst []byte, c census) []byte {
	dst = append(dst, "u = "...)
	dst = strconv.AppendInt(dst, int64(c.ones), 10)
	dst = append(dst, " piles of 1 and g = "...)
	dst = strconv.AppendInt(dst, int64(c.big), 10)
	return append(dst, " larger ones"...)
}

// clause is the line of the table that settles boards with these counts.
func (b *reverseBoard) clause(c census) string {
	even := b.moveReverse
	condition := "with a pile of 2 or more"
	if c.big == 0 {
		even = b.ending == games.Normal
		condition = "with ones only"
	}
	if (b.ending == games.Normal) == b.moveReverse {
		condition = "in this game" // both lines say the same
	}
	if even {
		return condition + " the owner loses when u is even"
	}
	return condition + " the owner loses when u is odd"
}

// Steps counts the piles and gives the line of the table.
func (ReverseNim) Steps(v *games.Variant, p games.Position) []string {
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
