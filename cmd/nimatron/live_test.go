package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// writePage writes the page's files that the live board needs.
func writePage(t *testing.T) (dir string) {
	dir = t.TempDir()
	for _, name := range []string{"index.html", "live.html"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
	}
	return dir
}

// The page and the live board are served beside the gateway. A link from the chat opens a board, a
// touch is a move, and an open stream does not delay the program's end.
func TestServingTheLiveBoard(t *testing.T) {
	const page = "https://nim.example.org/"
	s := serve(t, map[string]string{"NIMATRON_HTTP": anyPort, "NIMATRON_GATEWAY": "on", "NIMATRON_PAGE": page, "NIMATRON_PAGE_DIR": writePage(t),
		"NIMATRON_ACTIVITY": "on", "DISCORD_CLIENT_SECRET": discordtest.ClientSecret})
	address := s.address(pageServed)
	do := func(method, path, cookie, body string) *http.Response {
		t.Helper()
		r := must.Get(http.NewRequestWithContext(t.Context(), method, "http://"+address+"/"+path, strings.NewReader(body)))(t)
		r.Header.Set("Origin", strings.TrimSuffix(page, "/"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		resp, err := http.DefaultClient.Do(r)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatal(path, resp, err, s.log)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return resp
	}
	for path, want := range map[string]string{"?frame_id=1": "live.html", "": "index.html", "terms": "Terms", "healthz": "", "live/config": `"client":"` + s.discord.AppID()} {
		resp := do(http.MethodGet, path, "", "")
		text, err := io.ReadAll(resp.Body)
		framed := strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-ancestors "+discordSites)
		if err != nil || !strings.Contains(string(text), want) || framed != (want == "live.html") {
			t.Errorf("/%s: %s, %v, for frames: %v", path, text, err, framed)
		}
	}
	s.challenge()
	board := s.general.Messages()[0]
	link, err := s.alice.ClickLabel(board, "Touch the board").Wait(t.Context()) // no Activity opens here
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link.Buttons()[0].URL, page+"live.html#seat=")
	cookie, _, _ := strings.Cut(do(http.MethodPost, "live/session", "", fmt.Sprintf(`{"seat":%q}`, token)).Header.Get("Set-Cookie"), ";")
	events := bufio.NewScanner(do(http.MethodGet, "live/events?match=1", cookie, "").Body)
	events.Buffer(nil, 1<<20)
	until := func(text string) {
		t.Helper()
		for events.Scan() {
			if strings.Contains(events.Text(), text) {
				return
			}
		}
		t.Errorf("the stream ends before %s: %v", text, events.Err())
	}
	until(`"version":1`)
	do(http.MethodPost, "live/move", cookie, `{"match":"1","version":1,"key":"k","do":"move","move":"L-1"}`)
	until(`"version":2`)
	if code := s.end(); code != 0 {
		t.Errorf("status %d: %s", code, s.log)
	}
	for events.Scan() {
	}
}
