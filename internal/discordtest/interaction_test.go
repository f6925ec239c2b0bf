package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

// challengeCommand has an option of every kind that users can give.
var challengeCommand = &discordgo.ApplicationCommand{
	Name: "challenge", Description: "Challenges someone",
	Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionUser, Name: "opponent", Description: "Whom", Required: true},
		{Type: discordgo.ApplicationCommandOptionString, Name: "variant", Description: "What", Choices: []*discordgo.ApplicationCommandOptionChoice{
			{Name: "End-Nim", Value: "end-nim"}, {Name: "Nim", Value: "nim"},
		}},
		{Type: discordgo.ApplicationCommandOptionString, Name: "move", Description: "First move", Autocomplete: true},
		{Type: discordgo.ApplicationCommandOptionBoolean, Name: "misere", Description: "Last one loses"},
	},
}

// received returns a handler that passes interactions on, and their channel.
func received() (chan *discordgo.InteractionCreate, func(*discordgo.Session, *discordgo.InteractionCreate)) {
	c := make(chan *discordgo.InteractionCreate, 10)
	return c, func(_ *discordgo.Session, i *discordgo.InteractionCreate) { c <- i }
}

func TestSlashPayload(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	guild := srv.AddGuild("guild")
	ch := guild.AddChannel("general")
	alice, other := srv.AddUser("alice"), srv.AddBotUser("other")
	got, handle := received()
	register(t, srv, connect(t, srv, handle), challengeCommand)

	in := alice.Slash(ch, "challenge", discordtest.UserOpt("opponent", other), discordtest.Opt("variant", "end-nim"), discordtest.BoolOpt("misere", true))
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	i := <-got
	data := i.ApplicationCommandData()
	if i.ID != in.ID || i.Token != in.Token || i.AppID != srv.AppID() || i.GuildID != guild.ID || i.ChannelID != ch.ID ||
		i.Member.User.ID != alice.ID || i.Context != discordgo.InteractionContextGuild ||
		i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall] != guild.ID || data.ID != srv.Commands()[0].ID {
		t.Errorf("interaction is %+v", i.Interaction)
	}
	if u := data.Resolved.Users[data.GetOption("opponent").UserValue(nil).ID]; u == nil || !u.Bot || u.Username != "other" {
		t.Errorf("resolved %+v", data.Resolved)
	}
	if data.GetOption("variant").StringValue() != "end-nim" || !data.GetOption("misere").BoolValue() {
		t.Errorf("options %+v", data.Options)
	}
}

func TestWhereCommandsAreUsed(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	guild := srv.AddGuild("guild")
	alice := srv.AddUser("alice")
	got, handle := received()
	register(t, srv, connect(t, srv, handle), pingCommand, challengeCommand)

	for _, tt := range []struct {
		ch      *discordtest.Channel
		context discordgo.InteractionContextType
		install discordgo.ApplicationIntegrationType
		owner   string
	}{
		{guild.AddChannel("general"), discordgo.InteractionContextGuild, discordgo.ApplicationIntegrationGuildInstall, guild.ID},
		{srv.AddForeignChannel("elsewhere"), discordgo.InteractionContextGuild, discordgo.ApplicationIntegrationUserInstall, alice.ID},
		{srv.AddDM(alice), discordgo.InteractionContextBotDM, discordgo.ApplicationIntegrationGuildInstall, "0"},
		{srv.AddGroupDM("friends"), discordgo.InteractionContextPrivateChannel, discordgo.ApplicationIntegrationUserInstall, alice.ID},
	} {
		alice.Slash(tt.ch, "ping")
		i := <-got
		owners := i.AuthorizingIntegrationOwners
		if i.Context != tt.context || len(owners) != 1 || owners[tt.install] != tt.owner || (i.User == nil) != (tt.ch.GuildID != "") {
			t.Errorf("in %s: %+v", tt.ch.Name, i.Interaction)
		}
	}

	in := alice.Slash(srv.AddForeignChannel("elsewhere"), "challenge", discordtest.UserOpt("opponent", alice))
	if in.Err() == nil {
		t.Error("a guild command was used by a user installation")
	}
}

func TestUsersAreHeldToTheCommands(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice, robot := srv.AddUser("alice"), srv.AddBotUser("robot")
	if err := alice.Slash(ch, "challenge").Err(); err == nil {
		t.Error("a command was used before it was registered")
	}
	register(t, srv, connect(t, srv, nil), challengeCommand)
	opponent := discordtest.UserOpt("opponent", alice)
	for why, in := range map[string]*discordtest.Interaction{
		"unknown command":   alice.Slash(ch, "chalenge", opponent),
		"required":          alice.Slash(ch, "challenge"),
		"unknown option":    alice.Slash(ch, "challenge", opponent, discordtest.Opt("color", "red")),
		"given twice":       alice.Slash(ch, "challenge", opponent, opponent),
		"wrong type":        alice.Slash(ch, "challenge", discordtest.Opt("opponent", alice.ID)),
		"no such choice":    alice.Slash(ch, "challenge", opponent, discordtest.Opt("variant", "chess")),
		"no autocompletion": alice.Autocomplete(ch, "challenge", "variant", "e"),
		"a bot":             robot.Slash(ch, "challenge", opponent),
	} {
		if in.Err() == nil {
			t.Errorf("%s: accepted", why)
		}
		if _, err := in.Wait(t.Context()); err != in.Err() {
			t.Errorf("%s: Wait returned %v", why, err)
		}
	}
}

func TestAutocomplete(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := connect(t, srv, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		option := i.ApplicationCommandData().GetOption("move")
		if !option.Focused {
			t.Error("the option is not focused")
		}
		s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "Left one", Value: option.StringValue() + "-1"},
			}},
		})
	})
	register(t, srv, s, challengeCommand)
	in := srv.AddUser("alice").Autocomplete(ch, "challenge", "move", "L", discordtest.Opt("variant", "nim"))
	choices, err := in.Choices(ctx)
	if err != nil || len(choices) != 1 || choices[0].Name != "Left one" || choices[0].Value != "L-1" {
		t.Errorf("choices %v, %v", choices, err)
	}
	if _, err := in.Wait(ctx); err == nil {
		t.Error("choices passed for a message")
	}
}

// clicker answers a command with buttons and lets click handle their use.
func clicker(click func(*discordgo.Session, *discordgo.InteractionCreate)) func(*discordgo.Session, *discordgo.InteractionCreate) {
	return func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if i.Type == discordgo.InteractionMessageComponent {
			click(s, i)
			return
		}
		resp := say("press")
		resp.Data.Components = buttons("one", "two")
		s.InteractionRespond(i.Interaction, resp)
	}
}

func TestButtonUpdatesItsMessage(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	s := connect(t, srv, clicker(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		resp := say(i.Message.Content + "ed " + i.MessageComponentData().CustomID)
		resp.Type = discordgo.InteractionResponseUpdateMessage
		resp.Data.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "one", CustomID: "one", Disabled: true},
		}}}
		s.InteractionRespond(i.Interaction, resp)
	}))
	register(t, srv, s, pingCommand)
	msg := must(alice.Slash(ch, "ping").Wait(ctx))
	if len(msg.Buttons()) != 2 || alice.Click(msg, "three").Err() == nil || alice.ClickLabel(msg, "three").Err() == nil {
		t.Fatalf("buttons %+v", msg.Buttons())
	}

	in := alice.ClickLabel(msg, "one")
	updated, err := in.Wait(ctx)
	if err != nil || updated.ID != msg.ID || updated.Content != "pressed one" {
		t.Fatalf("updated %+v, %v", updated, err)
	}
	if len(updated.History) != 2 || updated.History[0].Content != "press" || msg.Content != "press" {
		t.Errorf("history %+v", updated.History)
	}
	if resp := in.Response(); resp.Type != discordtest.RespondUpdate || in.Latency() <= 0 {
		t.Errorf("response %+v after %v", resp, in.Latency())
	}
	if alice.Click(msg, "one").Err() == nil || alice.Click(msg, "two").Err() == nil {
		t.Error("a disabled or removed button was clicked")
	}
	if in := alice.ClickRaw(msg, "two"); in.Err() != nil {
		t.Error(in.Err())
	} else if m := must(in.Wait(ctx)); m.Content != "pressed oneed two" {
		t.Errorf("content %q", m.Content)
	}
}

func TestSelectMenu(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	alice := srv.AddUser("alice")
	ch := srv.AddDM(alice)
	s := connect(t, srv, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		s.InteractionRespond(i.Interaction, say(strings.Join(i.MessageComponentData().Values, " ")))
	})
	must(s.ChannelMessageSendComplex(ch.ID, &discordgo.MessageSend{Components: []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			CustomID: "size", Options: []discordgo.SelectMenuOption{{Label: "S", Value: "s"}, {Label: "L", Value: "l"}},
		}}},
	}}))
	msg := ch.Messages()[0]
	if alice.Select(msg, "size").Err() == nil || alice.Select(msg, "size", "s", "l").Err() == nil || alice.Select(msg, "size", "m").Err() == nil {
		t.Error("a wrong selection was accepted")
	}
	if m := must(alice.Select(msg, "size", "l").Wait(ctx)); m.Content != "l" {
		t.Errorf("content %q", m.Content)
	}
}

func TestModal(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	s := connect(t, srv, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if i.Type == discordgo.InteractionModalSubmit {
			row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
			s.InteractionRespond(i.Interaction, say(row.Components[0].(*discordgo.TextInput).Value))
			return
		}
		s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{CustomID: "form", Title: "Move", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
					CustomID: "move", Label: "Your move", Style: discordgo.TextInputShort, Required: true, MaxLength: 5,
				}}},
			}},
		})
	})
	register(t, srv, s, pingCommand)
	in := alice.Slash(ch, "ping")
	if modal := must(in.Modal(ctx)); modal.Title != "Move" || len(modal.Inputs) != 1 {
		t.Fatalf("modal %+v", modal)
	}
	if alice.Submit(in, map[string]string{"move": "far too long"}).Err() == nil || alice.Submit(in, nil).Err() == nil {
		t.Error("wrong input was accepted")
	}
	if m := must(alice.Submit(in, map[string]string{"move": "L-1"}).Wait(ctx)); m.Content != "L-1" {
		t.Errorf("content %q", m.Content)
	}
}

func TestDeferralIsFilledIn(t *testing.T) {
	t.Parallel()
	content := "done"
	tests := map[string]func(*discordgo.Session, *discordgo.Interaction) error{
		"edit": func(s *discordgo.Session, i *discordgo.Interaction) error {
			_, err := s.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &content})
			return err
		},
		"follow up": func(s *discordgo.Session, i *discordgo.Interaction) error {
			_, err := s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: content})
			return err
		},
	}
	for action, fill := range tests {
		t.Run(action, func(t *testing.T) {
			t.Parallel()
			ctx := newContext(t)
			srv := startServer(t, discordtest.Options{})
			ch := srv.AddGuild("guild").AddChannel("general")
			s := connect(t, srv, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
				s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
					Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
					Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
				})
				if loading := must(s.InteractionResponse(i.Interaction)); loading.Flags&discordgo.MessageFlagsLoading == 0 {
					t.Errorf("flags %b", loading.Flags)
				}
				if err := fill(s, i.Interaction); err != nil {
					t.Error(err)
				}
				must(s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "for all"}))
			})
			register(t, srv, s, pingCommand)
			in := srv.AddUser("alice").Slash(ch, "ping")
			msg, err := in.Wait(ctx)
			if err != nil || msg.Content != content || !msg.Ephemeral || msg.ID != in.Original().ID {
				t.Errorf("answer %+v, %v", msg, err)
			}
			public := must(ch.WaitMessage(ctx, func(m *discordtest.Message) bool { return m.Content == "for all" }))
			if f := in.Followups(); len(f) != 1 || f[0].ID != public.ID || len(ch.Messages()) != 1 {
				t.Errorf("follow-ups %+v, messages %+v", f, ch.Messages())
			}
			if h := in.History(); len(h) != 3 || h[0].Action != "respond 5" || h[1].Action != action || h[2].Body.Content != "for all" {
				t.Errorf("history %+v", h)
			}
		})
	}
}

func TestDeferredUpdate(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	content := "later"
	s := connect(t, srv, clicker(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
		must(s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &content}))
		s.InteractionResponseDelete(i.Interaction)
	}))
	register(t, srv, s, pingCommand)
	msg := must(alice.Slash(ch, "ping").Wait(ctx))
	updated := must(alice.Click(msg, "one").Wait(ctx))
	if updated.ID != msg.ID || updated.Content != "later" || len(updated.Buttons()) != 2 {
		t.Errorf("updated %+v", updated)
	}
	if err := ch.WaitDeleted(ctx, msg.ID); err != nil || len(ch.Messages()) != 0 {
		t.Errorf("messages %+v, %v", ch.Messages(), err)
	}
	if alice.Click(msg, "one").Err() == nil {
		t.Error("a button of a deleted message was clicked")
	}
}

func TestEphemeralIsForOneUser(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice, bob := srv.AddUser("alice"), srv.AddUser("bob")
	s := connect(t, srv, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		resp := say(bob.Mention() + alice.Mention() + " @everyone")
		resp.Data.Flags = discordgo.MessageFlagsEphemeral
		resp.Data.Components = buttons("one")
		s.InteractionRespond(i.Interaction, resp)
	})
	register(t, srv, s, pingCommand)
	msg := must(alice.Slash(ch, "ping").Wait(ctx))
	if !msg.Ephemeral || len(ch.Messages()) != 0 {
		t.Errorf("message %+v", msg)
	}
	if msg.Pings.Everyone || !slices.Equal(msg.Pings.Users, []string{alice.ID}) {
		t.Errorf("pings %+v", msg.Pings)
	}
	if bob.Click(msg, "one").Err() == nil {
		t.Error("another user clicked a button of an ephemeral message")
	}
	if in := alice.Click(msg, "one"); in.Err() != nil {
		t.Error(in.Err())
	}
	if len(ch.Messages()) != 0 {
		t.Error("a message for one user is in the channel")
	}
}

func TestOneResponseInTime(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := discordtest.New(discordtest.Options{ResponseDeadline: 300 * time.Millisecond, TokenLife: 600 * time.Millisecond})
	defer srv.Close()
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	got, handle := received()
	s := connect(t, srv, handle)
	register(t, srv, s, pingCommand)

	in := alice.Slash(ch, "ping")
	i := (<-got).Interaction
	_, err := s.InteractionResponse(i)
	wantRESTError(t, err, 404, 10015) // not answered yet
	wrong := *i
	wrong.Token = "wrong"
	wantRESTError(t, s.InteractionRespond(&wrong, say("x")), 404, 10062)
	wantRESTError(t, s.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage}), 400, 50035)
	wantRESTError(t, s.InteractionRespond(i, say("")), 400, 50006)
	if err := s.InteractionRespond(i, say("once")); err != nil {
		t.Fatal(err)
	}
	wantRESTError(t, s.InteractionRespond(i, say("twice")), 400, 40060)
	if msg := must(in.Wait(ctx)); msg.Content != "once" {
		t.Errorf("content %q", msg.Content)
	}

	late := alice.Slash(ch, "ping")
	j := (<-got).Interaction
	if _, err := late.Wait(ctx); !errors.Is(err, discordtest.ErrNoResponse) {
		t.Errorf("Wait returned %v", err)
	}
	wantRESTError(t, s.InteractionRespond(j, say("late")), 404, 10062)
	time.Sleep(400 * time.Millisecond)
	_, err = s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "much later"})
	wantRESTError(t, err, 401, 50027) // the token's life is over
	expectViolations(t, srv, "10015", "10062", "type: Value must be one of", "50006", "40060", "10062")
}

func TestForeignChannel(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	ch := srv.AddForeignChannel("elsewhere")
	alice := srv.AddUser("alice")
	got, handle := received()
	s := connect(t, srv, handle)
	register(t, srv, s, pingCommand)

	_, err := s.ChannelMessageSend(ch.ID, "hello")
	wantRESTError(t, err, 403, 50001)
	alice.Say(ch, "unseen")
	in := alice.Slash(ch, "ping")
	i := (<-got).Interaction
	if err := s.InteractionRespond(i, say("hello")); err != nil {
		t.Fatal(err)
	}
	msg := must(in.Wait(ctx))
	if list := ch.Messages(); len(list) != 2 || list[1].ID != msg.ID {
		t.Errorf("messages %+v", list)
	}
	_, err = s.ChannelMessageEdit(ch.ID, msg.ID, "edited")
	wantRESTError(t, err, 403, 50001)
	for range 5 {
		must(s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "more"}))
	}
	_, err = s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "too much"})
	wantRESTError(t, err, 400, 40094)
	expectViolations(t, srv, "40094")
}

func TestNoSession(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	register(t, srv, newSession(srv), pingCommand)
	alice := srv.AddUser("alice")
	if err := alice.Slash(srv.AddDM(alice), "ping").Err(); !errors.Is(err, discordtest.ErrNoSession) {
		t.Errorf("error %v", err)
	}
}

func TestFollowupsAreEdited(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	alice := srv.AddUser("alice")
	ch := srv.AddDM(alice)
	got, handle := received()
	s := connect(t, srv, handle)
	register(t, srv, s, pingCommand)
	in := alice.Slash(ch, "ping")
	i := (<-got).Interaction
	if in.Latency() != 0 || in.Original() != nil || in.Response() != nil {
		t.Error("answered before the bot did")
	}
	if err := s.InteractionRespond(i, say("first")); err != nil {
		t.Fatal(err)
	}
	f := must(s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "second"}))
	content := "edited"
	must(s.FollowupMessageEdit(i, f.ID, &discordgo.WebhookEdit{Content: &content}))
	if err := s.FollowupMessageDelete(i, f.ID); err != nil {
		t.Error(err)
	}
	_, err := s.FollowupMessageEdit(i, f.ID, &discordgo.WebhookEdit{Content: &content})
	wantRESTError(t, err, 404, 10008)
	if list := in.Followups(); len(list) != 1 || !list[0].Deleted || list[0].Content != content || len(ch.Messages()) != 1 {
		t.Errorf("follow-ups %+v", list)
	}
	if all := srv.Interactions(); len(all) != 1 || all[0] != in {
		t.Errorf("interactions %v", all)
	}
}

// A bot that asks is told which message its response has made or changed.
func TestResponseIsTold(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	got, handle := received()
	session := connect(t, srv, handle)
	register(t, srv, session, challengeCommand)
	for _, test := range []struct {
		kind     int
		ask      string
		status   int
		resource bool
	}{
		{discordtest.RespondMessage, "", http.StatusNoContent, false},
		{discordtest.RespondMessage, "?with_response=true", http.StatusOK, true},
		{discordtest.RespondDeferred, "?with_response=true", http.StatusOK, false},
	} {
		in := alice.Slash(ch, "challenge", discordtest.UserOpt("opponent", alice))
		<-got
		resp, err := http.Post(srv.URL+"/api/v10/interactions/"+in.ID+"/"+in.Token+"/callback"+test.ask, "application/json",
			strings.NewReader(fmt.Sprintf(`{"type":%d,"data":{"content":"yes"}}`, test.kind)))
		if err != nil {
			t.Fatal(err)
		}
		var told struct {
			Interaction struct {
				ID      string `json:"id"`
				Message string `json:"response_message_id"`
			} `json:"interaction"`
			Resource *struct {
				Message struct {
					ID      string `json:"id"`
					Content string `json:"content"`
				} `json:"message"`
			} `json:"resource"`
		}
		if err := json.NewDecoder(resp.Body).Decode(&told); resp.StatusCode == http.StatusOK && err != nil {
			t.Error(err)
		}
		resp.Body.Close()
		id := in.Original().ID
		if resp.StatusCode != test.status || (told.Resource != nil) != test.resource || test.status == http.StatusOK && (told.Interaction.ID != in.ID || told.Interaction.Message != id) {
			t.Errorf("%+v: status %d, %+v", test, resp.StatusCode, told)
		}
		if test.resource && (told.Resource.Message.ID != id || told.Resource.Message.Content != "yes") {
			t.Errorf("told %+v", told.Resource)
		}
	}
}
