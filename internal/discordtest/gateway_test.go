package discordtest_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nimatron/internal/discordtest"
)

func TestIdentifyAndReady(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	srv := startServer(t, discordtest.Options{HeartbeatInterval: 20 * time.Millisecond})
	guild := srv.AddGuild("guild")
	ch := guild.AddChannel("general")

	s := newSession(srv)
	ready := make(chan *discordgo.Ready, 1)
	created := make(chan *discordgo.GuildCreate, 2)
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r })
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { created <- g })
	open(t, s)

	r := <-ready
	if r.User.ID != srv.BotUser().ID || r.Application.ID != srv.AppID() || r.SessionID == "" || len(r.Guilds) != 1 {
		t.Errorf("READY is %+v", r)
	}
	if g := <-created; g.ID != guild.ID || len(g.Channels) != 1 || g.Channels[0].ID != ch.ID {
		t.Errorf("GUILD_CREATE is %+v", g)
	}
	later := srv.AddGuild("another")
	if g := <-created; g.ID != later.ID {
		t.Errorf("GUILD_CREATE is %+v", g)
	}
	if err := srv.WaitReady(ctx); err != nil {
		t.Error(err)
	}
	err := srv.WaitGateway(ctx, func(g discordtest.GatewayStats) bool { return g.Heartbeats >= 3 })
	if err != nil {
		t.Error(err)
	}
	if got := srv.GatewayStats().Intents; got != int(s.Identify.Intents) {
		t.Errorf("intents %b", got)
	}
}

func TestIdentifyRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spoil func(*discordgo.Session)
		code  int
		fault bool
	}{
		"wrong token":       {func(s *discordgo.Session) { s.Identify.Token = "Bot wrong" }, 4004, false},
		"privileged intent": {func(s *discordgo.Session) { s.Identify.Intents |= discordgo.IntentsMessageContent }, 4014, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := discordtest.New(discordtest.Options{})
			defer srv.Close()
			s := newSession(srv)
			tt.spoil(s)
			err := s.Open()
			var closed *websocket.CloseError
			if !errors.As(err, &closed) || closed.Code != tt.code {
				t.Errorf("Open returned %v, want close code %d", err, tt.code)
			}
			if fault := len(srv.Violations()) > 0; fault != tt.fault {
				t.Errorf("violations %q", srv.Violations())
			}
		})
	}
}

// TestResume loses the connection in various ways while a user interacts: the
// interaction reaches the bot when it resumes.
func TestResume(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*discordtest.Server){
		"dropped":           (*discordtest.Server).Disconnect,
		"closed":            func(srv *discordtest.Server) { srv.CloseWith(4000) },
		"reconnect, opcode": (*discordtest.Server).RequestReconnect,
	}
	for name, lose := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := newContext(t)
			srv := startServer(t, discordtest.Options{ResponseDeadline: 8 * time.Second})
			ch := srv.AddGuild("guild").AddChannel("general")
			s := newSession(srv)
			s.ShouldReconnectOnError = true
			s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
				s.InteractionRespond(i.Interaction, say("hello"))
			})
			open(t, s)
			register(t, srv, s, pingCommand)
			lose(srv)
			in := srv.AddUser("alice").Slash(ch, "ping")
			if msg, err := in.Wait(ctx); err != nil || msg.Content != "hello" {
				t.Fatalf("answer %+v, %v", msg, err)
			}
			err := srv.WaitGateway(ctx, func(g discordtest.GatewayStats) bool { return g.Resumes == 1 })
			if stats := srv.GatewayStats(); err != nil || stats.Identifies != 1 {
				t.Errorf("%+v, %v", stats, err)
			}
		})
	}
}

// TestNewSession loses the session itself in various ways: the bot has to
// identify anew.
func TestNewSession(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*discordtest.Server){
		"invalid session": func(srv *discordtest.Server) { srv.InvalidateSessions(false) },
		"timed out":       func(srv *discordtest.Server) { srv.CloseWith(4009) },
		"no acks":         func(srv *discordtest.Server) { srv.MuteAcks(true) },
	}
	for name, lose := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := newContext(t)
			srv := startServer(t, discordtest.Options{HeartbeatInterval: 50 * time.Millisecond})
			s := newSession(srv)
			s.ShouldReconnectOnError = true
			open(t, s)
			lose(srv)
			err := srv.WaitGateway(ctx, func(g discordtest.GatewayStats) bool { return g.Identifies == 2 })
			if err != nil {
				t.Errorf("%v: %+v", err, srv.GatewayStats())
			}
		})
	}
}

func TestMessageContentIsPrivileged(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	got := make(chan *discordgo.MessageCreate, 10)
	s := connect(t, srv, nil)
	s.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) { got <- m })

	bot := srv.BotUser()
	for _, tt := range []struct {
		send      func() *discordtest.Message
		content   string
		mentioned bool
	}{
		{func() *discordtest.Message { return alice.Say(ch, "secret") }, "", false},
		{func() *discordtest.Message { return alice.Say(ch, bot.Mention()+" L-1") }, bot.Mention() + " L-1", true},
		{func() *discordtest.Message { return alice.Say(srv.AddDM(alice), "hi") }, "hi", false},
	} {
		sent := tt.send()
		m := <-got
		if m.ID != sent.ID || m.Content != tt.content || (len(m.Mentions) > 0) != tt.mentioned || m.Author.ID != alice.ID {
			t.Errorf("got %+v for %+v", m.Message, sent)
		}
	}

	own := must(s.ChannelMessageSend(ch.ID, "mine"))
	if m := <-got; m.ID != own.ID || m.Content != "mine" {
		t.Errorf("got %+v", m.Message)
	}
	alice.Reply(ch.Messages()[2], "yours")
	if m := <-got; m.Content != "yours" || m.MessageReference.MessageID != own.ID {
		t.Errorf("got %+v", m.Message)
	}
}

func TestEventsNeedIntents(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	alice := srv.AddUser("alice")
	s := newSession(srv)
	s.Identify.Intents = discordgo.IntentsDirectMessages
	got := make(chan *discordgo.MessageCreate, 2)
	s.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) { got <- m })
	open(t, s)
	alice.Say(ch, "not for the bot")
	dm := alice.Say(srv.AddDM(alice), "for the bot")
	if m := <-got; m.ID != dm.ID {
		t.Errorf("got %+v", m.Message)
	}
}

func TestGatewayMisuse(t *testing.T) {
	t.Parallel()
	identify := func(intents any) map[string]any {
		return map[string]any{"op": 2, "d": map[string]any{"token": "Bot t", "intents": intents}}
	}
	resume := func(token, session string, seq int) map[string]any {
		return map[string]any{"op": 6, "d": map[string]any{"token": token, "session_id": session, "seq": seq}}
	}
	tests := map[string]struct {
		send  []any
		code  int
		fault string
	}{
		"unknown opcode":       {[]any{map[string]any{"op": 8}}, 4001, "unexpected message"},
		"not an object":        {[]any{"hello"}, 4002, "cannot unmarshal"},
		"presence first":       {[]any{map[string]any{"op": 3}}, 4003, "presence"},
		"identify twice":       {[]any{identify(0), identify(0)}, 4005, "twice"},
		"no intents":           {[]any{identify(nil)}, 4013, "intents"},
		"bad identify":         {[]any{identify("all")}, 4002, "cannot unmarshal"},
		"bad resume":           {[]any{map[string]any{"op": 6, "d": 1}}, 4002, "cannot unmarshal"},
		"resume after session": {[]any{identify(0), resume("t", "x", 1)}, 4005, "resumed twice"},
		"resume, wrong token":  {[]any{resume("wrong", "x", 1)}, 4004, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := discordtest.New(discordtest.Options{Token: "t"})
			defer srv.Close()
			url := must(newSession(srv).GatewayBot()).URL + "?v=10&encoding=json"
			ws, _, err := websocket.DefaultDialer.Dial(url, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			for _, v := range tt.send {
				if err := ws.WriteJSON(v); err != nil {
					t.Fatal(err)
				}
			}
			ws.SetReadDeadline(time.Now().Add(5 * time.Second))
			for err == nil {
				_, _, err = ws.ReadMessage()
			}
			if !websocket.IsCloseError(err, tt.code) {
				t.Errorf("ended with %v, want code %d", err, tt.code)
			}
			if tt.fault != "" {
				expectViolations(t, srv, tt.fault)
			}
		})
	}
}

// TestCloseLeavesNothing is not parallel: it counts goroutines.
func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	srv := discordtest.New(discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	waited := make(chan error)
	go func() {
		_, err := ch.WaitMessage(t.Context(), func(*discordtest.Message) bool { return false })
		waited <- err
	}()
	srv.Close()
	srv.Close() // does nothing
	if err := <-waited; !errors.Is(err, discordtest.ErrClosed) {
		t.Errorf("the wait returned %v", err)
	}
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("goroutines are left:\n%s", buf[:runtime.Stack(buf, true)])
		}
	}
}
