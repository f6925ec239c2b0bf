package every

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/must"
)

func all(t *testing.T, text string, sided bool) (list []string) {
	t.Helper()
	s := must.Get(Read(text))(t)
	s.Sided = sided
	for _, b := range s.Boards() {
		list = slices.AppendSeq(list, b.Positions(s.Largest))
	}
	return list
}

// TestCounts compares the numbers of positions with known ones: trees by A000055, connected graphs with a root by
// A126100; trees of two weights are 20 paths, 24 chairs and 10 stars. The others are counted by formulas.
func TestCounts(t *testing.T) {
	for text, want := range map[string]int{
		"trees of 7 stacks, at most 1": 11, "all trees of 5 stacks of at most 2": 54,
		"all trees of 1 stack of at most 7":  7,
		"all graphs of 1 stack of at most 1": 1, "all graphs of 2 stacks of at most 1": 3, "all graphs of 3 stacks of at most 1": 11,
		"all graphs of 4 stacks of at most 1": 58, "all graphs of 5 stacks of at most 1": 407,
		"piles 4 up to 5": 70, "rows of 4 piles of at most 3": 45, "rows of 3 piles of at most 3": 18,
	} {
		if list := all(t, text, false); len(list) != want {
			t.Errorf("%s: %d positions, want %d", text, len(list), want)
		}
	}
	if list := all(t, "rows of 4 piles of at most 3", true); len(list) != 81 {
		t.Errorf("%d rows", len(list))
	}
}

// TestEachOnce compares small coloured boards with all boards, each reduced to the first of its names.
func TestEachOnce(t *testing.T) {
	got := all(t, "all coloured graphs of 2 stacks of at most 2", false)
	want := map[string]bool{}
	const marks = " -<>"
	for code := range 64 {
		toA, toB, between := code&3, code>>2&3, code>>4
		if toA == 0 && toB == 0 || (toA == 0 || toB == 0) && between == 0 {
			continue
		}
		for counters := range 4 {
			a, b := 1+counters&1, 1+counters>>1
			text := func(a, b, toA, toB int) string {
				var roads []string
				for i, colour := range []int{toA, toB, between} {
					if colour > 0 {
						roads = append(roads, fmt.Sprintf([]string{"*%ca", "*%cb", "a%cb"}[i], marks[colour]))
					}
				}
				return fmt.Sprintf("a=%d b=%d; %s", a, b, strings.Join(roads, " "))
			}
			if one, other := text(a, b, toA, toB), text(b, a, toB, toA); slices.Contains(got, one) == slices.Contains(got, other) && one != other {
				t.Errorf("%s and %s are both listed, or neither", one, other)
			} else {
				want[min(one, other)] = true
			}
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d boards, want %d", len(got), len(want))
	}
}

func TestRead(t *testing.T) {
	for _, text := range []string{"", "all yards of 3 stacks of at most 2", "graphs of 7 stacks of at most 2", "rows of 2 piles of at most 0", "trees of 0 stacks of at most 2"} {
		if s, err := Read(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}
