package rows

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/theory"
)

// mustPeriod finds a period and checks its certificate.
func mustPeriod(t *testing.T, v *games.Variant, piles []uint64) *Period {
	t.Helper()
	p, err := PeriodOf(t.Context(), v, piles, MaxColumns, nil)
	if err != nil || p == nil {
		t.Fatalf("%s %v: %v, %v", v.ID, piles, p, err)
	}
	line, err := json.Marshal(p)
	if err == nil {
		err = certcheck.Check(line)
	}
	if err != nil {
		t.Errorf("%s: %v", line, err)
	}
	return p
}

// repetition returns the least period that holds in the second half of values, which begin at b =
// 1, and the b from which it holds.
func repetition(values []uint64) (period, from uint64) {
	for p := 1; ; p++ {
		b := len(values) - p
		for b > 0 && values[b-1]+uint64(p) == values[b-1+p] {
			b--
		}
		if b < len(values)/2 {
			return uint64(p), uint64(b) + 1
		}
	}
}

// TestPeriodsAgreeWithRules compares periods with the rules and, for larger b, with planes. Other
// tests compare planes with the rules.
func TestPeriodsAgreeWithRules(t *testing.T) {
	for _, v := range rowVariants {
		rules := newRuleValues(v)
		for _, middle := range [][]uint64{nil, {1}, {2}, {4}, {5}, {9}, {3, 2}, {5, 1, 4}, {2, 3, 1}} {
			if v == endnim.Misere && slices.Contains(middle, 9) {
				continue // no state recurs soon
			}
			n := testlong.Times(600, 1000, 1500)
			plane := mustPlane(t, v, middle, n)
			for a := range testlong.Times(4, 4, 8) {
				a++
				p := mustPeriod(t, v, append([]uint64{uint64(a)}, middle...))
				name := v.ID + " " + p.Pattern
				var values []uint64
				for b := 1; b <= n; b++ {
					values = append(values, uint64(plane[(a-1)*n+b-1]))
				}
				if int(p.Again) > n/2 {
					if v != endnim.Misere || slices.Max(append(middle, uint64(a))) < 6 {
						t.Errorf("%s: the state comes again after %d columns only", name, p.Again)
					}
					continue
				}
				if least, from := repetition(values); p.Least != least || p.From != from {
					t.Errorf("%s: period %d from %d, by the plane %d from %d", name, p.Least, p.From, least, from)
				}
				if small := 2 * int(p.Again); small <= testlong.Times(60, 100, 300) {
					for b := range small {
						values[b] = rules.of(t, around(a, middle, b+1))
					}
					if least, from := repetition(values[:small]); p.Least != least || p.From != from {
						t.Errorf("%s: period %d from %d, by the rules %d from %d", name, p.Least, p.From, least, from)
					}
				}
			}
		}
	}
}

// TestColumnsAgreeWithPlanes includes lines whose sets have several words, and lines whose sets
// grow by a word.
func TestColumnsAgreeWithPlanes(t *testing.T) {
	const n = 600
	widened := 0
	for _, v := range rowVariants {
		for _, middle := range [][]uint64{nil, {1}, {9}, {30}, {40, 2}, {2, 5, 3}} {
			plane := mustPlane(t, v, middle, n)
			for _, a := range []int{1, 2, 7, 22, 23, 31, 64} {
				c := must.Get(newColumns(t.Context(), gameOf(v), append([]uint64{uint64(a)}, middle...)))(t)
				words := c.words
				for b := 1; b <= n; b++ {
					if c.next(); b+c.value != int(plane[(a-1)*n+b-1]) {
						t.Fatalf("%s %v: %d, in the plane %d", v.ID, around(a, middle, b), b+c.value, plane[(a-1)*n+b-1])
					}
				}
				if c.words > words {
					widened++
				}
			}
		}
	}
	if widened < 3 {
		t.Errorf("the sets of only %d rows got another word", widened)
	}
}

// TestPeriodTables proves the periods of Theorems 16 to 16b of docs/theory/theory.md, which are in a file.
func TestPeriodTables(t *testing.T) {
	file := must.Get(os.Open("../../docs/periods.csv"))(t)
	defer file.Close()
	records := must.Get(csv.NewReader(file).ReadAll())(t)
	if len(records) != 228 { // including the header
		t.Errorf("the file has %d lines", len(records))
	}
	variants := map[string]*games.Variant{"end-nim": endnim.Normal, "end-nim/misere": endnim.Misere, "end-nim/loop": endnim.Loop}
	for _, want := range testlong.Sample(t, records[1:], 50) {
		var piles []uint64
		for word := range strings.FieldsSeq(strings.TrimSuffix(want[1], " _")) {
			n := must.Get(strconv.ParseUint(word, 10, 64))(t)
			piles = append(piles, n)
		}
		if n, err := strconv.Atoi(want[2]); err != nil || n > testlong.Times(100, 2_000_000, MaxColumns) {
			continue
		}
		p := mustPeriod(t, variants[want[0]], piles)
		if got := []string{want[0], p.Pattern, fmt.Sprint(p.Least), fmt.Sprint(p.From)}; !slices.Equal(got, want) {
			t.Errorf("the period is %q, in the file %q", got, want)
		}
	}
}

func TestPeriodErrors(t *testing.T) {
	for _, c := range []struct {
		v     *games.Variant
		piles []uint64
		want  string
	}{
		{endnim.Normal, nil, "two piles or more"},
		{endnim.Partizan, []uint64{1}, "in end-nim, end-nim/misere and end-nim/loop"},
		{nim.Normal, []uint64{1}, "in end-nim"},
		{endnim.Normal, []uint64{100, 21}, "at most 120 counters"},
		{endnim.Normal, []uint64{1, games.MaxPile}, "at most 120 counters"},
	} {
		if p, err := PeriodOf(t.Context(), c.v, c.piles, 100, nil); p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, %v", c.v.ID, c.piles, p, err)
		}
	}
	// The state after column 16 recurs after 52, the one after 128 after 151,328.
	for a, least := range map[uint64]uint64{4: 52, 9: 151_328} {
		for _, most := range []uint64{least - 1, least} {
			if p, err := PeriodOf(t.Context(), endnim.Misere, []uint64{a}, most, nil); err != nil || (p != nil) != (most == least) {
				t.Errorf("%d b in %d columns: %v, %v", a, most, p, err)
			}
		}
	}
	// A search that is cancelled at any point ends soon: within a bounded number of columns.
	again := testlong.Times(151_200, 151_200, 1_058_400)
	looks := uint64(0)
	for stop := uint64(1); looks == stop-1; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		p, err := PeriodOf(ctx, endnim.Misere, []uint64{uint64(testlong.Times(9, 9, 10))}, MaxColumns, func(columns uint64) {
			if looks = columns / columnsEachLook; looks == stop {
				cancel()
			}
		})
		cancel()
		if stopped := errors.Is(err, context.Canceled); stopped != (looks == stop) || stopped != (p == nil) || looks > stop {
			t.Errorf("told to stop after %d looks: %v, %v after %d", stop, p, err, looks)
		}
	}
	if looks < uint64(again)/columnsEachLook {
		t.Errorf("there were only %d looks", looks)
	}
}

// BenchmarkColumns computes columns of lines whose sets have one word, and several. TestPeriodWork
// checks that the work on a period is bounded, including the repeated columns.
func TestPeriodWork(t *testing.T) {
	first := must.Get(newColumns(t.Context(), misere, []uint64{9}))(t)
	w := walk{ctx: t.Context(), most: columnsEachLook}
	for _, done := range []uint64{2, 3} {
		if _, err := w.untilAgain(first, MaxColumns); !errors.Is(err, theory.ErrBudget) || w.done != done*columnsEachLook {
			t.Errorf("after %d columns: %v", w.done, err)
		}
	}
}
