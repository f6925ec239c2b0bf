package depots

import (
	"slices"
	"testing"

	"nimatron/solver/theory"
)

// TestGroupedReplies compares lists of answers with the rules that summarize them.
func TestGroupedReplies(t *testing.T) {
	for name, c := range map[string]struct {
		counters []uint64
		answers  [][]lowering
		want     []Reply
	}{
		"a mirror": {[]uint64{3, 3}, [][]lowering{{{1, 0}}, {{1, 1}}, {{1, 2}}},
			[]Reply{{0, 0, 2, 1, theory.Shift, 0}}},
		"a mirror before another that reaches as far": {[]uint64{2, 4, 2}, [][]lowering{{{1, 2}, {2, 0}}, {{1, 3}, {2, 1}}},
			[]Reply{{0, 0, 1, 2, theory.Shift, 0}}},
		"one number, then as many": {[]uint64{4, 5}, [][]lowering{{{1, 4}}, {{1, 4}}, {{1, 1}}, {{1, 2}}},
			[]Reply{{0, 0, 1, 1, theory.Leave, 4}, {0, 2, 3, 1, theory.Shift, -1}}},
		"what is left of the same stack": {[]uint64{3}, [][]lowering{nil, {{0, 0}}, {{0, 0}}},
			[]Reply{{0, 1, 2, 0, theory.Leave, 0}}},
		"of two that do for the first the one that goes on": {[]uint64{2, 9, 9}, [][]lowering{{{1, 4}, {2, 5}}, {{2, 5}}},
			[]Reply{{0, 0, 1, 2, theory.Leave, 5}}},
	} {
		if got := grouped(c.counters, 0, c.answers); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
