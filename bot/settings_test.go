package bot

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
	"nimatron/match"
)

// playSwept is play where Alice may manage the server,
// Bob the channels, and Carol nothing.
func playSwept(t *testing.T) *world {
	w := newWorld(t)
	w.dir = t.TempDir()
	const write = discordgo.PermissionSendMessages
	w.alice.Allow(write | discordgo.PermissionManageGuild)
	w.bob.Allow(write | discordgo.PermissionManageChannels)
	w.carol.Allow(write)
	w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
	return w
}

// sets sets something by a slash command, and returns the answer.
func (w *world) sets(u *discordtest.User, ch *discordtest.Channel, name, value string, wants ...string) *discordtest.Message {
	w.Helper()
	return w.refused(u.Slash(ch, "settings", discordtest.Opt("name", name), discordtest.Opt("value", value)), wants...)
}

// What is set is shown with menus and buttons, and changed in place by them.
func TestSettingsAreTapped(t *testing.T) {
	in(t, playSwept, func(t *testing.T, w *world) {
		shown := w.refused(w.carol.Slash(w.general, "settings"), "Your settings")
		if strings.Contains(labels(shown), "server") {
			t.Errorf("carol is offered %s", labels(shown))
		}
		for _, tap := range []string{"By direct message, every turn", "Pictures: text instead", "Large text: on", "Ground of pictures: light", "On wood"} {
			changed := w.refused(w.carol.Tap(shown, tap), "Done.")
			if changed.ID != shown.ID {
				t.Errorf("%s is answered by a message of its own", tap)
			}
			shown = changed
		}
		own, err := w.outbox.(match.Store).PersonSettings(t.Context(), w.carol.ID)
		if want := (match.PersonSettings{Version: 5, Pings: match.PingsDirect, TextOnly: true, LargeText: true, LightBoards: true, Theme: match.Wood}); err != nil || own != want {
			t.Errorf("set are %+v, %v", own, err)
		}

		shown = w.refused(w.alice.Slash(w.general, "settings"), "Your settings")
		for _, tap := range []string{"Settings of this server", "Strong", "Only in this channel and its threads", "Usual game…", "Misère End-Nim", "Threads: one for each match", "May end matches: channel managers too"} {
			shown = w.refused(w.alice.Tap(shown, tap))
		}
		set, err := w.outbox.(match.Store).ServerSettings(t.Context(), w.general.GuildID)
		if err != nil || set.Level != match.Strong || !slices.Equal(set.Channels, []string{w.general.ID}) || set.Variant != "end-nim/misere" || !set.Threads || !set.ChannelsEnd {
			t.Errorf("set are %+v, %v", set, err)
		}
	})
}

// A server's settings are for those who may manage it, however they ask, and hold there.
func TestServerSettingsOnDiscord(t *testing.T) {
	in(t, playSwept, func(t *testing.T, w *world) {
		guild := w.srv.AddGuild("another guild")
		elsewhere, second := guild.AddChannel("elsewhere"), guild.AddChannel("second")
		for _, u := range []*discordtest.User{w.bob, w.carol} {
			w.sets(u, w.general, "channels", "here", "Manage Server")
			w.sets(u, w.general, "puzzle-channel", "here", "Manage Server")
			w.refused(u.Slash(w.general, "settings", discordtest.Opt("name", "server")), "Manage Server")
			choices, err := u.Autocomplete(w.general, "settings", "name", "").Choices(soon(t))
			if w.ok(err); len(choices) != 9 {
				t.Errorf("%s is offered %+v", u.Name, choices)
			}
		}
		w.sets(w.alice, elsewhere, "channels", "here", "Done.")
		w.sets(w.alice, elsewhere, "channels", "<#"+elsewhere.ID+">, <#"+second.ID+">", "only in <#"+elsewhere.ID+"> and <#"+second.ID+">")
		third := guild.AddChannel("third")
		w.refused(w.carol.Slash(third, "challenge", discordtest.Opt("variant", "nim")), "go to <#"+elsewhere.ID+"> or <#"+second.ID+">")
		w.contains(w.answer(w.carol.Slash(second, "challenge", discordtest.Opt("variant", "nim"))), "match 1")
		w.contains(w.answer(w.carol.Slash(w.general, "challenge", discordtest.Opt("variant", "nim"))), "match 2")

		// By a message nobody knows who may manage what.
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" /settings name:threads value:on")
		w.sees(w.srv.AddDM(w.alice), "Manage Server")
		w.sets(w.alice, w.srv.AddDM(w.alice), "threads", "on", "direct message")
	})
}

// A match is ended by who may, and the players hear of it where they play.
func TestEndOnDiscord(t *testing.T) {
	in(t, playSwept, func(t *testing.T, w *world) {
		end := func(u *discordtest.User, ch *discordtest.Channel, id int, wants ...string) {
			t.Helper()
			w.refused(u.Slash(ch, "end", discordtest.Opt("match", fmt.Sprint(id))), wants...)
		}
		challenge := w.answer(w.carol.Slash(w.general, "challenge", discordtest.Opt("variant", "nim"), discordtest.BoolOpt("open", true)))
		w.answer(w.bob.ClickLabel(challenge, "Accept"))
		another := w.srv.AddGuild("another guild").AddChannel("elsewhere")
		end(w.carol, w.general, 1, "Manage Server")
		end(w.bob, w.general, 1, "Manage Server")
		end(w.alice, another, 1, "not played here")
		end(w.alice, w.srv.AddDM(w.alice), 1, "direct message")
		end(w.alice, w.general, 1, "Done.", "<#"+w.general.ID+">")
		said := w.sees(w.general, "A moderator has ended match 1. Nobody has won.")
		w.board(w.general, challenge.ID, "ended by a moderator")
		for _, u := range []*discordtest.User{w.carol, w.bob} {
			if !slices.Contains(said.Pings.Users, u.ID) {
				t.Errorf("%s is not told", u.Name)
			}
		}
		end(w.alice, w.general, 1, "over already")

		// Who may manage the channel, where the server lets them.
		w.answer(w.carol.Slash(w.general, "challenge", discordtest.Opt("variant", "nim")))
		w.sets(w.alice, w.general, "channel-managers-end", "on", "Done.")
		end(w.carol, w.general, 2, "Manage Server")
		end(w.bob, w.general, 2, "Done.")
		w.sees(w.general, "A moderator has ended match 2.")
	})
}

// What Discord says of who may do what, and of where.
func TestPermissionsAndThreads(t *testing.T) {
	const thread, channel = discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildText
	for _, c := range []struct {
		permissions     int64
		kind            discordgo.ChannelType
		manager, ofHere bool
		parent          string
	}{
		{discordgo.PermissionManageGuild, channel, true, false, ""},
		{discordgo.PermissionManageChannels, channel, false, true, ""},
		{discordgo.PermissionManageThreads, channel, false, false, ""},
		{discordgo.PermissionManageThreads, thread, false, true, "9"},
		{discordgo.PermissionManageChannels, thread, false, true, "9"},
		{discordgo.PermissionAdministrator, channel, true, true, ""},
		{discordgo.PermissionManageMessages | discordgo.PermissionSendMessages, thread, false, false, "9"},
	} {
		event := fmt.Sprintf(`{"id":"1","token":"t","channel_id":"2","guild_id":"4","type":2,"data":{"name":"settings"},"channel":{"type":%d,"parent_id":"9"},
			"member":{"user":{"id":"3"},"permissions":"%d"}}`, c.kind, c.permissions)
		in, err := readInteraction([]byte(event))
		if err != nil {
			t.Fatal(err)
		}
		req, err := (&interaction{arrival: in, bot: known()}).Request()
		if err != nil || req.Manager != c.manager || req.ChannelManager != c.ofHere || req.Parent != c.parent {
			t.Errorf("with %d in %d: %+v, %v", c.permissions, c.kind, req, err)
		}
	}
}
