package main

import (
	"fmt"
	"testing"

	"nimatron/internal/testlong"
	"nimatron/live/livetest"
)

// TestSizes lifts counters in windows of many sizes.
func TestSizes(t *testing.T) {
	needChromium(t)
	w := newLiveWorld(t)
	w.Begin("nim", "3 5 2")
	b := w.phone(w.Link(alice), 360, 740)
	b.sees(myTurn)
	for _, size := range testlong.Sample(t, livetest.Windows, 5) {
		b.size(size[0], size[1])
		b.eval(`void scrollTo(0, 0)`)
		b.lift(1)
		if wrong := b.eval(livetest.Measure); wrong != "" {
			t.Errorf("%d×%d: %s", size[0], size[1], wrong)
		}
		b.shot(fmt.Sprintf("live-%d-%d", size[0], size[1]))
		b.eval(`main.querySelector(".ask button:last-child").click()`)
		b.sees(`!main.querySelector(".ask .lead")`)
	}
}
