package commands_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/tournament"
)

// TestShutOut: a person who is shut out of a server holds nothing there, and is refused at every door.
func TestShutOut(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "s"
	r.expect("pest", "/challenge game:nim opponent:p2 position:3 4 rated:no")
	r.expect("p2", "/match accept")
	r.in("den", "pest", "/challenge game:nim opponent:p2")
	r.in("hall", "p3", "/challenge game:nim opponent:pest")
	r.in("hall", "pest", "/class create name:Nim")
	r.in("hall", "mod", "/tournament create name:Cup format:swiss")
	cup := must.Get(r.service.Env().Tournaments.Join(t.Context(), 1, match.Player{ID: "pest", Name: "pest"}))(t)
	must.Get(r.service.Env().Tournaments.Join(t.Context(), 1, match.Player{ID: "p2", Name: "p2"}))(t)
	must.Get(r.service.Env().Tournaments.NewTournament(t.Context(), tournament.Tournament{Server: "s", Channel: "hall", Name: "Own", Leader: match.Player{ID: "pest", Name: "pest"}, Format: tournament.Swiss, Variant: "nim", Size: "small"}))(t)
	r.server = "other"
	r.in("elsewhere", "pest", "/challenge game:nim position:3 4 first:me")
	r.server = "s"
	for _, line := range []string{"/manage shut-out user:pest", "/manage let-in user:pest", "/manage shut-out-list"} {
		r.refuses("p2", line, "Only server managers can")
	}
	r.refuses("mod", "/manage shut-out user:mod", "Name somebody else")
	r.refuses("mod", "/manage shut-out user:pest days:0", "`days:` can't be")
	r.refuses("mod", "/manage let-in user:pest", "@pest isn't shut out.")
	r.hasWords("shut out", r.say("mod", "/manage shut-out user:pest days:2 why:pings *everybody*"), []string{"Done. @pest is shut out here for 2 days."})

	g := must.Get(r.referee.Latest(t.Context(), "lobby"))(t)
	if !g.Finished() || g.Termination != match.Moderated {
		t.Errorf("the match is %+v", g.Result)
	}
	for _, channel := range []string{"den", "hall"} {
		if c, err := r.store.OpenChallenge(t.Context(), channel); err == nil {
			t.Errorf("a challenge is open: %+v", c)
		}
	}
	if cup = must.Get(r.service.Env().Tournaments.Tournament(t.Context(), 1))(t); !cup.Find("pest").Gone() || cup.Find("p2").Gone() {
		t.Errorf("the entrants are %+v", cup.Entrants)
	}
	if own := must.Get(r.service.Env().Tournaments.Tournament(t.Context(), 2))(t); own.State != tournament.Cancelled {
		t.Errorf("the own tournament is %s", own.State)
	}
	if c := must.Get(r.store.Class(t.Context(), 1))(t); c.Ended.IsZero() {
		t.Error("the own class goes on")
	}
	if g := must.Get(r.referee.Latest(t.Context(), "elsewhere"))(t); g.Finished() {
		t.Error("a match on another server ended")
	}

	const sentence = "The managers of this server have shut you out"
	for _, line := range []string{"/challenge game:nim", "/puzzle new", "/settings me", "/settings privacy delete", "/help", "1-1", "/match board"} {
		r.refuses("pest", line, sentence)
	}
	req := must.Get(request("pest", "/challenge game:nim"))(t)
	req.Server, req.ID = "s", "request 1"
	r.service.Do(t.Context(), req)
	if got := must.Get(r.store.Answered(t.Context(), "request 1"))(t); got != "" {
		t.Errorf("the request is recorded as %q", got)
	}
	if got := r.service.Complete(t.Context(), commands.Request{Command: "challenge", By: person("pest"), Channel: "lobby", Server: "s"}, "game", ""); len(got) > 0 {
		t.Errorf("it completes %v", got)
	}
	r.refuses("p2", "/challenge game:nim opponent:pest", "@pest takes no challenges now.")
	r.hasWords("the list", r.say("mod", "/manage shut-out-list"), []string{"@pest, by @mod on", "until", "pings ∗everybody∗"})
	r.server = "other"
	r.in("elsewhere", "pest", "1-3")
	r.server = "s"
	r.say("mod", "/manage let-in user:pest")
	r.expect("pest", "/challenge game:nim", "Nim")
	r.hasWords("the list", r.say("mod", "/manage shut-out-list"), []string{"let in by @mod"})
	r.say("mod", "/manage shut-out user:pest days:1")
	r.refuses("pest", "/match board", sentence, "That ends")
	r.now = r.now.Add(24*time.Hour + time.Second)
	r.say("pest", "/match board")
	if _, out, err := r.referee.Refused(t.Context(), "pest", "s"); out || err != nil {
		t.Error("still shut out", err)
	}
}

// TestForbidden: the operator's word holds everywhere, for people and servers, after a deletion too.
func TestForbidden(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "s"
	r.expect("pest", "/challenge game:nim opponent:p2 position:3 4")
	r.expect("p2", "/match accept")
	r.in("den", "p3", "/challenge game:nim position:3 4 first:me")
	forbid := func(subject string) {
		must.OK(t, r.store.ShutOut(t.Context(), match.ShutOut{Scope: match.Everywhere, Subject: subject, Author: match.Everywhere, Since: r.now}))
	}
	forbid("pest") // by another process
	r.refuses("pest", "1-1", "The bot's operator has blocked you.")
	r.server = ""
	r.inPrivate("direct", "pest", "/play", "The bot's operator has blocked you.")
	must.OK(t, r.referee.Sweep(t.Context()))
	if g := must.Get(r.referee.Latest(t.Context(), "lobby"))(t); g.Termination != match.Moderated {
		t.Errorf("the match is %+v", g.Result)
	}
	if n := r.notices(1); len(n) != 1 || len(n[0].reply.Notify) != 1 || n[0].reply.Notify[0] != "p2" {
		t.Errorf("the notices are %+v", n)
	}
	must.OK(t, r.store.Forget(t.Context(), "pest", r.now))
	r.inPrivate("direct", "pest", "/play", "The bot's operator has blocked you.")
	forbid("s")
	must.OK(t, r.referee.Sweep(t.Context()))
	r.server = "s"
	r.inPrivate("den", "p3", "/match board", "The bot's operator has blocked this server.")
	if g := must.Get(r.referee.Latest(t.Context(), "den"))(t); g.Termination != match.Moderated {
		t.Errorf("the server's match is %+v", g.Result)
	}
	r.notices(0)
	if left := must.Get(r.store.Unsettled(t.Context(), 9))(t); len(left) != 2 {
		t.Errorf("%d are looked at", len(left))
	}
	r.now = r.now.Add(time.Hour)
	must.OK(t, r.referee.Sweep(t.Context()))
	if left := must.Get(r.store.Unsettled(t.Context(), 9))(t); len(left) != 0 {
		t.Errorf("%d are looked at later", len(left))
	}
	must.OK(t, r.referee.LetIn(t.Context(), match.Everywhere, "s", match.Everywhere))
	r.in("den", "p3", "/challenge game:nim")
}

// TestShutOutByEveryCommand: every command of the tree, every button and every typed line is refused with the
// same private sentence, to a person whom a server or the operator has shut out, and nothing is recorded.
func TestShutOutByEveryCommand(t *testing.T) {
	for scope, sentence := range map[string]string{"s": "The managers of this server have shut you out", match.Everywhere: "The bot's operator has blocked you."} {
		r := newQuietRoom(t, catalog.Standard)
		r.server = "s"
		r.expect("pest", "/challenge game:nim opponent:p2 position:3 4")
		r.expect("p2", "/match accept")
		must.OK(t, r.referee.ShutOut(t.Context(), match.ShutOut{Scope: scope, Subject: "pest", Author: "mod"}, 0))
		r.notifications()
		before, answers := r.snapshot(), map[string]bool{}
		for c := range commands.Runnable(commands.All()) {
			options := map[string]string{}
			for _, o := range c.Options {
				if o.Required {
					options[o.Name] = "nim"
				}
			}
			req := commands.Request{ID: "by " + c.Name, Command: c.Name, Options: options, By: person("pest"), Channel: "lobby", Server: "s", Manager: true}
			reply := r.service.Do(t.Context(), req)
			answers[text(reply)] = true
			if !reply.Private() || !strings.Contains(text(reply), sentence) || reply.Card != nil || len(reply.Files)+len(reply.Notify) > 0 {
				t.Errorf("%s: %s", c.Name, text(reply))
			}
			if got := must.Get(r.store.Answered(t.Context(), req.ID))(t); got != "" {
				t.Errorf("%s is recorded as %q", c.Name, got)
			}
		}
		for _, line := range []string{"1-1", "hello", "I give up", "/help"} {
			answers[text(r.say("pest", line))] = true
		}
		if r.snapshot() != before || len(answers) != 1 {
			t.Errorf("the answers are %v", answers)
		}
		r.server = ""
		if direct := text(r.in("direct", "pest", "/help")); strings.Contains(direct, sentence) != (scope == match.Everywhere) {
			t.Errorf("in direct messages: %s", direct)
		}
	}
}
