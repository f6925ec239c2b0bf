package rows

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"nimatron/games/endnim"
)

// TestPlanesOnCores compares planes filled on several cores with those of one.
func TestPlanesOnCores(t *testing.T) {
	for _, n := range []int{512, 777, 1030} {
		one, several := runtime.GOMAXPROCS(1), 0
		want := mustPlane(t, endnim.Misere, []uint64{4, 2}, n)
		for several = 2; several <= 4; several++ {
			runtime.GOMAXPROCS(several)
			if got := mustPlane(t, endnim.Misere, []uint64{4, 2}, n); !slices.Equal(got, want) {
				t.Errorf("the plane to %d comes out otherwise on %d cores", n, several)
			}
		}
		runtime.GOMAXPROCS(one)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Plane(stopped, endnim.Normal, []uint64{4}, 600); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
