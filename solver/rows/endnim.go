package rows

import (
	"context"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Family is what is known of End-Nim.
var Family = &theory.Family{
	Theorem:   EndNim{},
	Statement: func(v *games.Variant) string { return statement(gameOf(v)) },
	Fickle:    func(p games.Position) bool { return theory.Ones(p.(*endnim.Row).Piles()) },
	Source: func(v *games.Variant) string {
		if gameOf(v) != normal {
			return "Cairns and Ho, Some remarks on End-Nim, 2011"
		}
		return "Albert and Nowakowski, The game of End-Nim, 2001"
	},
	Look: func(m games.Move) string { return "Look at the " + end(m.Where == "R") + " end." },
	Certificate: func(c theory.Certificate, v *games.Variant, p games.Position) any {
		if (EndNim{}).Wins(v, p) {
			winning, _ := EndNim{}.Winning(v, p, 1)
			return c.WithMove(winning)
		}
		piles := p.(*endnim.Row).Piles()
		left, right := gameOf(v).replies(piles)
		if len(piles) == 1 { // all moves are those of the left end
			right = nil
		}
		return struct {
			theory.Certificate
			Replies jsonline.Raw `json:"replies"`
		}{c, appendReplies(nil, left, right)}
	},
}

// EndNim is the theory of End-Nim: the theorem of Albert and Nowakowski for normal
// play and those of Cairns and Ho for its misère and loop games, Theorems 9 and 10 of
// docs/theory.md.
//
// The count of an end is the length of the run of equal piles there, plus one if
// the pile beyond the run is higher. The player to move loses if and only if
//
//	(a) the ends are equal and their counts add up to an even number, or
//	(b) the ends differ by one, the lower has an odd count, the higher an even one,
//
// except that rows of equal piles have a rule of their own, the only one in which
// the three games differ. The papers write l and r for the counts, and turn the
// row so that the left end is not the higher; here l is always the left end's.
type EndNim struct{}

// game is one of the three games on a row.
type game uint8

const (
	normal game = iota
	misere
	loop
)

// gameOf returns the game that a variant of End-Nim is.
func gameOf(v *games.Variant) game {
	if endnim.Goal(v) == 1 {
		return loop
	}
	return gameWith(v.Ending)
}

// gameWith returns the game that ends so when no pile is left.
func gameWith(ending games.Ending) game {
	if ending == games.Misere {
		return misere
	}
	return normal
}

// Lost reports whether the player to move loses a row of End-Nim with this ending.
func Lost(ending games.Ending, row []uint64) bool { return gameWith(ending).lost(rowOf(row)) }

// Winning returns the moves that win a row of End-Nim with this ending, those on the left
// end before those on the right.
func Winning(ending games.Ending, row []uint64) []games.Move {
	moves, _ := gameWith(ending).winning(row, maxEndMoves)
	return moves
}

// over reports whether nobody can move in a row of so many piles.
func (g game) over(piles int) bool {
	return piles == 0 || piles == 1 && g == loop
}

// equalLost decides a row of equal piles, the empty row included: the second half of
// Theorems 9 and 10 in docs/theory.md.
func (g game) equalLost(piles int, height uint64) bool {
	if g == loop || g == misere && height <= 1 {
		return piles%2 == 1
	}
	return piles%2 == 0
}

// row is a row of piles whose two outer piles count as first and last, so that a
// move on an end needs no copy of the rest. With one pile first equals last; the
// empty row has neither.
type row struct {
	piles       []uint64
	first, last uint64
}

func rowOf(piles []uint64) row {
	if len(piles) == 0 {
		return row{}
	}
	return row{piles, piles[0], piles[len(piles)-1]}
}

// after returns the row that piles become when an end is lowered to height, or
// removed when height is 0.
func after(piles []uint64, left bool, height uint64) row {
	switch r := rowOf(piles); {
	case height == 0 && left:
		return rowOf(piles[1:])
	case height == 0:
		return rowOf(piles[:len(piles)-1])
	case len(piles) == 1:
		return row{piles, height, height}
	case left:
		return row{piles, height, r.last}
	default:
		return row{piles, r.first, height}
	}
}

// leftRun returns the run at the left end and the pile beyond it, if the run is
// not the whole row. The row is not empty.
func (r row) leftRun() (run int, beyond uint64) {
	end := len(r.piles) - 1
	for i := 1; i < end; i++ {
		if r.piles[i] != r.first {
			return i, r.piles[i]
		}
	}
	return end, r.last
}

// rightRun is leftRun from the right.
func (r row) rightRun() (run int, beyond uint64) {
	end := len(r.piles) - 1
	for i := 1; i < end; i++ {
		if n := r.piles[end-i]; n != r.last {
			return i, n
		}
	}
	return end, r.first
}

// equal reports whether all piles are equal. The row is not empty.
func (r row) equal() bool {
	_, beyond := r.leftRun()
	return beyond == r.first && r.last == r.first
}

// counts returns the counts of the left and the right end of unequal piles.
func (r row) counts() (left, right int) {
	left, beyond := r.leftRun()
	if beyond > r.first {
		left++
	}
	right, beyond = r.rightRun()
	if beyond > r.last {
		right++
	}
	return left, right
}

// apart returns the difference of the ends.
func (r row) apart() uint64 {
	return max(r.first, r.last) - min(r.first, r.last)
}

// lost is Theorems 9 and 10 of docs/theory.md: whether the player to move loses.
func (g game) lost(r row) bool {
	apart := r.apart()
	if apart > 1 {
		return false
	}
	if len(r.piles) == 0 {
		return g.equalLost(0, 0)
	}
	if r.equal() {
		return g.equalLost(len(r.piles), r.first)
	}
	l, rr := r.counts()
	switch {
	case apart == 0:
		return (l+rr)%2 == 0
	case r.first < r.last:
		return l%2 == 1 && rr%2 == 0
	default:
		return l%2 == 0 && rr%2 == 1
	}
}

// endMove lowers one end of a row.
type endMove struct {
	left  bool
	count uint64
	after row
}

// move returns the move as players make it.
func (m endMove) move() games.Move {
	if m.left {
		return games.TakeEnd(games.Left, m.count)
	}
	return games.TakeEnd(games.Right, m.count)
}

// maxEndMoves is how many moves can matter: three and one on each end (Corollary 11 of
// docs/theory.md).
const maxEndMoves = 8

// candidates appends the moves that could leave a lost row: those that bring an
// end to within one of the other, or remove it, as Corollary 11 of docs/theory.md says.
// They come left end first, fewest counters first.
func (g game) candidates(dst []endMove, piles []uint64) []endMove {
	if g.over(len(piles)) {
		return dst
	}
	r := rowOf(piles)
	if len(piles) == 1 { // both ends are this pile: only 1 and 0 can be lost
		return appendEndMoves(dst, piles, true, 1)
	}
	dst = appendEndMoves(dst, piles, true, r.last)
	return appendEndMoves(dst, piles, false, r.first)
}

// appendEndMoves appends the candidates on one end; other is the height opposite.
func appendEndMoves(dst []endMove, piles []uint64, left bool, other uint64) []endMove {
	height := piles[len(piles)-1]
	if left {
		height = piles[0]
	}
	for _, target := range [...]uint64{other + 1, other, other - 1} {
		if 0 < target && target < height {
			dst = append(dst, endMove{left, height - target, after(piles, left, target)})
		}
	}
	return append(dst, endMove{left, height, after(piles, left, 0)})
}

// winningEnds appends the winning moves, at most maxEndMoves.
func (g game) winningEnds(dst []endMove, piles []uint64) []endMove {
	var buf [maxEndMoves]endMove
	for _, m := range g.candidates(buf[:0], piles) {
		if g.lost(m.after) {
			dst = append(dst, m)
		}
	}
	return dst
}

// Wins reports whether the player to move wins.
func (EndNim) Wins(v *games.Variant, p games.Position) bool {
	return !gameOf(v).lost(rowOf(p.(*endnim.Row).Piles()))
}

// Winning lists the moves on the left end before those on the right.
func (EndNim) Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	return gameOf(v).winning(p.(*endnim.Row).Piles(), limit)
}

// winning returns at most limit winning moves and whether these are all.
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
		moves[i] = m.move()
	}
	return moves, complete
}

// Grundy knows the values of up to two piles and of lost rows by formulas, those
// of others by tables.
func (EndNim) Grundy(ctx context.Context, v *games.Variant, p games.Position, cells int) (uint64, bool) {
	return gameOf(v).value(ctx, p.(*endnim.Row).Piles(), cells)
}
