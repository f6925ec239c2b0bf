package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
)

// splitValuesByDefinition is the mex of everything that the rules say a pile of p
// can become: any smaller pile, or two piles of at most p-1 that make p+q together.
func splitValuesByDefinition(q, n int) []uint64 {
	values := []uint64{0}
	for p := 1; p <= n; p++ {
		have := map[uint64]bool{}
		for rest := range p {
			have[values[rest]] = true
		}
		for a := 0; a <= p-1; a++ {
			if b := p + q - a; 0 <= b && b <= p-1 {
				have[values[a]^values[b]] = true
			}
		}
		least := uint64(0)
		for have[least] {
			least++
		}
		values = append(values, least)
	}
	return values
}

func TestSplitValuesByDefinition(t *testing.T) {
	for q := -6; q <= 40; q++ {
		want := splitValuesByDefinition(q, 300)
		if got := SplitValues(int64(q), 300); !slices.Equal(got, want) {
			t.Errorf("q = %d: SplitValues differs from the definition", q)
		}
		for n, value := range want {
			if got := GrundySplit(int64(q), uint64(n)); got != value {
				t.Fatalf("q = %d: a pile of %d is worth %d by the theorem, %d by the rules", q, n, got, value)
			}
		}
	}
}

func TestSplitValuesByRules(t *testing.T) {
	least, most, n := int64(-6), int64(69), 2000
	if testing.Short() {
		n = 700
	}
	for q := least; q <= most; q++ {
		checkSplitValues(t, q, n)
	}
	// The forms for even q change where q passes a power of two, and q/2 has few or
	// many digits.
	for _, q := range []int64{-1000, -1, 94, 96, 126, 128, 130, 170, 254, 256, 258, 384, 510, 512, 682, 1022, 1024, 1026} {
		checkSplitValues(t, q, 4000)
	}
	for _, q := range []int64{-splitnim.MaxQ, splitnim.MaxQ, splitnim.MaxQ - 1} {
		checkSplitValues(t, q, 100)
	}
	checkSplitValues(t, 0, 10_000)
	// A short table where the nim-sums of values go far beyond its end.
	for q := int64(0); q <= 70; q++ {
		for n := range 75 {
			checkSplitValues(t, q, n)
		}
	}
}

func checkSplitValues(t *testing.T, q int64, n int) {
	t.Helper()
	values := SplitValues(q, n)
	if len(values) != n+1 {
		t.Fatalf("q = %d: %d values of 0 to %d", q, len(values), n)
	}
	for p, want := range values {
		if got := GrundySplit(q, uint64(p)); got != want {
			t.Fatalf("q = %d: a pile of %d is worth %d by the theorem, %d by the rules", q, p, got, want)
		}
	}
}

// TestSplitValueUndoesItself is what finding removals rests on, for any size.
func TestSplitValueUndoesItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQ(t)
		n := rapid.Uint64Range(0, games.MaxPile).Draw(t, "n")
		if v := GrundySplit(q, n); GrundySplit(q, v) != n {
			t.Fatalf("q = %d: a pile of %d is worth %d, and one of that %d", q, n, v, GrundySplit(q, v))
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

// splitMovesByRules lists the moves that lead to nim-sum 0 in the order of Winning:
// every removal and every split is tried. values are those of single piles.
func splitMovesByRules(q int, piles []uint64, values []uint64) []string {
	var xor uint64
	for _, n := range piles {
		xor ^= values[n]
	}
	var moves []string
	for i, n := range piles {
		others := xor ^ values[n]
		for count := uint64(1); count <= n; count++ {
			if values[n-count] == others {
				moves = append(moves, fmt.Sprintf("%d-%d", i+1, count))
			}
		}
		for a := 1; a <= int(n)-1; a++ {
			if b := int(n) + q - a; a <= b && b <= int(n)-1 && values[a]^values[b] == others {
				moves = append(moves, fmt.Sprintf("%d=%d+%d", i+1, a, b))
			}
		}
	}
	return moves
}

// failer is what *testing.T and *rapid.T share and the checks here need.
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

// checkSplitMoves holds Winning and Wins against every move tried. It returns how
// many moves win.
func checkSplitMoves(t failer, q int, piles []uint64, values []uint64) int {
	t.Helper()
	v, p := splitBoard(t, int64(q), piles)
	want := splitMovesByRules(q, piles, values)
	got, complete, err := new(Solver).Winning(context.Background(), v, p, MaxWinning)
	if err != nil || complete != (len(want) <= MaxWinning) || !slices.Equal(got, want[:min(len(want), MaxWinning)]) {
		t.Fatalf("q = %d, %s: winning %d moves %.200q, complete %v, %v; want %d, %.200q", q, p, len(got), got, complete, err, len(want), want)
	}
	won, err := new(Solver).Wins(context.Background(), v, p)
	if err != nil || won != (len(want) > 0) {
		t.Fatalf("q = %d, %s: wins %v, %v; there are %d winning moves", q, p, won, err, len(want))
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

// TestSplitAgreesWithOracle uses the oracle that knows no values, only who wins.
func TestSplitAgreesWithOracle(t *testing.T) {
	for _, q := range []int{-3, -1, 0, 1, 2, 4, 6} {
		v := splitnim.Of(int64(q))
		model, ok := gamestest.Lookup(v.ID)
		if !ok {
			t.Fatalf("%s has no model", v.ID)
		}
		oracle := gamestest.NewOracle(model)
		for _, start := range model.Starts(3, 5) {
			want := oracle.Winning(gamestest.State{Position: start, Owner: games.Left})
			got, complete, err := new(Solver).Winning(context.Background(), v, parse(t, v, start), MaxWinning)
			slices.Sort(want)
			slices.Sort(got)
			if err != nil || !complete || !slices.Equal(got, want) {
				t.Fatalf("%s %s: winning %v, complete %v, %v; want %v", v.ID, start, got, complete, err, want)
			}
		}
	}
}

// TestSplitWinningMovesMid has piles of thousands, where all splits can still be
// tried, among them positions with more than MaxWinning winning moves.
func TestSplitWinningMovesMid(t *testing.T) {
	const largest = 3000
	tables := map[int][]uint64{}
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.OneOf(rapid.IntRange(-6, 70), rapid.SampledFrom([]int{-1500, 126, 128, 256, 510, 512, 682, 1024, 1500})).Draw(t, "q")
		if tables[q] == nil {
			tables[q] = SplitValues(int64(q), 2*largest)
		}
		piles := rapid.SliceOfN(rapid.Uint64Range(1, largest), 1, 4).Draw(t, "piles")
		checkSplitMoves(t, q, piles, tables[q])
	})
	// A nim-sum of nearly all digits has the most splits; rapid rarely draws one.
	for _, q := range []int{-1, 0, 1, 2, 4, 6} {
		values, most := SplitValues(int64(q), 2*largest), 0
		for others := uint64(2040); others < 2060; others++ {
			for n := uint64(2040 - q); n < uint64(2060-q); n++ {
				most = max(most,
					checkSplitMoves(t, q, []uint64{n, others, 1}, values),
					checkSplitMoves(t, q, []uint64{n, others + 2}, values),
					checkSplitMoves(t, q, []uint64{n, n + 2, 3, others, 1}, values))
			}
		}
		if most <= MaxWinning {
			t.Errorf("q = %d: no position had more than %d winning moves", q, most)
		}
	}
}

// TestSplitWinningMovesLarge plays every move listed: it is legal, comes once, in
// order, and leads to value 0. Random piles hardly ever have a winning split, so
// the positions are made to have one.
func TestSplitWinningMovesLarge(t *testing.T) {
	splits := 0
	rapid.Check(t, func(t *rapid.T) {
		q := drawQ(t)
		top := rapid.SampledFrom([]uint64{1e5, 1 << 40, games.MaxPile}).Draw(t, "top")
		pairs := rapid.SliceOfN(rapid.Uint64Range(1, top), 0, 4).Draw(t, "pairs")
		n := rapid.Uint64Range(1, top).Draw(t, "n")
		piles := slices.Concat(pairs, []uint64{n}, pairs)
		if sum, least, ok := splitnim.Parts(n, q); ok {
			small := rapid.Uint64Range(least, sum/2).Draw(t, "small")
			rest := GrundySplit(q, GrundySplit(q, small)^GrundySplit(q, sum-small))
			if 0 < rest && rest <= games.MaxPile {
				piles = append(piles, rest)
			}
		}
		for _, move := range checkListedMoves(t, q, piles) {
			if strings.Contains(move, "=") {
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

// checkListedMoves plays every winning move listed of a position of any size and
// returns them.
func checkListedMoves(t failer, q int64, piles []uint64) []string {
	t.Helper()
	v, p := splitBoard(t, q, piles)
	won, _ := new(Solver).Wins(context.Background(), v, p)
	moves, complete, _ := new(Solver).Winning(context.Background(), v, p, MaxWinning)
	if won != (len(moves) > 0) || !complete && len(moves) != MaxWinning {
		t.Fatalf("q = %d, %s: wins %v, %d winning moves, complete %v", q, p, won, len(moves), complete)
	}
	var last [3]uint64 // pile, 0 for removals, the smaller part or the count
	for _, move := range moves {
		step, err := p.Play(move)
		if err != nil || step.Move != move {
			t.Fatalf("q = %d, %s: %s is played as %s, %v", q, p, move, step.Move, err)
		}
		if won, _ := new(Solver).Wins(context.Background(), v, step.Position); won {
			t.Fatalf("q = %d, %s: %s does not win", q, p, move)
		}
		w, _ := games.ReadMove(move)
		pile, _ := strconv.ParseUint(w.Where, 10, 64)
		key := [3]uint64{pile, 0, w.Count}
		if w.Kind == games.Split {
			key = [3]uint64{pile, 1, w.Parts[0]}
		}
		if slices.Compare(last[:], key[:]) >= 0 {
			t.Fatalf("q = %d, %s: %s is out of order", q, p, move)
		}
		last = key
	}
	return moves
}

// TestSplitsForEveryValue sorts all splits of a pile by the nim-sum of their values
// and asks for each nim-sum.
func TestSplitsForEveryValue(t *testing.T) {
	const largest, nimSums = 150, 256
	for q := int64(-6); q <= 69; q++ {
		r, values := splitRuleOf(q), SplitValues(q, largest)
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

// TestSplitFindsAnySplit starts from a split, so that there is one to find.
func TestSplitFindsAnySplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQ(t)
		n := rapid.Uint64Range(1, games.MaxPile).Draw(t, "n")
		sum, least, ok := splitnim.Parts(n, q)
		if !ok {
			t.Skip("this pile can't be split")
		}
		s := split{small: rapid.Uint64Range(least, sum/2).Draw(t, "small")}
		s.large = sum - s.small
		r := splitRuleOf(q)
		want := r.value(s.small) ^ r.value(s.large)
		const most = 5000
		found := r.splits(n, want, most)
		beyond := len(found) == most && s.small > found[most-1].small
		if !beyond && !slices.Contains(found, s) {
			t.Fatalf("q = %d, a pile of %d: %v is not among the %d splits of nim-sum %d", q, n, s, len(found), want)
		}
	})
}

func TestSplitGoldens(t *testing.T) {
	for _, c := range []struct {
		q        int64
		position string
		want     string
	}{
		{0, "0", ""},
		{0, "1", "1-1"},
		{0, "3 4 8", ""},       // worth 4, 3 and 7
		{0, "3 3", ""},         // equal piles
		{0, "3 2 1", "1=1+2"},  // a nim-sum of 0 in Nim
		{0, "3", "1-3"},        // 3 = 1 + 2 is worth 3, not 0
		{0, "2", "1-2 1=1+1"},  // two equal parts
		{1, "3", "1-3 1=2+2"},  // n + q even: two equal parts
		{2, "4", "1-4 1=3+3"},  // the least pile that can be split
		{-2, "4", "1-4 1=1+1"}, // two go, the rest is split
		{4, "12", "1-12 1=8+8"},
		{4, "12 12", ""},
		{4, "12 8 4", "1=6+10"}, // worth 13, 8 and 4, and nothing below 12 is worth 12
	} {
		v := splitnim.Of(c.q)
		p := parse(t, v, c.position)
		moves, complete, err := new(Solver).Winning(context.Background(), v, p, MaxWinning)
		if got := strings.Join(moves, " "); got != c.want || !complete || err != nil {
			t.Errorf("%s %s: winning %q, complete %v, %v; want %q", v.ID, c.position, got, complete, err, c.want)
		}
	}
}

func TestSplitLimit(t *testing.T) {
	v := splitnim.Of(-1)
	p := parse(t, v, "64 62 1 64 64")
	all, complete, _ := new(Solver).Winning(context.Background(), v, p, MaxWinning)
	if !complete || len(all) < 3 {
		t.Fatalf("%d winning moves, complete %v", len(all), complete)
	}
	for limit := range len(all) + 2 {
		moves, complete, _ := new(Solver).Winning(context.Background(), v, p, limit)
		if !slices.Equal(moves, all[:min(limit, len(all))]) || complete != (limit >= len(all)) {
			t.Fatalf("limit %d of %d: %d moves, complete %v", limit, len(all), len(moves), complete)
		}
	}
}

// TestSplitNeverHangs asks everything of the largest positions, with no limit.
func TestSplitNeverHangs(t *testing.T) {
	ctx, r := context.Background(), rand.New(rand.NewPCG(1, 2))
	for _, q := range []int64{-splitnim.MaxQ, -1, 0, 1, 2, 4, 6, 1 << 20, 1<<40 + 2, 1<<58 + 2, 1<<59 - 2, splitnim.MaxQ} {
		v := splitnim.Of(q)
		for _, position := range []string{
			strings.Repeat("1000000000000000000 ", games.MaxPiles),
			strings.Repeat("1000000000000000000 ", games.MaxPiles-1) + "1",
			strings.Repeat("1000000000000000000 ", games.MaxPiles-1),
			strings.Repeat("1000000000000000000 ", games.MaxPiles-1) + "576460752303423487",
			fmt.Sprint(1<<59-1-max(-1<<58, min(q, 1<<58)), GrundySplit(q, 1<<59-1)), // all 59 digits may be dealt freely
			randomRow(r, games.MaxPiles, games.MaxPile),
		} {
			begin := time.Now()
			p := parse(t, v, position)
			moves, complete, err := new(Solver).Winning(ctx, v, p, 1<<62)
			if err != nil || len(moves) > MaxWinning || !complete && len(moves) < MaxWinning {
				t.Errorf("%s %.40s…: %d moves, complete %v, %v", v.ID, position, len(moves), complete, err)
			}
			if _, err := new(Solver).Explain(ctx, v, p); err != nil {
				t.Errorf("%s %.40s…: %v", v.ID, position, err)
			}
			// It takes a few ms; the bound only tells that from an exponential time.
			if took := time.Since(begin); took > 2*time.Second {
				t.Errorf("%s %.40s…: it took %v", v.ID, position, took)
			}
		}
	}
}

func TestSplitBotPlaysToTheEnd(t *testing.T) {
	ctx := context.Background()
	for _, q := range []int64{-1, 0, 2, 4} {
		v, r := splitnim.Of(q), rand.New(rand.NewPCG(3, uint64(q+10)))
		for range 5 {
			p := parse(t, v, randomRow(r, 4, games.MaxPile))
			won, _ := new(Solver).Wins(ctx, v, p)
			winner := p.Turn().Actor
			if !won {
				winner = winner.Other()
			}
			for moves := 0; !games.Over(p) && moves < 40; moves++ {
				step, err := new(Solver).Choose(ctx, v, p, 0, r)
				if err != nil {
					t.Fatalf("%s %s: %v", v.ID, p, err)
				}
				p = step.Position
				if won, _ := new(Solver).Wins(ctx, v, p); won != (p.Turn().Actor == winner) {
					t.Fatalf("%s: %s gave the win away, to %s", v.ID, step.Move, p)
				}
			}
		}
	}
}

func TestSplitGrundyAndSource(t *testing.T) {
	for _, c := range []struct {
		q        int64
		position string
		grundy   uint64
		found    bool // the source says that the form was found from tables
	}{
		{0, "0", 0, false},
		{0, "3", 4, false},
		{0, "4 7", 3 ^ 8, false},
		{1, "3 5", 6, false},
		{-4, "3 5", 6, false},
		{2, "6 7", 1, false},
		{4, "12", 13, true},
		{6, "1000000000000000000", GrundySplit(6, games.MaxPile), true},
	} {
		v := splitnim.Of(c.q)
		a, err := new(Solver).Analyze(context.Background(), v, c.position)
		if err != nil || !a.GrundyKnown || a.Grundy != c.grundy || a.Method != MethodTheorem {
			t.Errorf("%s %s: %+v, %v; want the value %d", v.ID, c.position, a, err, c.grundy)
		}
		reason, _ := new(Solver).Explain(context.Background(), v, parse(t, v, c.position))
		if !strings.Contains(reason.Source, "Gray and Locke") || strings.Contains(reason.Source, "from tables") != c.found {
			t.Errorf("%s: source %q", v.ID, reason.Source)
		}
	}
}

func TestSplitReasons(t *testing.T) {
	for _, c := range []struct {
		q        int64
		position string
		short    string
		steps    []string // parts of the working, in order
	}{
		{0, "0", "P: nothing is left, and whoever moved last has won", nil},
		{0, "5 7", "N: 2-2 turns the pile of 7 (value 8) into 5 (value 5), which brings the nim-sum of the values from 13 to 0, and every reply makes it other than 0 again; " +
			"for q = 0 a pile of n is worth n, but 4k+3 is worth 4k+4, and 4k+4 is worth 4k+3",
			[]string{"The value of a pile: for q = 0", "Pile 1: 5 is neither 4k+3 nor 4k+4: worth 5.", "Pile 2: 7 = 4·1 + 3: worth 8.", "= 0101", "= 1000", "nim-sum = 1101",
				"The other piles have nim-sum 5, so what pile 2 becomes must be worth 5 too.", "A pile of 5 is worth 5. Pile 2, 7, becomes 5: take 2."}},
		{0, "3 2 1", "N: 1=1+2 turns the value of that pile from 4 into 3 and the nim-sum of the values from 7 to 0; only a split does, as the one pile worth that, 4, is larger; " +
			"for q = 0 a pile of n is worth n, but 4k+3 is worth 4k+4, and 4k+4 is worth 4k+3",
			[]string{"The only pile worth 3 is one of 4, which is above 3, so no removal does it.", "Pile 1, 3, becomes 1 and 2, which are worth 1 and 2: 1 ⊕ 2 = 3."}},
		{0, "3 3", "P: the values of the piles, 4 ⊕ 4, have nim-sum 0, and every move changes the value of one pile and so makes it other than 0; " +
			"for q = 0 a pile of n is worth n, but 4k+3 is worth 4k+4, and 4k+4 is worth 4k+3",
			[]string{"Every column has an even number of 1s.", "Whatever is moved"}},
		{-3, "3 4 1", "N: 2-2 turns the pile of 4 (value 4) into 2 (value 2), which brings the nim-sum of the values from 6 to 0, and every reply makes it other than 0 again; " +
			"for q = -3, since it is odd or negative, a pile of n is worth n",
			[]string{"The value of a pile: for q = -3", "nim-sum = 110"}},
		{2, "1 6", "N: 2-5 turns the pile of 6 (value 7) into 1 (value 1), which brings the nim-sum of the values from 6 to 0, and every reply makes it other than 0 again; " +
			"for q = 2 a pile of n ≥ 2 is worth n with its last binary digit flipped if the digits before it have an even number of 1s, else n",
			[]string{"Pile 1: 1 is below 2: worth 1.", "Pile 2: 6 = 110 in binary, ones before the last digit: 2, even: worth 7."}},
		{4, "12 8 6", "N: 3-1 turns the pile of 6 (value 6) into 5 (value 5), which brings the nim-sum of the values from 3 to 0, and every reply makes it other than 0 again; " +
			"for q = 4 a pile of n is worth n ⊕ 1 if n AND 2 = 0 and ⌊n/4⌋ has two or more binary 1s, else n",
			[]string{"Here 2 is q/2 with 0 for its last binary digit, and 4 the largest power of two up to q.",
				"Pile 1: 12 has n AND 2 = 0 and ⌊n/4⌋ = 11 in binary, ones in it: 2: worth 13.",
				"Pile 2: 8 has n AND 2 = 0 and ⌊n/4⌋ = 10 in binary, ones in it: 1: worth 8.",
				"Pile 3: 6 has n AND 2 = 2, not 0: worth 6."}},
		{6, "12 8 4", "N: 1=7+11 turns the value of that pile from 13 into 12 and the nim-sum of the values from 1 to 0; only a split does, as the one pile worth that, 13, is larger; " +
			"for q = 6 a pile of n is worth n ⊕ 1 if n AND 2 = 0 and ⌊n/4⌋ has two or more binary 1s, else n",
			[]string{"The only pile worth 12 is one of 13, which is above 12", "Pile 1, 12, becomes 7 and 11, which are worth 7 and 11: 7 ⊕ 11 = 12."}},
	} {
		v := splitnim.Of(c.q)
		reason, err := new(Solver).Explain(context.Background(), v, parse(t, v, c.position))
		if err != nil {
			t.Fatal(err)
		}
		if reason.Short != c.short {
			t.Errorf("%s %s:\n got %s\nwant %s", v.ID, c.position, reason.Short, c.short)
		}
		working := strings.Join(reason.Steps, "\n")
		for _, part := range c.steps {
			_, rest, ok := strings.Cut(working, part)
			if !ok {
				t.Errorf("%s %s: the working has no %q where it should:\n%s", v.ID, c.position, part, strings.Join(reason.Steps, "\n"))
				break
			}
			working = rest
		}
	}
}

// TestSplitReasonsHold checks reasons on all small positions, where they are won
// by a split alone often enough, and on drawn ones.
func TestSplitReasonsHold(t *testing.T) {
	onlySplits := 0
	for _, q := range []int64{-2, 0, 1, 2, 4, 6, 8} {
		for n := uint64(1); n <= 20; n++ {
			for m := uint64(1); m <= n; m++ {
				for k := uint64(1); k <= m; k++ {
					if checkReason(t, q, []uint64{n, m, k}) {
						onlySplits++
					}
				}
			}
		}
	}
	if onlySplits < 30 {
		t.Errorf("only %d positions were won by splits alone", onlySplits)
	}
	rapid.Check(t, func(t *rapid.T) {
		piles := rapid.SliceOfN(rapid.Uint64Range(1, games.MaxPile), 1, 5).Draw(t, "piles")
		checkReason(t, drawQ(t), piles)
	})
}

// checkReason checks the length of a reason, that the move it tells of wins, and
// that it says "only a split" just where that is true, which it reports.
func checkReason(t failer, q int64, piles []uint64) (onlySplits bool) {
	t.Helper()
	v, p := splitBoard(t, q, piles)
	reason, err := new(Solver).Explain(context.Background(), v, p)
	short, won := strings.CutPrefix(reason.Short, "N: ")
	if err != nil || len(short) > maxSplitWhy || len(reason.Steps) == 0 {
		t.Fatalf("q = %d, %s: %d bytes, %s, %v", q, p, len(short), short, err)
	}
	moves, complete, _ := new(Solver).Winning(context.Background(), v, p, MaxWinning)
	if won != (len(moves) > 0) {
		t.Fatalf("q = %d, %s: %d moves win, but %s", q, p, len(moves), reason.Short)
	}
	if !won {
		return false
	}
	move, _, _ := strings.Cut(short, " ")
	step, err := p.Play(move)
	if err != nil || splitRuleOf(q).nimSum(step.Position.(*splitnim.Board).Piles()) != 0 {
		t.Fatalf("q = %d, %s: %s does not win, %v", q, p, move, err)
	}
	onlySplits = !slices.ContainsFunc(moves, func(move string) bool { return strings.Contains(move, "-") })
	if complete && strings.Contains(short, "only a split") != onlySplits {
		t.Fatalf("q = %d, %s: %s; the winning moves are %.200q", q, p, short, moves)
	}
	return onlySplits
}

// TestSplitLongestReasons has numbers of as many digits as there can be.
func TestSplitLongestReasons(t *testing.T) {
	const pairs = games.MaxPiles - 4
	for _, q := range []int64{-splitnim.MaxQ, 0, 1, 2, 4, 1<<59 - 2, splitnim.MaxQ} {
		for low := range uint64(8) {
			for high := range uint64(8) {
				piles := slices.Repeat([]uint64{1}, pairs)
				checkReason(t, q, append(piles, games.MaxPile-low, games.MaxPile-high))
				checkReason(t, q, append(piles, games.MaxPile-low, games.MaxPile-high, 1<<59+1, 1<<59+2))
				checkReason(t, q, []uint64{games.MaxPile - low, games.MaxPile - high, games.MaxPile - high, games.MaxPile - low})
			}
		}
	}
}
