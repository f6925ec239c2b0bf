package discordtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

func TestForget(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	got, handle := received()
	session := connect(t, srv, handle)
	register(t, srv, session, challengeCommand)
	ask := func() *discordtest.Interaction {
		in := alice.Slash(ch, "challenge", discordtest.UserOpt("opponent", alice))
		if err := session.InteractionRespond((<-got).Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{Content: "yes"},
		}); err != nil {
			t.Fatal(err)
		}
		return in
	}
	old := ask()
	time.Sleep(50 * time.Millisecond)
	border := time.Now()
	young := ask()
	srv.Forget(time.Since(border))
	if list := srv.Interactions(); len(list) != 1 || list[0] != young {
		t.Errorf("%d interactions are left", len(list))
	}
	if list := ch.Messages(); len(list) != 1 || list[0].ID != young.Original().ID {
		t.Errorf("%d messages are left", len(list))
	}
	for _, r := range srv.Requests() {
		if r.Method == http.MethodPut {
			t.Error("the registration is still there")
		}
	}
	if _, err := session.ChannelMessageEdit(ch.ID, old.Original().ID, "x"); err == nil {
		t.Error("a forgotten message can be edited")
	}
}
