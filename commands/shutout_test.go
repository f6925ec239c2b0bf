package commands_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
)

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
			if strings.HasPrefix(c.Name, "settings privacy ") { // their data stays theirs
				if strings.Contains(text(reply), sentence) {
					t.Errorf("%s: %s", c.Name, text(reply))
				}
				continue
			}
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
