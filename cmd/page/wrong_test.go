package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"nimatron/internal/testlong"
)

// hardYard is more work than the page does.
const hardYard = "#forklift-nim/3.4.5.6.7.%2F.8.9.8.7.6.%2F.5.4.3.4.5.%2F.6.7.8.9.8.%2F.7.6.5.4.3"

// TestEveryGameOpens opens links to games outside the list and links that can't be read.
func TestEveryGameOpens(t *testing.T) {
	b := pageIn(t, 375, 720)
	for _, c := range []struct{ link, shown string }{
		{"#split-nim/4/12.2.14", `main.querySelector("#variant").selectedOptions[0].textContent.includes("4") && /next player wins/.test(main.innerText)`},
		{"#xyzzy/1.2", `/know a game/.test(main.innerText)`},
		{"#nim/3.5.7?level=zzz&you=left", `/zzz/.test(main.querySelector(".error").innerText)`},
		{"#nim/3.5.7?level=easy&you=left", `main.querySelector("#against").value === "level=easy"`},
		{"#nim/3.5.7?you=left;level=casual", `/semicolon/.test(main.querySelector(".error").innerText)`},
		{"#nim/3%.5", `/%/.test(main.querySelector(".error").innerText)`},
		{"#nim/0.0/1-1", `main.querySelector(".error")`},
		{"#learn/flying", `main.querySelector(".error")`},
		{"#learn", `main.querySelector(".lessons li")`},
	} {
		b.eval(fmt.Sprintf(`void (location.hash = %q)`, c.link))
		b.until(c.link, c.shown)
	}
	b.open("#nim/3%.5")
}

// shownProof is true if no certificate is shown, or one of the board and of the fields beside it.
const shownProof = `(() => {
	const shown = main.querySelector("pre.long");
	if (!shown) return true;
	const { variant, position } = JSON.parse(shown.textContent);
	const [, game, at] = decodeURIComponent(main.querySelector(".board").dataset.match).match(/^#(.+)\/([^/?]*)/);
	return variant === game && position === at.replaceAll(".", " ") && position === main.querySelector("#position").value && variant === main.querySelector("#variant").value;
})()`

// TestProofIsOfTheBoard changes the analyzed board in ways drawn from a seed, sometimes before an
// answer has come. No certificate stands beside another board, not even for one change of the page.
func TestProofIsOfTheBoard(t *testing.T) {
	b := pageIn(t, 1200, 800)
	b.spoilt = true
	b.follow("#end-nim/3.5.2.7.1")
	b.until("a certificate", `main.querySelector("pre.long")`)
	b.eval(`void (window.wrong = [], new MutationObserver(() => {
		if (!` + shownProof + `) wrong.push(location.hash + ": " + main.querySelector("pre.long").textContent.slice(0, 80) + ", typed " + main.querySelector("#position").value);
	}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true }))`)
	games := []string{"end-nim", "nim", "partizan-end-nim", "end-nim/misere", "split-nim/2"}
	r := rand.New(rand.NewPCG(testlong.Seed(t), 0))
	row := func() string {
		piles := make([]string, 2+r.IntN(4))
		for i := range piles {
			piles[i] = fmt.Sprint(1 + r.IntN(9))
		}
		return strings.Join(piles, " ")
	}
	checks := 0
	for range testlong.Times(0, 40, 1000) {
		var act string
		switch r.IntN(8) {
		case 0, 1:
			act = fmt.Sprintf(`location.hash = "#%s/%s"`, games[r.IntN(len(games))], strings.ReplaceAll(row(), " ", "."))
		case 2:
			act = fmt.Sprintf(`test.type("#position", %q)`, row())
		case 3:
			act = fmt.Sprintf(`(test.type("#position", %q), main.querySelector("form").requestSubmit())`, row())
		case 4:
			act = fmt.Sprintf(`(main.querySelector("#variant").value = %q, main.querySelector("#variant").dispatchEvent(new Event("input")))`, games[r.IntN(len(games))])
		case 5:
			act = fmt.Sprintf(`((p) => p && (p.focus(), ["%s", "Enter"].forEach((key) => p.dispatchEvent(new KeyboardEvent("keydown", { key })))))(main.querySelector(".plane svg")?.parentElement)`, []string{"ArrowUp", "ArrowRight", "ArrowLeft"}[r.IntN(3)])
		default:
			act = `test.button("Check it")?.click()`
			checks++
		}
		b.eval("void (main.inert && !/^location/.test(" + fmt.Sprintf("%q", act) + ") || (" + act + "))") // nobody can touch an inert page
		if r.IntN(3) > 0 {
			b.wait("rest", "test.quiet()")
			if b.eval(`main.querySelector(".board").dataset.match === location.hash && `+shownProof) != "true" {
				t.Fatalf("after %s: %s shows %s", act, b.eval("location.hash"), b.eval(`main.innerText`))
			}
			b.faultless()
		}
	}
	if wrong := b.eval(`wrong.join("\n")`); wrong != "" || checks == 0 {
		t.Errorf("%d checks: %s", checks, wrong)
	}
}

// TestMoveOnAndBack moves on the board of an analysis, steps back, and looks at what wins there.
func TestMoveOnAndBack(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.follow("#end-nim/3.5.2")
	b.until("the board", `main.querySelectorAll(":scope > .board .spot").length > 3`)
	b.touch(`test.tap(test.spots()[2])`)
	b.touch(`main.querySelector(".ask .lead").click()`)
	b.is("2 5 2")
	b.eval(`test.button("Step back").click()`)
	b.is("3 5 2")
	b.until("the start", `!test.button("Step back")`)
	b.follow("#partizan-end-nim/2.3?first=right") // Right moves, and then Left
	b.until("the board", `main.querySelectorAll(":scope > .board .spot").length > 1`)
	b.touch(`test.moves().at(-1).click()`)
	b.until("Left's turn", `main.querySelector("#first").value === "left"`)
	b.follow("#move-reverse-nim/2.3")
	b.until("an analysis", `main.querySelector(".result p")`)
	if b.eval(`main.querySelectorAll(".spot").length`) != "0" {
		t.Error("half of a turn can be touched")
	}
	b.follow("#nim/3.4.5?level=perfect&seed=1&size=small&you=left")
	b.click("What wins")
	if got := b.eval(`[main.querySelectorAll(".wins").length, main.querySelectorAll(".loses").length, main.querySelectorAll("[data-key=worths] > details").length].join()`); got != "1,11,2" {
		t.Errorf("coloured as won, as lost, and shown: %s", got)
	}
	b.shot("worths")
}

// TestSearchIsLeft navigates away during the search of a yard: that ends the search, and its answer
// is not drawn. A second question does not hide that the first is still running.
func TestSearchIsLeft(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.eval(`void (location.hash = "` + hardYard + `")`)
	b.until("the search", `!busy.hidden`)
	b.eval(`void show({ do: "open", link: location.hash })`)
	b.eval(`test.wait(700)`)
	if b.eval("busy.hidden") == "true" {
		t.Error("Stop is hidden while the yard is searched")
	}
	ended := b.eval("test.ended")
	b.eval(`void (location.hash = "#learn")`)
	b.until("the lessons", `main.querySelector(".lessons li")`)
	if b.eval("test.ended") == ended {
		t.Error("the search went on")
	}
	b.eval("test.quiet()")
	if b.eval(`!!main.querySelector(".lessons li")`) != "true" {
		t.Error("a late answer is drawn over the lessons")
	}
}

// TestThemeKeepsWhatIsTyped changes the system's theme while text is being typed.
func TestThemeKeepsWhatIsTyped(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.follow("#nim/3.5")
	b.until("an analysis", `main.querySelector(".board svg") && main.querySelector(".result p")`)
	b.eval(`test.type("#position", "half a ")`)
	b.prefer(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	if typed := b.eval(`main.querySelector("#position").value`); typed != "half a " {
		t.Errorf("what was typed is now %q", typed)
	}
}

// TestRubbishIsKept opens the page with unreadable values in its storage.
func TestRubbishIsKept(t *testing.T) {
	b := pageIn(t, 375, 720)
	for _, rubbish := range []string{`{`, `{"part":"play","link":"#nim/3"}`, `{"variant":"nim","position":"1 2","moves":null}`, `"#nim/3%/1"`, `7`}[:testlong.Times(1, 2, 5)] {
		b.eval(fmt.Sprintf(`["match", "last", "lessons"].forEach((name) => localStorage.setItem(name, %q))`, rubbish))
		b.open("")
		b.until("a board with "+rubbish, `main.querySelector(".board svg")`)
		b.follow("#learn")
		b.until("the lessons with "+rubbish, `main.querySelectorAll(".lessons li").length > 5`)
	}
}

// TestOneMatchEach opens two tabs. Each keeps its own match.
func TestOneMatchEach(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.touch(`test.moves().at(-1).click()`)
	b.until("one's turn", `test.moves().length`)
	mine, said := b.eval(`location.hash`), b.eval(`main.querySelector("svg title").textContent`)
	b.eval(`localStorage.setItem("last", localStorage.getItem("last").replaceAll("#nim", "#end-nim"))`) // another tab wrote it
	b.open(mine)
	b.until("the match", `test.moves().length`)
	if again := b.eval(`main.querySelector("svg title").textContent`); again != said {
		t.Errorf("the match is %q, and was %q", again, said)
	}
}

// TestNoWorker opens the page when its worker is missing, and stops a search without a network.
func TestNoWorker(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.spoilt = true
	loads := `performance.getEntriesByType("resource").filter((e) => /worker|wasm/.test(e.name)).length`
	b.eval(`test.missing = "no-worker.js"`)
	b.eval(`void (location.hash = "` + hardYard + `")`)
	b.until("the search", `!busy.hidden`)
	before := b.eval(loads)
	b.eval(`busy.querySelector("button").click()`)
	b.eval(`test.wait(1000)`)
	if n := b.eval(`test.workers`); n > "3" || len(n) > 1 {
		t.Errorf("%s workers were begun; loaded %s before, %s now", n, before, b.eval(loads))
	}
	b.eval(`test.missing = ""`)
	b.eval(`void (location.hash = "#learn")`)
	b.until("the lessons", `main.querySelector(".lessons li")`)
}

// TestPlainServer loads the program from a server that does not know its type, and from one that does not
// have it.
func TestPlainServer(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.spoilt = true
	b.eval(`void (window.realFetch = fetch, window.fetch = test.tracked(async (...what) => {
		const r = await realFetch(...what);
		return new Response(await r.arrayBuffer(), { status: window.gone ? 404 : 200, headers: { "Content-Type": "application/octet-stream" } });
	}), delete programs.nimatron, endWorker())`)
	b.follow("#nim/3.5.2")
	b.until("an analysis", `main.querySelector(".result p")`)
	b.eval(`void (window.gone = true, delete programs.nimatron, endWorker())`)
	b.follow("#nim/3.5.3")
	b.until("the cause", `/404/.test(main.querySelector(".error").innerText)`)
	for range 2 { // the same refusal is spoken again
		b.eval(`void (window.spoken = [], new MutationObserver(() => spoken.push(said.textContent)).observe(said, { childList: true }), show({ do: "open", link: "#nim/3.5.3" }))`)
		b.until("the same refusal", `/404/.test(spoken.at(-1))`)
	}
}

// TestPanic makes the program panic. The next question is answered.
func TestPanic(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.spoilt = true
	b.eval(`(endWorker(), test.missing = "panics.js")`)
	b.eval(`ask({do: "games"})`)
	if answer := b.eval(`ask({do: "panic"}).then(JSON.stringify)`); !strings.Contains(answer, "went wrong") {
		t.Errorf("a panic is answered %s", answer)
	}
	if answer := b.eval(`ask({do: "games"}).then((list) => list.length > 5)`); answer != "true" {
		t.Errorf("after a panic: %s", answer)
	}
}

// TestFriend plays with a friend by links. Each player opens the other's and sees their own side.
func TestFriend(t *testing.T) {
	b := pageIn(t, 360, 740)
	b.spoilt = true
	b.eval(`void (navigator.share = async (what) => { window.shared = what; })`)
	b.follow("#nim/1.2?you=left")
	for turn := range 3 {
		b.touch(`test.moves().at(-1).click()`)
		b.eval(`test.button("Send").click()`)
		link := b.eval(`shared.url.slice(shared.url.indexOf("#"))`)
		over := b.eval(`state.view.over`) == "true"
		b.follow(link)
		if over {
			if title := b.eval(`main.querySelector("h1").textContent`); title != "Your friend wins" {
				t.Errorf("the loser reads %q", title)
			}
			return
		}
		if b.eval(`/^Your friend took/.test(main.querySelector(".news").textContent) && test.moves().length > 0`) != "true" {
			t.Fatalf("turn %d: %s opens as %q", turn, link, b.eval("main.innerText"))
		}
	}
	t.Error("the match does not end")
}

// TestPutBack puts lifted counters back by Escape and by a touch beside them, and takes a move back by Ctrl+Z. Counters
// that were lifted before the program arrived stay lifted.
func TestPutBack(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.follow("#nim/3.4.5?level=perfect&seed=1&size=small&you=left")
	for _, undo := range []string{
		`dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))`,
		`main.querySelector(".board svg").dispatchEvent(new MouseEvent("click", { bubbles: true }))`,
	} {
		b.touch(`test.tap(test.spots()[0])`)
		b.until("lifted counters", `main.querySelector(".lifted")`)
		b.touch(undo)
		b.until("no lifted counters", `!main.querySelector(".lifted, .ask .lead")`)
	}
	b.touch(`test.tap(test.spots()[0])`)
	b.touch(`main.querySelector(".ask .lead").click()`)
	b.until("an answer", `test.button("Take back") || [...main.querySelectorAll("a")].some((a) => a.textContent === "Take back")`)
	b.touch(`dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true }))`)
	b.until("the start", `location.hash.startsWith("#nim/3.4.5?")`)
	b.touch(`test.tap(test.spots()[0])`)
	b.eval(`void show({ do: "open", link: state.view.link, seed: 1, kept: true })`) // as when the program comes late
	b.wait("rest", `test.quiet()`)
	b.until("lifted counters", `main.querySelector(".lifted") && main.querySelector(".ask .lead")`)
}

// TestShake touches a pile that can't be taken from.
func TestShake(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.follow("#end-nim/3.5.2?level=perfect&seed=1&size=small&you=left")
	b.prefer(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "no-preference"})
	b.eval(`test.slides.length = 0`)
	b.eval(`["svg", "[data-thing^='1/']"].forEach((thing) => main.querySelector(".board " + thing).dispatchEvent(new MouseEvent("click", { bubbles: true })))`)
	if got := b.eval(`test.slides.map((s) => s.tag).join()`); got != "g" {
		t.Errorf("after touches on the felt and on a pile in the middle these shake: %q", got)
	}
}

// TestFun plays a match to its end: counters lean and click, another tab calls, and the end dances, counts and is
// shared. People who want less motion see and hear nothing of it.
func TestFun(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.spoilt = true
	b.eval(`test.pretend()`)
	for _, c := range [][2]string{{"reduce", "true,-6,0,0"}, {"no-preference", "true,-6,2,6"}} {
		b.prefer(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: c[0]})
		b.follow("#look")
		b.follow("#nim/1.1/1-1?level=casual&seed=1&size=small&you=right")
		b.eval(`void ([test.heard, test.slides.length, habits.sound] = [0, 0, kept("sound") ?? !still.matches])`)
		b.touch(`test.tap(test.spots()[0])`)
		got := b.eval(`[test.called(), test.leans()].join()`)
		b.touch(`main.querySelector(".ask .lead").click()`)
		if got += b.eval(`["", test.heard, Math.max(0, ...test.slides.map((s) => s.frames))].join()`); got != c[1] {
			t.Errorf("with %s: the call, lean, sounds and frames of the dance are %s, want %s", c[0], got, c[1])
		}
		b.eval(`(localStorage.setItem("streak", '{"n":2}'), draw(), test.button("Share").click())`)
		if got := b.eval(`test.shared.text + test.shared.url.replace(/.*#/, "#") + main.querySelector(".good").textContent`); got != "I won at Nim against Nimatron (casual), after 2 moves.#nim/1.1/1-1.2-13 wins in a row." {
			t.Errorf("shared and counted: %s", got)
		}
	}
}

// TestOwnMatchStays opens a friend's match, and one's own again from the bare address.
func TestOwnMatchStays(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.follow("#nim/3.4.5?level=perfect&seed=1&size=small&you=left")
	b.follow("#nim/2.6.3?you=left")
	b.until("the friend's match", `state.view?.link.startsWith("#nim/2.6.3")`)
	b.follow("#")
	b.until("one's own match", `state.view?.link.startsWith("#nim/3.4.5?") && [...main.querySelectorAll("a")].some((a) => a.textContent === "The match with a friend" && a.getAttribute("href").startsWith("#nim/2.6.3"))`)
	b.follow("#learn/flying")
	b.until("the lessons", `[...main.querySelectorAll("a")].some((a) => a.textContent === "All lessons")`)
}
