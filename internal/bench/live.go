//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/live"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/sqlite"
)

// liveLoad measures the live board: one match that N people watch, and 200 matches at once. Players and watchers
// are browsers in this process, over HTTP on 127.0.0.1; their processor time is included.
func liveLoad(r *run) {
	watchers := r.many(500, 20)
	r.head("matches", "watchers of each", "touches a second", "until the other player sees it: median", "99 of 100", "until all see it: 99 of 100", "processor for a touch", "while nobody moves")
	for _, c := range []struct{ matches, watchers int }{{1, watchers}, {r.many(200, 5), 0}} {
		w := newLiveWorld(r)
		tables := make([]*liveTable, c.matches)
		for i := range tables {
			tables[i] = w.table(i, c.watchers)
		}
		time.Sleep(3 * time.Second) // until all players are announced
		idle := processorTime()
		time.Sleep(r.long(5*time.Second, time.Second))
		idle = (processorTime() - idle) * 100 / r.long(5*time.Second, time.Second)
		const each = 5 * time.Second // between two touches of a match, except for a single one
		pause := each
		if c.matches == 1 {
			pause = each / 20
		}
		touches := r.many(100, 5)
		if c.matches > 1 {
			touches = r.many(8, 2)
		}
		before, began := processorTime(), time.Now()
		var players sync.WaitGroup
		for i, t := range tables {
			players.Go(func() {
				time.Sleep(pause * time.Duration(i) / time.Duration(c.matches))
				for n := range touches {
					t.touch(n)
					time.Sleep(pause)
				}
			})
		}
		players.Wait()
		used, elapsed := processorTime()-before, time.Since(began)
		var other, all took
		for _, t := range tables {
			other, all = append(other, t.other...), append(all, t.all...)
		}
		r.row(c.matches, c.watchers, fmt.Sprintf("%.0f", float64(len(other))/elapsed.Seconds()), short(other.at(.5)), short(other.at(.99)), short(all.at(.99)),
			short(used/time.Duration(len(other))), fmt.Sprintf("%d %%", idle))
		w.end()
	}
}

// liveWorld is a bot with a live board, without Discord.
type liveWorld struct {
	*run
	store  storage.Store
	board  *live.Server
	server *httptest.Server
	end    func()
}

// silent is a platform on which nobody reads.
type silent struct{ front.Platform }

func (silent) Name() string                                      { return match.DiscordFront }
func (silent) Application() string                               { return "1" }
func (silent) Edit(context.Context, string, front.Message) error { return nil }
func (silent) Close(context.Context, string) error               { return nil }
func (silent) Identify(context.Context, string) (commands.User, error) {
	return commands.User{}, live.ErrRefused
}
func (silent) Instance(context.Context, string) (string, []string, error) {
	return "", nil, live.ErrRefused
}
func (silent) Post(context.Context, string, front.Message) (string, error) { return "message", nil }

func newLiveWorld(r *run) *liveWorld {
	w := &liveWorld{run: r}
	var err error
	w.store, err = sqlite.Open(r.ctx, r.file())
	r.must(err)
	log := slog.New(slog.DiscardHandler)
	service := commands.New(referee.New(w.store, &solver.Solver{}, referee.Options{}), w.store, log)
	w.server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.board.ServeHTTP(rw, r) }))
	w.board, err = live.New(live.Config{Store: w.store, Boards: service, Secret: "token", Page: w.server.URL + "/", Log: log})
	r.must(err)
	service.UseLive(w.board)
	ctx, stop := context.WithCancel(r.ctx)
	f := front.New(ctx, front.Config{Service: service, Outbox: w.store, Platform: silent{}, Log: log, Limits: front.Limits{Requests: front.Rate{AtOnce: 1000, PerSecond: 1000}}})
	w.board.Open(ctx, f, silent{})
	w.end = sync.OnceFunc(func() {
		stop()
		w.server.Close()
		r.must(w.store.Close())
	})
	r.Cleanup(w.end)
	return w
}

// liveTable is a match with its browsers.
type liveTable struct {
	*liveWorld
	id         int64
	cookies    [2]string
	seen       [2]chan int64 // versions that the players see
	watched    atomic.Int64  // sessions that have seen the expected version
	waits      atomic.Int64
	allSeen    chan bool
	watchers   int
	other, all took
}

func (w *liveWorld) table(n, watchers int) *liveTable {
	players := [2]match.Player{{ID: fmt.Sprint(1000 + n), Name: "Ann"}, {ID: fmt.Sprint(2000 + n), Name: "Bob"}}
	m, err := w.store.CreateMatch(w.ctx, match.Match{Channel: fmt.Sprint("channel ", n), Server: "5", Variant: "nim", Family: "nim", Start: "200 30 5",
		Sides: match.Between(players[0], players[1]), Message: "message", Created: time.Now()})
	w.must(err)
	t := &liveTable{liveWorld: w, id: m.ID, watchers: watchers, allSeen: make(chan bool, 1)}
	for side, p := range players {
		t.cookies[side], t.seen[side] = t.open(p.ID), make(chan int64, 100)
		t.stream(t.cookies[side], func(version int64) { t.seen[side] <- version })
	}
	for range watchers {
		t.stream(t.open(""), func(version int64) {
			if version == t.waits.Load() && t.watched.Add(1) == int64(watchers) {
				t.allSeen <- true
			}
		})
	}
	return t
}

// open opens a session by a link and returns its cookie.
func (t *liveTable) open(player string) (cookie string) {
	_, token, _ := strings.Cut(t.board.Link(match.Subject{Kind: match.MatchSubject, ID: t.id}, match.Player{ID: player}), "#seat=")
	answer := t.post("session", "", fmt.Sprintf(`{"seat":%q}`, token))
	cookie, _, _ = strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return cookie
}

func (t *liveTable) post(path, cookie, body string) *http.Response {
	r, err := http.NewRequestWithContext(t.ctx, http.MethodPost, t.server.URL+"/live/"+path, strings.NewReader(body))
	t.must(err)
	r.Header.Set("Origin", t.server.URL)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", cookie)
	answer, err := http.DefaultClient.Do(r)
	t.must(err)
	said, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", path, answer.StatusCode, said)
	}
	return answer
}

// stream reads the match, and calls f with each version when all of it has arrived.
func (t *liveTable) stream(cookie string, f func(version int64)) {
	r, err := http.NewRequestWithContext(t.ctx, http.MethodGet, fmt.Sprintf("%s/live/events?match=%d&theme=dark", t.server.URL, t.id), nil)
	t.must(err)
	r.Header.Set("Cookie", cookie)
	answer, err := http.DefaultClient.Do(r)
	t.must(err)
	go func() {
		defer answer.Body.Close()
		in := bufio.NewReaderSize(answer.Body, 64<<10)
		var version int64
		for {
			line, err := in.ReadSlice('\n')
			if err != nil && err != bufio.ErrBufferFull {
				return
			}
			if id, ok := bytes.CutPrefix(line, []byte("id: ")); ok {
				version = 0
				_, _ = fmt.Sscanf(string(id), "%d.", &version)
			} else if len(line) == 1 && version > 0 {
				f(version)
				version = 0
			}
		}
	}()
}

// touch has the player move whose turn it is, and waits until the other and all who watch see it.
func (t *liveTable) touch(n int) {
	side, version := n%2, int64(n+1)
	t.watched.Store(0)
	t.waits.Store(version + 1)
	began := time.Now()
	done := make(chan bool)
	go func() {
		t.post("move", t.cookies[side], fmt.Sprintf(`{"match":"%d","version":%d,"key":"%d","do":"move","move":"1-1"}`, t.id, version, n))
		close(done)
	}()
	for v := range t.seen[1-side] {
		if v > version {
			break
		}
	}
	t.other = append(t.other, time.Since(began))
	if t.watchers > 0 {
		<-t.allSeen
	}
	t.all = append(t.all, time.Since(began))
	<-done
}
