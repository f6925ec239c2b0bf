package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	_ "nimatron/cmd/page/app" // makes the test binary, and so its cached result, depend on the page's program
	"nimatron/front/page"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// testScript is the tests' addition to the page.
//
//go:embed testdata/tests.js
var testScript string

// panics makes the program panic before it answers a "panic" request.
const panics = `addEventListener("message", ({ data }) => {
  if (data.request.do !== "panic") return;
  last = last.then(() => begin(data.module, data.rest)).then(() => { const answer = nimatron; nimatron = () => answer(); });
});
`

// built are the page's files, built once and not packed.
var built = sync.OnceValues(func() (map[string][]byte, error) { return build(context.Background()) })

func quality() int {
	if testlong.Long() {
		return best
	}
	return quick
}

// The Chromium of all tests, and the tab and page server that most share. The first test that needs
// them opens them, and TestMain closes them.
var (
	chromium = sync.OnceValues(func() (context.Context, error) {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-software-rasterizer", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true),
			chromedp.Flag("force-prefers-reduced-motion", true), chromedp.WSURLReadTimeout(time.Hour),
			chromedp.Flag("js-flags", "--liftoff-only")) // to optimize the program takes longer than to run it
		ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, end := chromedp.NewContext(ctx)
		closeAll = func() { end(); cancel() }
		return ctx, prepare(ctx)
	})
	opened = sync.OnceValues(func() (*browser, error) {
		files, err := built()
		if err != nil {
			return nil, err
		}
		files["panics.js"] = append([]byte(panics), files["worker.js"]...)
		server := httptest.NewServer(page.Handler(files))
		ctx, err := chromium()
		end := closeAll
		closeAll = func() { end(); server.Close() }
		return &browser{ctx: ctx, address: server.URL, spoilt: true}, err
	})
	closeAll = func() {}
)

// prepare adds testScript to the pages of a tab.
func prepare(ctx context.Context) error {
	_, err := chromedp.Run(ctx, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: testScript})
		return err
	}))
	return err
}

// needChromium skips a test if there is no Chromium, or in short runs.
func needChromium(t *testing.T) {
	t.Helper()
	if testlong.Short() {
		t.Skip("a browser takes too long")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("left out: there is no chromium here")
	}
}

// timed returns the browser with a deadline before the test's own.
func (b *browser) timed() *browser {
	if end, ok := b.Deadline(); ok {
		ctx, cancel := context.WithDeadline(b.ctx, end.Add(-5*time.Second))
		b.Cleanup(cancel)
		b.ctx = ctx
	}
	return b
}

func TestMain(m *testing.M) {
	code := m.Run()
	closeAll()
	os.Exit(code)
}

// browser is a tab of a real browser.
type browser struct {
	*testing.T
	ctx     context.Context
	address string
	spoilt  bool // the next test has to load the page again
}

// pageIn begins at the start of the page in headless Chromium, in a window of this size and with empty storage.
// A load takes about a second, so it is the page of the last test unless that has spoilt it. Without Chromium the
// test is skipped.
func pageIn(t *testing.T, width, height int64) *browser {
	t.Helper()
	needChromium(t)
	shared := must.Get(opened())(t)
	b := (&browser{T: t, ctx: shared.ctx, address: shared.address}).timed()
	b.size(width, height)
	if !shared.spoilt {
		b.prefer()
		b.wait("the start", `(localStorage.clear(), test.workers = 0, go("").then(test.quiet))`)
	} else {
		do(b, chromedp.Navigate("about:blank")) // stops the page from storing anything later
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
		call(b, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: b.address, StorageTypes: "local_storage"})
		b.open("")
	}
	shared.spoilt = true // unless the test comes to its end
	t.Cleanup(func() {
		b.faultless()
		shared.spoilt = b.spoilt || t.Failed()
	})
	return b
}

// faultless fails the test if the page's script has thrown since it was loaded.
func (b *browser) faultless() {
	b.Helper()
	if errors := b.eval(`window.test?.errors.join("\n") || ""`); errors != "" {
		b.Errorf("the page's script throws: %s", errors)
	}
}

// do runs an action in the browser.
func do[T any](b *browser, action chromedp.Action[T]) T {
	b.Helper()
	return must.Get(chromedp.Run(b.ctx, action))(b)
}

// call calls a command of the browser's protocol.
func call[P, R any](b *browser, command cdp.Command[P, R], params P) (result R) {
	b.Helper()
	do(b, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) (err error) {
		result, err = cdp.Call(ctx, tab, command, params)
		return err
	}))
	return result
}

// heard returns what a screen reader announces: the live region, the focused element, and the
// buttons in the group of moves.
func (b *browser) heard() (status, focused string, moves []*accessibility.Node) {
	b.Helper()
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	list := call(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	for _, n := range list {
		nodes[n.NodeID] = n
	}
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			_ = json.Unmarshal(v.Value, &s)
		}
		return s
	}
	within := func(n *accessibility.Node, role string) bool {
		for ; n != nil; n = nodes[n.ParentID] {
			if text(n.Role) == role {
				return true
			}
		}
		return false
	}
	for _, n := range list {
		for _, p := range n.Properties {
			if p.Name == accessibility.PropertyNameFocused && string(p.Value.Value) == "true" && text(n.Role) != "RootWebArea" {
				focused = text(n.Role) + " " + text(n.Name)
			}
		}
		switch role := text(n.Role); {
		case role == "StaticText" && within(n, "status"):
			status += text(n.Name)
		case role == "button" && within(nodes[n.ParentID], "group") && !n.Ignored:
			moves = append(moves, n)
		}
	}
	return status, focused, moves
}

// thumb taps on a point of the page.
func (b *browser) thumb(at box) {
	b.Helper()
	before := b.eval("test.state()")
	for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
		points := []*input.TouchPoint{}
		if kind == input.DispatchTouchEventTypeTouchStart {
			points = append(points, &input.TouchPoint{X: at.x, Y: at.y})
		}
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	b.wait("an answer to a thumb", fmt.Sprintf("test.answered(%q)", before))
}

// size sets the size of the window.
func (b *browser) size(width, height int64) {
	b.Helper()
	do(b, chromedp.EmulateViewport(width, height))
}

// prefer sets media features and redraws the page.
func (b *browser) prefer(list ...*emulation.MediaFeature) {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list})
	b.wait("rest", `test.quiet()`)
}

// open reloads the page with a link.
func (b *browser) open(link string) {
	b.Helper()
	b.faultless()
	do(b, chromedp.Navigate("about:blank"))
	do(b, chromedp.Navigate(b.address+"/"+link))
	b.until("the page", `ready && rest && main.querySelector("h1")`)
	b.wait("rest", `test.quiet()`)
}

// follow follows a link on the open page and takes a screenshot.
func (b *browser) follow(link string) {
	b.Helper()
	b.wait("a link", fmt.Sprintf(`test.follow(%q)`, link))
	b.shot(strings.NewReplacer("#", "", "/", "-", "%", "").Replace(link))
}

// eval returns the value of a JavaScript expression as text. It awaits promises.
func (b *browser) eval(script string) string {
	b.Helper()
	return do(b, chromedp.Evaluate[string]("(async () => String(await ("+script+")))()", chromedp.EvalAwaitPromise))
}

// until waits until an expression is true.
func (b *browser) until(what, script string) {
	b.Helper()
	b.wait(what, `test.until(() => `+script+`)`)
}

// touch runs a script on the page, and waits until the page has answered.
func (b *browser) touch(script string) {
	b.Helper()
	b.wait("an answer to "+script, `test.changed(() => `+script+`)`)
}

// answer runs an action, and waits until the page has answered.
func (b *browser) answer(what string, action chromedp.Action[chromedp.Void]) {
	b.Helper()
	before := b.eval("test.state()")
	do(b, action)
	b.wait("an answer to "+what, fmt.Sprintf("test.answered(%q)", before))
}

func (b *browser) wait(what, promise string) {
	b.Helper()
	if b.eval(promise) != "true" {
		b.shot("failed")
		b.Fatalf("waited in vain for %s: %s the page says %q", what, b.eval(`test.errors.join("; ")`), b.eval(`document.body.innerText`))
	}
}

// click clicks the button with this label.
func (b *browser) click(label string) {
	b.Helper()
	b.touch(fmt.Sprintf(`test.button(%q).click()`, label))
}

// shot takes a screenshot, if NIMATRON_PAGES names a folder for it.
func (b *browser) shot(name string) {
	dir := os.Getenv("NIMATRON_PAGES")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, "page-"+name+".png"), do(b, chromedp.CaptureScreenshot()), 0o644); err != nil {
		b.Error(err)
	}
}

// box is a rectangle on the page: its centre and width, in CSS pixels.
type box struct{ x, y, side float64 }

// box scrolls an element into view and returns its centre and its width.
func (b *browser) box(element string) (at box) {
	b.Helper()
	text := b.eval(fmt.Sprintf(`(() => {
		const e = %s;
		e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2, r.width].join(" ");
	})()`, element))
	must.Get(fmt.Sscan(text, &at.x, &at.y, &at.side))(b)
	return at
}
