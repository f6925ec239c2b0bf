package live_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/internal/must"
)

// A link works once, within ten minutes, and only for its purpose. One for watching may be shared.
func TestLinks(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		open := func(token string, status int, words string) *browser {
			t.Helper()
			b := p.browser()
			if got := b.post("session", map[string]any{"seat": token}, status); !strings.Contains(fmt.Sprint(got), words) {
				t.Errorf("%v, want %q", got, words)
			}
			return b
		}
		token := p.link(alice)
		b := open(token, http.StatusOK, fmt.Sprint(m.ID))
		open(token, http.StatusForbidden, "already been used")
		b.post("session", map[string]any{"seat": token}, http.StatusOK) // the page is reloaded
		b.post("session", map[string]any{"match": fmt.Sprint(m.ID)}, http.StatusOK)
		p.browser().post("session", map[string]any{"match": fmt.Sprint(m.ID)}, http.StatusUnauthorized)
		b.post("session", map[string]any{}, http.StatusBadRequest)

		signed, _ := base64.RawURLEncoding.DecodeString(p.link(alice))
		for i := range signed {
			forged := slices.Clone(signed)
			forged[i] ^= 1
			open(base64.RawURLEncoding.EncodeToString(forged), http.StatusForbidden, "broken")
		}
		for _, text := range []string{"x", "", strings.Repeat("A", 2000)} {
			if text != "" {
				open(text, http.StatusForbidden, "broken")
			}
		}
		old, shared := p.link(bob), p.link(eve)
		for range 3 {
			open(shared, http.StatusOK, "").do("move", http.StatusForbidden, "move", "1-1")
		}
		time.Sleep(10 * time.Minute)
		open(old, http.StatusForbidden, "has expired")
		open(shared, http.StatusForbidden, "has expired")
		b.do("move", http.StatusOK, "move", "1-1") // the session continues

		b.post("session", map[string]any{"code": "x", "instance": "y"}, http.StatusForbidden) // Activities are off

		b.post("session", map[string]any{"seat": p.link(eve)}, http.StatusOK) // keeps the seat
		b.do("takeback", http.StatusOK)

		// A deleted person's session ends at once, and an unused link stops working.
		unused := p.link(alice)
		r := b.watch(p.Newest())
		b.do("resign", http.StatusOK)
		must.OK(t, p.Store.Forget(p.Context(), alice.ID, time.Now()))
		b.do("rematch", http.StatusUnauthorized)
		open(unused, http.StatusForbidden, "no longer in the match")
		began := time.Now()
		<-r.ended
		if took := time.Since(began); took > time.Second {
			t.Errorf("the stream of a deleted person goes on for %v", took)
		}
		if !strings.HasSuffix(r.all(), "event: gone\ndata: "+b.do("rematch", http.StatusUnauthorized)["error"].(string)+"\n\n") {
			t.Errorf("the stream of a deleted person ends with %q", r.all()[max(0, len(r.all())-200):])
		}
	})
}

// A session is for one match and the later ones of the same players. It ends after twelve hours.
func TestSessions(t *testing.T) {
	bubble(t, func(p *process) {
		first := p.match()
		b, watcher := p.opened(alice), p.opened(eve)
		b.do("resign", http.StatusOK)
		second := p.match()
		b.do("move", http.StatusOK, "move", "1-1")
		watcher.watch(second).leave()
		b.do("resign", http.StatusBadRequest, "match", "7x")
		p.Say(bob, "match resign", nil, "sure", "true")
		p.Say(bob, "challenge", nil, "game", "nim", "level", "easy", "first", "me")
		b.do("resign", http.StatusForbidden)
		for _, stranger := range []*browser{b, watcher} {
			if r := stranger.watch(p.Newest()); r.status != http.StatusForbidden {
				t.Errorf("a stream of other people's match: %d", r.status)
			}
		}
		b.post("move", map[string]any{"match": "99", "key": "k", "do": "resign"}, http.StatusNotFound)
		time.Sleep(12*time.Hour - time.Minute)
		stream := watcher.watch(first)
		time.Sleep(2 * time.Minute)
		<-stream.ended
		if !strings.Contains(stream.all(), "event: gone") {
			t.Error("the stream of an old session ends without a word")
		}
		b.post("session", map[string]any{"match": fmt.Sprint(first.ID)}, http.StatusUnauthorized)
	})
}

// The server answers only the page's own requests, and only valid ones.
func TestOtherSites(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		b := p.opened(alice)
		body := fmt.Sprintf(`{"match":"%d","version":%d,"key":"k","do":"resign"}`, m.ID, m.Version)
		for name, c := range map[string]struct {
			body   string
			change func(http.Header)
			status int
		}{
			"no origin":       {body, func(h http.Header) { h.Del("Origin") }, http.StatusForbidden},
			"another origin":  {body, func(h http.Header) { h.Set("Origin", "https://evil.example") }, http.StatusForbidden},
			"the activity's":  {body, func(h http.Header) { h.Set("Origin", "https://99.discordsays.com") }, http.StatusForbidden},
			"a form":          {body, func(h http.Header) { h.Set("Content-Type", "application/x-www-form-urlencoded") }, http.StatusUnsupportedMediaType},
			"text":            {body, func(h http.Header) { h.Set("Content-Type", "text/plain") }, http.StatusUnsupportedMediaType},
			"too long":        {body + strings.Repeat(" ", 4096), func(http.Header) {}, http.StatusRequestEntityTooLarge},
			"no JSON":         {body[1:], func(http.Header) {}, http.StatusBadRequest},
			"no cookie":       {body, func(h http.Header) { h.Del("Cookie") }, http.StatusUnauthorized},
			"a made up one":   {body, func(h http.Header) { h.Set("Cookie", "live1=x") }, http.StatusUnauthorized},
			"a key of blanks": {strings.Replace(body, `"k"`, `" "`, 1), func(http.Header) {}, http.StatusBadRequest},
			"nothing to do":   {strings.Replace(body, `resign`, `say`, 1), func(http.Header) {}, http.StatusBadRequest},
		} {
			r := b.request(http.MethodPost, "move", []byte(c.body))
			if c.change(r.Header); p.Newest().Version != m.Version {
				t.Fatalf("%s: the match has changed", name)
			}
			b.serve(r, c.status)
		}
		for _, from := range []string{"cross-site", "same-site", "none"} {
			r := b.request(http.MethodGet, fmt.Sprintf("events?match=%d", m.ID), nil)
			r.Header.Set("Sec-Fetch-Site", from)
			b.serve(r, http.StatusForbidden)
		}
		b.serve(b.request(http.MethodGet, "events?match=x", nil), http.StatusBadRequest)
		p.browser().serve(b.request(http.MethodGet, "events?match=99", nil), http.StatusNotFound)
		w := httptest.NewRecorder()
		p.Board.ServeHTTP(w, b.request(http.MethodGet, "config", nil))
		for name, want := range map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
		b.serve(b.request(http.MethodPost, "move", []byte(body)), http.StatusOK)
	})
}

// Two players may use one browser, each in a tab. Nine boards need one cookie.
func TestSeatsOfOneBrowser(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		one := p.browser()
		open := func(by commands.User) *browser {
			t.Helper()
			tab := *one
			tab.as = fmt.Sprint(one.post("session", map[string]any{"seat": p.link(by)}, http.StatusOK)["as"])
			return &tab
		}
		a, b := open(alice), open(bob)
		if left, right := a.watch(m).state()["you"], b.watch(m).state()["you"]; left != "left" || right != "right" {
			t.Errorf("the tabs are %v and %v", left, right)
		}
		a.do("move", http.StatusOK, "move", "1-1")
		a.do("move", http.StatusBadRequest, "move", "1-1")
		b.do("move", http.StatusOK, "move", "1-1")
		// A link that its owner opens again is used up by that.
		again := p.link(alice)
		one.post("session", map[string]any{"seat": again}, http.StatusOK)
		p.browser().post("session", map[string]any{"seat": again}, http.StatusForbidden)
		lost := *one
		lost.as = "0123456789ab"
		lost.do("move", http.StatusForbidden, "move", "1-1")
		watcher := p.browser()
		for range 9 {
			watcher.post("session", map[string]any{"seat": p.link(eve)}, http.StatusOK)
			one.post("session", map[string]any{"seat": p.link(alice)}, http.StatusOK)
			p.Say(alice, "match resign", nil, "sure", "true")
			m = p.match()
		}
		if one.watch(m).status != http.StatusOK || watcher.watch(m).status != http.StatusOK || len(one.cookies) != 1 || len(watcher.cookies) != 1 {
			t.Errorf("after nine boards: %d and %d cookies", len(one.cookies), len(watcher.cookies))
		}
	})
}
