package splits

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/testlong"
	"nimatron/solver/theory"
)

// TestSplitValueUndoesItself checks that the value function is its own inverse, on which finding
// removals relies.
func TestSplitValueUndoesItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQ(t)
		n := rapid.Uint64Range(0, games.MaxPile).Draw(t, "n")
		if v := grundy(q, n); grundy(q, v) != n {
			t.Fatalf("q = %d: a pile of %d is worth %d, and one of that %d", q, n, v, grundy(q, v))
		}
	})
}

// drawQ draws a q of any form and size.
func drawQ(t *rapid.T) int64 {
	return rapid.OneOf(
		rapid.Int64Range(-6, 70),
		rapid.SampledFrom([]int64{0, 2, 4, 6, 8, 510, 512, 1 << 30, 1<<31 - 2, 1 << 58, 1<<59 - 2, splitnim.MaxQ}),
		rapid.Int64Range(-splitnim.MaxQ, splitnim.MaxQ),
	).Draw(t, "q")
}

// splitMovesByRules lists the moves that lead to nim-sum 0 in the order of Winning, by trying every
// removal and split. values are those of single piles.
func splitMovesByRules(q int, piles []uint64, values []uint64) []games.Move {
	var xor uint64
	for _, n := range piles {
		xor ^= values[n]
	}
	var moves []games.Move
	for i, n := range piles {
		others := xor ^ values[n]
		for count := uint64(1); count <= n; count++ {
			if values[n-count] == others {
				moves = append(moves, games.TakePile(i, count))
			}
		}
		for a := 1; a <= int(n)-1; a++ {
			if b := int(n) + q - a; a <= b && b <= int(n)-1 && values[a]^values[b] == others {
				moves = append(moves, games.SplitPile(i, uint64(a), uint64(b)))
			}
		}
	}
	return moves
}

// failer has the methods of *testing.T and *rapid.T that the checks here need.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func splitBoard(t failer, q int64, piles []uint64) (*games.Variant, games.Position) {
	t.Helper()
	v := splitnim.Of(q)
	p, err := v.Parse(string(games.AppendPiles(nil, piles, -1)), games.Left)
	if err != nil {
		t.Fatalf("q = %d, %v: %v", q, piles, err)
	}
	return v, p
}

// checkSplitMoves compares Winning and Wins with every move tried. It returns the number of winning
// moves.
func checkSplitMoves(t failer, q int, piles []uint64, values []uint64) int {
	t.Helper()
	v, p := splitBoard(t, int64(q), piles)
	want := splitMovesByRules(q, piles, values)
	got, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
	if complete != (len(want) <= theory.MaxWinning) || !slices.Equal(got, want[:min(len(want), theory.MaxWinning)]) {
		t.Fatalf("q = %d, %s: winning %d moves %.200v, complete %v; want %d, %.200v", q, p, len(got), fmt.Sprint(got), complete, len(want), fmt.Sprint(want))
	}
	won := (SplitNim{}).Wins(v, p)
	if won != (len(want) > 0) {
		t.Fatalf("q = %d, %s: wins %v; there are %d winning moves", q, p, won, len(want))
	}
	return len(want)
}

func TestSplitWinningMovesSmall(t *testing.T) {
	for _, q := range []int{-6, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 24} {
		values := splitValuesByDefinition(q, 64)
		for n := uint64(1); n <= 64; n++ {
			checkSplitMoves(t, q, []uint64{n}, values)
		}
		for n := uint64(1); n <= 26; n++ {
			for m := uint64(1); m <= 26; m++ {
				checkSplitMoves(t, q, []uint64{n, m}, values)
			}
		}
		for n := uint64(1); n <= 9; n++ {
			for m := uint64(1); m <= 9; m++ {
				for k := uint64(1); k <= 9; k++ {
					checkSplitMoves(t, q, []uint64{n, m, k}, values)
				}
			}
		}
	}
}

// TestSplitWinningMovesMid checks piles of thousands, for which all splits can still be tried. Some
// positions have more than theory.MaxWinning winning moves.
func TestSplitWinningMovesMid(t *testing.T) {
	const largest = 3000
	tables := map[int][]uint64{}
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.OneOf(rapid.IntRange(-6, 70), rapid.SampledFrom([]int{-1500, 126, 128, 256, 510, 512, 682, 1024, 1500})).Draw(t, "q")
		if tables[q] == nil {
			tables[q] = valuesByRules(int64(q), 2*largest)
		}
		piles := rapid.SliceOfN(rapid.Uint64Range(1, largest), 1, 4).Draw(t, "piles")
		checkSplitMoves(t, q, piles, tables[q])
	})
	// A nim-sum with nearly all digits has the most splits, and rapid rarely draws one.
	for _, q := range testlong.Sample(t, []int{-1, 0, 1, 2, 4, 6}, 1) {
		values, most := valuesByRules(int64(q), 2*largest), 0
		for others := uint64(2040); others < 2060; others++ {
			for n := uint64(2040 - q); n < uint64(2060-q); n++ {
				most = max(most,
					checkSplitMoves(t, q, []uint64{n, others, 1}, values),
					checkSplitMoves(t, q, []uint64{n, others + 2}, values),
					checkSplitMoves(t, q, []uint64{n, n + 2, 3, others, 1}, values))
			}
		}
		if most <= theory.MaxWinning {
			t.Errorf("q = %d: no position had more than %d winning moves", q, most)
		}
	}
}

// TestSplitWinningMovesLarge plays every listed move. Each is legal, unique, in order, and leads to
// value 0. Random piles hardly ever have a winning split, so the positions are built to have one.
func TestSplitWinningMovesLarge(t *testing.T) {
	splits := 0
	rapid.Check(t, func(t *rapid.T) {
		q := drawQ(t)
		top := rapid.SampledFrom([]uint64{1e5, 1 << 40, games.MaxPile}).Draw(t, "top")
		pairs := rapid.SliceOfN(rapid.Uint64Range(1, top), 0, 4).Draw(t, "pairs")
		n := rapid.Uint64Range(1, top).Draw(t, "n")
		piles := slices.Concat(pairs, []uint64{n}, pairs)
		if sum, least, ok := nim.Parts(n, q); ok {
			small := rapid.Uint64Range(least, sum/2).Draw(t, "small")
			rest := grundy(q, grundy(q, small)^grundy(q, sum-small))
			if 0 < rest && rest <= games.MaxPile {
				piles = append(piles, rest)
			}
		}
		for _, move := range checkListedMoves(t, q, piles) {
			if move.Kind == games.Split {
				splits++
			}
		}
	})
	if splits < 1000 {
		t.Errorf("only %d winning splits were listed", splits)
	}
}

func TestSplitWinningMovesAroundPowers(t *testing.T) {
	for _, q := range []int64{-5, 0, 1, 2, 4, 6, 64, 1000, 1 << 40} {
		for _, base := range []uint64{1 << 20, 1 << 59, games.MaxPile - 7, games.MaxPile / 3} {
			for n := base - 3; n <= base+3; n++ {
				checkListedMoves(t, q, []uint64{n})
				checkListedMoves(t, q, []uint64{n, 1 << 59, 12345})
				checkListedMoves(t, q, []uint64{n, n ^ 1, base, base / 3})
			}
		}
	}
}

// checkListedMoves plays every listed winning move of a position of any size, and returns them.
func checkListedMoves(t failer, q int64, piles []uint64) []games.Move {
	t.Helper()
	v, p := splitBoard(t, q, piles)
	won := (SplitNim{}).Wins(v, p)
	moves, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
	if won != (len(moves) > 0) || !complete && len(moves) != theory.MaxWinning {
		t.Fatalf("q = %d, %s: wins %v, %d winning moves, complete %v", q, p, won, len(moves), complete)
	}
	var last [3]uint64 // pile, 0 for removals, the smaller part or the count
	for _, move := range moves {
		next, err := p.Play(move)
		if err != nil {
			t.Fatalf("q = %d, %s: %s is refused: %v", q, p, move, err)
		}
		if (SplitNim{}).Wins(v, next) {
			t.Fatalf("q = %d, %s: %s does not win", q, p, move)
		}
		pile, _ := strconv.ParseUint(move.Where, 10, 64)
		key := [3]uint64{pile, 0, move.Count}
		if move.Kind == games.Split {
			key = [3]uint64{pile, 1, move.Parts[0]}
		}
		if slices.Compare(last[:], key[:]) >= 0 {
			t.Fatalf("q = %d, %s: %s is out of order", q, p, move)
		}
		last = key
	}
	return moves
}

// TestSplitsForEveryValue groups all splits of a pile by the nim-sum of their values, and asks for
// each nim-sum.
func TestSplitsForEveryValue(t *testing.T) {
	const largest, nimSums = 150, 256
	for q := int64(-6); q <= 69; q++ {
		r, values := WorthOf(q), valuesByRules(q, largest)
		for n := int64(1); n <= largest; n++ {
			byValue := make([][]split, nimSums)
			for a := int64(1); a <= n-1; a++ {
				if b := n + q - a; a <= b && b <= n-1 {
					v := values[a] ^ values[b]
					byValue[v] = append(byValue[v], split{uint64(a), uint64(b)})
				}
			}
			for want, all := range byValue {
				for _, most := range []int{len(all) + 1, len(all), len(all) / 2} {
					if got := r.splits(uint64(n), uint64(want), most); !slices.Equal(got, all[:min(most, len(all))]) {
						t.Fatalf("q = %d, a pile of %d: the first %d splits of nim-sum %d are %v, want those of %v", q, n, most, want, got, all)
					}
				}
			}
		}
	}
}

// TestSplitFindsAnySplit builds each position from a split, so that there is one to find.
func TestSplitFindsAnySplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQ(t)
		n := rapid.Uint64Range(1, games.MaxPile).Draw(t, "n")
		sum, least, ok := nim.Parts(n, q)
		if !ok {
			t.Skip("this pile can't be split")
		}
		s := split{small: rapid.Uint64Range(least, sum/2).Draw(t, "small")}
		s.large = sum - s.small
		r := WorthOf(q)
		want := r.Of(s.small) ^ r.Of(s.large)
		const most = 5000
		found := r.splits(n, want, most)
		beyond := len(found) == most && s.small > found[most-1].small
		if !beyond && !slices.Contains(found, s) {
			t.Fatalf("q = %d, a pile of %d: %v is not among the %d splits of nim-sum %d", q, n, s, len(found), want)
		}
	})
}

func TestSplitLimit(t *testing.T) {
	v := splitnim.Of(-1)
	p := gamestest.Parse(t, v, "64 62 1 64 64", games.Left)
	all, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
	if !complete || len(all) < 3 {
		t.Fatalf("%d winning moves, complete %v", len(all), complete)
	}
	for limit := range len(all) + 2 {
		moves, complete := SplitNim{}.Winning(v, p, limit)
		if !slices.Equal(moves, all[:min(limit, len(all))]) || complete != (limit >= len(all)) {
			t.Fatalf("limit %d of %d: %d moves, complete %v", limit, len(all), len(moves), complete)
		}
	}
}

// TestSplitNeverHangs asks everything about the largest positions without a limit.
func TestSplitNeverHangs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, q := range []int64{-splitnim.MaxQ, -1, 0, 1, 2, 4, 6, 1 << 20, 1<<40 + 2, 1<<58 + 2, 1<<59 - 2, splitnim.MaxQ} {
		v := splitnim.Of(q)
		for _, position := range []string{
			strings.Repeat("1000000000000000000 ", games.MaxPiles),
			strings.Repeat("1000000000000000000 ", games.MaxPiles-1) + "1",
			strings.Repeat("1000000000000000000 ", games.MaxPiles-1),
			strings.Repeat("1000000000000000000 ", games.MaxPiles-1) + "576460752303423487",
			fmt.Sprint(1<<59-1-max(-1<<58, min(q, 1<<58)), grundy(q, 1<<59-1)), // all 59 digits are free
			gamestest.RandomRow(r, games.MaxPiles, games.MaxPile),
		} {
			p := gamestest.Parse(t, v, position, games.Left)
			moves, complete := SplitNim{}.Winning(v, p, 1<<62)
			if len(moves) > theory.MaxWinning || !complete && len(moves) < theory.MaxWinning {
				t.Errorf("%s %.40s…: %d moves, complete %v", v.ID, position, len(moves), complete)
			}
			if (SplitNim{}).Reason(v, p, games.Move{}).Justification == nil {
				t.Errorf("%s %.40s…: no reason", v.ID, position)
			}
		}
	}
}
