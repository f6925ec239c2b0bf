package rows

import (
	"context"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Family is the Family of End-Nim.
var Family = &theory.Family{
	Theorem:   EndNim{},
	Statement: func(v *games.Variant) string { return statement(gameOf(v)) },
	Fickle:    func(p games.Position) bool { return theory.Ones(p.(*endnim.Row).Piles()) },
	Source: func(v *games.Variant) string {
		if gameOf(v) != normal {
			return "Cairns and Ho, Some remarks on End-Nim, 2011; " + theory.Proved("Theorem 10")
		}
		return "Albert and Nowakowski, The game of End-Nim, 2001, Theorem 2; " + theory.Proved("Theorem 9")
	},
	Look: func(m games.Move) string { return "Look at the " + games.Side(m.Index).String() + " end." },
	Certificate: func(_ context.Context, c theory.Certificate, v *games.Variant, p games.Position) (any, error) {
		if (EndNim{}).Wins(v, p) {
			winning, _ := EndNim{}.Winning(v, p, 1)
			return c.WithMove(winning)
		}
		piles := p.(*endnim.Row).Piles()
		left, right := gameOf(v).replies(piles)
		if len(piles) == 1 { // a single pile is at both ends
			right = nil
		}
		return struct {
			theory.Certificate
			Replies jsonline.Raw `json:"replies"`
		}{c, appendReplies(nil, left, right)}, nil
	},
}

// EndNim decides End-Nim by the theorem of Albert and Nowakowski, and its misère and loop games by
// those of Cairns and Ho: Theorems 9 and 10 of docs/theory/theory.md.
//
// The count of an end is the length of its run of equal piles, plus one if the pile beyond the run
// is higher. An end is worth its pile, plus one if its count is odd. The player to move loses if and
// only if both ends are worth the same, except for rows of equal piles, in which the three games differ.
type EndNim struct{}

type game uint8

const (
	normal game = iota
	misere
	loop
)

func gameOf(v *games.Variant) game {
	if v.ID == endnim.Loop.ID {
		return loop
	}
	return gameWith(v.Ending)
}

func gameWith(ending games.Ending) game {
	if ending == games.Misere {
		return misere
	}
	return normal
}

// Lost reports whether the player to move loses a row of End-Nim.
func Lost(ending games.Ending, row []uint64) bool { return gameWith(ending).lost(rowOf(row)) }

// Winning returns the winning moves, those on the left end first.
func Winning(ending games.Ending, row []uint64) []games.Move {
	moves, _ := gameWith(ending).winning(row, maxEndMoves)
	return moves
}

func (g game) over(piles int) bool {
	return piles == 0 || piles == 1 && g == loop
}

// equalLost decides rows of equal piles, the empty row included: Theorems 9 and 10 of
// docs/theory/theory.md, second half.
func (g game) equalLost(piles int, height uint64) bool {
	if g == loop || g == misere && height <= 1 {
		return piles%2 == 1
	}
	return piles%2 == 0
}

// row is a row with its end piles stored separately, so that a move on an end copies nothing. A
// single pile is both ends; the empty row has none.
type row struct {
	piles []uint64
	ends  [2]uint64
}

func rowOf(piles []uint64) row {
	if len(piles) == 0 {
		return row{}
	}
	return row{piles, [2]uint64{piles[0], piles[len(piles)-1]}}
}

func (r row) lowered(s games.Side, height uint64) row {
	switch n := len(r.piles); {
	case n == 1 && height == 0:
		return row{}
	case n == 1:
		r.ends = [2]uint64{height, height}
	case height > 0:
		r.ends[s] = height
	default:
		r.piles = r.piles[1-s : n-int(s)]
		if r.ends[s] = r.piles[int(s)*(n-2)]; n == 2 {
			r.ends[s] = r.ends[s.Other()]
		}
	}
	return r
}

func (r row) end(s games.Side) End {
	last := len(r.piles) - 1
	e, at, step := End{Height: r.ends[s]}, int(s)*last, 1-2*int(s)
	for e.Run = 1; e.Run < last; e.Run++ {
		if e.Beyond = r.piles[at+step*e.Run]; e.Beyond != e.Height {
			return e
		}
	}
	e.Run, e.Beyond = last, r.ends[s.Other()]
	return e
}

func (r row) equal() bool {
	return r.ends[0] == r.ends[1] && r.end(games.Left).Beyond == r.ends[0]
}

func (r row) both() (left, right End) { return r.end(games.Left), r.end(games.Right) }

// lost reports whether the player to move loses: Theorems 9 and 10 of docs/theory/theory.md.
func (g game) lost(r row) bool {
	if a, b := r.ends[games.Left], r.ends[games.Right]; max(a, b)-min(a, b) > 1 {
		return false
	}
	if len(r.piles) == 0 || r.equal() {
		return g.equalLost(len(r.piles), r.ends[games.Left])
	}
	left, right := r.both()
	return left.Worth() == right.Worth()
}

type endMove struct {
	games.Move
	after row
}

// maxEndMoves bounds the candidates: three and one on each end (Corollary 11 of docs/theory/theory.md).
const maxEndMoves = 8

// candidates appends the moves that can leave a lost row: they bring an end to within one of the other, or
// remove it (Corollary 11 of docs/theory/theory.md). The left end comes first, then fewest counters.
func (g game) candidates(dst []endMove, piles []uint64) []endMove {
	if g.over(len(piles)) {
		return dst
	}
	r := rowOf(piles)
	if len(piles) == 1 { // both ends are this pile: only 1 and 0 can be lost
		return appendEndMoves(dst, r, games.Left, 1)
	}
	dst = appendEndMoves(dst, r, games.Left, r.ends[games.Right])
	return appendEndMoves(dst, r, games.Right, r.ends[games.Left])
}

// appendEndMoves appends the candidates on one end; other is the height of the opposite end.
func appendEndMoves(dst []endMove, r row, s games.Side, other uint64) []endMove {
	height := r.ends[s]
	for _, target := range [...]uint64{other + 1, other, other - 1} {
		if 0 < target && target < height {
			dst = append(dst, endMove{games.TakeEnd(s, height-target), r.lowered(s, target)})
		}
	}
	return append(dst, endMove{games.TakeEnd(s, height), r.lowered(s, 0)})
}

func (g game) winningEnds(dst []endMove, piles []uint64) []endMove {
	var buf [maxEndMoves]endMove
	for _, m := range g.candidates(buf[:0], piles) {
		if g.lost(m.after) {
			dst = append(dst, m)
		}
	}
	return dst
}

func (EndNim) Wins(v *games.Variant, p games.Position) bool {
	return !gameOf(v).lost(rowOf(p.(*endnim.Row).Piles()))
}

func (EndNim) Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	return gameOf(v).winning(p.(*endnim.Row).Piles(), limit)
}

func (g game) winning(piles []uint64, limit int) (moves []games.Move, complete bool) {
	var buf [maxEndMoves]endMove
	found := g.winningEnds(buf[:0], piles)
	complete = len(found) <= limit
	found = found[:min(limit, len(found))]
	if len(found) == 0 {
		return nil, complete
	}
	moves = make([]games.Move, len(found))
	for i, m := range found {
		moves[i] = m.Move
	}
	return moves, complete
}

// Grundy computes the values of up to two piles and of lost rows by formulas, and others by tables
// of at most this many cells.
func (EndNim) Grundy(ctx context.Context, v *games.Variant, p games.Position, cells int) (uint64, bool) {
	return gameOf(v).value(ctx, p.(*endnim.Row).Piles(), cells)
}
