package piles

import (
	"context"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// ReverseFamily is the theory of the games in which the opponent makes decisions of a turn.
var ReverseFamily = &theory.Family{
	Theorem:   ReverseNim{},
	Statement: reverseStatement,
	Source: func(*games.Variant) string {
		return "Holshouser and Reiter, Eight versions of n-pile Nim; " + theory.Proved("Theorem 6")
	},
	Look:        theory.LookAtPile,
	Certificate: reverseCertificate,
}

// ReverseNim decides them by the table of Holshouser and Reiter: Theorem 6 of docs/theory/theory.md.
type ReverseNim struct{}

type census struct{ ones, big int } // of 1, and of 2 or more

func censusOf(piles []uint64) (c census) {
	for _, n := range piles {
		if n > 1 {
			c.big++
		} else if n == 1 {
			c.ones++
		}
	}
	return c
}

type reverseBoard struct {
	census
	*nim.Board
	ending      games.Ending
	moveReverse bool
	total       bool
}

func readReverse(v *games.Variant, p games.Position) reverseBoard {
	b := p.(*nim.Board)
	pileByOpponent, numberByOpponent := b.Deciders()
	return reverseBoard{
		census: censusOf(b.Piles()), Board: b, ending: v.Ending,
		moveReverse: !pileByOpponent, total: pileByOpponent && numberByOpponent,
	}
}

// dual is the ending of the Nim that each hand plays in Total-Reverse Nim (Theorem 5 of
// docs/theory/theory.md).
func (b *reverseBoard) dual() games.Ending {
	if b.ending == games.Misere {
		return games.Normal
	}
	return games.Misere
}

// lost reports whether the owner of a turn of two half-moves loses before the pile is nominated:
// lines 3 to 6 of the table of Theorem 6 in docs/theory/theory.md.
//
//	move-reverse-nim         u even
//	move-reverse-nim/misere  g ≥ 1 and u even, or g = 0 and u odd
//	pile-reverse-nim         g ≥ 1 and u odd, or g = 0 and u even
//	pile-reverse-nim/misere  u odd
//
// Here u counts the piles of 1 and g the piles of 2 or more.
func (b *reverseBoard) lost(c census) bool {
	even := c.ones%2 == 0
	if c.big > 0 {
		return even == b.moveReverse
	}
	return even == (b.ending == games.Normal)
}

func (c census) without(n, rest uint64) census {
	if n > 1 {
		c.big--
	} else {
		c.ones--
	}
	switch {
	case rest > 1:
		c.big++
	case rest == 1:
		c.ones++
	}
	return c
}

// dictates reports whether leaving rest of a pile of n wins for the player who says the number.
func (b *reverseBoard) dictates(n, rest uint64) bool {
	ownerWins := b.lost(b.without(n, rest))
	return ownerWins != b.moveReverse
}

// anyDictation reports whether the player who says the number for a pile of n can win. It matters
// only whether 0, 1 or more are left (Corollary 7 of docs/theory/theory.md).
func (b *reverseBoard) anyDictation(n uint64) bool {
	return b.dictates(n, 0) || n > 1 && b.dictates(n, 1) || n > 2 && b.dictates(n, 2)
}

func (ReverseNim) Wins(v *games.Variant, p games.Position) bool {
	b := readReverse(v, p)
	switch {
	case b.total:
		if len(b.Piles()) == 0 {
			// The game is over: under normal play the owner of this turn has lost, and the opponent
			// would decide.
			return b.ending == games.Normal
		}
		return !splits.Unsplit.Lost(b.dual(), b.Piles())
	case b.Nominated() >= 0:
		return b.anyDictation(b.Piles()[b.Nominated()])
	default:
		// In Move-Reverse Nim the owner nominates, otherwise the opponent.
		return b.lost(b.census) != b.moveReverse
	}
}

// Winning lists the winning decisions pile by pile, fewest counters first.
func (ReverseNim) Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	b := readReverse(v, p)
	switch {
	case b.total:
		return splits.Unsplit.Winning(b.dual(), b.Piles(), 0, false, limit)
	case b.Nominated() >= 0:
		return b.winningNumbers(limit)
	default:
		return b.winningPiles(limit)
	}
}

func (b *reverseBoard) winningPiles(limit int) (moves []games.Move, complete bool) {
	for i, n := range b.Piles() {
		if n == 0 || b.anyDictation(n) {
			continue
		}
		if len(moves) >= limit {
			return moves, false
		}
		moves = append(moves, games.NominatePile(i))
	}
	return moves, true
}

func (b *reverseBoard) winningNumbers(limit int) (moves []games.Move, complete bool) {
	n := b.Piles()[b.Nominated()]
	// All numbers that leave two or more win, or none does.
	many := n > 2 && b.dictates(n, 2)
	for count := uint64(1); count <= n; count++ {
		if n-count > 1 && !many {
			count = n - 2 // skip to the number that leaves one
			continue
		}
		if !b.dictates(n, min(n-count, 2)) {
			continue
		}
		if len(moves) >= limit {
			return moves, false
		}
		moves = append(moves, games.Move{Kind: games.Dictate, Count: count})
	}
	return moves, true
}

// Grundy is unknown: a turn shared by two players is no move of a sum.
func (ReverseNim) Grundy(context.Context, *games.Variant, games.Position, int) (uint64, bool) {
	return 0, false
}

// reverseCertificate adds the counts of the piles and the winning decision. In Total-Reverse Nim it
// names the hand that plays Nim instead.
func reverseCertificate(_ context.Context, c theory.Certificate, v *games.Variant, p games.Position) (any, error) {
	winning, _ := ReverseNim{}.Winning(v, p, 1)
	b := readReverse(v, p)
	if b.total {
		named := struct {
			theory.Certificate
			Hand string `json:"hand"`
			Move string `json:"move,omitempty"`
		}{Certificate: c, Hand: "opponent"}
		if len(winning) > 0 {
			named.Move = winning[0].String()
		}
		return named, nil
	}
	counted := struct {
		theory.Certificate
		Ones     int    `json:"ones"`
		Larger   int    `json:"larger"`
		Dictate  uint64 `json:"dictate,omitempty"`
		Nominate uint64 `json:"nominate,omitempty"`
	}{Certificate: c, Ones: b.ones, Larger: b.big}
	for _, m := range winning {
		if m.Kind == games.Dictate {
			counted.Dictate = m.Count
		} else {
			counted.Nominate = b.Piles()[m.Index]
		}
	}
	return counted, nil
}
