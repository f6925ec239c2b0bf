package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
)

// flaws are temporary faults of a call.
func flaws() map[string]discordtest.Fault {
	return map[string]discordtest.Fault{
		"502":            {Status: 502, Body: "<html>"},
		"500":            {Status: 500},
		"done, 502":      {Status: 502, After: true},
		"done, 500":      {Status: 500, After: true},
		"time-out":       {Hang: true},
		"done, time-out": {Hang: true, After: true},
		"half":           {Half: true},
		"done, half":     {Half: true, After: true},
		"done, no JSON":  {Body: `{"id":`, After: true},
		"429":            {Status: 429, RetryAfter: time.Second},
		"429, global":    {Status: 429, RetryAfter: time.Second, Global: true},
		"429 in prose":   {Status: 429, Body: "<html>"},
	}
}

// said counts the messages of the bot in a channel that contain a text.
func (w *world) said(ch *discordtest.Channel, text string) (n int) {
	for _, m := range ch.Messages() {
		if m.Author == w.srv.BotUser() && strings.Contains(m.Text(), text) {
			n++
		}
	}
	return n
}

// Whichever call fails, there is one message in the end. A private message after the first answer
// can't be searched for: if Discord makes it but the answer fails or is lost, there may be two. A first answer is
// looked for before it is sent again.
func TestFailedCallsPostOneMessage(t *testing.T) {
	subject := view.Subject{Kind: view.ChallengeSubject, ID: 7}
	card := &view.Card{Title: "a card", Actions: []view.Action{{Label: "Go", Call: input.Accept.Call(), Subject: subject}}}
	for name, fault := range testlong.Few(t, flaws(), 6) {
		inBubble(t, name, func(t *testing.T) {
			var w *world
			w = serveFake(t, &fake{do: func(_ context.Context, r commands.Request) view.Reply {
				switch r.Command {
				case "challenge":
					return view.Reply{Card: card, Show: subject}
				case "match accept":
					time.Sleep(2 * time.Second)
					return view.Reply{Text: "done", Card: &view.Card{Title: "board"}, Show: subject, Notify: []string{w.bob.ID}}
				case "match resign":
					time.Sleep(2 * time.Second)
					return view.Reply{Text: "done", To: view.Private{}}
				}
				return view.Reply{Text: "done"}
			}})
			fail := func(times int, method, path string) {
				fault.Times, fault.Method, fault.Path = times, method, path
				w.srv.Fail(fault)
			}
			one := func(what string, ch *discordtest.Channel) {
				t.Helper()
				time.Sleep(time.Minute) // until all retries have ended
				if n := w.said(ch, "done"); n != 1 {
					t.Errorf("%s: %d messages", what, n)
				}
			}
			room := func() *discordtest.Channel { return w.srv.AddGuild("guild").AddChannel("room") }

			ch := room()
			fail(map[bool]int{true: 1, false: 2}[fault.Hang], "POST", "/interactions/*/*/callback") // two would exceed Discord's three seconds
			w.contains(w.answer(w.alice.Slash(ch, "match board")), "done")
			one("a first answer", ch)

			ch = room()
			fail(2, "POST", "/channels/*/messages")
			w.alice.Say(ch, w.srv.BotUser().Mention()+" L-1")
			one("a reply", ch)

			for _, f := range []struct {
				times        int
				method, path string
				most         int
			}{
				// A private answer after a public deferral takes two calls.
				{2, "DELETE", "/webhooks/*/*/messages/@original", 1},
				{1, "POST", "/webhooks/*/*", map[bool]int{true: 2, false: 1}[fault.After && (fault.Hang || fault.Status != 0)]},
			} {
				unanswered := strings.Count(w.logged.String(), "not answered")
				fail(f.times, f.method, f.path)
				in := w.alice.Slash(room(), "match resign")
				w.refused(in, "done")
				time.Sleep(time.Minute)
				if n := len(in.Followups()); n < 1 || n > f.most {
					t.Errorf("%s: %d messages, want 1 or at most %d", f.method, n, f.most)
				}
				if strings.Count(w.logged.String(), "not answered") > unanswered {
					t.Errorf("%s: the log says that nobody was answered", f.method)
				}
			}

			ch = room()
			m := w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("game", "nim")))
			fail(2, "", "/webhooks/*/*")
			fail(2, "", "/webhooks/*/*/messages/@original")
			w.alice.ClickLabel(m, "Go")
			w.board(ch, m.ID, "board")
			one("a message behind a board", ch)
		})
	}
}

// tolerate ignores violations caused by a lost answer.
func (w *world) tolerate(text string) { w.tolerated = append(w.tolerated, text) }

// A channel at its rate limit delays no other, and the bot sends no call that would be refused.
func TestFullBucketHoldsUpNobodyElse(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := serveFake(t, doneFake())
		other := w.srv.AddGuild("guild").AddChannel("other")
		w.srv.SetLimit(discordtest.Limit{Method: "POST", Path: "/channels/*/messages", Requests: 2, Per: 6 * time.Second})
		for range 3 {
			w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		}
		w.eventually("two messages", func() bool { return w.said(w.general, "done") == 2 })
		done := w.within(time.Second)
		w.alice.Say(other, w.srv.BotUser().Mention()+" L-1")
		w.sees(other, "done")
		w.contains(w.answer(w.alice.Slash(other, "match board")), "done")
		done()
		w.eventually("the rest", func() bool { return w.said(w.general, "done") == 3 })
		for _, r := range w.srv.Requests() {
			if r.Status == 429 {
				t.Errorf("%s %s was refused", r.Method, r.Path)
			}
		}
	})
}

// A global limit stops all calls except answers to interactions.
func TestGlobalLimit(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := serveFake(t, doneFake())
		other := w.srv.AddGuild("guild").AddChannel("other")
		const limit = 4 * time.Second
		w.srv.Fail(discordtest.Fault{Path: "/channels/*/messages", Status: 429, Global: true, RetryAfter: limit})
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		var refused time.Time
		w.eventually("the refusal", func() bool {
			for _, r := range w.srv.Requests() {
				if r.Status == 429 {
					refused = r.At
				}
			}
			return !refused.IsZero()
		})
		done := w.within(time.Second)
		w.contains(w.answer(w.alice.Slash(other, "match board")), "done")
		done()
		w.alice.Say(other, w.srv.BotUser().Mention()+" L-1")
		w.eventually("the other message", func() bool { return w.said(other, "done") == 2 })
		w.eventually("the first message", func() bool { return w.said(w.general, "done") == 1 })
		for _, r := range w.srv.Requests() {
			if after := r.At.Sub(refused); r.Method == "POST" && strings.HasPrefix(r.Path, "/channels/") && after > 0 && after < limit {
				t.Errorf("POST %s came %v after the refusal, within the limit's time", r.Path, after)
			}
		}
	})
}

// A revoked token ends the bot.
func TestTokenRefusedByACall(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.Fail(discordtest.Fault{Method: "PUT", Status: 401, Message: "401: Unauthorized"})
		if err := run(t, w.config(doneFake())); !errors.Is(err, transport.ErrToken) {
			t.Error(err)
		}
	})
}
