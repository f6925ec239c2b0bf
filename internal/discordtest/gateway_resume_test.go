package discordtest_test

import (
	"encoding/json"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"nimatron/internal/discordtest"
)

// line is a connection to the gateway as it is on the wire.
type line struct {
	*testing.T
	ws *websocket.Conn
}

// said is what the gateway says on a line.
type said struct {
	Op   int             `json:"op"`
	Type string          `json:"t"`
	Seq  int             `json:"s"`
	Data json.RawMessage `json:"d"`
}

func connectLine(t *testing.T, srv *discordtest.Server) *line {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial(must(newSession(srv).GatewayBot()).URL+"?v=10&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	l := &line{t, ws}
	l.hears(10, "")
	return l
}

func (l *line) say(op int, data map[string]any) {
	l.Helper()
	if err := l.ws.WriteJSON(map[string]any{"op": op, "d": data}); err != nil {
		l.Fatal(err)
	}
}

// hears checks what is said next.
func (l *line) hears(op int, event string) (s said) {
	l.Helper()
	l.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	if err := l.ws.ReadJSON(&s); err != nil || s.Op != op || s.Type != event {
		l.Fatalf("heard %d %s, %v; want %d %s", s.Op, s.Type, err, op, event)
	}
	return s
}

// identify begins a session of a shard.
func (l *line) identify(srv *discordtest.Server, shard, of int) {
	l.Helper()
	l.say(2, map[string]any{"token": "Bot " + srv.Token(), "intents": 1 << 9, "shard": []int{shard, of}})
}

// begin begins the session of all shards, and returns its id.
func (l *line) begin(srv *discordtest.Server) string {
	l.Helper()
	l.identify(srv, 0, 1)
	var ready struct {
		ID string `json:"session_id"`
	}
	if err := json.Unmarshal(l.hears(0, "READY").Data, &ready); err != nil {
		l.Fatal(err)
	}
	return ready.ID
}

func (l *line) resume(srv *discordtest.Server, session string, seq int) {
	l.Helper()
	l.say(6, map[string]any{"token": "Bot " + srv.Token(), "session_id": session, "seq": seq})
}

// A session is resumed on another connection while the old one is open. What came after the
// given number is sent again there, and nothing more on the old one.
func TestResumeElsewhere(t *testing.T) {
	t.Parallel()
	for name, takeover := range map[string]discordtest.Takeover{
		"dropped": discordtest.TakeoverDrops, "closed": discordtest.TakeoverCloses, "silent": discordtest.TakeoverSilences,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := startServer(t, discordtest.Options{})
			srv.SetTakeover(takeover)
			ch, alice := srv.AddGuild("guild").AddChannel("general"), srv.AddUser("alice")
			old := connectLine(t, srv)
			session := old.begin(srv)
			for range 3 {
				alice.Say(ch, "hello")
				old.hears(0, "MESSAGE_CREATE")
			}
			next := connectLine(t, srv)
			next.resume(srv, session, 2)
			seq := 2
			for _, event := range []string{"MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED", "MESSAGE_CREATE"} {
				s := next.hears(0, event)
				if seq++; s.Seq != seq {
					t.Errorf("%s has the number %d", event, s.Seq)
				}
				if event == "RESUMED" {
					alice.Say(ch, "hello")
				}
			}

			_ = old.ws.WriteJSON(map[string]any{"op": 1, "d": 4})
			patience := 20 * time.Second
			if takeover == discordtest.TakeoverSilences {
				patience = 200 * time.Millisecond
			}
			old.ws.SetReadDeadline(time.Now().Add(patience))
			_, text, err := old.ws.ReadMessage()
			var late net.Error
			silent := errors.As(err, &late) && late.Timeout()
			if silent != (takeover == discordtest.TakeoverSilences) || websocket.IsCloseError(err, 4000) != (takeover == discordtest.TakeoverCloses) || err == nil {
				t.Errorf("the old one hears %s, %v", text, err)
			}
			// The old one's end is not the session's.
			_ = old.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(4000, ""), time.Now().Add(time.Second))
			old.ws.Close()
			alice.Say(ch, "hello")
			next.hears(0, "MESSAGE_CREATE")
		})
	}
}

// A client that closes its connection with 1000 or 1001 ends its session; with another code,
// or without, it does not.
func TestCloseOfClient(t *testing.T) {
	t.Parallel()
	for code, op := range map[int]int{1000: 9, 1001: 9, 4000: 0, 0: 0} {
		srv := startServer(t, discordtest.Options{})
		old := connectLine(t, srv)
		session := old.begin(srv)
		if code == 0 {
			old.ws.NetConn().Close()
		} else {
			_ = old.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
		}
		for len(srv.Serving()) > 0 {
			if newContext(t).Err() != nil {
				t.Fatal("the connection does not end")
			}
			time.Sleep(time.Millisecond)
		}
		next := connectLine(t, srv)
		next.resume(srv, session, 1)
		next.hears(op, map[int]string{0: "RESUMED"}[op])
	}
}

// Sessions of one bucket are not begun too fast, whichever connections they are begun on.
func TestIdentifyTooEarly(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	srv.SetShards(4, 2)
	srv.SetIdentifyInterval(time.Hour)
	for shard, op := range []int{0, 0, 9, 9} {
		l := connectLine(t, srv)
		l.identify(srv, shard, 4)
		l.hears(op, map[int]string{0: "READY"}[op])
	}
	if s := srv.GatewayStats(); s.Identifies != 2 {
		t.Errorf("%+v", s)
	}
	expectViolations(t, srv, "shard 2 was started", "shard 3 was started")
}
