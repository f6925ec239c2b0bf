package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// If one of two players has blocked the other, neither sees whether the other is there.
func TestBlockedPlayersSeeNobody(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		must.OK(t, p.Store.Block(context.Background(), match.Player{ID: bob.ID}, match.Player{ID: alice.ID}, time.Now()))
		a, b := p.opened(alice), p.opened(bob)
		r := a.watch(m)
		b.watch(m)
		time.Sleep(3 * time.Second)
		for side, player := range r.state()["players"].(map[string]any) {
			if player.(map[string]any)["here"] != false {
				t.Errorf("%s is there", side)
			}
		}
	})
}

// Many readers share one drawing, and joining and leaving causes few events.
func TestManyWatchCheaply(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		a := p.opened(alice)
		var readers []*reader
		for range 40 {
			readers = append(readers, p.opened(eve).watch(m))
			time.Sleep(300 * time.Millisecond)
		}
		r := a.watch(m)
		time.Sleep(3 * time.Second)
		state := r.state()
		left, right := state["players"].(map[string]any)["left"].(map[string]any), state["players"].(map[string]any)["right"].(map[string]any)
		if state["watchers"] != 40.0 || left["here"] != true || right["here"] != false {
			t.Errorf("%v watch, %v, %v", state["watchers"], left, right)
		}
		board, changes, _ := strings.Cut(readers[0].all(), "\n\n")
		if n := strings.Count(changes, "\n\n"); n > 12 || len(changes) > 300*n || len(board) < 5000 {
			t.Errorf("%d events of %d bytes for people who come, the board has %d", n, len(changes), len(board))
		}
		before := p.Drawn.Load()
		if before != 1 {
			t.Errorf("a match that stands still is drawn %d times", before)
		}
		a.do("move", http.StatusOK, "move", "1-1")
		time.Sleep(time.Second)
		if n := p.Drawn.Load() - before; n != 1 {
			t.Errorf("a move is drawn %d times", n)
		}
		for _, r := range append(readers, r) {
			if r.state()["position"] != "2 4 5" {
				t.Fatal("somebody does not see the move")
			}
		}
		for _, r := range readers {
			r.leave()
		}
		time.Sleep(3 * time.Second)
		if r.state()["watchers"] != 0.0 {
			t.Errorf("%v watch, though they have left", r.state()["watchers"])
		}
		if streams, matches := p.Board.Streams(); streams != 1 || matches != 1 {
			t.Errorf("%d streams of %d matches", streams, matches)
		}
		before = p.Drawn.Load()
		time.Sleep(time.Minute)
		if ids, _ := r.events(); p.Drawn.Load() != before || strings.Count(r.all(), "event: ping\ndata:\n\n") < 3 {
			t.Errorf("while nothing happens: %d drawings, %d events, %d pings", p.Drawn.Load()-before, len(ids), strings.Count(r.all(), ": ping"))
		}
		for range 5 {
			a.watch(m)
		}
		if r := a.watch(m); r.status != http.StatusServiceUnavailable {
			t.Errorf("a seventh stream of one person: %d", r.status)
		}
	})
}

// A browser that reconnects gets the current state once, without a backlog.
func TestReconnect(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		a := p.opened(alice)
		p.opened(eve).watch(m) // the board stays open
		r := a.watch(m)
		time.Sleep(5*time.Second + time.Millisecond)
		ids, _ := r.events()
		r.leave()
		<-r.ended
		again := a.watch(m, "Last-Event-ID", ids[len(ids)-1])
		if ids, _ := again.events(); len(ids) != 0 {
			t.Errorf("the same state comes again: %v", ids)
		}
		again.leave()
		for i, move := range []string{"1-1", "2-1", "3-1"} {
			p.Move([]commands.User{alice, bob}[i%2], move)
		}
		last := a.watch(m, "Last-Event-ID", ids[len(ids)-1])
		if _, states := last.events(); len(states) != 1 || states[0]["position"] != "2 3 4" {
			t.Errorf("after a pause: %v", states)
		}
	})
}

// Invented cookies and one link shared by many are bounded before the database, by address, by network and in
// all. People with seats go on.
func TestFloods(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		a := p.opened(alice)
		turnedAway := func(b *browser, times int, body map[string]any) (refused int) {
			text := must.Get(json.Marshal(body))(t)
			for range times {
				w := httptest.NewRecorder()
				b.Board.ServeHTTP(w, b.request(http.MethodPost, "session", text))
				if w.Code == http.StatusTooManyRequests {
					refused++
				}
			}
			return refused
		}
		invented, confirm := p.browser(), map[string]any{"match": fmt.Sprint(m.ID)}
		for _, name := range []string{"live", "live1", "live2", "watch"} {
			invented.cookies[name] = &http.Cookie{Name: name, Value: strings.Repeat("A", 26)}
		}
		if n := turnedAway(invented, 1000, confirm); n != 940 {
			t.Errorf("%d of 1000 requests with invented cookies are turned away", n)
		}
		watcher, link := p.browser(), map[string]any{"seat": p.link(eve)}
		if n := turnedAway(watcher, 1000, link); n != 740 {
			t.Errorf("%d of 1000 posts of one link are turned away", n)
		}
		neighbour := p.browser()
		neighbour.address = strings.Replace(watcher.address, ".1:", ".2:", 1)
		neighbour.post("session", link, http.StatusOK) // another address of the network
		refused := 0
		for range 40 {
			refused += turnedAway(p.browser(), 60, link)
		}
		if refused == 0 {
			t.Error("2400 requests from 40 networks have no bound")
		}
		late := p.browser()
		late.address = invented.address
		late.post("session", map[string]any{"seat": p.link(alice)}, http.StatusOK) // strangers keep no player out
		a.address = invented.address
		a.do("move", http.StatusOK, "move", "1-1") // the gate knows this browser
		if n := turnedAway(a, 1000, confirm); n != 801 {
			t.Errorf("%d of 1000 requests of a player are turned away", n)
		}
		time.Sleep(time.Minute)
		if turnedAway(invented, 1, confirm) > 0 {
			t.Error("the bound never ends")
		}
		streams := 0
		for b := p.opened(eve); streams <= 60 && b.watch(m).status == http.StatusOK; streams++ {
		}
		if streams != 50 || p.opened(eve).watch(m).status != http.StatusOK || a.watch(m).status != http.StatusOK {
			t.Errorf("%d streams of one address, or others are kept out", streams)
		}
	})
}

// People who watch are bounded by network, by match and in all. A player still has a stream.
func TestCrowds(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		a, one := p.opened(alice), p.opened(eve)
		networks := 0
		// crowd opens streams of 50 from each of a network's addresses until one is refused.
		crowd := func(most int) (streams int) {
			networks++
			for host := 1; ; host++ {
				time.Sleep(3 * time.Second) // for the bound on requests
				one.address = fmt.Sprintf("10.100.%d.%d:80", networks, host)
				for range 50 {
					if one.watchOn(m, &reader{deaf: true}).status != http.StatusOK {
						return streams
					}
					if streams++; streams > most {
						return streams
					}
				}
			}
		}
		refused := func(what string, got, want int) {
			t.Helper()
			if got != want {
				t.Errorf("%s has %d streams, want %d", what, got, want)
			}
		}
		refused("a network", crowd(400), 400)
		refused("a network", crowd(400), 400)
		refused("a match", crowd(400), 200)
		for _, want := range [][]int{{400, 400, 200}, {0}} { // in the next match, and in the one after
			a.do("resign", http.StatusOK)
			m = p.match()
			for _, n := range want {
				refused("a crowd", crowd(400), n)
			}
		}
		if a.watchOn(m, &reader{deaf: true}).status != http.StatusOK {
			t.Error("a player is kept out")
		}
	})
}

// Each of two players sees that the other is there, whatever process serves them. A deletion holds in all.
func TestPresenceElsewhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "nimatron.db")
		one, other := start(t, storagetest.OpenFile(t, file)), start(t, storagetest.OpenFile(t, file))
		m := one.match()
		here := func(r *reader, side string) any {
			time.Sleep(3 * time.Second)
			return r.state()["players"].(map[string]any)[side].(map[string]any)["here"]
		}
		a := one.opened(alice).watch(m)
		b := other.browser()
		b.post("session", map[string]any{"seat": one.link(bob)}, http.StatusOK)
		r := b.watch(m)
		if here(a, "right") != true || here(r, "left") != true {
			t.Error("players in two processes do not see each other")
		}
		time.Sleep(time.Minute)
		if here(a, "right") != true {
			t.Error("a player who stays is gone after a minute")
		}
		r.leave()
		if here(a, "right") != false {
			t.Error("a player who left is still there")
		}
		r = b.watch(m)
		one.Say(alice, "match resign", nil, "sure", "true")
		must.OK(t, one.Store.Forget(one.Context(), bob.ID, time.Now()))
		began := time.Now()
		<-r.ended
		if took := time.Since(began); took > time.Second {
			t.Errorf("the stream of a person whose data another process deletes goes on for %v", took)
		}
		a.leave()
	})
}

// A reader that stops reading is dropped, and nobody else waits for it. All streams end with the
// program.
func TestAStalledReader(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		a := p.opened(alice)
		stalled := p.opened(eve).watchOn(m, &reader{stall: make(chan struct{})})
		r := a.watch(m)
		a.do("move", http.StatusOK, "move", "1-1")
		synctest.Wait()
		if r.state()["position"] != "2 4 5" {
			t.Error("the others wait for a stalled reader")
		}
		began := time.Now()
		<-stalled.ended
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("a stalled reader is dropped after %v", took)
		}
		late := p.opened(eve)
		began = time.Now()
		p.Stop()
		<-r.ended
		<-late.watch(m).ended
		if took := time.Since(began); took > 0 {
			t.Errorf("streams end %v after the program", took)
		}
		if streams, _ := p.Board.Streams(); streams != 0 {
			t.Errorf("%d streams are left", streams)
		}
	})
}

// A process shows changes by another process within 300 ms.
func TestTwoProcesses(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "nimatron.db")
			one, other := start(t, storagetest.OpenFile(t, file)), start(t, storagetest.OpenFile(t, file))
			m := one.match()
			b := other.browser()
			b.post("session", map[string]any{"seat": one.link(bob)}, http.StatusOK)
			r := b.watch(m)
			one.Move(alice, "1-2")
			time.Sleep(300 * time.Millisecond)
			if r.state()["position"] != "1 4 5" {
				t.Errorf("the other process shows %v", r.state()["position"])
			}
			b.do("move", http.StatusOK, "move", "2-4")
			if got := len(one.Newest().Moves); got != 2 {
				t.Errorf("%d moves", got)
			}
			r.leave()
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		address := postgrestest.Address(t)
		one, other := start(t, postgrestest.Open(t, address)), start(t, postgrestest.Open(t, address))
		m := one.match()
		b := other.browser()
		b.post("session", map[string]any{"seat": one.link(bob)}, http.StatusOK)
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		lines := make(chan string, 100)
		go func() {
			defer close(lines)
			b.Board.ServeHTTP(&lineWriter{lines: lines}, b.request(http.MethodGet, fmt.Sprintf("events?match=%d", m.ID), nil).WithContext(ctx))
		}()
		moved := false
		for line := range lines {
			if strings.Contains(line, `"position":"3 4 5"`) && !moved {
				one.Move(alice, "1-2")
				moved = true
			}
			if strings.Contains(line, `"position":"1 4 5"`) {
				leave()
				moved = false
			}
		}
		if moved {
			t.Error("the stream ended before it showed the move")
		}
	})
}

// lineWriter sends each write to a channel.
type lineWriter struct {
	header http.Header
	lines  chan string
}

func (w *lineWriter) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

func (w *lineWriter) WriteHeader(int) {}

func (w *lineWriter) Flush() {}

func (w *lineWriter) Write(text []byte) (int, error) {
	w.lines <- string(text)
	return len(text), nil
}
