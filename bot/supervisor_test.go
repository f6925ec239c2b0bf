package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

func doneFake() *fake {
	return &fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "done"} }}
}

func TestResume(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		drop func(*discordtest.Server)
	}{
		{"dropped", func(s *discordtest.Server) { s.Disconnect() }},
		{"closed", func(s *discordtest.Server) { s.CloseWith(4000) }},
		{"asked to reconnect", func(s *discordtest.Server) { s.RequestReconnect() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := serveFake(t, discordtest.Options{}, nil, doneFake())
			test.drop(w.srv)
			// What happens meanwhile is not lost.
			w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Resumes == 1 }))
			w.sees(w.general, "done")
			w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
			if s := w.srv.GatewayStats(); s.Identifies != 1 {
				t.Errorf("%+v", s)
			}
			if w.overwrites() != 1 {
				t.Error("the commands were registered again")
			}
		})
	}
}

func TestNewSessionWhereTheOldOneIsOver(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		drop func(*discordtest.Server)
	}{
		{"timed out", func(s *discordtest.Server) { s.CloseWith(4009) }},
		{"wrong sequence", func(s *discordtest.Server) { s.CloseWith(4007) }},
		{"invalid", func(s *discordtest.Server) { s.InvalidateSessions(false) }},
		{"invalid but resumable", func(s *discordtest.Server) { s.InvalidateSessions(true) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := serveFake(t, discordtest.Options{}, nil, doneFake())
			test.drop(w.srv)
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Identifies+s.Resumes == 2 }))
			w.ok(w.srv.WaitReady(soon(t)))
			w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
		})
	}
}

// A session that has begun is resumed soon, however often its connections are cut.
func TestManyDisconnects(t *testing.T) {
	t.Parallel()
	w := newWorld(t, discordtest.Options{})
	w.timing.backoff, w.timing.atMost = time.Hour, time.Hour
	w.serve(doneFake())
	for range 6 {
		before := w.srv.GatewayStats()
		w.srv.Disconnect()
		w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool {
			return s.Identifies+s.Resumes > before.Identifies+before.Resumes
		}))
		// The answer shows that the bot knows of the session too.
		w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
	}
	if s := w.srv.GatewayStats(); s.Identifies != 1 {
		t.Errorf("%+v: want resumes only", s)
	}
}

// Only attempts at which no session begins grow the wait, and new sessions that soon end.
func TestPersistence(t *testing.T) {
	t.Parallel()
	const never, soon, long = 0, time.Second, time.Hour
	type attempt struct {
		lasted      time.Duration
		resumable   bool
		least, most time.Duration // waited after it
	}
	resumed := []attempt{
		{soon, true, 0, 250 * time.Millisecond}, {soon, true, 0, 500 * time.Millisecond}, {soon, true, 0, time.Second},
		{soon, true, 0, 2 * time.Second}, {soon, true, 0, 4 * time.Second}, {soon, true, 0, 4 * time.Second},
	}
	failed := []attempt{
		{never, false, time.Second / 2, time.Second}, {never, true, time.Second, 2 * time.Second}, {never, false, 2 * time.Second, 4 * time.Second},
	}
	for name, attempts := range map[string][]attempt{
		"cut":                     slices.Concat(resumed, slices.Repeat(resumed[5:], 100)),
		"cut after long":          slices.Concat(resumed, []attempt{{long, true, 0, 250 * time.Millisecond}}, resumed[1:]),
		"none begins":             failed,
		"none begins, for long":   slices.Concat(failed, slices.Repeat([]attempt{{never, false, time.Second, 2 * time.Minute}}, 50), []attempt{{never, false, time.Minute, 2 * time.Minute}}),
		"one begins at last":      slices.Concat(failed, resumed, failed),
		"new ones that are over":  {{long, false, 0, 250 * time.Millisecond}, {soon, false, time.Second, 2 * time.Second}, {soon, false, 2 * time.Second, 4 * time.Second}},
		"new ones that last long": {{long, false, 0, 250 * time.Millisecond}, {long, false, 0, 250 * time.Millisecond}},
	} {
		for range 50 {
			var p persistence
			for i, a := range attempts {
				if wait := p.after(&defaultTiming, a.lasted, a.resumable); wait < a.least || wait > a.most {
					t.Errorf("%s: after attempt %d it waits %v, want %v to %v", name, i, wait, a.least, a.most)
				}
			}
		}
	}
}

func TestGatewayUnreachableAtFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t, discordtest.Options{})
	w.srv.Fail(discordtest.Fault{Path: "/gateway/bot", Status: 503, Times: 5})
	w.serve(doneFake())
	w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
}

// run runs a bot that is to end by itself.
func run(t *testing.T, c Config) error {
	t.Helper()
	ctx := soon(t)
	err := Run(ctx, c)
	if ctx.Err() != nil {
		t.Fatal("Run does not end")
	}
	return err
}

func TestRefusedToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, discordtest.Options{})
	c := w.config(doneFake())
	for _, token := range []string{"", "wrong", "Bot " + secret, "bad\ntoken"} {
		c.Token = token
		if err := run(t, c); !errors.Is(err, ErrToken) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", token, err)
		}
	}
	if s := w.srv.GatewayStats(); s.Connections > 0 {
		t.Errorf("%+v", s)
	}
}

func TestTokenRefusedLater(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		code int
		want error
	}{{"token", 4004, ErrToken}, {"intents", 4014, ErrIntents}, {"intents", 4013, ErrIntents}, {"sharding", 4011, nil}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			// A gateway that greets and then closes with the code.
			url := gateway(t, func(ws *websocket.Conn) {
				ws.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":45000}}`))
				ws.ReadMessage()
				ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(test.code, ""), time.Now().Add(time.Second))
				ws.ReadMessage()
			})
			tm := fast()
			err := run(t, Config{Token: secret, APIURL: url, Service: doneFake(), Log: quiet, timing: &tm})
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// gateway serves a gateway that does what is wanted on each connection.
func gateway(t *testing.T, serve func(*websocket.Conn)) (apiURL string) {
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	mux.HandleFunc("GET /api/v9/gateway/bot", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Write([]byte(`{"url":"ws` + strings.TrimPrefix(srv.URL, "http") + `/ws","shards":1}`))
	})
	mux.HandleFunc("/ws/", func(rw http.ResponseWriter, r *http.Request) {
		ws, err := (&websocket.Upgrader{}).Upgrade(rw, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer ws.Close()
		serve(ws)
	})
	return srv.URL
}

func TestStuckGateways(t *testing.T) {
	t.Parallel()
	hello := `{"op":10,"d":{"heartbeat_interval":45000}}`
	for name, words := range map[string][]string{
		"silent":           {},
		"only greets":      {hello},
		"reconnect":        {hello, `{"op":7,"d":null}`},
		"acknowledgement":  {hello, `{"op":11}`},
		"null":             {`null`},
		"never ready":      {hello, `{"op":0,"t":"NOTHING","s":1,"d":{}}`},
		"no hello":         {`{"op":0,"t":"NOTHING","s":1,"d":{}}`},
		"invalid for ever": {hello, `{"op":9,"d":false}`},
		"no JSON":          {"?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var connections atomic.Int32
			again := make(chan struct{}, 100)
			url := gateway(t, func(ws *websocket.Conn) {
				if connections.Add(1) > 2 {
					again <- struct{}{}
				}
				for _, text := range words {
					ws.WriteMessage(websocket.TextMessage, []byte(text))
				}
				for { // until the bot gives up
					if _, _, err := ws.ReadMessage(); err != nil {
						return
					}
				}
			})
			tm := fast()
			tm.open = 200 * time.Millisecond
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error, 1)
			go func() {
				ended <- Run(ctx, Config{Token: secret, APIURL: url, Service: doneFake(), Log: quiet, timing: &tm})
			}()
			wait(t, again, "a third try")
			cancel()
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Error("Run does not end")
			}
		})
	}
}

func TestStopWhileConnecting(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0") // that never answers
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{Token: secret, APIURL: "http://" + listener.Addr().String(), Service: doneFake(), Log: quiet})
	}()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("Run does not end")
	}
}
