package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
)

// takesNone is what people read who may not challenge somebody, for whatever reason.
const takesNone = "@victim takes no challenges now. Try somebody else, or play me."

// TestTakesNone: a block, both values of the setting, declines and the bound on challenges are refused
// with the same answer, after the same other refusals.
func TestTakesNone(t *testing.T) {
	for name, set := range map[string]func(r *room){
		"blocked": func(r *room) {
			must.OK(r.T, r.store.Block(r.Context(), match.Player{ID: "victim"}, match.Player{ID: "pest"}, r.now))
		},
		"none":   func(r *room) { r.say("victim", "/settings me name:challenges value:none") },
		"played": func(r *room) { r.say("victim", "/settings me name:challenges value:played") },
		"declined": func(r *room) {
			for range match.DeclinesInARow {
				r.expect("pest", "/challenge game:nim opponent:victim")
				r.expect("victim", "/match decline")
			}
		},
		"too many": func(r *room) {
			for range match.MaxChallengesTo {
				r.expect("pest", "/challenge game:nim opponent:victim")
				r.expect("pest", "/match cancel")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newQuietRoom(t, catalog.Standard)
			set(r)
			for _, line := range []string{"/challenge game:nim opponent:victim", "/challenge game:end-nim opponent:victim rated:true time:1h"} {
				if reply := r.say("pest", line); strings.TrimSpace(text(reply)) != takesNone || !reply.Private() {
					t.Errorf("%s: %s", line, text(reply))
				}
			}
			r.refuses("pest", "/challenge game:nim opponent:victim position:x", "x")
			r.in("den", "friend", "/challenge game:nim open:true")
			if reply := r.in("den", "pest", "/challenge game:nim opponent:victim"); !strings.Contains(text(reply), "@friend's challenge is waiting") {
				t.Errorf("in a busy channel: %s", text(reply))
			}
		})
	}
}

// actionLabelled returns the button of a card with a label.
func actionLabelled(t *testing.T, c *view.Card, label string) view.Action {
	t.Helper()
	i := slices.IndexFunc(c.Actions, func(a view.Action) bool { return a.Label == label })
	if i < 0 {
		t.Fatalf("there is no %s among %+v", label, c.Actions)
	}
	return c.Actions[i]
}

// TestPestsShutNobodyOut: other people's challenges don't count against a friend's.
func TestPestsShutNobodyOut(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, pest := range []string{"p1", "p2", "p3"} {
		for range match.DeclinesInARow {
			r.expect(pest, "/challenge game:nim opponent:victim")
			r.expect("victim", "/match decline")
		}
		r.refuses(pest, "/challenge game:nim opponent:victim", takesNone)
	}
	r.expect("friend", "/challenge game:nim opponent:victim", "@friend challenges @victim")
	r.expect("victim", "/match decline")
	r.now = r.now.Add(match.DeclinedFor + time.Second)
	r.expect("p1", "/challenge game:nim opponent:victim")
}

// TestBlockButton: the channel sees a declined challenge, the one who blocks how to undo it.
func TestBlockButton(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	declined := func(by string) view.Reply {
		asked := r.expect("pest", "/challenge game:nim opponent:victim")
		action := actionLabelled(t, asked.Card, "Block")
		r.refuses("friend", "/"+action.Command, "Only @victim can answer this challenge.")
		r.refuses("pest", "/"+action.Command, "your own challenge")
		return r.expect("victim", by)
	}
	usual := declined("/match decline")
	blocked := declined("/match block")
	if text(usual) != text(blocked) || usual.FollowUp != nil {
		t.Errorf("a challenge is declined:\n%s\nand blocked:\n%s", text(usual), text(blocked))
	}
	r.hasWords("the follow-up", view.Reply{Card: blocked.FollowUp}, []string{"You have blocked @pest"})
	r.refuses("pest", "/challenge game:nim opponent:victim", takesNone)
	r.refuses("victim", "/challenge game:nim opponent:pest", "You have blocked @pest.")
	r.expect("pest", "/challenge game:nim open:true")
	r.refuses("victim", "/match accept", "You have blocked @pest.")
	r.expect("pest", "/match cancel")
	r.expect("victim", "/challenge game:nim open:true position:1 1")
	r.refuses("pest", "/match accept", takesNone)
	r.refuses("pest", "/match block", "open to anyone")
	r.expect("friend", "/match accept")
	r.refuses("pest", "/match follow", "Match 1 takes no more followers or watchers now.")
	undo := actionLabelled(t, blocked.FollowUp, "Unblock")
	r.hasWords("undo", r.say("victim", "/"+undo.Command+" name:"+undo.Options()["name"]+" value:"+undo.Options()["value"]), []string{"@pest is no longer blocked"})
	r.refuses("victim", "/settings me name:block value:undo pest", "You haven't blocked @pest.")
	r.say("pest", "/match follow")
	r.in("den", "pest", "/challenge game:nim opponent:victim")
	if _, err := r.store.OpenChallenge(t.Context(), "den"); err != nil {
		t.Error("still blocked:", err)
	}
}

// TestBlockSetting blocks people by name.
func TestBlockSetting(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	set := func(value string) view.Reply { return r.say("1", "/settings me name:block value:"+value) }
	r.hasWords("empty", set(""), []string{"nobody"})
	for value, want := range map[string]string{
		"<@23>": "You have blocked @23", "<@!24>": "You have blocked @24", "25": "You have blocked @25",
		"ann": "Name one person", "<@1>": "You can't block yourself", "24 25": "Name one person", "undo": "Name one person", "undo 26": "You haven't blocked @26",
	} {
		r.hasWords(value, set(value), []string{want})
	}
	if all := must.Get(r.store.Blocked(t.Context(), "1"))(t); len(all) != 3 {
		t.Error(all)
	}
	r.hasWords("undone", set("undo 24"), []string{"@24 is no longer blocked"})
	r.hasWords("the list", set(""), []string{"@23", "@25"})
	r.hasWords("the page", r.do("[Community]", commands.Request{Command: "settings me", Options: map[string]string{"page": "community"}, By: person("1"), Channel: "lobby"}), []string{"**Challenges**: from everybody", "**Blocked people**"})
}

// TestChallengesPingBySettings: a challenge, its answer and a request for a takeback ping as all else.
func TestChallengesPingBySettings(t *testing.T) {
	for set, pings := range map[string]bool{"pings value:off": false, "news value:off": false, "news value:needed": true, "pings value:direct": true, "pings value:away": true} {
		r := newQuietRoom(t, catalog.Standard)
		for _, p := range []string{"p1", "p2"} {
			r.say(p, "/settings me name:"+set)
		}
		if got := r.expect("p1", "/challenge game:nim opponent:p2").Notify; (len(got) == 1) != pings {
			t.Errorf("%s: the challenge pings %v", set, got)
		}
		if got := r.expect("p3", "/match board").Notify; len(got) > 0 {
			t.Errorf("%s: a look at the challenge pings %v", set, got)
		}
		if got := r.expect("p2", "/match decline").Notify; (len(got) == 1) != pings {
			t.Errorf("%s: the answer pings %v", set, got)
		}
		r.expect("p1", "/challenge game:nim opponent:p2 position:3 4 first:me")
		r.expect("p2", "/match accept")
		r.expect("p1", "1-1")
		if got := r.expect("p1", "/match takeback").Notify; (len(got) == 1) != pings {
			t.Errorf("%s: the request pings %v", set, got)
		}
	}
	r := newQuietRoom(t, catalog.Standard)
	r.server = "s"
	r.say("mod", "/settings server name:default-pings value:off")
	if got := r.expect("p1", "/challenge game:nim opponent:p2").Notify; len(got) > 0 {
		t.Errorf("on a quiet server a challenge pings %v", got)
	}
}

// TestBlockedPeopleInClasses: a class's invitation is no door, and tells nobody why.
func TestBlockedPeopleInClasses(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "s"
	r.expect("teacher", "/class create name:Nim")
	code := must.Get(r.store.Class(t.Context(), 1))(t).Code
	must.OK(t, r.store.Block(t.Context(), match.Player{ID: "teacher"}, match.Player{ID: "pest"}, r.now))
	must.OK(t, r.store.Block(t.Context(), match.Player{ID: "shy"}, match.Player{ID: "teacher"}, r.now))
	for by, want := range map[string]string{"pest": "Nim isn't taking new students.", "shy": "You have blocked @teacher."} {
		terms := r.say(by, "/class join code:"+code)
		join := terms.Card.Actions[0]
		r.hasWords(by, r.do("[Join]", commands.Request{Command: join.Command, Options: join.Options(), By: person(by), Channel: "lobby", Server: "s"}), []string{want})
	}
	if c := must.Get(r.store.Class(t.Context(), 1))(t); len(c.Members) > 0 {
		t.Error(c.Members)
	}
}
