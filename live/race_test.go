package live_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/race"
	"nimatron/solver"
)

// racer returns a browser with the boards of the race in the channel.
func (p *process) racer(by commands.User) (*browser, *reader) {
	p.Helper()
	return p.opening(p.RaceLink(by))
}

func (p *process) opening(link string) (*browser, *reader) {
	p.Helper()
	b := p.browser()
	_, token, _ := strings.Cut(link, "#seat=")
	name := b.post("session", map[string]any{"seat": token}, http.StatusOK)["match"].(string)
	return b, b.watchName(name, &reader{})
}

// answers touches a move on the shown board, and returns the reply.
func (b *browser) answers(shown map[string]any, move string, status int) string {
	b.Helper()
	b.sent++
	answer := b.post("move", map[string]any{"match": shown["match"], "version": shown["version"], "key": fmt.Sprint("key-", b.sent), "do": "move", "move": move}, status)
	said := fmt.Sprint(answer["said"], answer["error"])
	synctest.Wait()
	return said
}

// clockOf returns the first clock of a race.
func clockOf(shown map[string]any) map[string]any { return shown["clocks"].([]any)[0].(map[string]any) }

// moves returns a move of Nim that wins and one that loses.
func moves(t *testing.T, position string) (right, wrong string) {
	t.Helper()
	v := must.Get(catalog.Standard.Find("nim"))(t)
	p := must.Get(v.Parse(position, games.Left))(t)
	winning, _, err := (&solver.Solver{}).Winning(t.Context(), v, p, race.MaxWins)
	must.OK(t, err)
	for step := range p.Options() {
		if !slices.Contains(winning, step.Move) {
			return winning[0].String(), step.Move.String()
		}
	}
	panic("every move wins")
}

// A race is run by touch and by buttons at once: the boards are the same, none is seen before its time, each answer
// counts once by whatever door, and nothing counts after the bell.
func TestRaceByTouch(t *testing.T) {
	bubble(t, func(p *process) {
		p.Say(alice, "race start", nil, "game", "nim", "seconds", "60")
		a, ra := p.racer(alice)
		_, rb := p.racer(bob)
		card := p.Say(bob, "race start", nil) // refused
		if card.Text == "" {
			t.Error("a second race starts in the channel")
		}
		watching, rw := p.opening(p.Chat.Links("message 0")[0])
		for _, r := range []*reader{ra, rb, rw} {
			if s := r.state(); s["board"] != "" || s["position"] != "" || s["choices"] != nil || s["players"] != nil || clockOf(s)["clock"] == nil {
				t.Errorf("before the start: %v", s)
			}
		}
		a.answers(ra.state(), "1-1", http.StatusBadRequest)

		time.Sleep(race.Wait)
		synctest.Wait()
		first := ra.state()
		if first["position"] == "" || first["position"] != rb.state()["position"] || !strings.Contains(first["board"].(string), "data-tap") || first["turn"] != first["you"] {
			t.Fatalf("the first board: %v", first)
		}
		if s := rw.state(); s["board"] != "" || s["you"] != "" || clockOf(s)["name"] != "The bell rings" {
			t.Errorf("one who watches sees %v", s)
		}
		watching.answers(first, "1-1", http.StatusForbidden)

		right, _ := moves(t, first["position"].(string))
		if said := a.answers(first, right, http.StatusOK); !strings.Contains(said, "Right!") {
			t.Errorf("the reply to a right answer is %q", said)
		}
		a.sent-- // the answer was lost, and is asked for again
		a.answers(first, right, http.StatusOK)
		p.Say(alice, "race answer", nil, "id", "1", "board", "1", "move", right)
		a.answers(first, right, http.StatusOK)
		second := ra.state()
		if second["version"] != 2.0 || second["position"] == first["position"] || !strings.Contains(fmt.Sprint(second["score"]), "1 board solved") {
			t.Errorf("after four answers to one board: %v", second)
		}

		// A wrong answer by a button of the chat shows on the board too, which waits.
		win, wrong := moves(t, second["position"].(string))
		p.Say(alice, "race answer", nil, "id", "1", "board", "2", "move", wrong)
		synctest.Wait()
		at := must.Get(must.Get(catalog.Standard.Find("nim"))(t).Parse(second["position"].(string), games.Left))(t)
		if s := ra.state(); s["missed"] != true || s["turn"] != nil || s["choices"] != nil || s["position"] != must.Get(at.Play(must.Get(at.Read(win))(t)))(t).String() {
			t.Errorf("the pause after a miss shows %v, not the win %s on %v", s["position"], win, at)
		}
		time.Sleep(race.Pause)
		synctest.Wait()
		third := ra.state()
		if third["board"] == "" || third["version"] != 3.0 {
			t.Errorf("after the pause: %v", third)
		}
		p.Advance()
		time.Sleep(time.Second)
		if r := rw.state(); fmt.Sprint(r["racers"]) != "[map[name:alice solved:1] map[name:bob solved:0]]" {
			t.Errorf("one who watches sees the places %v", r["racers"])
		}

		time.Sleep(time.Minute)
		synctest.Wait()
		if s := ra.state(); s["board"] != "" || s["over"] != true {
			t.Errorf("after the bell: %v", s)
		}
		right, _ = moves(t, third["position"].(string))
		if said := a.answers(third, right, http.StatusOK); !strings.Contains(said, "after the bell") {
			t.Errorf("an answer after the bell is told %q", said)
		}
		p.Advance()
		time.Sleep(time.Second)
		synctest.Wait()
		for _, r := range []*reader{ra, rw} {
			if text := fmt.Sprint(r.state()["ending"]); !strings.Contains(text, "alice: 1 board") {
				t.Errorf("at the end: %v", text)
			}
		}
	})
}

// Whoever is shut out, or deletes their data, is out of the race at once.
func TestRacersLeave(t *testing.T) {
	bubble(t, func(p *process) {
		p.Say(alice, "race start", nil, "game", "nim")
		a, ra := p.racer(alice)
		b, rb := p.racer(bob)
		time.Sleep(race.Wait)
		synctest.Wait()
		board := ra.state()
		right, _ := moves(t, board["position"].(string))
		must.OK(t, p.Store.Forget(p.Context(), alice.ID, time.Now()))
		must.OK(t, p.Store.ShutOut(p.Context(), match.ShutOut{Scope: "5", Subject: bob.ID, Author: eve.ID, Since: time.Now()}))
		a.answers(board, right, http.StatusUnauthorized)
		b.answers(board, right, http.StatusUnauthorized)
		time.Sleep(time.Second)
		for _, r := range []*reader{ra, rb} {
			if !strings.Contains(r.all(), "event: gone") {
				t.Error("a stream goes on")
			}
		}
	})
}

// Everybody with a link votes by touch. A vote may change until the bell, and counts once by whatever door.
func TestVotesByTouch(t *testing.T) {
	bubble(t, func(p *process) {
		p.Say(alice, "challenge", nil, "game", "nim", "side", "server", "size", "small", "time", "30s")
		m := p.Newest()
		cat := commands.User{ID: "14", Name: "cat"} // has never played
		e, v := p.opened(eve), p.opened(cat)
		r := e.watch(m)
		if s := r.state(); s["you"] != "left" || s["turn"] != "left" || s["votes"] != true || !strings.Contains(s["offer"].(string), "30 seconds after the first vote") || s["actions"] != nil {
			t.Fatalf("before a vote: %v", s)
		}
		vote := func(b *browser, move string, status int) string {
			answer := b.do("move", status, "move", move)
			return fmt.Sprint(answer["said"], answer["error"])
		}
		if said := vote(e, "1-1", http.StatusOK); !strings.Contains(said, "You voted for taking 1 from pile 1. You can change") {
			t.Errorf("a vote is told %q", said)
		}
		vote(v, "2-1", http.StatusOK)
		vote(e, "2-1", http.StatusOK)
		vote(e, "9-9", http.StatusBadRequest)
		p.Say(cat, "move", nil, "move", "2-1")
		p.Advance()
		time.Sleep(time.Second)
		s := r.state()
		if left := s["players"].(map[string]any)["left"].(map[string]any); !strings.Contains(s["offer"].(string), "2 people voted") || left["running"] != true {
			t.Errorf("after two votes: %v %v", s["offer"], left)
		}
		if name := must.Get(p.Store.Votes(p.Context(), m.ID))(t)[1].Player.Name; name != "cat" {
			t.Errorf("cat votes as %q", name)
		}
		e.do("resign", http.StatusBadRequest)
		e.do("veto", http.StatusBadRequest)
		leads := p.opened(alice)
		labels := func(s map[string]any) string { return fmt.Sprint(s["actions"]) }
		if all := labels(leads.watch(m).state()); !strings.Contains(all, "Hint") || !strings.Contains(all, "Resign") || !strings.Contains(all, "Veto") || s["actions"] != nil {
			t.Errorf("the leader may %s, the others %v", all, s["actions"])
		}
		if said := leads.do("veto", http.StatusOK)["said"]; !strings.Contains(fmt.Sprint(said), "is struck out") {
			t.Errorf("the answer to a veto is %q", said)
		}
		time.Sleep(30 * time.Second)
		if said := vote(e, "1-1", http.StatusBadRequest); !strings.Contains(said, "bell") {
			t.Errorf("a late vote is told %q", said)
		}
		p.Advance()
		time.Sleep(time.Second)
		if s := r.state(); !strings.Contains(s["offer"].(string), "2 people voted, 2 for taking 1 from pile 2") || s["version"] != 2.0 {
			t.Errorf("after the bell: %v", s["offer"])
		}
	})
}

// A school behind one address enters a race at once, by signed links. Whoever comes by an Activity is a stranger until
// Discord has confirmed one of them.
func TestSchoolAtOneAddress(t *testing.T) {
	bubble(t, func(p *process) {
		p.Say(alice, "race start", nil, "game", "nim")
		var school []*browser
		var streams []*reader
		at := func(address string) *browser {
			b := p.browser()
			b.address = address
			return b
		}
		for i := range 120 {
			b := at("10.9.9.9:80")
			_, token, _ := strings.Cut(p.RaceLink(commands.User{ID: fmt.Sprint(7000 + i), Name: fmt.Sprint("pupil ", i)}), "#seat=")
			name := b.post("session", map[string]any{"seat": token}, http.StatusOK)["match"].(string)
			school, streams = append(school, b), append(streams, b.watchName(name, &reader{}))
		}
		time.Sleep(race.Wait)
		synctest.Wait()
		for i, r := range streams {
			if r.status != http.StatusOK {
				t.Fatalf("pupil %d sees no board: %d", i, r.status)
			}
			right, _ := moves(t, r.state()["position"].(string))
			school[i].answers(r.state(), right, http.StatusOK)
		}

		p.Board.Activity, p.Chat.People, p.Chat.Slow = true, map[string]commands.User{"code": alice}, time.Second
		code := map[string]any{"code": "code", "instance": "instance"}
		at("10.9.9.9:80").post("session", code, http.StatusOK)
		for range 60 { // the address has no more
			at("10.9.9.9:80").post("session", map[string]any{"seat": "x"}, http.StatusForbidden)
		}
		away := 0
		p.Board.TurnedAway = func() { away++ }
		at("10.9.9.9:80").post("session", map[string]any{"code": "code", "instance": "another"}, http.StatusTooManyRequests)
		if p.Board.TurnedAway = nil; away != 1 {
			t.Errorf("%d requests are counted as turned away", away)
		}
		var all sync.WaitGroup
		for range 70 {
			all.Go(func() { at("10.9.9.9:80").post("session", code, http.StatusOK) })
		}
		all.Wait()
	})
}
