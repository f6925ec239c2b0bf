package testlong_test

import (
	"testing"

	"nimatron/internal/testlong"
)

func TestTimes(t *testing.T) {
	for variable, want := range map[string]int{"": 2, "0": 2, "1": 3} {
		t.Setenv("NIMATRON_TEST_LONG", variable)
		if testing.Short() || testlong.Race {
			want = 1
		}
		if got := testlong.Times(1, 2, 3); got != want || testlong.Long() != (want == 3) {
			t.Errorf("with %q: %d times, long: %v", variable, got, testlong.Long())
		}
	}
}
