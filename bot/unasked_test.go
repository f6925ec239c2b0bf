package bot

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/must"
)

// A person who may not write in a channel can't show anything there.
func TestMuted(t *testing.T) {
	const write, inThreads = discordgo.PermissionSendMessages, discordgo.PermissionSendMessagesInThreads
	event := func(member string, kind discordgo.ChannelType) string {
		return fmt.Sprintf(`{"id":"1","token":"t","channel_id":"2","type":2,"data":{"name":"profile"},"channel":{"type":%d},%s}`, kind, member)
	}
	member := func(permissions int64) string {
		return fmt.Sprintf(`"member":{"user":{"id":"3"},"permissions":"%d"}`, permissions)
	}
	for _, c := range []struct {
		member string
		kind   discordgo.ChannelType
		want   bool
	}{
		{member(write), discordgo.ChannelTypeGuildText, false},
		{member(inThreads), discordgo.ChannelTypeGuildText, true},
		{member(write), discordgo.ChannelTypeGuildPublicThread, true},
		{member(inThreads), discordgo.ChannelTypeGuildPublicThread, false},
		{member(0), discordgo.ChannelTypeGuildText, true},
		{`"member":{"user":{"id":"3"}}`, discordgo.ChannelTypeGuildText, false},
		{`"user":{"id":"3"}`, discordgo.ChannelTypeDM, false},
	} {
		in := must.Get(readInteraction([]byte(event(c.member, c.kind))))(t)
		if got := in.muted(); got != c.want {
			t.Errorf("%s in %d: muted is %v", c.member, c.kind, got)
		}
	}
}
