package live_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
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
		m := p.match("time", "5m")
		a, b := p.opened(alice), p.opened(bob)
		r, rb := a.watch(m), b.watch(m)
		offers := func(left, right string) {
			t.Helper()
			time.Sleep(time.Second)
			for reader, want := range map[*reader]string{r: left, rb: right} {
				var got []string
				list, _ := reader.state()["actions"].([]any)
				for _, action := range list {
					if do, ok := action.(map[string]any)["do"].(string); ok { // others are links
						got = append(got, do)
					}
				}
				if strings.Join(got, " ") != want {
					t.Errorf("%s can %q, want %q", reader.state()["you"], got, want)
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
		if clock := left["clock"].(float64); left["running"] != true || clock < 2.8e5 || clock > 3e5 {
			t.Errorf("the clock: %v", left)
		}
		time.Sleep(4 * time.Minute)
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
