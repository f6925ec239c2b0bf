package bot

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/must"
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
