package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
)

// joined creates a tournament that all three people join, and returns its message.
func (w *world) joined(opts ...discordtest.Option) *discordtest.Message {
	w.Helper()
	m := w.answer(w.alice.Slash(w.general, "tournament create", append(opts, discordtest.Opt("name", "Friday"))...))
	for _, u := range []*discordtest.User{w.alice, w.bob, w.carol} {
		w.refused(u.ClickLabel(m, "Join"), "You're in!")
	}
	return w.board(w.general, m.ID, "3 players, room for 125 more")
}

// thread waits for the nth thread of the channel, counted from 1.
func (w *world) thread(n int) *discordtest.Channel {
	w.Helper()
	w.eventually("a thread", func() bool { return len(w.general.Threads()) >= n })
	return w.general.Threads()[n-1]
}

// If no match can be played in threads, the message says why, no clock runs, and the bot tries again.
func TestTournamentWithoutThreads(t *testing.T) {
	obstacles := map[string]struct {
		denied int64
		fault  discordtest.Fault
		says   string
	}{
		"not created": {discordtest.CreatePublicThreads, discordtest.Fault{}, "I can't create threads here: I need the permission Create Public Threads."},
		"not written": {discordtest.SendMessagesInThreads, discordtest.Fault{}, "I can't write in threads here: I need the permission Send Messages in Threads."},
		"too many": {0, discordtest.Fault{Method: "POST", Path: "/channels/*/threads", Status: 400, Code: 160006, Message: "Maximum number of active threads reached", Times: 3},
			"I can't create threads here: Discord says “Maximum number of active threads reached”."},
	}
	for name, o := range testlong.Few(t, obstacles, 1) {
		inBubble(t, name, func(t *testing.T) {
			w := play(t)
			m := w.joined(discordtest.Opt("format", "knockout"), discordtest.Opt("game", "nim"), discordtest.Opt("time", "1m"))
			w.general.Deny(o.denied)
			w.srv.Fail(o.fault)
			started := w.answer(w.alice.ClickLabel(m, "Start now"))
			w.board(w.general, m.ID, o.says)
			if o.denied != 0 {
				w.contains(started, o.says)
				time.Sleep(20 * time.Minute)
				w.general.Deny(0)
			}
			mended := time.Now()
			w.sees(w.thread(1), "you play two games here")
			inTime(t, "the board", time.Since(mended), time.Minute)
			w.eventually("the message without the reason", func() bool {
				return !strings.Contains(w.board(w.general, m.ID, "Playing now").Text(), o.says)
			})
			if n := len(w.general.Threads()); n != 1 { // a thread that stayed mute is used
				t.Errorf("there are %d threads", n)
			}
		})
	}
}

// A process is killed between posting a tournament and recording the message. The tournament is posted
// again, and kept up to date.
func TestTournamentWhoseMessageIsLost(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		reply := w.service.Do(t.Context(), commands.Request{
			Command: "tournament create", Options: map[string]string{"name": "Cup", "format": "knockout"},
			By: commands.User{ID: w.alice.ID, Name: "alice"}, Channel: w.general.ID, Server: w.general.GuildID, Manager: true,
		})
		if reply.Outcome != view.OutcomeDone {
			t.Fatalf("%+v", reply)
		}
		m := w.sees(w.general, "No players yet")
		w.refused(w.bob.ClickLabel(m, "Join"), "You're in!")
		w.board(w.general, m.ID, "1 player, room for 127 more")
		if n := len(messagesWith(w.general, "Cup · ")); n != 1 {
			t.Errorf("it is shown %d times", n)
		}
	})
}

// aside waits for the private follow-up of an interaction.
func (w *world) aside(in *discordtest.Interaction, text string) *discordtest.Message {
	w.Helper()
	w.answer(in)
	var told *discordtest.Message
	w.eventually("an aside with "+text, func() bool {
		i := slices.IndexFunc(in.Followups(), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), text) })
		if i >= 0 {
			told = in.Followups()[i]
		}
		return i >= 0
	})
	if !told.Ephemeral {
		w.Errorf("everybody sees %q", told.Text())
	}
	return told
}

// A tournament that could not begin its pairings is refused when it is made, with the missing permissions by name.
func TestTournamentNeedsThreads(t *testing.T) {
	const make, write = discordgo.PermissionCreatePublicThreads, discordgo.PermissionSendMessagesInThreads
	in(t, play, func(t *testing.T, w *world) {
		for denied, missing := range map[int64]string{
			make: "the permission Create Public Threads.", write: "the permission Send Messages in Threads.",
			make | write: "the permissions Create Public Threads and Send Messages in Threads.",
		} {
			w.general.Deny(denied)
			w.refused(w.alice.Slash(w.general, "tournament create", discordtest.Opt("format", "swiss")), missing)
			w.refused(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.BoolOpt("thread", true)), missing, "Leave out `thread:`")
		}
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" /tournament create format:swiss name:Late")
		w.sees(w.general, "A message doesn't tell me who manages the server, so use the slash command.")
		w.answer(w.alice.Slash(w.general, "settings server", discordtest.Opt("name", "threads"), discordtest.Opt("value", "on")))
		w.contains(w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"))), "your turn") // here
		w.general.Deny(0)
		w.srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/*/threads", Status: 400, Code: 160006, Message: "Maximum number of active threads reached"})
		w.refused(w.bob.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.BoolOpt("thread", true)), "Discord says “Maximum number")
		w.contains(w.answer(w.alice.Slash(w.general, "tournament create", discordtest.Opt("format", "swiss"))), "No players yet")
	})
}

// Whoever begins something where the bot can't post reads at once which permission is missing, and so do the settings,
// from any channel.
func TestWhatIsNotAnnounced(t *testing.T) {
	opt := discordtest.Opt
	for name, opts := range map[string][]discordtest.Option{
		"tournament create": {opt("format", "swiss")}, "class create": {opt("name", "7b")}, "race start": nil,
		"challenge": {opt("game", "nim"), opt("side", "server")},
	} {
		inBubble(t, name, func(t *testing.T) {
			w := play(t)
			const missing, further = "I need the permission Send Messages.", "nothing is announced there"
			puzzle := func(value string) []discordtest.Option {
				return []discordtest.Option{opt("name", "puzzle-channel"), opt("value", value)}
			}
			desk := w.guild.AddChannel("desk")
			w.contains(w.answer(w.alice.Slash(w.general, "settings server", puzzle("here")...)), "on, in this channel")
			w.general.Deny(discordgo.PermissionSendMessages)
			w.aside(w.alice.Slash(w.general, name, opts...), further)
			w.refused(w.alice.Slash(w.general, "settings server", puzzle("here")...), "I can't post here: "+missing)
			w.contains(w.answer(w.alice.Slash(desk, "settings server", opt("name", "puzzle-channel"))), "on, but I can't post in <#"+w.general.ID+">: "+missing)
			if name == "class create" {
				w.aside(w.alice.Slash(desk, "class assign", discordtest.IntOpt("puzzles", 3)), "in <#"+w.general.ID+">: "+missing)
			}
			w.general.Deny(0)
			w.bob.Say(w.general, w.srv.BotUser().Mention()+" /rules game:end-nim")
			time.Sleep(time.Second) // until its answer is posted
			w.contains(w.answer(w.alice.Slash(desk, "settings server", opt("name", "puzzle-channel"))), "on, in <#")
		})
	}
}
