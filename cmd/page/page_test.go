package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	_ "nimatron/cmd/page/app" // which the tests compile: a result is kept no longer than it stays the same
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
)

// browser is a page in a real browser.
type browser struct {
	*testing.T
	ctx     context.Context
	address string
}

// built are the files of the page, made once.
var built = sync.OnceValues(func() (map[string][]byte, error) { return build(context.Background()) })

// pageIn opens the page in headless Chromium, with a window of so many units. Where there is no
// Chromium the test is left out.
func pageIn(t *testing.T, width, height int) *browser {
	t.Helper()
	if testing.Short() || testlong.Race {
		t.Skip("a browser takes too long")
	}
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("left out: there is no chromium here")
	}
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler(files))
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.WindowSize(width, height), chromedp.Flag("force-prefers-reduced-motion", true))
	allocated, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	b := &browser{T: t, ctx: ctx, address: server.URL}
	do(b, chromedp.EmulateViewport(int64(width), int64(height))) // the browser lives as long as the context of the first action
	b.ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	b.open("")
	return b
}

// do has the browser do something.
func do[T any](b *browser, action chromedp.Action[T]) T {
	b.Helper()
	result, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

// open opens a link of the page anew.
func (b *browser) open(link string) {
	b.Helper()
	do(b, chromedp.Navigate("about:blank"))
	do(b, chromedp.Navigate(b.address+"/"+link))
	b.until("the page", `!!document.querySelector("main h1")`)
}

// eval returns what a piece of JavaScript gives, as text.
func (b *browser) eval(script string) string {
	b.Helper()
	return do(b, chromedp.Evaluate[string]("String("+script+")"))
}

// until waits for something to be true.
func (b *browser) until(what, script string) {
	b.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if b.eval(script) == "true" {
			return
		}
		time.Sleep(30 * time.Millisecond)
	}
	b.shot("failed")
	b.Fatalf("waited in vain for %s: the page says %q", what, b.eval(`document.body.innerText`))
}

// shot takes a picture of the page, where NIMATRON_PAGES names a folder for it.
func (b *browser) shot(name string) {
	dir := os.Getenv("NIMATRON_PAGES")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, "page-"+name+".png"), do(b, chromedp.CaptureScreenshot()), 0o644); err != nil {
		b.Error(err)
	}
}

// mostLoaded is how much a browser loads at most before one can play, in bytes, where the server
// compresses texts.
const mostLoaded = 1_200_000

// TestFirstLoad adds up what is loaded before one can play.
func TestFirstLoad(t *testing.T) {
	if testing.Short() || testlong.Race {
		t.Skip("the program takes too long to compress")
	}
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(files[name]); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		size := min(packed.Len(), len(files[name]))
		t.Logf("%s: %d bytes, %d over the wire", name, len(files[name]), size)
		if name != "reader.bin" { // which is loaded later
			sum += size
		}
	}
	t.Logf("the first load: %d bytes", sum)
	if sum > mostLoaded {
		t.Errorf("the first load is %d bytes, %d too many", sum, sum-mostLoaded)
	}
}

// steady is a text that tells one state of a match from another.
const steady = `location.hash + "|" + document.querySelector("main").innerText`

// touch clicks something on the page, and waits until the page has answered.
func (b *browser) touch(script string) {
	b.Helper()
	before := b.eval(steady)
	b.eval(script)
	b.until("an answer to "+script, fmt.Sprintf("(%s) !== %q && document.getElementById('busy').hidden && !/Nimatron thinks/.test(document.body.innerText)", steady, before))
}

// lastKey is the last of the buttons that make a move, or the first step of one.
const lastKey = `[...document.querySelectorAll(".keys button")].filter((b) => !/Back|Other/.test(b.textContent)).at(-1)`

// playEach plays a match of each family to its end, a turn or a step of one by act.
func (b *browser) playEach(began func(id string), act func()) {
	families := map[string]bool{}
	for _, v := range catalog.Standard.All() {
		if families[v.Family.ID] {
			continue
		}
		families[v.Family.ID] = true
		b.later(fmt.Sprintf(`newMatch({variant: %q, level: "casual", you: "first"}).then(() => "")`, v.ID))
		b.until("the first turn of "+v.ID, fmt.Sprintf(`location.hash.startsWith("#%s/") && !!document.querySelector(".keys button")`, v.ID))
		began(v.ID)
		for turn := 0; b.eval(`!!document.querySelector("main h2")`) == "false"; turn++ {
			if turn > 60 {
				b.Fatalf("%s: the match does not end", v.ID)
			}
			act()
		}
		b.Logf("%s: %s", v.ID, b.eval(`document.querySelector("main h2").textContent`))
		b.shot("end-" + strings.ReplaceAll(v.ID, "/", "-"))
	}
}

// TestPlayByTouch plays a match of each family on the board itself where it can be touched, else by the buttons.
func TestPlayByTouch(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.shot("phone-first")
	spots := 0
	b.playEach(func(id string) {
		if b.eval(`document.documentElement.scrollWidth > innerWidth`) == "true" {
			t.Errorf("%s: the page is wider than the screen", id)
		}
		b.shot("phone-" + strings.ReplaceAll(id, "/", "-"))
	}, func() {
		if b.eval(`!!document.querySelector(".spot")`) == "true" && b.eval(`!![...document.querySelectorAll(".keys button")].find((b) => b.textContent === "Back")`) == "false" {
			spots++
			b.touch(`[...document.querySelectorAll(".spot")].at(-1).dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
		} else {
			b.touch(lastKey + ".click()")
		}
	})
	t.Logf("the boards were touched %d times", spots)
	if spots == 0 {
		t.Error("no board could be touched")
	}
}

// TestForEverybody looks at each part of the page on small and large screens, dark and light: whether
// it fits, letters can be read, controls have names, and nothing jumps.
func TestForEverybody(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.eval(`document.querySelector("main p").style.color = "#bbb"`)
	if b.eval(faults) == "" {
		t.Fatal("letters that can't be read are not noticed")
	}
	parts := map[string]string{"play": "", "analyze": "#analyze", "look": "#look", "learn": "#learn", "lesson": "#learn/copying", "plane": "#end-nim/3.5.2", "phase": "#partizan-end-nim/2.4.1.3", "build": "#forklift-nim/1.%2E.%2F.2.1", "replay": "#end-nim/3.5.2/L-1.R-2.L-2.R-5"}
	for _, scheme := range []string{"light", "dark"} {
		do(b, media("prefers-color-scheme", scheme))
		for part, link := range parts {
			do(b, chromedp.EmulateViewport(375, 720))
			b.open(link)
			b.until(part, `!!document.querySelector("main button, main ul")`)
			switch part {
			case "plane", "phase":
				b.until("a plane", `!!document.querySelector(".plane svg")`)
			case "build":
				b.until("an analysis", `!!document.querySelector(".result svg")`)
				b.touch(`document.querySelector(".builder summary").click()`)
				b.until("a board to build on", `!!document.querySelector(".builder svg")`)
			}
			if jumped := b.eval(jumped); jumped != "" {
				t.Errorf("%s: %s", part, jumped)
			}
			for _, size := range [][2]int64{{320, 568}, {375, 720}, {1200, 800}, {3840, 2160}} {
				do(b, chromedp.EmulateViewport(size[0], size[1]))
				if faults := b.eval(faults); faults != "" {
					t.Errorf("%s at %d, %s: %s", part, size[0], scheme, faults)
				}
				if size[0] == 375 || size[0] == 1200 {
					b.eval(`document.querySelector(".builder[open], .plane-box")?.scrollIntoView()`)
					b.shot(fmt.Sprintf("%s-%s-%d", part, scheme, size[0]))
				}
			}
		}
	}
}

// jumped tells of what has moved while the page was made.
const jumped = `(() => {
  const jumped = performance.getEntriesByType("layout-shift").reduce((sum, e) => sum + (e.hadRecentInput ? 0 : e.value), 0);
  return jumped > 0.1 ? "it jumps by " + jumped : "";
})()`

// media sets a preference of the user, who wants no motion.
func media(name, value string) chromedp.Action[chromedp.Void] {
	return features(&emulation.MediaFeature{Name: name, Value: value}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
}

// faults lists what is wrong with the page for some people.
const faults = `(() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than the screen");
  const light = (c) => {
    const [r, g, b] = c.match(/[\d.]+/g).slice(0, 3).map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (!/, 0\)$|transparent/.test(c)) return c;
    }
    return "rgb(255, 255, 255)";
  };
  for (const e of document.querySelectorAll("main *, header *")) {
    if (e.closest("svg") || e.closest(":disabled") || !e.offsetParent) continue;
    if ([...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) {
      const a = light(getComputedStyle(e).color), b = light(ground(e));
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) wrong.push(contrast.toFixed(1) + " contrast of " + e.textContent.slice(0, 30));
    }
    if (/^(BUTTON|SELECT|INPUT|TEXTAREA|A)$/.test(e.tagName)) {
      const name = e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.[0]?.textContent;
      if (!name) wrong.push("a control without a name: " + e.outerHTML.slice(0, 80));
      const box = e.getBoundingClientRect();
      if (box.height < 24) wrong.push("a control that is hard to hit: " + name);
    }
  }
  for (const e of document.querySelectorAll("main [tabindex]:not(pre)")) if (!e.getAttribute("aria-label") || !e.getAttribute("role")) wrong.push("something to focus without a name: " + e.outerHTML.slice(0, 80));
  for (const e of document.querySelectorAll("main svg")) if (!e.querySelector("title")?.textContent) wrong.push("a picture without words");
  return wrong.join("; ");
})()`

// TestAnswersAreQuick measures how long a tap takes where piles are as large as they can be.
func TestAnswersAreQuick(t *testing.T) {
	b := pageIn(t, 375, 720)
	for _, link := range []string{"nim/1000000000000000000.999999999999999999.999999999999999998", "end-nim/1000000000000000000.999999999999999999.7.12", "partizan-end-nim/1000000000000000000.999999999999999999.7.12", "split-nim/0/1000000000000000000.999999999999999999.7.12"} {
		at := strings.LastIndex(link, "/")
		text := b.later(fmt.Sprintf(`(async () => {
			const match = {variant: %q, position: %q, moves: [], you: "first", level: "perfect", seed: 1};
			const one = async () => { const began = performance.now(); const a = await ask({do: "show", ...match}); if (a.error) throw a.error; return performance.now() - began; };
			const times = []; for (let i = 0; i < 9; i++) times.push(await one());
			return times.sort((a, b) => a - b)[4].toFixed(1);
		})()`, link[:at], strings.ReplaceAll(link[at+1:], ".", " ")))
		t.Logf("%s: %s ms", link[:at], text)
	}
}

// later returns what a promise gives.
func (b *browser) later(script string) string {
	b.Helper()
	return do(b, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
}

// TestKeyboard plays a match of each family with the keyboard alone.
func TestKeyboard(t *testing.T) {
	b := pageIn(t, 1200, 800)
	b.playEach(func(string) {}, func() {
		for tab := 0; b.eval("document.activeElement === "+lastKey) == "false"; tab++ {
			if tab > 80 {
				t.Fatal("the keyboard does not lead to the moves")
			}
			do(b, chromedp.KeyEvent("\t"))
		}
		before := b.eval(steady)
		do(b, chromedp.KeyEvent("\r"))
		b.until("an answer to the key", fmt.Sprintf("(%s) !== %q && !/Nimatron thinks/.test(document.body.innerText)", steady, before))
	})
}

// TestLinksAndLessons opens links, checks a certificate, and solves a lesson.
func TestLinksAndLessons(t *testing.T) {
	b := pageIn(t, 1200, 800)
	b.open("#end-nim/3.5.2/L-1.R-2.L-2.R-5")
	b.until("a replay", `document.querySelectorAll(".moves li").length === 4`)
	b.shot("desktop-replay")
	b.touch(`[...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Back").click()`)
	if text := b.eval(`document.querySelector("main").innerText`); !strings.Contains(text, "Move 3 of 4") {
		t.Errorf("after Back the page says %q", text)
	}
	b.open("#end-nim/3.5.2")
	b.until("an analysis", `!!document.querySelector("main svg")`)
	b.shot("desktop-analyze")
	b.eval(`[...document.querySelectorAll("button")].find((b) => b.textContent === "Check it").click()`)
	b.until("the certificate to hold", `!!document.querySelector(".good")`)
	if read := b.later(`ask({do: "read", text: '{"variant":"nim","start":"1 2","first":"left","left":{"name":"a"},"right":{"name":"b"},"rated":false,"moves":[{"by":"left","move":"2-1"}]}'}).then((m) => m.error || [m.variant, m.position, m.moves].join())`); read != "nim,1 2,2-1" {
		t.Errorf("an export is read as %q", read)
	}
	if read := b.later(`ask({do: "read", text: "hello"}).then((m) => m.error)`); !strings.Contains(read, "match") {
		t.Errorf("what is no export is answered %q", read)
	}
	b.open("#forklift-nim/1.%2E.%2F.2.1")
	b.until("a yard", `document.querySelector("#position")?.value === "1 . / 2 1"`)
	b.open("#learn/copying")
	b.until("a lesson", `!!document.querySelector("main .tools button")`)
	b.shot("desktop-lesson")
	b.touch(`document.querySelector("main .tools button").click()`)
	for solved := 0; solved < 3; {
		// Try one button after another until one is right.
		for n := 0; ; n++ {
			buttons := `[...document.querySelectorAll(".keys button")].filter((b) => !/Back|Other/.test(b.textContent))`
			b.touch(fmt.Sprintf(`%s[%d].click()`, buttons, n))
			if b.eval(`!!document.querySelector(".good")`) == "true" {
				break
			}
			if b.eval(`!!document.querySelector("p.error")`) == "true" {
				b.shot("desktop-wrong")
				b.touch(`document.querySelector(".keys button").click()`)
			} else { // a place was chosen
				n = -1
			}
			if n > 30 {
				t.Fatal("no answer is right")
			}
		}
		solved++
		if solved == 3 {
			b.shot("desktop-right")
		}
		b.touch(`document.querySelector(".keys button").click()`)
	}
	if kept := b.eval(`localStorage.getItem("lessons")`); !strings.Contains(kept, `"copying":3`) {
		t.Errorf("kept is %s", kept)
	}
}
