package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nimatron/front/page"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// mostLoaded bounds the bytes that a browser loads before a game can start, by the quality of
// brotli.
var mostLoaded = map[int]int{best: 743_000, quick: 876_000}

// TestFirstLoad adds up what is loaded before a game can start. The long run packs as -o does, and prints all
// figures.
func TestFirstLoad(t *testing.T) {
	if testlong.Short() {
		t.Skip("the program takes too long to compile")
	}
	files := maps.Clone(must.Get(built())(t))
	later := func(name string) bool { // or never
		return slices.Contains([]string{"rest.wasm", "board.png", "panics.js", "marking.wasm"}, name) || strings.HasPrefix(name, "live.")
	}
	if !testlong.Long() {
		maps.DeleteFunc(files, func(name string, _ []byte) bool { return later(name) })
	}
	must.OK(t, pack(files, quality()))
	sum := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if packed, ok := files[name+".br"]; ok {
			t.Logf("%s: %d bytes, %d with brotli, %d with gzip", name, len(files[name]), len(packed), len(files[name+".gz"]))
			if !later(name) {
				sum += len(packed)
			}
		}
	}
	t.Logf("the first load: %d bytes", sum)
	if sum > mostLoaded[quality()] {
		t.Errorf("the first load is %d bytes, %d too many", sum, sum-mostLoaded[quality()])
	}
}

// TestSameBytes compiles the program again, in another folder with other flags: the bytes are equal. Its two parts
// together have the memory of the whole.
func TestSameBytes(t *testing.T) {
	if testlong.Short() {
		t.Skip("the program takes too long to compile")
	}
	files := must.Get(built())(t)
	t.Setenv("GOFLAGS", "-trimpath=false -buildvcs=true")
	again := must.Get(sources())(t)
	again["wasm_exec.js"] = files["wasm_exec.js"]
	p := must.Get(compiled(t.Context()))(t)
	first, rest, err := p.split()
	must.OK(t, err)
	again["nimatron.wasm"], again["rest.wasm"] = first, rest
	must.OK(t, finish(again))
	for name, data := range again {
		if !bytes.Equal(data, files[name]) {
			t.Errorf("%s is another one", name)
		}
	}
	memory := func(program []byte) (memory []byte) {
		for r := reader(program[8:]); len(r) > 0; {
			if id, body := r.take(1)[0], r.list(); id == dataSection {
				memory = memoryOf(body)
			}
		}
		return memory
	}
	one, moved := memory(first), 0
	for i, b := range memory(rest) {
		if b != 0 && one[i] == 0 {
			one[i] = b
			moved++
		}
	}
	if !bytes.Equal(one, p.memory) || moved < len(p.memory)/20 {
		t.Errorf("of %d bytes %d are in the rest", len(p.memory), moved)
	}
}

// playEach plays a match of each family to its end. act plays a turn, or a part of one. Without long
// tests it plays only the variant usual.
func (b *browser) playEach(usual string, act func()) {
	played := map[string]bool{}
	for _, v := range catalog.Standard.All() {
		if played[v.Family.ID] || v.ID != usual && !testlong.Long() {
			continue
		}
		played[v.Family.ID] = true
		b.follow("#" + v.ID + "/?you=left&level=casual")
		b.until("the first turn of "+v.ID, `test.moves().length > 0`)
		if faults := b.eval("test.faults()"); faults != "" {
			b.Errorf("%s: %s", v.ID, faults)
		}
		b.shot("phone-" + strings.ReplaceAll(v.ID, "/", "-"))
		for turn := 0; b.eval(`!state.view.over`) == "true"; turn++ {
			if turn > 60 {
				b.Fatalf("%s: the match does not end", v.ID)
			}
			act()
		}
		b.Logf("%s: %s", v.ID, b.eval(`main.querySelector("h1").textContent`))
		b.shot("end-" + strings.ReplaceAll(v.ID, "/", "-"))
	}
	if len(played) == 0 {
		b.Errorf("there is no game %s", usual)
	}
}

// TestPlayByTouch plays on a phone: a touch lifts counters, and a second touch or the button takes
// them. The board gets 40 % of the screen, and the keys stay in place while the bot thinks.
func TestPlayByTouch(t *testing.T) {
	b := pageIn(t, 360, 740)
	lifted := 0
	b.playEach("nim", func() {
		const top = `main.querySelector(".keys button") && main.querySelector(".keys button").getBoundingClientRect().top + scrollY`
		keys := b.eval(top)
		if b.eval(`test.spots().length > 0 && !test.button("Back")`) != "true" {
			b.touch(`test.moves().at(-1).click()`)
			return
		}
		at := b.box(`test.spots().at(-1)`)
		before := b.eval("location.hash")
		b.thumb(at)
		if b.eval(`!!main.querySelector(".ask .lead")`) == "true" {
			lifted++
			if b.eval("location.hash") != before || b.eval(`main.querySelectorAll(".lifted").length > 0`) != "true" {
				t.Errorf("a touch moves at once, or lifts nothing: %s", b.eval("said.textContent"))
			}
			b.shot("lifted")
			b.thumb(at)
			if now := b.eval(top); b.eval(`state.view.over`) != "true" && now != keys {
				t.Errorf("the keys were at %s and are at %s", keys, now)
			}
		}
	})
	if lifted == 0 {
		t.Error("no board could be touched")
	}
	b.follow("#nim/12.3?level=perfect&seed=1&size=small&you=left")
	b.thumb(b.box(`test.spots()[1]`))
	label := func() string { return b.eval(`main.querySelector(".ask .lead").textContent`) }
	first := label()
	b.touch(`main.querySelector("[aria-label='One less']").click()`)
	if second := label(); second == first || !strings.HasPrefix(second, "Take ") || b.eval(`main.querySelectorAll(".lifted").length`) != strings.Fields(second)[1] {
		t.Errorf("one less than %q is %q", first, second)
	}
	b.click(label())
	if b.eval(`/You took/.test(main.textContent)`) != "true" {
		t.Error("the button does not take")
	}
}

// TestKeyboard plays with the keyboard alone. The live region announces each move, and the focus
// stays on the moves.
func TestKeyboard(t *testing.T) {
	b := pageIn(t, 1200, 800)
	b.eval(`(window.region = said, window.spoken = [], new MutationObserver(() => spoken.push(said.textContent)).observe(said, {childList: true}))`)
	b.playEach("end-nim", func() {
		for tab := 0; b.eval("document.activeElement === test.moves().at(-1)") == "false"; tab++ {
			if tab > 80 {
				t.Fatal("the keyboard does not lead to the moves")
			}
			do(b, chromedp.KeyEvent("\t"))
		}
		b.answer("Enter", chromedp.KeyEvent("\r"))
		status, focused, _ := b.heard()
		if status == "" || status != b.eval("said.textContent") || !strings.HasPrefix(focused, "button") && !strings.HasPrefix(focused, "link") {
			t.Errorf("a screen reader says %q, and the keyboard is at %q", status, focused)
		}
	})
	for _, want := range []string{"You (took|lifted)", "Nimatron (took|lifted)", " wins?[. ]"} {
		if b.eval(fmt.Sprintf(`region.isConnected && spoken.some((text) => /%s/.test(text))`, want)) != "true" {
			t.Errorf("%q is not among what was spoken: %s", want, b.eval(`spoken.join(" | ")`))
		}
	}
}

// TestByEar plays a match through the accessibility tree alone.
func TestByEar(t *testing.T) {
	b := pageIn(t, 1200, 800)
	b.follow("#nim/3.5.2?level=perfect&seed=1&size=small&you=left")
	for turn := 0; ; turn++ {
		status, _, moves := b.heard()
		t.Log(status)
		if strings.Contains(status, "Nimatron wins.") || strings.Contains(status, "You win.") {
			return
		}
		if turn > 12 || len(moves) == 0 || !strings.Contains(status, "Which move?") || turn > 0 && !strings.Contains(status, "Nimatron took") {
			t.Fatalf("turn %d: %q, with %d moves", turn, status, len(moves))
		}
		call(b, dom.Focus, dom.FocusParams{BackendNodeID: moves[turn%len(moves)].BackendDOMNodeID})
		b.answer("Enter", chromedp.KeyEvent("\r"))
	}
}

// TestMatch plays like a stranger who taps without reading, asks for hints, and retries what lost.
// In the long run that beats the casual bot.
func TestMatch(t *testing.T) {
	b := pageIn(t, 375, 720)
	const start = "#nim/4.3.4?level=casual&seed=7&size=small&you=left"
	b.follow(start)
	b.until("the match", `location.hash === "`+start+`" && test.spots().length > 0`)
	for _, label := range []string{"Hint", "Say more", "Say more"} {
		before := b.eval(`said.textContent`)
		b.click(label)
		if said := b.eval(`said.textContent`); len(said) < 10 || said == before {
			t.Errorf("%s says %q", label, said)
		}
	}
	r := rand.New(rand.NewPCG(1, 5))
	again := 0
	for taps := 0; b.eval(`main.querySelector(".band h1").textContent === "You win"`) == "false"; taps++ {
		switch {
		case taps == 40:
			t.Fatal("40 taps have not won")
		case b.eval(`state.view.over`) == "true":
			b.shot("stranger")
			if again++; again > testlong.Times(0, 1, 40) {
				return
			}
			b.click("Try that again")
		default:
			at := b.box(fmt.Sprintf(`test.spots()[%d %% test.spots().length]`, r.IntN(1000)))
			b.answer("a tap", chromedp.MouseClickXY(at.x, at.y))
			if b.eval(`!!main.querySelector(".ask .lead")`) == "true" {
				b.touch(`main.querySelector(".ask .lead").click()`)
			}
			if taps == 0 {
				b.click("Take back")
				b.until("the start", `location.hash === "`+start+`"`)
			}
		}
	}
	if again == 0 {
		t.Error("no match was lost, so that nothing was tried again: draw other taps")
	}
}

// TestForEverybody checks each part of the page on small and large screens, dark and light: it
// fits, letters are readable, controls have names, and nothing jumps.
func TestForEverybody(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.eval(`main.querySelector("p").style.color = "#bbb"`)
	if b.eval("test.faults()") == "" {
		t.Fatal("letters that can't be read are not noticed")
	}
	sizes := [][2]int64{{360, 740}, {1200, 800}, {3840, 2160}, {320, 568}}
	if !testlong.Long() {
		sizes = sizes[:2]
	}
	for _, part := range testlong.Sample(t, []struct{ name, link, ready string }{
		{"analyze", "#analyze", `.result .tools`},
		{"look", "#look", `textarea`},
		{"learn", "#learn", `.lessons li`},
		{"lesson", "#learn/copying", `.tools .lead`},
		{"plane", "#end-nim/3.5.2", `.plane svg`},
		{"phase", "#partizan-end-nim/2.4.1.3", `.plane svg`},
		{"build", "#forklift-nim/1.%2E.%2F.2.1", `.result p`},
		{"replay", "#end-nim/3.5.2/L-1.R-2.L-2.R-5", `.moves li`},
		{"play", "", `.keys button`},
	}, 5) {
		fresh := part.link == "" || testlong.Long()
		if fresh {
			b.open(part.link)
		} else {
			b.follow(part.link)
		}
		b.until(part.name, fmt.Sprintf(`main.querySelector(%q)`, part.ready))
		if fresh && b.eval(`test.jumped().then((by) => by > 0.1)`) == "true" {
			t.Errorf("%s jumps by %s", part.name, b.eval(`test.jumped()`))
		}
		if part.name == "build" {
			b.touch(`main.querySelector(".builder summary").click()`)
			b.until("a board to build on", `main.querySelector(".builder svg")`)
		}
		for _, scheme := range []string{"light", "dark"} {
			b.prefer(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
			for _, size := range sizes {
				b.size(size[0], size[1])
				if faults := b.eval("test.faults()"); faults != "" {
					t.Errorf("%s at %d, %s: %s", part.name, size[0], scheme, faults)
				}
				if scheme == "light" && size[0] == 360 && b.eval(`test.large(() => document.documentElement.scrollWidth > innerWidth)`) == "true" {
					t.Errorf("%s at %d does not fit with letters of twice the size", part.name, size[0])
				}
				if size[0] != 320 {
					b.eval(`main.querySelector(".builder[open], .plane-box")?.scrollIntoView()`)
					b.shot(fmt.Sprintf("%s-%s-%d", part.name, scheme, size[0]))
				}
			}
		}
	}
}

// TestFirstPictureStays has the page's script arrive after index.html was drawn. The board on it stays where it is.
func TestFirstPictureStays(t *testing.T) {
	b := pageIn(t, 360, 740)
	b.spoilt = true
	drawn := make(chan struct{})
	handler := page.Handler(must.Get(built())(t))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/drawn":
			close(drawn)
		case "/page.js":
			<-drawn
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	b.address = server.URL
	b.prefer(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	script := call(b, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `
		(function look() { requestAnimationFrame(() => (document.querySelector("#main [data-theme=dark] svg") ? test.frame().then(() => fetch("drawn")) : look())); })()`})
	defer call(b, cdppage.RemoveScriptToEvaluateOnNewDocument, cdppage.RemoveScriptToEvaluateOnNewDocumentParams(script))
	b.open("")
	if by := b.eval(`test.jumped()`); by != "0" {
		t.Errorf("the page jumps by %s: %s", by, b.eval(`test.jumps.join("; ")`))
	}
}

// TestLinksAndLessons opens links, checks a certificate, and solves a lesson.
func TestLinksAndLessons(t *testing.T) {
	b := pageIn(t, 1200, 800)
	b.open("#end-nim/3.5.2/L-1.R-2.L-2.R-5")
	b.until("a replay", `main.querySelectorAll(".moves li").length === 5`)
	b.eval(`test.button("Back").focus()`)
	b.click("Back")
	if text := b.eval(`document.activeElement.textContent + main.innerText`); !strings.HasPrefix(text, "Back") || !strings.Contains(text, "Move 3 of 4") {
		t.Errorf("after Back the keyboard and the page are at %q", text)
	}
	b.follow("#end-nim/3.5.2")
	b.click("Check it")
	b.until("the certificate to hold", `main.querySelector(".good")`)
	b.follow("#look")
	const exported = `{"variant":"nim","start":"1 2","first":"left","left":{"name":"a"},"right":{"name":"b"},"rated":false,"moves":[{"by":"left","move":"2-1"}]}`
	for _, c := range []struct{ text, shown string }{
		{"hello", "error"},
		{exported + "\n" + exported, "matches a"},
		{exported, "moves"},
	} {
		b.touch(fmt.Sprintf(`{ test.type("#record", %q); test.button("Show it").click(); }`, c.text))
		b.until(c.shown, fmt.Sprintf(`main.querySelector(".%s")`, c.shown))
	}
	if hash := b.eval("location.hash"); hash != "#nim/1.2/2-1" {
		t.Errorf("an export is read as %q", hash)
	}
	b.follow("#forklift-nim/1.%2E.%2F.2.1")
	b.until("a yard", `main.querySelector("#position")?.value === "1 . / 2 1"`)
	b.follow("#learn/copying")
	b.touch(`main.querySelector(".tools .lead").click()`)
	exercises := testlong.Times(0, 1, 3)
	for range exercises {
		// Try each button until one is right.
		for n := 0; b.eval(`!main.querySelector(".good")`) == "true"; n++ {
			switch {
			case n > 30:
				t.Fatal("no answer is right")
			case b.eval(`!!main.querySelector("p.error")`) == "true":
				b.shot("desktop-wrong")
				b.touch(`main.querySelector(".tools .lead").click()`)
			}
			b.touch(fmt.Sprintf(`test.moves()[%d].click()`, n))
			if b.eval(`!!main.querySelector(".question")`) == "true" { // the first tap only selected a place
				n = -1
			}
		}
		b.shot("desktop-right")
		b.touch(`main.querySelector(".tools .lead").click()`)
	}
	if kept := b.eval(`localStorage.getItem("lessons")`); kept != fmt.Sprintf(`{"copying":%d}`, exercises) {
		t.Errorf("kept is %s", kept)
	}
}

// TestSearch searches a large yard. The page shows progress and can stop the search. The next
// question is answered quickly, even with the largest piles.
func TestSearch(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.eval(`void (location.hash = "` + hardYard + `")`)
	b.until("how far the search is", `!busy.hidden && /Thinking … Looked at [\d,]+ positions/.test(busy.textContent)`)
	b.shot("search")
	b.eval(`busy.querySelector("button").click()`)
	b.until("the search to stop", `busy.hidden && /Stopped/.test(main.innerText)`)
	if !testlong.Long() {
		return
	}
	for variant, rest := range map[string]string{"nim": "999999999999999998", "end-nim": "7 12", "partizan-end-nim": "7 12", "split-nim/0": "7 12"} {
		t.Logf("%s: %s ms", variant, b.eval(fmt.Sprintf(`(async () => {
			const times = [];
			for (let i = 0; i < 9; i++) {
				const began = performance.now();
				const a = await ask({do: "open", link: "#%s/1000000000000000000.999999999999999999.%s?you=left&level=perfect", seed: 1});
				if (a.error) throw a.error;
				times.push(performance.now() - began);
			}
			return times.sort((a, b) => a - b)[4].toFixed(1);
		})()`, variant, strings.ReplaceAll(rest, " ", "."))))
	}
}
