package solver_test

import (
	"fmt"
	"strconv"
	"testing"

	"nimatron/games/endnim"
	"nimatron/solver"
)

// Theorems 15 and 16 of docs/theory.md: the values of the rows a 4 b, for one a and
// b = 1, 2, 3, …, repeat in the end with as much added as the period, and the
// periods are not all powers of two.

// columns works out the rows 1 4 b, 2 4 b and so on, one b after the other, from
// the rules: the value of a 4 b is the least that is not 4 ⊕ b or a ⊕ 4, which
// deleting an end leaves, nor stands at a lower a or a lower b.
type columns struct {
	b      int
	values [][]int        // by a-1, then by b-1
	used   []map[int]bool // by a-1: the values of the row that are not below low
	low    []int          // by a-1: the least value that the row has not had
}

func newColumns(rows int) *columns {
	c := &columns{values: make([][]int, rows), used: make([]map[int]bool, rows), low: make([]int, rows)}
	for i := range c.used {
		c.used[i] = map[int]bool{}
		c.use(i, (i+1)^4)
	}
	return c
}

func (c *columns) use(i, value int) {
	c.used[i][value] = true
	for c.used[i][c.low[i]] {
		delete(c.used[i], c.low[i])
		c.low[i]++
	}
}

// next goes on to the next b.
func (c *columns) next() {
	c.b++
	above := map[int]bool{4 ^ c.b: true}
	for i := range c.values {
		value := c.low[i]
		for c.used[i][value] || above[value] {
			value++
		}
		above[value] = true
		c.values[i] = append(c.values[i], value)
		c.use(i, value)
	}
}

// states says for each a all that the values to come of the rows 1 to a depend on:
// b modulo 8, which gives 4 ⊕ b − b, and which values each row has had, less b.
func (c *columns) states() []string {
	states := make([]string, len(c.values))
	state := strconv.Itoa(c.b % 8)
	for i := range c.values {
		relative := map[int]bool{} // fmt writes maps in the order of their keys
		for value := range c.used[i] {
			relative[value-c.b] = true
		}
		state += fmt.Sprint(" ", c.low[i]-c.b, relative)
		states[i] = state
	}
	return states
}

// rowPeriod is the least period of a row and the b from which it holds.
type rowPeriod struct{ period, from int }

// periodOf returns the least period of a row whose state after the column from is
// that after its last column but for the shift: from there on it repeats for ever.
func periodOf(values []int, from int) rowPeriod {
	repeats := func(b, p int) bool { return values[b+p-1] == values[b-1]+p }
	for p := 1; ; p++ {
		b := len(values) - p
		for b > 0 && repeats(b, p) {
			b--
		}
		// A least period divides every other one.
		if (len(values)-from)%p == 0 && b <= from {
			return rowPeriod{p, b + 1}
		}
	}
}

func TestTheorem16PeriodTwelve(t *testing.T) {
	const most = 400
	want := []rowPeriod{
		{1, 6}, {2, 7}, {2, 8}, {4, 5}, {12, 8}, {12, 15}, {12, 18}, {8, 26},
		{10, 26}, {60, 40}, {60, 43}, {60, 84}, {2, 84}, {16, 83}, {16, 77}, {16, 107},
	}
	c := newColumns(len(want))
	seen := make([]map[string]int, len(want)) // by a-1: the b of each state
	for i := range seen {
		seen[i] = map[string]int{}
	}
	got := make([]rowPeriod, len(want))
	for c.b < most {
		c.next()
		for i, state := range c.states() {
			if before, again := seen[i][state]; again && got[i] == (rowPeriod{}) {
				got[i] = periodOf(c.values[i], before)
			}
			seen[i][state] = c.b
		}
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d 4 b: period and first b %v, want %v", i+1, got[i], want[i])
		}
	}

	// The solver's tables have the same values, and what is written there repeats.
	plane, err := new(solver.Solver).Table(t.Context(), endnim.Normal, "_ 4 _", most, nil)
	if err != nil || plane.Values == nil {
		t.Fatalf("the table of _ 4 _: %v", err)
	}
	for i, row := range c.values {
		for j, value := range row {
			if cell := plane.Values[i*most+j]; cell != uint64(value) {
				t.Fatalf("%d 4 %d is worth %d in the table, %d by the rules", i+1, j+1, cell, value)
			}
		}
		for b := want[i].from; b+want[i].period <= most; b++ {
			if row[b-1]+want[i].period != row[b+want[i].period-1] {
				t.Fatalf("%d 4 %d and %d: values %d and %d", i+1, b, b+want[i].period, row[b-1], row[b+want[i].period-1])
			}
		}
	}
}

// TestTheorem16Command asks for the three lines that docs/theory.md shows.
func TestTheorem16Command(t *testing.T) {
	const n = 96
	for a, from := range map[int]int{5: 8, 6: 15, 7: 18} {
		pattern := fmt.Sprintf("%d 4 _", a)
		table, err := new(solver.Solver).Table(t.Context(), endnim.Normal, pattern, n, nil)
		if err != nil || len(table.Values) != n {
			t.Fatalf("%s: %v", pattern, err)
		}
		values := table.Values
		for p := 1; p <= 12; p++ {
			first := n // from which b on the values of the table repeat
			for b := n - p; b > 0 && values[b+p-1] == values[b-1]+uint64(p); b-- {
				first = b
			}
			if p < 12 && first < n/2 || p == 12 && first != from {
				t.Errorf("%s repeats after %d from %d on", pattern, p, first)
			}
		}
	}
}
