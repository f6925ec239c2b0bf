package discordtest_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

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
