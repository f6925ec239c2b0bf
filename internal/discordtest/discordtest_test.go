package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

// newContext returns a context that bounds the waits of a test.
func newContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// must returns v, or ends the test.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// startServer starts a server that must end without violations.
func startServer(t *testing.T, opts discordtest.Options) *discordtest.Server {
	srv := discordtest.New(opts)
	t.Cleanup(func() {
		srv.Close()
		if v := srv.Violations(); len(v) > 0 {
			t.Errorf("violations:\n%s", strings.Join(v, "\n"))
		}
	})
	return srv
}

// expectViolations checks that there was a violation that mentions each text,
// and no other.
func expectViolations(t *testing.T, srv *discordtest.Server, texts ...string) {
	t.Helper()
	got := srv.Violations()
	if len(got) != len(texts) {
		t.Fatalf("violations %q, want %d", got, len(texts))
	}
	for i, text := range texts {
		if !strings.Contains(got[i], text) {
			t.Errorf("violation %q does not mention %q", got[i], text)
		}
	}
}

// newSession returns a session for the server, not yet open, that does not
// reconnect.
func newSession(srv *discordtest.Server) *discordgo.Session {
	s := must(discordgo.New("Bot " + srv.Token()))
	s.Client = srv.Client()
	s.ShouldReconnectOnError = false
	s.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages
	return s
}

// connect opens a session whose interactions go to handle.
func connect(t *testing.T, srv *discordtest.Server, handle func(*discordgo.Session, *discordgo.InteractionCreate)) *discordgo.Session {
	s := newSession(srv)
	if handle != nil {
		s.AddHandler(handle)
	}
	open(t, s)
	return s
}

// open opens a session.
func open(t *testing.T, s *discordgo.Session) {
	t.Helper()
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { go s.Close() }) // takes a second
}

// register registers commands.
func register(t *testing.T, srv *discordtest.Server, s *discordgo.Session, commands ...*discordgo.ApplicationCommand) {
	t.Helper()
	if _, err := s.ApplicationCommandBulkOverwrite(srv.AppID(), "", commands); err != nil {
		t.Fatal(err)
	}
}

// pingCommand is a command that is available everywhere.
var pingCommand = &discordgo.ApplicationCommand{
	Name: "ping", Description: "Replies",
	IntegrationTypes: &[]discordgo.ApplicationIntegrationType{0, 1},
	Contexts:         &[]discordgo.InteractionContextType{0, 1, 2},
}

// say is a type 4 response.
func say(content string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content},
	}
}

// buttons is a row of buttons labelled like their custom ids.
func buttons(ids ...string) []discordgo.MessageComponent {
	row := discordgo.ActionsRow{}
	for _, id := range ids {
		row.Components = append(row.Components, discordgo.Button{Label: id, CustomID: id, Style: discordgo.PrimaryButton})
	}
	return []discordgo.MessageComponent{row}
}

// wantRESTError checks that err is a REST error of that status and code.
func wantRESTError(t *testing.T, err error, status, code int) {
	t.Helper()
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) {
		t.Fatalf("error %v, want HTTP %d", err, status)
	}
	if rest.Response.StatusCode != status || rest.Message == nil || rest.Message.Code != code {
		t.Errorf("error %v, want HTTP %d and code %d", rest, status, code)
	}
}

func Example() {
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	general := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")

	bot := newSession(srv)
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		s.InteractionRespond(i.Interaction, say("pong, "+i.Member.User.Mention()))
	})
	if err := bot.Open(); err != nil {
		fmt.Println(err)
		return
	}
	bot.ApplicationCommandBulkOverwrite(srv.AppID(), "", []*discordgo.ApplicationCommand{pingCommand})

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	msg, err := alice.Slash(general, "ping").Wait(ctx)
	fmt.Println(err, msg.Content == "pong, "+alice.Mention(), msg.Pings.Users[0] == alice.ID)
	fmt.Println(len(general.Messages()), srv.Violations())
	// Output:
	// <nil> true true
	// 1 []
}

func TestWrongTokenIsUnauthorized(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{Token: "right"})
	s := newSession(srv)
	s.Token = "Bot wrong"
	s.Identify.Token = s.Token
	for _, call := range []func() error{
		func() error { _, err := s.GatewayBot(); return err },
		func() error { _, err := s.User("@me"); return err },
	} {
		wantRESTError(t, call(), http.StatusUnauthorized, 0)
	}
}

func TestBotDescribesItself(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{BotName: "nim"})
	s := newSession(srv)
	user := must(s.User("@me"))
	app := must(s.Application("@me"))
	if user.ID != srv.BotUser().ID || user.Username != "nim" || !user.Bot || app.ID != srv.AppID() || app.ID == user.ID {
		t.Errorf("user %+v, application %+v", user, app)
	}
	if url := must(s.GatewayBot()).URL; !strings.HasPrefix(url, "ws://127.0.0.1:") {
		t.Errorf("gateway at %q", url)
	}
}

func TestUnknownEndpointIsAViolation(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	_, err := newSession(srv).GuildRoles("1")
	wantRESTError(t, err, http.StatusNotFound, 0)
	expectViolations(t, srv, "GET /guilds/1/roles")
}

func TestFaultsAndLatency(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)

	srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/*/messages", Times: 2, Status: 500})
	for range 2 {
		_, err := s.ChannelMessageSend(ch.ID, "lost")
		wantRESTError(t, err, 500, 0)
	}
	must(s.ChannelMessageSend(ch.ID, "through"))

	srv.Fail(discordtest.Fault{Status: 429, RetryAfter: 100 * time.Millisecond})
	srv.SetLatency(50 * time.Millisecond)
	start := time.Now()
	must(s.ChannelMessageSend(ch.ID, "later"))
	if took := time.Since(start); took < 200*time.Millisecond {
		t.Errorf("took %v, want both latencies and the wait", took)
	}
	var statuses []int
	for _, r := range srv.Requests() {
		statuses = append(statuses, r.Status)
	}
	if got := fmt.Sprint(statuses); got != "[500 500 200 429 200]" {
		t.Errorf("statuses %v", got)
	}
	if n := len(ch.Messages()); n != 2 {
		t.Errorf("%d messages, want 2", n)
	}
}
