package splits

import (
	"context"
	"math/bits"
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

// Family is the theory of Split-q-Nim.
var Family = &theory.Family{
	Theorem:   SplitNim{},
	Statement: func(v *games.Variant) string { return statement(WorthOf(v.Parameter), v.Ending) },
	Fickle: func(p games.Position) bool {
		b := p.(*nim.Board)
		return !slices.ContainsFunc(b.Piles(), OfBoard(b).isLarger)
	},
	Source: func(v *games.Variant) string {
		theorem := [...]string{Plain: "23", Lasker: "24", Two: "25", Even: "26"}[WorthOf(v.Parameter).Form]
		paper := "Gray and Locke, A variant of Nim, 2018; "
		if theorem == "26" {
			paper = ""
		}
		if v.Ending == games.Misere {
			return paper + theory.Proved("Theorems "+theorem+" and 26a")
		}
		return paper + theory.Proved("Theorem "+theorem)
	},
	Look: theory.LookAtPile,
	Certificate: func(_ context.Context, c theory.Certificate, v *games.Variant, p games.Position) (any, error) {
		winning, _ := SplitNim{}.Winning(v, p, 1)
		return c.WithMove(winning)
	},
}

// SplitNim decides Split-q-Nim by Theorems 23 to 26a of docs/theory/theory.md. A position's value is the
// nim-sum of its piles' values, which have a closed form for every q. Gray and Locke 2018 found it
// for odd and negative q and for 0 and 2. This project adds even q ≥ 4 and misère play (Theorem
// 26a).
type SplitNim struct{}

// Form is a closed form of the values of piles.
type Form uint8

const (
	// Plain (Theorem 23): a pile of n is worth n.
	Plain Form = iota
	// Lasker (Theorem 24): a pile of n is worth n, except that 4k+3 and 4k+4 change places.
	Lasker
	// Two (Theorem 25): the last binary digit of n ≥ 2 is flipped if the digits before it have an
	// even number of 1s.
	Two
	// Even (Theorem 26): the last binary digit of n is flipped if n shares no 1 with Half and has two or more
	// 1s from the digit of Power on.
	Even
	// Bounded (Theorem 45): without splits, and with at most Most counters taken in a move, a pile
	// of n is worth the remainder of n divided by Most + 1.
	Bounded
)

// Worth gives the Grundy values of piles for one q. In every form the value function is an
// involution (Corollary 27 of docs/theory/theory.md).
type Worth struct {
	Q    int64
	Form Form
	// In the form Even, Half is q/2 with its last binary digit cleared, and Power the largest power
	// of two up to q.
	Half, Power uint64
	Most        uint64
}

// OfBoard returns the values of the piles of a board.
func OfBoard(b *nim.Board) Worth {
	if b.Bounded() {
		return Worth{Q: b.Q(), Form: Bounded, Most: b.Most()}
	}
	return WorthOf(b.Q())
}

// Unsplit has the values of Nim.
var Unsplit = WorthOf(nim.Unsplit)

// WorthOf returns the values for q.
func WorthOf(q int64) Worth {
	w := Worth{Q: q}
	switch {
	case q < 0 || q%2 != 0:
	case q == 0:
		w.Form = Lasker
	case q == 2:
		w.Form = Two
	default:
		w.Form, w.Half, w.Power = Even, uint64(q)/2&^1, 1<<(bits.Len64(uint64(q))-1)
	}
	return w
}

// Of returns the Grundy value of a pile of n.
func (r Worth) Of(n uint64) uint64 {
	switch r.Form {
	case Lasker:
		if n > 0 {
			m := n - 1 // ends in binary 10 and 11 for n = 4k+3 and 4k+4
			return (m ^ m>>1&1) + 1
		}
	case Two:
		if n >= 2 && bits.OnesCount64(n>>1)%2 == 0 {
			return n ^ 1
		}
	case Even:
		if n&r.Half == 0 && bits.OnesCount64(n&^(r.Power-1)) >= 2 {
			return n ^ 1
		}
	case Bounded:
		return n % (r.Most + 1)
	}
	return n
}

func (r Worth) pile(v uint64) uint64 {
	if r.Form == Bounded {
		return v
	}
	return r.Of(v)
}

// taking returns how many counters to take from a pile of n so that it is worth what a pile of to is.
func (r Worth) taking(n, to uint64) (count uint64, ok bool) {
	if r.Form != Bounded {
		return n - to, to < n
	}
	if count = r.Of(n) - to; r.Of(n) < to { // the pile passes a multiple of Most + 1
		count += r.Most + 1
	}
	return count, to <= r.Most && 0 < count && count <= n
}

func (r Worth) nimSum(piles []uint64) (sum uint64) {
	for _, n := range piles {
		sum ^= r.Of(n)
	}
	return sum
}

func (r Worth) isLarger(n uint64) bool { return r.Of(n) > 1 }

func (r Worth) larger(piles []uint64) (count int) {
	for _, n := range piles {
		if r.isLarger(n) {
			count++
		}
	}
	return count
}

// Lost reports whether the player to move loses. A pile of 1 is worth 1, so the nim-sum of only
// ones is their parity.
func (r Worth) Lost(ending games.Ending, piles []uint64) bool {
	xor := r.nimSum(piles)
	if ending == games.Misere && !slices.ContainsFunc(piles, r.isLarger) {
		return xor == 1
	}
	return xor == 0
}

type aim struct {
	Worth
	xor uint64
	// larger counts the piles worth more than 1. In normal play it is 2, which makes alone false.
	larger int
}

func (r Worth) aim(ending games.Ending, piles []uint64, xor uint64) aim {
	if ending == games.Misere {
		return aim{r, xor, r.larger(piles)}
	}
	return aim{r, xor, 2}
}

// alone reports whether, in misère play, no other pile is worth more than 1.
func (a aim) alone(n uint64) bool { return a.larger == 0 || a.larger == 1 && a.isLarger(n) }

// goal returns what a pile of n must become to leave a lost position: a pile of to, or one worth the same, or
// two parts that are together worth want.
func (a aim) goal(n uint64) (to, want uint64) {
	want = a.Of(n) ^ a.xor
	if a.alone(n) {
		return 1 - want, want // want is the parity of the other ones
	}
	return a.pile(want), want
}

// winning returns at most max splits of pile n that leave a lost position, smallest part first.
func (a aim) winning(n, want uint64, max int) []split {
	if sum, _, ok := nim.Parts(n, a.Q); a.alone(n) && ok && sum == 2 {
		if want == 1 { // two more ones keep the number odd
			return []split{{1, 1}}
		}
		return nil
	}
	return a.splits(n, want, max)
}

func (SplitNim) Wins(v *games.Variant, p games.Position) bool {
	b := p.(*nim.Board)
	return !OfBoard(b).Lost(v.Ending, b.Piles())
}

// Grundy is the nim-sum of the piles' values. Misère positions have no Grundy value.
func (SplitNim) Grundy(_ context.Context, v *games.Variant, p games.Position, _ int) (uint64, bool) {
	b := p.(*nim.Board)
	return OfBoard(b).nimSum(b.Piles()), v.Ending == games.Normal
}

// Winning lists the moves pile by pile.
func (SplitNim) Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	b := p.(*nim.Board)
	return OfBoard(b).Winning(v.Ending, b.Piles(), 0, false, limit)
}

// Winning lists for each pile the removal, of which there is at most one, and then the splits, smallest part
// first. beside is the value of the other boards. firm means that, in misère play, they don't act as piles
// of 1. A pile of 10^18 can have 2^50 winning splits, so there are never more than theory.MaxWinning moves.
func (r Worth) Winning(ending games.Ending, piles []uint64, beside uint64, firm bool, limit int) (moves []games.Move, complete bool) {
	limit = min(limit, theory.MaxWinning)
	xor := r.nimSum(piles) ^ beside
	a := r.aim(ending, piles, xor)
	if firm {
		a.larger++
	}
	if a.larger > 0 && xor == 0 || a.larger == 0 && xor == 1 {
		return nil, true // the sum is lost
	}
	moves = make([]games.Move, 0, min(limit, len(piles)))
	for i, n := range piles {
		to, want := a.goal(n)
		if count, ok := a.taking(n, to); ok {
			if len(moves) >= limit {
				return moves, false
			}
			moves = append(moves, games.TakePile(i, count))
		}
		room := limit - len(moves)
		for k, s := range a.winning(n, want, room+1) {
			if k == room {
				return moves, false
			}
			moves = append(moves, games.SplitPile(i, s.small, s.large))
		}
	}
	return moves, true
}
