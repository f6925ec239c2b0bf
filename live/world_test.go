package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/live/livetest"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

const (
	page   = "https://nim.example.org/"
	origin = "https://nim.example.org"
)

var alice, bob, eve = livetest.Alice, livetest.Bob, livetest.Eve

// process is one of the bot's processes, which may share a store.
type process struct{ *livetest.Bot }

func start(t *testing.T, store storage.Store) *process {
	t.Helper()
	return &process{livetest.Start(t, store, livetest.NewChat(), page, false)}
}

// match starts a match between Alice, who moves first, and Bob.
func (p *process) match(options ...string) *match.Match {
	p.Helper()
	return p.Begin("nim", "3 4 5", options...)
}

// link presses *Touch the board* and returns the token.
func (p *process) link(by commands.User) string {
	p.Helper()
	return strings.TrimPrefix(p.Link(by), page+"live.html#seat=")
}

// browser keeps cookies as browsers do.
type browser struct {
	*process
	cookies map[string]*http.Cookie
	as      string // the seat of this tab
	address string
	sent    int
}

// browser returns a browser in a network of its own.
func (p *process) browser() *browser {
	n := networks.Add(1)
	return &browser{process: p, cookies: map[string]*http.Cookie{}, address: fmt.Sprintf("10.%d.%d.1:80", n/256%256, n%256)}
}

var networks atomic.Int64

// opened returns a browser that has opened the board with a person's link.
func (p *process) opened(by commands.User) *browser {
	p.Helper()
	b := p.browser()
	b.post("session", map[string]any{"seat": p.link(by)}, http.StatusOK)
	return b
}

func (b *browser) request(method, path string, body []byte) *http.Request {
	r := httptest.NewRequest(method, page+"live/"+path, bytes.NewReader(body))
	r.Header.Set("Origin", origin)
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = b.address
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	return r
}

// serve returns the JSON that answers a request.
func (b *browser) serve(r *http.Request, status int) map[string]any {
	b.Helper()
	w := httptest.NewRecorder()
	b.Board.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteNoneMode || !c.Partitioned || c.Path != "/live" || c.MaxAge > 12*3600 {
			b.Errorf("a cookie is too loose: %v", c)
		}
		b.cookies[c.Name] = c
	}
	answer := map[string]any{}
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	if w.Code != status {
		b.Fatalf("%s %s: %d %s, want %d", r.Method, r.URL, w.Code, w.Body, status)
	}
	if said, _ := answer["error"].(string); status != http.StatusOK && (!strings.HasSuffix(said, ".") || strings.Contains(said, "\x0e")) {
		b.Errorf("%s: no sentence: %q", r.URL, said)
	}
	return answer
}

func (b *browser) post(path string, body map[string]any, status int) map[string]any {
	b.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	return b.serve(b.request(http.MethodPost, path, text), status)
}

// do posts an action on the current version of a match.
func (b *browser) do(do string, status int, more ...any) map[string]any {
	b.Helper()
	m := b.Newest()
	b.sent++
	body := map[string]any{"match": fmt.Sprint(m.ID), "version": m.Version, "key": fmt.Sprint("key-", b.sent), "do": do, "as": b.as}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return b.post("move", body, status)
}

// reader reads a stream as an http.ResponseWriter.
type reader struct {
	mu     sync.Mutex
	header http.Header
	status int
	text   strings.Builder
	stall  chan struct{} // if not nil, Write waits for it or for the deadline
	late   time.Time
	ended  chan struct{}
	leave  context.CancelFunc
	bytes  int
	deaf   bool // drops what it reads
}

func (r *reader) Header() http.Header { return r.header }
func (r *reader) WriteHeader(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}
func (r *reader) Flush() {}
func (r *reader) SetWriteDeadline(t time.Time) error {
	r.late = t
	return nil
}
func (r *reader) Write(text []byte) (int, error) {
	if r.stall != nil {
		select {
		case <-r.stall:
		case <-time.After(time.Until(r.late)):
			return 0, io.ErrClosedPipe
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes += len(text); r.deaf {
		return len(text), nil
	}
	return r.text.Write(text)
}

// watch opens a stream of a match.
func (b *browser) watch(m *match.Match, header ...string) *reader {
	b.Helper()
	return b.watchOn(m, &reader{}, header...)
}

func (b *browser) watchOn(m *match.Match, r *reader, header ...string) *reader {
	b.Helper()
	return b.watchName(fmt.Sprint(m.ID), r, header...)
}

// watchName opens a stream of a match or race by its name.
func (b *browser) watchName(name string, r *reader, header ...string) *reader {
	b.Helper()
	r.header, r.ended = http.Header{}, make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	r.leave = cancel
	request := b.request(http.MethodGet, fmt.Sprintf("events?match=%s&theme=dark&as=%s", name, b.as), nil).WithContext(ctx)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	go func() {
		defer close(r.ended)
		b.Board.ServeHTTP(r, request)
	}()
	synctest.Wait()
	return r
}

func (r *reader) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// events returns the ids of the events so far, and the state after each.
func (r *reader) events() (ids []string, data []map[string]any) {
	for event := range strings.SplitSeq(r.all(), "\n\n") {
		id, text, found := strings.Cut(strings.TrimPrefix(event, "id: "), "\ndata: ")
		if !found || !strings.HasPrefix(event, "id: ") {
			continue
		}
		state := map[string]any{}
		if id, found = strings.CutSuffix(id, "\nevent: change"); found {
			state = maps.Clone(data[len(data)-1])
		}
		if err := json.Unmarshal([]byte(text), &state); err != nil {
			panic(err)
		}
		ids, data = append(ids, id), append(data, state)
	}
	return ids, data
}

// state returns the newest state.
func (r *reader) state() map[string]any {
	_, data := r.events()
	if len(data) == 0 {
		return nil
	}
	return data[len(data)-1]
}

// bubble runs a test on one process with an SQLite store.
func bubble(t *testing.T, test func(*process)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(start(t, storagetest.Open(t))) })
}
