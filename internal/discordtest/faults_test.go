package discordtest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"nimatron/internal/discordtest"
)

// post creates a message by a plain HTTP request and returns the status and the
// body of the answer.
func post(srv *discordtest.Server, ch *discordtest.Channel, body string) (status int, header http.Header, answer string, err error) {
	r := must(http.NewRequest("POST", srv.URL+"/api/v9/channels/"+ch.ID+"/messages", strings.NewReader(body)))
	r.Header.Set("Authorization", "Bot "+srv.Token())
	r.Header.Set("Content-Type", "application/json")
	client := &http.Client{Timeout: 200 * time.Millisecond}
	resp, err := client.Do(r)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(data), err
}

func TestFaultsCompose(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault  discordtest.Fault
		status int
		breaks bool // the answer does not come whole
		posted int
	}{
		"refused":             {discordtest.Fault{Status: 502}, 502, false, 0},
		"done and refused":    {discordtest.Fault{Status: 502, After: true}, 502, false, 1},
		"half":                {discordtest.Fault{Half: true}, 500, true, 0},
		"done, half":          {discordtest.Fault{After: true, Half: true}, 200, true, 1},
		"no answer":           {discordtest.Fault{Hang: true}, 0, true, 0},
		"done, no answer":     {discordtest.Fault{Hang: true, After: true}, 0, true, 1},
		"an answer in prose":  {discordtest.Fault{Status: 503, Body: "<html>"}, 503, false, 0},
		"done, truth is lost": {discordtest.Fault{After: true, Body: "{"}, 200, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := startServer(t, discordtest.Options{})
			ch := srv.AddGuild("guild").AddChannel("general")
			srv.Fail(tt.fault)
			status, _, answer, err := post(srv, ch, `{"content":"hi"}`)
			if status != tt.status || (err != nil) != tt.breaks {
				t.Errorf("status %d, %v", status, err)
			}
			if tt.fault.Body != "" && answer != tt.fault.Body {
				t.Errorf("answer %q", answer)
			}
			if n := len(ch.Messages()); n != tt.posted {
				t.Errorf("%d messages, want %d", n, tt.posted)
			}
			if status, _, _, err := post(srv, ch, `{"content":"again"}`); status != 200 || err != nil {
				t.Errorf("after the fault: status %d, %v", status, err)
			}
		})
	}
}

func TestEnforcedNonce(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	guild := srv.AddGuild("guild")
	ch, other := guild.AddChannel("general"), guild.AddChannel("other")
	for _, body := range []string{
		`{"content":"a","nonce":"1","enforce_nonce":true}`, `{"content":"b","nonce":"1","enforce_nonce":true}`,
		`{"content":"c","nonce":"2","enforce_nonce":true}`, `{"content":"d","nonce":"1"}`,
	} {
		if status, _, answer, err := post(srv, ch, body); status != 200 || err != nil {
			t.Errorf("%s: %d %s, %v", body, status, answer, err)
		}
	}
	post(srv, other, `{"content":"e","nonce":"1","enforce_nonce":true}`)
	said := ""
	for _, m := range append(ch.Messages(), other.Messages()...) {
		said += m.Content
	}
	if said != "acde" {
		t.Errorf("said %q", said)
	}
	if status, _, _, _ := post(srv, ch, `{"content":"x","nonce":"`+strings.Repeat("1", 26)+`"}`); status != 400 {
		t.Errorf("a long nonce gets status %d", status)
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	guild := srv.AddGuild("guild")
	ch, other := guild.AddChannel("general"), guild.AddChannel("other")
	srv.SetLimit(discordtest.Limit{Method: "POST", Path: "/channels/*/messages", Requests: 2, Per: 100 * time.Millisecond})
	for i, want := range []int{200, 200, 429} {
		status, header, answer, err := post(srv, ch, `{"content":"hi"}`)
		if status != want || err != nil {
			t.Fatalf("request %d: %d %s, %v", i, status, answer, err)
		}
		if left := header.Get("X-RateLimit-Remaining"); left != []string{"1", "0", "0"}[i] {
			t.Errorf("request %d: %s left", i, left)
		}
	}
	if status, _, _, _ := post(srv, other, `{"content":"hi"}`); status != 200 {
		t.Errorf("another channel: %d", status)
	}
	time.Sleep(100 * time.Millisecond)
	if status, _, _, _ := post(srv, ch, `{"content":"hi"}`); status != 200 {
		t.Errorf("after the reset: %d", status)
	}
}

// dial connects to the gateway.
func dial(t *testing.T, srv *discordtest.Server) *websocket.Conn {
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(srv.URL, "http")+"/gateway/?v=9&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	ws.SetReadDeadline(time.Now().Add(10 * time.Second))
	return ws
}

func read(ws *websocket.Conn) string {
	_, data, err := ws.ReadMessage()
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func TestGatewayFaults(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	identify := []byte(`{"op":2,"d":{"token":"` + srv.Token() + `","intents":1}}`)
	resume := []byte(`{"op":6,"d":{"token":"` + srv.Token() + `","session_id":"x","seq":1}}`)
	srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtConnect, Drop: true})
	if got := read(dial(t, srv)); !strings.Contains(got, "EOF") {
		t.Errorf("dropped: %s", got)
	}
	srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtIdentify, Send: []string{"?", discordtest.Reconnect}})
	srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtResume, Close: 4009})
	ws := dial(t, srv)
	if got := read(ws); !strings.Contains(got, `"op":10`) {
		t.Errorf("greeted with %s", got)
	}
	ws.WriteMessage(websocket.TextMessage, identify)
	if got := read(ws) + read(ws); got != "?"+discordtest.Reconnect {
		t.Errorf("instead of READY: %s", got)
	}
	ws.WriteMessage(websocket.TextMessage, resume)
	if got := read(ws); !strings.Contains(got, "4009") {
		t.Errorf("instead of RESUMED: %s", got)
	}
	if s := srv.GatewayStats(); s.Refused != 2 || s.Identifies != 0 || len(srv.SessionStarts()) != 1 {
		t.Errorf("%+v", s)
	}
	ws = dial(t, srv)
	read(ws)
	ws.WriteMessage(websocket.TextMessage, identify)
	if got := read(ws); !strings.Contains(got, "READY") {
		t.Errorf("after the faults: %s", got)
	}
	srv.Dispatch("NEWS", `[1]`)
	srv.SendRaw("!")
	if got := read(ws) + read(ws); got != `{"op":0,"t":"NEWS","s":2,"d":[1]}!` {
		t.Errorf("sent %s", got)
	}
}

func TestSessionStarts(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	left := func() (n int) {
		r := must(http.NewRequest("GET", srv.URL+"/api/v9/gateway/bot", nil))
		r.Header.Set("Authorization", "Bot "+srv.Token())
		var v struct {
			Limit struct {
				Remaining int `json:"remaining"`
			} `json:"session_start_limit"`
		}
		resp := must(http.DefaultClient.Do(r))
		defer resp.Body.Close()
		json.NewDecoder(resp.Body).Decode(&v)
		return v.Limit.Remaining
	}
	start := func() {
		ws := dial(t, srv)
		read(ws)
		ws.WriteMessage(websocket.TextMessage, []byte(`{"op":2,"d":{"token":"`+srv.Token()+`","intents":1}}`))
		read(ws)
	}
	if n := left(); n != 1000 {
		t.Errorf("%d left at first", n)
	}
	srv.SetSessionStarts(1, 200*time.Millisecond)
	start()
	if n := left(); n != 0 {
		t.Errorf("%d left", n)
	}
	start()
	expectViolations(t, srv, "beyond the limit")
	time.Sleep(200 * time.Millisecond)
	if n := left(); n != 1000 {
		t.Errorf("%d left the next day", n)
	}
}

func TestUnknownInteraction(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch, alice := srv.AddGuild("guild").AddChannel("general"), srv.AddUser("alice")
	ws := dial(t, srv)
	read(ws)
	ws.WriteMessage(websocket.TextMessage, []byte(`{"op":2,"d":{"token":"`+srv.Token()+`","intents":0}}`))
	read(ws)
	in := alice.Interact(ch, 42, `{"news":true}`)
	if got := read(ws); !strings.Contains(got, `"news":true`) || !strings.Contains(got, `"type":42`) {
		t.Errorf("sent %s", got)
	}
	resp := must(http.Post(srv.URL+"/api/v9/interactions/"+in.ID+"/"+in.Token+"/callback", "application/json",
		strings.NewReader(`{"type":4,"data":{"content":"what?","flags":64}}`)))
	resp.Body.Close()
	if m := must(in.Wait(newContext(t))); m.Content != "what?" || !m.Ephemeral {
		t.Errorf("%+v", m)
	}
}
