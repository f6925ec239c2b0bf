package partizan

import (
	"slices"
	"testing"

	"nimatron/internal/testlong"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// rowsOf are the values of rows by the definition of the game, in canonical form.
type rowsOf struct {
	*values.Store
	known map[string]values.Game
}

func newRows() rowsOf {
	return rowsOf{values.New(values.Limits{Bytes: 1 << 30}), map[string]values.Game{}}
}

// row returns the value of a row.
func (r rowsOf) row(piles ...byte) values.Game {
	if g, ok := r.known[string(piles)]; ok || len(piles) == 0 {
		return g
	}
	var options [2][]values.Game
	for side, end := range []int{0, len(piles) - 1} {
		rest := slices.Clone(piles)
		for rest[end]--; rest[end] > 0; rest[end]-- {
			options[side] = append(options[side], r.row(rest...))
		}
		options[side] = append(options[side], r.row(slices.Delete(rest, end, end+1)...))
	}
	g := r.Game(options[0], options[1])
	r.known[string(piles)] = g
	return g
}

// rowsOfCounters yields all rows of n counters.
func rowsOfCounters(n int, yield func(piles []byte)) {
	for gaps := range 1 << (n - 1) {
		piles := []byte{1}
		for i := range n - 1 {
			if gaps>>i&1 == 1 {
				piles = append(piles, 1)
			} else {
				piles[len(piles)-1]++
			}
		}
		yield(piles)
	}
}

// piles64 converts piles for the solver.
func piles64(piles []byte) []uint64 {
	row := make([]uint64, len(piles))
	for i, p := range piles {
		row[i] = uint64(p)
	}
	return row
}

// weight returns the atomic weight of a row by the calculus on its canonical form.
func (r rowsOf) weight(t *testing.T, piles ...byte) int {
	t.Helper()
	w, _ := r.AtomicWeight(r.row(piles...))
	weight, whole := r.IntegerOf(w)
	if !whole || r.Err() != nil {
		t.Fatalf("%v has the weight %d, an integer: %v, %v", piles, weight, whole, r.Err())
	}
	return int(weight)
}

// counters bounds the counters of the rows, all of which are tested.
func counters() int { return testlong.Times(11, 13, 18) }

// TestTheorem33Weights compares the weights, and which rows are n·↑ + *m, with the canonical forms.
func TestTheorem33Weights(t *testing.T) {
	r := newRows()
	for n := range counters() {
		rowsOfCounters(n+1, func(piles []byte) {
			got := standingOf(piles64(piles))
			if want := r.weight(t, piles...); got.Weight != want || max(want, -want) >= len(piles) {
				t.Fatalf("%v has the weight %d, got %+v", piles, want, got)
			}
			g := r.row(piles...)
			_, ups, nim, plain := r.Plain(g)
			exact := plain && ups == got.Weight && nim == int(got.Nimber)
			if got.Exact && !exact || plain && !got.Exact {
				name, _ := r.Name(g)
				t.Fatalf("%v is %s, got %+v", piles, name, got)
			}
		})
	}
}

// TestTheorem31Kinds compares N rows with nimbers.
func TestTheorem31Kinds(t *testing.T) {
	r := newRows()
	const most = 20 // no tested row has a larger follower
	var nimbers []values.Game
	for k := range most + 1 {
		nimbers = append(nimbers, r.Nimber(k))
	}
	for n := range counters() {
		rowsOfCounters(n+1, func(piles []byte) {
			g := r.row(piles...)
			if r.Outcome(g) != "N" {
				return
			}
			m := standingOf(piles64(piles)).middle
			for k := 1; k <= most; k++ {
				at := int(m.nim) == k
				atLeast, atMost := r.LessOrEqual(nimbers[k], g), r.LessOrEqual(g, nimbers[k])
				wantLeast := m.kind == aboveStar || at && (m.kind == above || m.kind == equal)
				wantMost := m.kind == belowStar || at && (m.kind == below || m.kind == equal)
				if atLeast != wantLeast || atMost != wantMost {
					t.Fatalf("%v is of the kind %+v; at least *%d: %v, at most: %v", piles, m, k, atLeast, atMost)
				}
			}
		})
	}
}

func TestCorollary32(t *testing.T) {
	r := newRows()
	for a := byte(1); a <= 9; a++ {
		for m := byte(1); m <= 9; m++ {
			want := r.Nimber(int(m))
			if a == m {
				want = r.Nimber(1)
			} else if a > m {
				want = values.Zero
			}
			if r.row(a, m, a) != want {
				t.Errorf("%d %d %d is another value", a, m, a)
			}
		}
	}
}

func TestCorollary34(t *testing.T) {
	r := newRows()
	truth := map[bool]int{true: 1}
	sign := func(a, b byte) int { return truth[a > b] - truth[a < b] }
	for a := byte(1); a <= 9; a++ {
		for b := byte(1); b <= 9; b++ {
			if got := r.weight(t, a, b); got != sign(a, b) {
				t.Errorf("%d %d weighs %d", a, b, got)
			}
			for m := byte(1); m <= 9; m++ {
				want := 2 * sign(a, b)
				if max(a, b) <= m {
					want = truth[a == m] - truth[b == m]
				}
				if got := r.weight(t, a, m, b); got != want || standingOf([]uint64{uint64(a), uint64(m), uint64(b)}).Weight != want {
					t.Errorf("%d %d %d weighs %d", a, m, b, got)
				}
			}
		}
	}
}

// TestTheorem35Ones also tests Lemma 35a, which its proof uses.
func TestTheorem35Ones(t *testing.T) {
	r := newRows()
	upStar, found := r.Ups(1, 1), 0
	for n := range counters() - 2 {
		rowsOfCounters(n+1, func(piles []byte) {
			g := r.row(piles...)
			for _, right := range slices.Clone(r.rightOptions(piles)) {
				if !r.LessOrEqual(g, r.Sum(right, upStar)) {
					t.Fatalf("a move of Right in %v costs more than ↑*", piles)
				}
			}
			if longer := r.row(append(slices.Clone(piles), 1)...); r.Outcome(longer) == "L" {
				if found++; longer != r.Sum(g, upStar) {
					t.Fatalf("%v with a pile of 1 more is not worth ↑* more", piles)
				}
			}
		})
	}
	if found == 0 || r.Err() != nil {
		t.Fatal(found, r.Err())
	}
}

func TestTheorem37Ones(t *testing.T) {
	r := newRows()
	upStar, found := r.Ups(1, 1), 0
	for n := range counters() - 1 {
		rowsOfCounters(n+1, func(piles []byte) {
			longer := append(slices.Clone(piles), 1)
			equal := r.row(longer...) == r.Sum(r.row(piles...), upStar)
			if heavier := r.weight(t, longer...) == r.weight(t, piles...)+1; heavier != equal {
				t.Fatalf("%v is an exception: worth ↑* more is %v, weighs 1 more is %v", longer, equal, heavier)
			} else if equal {
				found++
			}
		})
	}
	if found == 0 {
		t.Fatal("no row is worth ↑* more")
	}
}

// rightOptions returns the values of all rows that Right can leave.
func (r rowsOf) rightOptions(piles []byte) (list []values.Game) {
	end := len(piles) - 1
	rest := slices.Clone(piles)
	for rest[end]--; rest[end] > 0; rest[end]-- {
		list = append(list, r.row(rest...))
	}
	return append(list, r.row(rest[:end]...))
}

func TestTheorem36TwoPiles(t *testing.T) {
	r := newRows()
	for b := byte(1); b <= 14; b++ {
		for a := byte(1); a <= b; a++ {
			var want values.Game
			switch left := []values.Game{r.row(b)}; {
			case a == b:
			case a == 1:
				if want = r.Game(left, []values.Game{values.Zero}); want != r.Ups(-1, int(b)^1) {
					t.Errorf("{*%d|0} is another value", b)
				}
			default:
				want = r.Game(append(left, r.row(a-1, b)), []values.Game{values.Zero})
			}
			if r.row(a, b) != want || r.row(b, a) != r.Negative(want) {
				t.Errorf("%d %d is another value", a, b)
			}
		}
	}
}

// TestNamedRows checks the values of rows and sums.
func TestNamedRows(t *testing.T) {
	r := newRows()
	for _, c := range []struct {
		rows [][]byte
		want string
	}{
		{[][]byte{{1, 1, 2}}, "v2*2"},
		{[][]byte{{2, 1, 3}}, "{v*2,v2*3|0}"},
		{[][]byte{{1, 3, 2}}, "{{0|*3,^*2}|0,*,*2,*3}"},
		{[][]byte{{2, 4, 1}}, "{0,*,*2,*3,*4|{*4,v*5|0}}"},
		{[][]byte{{1, 2}, {1, 2}}, "v2"},
		{[][]byte{{1, 3}, {2}}, "v"},
		{[][]byte{{2, 3}, {1}}, "{*2,v*3|0}"},
	} {
		sum := values.Zero
		for _, row := range c.rows {
			sum = r.Sum(sum, r.row(row...))
		}
		if got, _ := r.Name(sum); got != c.want {
			t.Errorf("%v is %s, want %s", c.rows, got, c.want)
		}
	}
}

// TestTwoAheadWins adds up the weights of two rows and checks who wins the sum.
func TestTwoAheadWins(t *testing.T) {
	r := newRows()
	var rows [][]byte
	for n := range testlong.Times(4, 6, 8) {
		rowsOfCounters(n+1, func(piles []byte) { rows = append(rows, piles) })
	}
	decided := 0
	for _, v := range rows {
		for _, w := range rows {
			weight := standingOf(piles64(v)).Weight + standingOf(piles64(w)).Weight
			outcome := r.Outcome(r.Sum(r.row(v...), r.row(w...)))
			if weight >= 2 && outcome != "L" || weight <= -2 && outcome != "R" {
				t.Fatalf("%v + %v weighs %d and is %s", v, w, weight, outcome)
			}
			if max(weight, -weight) >= 2 {
				decided++
			}
		}
	}
	if decided == 0 || r.Err() != nil {
		t.Fatal(decided, r.Err())
	}
}

// TestWeightsOfLargeRows checks rows too large to play out.
func TestWeightsOfLargeRows(t *testing.T) {
	const huge = 1_000_000_000_000_000_000
	many := make([]uint64, 1000)
	for i := range many {
		many[i] = huge
	}
	for _, c := range []struct {
		piles []uint64
		want  theory.Worth
	}{
		{[]uint64{huge}, theory.Worth{Exact: true, Nimber: huge}},
		{[]uint64{5, huge, 5}, theory.Worth{Exact: true, Nimber: huge}},
		{[]uint64{huge, huge, huge}, theory.Worth{Exact: true, Nimber: 1}},
		{[]uint64{huge, huge, 5}, theory.Worth{Weight: 1}},
		{[]uint64{huge, 3, 5}, theory.Worth{Weight: 2}},
		{[]uint64{5, 3, 2, 1, huge}, theory.Worth{Weight: -4}},
		{many, theory.Worth{Exact: true}},
		{many[1:], theory.Worth{Exact: true, Nimber: 1}},
		{append([]uint64{1}, many[1:]...), theory.Worth{Weight: -1, Exact: true}},
		{[]uint64{huge, huge, 1}, theory.Worth{Weight: 1, Exact: true, Nimber: 1}},
		{[]uint64{1, 1, huge, huge}, theory.Worth{Weight: -2, Exact: true}},
		{[]uint64{huge, 1, 1, 1}, theory.Worth{Weight: 3, Exact: true, Nimber: huge + 1}},
	} {
		if got := standingOf(c.piles); got.Weight != c.want.Weight || got.Exact != c.want.Exact || got.Exact && got.Nimber != c.want.Nimber {
			t.Errorf("%d piles, %v …: got %+v, want %+v", len(c.piles), c.piles[:min(len(c.piles), 5)], got, c.want)
		}
	}
}
