package main

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nimatron/front/page"
	"nimatron/internal/testlong"
)

// slowly is a handler behind a line of so many bytes a second, which is shared by all, and so long a way there
// and back. What a worker loads is slow too, which the browser's own throttle leaves out.
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

// slowListener takes as long to connect.
type slowListener struct {
	net.Listener
	way time.Duration
}

func (l slowListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	time.Sleep(l.way)
	return c, err
}

// TestFirstSeconds measures when the first board shows, and when the first tap, made as soon as there is
// something to tap, is answered. It says so, and fails only if nothing comes.
func TestFirstSeconds(t *testing.T) {
	if !testlong.Long() {
		t.Skip("left out: it only measures")
	}
	b := pageIn(t, 375, 720)
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	do(b, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `
			window.times = {};
			(function look() {
				const main = document.querySelector("main");
				if (!times.board && main?.querySelector(".board svg")) requestAnimationFrame(() => { times.board = Math.round(performance.now()); });
				const key = [...main?.querySelectorAll(".keys button") || []].find((b) => !/Back|Other/.test(b.textContent));
				if (!times.tapped && key) { key.click(); times.tapped = Math.round(performance.now()); }
				if (/You took/.test(main?.textContent)) times.answered = Math.round(performance.now());
				else requestAnimationFrame(look);
			})();`})
		return err
	}))
	for _, c := range []struct {
		name  string
		bytes int
		way   time.Duration
	}{{"1.6 Mbps, 150 ms", 200_000, 150 * time.Millisecond}, {"unthrottled", 0, 0}} {
		h := page.Handler(files)
		if c.bytes > 0 {
			h = slowly(h, c.bytes, c.way)
		}
		server := httptest.NewUnstartedServer(h)
		server.Listener = slowListener{server.Listener, c.way}
		server.Start()
		for visit := range 3 {
			do(b, chromedp.Navigate("about:blank"))
			do(b, chromedp.Navigate(server.URL))
			b.eval(`new Promise((done) => { const look = () => times.answered ? done() : setTimeout(look, 50); look(); })`)
			t.Logf("%s, visit %d: %s", c.name, visit+1, b.eval("JSON.stringify(times)"))
			b.eval("localStorage.clear()")
		}
		server.CloseClientConnections()
		server.Close()
	}
}
