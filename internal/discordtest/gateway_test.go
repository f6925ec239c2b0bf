package discordtest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// line is a raw connection to the gateway.
type line struct {
	*room
	ws *websocket.Conn
}

// frame is a frame from the gateway.
type frame struct {
	Op   int             `json:"op"`
	Type string          `json:"t"`
	Seq  int             `json:"s"`
	Data json.RawMessage `json:"d"`
}

// dials connects without reading.
func (r *room) dials() *line {
	r.Helper()
	dialer := websocket.Dialer{NetDialContext: r.srv.DialContext}
	ws, _, err := dialer.Dial("ws"+strings.TrimPrefix(r.srv.URL, "http")+"/gateway/?v=10&encoding=json", nil)
	must.OK(r, err)
	r.Cleanup(func() { ws.Close() })
	return &line{r, ws}
}

// connects connects and reads Hello.
func (r *room) connects() *line {
	r.Helper()
	l := r.dials()
	l.expects(10, "")
	return l
}

func (l *line) say(text string) {
	l.Helper()
	must.OK(l, l.ws.WriteMessage(websocket.TextMessage, []byte(text)))
}

// expects checks the next frame.
func (l *line) expects(op int, event string) (s frame) {
	l.Helper()
	l.ws.SetReadDeadline(time.Now().Add(time.Minute))
	if err := l.ws.ReadJSON(&s); err != nil || s.Op != op || s.Type != event {
		l.Fatalf("heard %d %s, %v; want %d %s", s.Op, s.Type, err, op, event)
	}
	return s
}

// ends reads until the connection ends.
func (l *line) ends() (err error) {
	l.ws.SetReadDeadline(time.Now().Add(time.Minute))
	for err == nil {
		_, _, err = l.ws.ReadMessage()
	}
	return err
}

const (
	identify = `{"op":2,"d":{"token":"Bot discordtest-token","intents":512}}`
	resume   = `{"op":6,"d":{"token":"Bot discordtest-token","session_id":"%","seq":2}}`
)

// begin starts a session for all shards and returns its id.
func (l *line) begin() string {
	l.Helper()
	l.say(identify)
	var ready struct {
		ID string `json:"session_id"`
	}
	must.OK(l, json.Unmarshal(l.expects(0, "READY").Data, &ready))
	return ready.ID
}

func (l *line) resume(session string) { l.say(strings.Replace(resume, "%", session, 1)) }

func TestGatewayMisuse(t *testing.T) {
	in(t, func(r *room) {
		for _, c := range []struct {
			code  int
			fault string
			send  []string
		}{
			{4001, "unexpected message", []string{`{"op":8}`}},
			{4002, "cannot unmarshal", []string{`"hello"`}},
			{4003, "presence", []string{`{"op":3}`}},
			{4004, "", []string{strings.ReplaceAll(identify, "discordtest", "wrong")}},
			{4004, "", []string{strings.ReplaceAll(resume, "discordtest", "wrong")}},
			{4005, "twice", []string{identify, identify}},
			{4005, "resumed twice", []string{identify, resume}},
			{4002, "cannot unmarshal", []string{strings.ReplaceAll(identify, "512", `"all"`)}},
			{4002, "cannot unmarshal", []string{`{"op":6,"d":1}`}},
			{4013, "intents", []string{strings.ReplaceAll(identify, "512", "null")}},
			{4014, "privileged", []string{strings.ReplaceAll(identify, "512", "32768")}},
			{4010, "shard", []string{strings.ReplaceAll(identify, "512", `512,"shard":[2,2]`)}},
		} {
			l := r.connects()
			for _, text := range c.send {
				l.say(text)
			}
			if err := l.ends(); !websocket.IsCloseError(err, c.code) {
				r.Errorf("%s: ended with %v, want code %d", c.send, err, c.code)
			}
			if c.fault != "" {
				r.violated(c.fault)
			}
		}
	})
}

// A session is resumed on another connection while the old one is open. Events after the given
// number are repeated there, and the old connection gets none.
func TestResumeElsewhere(t *testing.T) {
	for name, takeover := range map[string]discordtest.Takeover{
		"dropped": discordtest.TakeoverDrops, "closed": discordtest.TakeoverCloses, "silent": discordtest.TakeoverSilences,
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(r *room) {
				r.srv.SetTakeover(takeover)
				old := r.connects()
				session := old.begin()
				for range 3 {
					r.alice.Say(r.ch, "hello")
					old.expects(0, "MESSAGE_CREATE")
				}
				next := r.connects()
				next.resume(session)
				for i, event := range []string{"MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED", "MESSAGE_CREATE"} {
					if s := next.expects(0, event); s.Seq != 3+i {
						r.Errorf("%s has the number %d", event, s.Seq)
					}
					if event == "RESUMED" {
						r.alice.Say(r.ch, "hello")
					}
				}
				err := old.ends()
				var late interface{ Timeout() bool }
				silent := errors.As(err, &late) && late.Timeout()
				if silent != (takeover == discordtest.TakeoverSilences) || websocket.IsCloseError(err, 4000) != (takeover == discordtest.TakeoverCloses) {
					r.Errorf("the old one ends with %v", err)
				}
				old.ws.Close() // that doesn't end the session
				r.alice.Say(r.ch, "hello")
				next.expects(0, "MESSAGE_CREATE")
			})
		})
	}
}

// A client that closes with 1000 or 1001 ends its session. Another code, or none, does not end it.
func TestCloseOfClient(t *testing.T) {
	in(t, func(r *room) {
		for code, op := range map[int]int{1000: 9, 1001: 9, 4000: 0, 0: 0} {
			old := r.connects()
			session := old.begin()
			r.srv.Dispatch("NEWS", `[1]`)
			if code != 0 {
				_ = old.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
			}
			old.ws.Close()
			time.Sleep(time.Second)
			next := r.connects()
			next.resume(session)
			next.expects(op, map[int]string{0: "RESUMED"}[op])
			next.ws.Close()
		}
	})
}

// Autocompletion choices have limits.
func TestChoiceLimits(t *testing.T) {
	in(t, func(r *room) {
		r.registers(`[{"name":"move","description":"d","options":[{"type":3,"name":"move","description":"d","autocomplete":true}]}]`)
		r.connects().begin()
		used := r.alice.Autocomplete(r.ch, "move", "move", "")
		choice := func(name, value string) string { return `{"name":"` + name + `","value":` + value + `}` }
		send := func(want, choices string) {
			r.Helper()
			r.does(want, "POST", callback(used), `{"type":8,"data":{"choices":[`+choices+`]}}`)
		}
		for _, refused := range []string{
			many(26, func(int) string { return choice("n", `"v"`) }), choice("", `"v"`), choice(long(101), `"v"`), choice("n", `"`+long(101)+`"`), choice("n", "3"),
		} {
			send("400 50035", refused)
			r.violated("data.choices")
		}
		send("204", many(25, func(int) string { return choice(long(100), `"`+long(100)+`"`) }))
		if _, err := used.Wait(r.Context()); err == nil {
			r.Error("choices pass for a message")
		}
	})
}

// A bucket limits the pace of new sessions and their number per day.
func TestSessionStarts(t *testing.T) {
	in(t, func(r *room) {
		r.srv.SetShards(4, 2)
		r.srv.SetIdentifyInterval(time.Hour)
		for shard, op := range []int{0, 0, 9, 9} {
			l := r.connects()
			l.say(strings.ReplaceAll(identify, "512", `512,"shard":[`+string(rune('0'+shard))+`,4]`))
			l.expects(op, map[int]string{0: "READY"}[op])
		}
		r.violated("shard 2 was started", "shard 3 was started")
		if s := r.srv.GatewayStats(); s.Identifies != 2 {
			r.Errorf("%+v", s)
		}
		left := func(want string) {
			r.Helper()
			if answer := r.does("200", "GET", "/gateway/bot", ""); !strings.Contains(answer, `"remaining":`+want+`,`) {
				r.Errorf("%s, want %s left", answer, want)
			}
		}
		time.Sleep(2 * time.Hour)
		left("996")
		r.srv.SetSessionStarts(1, 5*time.Hour)
		r.connects().begin()
		left("0")
		time.Sleep(2 * time.Hour)
		r.connects().begin()
		r.violated("beyond the limit")
		time.Sleep(3 * time.Hour)
		left("1000")
	})
}
