// Package page checks the built page with other tools: the seconds until the first board and the
// first answered tap, axe, html-validate, a match in Firefox, and the official SDK for Activities.
// NIMATRON_PAGE_DIR names the output folder of cmd/page -o, and NIMATRON_NODE_MODULES a
// node_modules with axe-core, html-validate and @discord/embedded-app-sdk. Tests without their tool
// are skipped.
package page

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/gorilla/websocket"

	"nimatron/front/page"
)

// files returns the files of the built page.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	dir := os.Getenv("NIMATRON_PAGE_DIR")
	if dir == "" {
		t.Skip("left out: NIMATRON_PAGE_DIR names no page")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// tool returns a file of NIMATRON_NODE_MODULES.
func tool(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(os.Getenv("NIMATRON_NODE_MODULES"), name)
	if _, err := os.Stat(path); os.Getenv("NIMATRON_NODE_MODULES") == "" || err != nil {
		t.Skip("left out: there is no", name)
	}
	return path
}

// chromium opens a phone-sized window. script runs on every page before the page's own.
func chromium(t *testing.T, script string) (eval func(script string) string, open func(url string)) {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("left out: there is no chromium")
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(time.Hour))...)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	if _, err := chromedp.Run(ctx, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	})); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.EmulateViewport(360, 740)); err != nil {
		t.Fatal(err)
	}
	eval = func(script string) string {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => String(await ("+script+")))()", chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	return eval, func(url string) {
		t.Helper()
		for _, to := range []string{"about:blank", url} {
			if _, err := chromedp.Run(ctx, chromedp.Navigate(to)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// chromiumTab is the tab of a phone-sized window.
func chromiumTab(t *testing.T) tab {
	eval, open := chromium(t, "")
	return tab{func(script string) { eval(script) }, open, eval, nil}
}

// slowly is a handler on a shared line with this bandwidth in bytes per second and this latency.
// Unlike the browser's own throttle it also slows the worker's downloads.
func slowly(h http.Handler, bytes int, way time.Duration) http.Handler {
	var line sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(way)
		got := httptest.NewRecorder()
		h.ServeHTTP(got, r)
		for name, values := range got.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(got.Code)
		for part := range slices.Chunk(got.Body.Bytes(), 4096) {
			line.Lock()
			time.Sleep(time.Second * time.Duration(len(part)) / time.Duration(bytes))
			line.Unlock()
			if _, err := w.Write(part); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	})
}

// slowListener gives connections that wait this long before they carry data.
type slowListener struct {
	net.Listener
	way time.Duration
}

func (l slowListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &slowConn{Conn: c, begun: sync.OnceFunc(func() { time.Sleep(l.way) })}, err
}

type slowConn struct {
	net.Conn
	begun func()
}

func (c *slowConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.begun()
	return n, err
}

// TestFirstSeconds measures the time to the first board, and to the answer to a tap on the first
// button. It fails only without any answer.
func TestFirstSeconds(t *testing.T) {
	built := files(t)
	eval, open := chromium(t, `
		window.times = {};
		(function look() {
			const main = document.querySelector("main");
			if (!times.board && main?.querySelector(".board svg")) requestAnimationFrame(() => { times.board = Math.round(performance.now()); });
			const key = [...main?.querySelectorAll(".keys button") || []].find((b) => !/Back|Other|Play/.test(b.textContent));
			if (!times.tapped && key) { key.click(); times.tapped = Math.round(performance.now()); }
			if (/You took/.test(main?.textContent)) times.answered = Math.round(performance.now());
			else requestAnimationFrame(look);
		})();`)
	for _, c := range []struct {
		name  string
		bytes int
		way   time.Duration
	}{{"1.6 Mbps, 150 ms", 200_000, 150 * time.Millisecond}, {"unthrottled", 0, 0}} {
		h := page.Handler(built)
		if c.bytes > 0 {
			h = slowly(h, c.bytes, c.way)
		}
		server := httptest.NewUnstartedServer(h)
		server.Listener = slowListener{server.Listener, c.way}
		server.Start()
		for visit := range 3 {
			open(server.URL)
			eval(`new Promise((done) => { const look = () => times.answered ? done() : setTimeout(look, 50); look(); })`)
			t.Logf("%s, visit %d: %s", c.name, visit+1, eval("JSON.stringify(times)"))
			eval("localStorage.clear()")
		}
		server.CloseClientConnections()
		server.Close()
	}
}

// TestOffline reopens the page without its server, and plays.
func TestOffline(t *testing.T) {
	server := httptest.NewServer(page.Handler(files(t)))
	eval, open := chromium(t, "")
	open(server.URL)
	eval(`new Promise((done) => { const look = async () => navigator.serviceWorker.controller && (await (await caches.open((await caches.keys())[0])).keys()).length > 8 ? done() : setTimeout(look, 100); look(); })`)
	server.CloseClientConnections()
	server.Close()
	open(server.URL)
	eval(`new Promise((done) => { const look = () => typeof ready !== "undefined" && ready ? done() : setTimeout(look, 50); look(); })`)
	eval(`(async () => { main.querySelector(".keys button").click(); })()`)
	eval(`new Promise((done) => { const look = () => /You took/.test(said.textContent + main.textContent) ? done() : setTimeout(look, 50); look(); })`)
	open(server.URL + "/#look") // this part needs the other program
	if said := eval(`(async () => { while (!main.querySelector("#record")) await new Promise((done) => setTimeout(done, 50)); return (await ask({ do: "read", text: "hello" })).error; })()`); said == "" {
		t.Error("rubbish is read")
	}
}

// parts has the addresses of all parts of the page, and an expression that is true when each is
// shown.
var parts = map[string]string{
	"": ".keys button",
	"#nim/1.2/2-1.2-1.1-1?you=left&level=casual": ".band.lost, .band.won",
	"#end-nim/3.5.2":                 ".plane svg",
	"#forklift-nim/1.%2E.%2F.2.1":    ".result p",
	"#end-nim/3.5.2/L-1.R-2.L-2.R-5": ".moves li",
	"#look":                          "textarea",
	"#learn":                         ".lessons li",
	"#learn/copying":                 ".tools .lead",
	"#learn/copying/1":               ".keys button",
}

// TestAxe runs axe on all parts of the page.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(tool(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(page.Handler(files(t)))
	defer server.Close()
	eval, open := chromium(t, "")
	for link, ready := range parts {
		open(server.URL + "/" + link)
		eval(fmt.Sprintf(`new Promise((done) => { const look = () => ready && main.querySelector(%q) ? setTimeout(done, 300) : setTimeout(look, 50); look(); })`, ready))
		eval("(" + `document.querySelectorAll("details").forEach((d) => { d.open = true; })` + ")")
		eval("(() => {" + string(axe) + "\n})()")
		if found := eval(`axe.run().then(({ violations }) => violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(", ")).join("; "))`); found != "" {
			t.Errorf("%q: %s", link, found)
		}
		eval("void localStorage.clear()") // the bare address shows the last match
	}
}

// TestHTML runs html-validate on the documents.
func TestHTML(t *testing.T) {
	validate := tool(t, ".bin/html-validate")
	files(t)
	config := filepath.Join(t.TempDir(), "htmlvalidate.json")
	if err := os.WriteFile(config, []byte(`{"root": true, "extends": ["html-validate:recommended"], "rules": {"long-title": "off", "no-inline-style": "error", "void-style": "off", "doctype-style": "off", "require-sri": "off"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(validate, "--config", config, filepath.Join(os.Getenv("NIMATRON_PAGE_DIR"), "index.html"), filepath.Join(os.Getenv("NIMATRON_PAGE_DIR"), "live.html")).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// firefox is a Firefox driven by WebDriver BiDi.
type firefox struct {
	*testing.T
	conn    *websocket.Conn
	last    int
	context string
}

func newFirefox(t *testing.T) *firefox {
	t.Helper()
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		t.Skip("left out: there is no firefox-esr")
	}
	cmd := exec.Command(program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", t.TempDir())
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	listening := regexp.MustCompile(`ws://\S+`)
	lines := bufio.NewScanner(stderr)
	address := ""
	for address == "" && lines.Scan() {
		address = listening.FindString(lines.Text())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	f := &firefox{T: t}
	if f.conn, _, err = websocket.DefaultDialer.Dial(address+"/session", nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.conn.Close() })
	f.call("session.new", map[string]any{"capabilities": map[string]any{}})
	var tree struct{ Contexts []struct{ Context string } }
	if err := json.Unmarshal(f.call("browsingContext.getTree", map[string]any{}), &tree); err != nil {
		t.Fatal(err)
	}
	f.context = tree.Contexts[0].Context
	return f
}

func (f *firefox) call(method string, params map[string]any) json.RawMessage {
	f.Helper()
	f.last++
	if err := f.conn.WriteJSON(map[string]any{"id": f.last, "method": method, "params": params}); err != nil {
		f.Fatal(err)
	}
	for {
		var answer struct {
			ID      int
			Result  json.RawMessage
			Error   string
			Message string
		}
		if err := f.conn.ReadJSON(&answer); err != nil {
			f.Fatal(err)
		}
		switch {
		case answer.ID != f.last:
		case answer.Error != "":
			f.Fatalf("%s: %s: %s", method, answer.Error, answer.Message)
		default:
			return answer.Result
		}
	}
}

func (f *firefox) eval(script string) string {
	f.Helper()
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails *struct{ Text string }
	}
	if err := json.Unmarshal(f.call("script.evaluate", map[string]any{"expression": "(async () => String(await (" + script + ")))()", "target": map[string]any{"context": f.context}, "awaitPromise": true}), &answer); err != nil {
		f.Fatal(err)
	}
	if answer.ExceptionDetails != nil {
		f.Fatalf("%s: %s", script, answer.ExceptionDetails.Text)
	}
	return answer.Result.Value
}

func (f *firefox) until(what string) {
	f.Helper()
	f.eval(`new Promise((done) => { const look = () => (` + what + `) ? done() : setTimeout(look, 50); look(); })`)
}

// tap taps on an element by a pointer of a kind.
func (f *firefox) tap(element string) {
	f.Helper()
	var x, y float64
	if _, err := fmt.Sscan(f.eval(`(() => { const e = `+element+`; e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect(); return Math.round(r.x + r.width / 2) + " " + Math.round(r.y + r.height / 2); })()`), &x, &y); err != nil {
		f.Fatal(err)
	}
	f.call("input.performActions", map[string]any{"context": f.context, "actions": []any{map[string]any{"type": "pointer", "id": "thumb", "parameters": map[string]any{"pointerType": "touch"},
		"actions": []any{map[string]any{"type": "pointerMove", "x": int(x), "y": int(y)}, map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0}}}}})
}

func (f *firefox) tab() tab {
	return tab{func(script string) { f.eval(script) }, func(url string) {
		f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": "about:blank", "wait": "complete"})
		f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": url, "wait": "complete"})
	}, f.eval, f.size}
}

func (f *firefox) size(width, height int64) {
	f.call("browsingContext.setViewport", map[string]any{"context": f.context, "viewport": map[string]any{"width": width, "height": height}})
}

// TestFirefox plays a match in Firefox by touches, and opens all parts of the page.
func TestFirefox(t *testing.T) {
	server := httptest.NewServer(page.Handler(files(t)))
	defer server.Close()
	f := newFirefox(t)
	f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": server.URL + "/", "wait": "complete"})
	f.until(`typeof ready !== "undefined" && ready`)
	for turn := 0; f.eval(`state.view.over`) != "true"; turn++ {
		if turn > 20 {
			t.Fatal("the match does not end")
		}
		f.tap(`[...main.querySelectorAll(".spot")].at(-1)`)
		f.until(`main.querySelector(".lifted") && main.querySelector(".ask .lead")`)
		f.tap(`main.querySelector(".ask .lead")`)
		f.until(`state.view.over || state.view.yours && !state.lifted`)
		t.Log(f.eval("said.textContent"))
	}
	for link, ready := range parts {
		f.eval(fmt.Sprintf(`void (localStorage.clear(), location.hash = %q)`, link))
		f.until(fmt.Sprintf(`main.querySelector(%q)`, ready))
		if wide := f.eval(`document.documentElement.scrollWidth > innerWidth`); wide != "false" {
			t.Errorf("%q is wider than the window", link)
		}
	}
}
