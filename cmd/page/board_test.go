package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// is waits until the typed position is built and analyzed.
func (b *browser) is(position string) {
	b.Helper()
	b.until("the position "+position, fmt.Sprintf(`main.querySelector("#position").value === %q && decodeURIComponent(location.hash.split("/").at(-1)).replaceAll(".", " ") === %[1]q`, position))
}

// TestBuild builds positions of each kind by touch, by buttons and by keys.
func TestBuild(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.follow("#end-nim/3.5.2")
	b.eval(`main.querySelector(".builder summary").click()`)
	b.until("the board", `main.querySelectorAll(".builder .spot").length > 5`)
	b.shot("build-row")
	const made = `(async () => {
		let made = 0;
		const { createElement } = document;
		document.createElement = (name) => (made++, createElement.call(document, name));
		await test.quiet();
		made = 0;
		for (let n = 0; n < 5; n++) await test.frame();
		delete document.createElement;
		return made;
	})()`
	if n := b.eval(made); n != "0" {
		t.Errorf("while nobody does anything the page makes %s elements", n)
	}
	// A pile is selected, lowered by its third counter, and raised again.
	tap := func(tap string) {
		t.Helper()
		b.touch(fmt.Sprintf(`test.tap(main.querySelector('.builder .spot[data-tap="%s"]'))`, tap))
	}
	says := func(text string) {
		t.Helper()
		b.until(text, fmt.Sprintf(`main.querySelector(".builder .question").textContent.startsWith(%q)`, text))
	}
	tap("where 2")
	says("Pile 2: 5 counters")
	tap("count 2")
	b.is("3 2 2")
	tap("change raise")
	b.is("3 3 2")
	b.click("New pile before")
	b.is("3 1 3 2")
	b.click("+ One more")
	b.is("3 2 3 2")
	b.click("Remove")
	b.is("3 3 2")
	// The same with the keyboard.
	b.eval(`main.querySelector(".builder [role=group]").focus()`)
	do(b, chromedp.KeyEvent(kb.ArrowLeft))
	says("Pile 1")
	do(b, chromedp.KeyEvent(kb.ArrowUp))
	b.is("4 3 2")
	do(b, chromedp.KeyEvent("n"))
	b.is("4 1 3 2")
	// Readable text is shown as a board, unreadable text is not.
	for _, c := range []struct{ typed, what, shown string }{
		{"7 x", "the error", `!main.querySelector(".builder svg") && main.querySelector(".builder .error")`},
		{"7 ", "the link to half of what is typed", `location.hash === "#end-nim/7" && main.querySelector("#position").value === "7 "`},
		{"7 1", "the board again", `main.querySelectorAll(".builder .spot").length > 2`},
	} {
		b.eval(fmt.Sprintf(`test.type("#position", %q)`, c.typed))
		b.until(c.what, c.shown)
	}
	b.is("7 1")
	for _, c := range []struct {
		link   string
		clicks []string
		want   string
	}{
		{"#forklift-nim/1.%2E.%2F.2.1", []string{"to B1 ›", "+ One more", "Row below"}, "1 1 / . . / 2 1"},
		{"#tree-nim/2(1)", []string{"New stack on it", "+ One more"}, "2(1 2)"},
		{"#depot-nim/a=2;.*-a", []string{"New stack on it", "− One less"}, "a=2 b=0; *-a a-b"},
		{"#sum/end-nim.3.5.+.nim.4", []string{"to pile 2 of part 1 ›", "+ One more", "New pile after"}, "end-nim 3 6 1 + nim 4"},
		{"#nim/0", []string{"Begin", "+ One more"}, "2"},
	} {
		b.follow(c.link)
		for _, label := range c.clicks { // the board is still open
			b.until("the button "+label, fmt.Sprintf(`test.button(%q)`, label))
			b.click(label)
		}
		b.until("the position "+c.want, fmt.Sprintf(`main.querySelector("#position").value === %q`, c.want))
		if faults := b.eval("test.faults()"); faults != "" {
			t.Errorf("%s: %s", c.link, faults)
		}
	}
}

// TestPlane points at the rows of planes by mouse and keyboard, zooms in all ways, and opens a row
// by a tap.
func TestPlane(t *testing.T) {
	b := pageIn(t, 1200, 800)
	const side = `+main.querySelector(".plane .pointed").getAttribute("width")`
	planes := []struct{ link, said, right string }{
		{"#end-nim/3.5.2", "3 5 2: the next player wins, value 3", "3 5 3"},
		{"#partizan-end-nim/2.4.1.3", "2 4 1 3: ", "2 4 1 4"},
		{"#end-nim/misere/3.5.2", "3 5 2: the next player wins", "3 5 3"},
		{"#end-nim/loop/3.5.2", "3 5 2: the next player wins", "3 5 3"},
	}
	for _, c := range testlong.Sample(t, planes, 1) {
		b.follow(c.link)
		said := func(what, position string) {
			t.Helper()
			b.until(what+" of "+c.link, fmt.Sprintf(`main.querySelector(".plane-box p").textContent.startsWith(%q)`, position))
		}
		said("the position", c.said)
		if faults := b.eval("test.faults()"); faults != "" {
			t.Errorf("%s: %s", c.link, faults)
		}
		at := b.box(`main.querySelector(".pointed")`)
		// The mouse moves to the next cell and away.
		do(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.x, at.y))
		do(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.x+at.side, at.y))
		said("the cell under the mouse", c.right+": ")
		wide := b.eval(side)
		zoomed := func(by, way string) {
			t.Helper()
			b.until(by+" to zoom", side+way+wide)
		}
		wheel := func(up float64) {
			do(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, at.x+at.side, at.y, func(p *input.DispatchMouseEventParams) { p.DeltaX, p.DeltaY = 0.1, -up }))
		}
		wheel(-120)
		zoomed("the wheel", " < ")
		said("the cell under the wheel", c.right+": ")
		wheel(120)
		zoomed("the wheel", " == ")
		b.eval(`test.button("− Zoom out").click()`)
		zoomed("the button", " < ")
		b.eval(`test.button("To this row").click()`)
		zoomed("the button", " == ")
		said("the position again", c.said)
		at = b.box(`main.querySelector(".pointed")`)
		b.pinch(at, 200, 110)
		zoomed("two fingers", " < ")
		b.pinch(at, 60, 110)
		zoomed("two fingers", " == ")
		b.eval(`test.button("To this row").click()`)
		zoomed("the button", " == ")
		said("the position again", c.said)
		// The keyboard.
		b.eval(`main.querySelector(".plane").focus()`)
		do(b, chromedp.KeyEvent("-"))
		zoomed("a key", " < ")
		do(b, chromedp.KeyEvent("+"))
		zoomed("a key", " == ")
		do(b, chromedp.KeyEvent(kb.ArrowRight))
		said("the cell to the right", c.right+": ")
		do(b, chromedp.KeyEvent("\r"))
		b.is(c.right)
		b.wait("rest", `test.quiet()`)
		if b.eval(`document.activeElement.classList.contains("plane")`) != "true" {
			t.Errorf("%s: the plane has lost the keyboard", c.link)
		}
		// A tap goes back.
		at = b.box(`main.querySelector(".pointed")`)
		do(b, chromedp.MouseClickXY(at.x-at.side, at.y))
		b.is(strings.ReplaceAll(c.link[strings.LastIndex(c.link, "/")+1:], ".", " "))
	}
}

// pinch puts two fingers on either side of a cell and moves them from one distance to another.
func (b *browser) pinch(at box, from, to float64) {
	b.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
	}
	kind := input.DispatchTouchEventTypeTouchStart
	for _, apart := range []float64{from, (from + to) / 2, to} {
		touch(kind, &input.TouchPoint{X: at.x - apart/2, Y: at.y}, &input.TouchPoint{X: at.x + apart/2, Y: at.y})
		kind = input.DispatchTouchEventTypeTouchMove
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// TestMotion checks what slides after a move: only for people who allow motion, and for 200 ms.
func TestMotion(t *testing.T) {
	b := pageIn(t, 375, 720)
	for motion, want := range map[string]string{
		"reduce":        `{"gone":0,"moved":0,"all":0}`,
		"no-preference": `{"gone":3,"moved":7,"all":10}`, // the first pile disappears, the others close up
	} {
		b.prefer(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: motion})
		show := func(step int) {
			b.eval(fmt.Sprintf(`go("#nim/3.5.2/1-3.2-1?back=%d")`, 2-step))
		}
		show(0)
		b.eval(`Promise.all(document.getAnimations().map((a) => a.finished)).then(() => test.slides.length = 0)`)
		show(1)
		if got := b.eval(`JSON.stringify({
			gone: test.slides.filter((s) => s.ms === 200 && s.gone).length,
			moved: test.slides.filter((s) => s.ms === 200 && s.from === "transform").length,
			all: test.slides.length})`); got != want {
			t.Errorf("with %s: %s, want %s", motion, got, want)
		}
	}
}

// TestOwnMoveSlides draws one's own move and the answer separately, so that the first is seen for
// 200 ms.
func TestOwnMoveSlides(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.prefer(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "no-preference"})
	b.follow("#nim/3.5.2?level=perfect&seed=1&size=small&you=left")
	b.eval(`(window.drawn = [], new MutationObserver(() => drawn.push(performance.now())).observe(main.querySelector(".board"), {childList: true}))`)
	b.touch(`test.moves()[0].click()`)
	if got := b.eval(`drawn.length + " " + (drawn[1] - drawn[0] >= 200)`); !strings.HasPrefix(got, "2 ") || !strings.HasSuffix(got, "true") {
		t.Errorf("the board is drawn %s times", got)
	}
}

// maxMade bounds the elements that one touch makes: the whole page but the board.
const maxMade = 250

// touchCost is what some touches cost before they are drawn: questions to the program, pictures parsed, the most
// elements made, and milliseconds.
const touchCost = `(() => {
	const spots = test.spots(), asked = test.asked, { createElement } = document;
	const html = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
	let [parsed, made, most, ms] = [0, 0, 0, Infinity];
	document.createElement = (name) => (made++, createElement.call(document, name));
	Object.defineProperty(Element.prototype, "innerHTML", { ...html, set(text) { parsed += text.includes("<svg"); html.set.call(this, text); } });
	for (const spot of spots) {
		const began = performance.now();
		made = 0;
		test.tap(spot);
		main.getBoundingClientRect();
		ms = Math.min(ms, performance.now() - began);
		most = Math.max(most, made);
		if (!main.querySelector(".lifted, .chosen")) throw "nothing is drawn";
		Object.assign(state, { lifted: null, where: "" });
		draw();
	}
	delete document.createElement;
	Object.defineProperty(Element.prototype, "innerHTML", html);
	return [test.asked - asked, parsed, most, ms.toFixed(1)].join(" ");
})()`

// TestTouchIsDrawnAtOnce touches counters and stacks on a phone that is six times as slow. The touch is drawn without
// a question to the program and without another picture. The log has the time, which is to be below 100 ms.
func TestTouchIsDrawnAtOnce(t *testing.T) {
	b := pageIn(t, 360, 740)
	for _, link := range []string{"#end-nim/3.5.2.7.4.6?you=left&level=casual", "#tree-nim/2(1.3(2.1))?you=left&level=casual", "#forklift-nim/1.2.3.%2F.2.3.1.%2F.3.1.2?you=left&level=casual"} {
		b.follow(link)
		b.until("a board", `test.spots().length > 2`)
		call(b, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 6})
		var asked, parsed, made int
		var ms float64
		must.Get(fmt.Sscan(b.eval(touchCost), &asked, &parsed, &made, &ms))(t)
		call(b, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1})
		t.Logf("%s: %.1f ms, %d elements", link, ms, made)
		if asked != 0 || parsed != 0 || made > maxMade {
			t.Errorf("%s: touches ask the program %d times, parse %d pictures and make %d elements", link, asked, parsed, made)
		}
	}
}
