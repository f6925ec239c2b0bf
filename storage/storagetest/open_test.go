package storagetest

import (
	"testing"
	"testing/synctest"
	"time"
)

// The store works in bubbles, several at once, also where the first makes the empty database.
func TestOpenInABubble(t *testing.T) {
	for range 3 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := Open(t)
				began := time.Now()
				go s.CreateMatch(t.Context(), Match("c"))
				time.Sleep(time.Hour)
				Got(s.LastMatch(t.Context(), "c")).OK(t)
				if passed := time.Since(began); passed != time.Hour {
					t.Errorf("%v have passed", passed)
				}
			})
		})
	}
}
