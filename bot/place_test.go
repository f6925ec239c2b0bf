package bot

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// In channels that the bot can't see it can only answer.
func TestForeignPlaces(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		for _, ch := range []*discordtest.Channel{w.srv.AddForeignChannel("foreign"), w.srv.AddGroupDM("group")} {
			requests := len(w.srv.Requests())
			challenge := w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"),
				discordtest.Opt("first", "me"), discordtest.BoolOpt("open", true)))
			board := w.answer(w.bob.ClickLabel(challenge, "Accept"))
			if board.ID != challenge.ID {
				t.Error("the challenge did not turn into the board")
			}
			w.sees(ch, "your turn")
			w.refused(w.bob.Slash(ch, "move", discordtest.Opt("move", "L-1")), "not your turn")
			next := w.answer(w.alice.Slash(ch, "move", discordtest.Opt("move", "L-1")))
			w.contains(next, "took 1 from the left end", "move 2 ·")
			w.answer(w.bob.Slash(ch, "move", discordtest.Opt("move", "R-1")))
			last := w.sees(ch, "move 3 ·")
			if last.ID == next.ID || labels(last) != "Left: take 1, Left: all 2, Right: take 1, Hint, More" {
				t.Errorf("the newest board: %s", labels(last))
			}
			sure := w.refused(w.bob.ClickLabel(w.answer(w.bob.ClickLabel(last, "More")), "Resign"))
			w.answer(w.bob.ClickLabel(sure, "Yes, resign"))
			w.sees(ch, "resigned")
			for _, r := range w.srv.Requests()[requests:] {
				if strings.HasPrefix(r.Path, "/channels/") {
					t.Errorf("the bot tried %s %s", r.Method, r.Path)
				}
			}
		}
	})
}

// serveFake starts a bot whose commands all give the same reply.
func serveFake(t *testing.T, f *fake) *world {
	w := newWorld(t)
	w.timing.front = rarely
	w.serve(f)
	return w
}

// slow returns a service that waits for release before it answers.
func slow(reply view.Reply) (f *fake, release func()) {
	released := make(chan struct{})
	return &fake{do: func(context.Context, commands.Request) view.Reply {
		<-released
		return reply
	}}, sync.OnceFunc(func() { close(released) })
}

// deferredBy waits for a deferral and returns its type.
func (w *world) deferral(in *discordtest.Interaction) *discordtest.Response {
	w.Helper()
	must.OK(w, in.Err())
	w.eventually("a first answer", func() bool { return in.Response() != nil })
	return in.Response()
}

func actions(in *discordtest.Interaction) string {
	var list []string
	for _, s := range in.History() {
		list = append(list, s.Action)
	}
	return strings.Join(list, ", ")
}

func TestSlowCommandIsDeferred(t *testing.T) {
	subject := view.Subject{Kind: view.MatchSubject, ID: 7}
	card := &view.Card{Title: "board"}
	for _, test := range []struct {
		name, command string
		reply         view.Reply
		ephemeral     bool // the deferral
		history       string
	}{
		{"public", "match resign", view.Reply{Text: "done"}, false, "respond 5, edit"},
		{"board", "match board", view.Reply{Text: "done", Card: card, Show: subject}, false, "respond 5, edit"},
		{"private after all", "match resign", view.Reply{Text: "done", To: view.Private{}}, false, "respond 5, delete, follow up"},
		{"private command", "help", view.Reply{Text: "done", To: view.Private{}}, true, "respond 5, edit"},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			f, release := slow(test.reply)
			w := serveFake(t, f)
			defer release()
			in := w.alice.Slash(w.general, test.command)
			if r := w.deferral(in); r.Type != discordtest.RespondDeferred || r.Ephemeral != test.ephemeral {
				t.Errorf("response %d, ephemeral %v", r.Type, r.Ephemeral)
			}
			release()
			m := w.answer(in)
			w.contains(m, "done")
			if m.Ephemeral != test.reply.Private() {
				t.Errorf("ephemeral: %v", m.Ephemeral)
			}
			if got := actions(in); got != test.history {
				t.Errorf("the bot did: %s, want %s", got, test.history)
			}
			if test.reply.Show == subject {
				w.eventually("the board is noted", func() bool { return w.noted(subject) == m.ChannelID+"/"+m.ID })
			}
		})
	}
}

func TestSlowButtonIsDeferred(t *testing.T) {
	subject := view.Subject{Kind: view.ChallengeSubject, ID: 7}
	match := view.Subject{Kind: view.MatchSubject, ID: 8}
	card := &view.Card{Title: "a card", Actions: []view.Action{{Label: "Go", Call: input.Accept.Call(), Subject: subject}}}
	for _, test := range []struct {
		name    string
		reply   view.Reply
		history string
	}{
		{"update", view.Reply{Text: "done", Card: &view.Card{Title: "board"}, Show: match}, "respond 6, edit"},
		{"update and notify", view.Reply{Text: "done", Card: &view.Card{Title: "board"}, Show: match, Notify: []string{"1"}}, "respond 6, edit, follow up"},
		{"private", view.Reply{Text: "done", To: view.Private{}}, "respond 6, follow up"},
		{"public", view.Reply{Text: "done"}, "respond 6, follow up"},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			release := make(chan struct{})
			f := &fake{do: func(_ context.Context, r commands.Request) view.Reply {
				if r.Command != "match accept" {
					return view.Reply{Card: card, Show: subject}
				}
				if r.Subject != subject {
					t.Errorf("the button says %+v", r.Subject)
				}
				<-release
				return test.reply
			}}
			w := serveFake(t, f)
			m := w.answer(w.alice.Slash(w.general, "match board"))
			in := w.alice.ClickLabel(m, "Go")
			if r := w.deferral(in); r.Type != discordtest.RespondDeferredUpdate {
				t.Errorf("response %d", r.Type)
			}
			close(release)
			w.answer(in)
			w.eventually(test.history, func() bool { return actions(in) == test.history })
			if test.reply.Show == match {
				// The reply does not identify the challenge's message; the button does.
				w.eventually("the board is noted", func() bool { return w.noted(match) == m.ChannelID+"/"+m.ID })
			}
		})
	}
}

// A board that is deleted before its button arrives is posted again.
func TestUpdateOfALostMessage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		subject := view.Subject{Kind: view.MatchSubject, ID: 8}
		card := &view.Card{Title: "board", Actions: []view.Action{{Label: "Go", Call: input.Resign.Call(), Subject: subject}}}
		f := &fake{do: func(_ context.Context, r commands.Request) view.Reply {
			return view.Reply{Text: r.Command, Card: card, Show: subject}
		}}
		w := serveFake(t, f)
		m := w.answer(w.alice.Slash(w.general, "match board"))
		w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Status: 404, Code: 10008, Message: "Unknown Message"})
		again := w.answer(w.alice.ClickLabel(m, "Go"))
		if again.ID == m.ID {
			t.Error("no new message")
		}
		w.eventually("the new board is noted", func() bool { return w.noted(subject) == again.ChannelID+"/"+again.ID })
	})
}

func TestFirstAnswerIsInTimeWhereDiscordIsSlow(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := &fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "done"} }}
		w := serveFake(t, f)
		w.srv.SetLatency(time.Second)
		var list []*discordtest.Interaction
		for range 40 { // together they take longer than a deferral allows
			list = append(list, w.alice.Slash(w.general, "match board"))
		}
		for _, in := range list {
			w.contains(w.answer(in), "done")
			inTime(t, "a first answer", in.Latency(), 3*time.Second)
		}
	})
}

func TestBusyChannelTurnsAway(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, release := slow(view.Reply{Text: "done"})
		w := serveFake(t, f)
		defer release()
		var taken []*discordtest.Interaction
		first := w.alice.Slash(w.general, "match board")
		w.deferral(first) // the first runs and the others wait
		for range front.MaxChannelWork {
			taken = append(taken, w.alice.Slash(w.general, "match board"))
		}
		w.refused(w.alice.Slash(w.general, "match board"), "try again")
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		synctest.Wait() // it is dropped before there is room
		release()
		for _, in := range append(taken, first) {
			w.contains(w.answer(in), "done")
		}
		w.contains(w.answer(w.alice.Slash(w.general, "match board")), "done")
		if n := w.said(w.general, "done"); n != front.MaxChannelWork+2 {
			t.Errorf("%d answers: what was dropped is carried out", n)
		}
	})
}

func TestStopIsBounded(t *testing.T) {
	bubble(t, func(t *testing.T) {
		began, release := make(chan struct{}, 1), make(chan struct{})
		f := &fake{do: func(context.Context, commands.Request) view.Reply {
			began <- struct{}{}
			<-release
			return view.Reply{}
		}}
		w := serveFake(t, f)
		defer close(release)
		w.alice.Slash(w.general, "match board")
		wait(t, began, "the command")
		w.stop()
		if !strings.Contains(w.logged.String(), "stopped before all was answered") {
			t.Error("not a word of it in the log")
		}
	})
}

// The board shows a move even if the player's interaction has expired.
func TestLostInteraction(t *testing.T) {
	bubble(t, func(t *testing.T) {
		subject := view.Subject{Kind: view.MatchSubject, ID: 7}
		f := &fake{do: func(context.Context, commands.Request) view.Reply {
			return view.Reply{Text: "done", Card: &view.Card{Title: "board"}, Show: subject}
		}}
		w := serveFake(t, f)
		w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Status: 404, Code: 10062, Message: "Unknown interaction"})
		w.alice.Slash(w.general, "match board")
		m := w.sees(w.general, "done")
		w.eventually("the board is noted", func() bool { return w.noted(subject) == m.ChannelID+"/"+m.ID })
	})
}

// An interaction that waited too long is not carried out.
func TestLateInteractionIsDropped(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var done atomic.Int32
		release := make(chan struct{})
		f := &fake{do: func(context.Context, commands.Request) view.Reply {
			done.Add(1)
			<-release
			return view.Reply{Text: "done"}
		}}
		w := serveFake(t, f)
		first := w.alice.Slash(w.general, "match board")
		w.deferral(first)
		w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Status: 404, Code: 10062, Message: "Unknown interaction"})
		w.alice.Slash(w.general, "match board")
		w.eventually("the second one can't be deferred", func() bool {
			return slices.ContainsFunc(w.srv.Requests(), func(r discordtest.Request) bool { return r.Status == 404 })
		})
		close(release)
		w.answer(first)
		w.contains(w.answer(w.alice.Slash(w.general, "match board")), "done")
		if n := done.Load(); n != 2 {
			t.Errorf("%d commands were carried out, want 2", n)
		}
		if !strings.Contains(w.logged.String(), "came too late") {
			t.Error("not a word of it in the log")
		}
	})
}

func TestRegistration(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		registered := w.srv.Commands()
		if len(registered) != len(commands.Commands())+len(contextMenu) {
			t.Errorf("%d commands", len(registered))
		}
		for name, kind := range map[string]int{"challenge": 1, "Challenge": 2, "Profile": 2, "Analyze position": 3} {
			if !slices.ContainsFunc(registered, func(c discordtest.Command) bool {
				return c.Name == name && c.Type == kind && c.NameLocalizations["de"] != ""
			}) {
				t.Errorf("%s is not registered with type %d", name, kind)
			}
		}
		for _, c := range registered {
			if !slices.Equal(c.Contexts, []int{0, 1, 2}) || !slices.Equal(c.IntegrationTypes, []int{0, 1}) {
				t.Errorf("/%s: contexts %v, integration types %v", c.Name, c.Contexts, c.IntegrationTypes)
			}
			for _, o := range c.Options {
				if command := commands.Find(c.Name); command == nil || len(command.Subcommands) > 0 {
					continue // see TestSubcommands
				}
				if own := commands.Find(c.Name).Option(o.Name); own == nil || own.Summary == "" || (own.Complete != nil) != o.Autocomplete || own.Required != o.Required {
					t.Errorf("/%s %s: %+v", c.Name, o.Name, o)
				}
			}
		}
	})
}

// A private message is never used as a board.
func TestNoBoardOnAnEphemeralMessage(t *testing.T) {
	i := interaction{interactionEvent: &interactionEvent{
		Type: discordgo.InteractionMessageComponent, ChannelID: "1", Message: &shownMessage{ID: "2"},
	}}
	if got, private := i.Pressed(); got != "1/2" || private {
		t.Errorf("pressed %q, private %v", got, private)
	}
	i.Message.Flags = discordgo.MessageFlagsEphemeral
	if got, private := i.Pressed(); got != "" || !private {
		t.Errorf("pressed %q, private %v", got, private)
	}
}

// The bot keeps the command that Discord created to launch the application's Activity.
func TestRegistrationKeepsTheEntryPoint(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.EnableActivity()
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "yes"} }})
		registered := w.srv.Commands()
		entry := slices.ContainsFunc(registered, func(c discordtest.Command) bool { return c.Type == 4 && c.Name == "launch" })
		if want := 1 + len(applicationCommands(commands.Commands())); !entry || len(registered) != want {
			t.Errorf("%d commands are registered, want %d; the entry point is among them: %v", len(registered), want, entry)
		}
	})
}

// A failed registration is retried, with an error in the log.
func TestRegistrationGoesOn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.Fail(discordtest.Fault{Method: "PUT", Path: "/applications/*/commands", Status: 400, Times: 4})
		began := time.Now()
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "yes"} }})
		synctest.Wait()
		if took := time.Since(began); len(w.srv.Commands()) == 0 || took < 5*time.Second || took > time.Minute {
			t.Errorf("%d commands after %v", len(w.srv.Commands()), took)
		}
		if log := w.logged.String(); strings.Count(log, "slash commands were not registered") != 4 {
			t.Errorf("the log says %s", log)
		}
	})
}
