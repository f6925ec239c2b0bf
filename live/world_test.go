package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/live"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

const (
	page    = "https://nim.example.org/"
	origin  = "https://nim.example.org"
	channel = "7"
)

var (
	ann = commands.User{ID: "11", Name: "Ann"}
	bob = commands.User{ID: "12", Name: "Bob"}
	eve = commands.User{ID: "13", Name: "Eve"}
)

// chat is a platform that records its messages.
type chat struct {
	mu        sync.Mutex
	said      []string
	people    map[string]commands.User // by OAuth code
	instances map[string][]string      // the channel and the people
}

func (c *chat) note(what, where string, m front.Message) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := what + " " + where + " " + m.Text
	if m.Card != nil {
		line += " [" + m.Card.Title + " " + m.Card.Body + "]"
		for _, l := range m.Card.Links {
			line += " " + l.To
		}
	}
	c.said = append(c.said, line)
	return fmt.Sprint("message ", len(c.said))
}

func (c *chat) last(what string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.said) - 1; i >= 0; i-- {
		if strings.HasPrefix(c.said[i], what) {
			return c.said[i]
		}
	}
	return ""
}

func (c *chat) Name() string { return match.DiscordFront }
func (c *chat) Post(_ context.Context, channel string, m front.Message) (string, error) {
	return c.note("post", channel, m), nil
}
func (c *chat) PostDirect(_ context.Context, person string, m front.Message) error {
	c.note("direct", person, m)
	return nil
}
func (c *chat) Edit(_ context.Context, handle string, m front.Message) error {
	c.note("edit", handle, m)
	return nil
}
func (c *chat) Retire(context.Context, string, string) error { return nil }
func (c *chat) Threads(string) commands.Threads              { return nil }
func (c *chat) Close(context.Context, string) error          { return nil }
func (c *chat) Application() string                          { return "99" }
func (c *chat) Identify(_ context.Context, code string) (commands.User, error) {
	if who, ok := c.people[code]; ok {
		return who, nil
	}
	return commands.User{}, live.ErrRefused
}
func (c *chat) Instance(_ context.Context, id string) (string, []string, error) {
	if in := c.instances[id]; in != nil {
		return in[0], in[1:], nil
	}
	return "", nil, live.ErrRefused
}

// said is a chat request, with room for its answer.
type said struct {
	front.Channel
	request commands.Request
	pressed string
	private string
}

func (s *said) Request() (commands.Request, error)  { return s.request, nil }
func (s *said) Pressed() (handle string, priv bool) { return s.pressed, false }
func (s *said) Update(ctx context.Context, m front.Message) error {
	return s.Platform.Edit(ctx, s.pressed, m)
}
func (s *said) PostPrivate(_ context.Context, m front.Message) error {
	s.private = s.Platform.(*chat).note("private", s.request.By.ID, m)
	s.private = s.Platform.(*chat).last("private " + s.request.By.ID)
	return nil
}

// process is one of the bot's processes, which may share a store.
type process struct {
	*testing.T
	store   storage.Store
	service *commands.Service
	front   *front.Front
	live    *live.Server
	chat    *chat
	next    *int
	drawn   *atomic.Int64 // how often a match was read for drawing
	stop    context.CancelFunc
}

// counted counts reads of matches.
type counted struct {
	live.Boards
	n *atomic.Int64
}

func (c counted) Live(ctx context.Context, id int64) (commands.Live, error) {
	c.n.Add(1)
	return c.Boards.Live(ctx, id)
}

func start(t *testing.T, store storage.Store, activity bool) *process {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	p := &process{T: t, store: store, chat: &chat{people: map[string]commands.User{}, instances: map[string][]string{}}, next: new(int), drawn: new(atomic.Int64)}
	seed := uint64(0)
	r := referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { seed++; return seed }})
	p.service = commands.New(r, store, log)
	p.service.UsePage(page)
	var err error
	if p.live, err = live.New(live.Config{Store: store, Boards: counted{p.service, p.drawn}, Secret: "token", Page: page, Activity: activity, Log: log}); err != nil {
		t.Fatal(err)
	}
	p.service.UseLive(p.live)
	ctx, stop := context.WithCancel(context.Background())
	p.front = front.New(ctx, front.Config{Service: p.service, Outbox: store, Platform: p.chat, Log: log})
	p.live.Open(ctx, p.front, p.chat)
	p.stop = stop
	t.Cleanup(func() {
		done, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := p.front.Drain(done); err != nil {
			t.Error(err)
		}
		stop()
	})
	return p
}

// say carries out a command of the chat, and returns its private answer. A button's command has a subject.
func (p *process) say(by commands.User, command string, about view.Subject, options ...string) string {
	p.Helper()
	*p.next++
	s := &said{Channel: front.Channel{Platform: p.chat, ID: channel}, request: commands.Request{
		ID: fmt.Sprint("chat ", *p.next), Command: command, Options: map[string]string{}, By: by, Channel: channel, Server: "5", Subject: about,
		People: map[string]commands.User{},
	}}
	for i := 0; i < len(options); i += 2 {
		s.request.Options[options[i]] = options[i+1]
		if options[i] == "opponent" {
			s.request.People["opponent"] = map[string]commands.User{bob.Name: bob, ann.Name: ann}[options[i+1]]
		}
	}
	if about.Kind == view.MatchSubject {
		m, err := p.store.MatchByID(p.Context(), about.ID)
		if err != nil {
			p.Fatal(err)
		}
		s.pressed = m.Message
	}
	done := make(chan bool)
	err := p.front.Submit(channel, by.ID, command, func(ctx context.Context, turn *front.Turn) {
		defer close(done)
		turn.Answer(ctx, s)
	})
	if err != nil {
		p.Fatal(err)
	}
	<-done
	return s.private
}

// match starts a match between Ann, who moves first, and Bob.
func (p *process) match(options ...string) match.Match {
	p.Helper()
	p.say(ann, "challenge", view.Subject{}, append([]string{"game", "nim", "opponent", "Bob", "position", "3 4 5", "first", "me"}, options...)...)
	p.say(bob, "match accept", view.Subject{})
	return p.newest()
}

func (p *process) newest() match.Match {
	p.Helper()
	t, err := p.store.LastMatch(p.Context(), channel)
	if err != nil {
		p.Fatal(err)
	}
	return t.Match
}

// link presses *Touch the board* and returns the token.
func (p *process) link(by commands.User) string {
	p.Helper()
	answer := p.say(by, "touch", about(p.newest()))
	_, token, found := strings.Cut(answer, page+"live.html#seat=")
	if !found {
		p.Fatalf("%s gets no link: %q", by.Name, answer)
	}
	return token
}

func about(m match.Match) view.Subject {
	return view.Subject{Kind: view.MatchSubject, ID: m.ID, Version: m.Version}
}

// browser keeps cookies as browsers do.
type browser struct {
	*process
	cookies map[string]*http.Cookie
	sent    int
}

func (p *process) browser() *browser { return &browser{process: p, cookies: map[string]*http.Cookie{}} }

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
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	return r
}

// serve returns the JSON that answers a request.
func (b *browser) serve(r *http.Request, status int) map[string]any {
	b.Helper()
	w := httptest.NewRecorder()
	b.live.ServeHTTP(w, r)
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
	if said, _ := answer["error"].(string); status != http.StatusOK && (!strings.HasSuffix(said, ".") || strings.ContainsAny(said, "*`")) {
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
	m := b.newest()
	b.sent++
	body := map[string]any{"match": fmt.Sprint(m.ID), "version": m.Version, "key": fmt.Sprint("key-", b.sent), "do": do}
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
	r.bytes += len(text)
	return r.text.Write(text)
}

// watch opens a stream of a match.
func (b *browser) watch(m match.Match, header ...string) *reader {
	b.Helper()
	return b.watchOn(m, &reader{}, header...)
}

func (b *browser) watchOn(m match.Match, r *reader, header ...string) *reader {
	b.Helper()
	r.header, r.ended = http.Header{}, make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	r.leave = cancel
	request := b.request(http.MethodGet, fmt.Sprintf("events?match=%d&theme=dark", m.ID), nil).WithContext(ctx)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	go func() {
		defer close(r.ended)
		b.live.ServeHTTP(r, request)
	}()
	synctest.Wait()
	return r
}

func (r *reader) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// events returns the ids and the data of the events so far.
func (r *reader) events() (ids []string, data []map[string]any) {
	for event := range strings.SplitSeq(r.all(), "\n\n") {
		id, text, found := strings.Cut(strings.TrimPrefix(event, "id: "), "\ndata: ")
		if !found || !strings.HasPrefix(event, "id: ") {
			continue
		}
		state := map[string]any{}
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
	synctest.Test(t, func(t *testing.T) { test(start(t, storagetest.Open(t), false)) })
}
