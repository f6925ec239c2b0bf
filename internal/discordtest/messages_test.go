package discordtest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

func TestChannelMessages(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)

	first := must(s.ChannelMessageSend(ch.ID, "first"))
	second := must(s.ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{Content: "second", Components: buttons("a")}))
	if list := must(s.ChannelMessages(ch.ID, 10, "", "", "")); len(list) != 2 || list[0].ID != second.ID {
		t.Errorf("list %+v", list)
	}
	if list := must(s.ChannelMessages(ch.ID, 10, "", first.ID, "")); len(list) != 1 || list[0].ID != second.ID {
		t.Errorf("list %+v", list)
	}
	must(s.ChannelMessageEdit(ch.ID, second.ID, "edited"))
	edited := must(ch.WaitMessage(ctx, func(m *discordtest.Message) bool { return m.Content == "edited" }))
	if len(edited.History) != 2 || len(edited.Buttons()) != 1 {
		t.Errorf("edited %+v", edited)
	}
	if list := must(s.ChannelMessages(ch.ID, 1, "", "", "")); list[0].Content != "edited" || list[0].EditedTimestamp == nil {
		t.Errorf("message %+v", list[0])
	}
	srv.Delete(must(ch.WaitMessage(ctx, func(m *discordtest.Message) bool { return m.ID == first.ID })))
	_, err := s.ChannelMessageEdit(ch.ID, first.ID, "gone")
	wantRESTError(t, err, 404, 10008)
	_, err = s.ChannelMessageSend("1", "nowhere")
	wantRESTError(t, err, 404, 10003)
}

// TestNullComponentsStay pins down a trap: Discord clears components only with an empty
// list, and not with null.
func TestNullComponentsStay(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)
	m := must(s.ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{
		Content: "x", Components: buttons("a"),
	}))
	var noComponents []discordgo.MessageComponent
	must(s.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: m.ID, Channel: ch.ID, Components: &noComponents}))
	if now := ch.Messages()[0]; len(now.Components) != 1 {
		t.Errorf("with null: %+v", now.Body)
	}
	noComponents = []discordgo.MessageComponent{}
	must(s.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: m.ID, Channel: ch.ID, Components: &noComponents}))
	if now := ch.Messages()[0]; len(now.Components) != 0 {
		t.Errorf("with []: %+v", now.Body)
	}
}

func TestDirectMessages(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	alice, robot := srv.AddUser("alice"), srv.AddBotUser("robot")
	s := newSession(srv)
	dm := must(s.UserChannelCreate(alice.ID))
	if dm.ID != srv.AddDM(alice).ID || dm.Type != discordgo.ChannelTypeDM {
		t.Errorf("channel %+v", dm)
	}
	must(s.ChannelMessageSend(dm.ID, "hello"))
	alice.RefuseDMs()
	_, err := s.ChannelMessageSend(dm.ID, "hello?")
	wantRESTError(t, err, 403, 50007)
	_, err = s.UserChannelCreate(robot.ID)
	wantRESTError(t, err, 403, 50007)
}

func TestFiles(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)
	m := must(s.ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{
		Files: []*discordgo.File{
			{Name: "board.png", ContentType: "image/png", Reader: strings.NewReader("picture")},
			{Name: "game.txt", Reader: strings.NewReader("moves")},
		},
	}))
	if len(m.Attachments) != 2 || m.Attachments[0].Filename != "board.png" || m.Attachments[0].Size != 7 {
		t.Errorf("attachments %+v", m.Attachments)
	}
	files := ch.Messages()[0].Files
	if string(files[0].Data) != "picture" || files[0].ContentType != "image/png" || files[1].Name != "game.txt" {
		t.Errorf("files %+v", files)
	}
	must(s.ChannelMessageEditComplex(&discordgo.MessageEdit{
		ID: m.ID, Channel: ch.ID,
		Attachments: &[]*discordgo.MessageAttachment{m.Attachments[1]},
		Files:       []*discordgo.File{{Name: "new.txt", Reader: strings.NewReader("new")}},
	}))
	names := []string{}
	for _, f := range ch.Messages()[0].Files {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"game.txt", "new.txt"}) {
		t.Errorf("files %v", names)
	}
}

func TestMissingFileIsAViolation(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	ch := srv.AddGuild("guild").AddChannel("general")
	picture := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://board.png"}}
	_, err := newSession(srv).ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{
		Flags: discordgo.MessageFlagsIsComponentsV2, Components: []discordgo.MessageComponent{discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{picture}}},
	})
	wantRESTError(t, err, 400, 50035)
	expectViolations(t, srv, `"board.png" was not found`)
}

func TestPings(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice, bob := srv.AddUser("alice"), srv.AddUser("bob")
	s := newSession(srv)
	content := alice.Mention() + " <@!" + bob.ID + "> <@&77> @here <@1>"
	users := discordgo.AllowedMentionTypeUsers
	for name, tt := range map[string]struct {
		allowed *discordgo.MessageAllowedMentions
		want    discordtest.Pings
	}{
		"absent":     {nil, discordtest.Pings{Everyone: true, Roles: []string{"77"}, Users: []string{alice.ID, bob.ID}}},
		"nobody":     {&discordgo.MessageAllowedMentions{}, discordtest.Pings{}},
		"users":      {&discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{users}}, discordtest.Pings{Users: []string{alice.ID, bob.ID}}},
		"one user":   {&discordgo.MessageAllowedMentions{Users: []string{bob.ID}}, discordtest.Pings{Users: []string{bob.ID}}},
		"one role":   {&discordgo.MessageAllowedMentions{Roles: []string{"77"}}, discordtest.Pings{Roles: []string{"77"}}},
		"everyone":   {&discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{"everyone"}}, discordtest.Pings{Everyone: true}},
		"other role": {&discordgo.MessageAllowedMentions{Roles: []string{"78"}}, discordtest.Pings{}},
	} {
		m := must(s.ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{Content: content, AllowedMentions: tt.allowed}))
		list := ch.Messages()
		if got := list[len(list)-1].Pings; fmt.Sprint(got) != fmt.Sprint(tt.want) || got.None() != (name == "nobody" || name == "other role") {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
		if len(m.Mentions) != len(tt.want.Users) {
			t.Errorf("%s: mentions %+v", name, m.Mentions)
		}
	}

	said := alice.Say(ch, "hello")
	for _, replied := range []bool{true, false} {
		must(s.ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{
			Content: "hi", Reference: &discordgo.MessageReference{MessageID: said.ID},
			AllowedMentions: &discordgo.MessageAllowedMentions{RepliedUser: replied},
		}))
		list := ch.Messages()
		if m := list[len(list)-1]; m.ReplyTo != said.ID || m.Pings.None() == replied {
			t.Errorf("reply %+v", m)
		}
	}
}

func TestWhatTheBotMayNotDo(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	alice := srv.AddUser("alice")
	dm := srv.AddDM(alice)
	said := alice.Say(dm, "hello")
	s := newSession(srv)

	_, err := s.ChannelMessageEdit(dm.ID, said.ID, "changed")
	wantRESTError(t, err, 403, 50005)
	_, err = s.UserChannelCreate("1")
	wantRESTError(t, err, 400, 50033)
	_, err = s.ChannelMessageSendReply(dm.ID, "x", &discordgo.MessageReference{MessageID: "1"})
	wantRESTError(t, err, 400, 50035)
	_, err = s.ChannelMessages(dm.ID, 101, "", "", "")
	wantRESTError(t, err, 400, 50035)
	_, err = s.RequestRaw("POST", discordgo.EndpointChannelMessages(dm.ID), "application/json", []byte(`{"content":`), "", 0)
	wantRESTError(t, err, 400, 50109)
	must(s.ChannelMessageSendComplex(dm.ID, &discordgo.MessageSend{Content: "secret", Flags: discordgo.MessageFlagsEphemeral}))
	expectViolations(t, srv, "50005", "50033", "message_reference", "limit", "50109", "cannot be ephemeral")
}
