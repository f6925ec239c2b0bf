package bot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/referee"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// Permissions and threads in the form that Discord sends.
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
			"member":{"user":{"id":"3"},"roles":["42"],"permissions":"%d"}}`, c.kind, c.permissions)
		in := must.Get(readInteraction([]byte(event)))(t)
		req, err := (&interaction{interactionEvent: in, bot: known()}).Request()
		if err != nil || req.Manager != c.manager || req.ChannelManager != c.ofHere || req.Parent != c.parent || !slices.Equal(req.Roles, []string{"42"}) {
			t.Errorf("with %d in %d: %+v, %v", c.permissions, c.kind, req, err)
		}
	}
}

// An open challenge calls the role of people who want to play, at most once an hour, and they give it to themselves.
func TestOpenChallengesCallARole(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.timing.front = rarely
		w.serve(w.over(storagetest.Open(t).(*sqlite.Store), referee.Options{}))
		const role = "770000000000000077"
		w.answer(w.alice.Slash(w.general, "settings server", discordtest.Opt("name", "seek-role"), discordtest.Opt("value", "<@&"+role+">")))
		open := func(in *discordtest.Channel, called bool) *discordtest.Message {
			m := w.answer(w.alice.Slash(in, "challenge", discordtest.Opt("game", "nim"), discordtest.BoolOpt("open", true)))
			if got := slices.Contains(m.Pings.Roles, role); got != called {
				t.Errorf("in %s the role is called: %v", in.Name, got)
			}
			return m
		}
		card := open(w.general, true)
		open(w.guild.AddChannel("yard"), false)
		time.Sleep(time.Hour + time.Minute)
		open(w.guild.AddChannel("garden"), true)
		w.contains(w.answer(w.bob.Tap(card, "Call me")), "You now have the role")
		w.contains(w.answer(w.bob.Tap(card, "Call me")), "You no longer have the role")
		w.srv.Fail(discordtest.Fault{Method: "PUT", Path: "/guilds/*/members/*/roles/*", Status: 403, Code: 50013, Message: "Missing Permissions"})
		w.refused(w.bob.Tap(card, "Call me"), "Manage Roles")
	})
}
