package live_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Two people play, one by touch and one with the card's buttons. Each sees the other's move, and so
// does the card.
func TestATouchIsAMove(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		touched := p.opened(alice)
		r := touched.watch(m)
		state := r.state()
		if state["you"] != "left" || state["turn"] != "left" || state["position"] != "3 4 5" || !strings.Contains(state["board"].(string), "data-tap") {
			t.Fatalf("the first state: %v", state)
		}
		if got := touched.do("move", http.StatusOK, "where", "1", "count", "2"); got["said"] != "" || got["match"] != nil {
			t.Errorf("a move is answered by %v", got)
		}
		synctest.Wait()
		if state = r.state(); state["position"] != "1 4 5" || state["turn"] != "right" || state["news"] != "alice took 2 from pile 1." {
			t.Errorf("after the touch: %v", state)
		}
		time.Sleep(3 * time.Second)
		if card := p.Chat.Card(m.Message); !strings.Contains(card, "took 2 from pile 1") {
			t.Errorf("the card does not show the touch: %q", card)
		}
		p.Move(bob, "2-4")
		synctest.Wait()
		if state = r.state(); state["position"] != "1 0 5" || state["turn"] != "left" {
			t.Errorf("after the button: %v", state)
		}
	})
}

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

// A request that arrives twice is carried out once. A request for an outdated board changes
// nothing.
func TestAKeyWorksOnce(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		a, b := p.opened(alice), p.opened(bob)
		body := map[string]any{"match": fmt.Sprint(m.ID), "version": m.Version, "key": "one", "do": "move", "move": "1-2"}
		a.post("move", body, http.StatusOK)
		a.post("move", body, http.StatusOK)
		if now := p.Newest(); now.Version != m.Version+1 || len(now.Moves) != 1 {
			t.Errorf("after the same request twice: %+v", now)
		}
		body["key"] = "two"
		a.post("move", body, http.StatusConflict)
		a.do("move", http.StatusBadRequest, "move", "1-1") // it is Bob's turn
		b.do("move", http.StatusBadRequest, "move", "1-9")
		body["key"], body["version"], body["move"] = "one", p.Newest().Version, "2-1"
		b.post("move", body, http.StatusOK) // the same key from another person
		body["key"], body["version"], body["move"] = "three", m.Version, "3-1"
		a.post("move", body, http.StatusConflict) // it is Ann's turn again
		if got := len(p.Newest().Moves); got != 2 {
			t.Errorf("%d moves, want 2", got)
		}
		for range 100 {
			r := b.request(http.MethodPost, "move", []byte(fmt.Sprintf(`{"match":"%d","version":1,"key":"a","do":"takeback"}`, m.ID)))
			w := httptest.NewRecorder()
			if p.Board.ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
				return
			}
		}
		t.Error("nobody is too fast")
	})
}

// The end of a match is said in its channel, unless the bot can only answer there.
func TestEndIsSaidInTheChannel(t *testing.T) {
	for _, away := range []bool{false, true} {
		t.Run(fmt.Sprint("away ", away), func(t *testing.T) {
			bubble(t, func(p *process) {
				p.Chat.Away.Store(away)
				m := p.match()
				if (m.Message == "") != away {
					t.Fatalf("the match is shown by message %q", m.Message)
				}
				a, before := p.opened(alice), p.Chat.Posted.Load()
				a.do("move", http.StatusOK, "move", "1-1")
				a.do("resign", http.StatusOK)
				time.Sleep(3 * time.Second)
				if posted := p.Chat.Posted.Load() - before; (posted == 0) != away {
					t.Errorf("%d messages are posted", posted)
				}
			})
		})
	}
}

// A bot died after it had begun a match and before it posted the board. A touch does not hide that.
func TestFirstBoardAfterACrash(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		p.Say(alice, "match resign", nil, "sure", "true")
		m.ID, m.Message = 0, ""
		m.ID = must.Get(p.Store.CreateMatch(p.Context(), *m))(p).ID
		p.opened(alice).do("move", http.StatusOK, "move", "1-1")
		p.Stop()
		boards := must.Get(p.Store.LaggingBoards(p.Context(), match.DiscordFront, 10))(p)
		if !slices.ContainsFunc(boards, func(b match.Board) bool { return b.ID == m.ID }) {
			p.Error("the match is taken as shown")
		}
	})
}

// Each side is offered its own actions, and they work.
func TestActions(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match("time", "1h")
		a, b := p.opened(alice), p.opened(bob)
		r := a.watch(m)
		offers := func(left, right string) {
			t.Helper()
			time.Sleep(time.Second)
			for side, want := range map[string]string{"left": left, "right": right} {
				var got []string
				for _, d := range r.state()["actions"].(map[string]any)[side].([]any) {
					got = append(got, d.(map[string]any)["do"].(string))
				}
				if strings.Join(got, " ") != want {
					t.Errorf("%s can %q, want %q", side, got, want)
				}
			}
		}
		offers("hint resign", "resign")
		if said := a.do("hint", http.StatusOK)["said"].(string); !strings.Contains(said, "win") || p.Newest().Sides[0].Hints != 1 {
			t.Errorf("a hint says %q, and %d are counted", said, p.Newest().Sides[0].Hints)
		}
		b.do("hint", http.StatusBadRequest)
		b.do("claim", http.StatusBadRequest)
		a.do("move", http.StatusOK, "move", "1-1")
		offers("resign takeback", "hint resign")
		a.do("takeback", http.StatusOK)
		offers("resign", "takeback decline hint resign")
		if offer := r.state()["offer"].(string); !strings.Contains(offer, "alice asks to take back") {
			t.Errorf("the offer: %q", offer)
		}
		b.do("decline", http.StatusOK)
		offers("resign", "hint resign")
		a.do("takeback", http.StatusBadRequest)
		b.do("move", http.StatusOK, "move", "2-1")
		a.do("takeback", http.StatusOK)
		b.do("takeback", http.StatusOK)
		offers("hint resign", "resign")
		left := r.state()["players"].(map[string]any)["left"].(map[string]any)
		if clock := left["clock"].(float64); left["running"] != true || clock < 3.5e6 || clock > 3.6e6 {
			t.Errorf("the clock: %v", left)
		}
		time.Sleep(59 * time.Minute)
		offers("hint resign", "resign")
		time.Sleep(time.Minute)
		offers("hint resign", "resign claim") // the stream says so when the time is up
		b.do("claim", http.StatusOK)
		offers("rematch", "rematch")
		if ending := r.state()["ending"].(map[string]any); ending["winner"] != "right" || !strings.Contains(ending["title"].(string), "bob won") {
			t.Errorf("the ending: %v", ending)
		}
		a.do("rematch", http.StatusOK)
		offers("cancel", "accept decline")
		b.do("decline", http.StatusOK)
		offers("rematch", "rematch")
		b.do("rematch", http.StatusOK)
		b.do("cancel", http.StatusOK)
		a.do("accept", http.StatusConflict)
		a.do("rematch", http.StatusOK)
		next := b.do("accept", http.StatusOK)["match"]
		time.Sleep(time.Second)
		if p.Newest().ID == m.ID || next != fmt.Sprint(p.Newest().ID) || r.state()["next"] != next {
			t.Errorf("the next match is %v, the stream says %v", next, r.state()["next"])
		}
		a.do("resign", http.StatusOK)
		if now := p.Newest(); now.Termination != match.Resigned {
			t.Errorf("after resigning: %+v", now)
		}
	})
}

// Many readers share one drawing, and joining and leaving causes few events.
// Of two players of whom one has blocked the other, neither sees whether the other is there.
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
		if _, events := readers[0].events(); len(events) > 12 {
			t.Errorf("%d events for people who come", len(events))
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
		if ids, _ := r.events(); p.Drawn.Load() != before || strings.Count(r.all(), ": ping\n\n") < 3 {
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
		if n := turnedAway(watcher, 1000, link); n != 940 {
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
func (w *lineWriter) Flush()          {}
func (w *lineWriter) Write(text []byte) (int, error) {
	w.lines <- string(text)
	return len(text), nil
}

// A board that is open in another process says that the match has ended, and takes no move, when the channel
// is gone.
func TestGoneChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "nimatron.db")
		one, other := start(t, storagetest.OpenFile(t, file)), start(t, storagetest.OpenFile(t, file))
		m := one.match()
		b := other.browser()
		b.post("session", map[string]any{"seat": one.link(alice)}, http.StatusOK)
		r := b.watch(m)
		must.OK(t, referee.New(one.Store, &solver.Solver{}, referee.Options{}).Gone(t.Context(), match.Held{Channel: m.Channel}))
		time.Sleep(300 * time.Millisecond)
		if state := r.state(); state["over"] != true || !strings.Contains(fmt.Sprint(state["ending"]), "the channel is gone") {
			t.Errorf("the board shows %v", state)
		}
		b.do("move", http.StatusBadRequest, "move", "2-4")
		r.leave()
	})
}
