package bot

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// A new achievement is a private message below the end of a match, with a button that shows it to
// everybody. If it can't be private, it is not sent.
func TestNewMarkIsForOne(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		for _, u := range []*discordtest.User{w.alice, w.bob} {
			m := storagetest.Between(match.Player{ID: u.ID, Name: "somebody"}, match.Bot)
			m.Channel, m.Rated, m.Chosen, m.Lesson, m.Level = "elsewhere", false, false, "", match.Strong
			storagetest.Finish(t, w.store(), m, storagetest.LeftWins)
		}
		me := w.srv.BotUser().Mention()
		w.bob.RefuseDMs()
		w.bob.Say(w.general, me+" /challenge game:nim position:1 first:me")
		w.sees(w.general, "move 1 ·")
		w.bob.Say(w.general, me+" 1-1")
		w.sees(w.general, w.bob.Mention()+" wins")
		w.bob.Say(w.general, me+" /play") // its answer comes last
		w.sees(w.general, "Only you should see this answer")

		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		told := w.aside(w.alice.Slash(w.general, "move", discordtest.Opt("move", "1-1")), "Beat strong")
		if public := messagesWith(w.general, "Beat strong"); len(public) > 0 {
			t.Fatalf("told to all: %v", public)
		}
		w.answer(w.alice.Tap(told, "Show everyone"))
		w.sees(w.general, "Beat strong")
	})
}

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
