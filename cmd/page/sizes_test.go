package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"nimatron/internal/testlong"
)

// windows are sizes of windows in CSS pixels: phones both ways round, split screens, browsers enlarged to 400 %,
// tablets and desks.
var windows = [][2]int64{
	{280, 653}, {320, 200}, {320, 256}, {320, 480}, {320, 568}, {360, 300}, {360, 340}, {360, 640}, {375, 553}, {375, 667},
	{390, 844}, {412, 380}, {412, 915}, {480, 270}, {480, 320}, {480, 400}, {480, 640}, {568, 320}, {600, 400}, {640, 360},
	{667, 375}, {740, 360}, {768, 1024}, {800, 480}, {844, 390}, {915, 412}, {1024, 600}, {1024, 768}, {1280, 720}, {1920, 1080},
}

// TestSizes lifts counters in windows of many sizes. The board takes most of the shorter side, targets are large enough
// for a finger, and the confirming button is in view.
func TestSizes(t *testing.T) {
	needChromium(t)
	w := newLiveWorld(t)
	w.Begin("nim", "3 5 2")
	b := w.phone(w.Link(alice), 360, 740)
	b.sees(myTurn)
	for _, size := range testlong.Sample(t, windows, 5) {
		b.size(size[0], size[1])
		var seen struct {
			Board, Target, Wide, Below, Above float64
		}
		b.eval(`void scrollTo(0, 0)`)
		b.lift(1)
		found := b.eval(`(() => {
			const box = (of) => of.getBoundingClientRect(), confirm = box(main.querySelector(".ask .lead"));
			const targets = [...main.querySelectorAll(":scope > .board .spot, .ask button, .keys button")].map(box);
			return JSON.stringify({
				board: box(main.querySelector(":scope > .board svg")).width,
				target: Math.min(...targets.map((at) => Math.min(at.width, at.height))),
				wide: document.documentElement.scrollWidth - innerWidth,
				below: Math.max(confirm.bottom - innerHeight, confirm.right - innerWidth),
				above: -Math.min(confirm.top, confirm.left),
			});
		})()`)
		if err := json.Unmarshal([]byte(found), &seen); err != nil {
			t.Fatal(found, err)
		}
		if least := 0.6 * float64(min(size[0], size[1])); seen.Board < least || seen.Target < 24 || seen.Wide > 0 || seen.Below > 0 || seen.Above > 0 {
			t.Errorf("%d×%d: a board of %.0f, want %.0f; a target of %.1f, want 24; %.0f too wide; the button is %.0f below the fold, %.0f above",
				size[0], size[1], seen.Board, least, seen.Target, seen.Wide, seen.Below, seen.Above)
		}
		b.shot(fmt.Sprintf("live-%d-%d", size[0], size[1]))
		b.eval(`main.querySelector(".ask button:last-child").click()`)
		b.sees(`!main.querySelector(".ask .lead")`)
	}
}
