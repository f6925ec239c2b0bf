package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// press presses a key and waits until something is true.
func (b *browser) press(key, what, script string) {
	b.Helper()
	do(b, chromedp.KeyEvent(key))
	b.until(what+" after a key", script)
}

// click clicks the button with this label.
func (b *browser) click(label string) {
	b.Helper()
	if b.eval(fmt.Sprintf(`(() => { const found = [...document.querySelectorAll("main button")].find((b) => b.textContent === %q); found?.click(); return !found; })()`, label)) == "true" {
		b.Fatalf("there is no button %q: the page says %q", label, b.eval(`document.body.innerText`))
	}
}

// is waits for the position that is typed, built and analyzed.
func (b *browser) is(position string) {
	b.Helper()
	b.until("the position "+position, fmt.Sprintf(`document.querySelector("#position").value === %q && decodeURIComponent(location.hash.split("/").at(-1)).replaceAll(".", " ") === %[1]q`, position))
}

// TestBuild builds positions of each kind by touch, by buttons and by keys.
func TestBuild(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.open("#end-nim/3.5.2")
	b.until("an analysis", `!!document.querySelector(".result svg")`)
	b.eval(`document.querySelector(".builder summary").click()`)
	b.until("the board", `document.querySelectorAll(".builder .spot").length > 5`)
	b.shot("build-row")
	if faults := b.eval(faults); faults != "" {
		t.Error(faults)
	}
	// A pile is chosen, lowered by its third counter, and raised above it.
	tap := func(tap string) {
		b.eval(fmt.Sprintf(`document.querySelector('.builder .spot[data-tap="%s"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`, tap))
	}
	tap("where 2")
	b.until("the choice", `/^Pile 2: 5 counters/.test(document.querySelector(".builder .question").textContent)`)
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
	// The same by keys.
	b.eval(`document.querySelector(".builder [role=group]").focus()`)
	b.press(kb.ArrowLeft, "the pile before", `/^Pile 1/.test(document.querySelector(".builder .question").textContent)`) // left
	do(b, chromedp.KeyEvent(kb.ArrowUp))                                                                                 // up
	b.is("4 3 2")
	do(b, chromedp.KeyEvent("n"))
	b.is("4 1 3 2")
	// What is typed is built, and what can't be read is not shown as a board.
	b.eval(`(() => { const text = document.querySelector("#position"); text.value = "7 x"; text.dispatchEvent(new Event("input")); })()`)
	b.until("the error", `!document.querySelector(".builder svg") && !!document.querySelector(".builder .error")`)
	b.eval(`(() => { const text = document.querySelector("#position"); text.value = "7 "; text.dispatchEvent(new Event("input")); })()`)
	b.until("the link to half of what is typed", `location.hash === "#end-nim/7"`)
	if text := b.eval(`document.querySelector("#position").value`); text != "7 " {
		t.Errorf("while one types %q, it becomes %q", "7 ", text)
	}
	b.eval(`(() => { const text = document.querySelector("#position"); text.value = "7 1"; text.dispatchEvent(new Event("input")); })()`)
	b.until("the board again", `document.querySelectorAll(".builder .spot").length > 2`)
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
		b.open(c.link)
		b.until("an analysis of "+c.link, `!!document.querySelector(".result .tools")`)
		b.eval(`document.querySelector(".builder summary").click()`)
		b.until("the board of "+c.link, `!!document.querySelector(".builder[open] .keys button")`)
		for _, label := range c.clicks {
			b.until("the button "+label, fmt.Sprintf(`[...document.querySelectorAll(".builder button")].some((b) => b.textContent === %q)`, label))
			before := b.eval(`document.querySelector(".builder").innerText + document.querySelector("#position").value`)
			b.click(label)
			b.until("a change by "+label, fmt.Sprintf(`document.querySelector(".builder").innerText + document.querySelector("#position").value !== %q`, before))
		}
		b.until("the position "+c.want, fmt.Sprintf(`document.querySelector("#position").value === %q`, c.want))
		b.shot("build-" + strings.Split(c.link[1:], "/")[0])
		if faults := b.eval(faults); faults != "" {
			t.Errorf("%s: %s", c.link, faults)
		}
	}
}

// TestPlane points at the rows of planes by the mouse and by keys, zooms in all ways, and goes to a row
// by a tap.
func TestPlane(t *testing.T) {
	b := pageIn(t, 1200, 800)
	const side = `+document.querySelector(".plane .pointed").getAttribute("width")`
	for i, c := range []struct{ link, said, right string }{
		{"#end-nim/3.5.2", "3 5 2: the next player wins, value 3", "3 5 3"},
		{"#end-nim/misere/3.5.2", "3 5 2: the next player wins", "3 5 3"},
		{"#end-nim/loop/3.5.2", "3 5 2: the next player wins", "3 5 3"},
		{"#partizan-end-nim/2.4.1.3", "2 4 1 3: ", "2 4 1 4"},
	} {
		b.open(c.link)
		b.until("the plane of "+c.link, `!!document.querySelector(".plane svg .pointed")`)
		said := func(what, position string) {
			t.Helper()
			b.until(what+" of "+c.link, fmt.Sprintf(`document.querySelector(".plane-box [role=status]").textContent.startsWith(%q)`, position))
		}
		said("the position", c.said)
		b.eval(`document.querySelector(".plane-box").scrollIntoView()`)
		b.shot("plane-" + strings.ReplaceAll(strings.TrimSuffix(c.link[1:strings.LastIndex(c.link, "/")], "/"), "/", "-"))
		if faults := b.eval(faults); faults != "" {
			t.Errorf("%s: %s", c.link, faults)
		}
		at := b.cell()
		// The mouse on the next cell, and away from it.
		do(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.x, at.y))
		do(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.x+at.side, at.y))
		said("the cell under the mouse", c.right+": ")
		wide := b.eval(side)
		wheel := func(up float64) {
			do(b, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, at.x+at.side, at.y, func(p *input.DispatchMouseEventParams) { p.DeltaX, p.DeltaY = 0.1, -up }))
		}
		wheel(-120)
		b.until("the wheel to zoom out", side+" < "+wide)
		said("the cell under the wheel", c.right+": ")
		wheel(120)
		b.until("the wheel to zoom in", side+" == "+wide)
		b.click("− Zoom out")
		b.until("the button to zoom out", side+" < "+wide)
		b.click("To this row")
		b.until("the button to go back", side+" == "+wide)
		said("the position again", c.said)
		at = b.cell()
		if i == 0 { // the browser's emulation of fingers does not outlive its first page
			b.pinch(at, 200, 110)
			b.until("two fingers to zoom out", side+" < "+wide)
			b.pinch(at, 60, 110)
			b.until("two fingers to zoom in", side+" == "+wide)
		}
		b.click("To this row")
		// The keyboard.
		b.until("the position", side+" == "+wide)
		said("the position again", c.said)
		b.eval(`document.querySelector(".plane").focus()`)
		do(b, chromedp.KeyEvent("-"))
		b.until("a key to zoom out", side+" < "+wide)
		do(b, chromedp.KeyEvent("+"))
		b.until("a key to zoom in", side+" == "+wide)
		do(b, chromedp.KeyEvent(kb.ArrowRight))
		said("the cell to the right", c.right+": ")
		b.eval(`window.before = document.querySelector(".result > .question")`)
		do(b, chromedp.KeyEvent("\r"))
		b.is(c.right)
		b.until("the page to follow", `!before.isConnected`)
		if b.eval(`document.activeElement.classList.contains("plane")`) != "true" {
			t.Errorf("%s: the plane has lost the keyboard", c.link)
		}
		// A tap goes back.
		at = b.cell()
		do(b, chromedp.MouseClickXY(at.x-at.side, at.y))
		b.is(strings.ReplaceAll(c.link[strings.LastIndex(c.link, "/")+1:], ".", " "))
	}
}

// pinch puts two fingers on both sides of a cell and moves them from one distance to another.
func (b *browser) pinch(at pointed, from, to float64) {
	b.Helper()
	for i, apart := range []float64{from, (from + to) / 2, to} {
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		b.fingers(kind, &input.TouchPoint{X: at.x - apart/2, Y: at.y}, &input.TouchPoint{X: at.x + apart/2, Y: at.y})
	}
	b.fingers(input.DispatchTouchEventTypeTouchEnd)
}

// fingers touches the page with some fingers.
func (b *browser) fingers(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
	b.Helper()
	do(b, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if at == nil {
			at = []*input.TouchPoint{}
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at})
		return err
	}))
}

// pointed is where the cell of a plane is that is pointed at: its middle and how wide it is, in units
// of the page.
type pointed struct{ x, y, side float64 }

func (b *browser) cell() (at pointed) {
	b.Helper()
	b.eval(`document.querySelector(".plane").scrollIntoView({block: "center"})`)
	text := b.eval(`(() => { const r = document.querySelector(".plane .pointed").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2, r.width].join(" "); })()`)
	if _, err := fmt.Sscan(text, &at.x, &at.y, &at.side); err != nil {
		b.Fatal(err)
	}
	return at
}

// TestMotion watches what slides when a move is made: for those who want motion only, and for 200 ms.
func TestMotion(t *testing.T) {
	b := pageIn(t, 375, 720)
	for _, motion := range []string{"reduce", "no-preference"} {
		b.open("")
		do(b, features(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: motion}))
		b.eval(`(() => { window.slides = []; const animate = Element.prototype.animate; Element.prototype.animate = function (frames, options) {
			slides.push({thing: this.dataset.thing, was: this.dataset.was, ms: options.duration, from: Object.keys(frames[0]).join(), gone: frames[1].opacity === 0});
			return animate.call(this, frames, options);
		}; })()`)
		b.later(`showReplay({variant: "nim", position: "3 5 2", moves: ["1-3", "2-1"]}, 0).then(() => "")`)
		b.later(`Promise.all(document.getAnimations().map((a) => a.finished)).then(() => { slides.length = 0; return ""; })`)
		b.later(`showReplay({variant: "nim", position: "3 5 2", moves: ["1-3", "2-1"]}, 1).then(() => "")`)
		got := b.eval(`JSON.stringify({
			gone: slides.filter((s) => s.ms === 200 && s.gone).length,
			moved: slides.filter((s) => s.ms === 200 && s.from === "transform").length,
			other: slides.filter((s) => s.ms && s.ms !== 200).length})`)
		want := `{"gone":0,"moved":0,"other":0}`
		if motion == "no-preference" {
			want = `{"gone":3,"moved":7,"other":0}` // the first pile goes, the others come together
		}
		if got != want {
			t.Errorf("with %s: %s, want %s", motion, got, want)
		}
	}
}

// features sets preferences of the user.
func features(list ...*emulation.MediaFeature) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list})
		return err
	})
}

// TestSearch searches a large yard: the page says how far it is, and goes on when it is stopped.
func TestSearch(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.eval(`(() => { position = {variant: "forklift-nim", position: "3 4 5 6 7 / 8 9 8 7 6 / 5 4 3 4 5 / 6 7 8 9 8 / 7 6 5 4 3"}; location.hash = "#analyze"; })()`)
	b.until("how far the search is", `!busy.hidden && /Thinking … Looked at [\d,]+ positions in \d+ s of at most 20/.test(busy.textContent)`)
	b.shot("search")
	b.eval(`busy.querySelector("button").click()`)
	b.until("the search to stop", `busy.hidden && /Stopped/.test(main.innerText)`)
	b.later(`(async () => { const a = await ask({do: "analyze", variant: "nim", position: "3 5"}); if (a.error) throw a.error; return a.verdict; })()`)
}

// TestStranger taps about on a phone without reading, and tries again what lost: that beats the casual
// bot in a few matches.
func TestStranger(t *testing.T) {
	b := pageIn(t, 375, 720)
	began := time.Now()
	b.eval(`(() => { match = {variant: "nim", position: "4 3 4", level: "casual", you: "first", size: "small", seed: 7, moves: []}; showMatch(); })()`)
	b.until("the match", `location.hash.startsWith("#nim/4.3.4") && !!document.querySelector(".spot")`)
	r := rand.New(rand.NewPCG(1, 2))
	taps := 0
	for ; b.eval(`document.querySelector("main h2")?.textContent === "You win"`) == "false"; taps++ {
		switch {
		case taps == 40:
			t.Fatal("40 taps have not won")
		case b.eval(`!!document.querySelector("main h2")`) == "true":
			b.shot("stranger")
			b.touch(`[...document.querySelectorAll(".keys button")].find((b) => b.textContent === "Try that again").click()`)
		default:
			b.touch(fmt.Sprintf(`(() => { const spots = [...document.querySelectorAll(".spot")]; spots[%d %% spots.length].dispatchEvent(new MouseEvent("click", {bubbles: true})); })()`, r.IntN(1000)))
		}
	}
	t.Logf("won after %d taps and %v", taps, time.Since(began))
}
