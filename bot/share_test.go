package bot

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

// A private answer is shown to everybody by its button, as a message of its own.
func TestShowEveryone(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		private := w.refused(w.alice.Slash(w.general, "analyze", discordtest.Opt("variant", "nim"), discordtest.Opt("position", "1 2")), "Nim: 1 2")
		if labels(private) != "Why in full, Proof, Show everyone" {
			t.Fatalf("the buttons are %s", labels(private))
		}
		// The proof is a file, and for nobody else.
		if proof := w.refused(w.alice.ClickLabel(private, "Proof"), "as a program can check it"); len(proof.Files) != 1 || proof.Files[0].Name != "proof.json" {
			t.Errorf("attached are %+v", proof.Files)
		}
		public := w.answer(w.alice.ClickLabel(private, "Show everyone"))
		w.contains(public, "shows this:", "Nim: 1 2", "2-1")
		if public.ID == private.ID || labels(public) != "Why in full" {
			t.Errorf("it is shown with the buttons %s", labels(public))
		}
		w.sees(w.general, "shows this:")
	})
}

// Where the match goes on, and until when, everybody sees by links and by their own
// clocks.
func TestMatchesHaveLinksAndTimestamps(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		challenge := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("variant", "nim"), discordtest.Opt("time", "2h"),
			discordtest.Opt("first", "me"), discordtest.BoolOpt("open", true)))
		w.answer(w.bob.ClickLabel(challenge, "Accept"))
		w.sees(w.general, "has until <t:")
		w.refused(w.bob.Slash(w.general, "matches"), "in <#"+w.general.ID+">", "their time ends <t:", ":R>")
	})
}

// Who may not write in a channel shows nothing there.
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
		in, err := readInteraction([]byte(event(c.member, c.kind)))
		if err != nil {
			t.Fatal(err)
		}
		if got := in.muted(); got != c.want {
			t.Errorf("%s in %d: muted is %v", c.member, c.kind, got)
		}
	}
}
