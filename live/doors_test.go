package live_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/live"
	"nimatron/match"
)

// closedActions say what a board's action answers about chosen positions: the matches and their asker in
// which it is closed to Alice while a game of hers counts. Actions without any go on.
var closedActions = map[string][]string{
	"hint": {"against me", "with Bob"}, "move": {"against me"}, "rematch": {"over"}, "accept": {"offered"},
	"resign": nil, "takeback": nil, "claim": nil, "decline": nil, "cancel": nil, "veto": nil,
}

// TestLiveDoors tries each action of the board and each of its requests while Alice plays a rated match. It
// wants a decision about each.
func TestLiveDoors(t *testing.T) {
	if got := slices.Sorted(maps.Keys(closedActions)); !slices.Equal(live.Actions(), got) {
		t.Errorf("the actions are %v, decided are %v", live.Actions(), got)
	}
	bubble(t, func(p *process) {
		routes := []string{"GET /live/config", "GET /live/events", "POST /live/move", "POST /live/session"}
		if !slices.Equal(p.Board.Routes(), routes) {
			t.Errorf("the requests are %v; which of them can answer about a position?", p.Board.Routes())
		}
		for _, board := range []string{"against me", "with Bob", "over", "offered"} {
			p.doors(board)
		}
	})
}

// doors tries the actions on a board of Alice from a chosen start.
func (p *process) doors(board string) {
	p.Helper()
	if board == "against me" {
		p.Say(alice, "challenge", nil, "game", "nim", "position", "9 4 2", "first", "me")
	} else {
		p.Begin("nim", "9 4 2")
	}
	m := p.Newest()
	a := p.opened(alice)
	b := p.browser()
	if board != "against me" {
		b = p.opened(bob)
	}
	end := func(by commands.User) { p.Say(by, "match resign", nil, "sure", "true") }
	lock := must.Get(p.Store.CreateMatch(p.Context(), match.Match{Channel: "elsewhere " + board, Variant: "nim", Family: "nim", Start: "3 4 5", Rated: true, Leg: match.FirstLeg,
		Sides: match.Between(alice.Player(), match.Player{ID: "14", Name: "kim"}), State: match.Playing, Created: m.Created}))(p)
	if board == "over" || board == "offered" {
		end(alice)
		if said := fmt.Sprint(a.watch(m).state()["ending"]); strings.Contains(said, "could still have won") || !strings.Contains(said, "won't review") {
			p.Errorf("%s: the ending is %s", board, said)
		}
		if said := p.Say(alice, "touch", nil).Text; !strings.Contains(said, "No hints or analysis until") {
			p.Errorf("a link to a review is given: %s", said)
		}
	}
	if board == "offered" {
		b.do("rematch", http.StatusOK)
	}
	for do, on := range closedActions {
		if !slices.Contains(on, board) {
			continue
		}
		said := fmt.Sprint(a.do(do, http.StatusBadRequest, "move", "1-3")["error"])
		if !strings.Contains(said, "No hints or analysis until") {
			p.Errorf("%s, %s: %s", board, do, said)
		}
	}
	switch board {
	case "with Bob":
		a.do("move", http.StatusOK, "move", "1-1")
		a.do("takeback", http.StatusOK)
		b.do("takeback", http.StatusOK)
		a.do("resign", http.StatusOK)
	case "against me":
		a.do("resign", http.StatusOK)
	case "offered":
		a.do("decline", http.StatusOK)
	}
	over := match.Result{Winner: match.Seated(games.Left), Termination: match.Resigned}
	must.Get(p.Store.Append(p.Context(), lock.ID, lock.Version, match.Change{End: &over, Now: m.Created}))(p)
}

// TestShutOutAtTheBoard: a player who is shut out can do nothing at the board, by an old session or a new link.
func TestShutOutAtTheBoard(t *testing.T) {
	bubble(t, func(p *process) {
		p.match()
		a := p.opened(alice)
		must.OK(p, p.Store.ShutOut(p.Context(), match.ShutOut{Scope: match.Everywhere, Subject: alice.ID, Author: match.Everywhere, Since: time.Now()}))
		for _, do := range live.Actions() {
			if do == "accept" || do == "decline" || do == "cancel" { // there is no challenge
				continue
			}
			if said := fmt.Sprint(a.do(do, http.StatusUnauthorized, "move", "1-1")["error"]); !strings.Contains(said, "no longer have access") {
				p.Errorf("%s: %s", do, said)
			}
		}
		if said := p.Say(alice, "touch", p.Newest()); !strings.Contains(said.Text, "has blocked you") {
			p.Errorf("a link is given: %+v", said)
		}
		if m := p.Newest(); m.Finished() || len(m.Moves) > 0 {
			p.Errorf("something happened: %+v", m)
		}
	})
}
