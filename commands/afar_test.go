package commands_test

import (
	"testing"

	"nimatron/commands"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
)

// TestFromAfar: a match and a challenge in a channel that nobody can reach are ended from another one.
func TestFromAfar(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.in("gone", "p1", "/challenge game:nim opponent:p2 position:3 4 first:me time:1h")
	r.in("gone", "p2", "/match accept")
	r.in("lost", "p1", "/challenge game:nim opponent:p3")
	list := r.say("p1", "/match list")
	prompts := map[string]string{}
	for _, m := range list.Card.Menus {
		prompts[m.Prompt] = m.Command + " " + m.Choices[0].Value
	}
	if len(prompts) != 2 || prompts["Resign…"] != "match resign 1" || prompts["Withdraw…"] != "match cancel 2" {
		t.Fatal(prompts)
	}
	choose := func(by, command string, options map[string]string) {
		t.Helper()
		reply := r.do("["+command+"]", commands.Request{Command: command, Options: options, By: person(by), Channel: "lobby"})
		if !reply.Private() {
			t.Errorf("%s is answered in public: %s", command, text(reply))
		}
	}
	choose("p3", "match resign", map[string]string{"match": "1", "sure": "true"})
	choose("p2", "match cancel", map[string]string{"match": "2"})
	choose("p1", "match resign", map[string]string{"match": "1"})
	choose("p2", "match claim", map[string]string{"match": "1"})
	if g := must.Get(r.referee.Game(t.Context(), 1))(t); g.Finished() {
		t.Fatalf("it ended: %+v", g.Result)
	}
	choose("p1", "match cancel", map[string]string{"match": "2"})
	if _, err := r.store.OpenChallenge(t.Context(), "lost"); err == nil {
		t.Error("the challenge is open")
	}
	choose("p1", "match resign", map[string]string{"match": "1", "sure": "true"})
	g := must.Get(r.referee.Game(t.Context(), 1))(t)
	if g.Termination != match.Resigned || g.Winner != match.RightSeat {
		t.Errorf("the result is %+v", g.Result)
	}
	if n := r.notices(1); n[0].channel != "gone" {
		t.Errorf("the channel hears %+v", n)
	}
}

// TestDeletionEndsMatches: nobody has to finish a match to delete their data. What is rated counts as lost.
func TestDeletionEndsMatches(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.in("rated", "p1", "/challenge game:nim opponent:p2 rated:true")
	r.in("rated", "p2", "/match accept")
	r.in("casual", "p1", "/challenge game:nim opponent:p3")
	r.in("casual", "p3", "/match accept")
	r.hasWords("the question", r.say("p1", "/settings privacy delete"), []string{"It resigns your rated matches, ends your others without a winner"})
	r.hasWords("the answer", r.say("p1", "/settings privacy delete sure:true"), []string{"Done: your name"})
	first, second := must.Get(r.referee.Game(t.Context(), 1))(t), must.Get(r.referee.Latest(t.Context(), "rated"))(t)
	if first.ID == second.ID || second.Termination != match.Resigned {
		t.Errorf("the pair ends %+v and %+v", first.Result, second.Result)
	}
	for _, g := range []match.Match{first.Match, second.Match} {
		if victor, won := g.Victor(); !won || victor.ID != "p2" {
			t.Errorf("match %d: %+v", g.ID, g.Result)
		}
	}
	if casual := must.Get(r.referee.Latest(t.Context(), "casual"))(t); casual.Termination != match.Abandoned || casual.Winner != match.Nobody {
		t.Errorf("the casual match ends %+v", casual.Result)
	}
}
