package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	quick "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/gorilla/websocket"

	"nimatron/match"
)

const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// intents select the events: messages, and which channels and servers are gone. Messages that mention the
// bot, and direct messages, have their text without the privileged intent.
const intents = discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages

var (
	errReconnect = errors.New("asked by Discord to reconnect")
	errInvalid   = errors.New("the session is unknown to Discord")
	errZombie    = errors.New("a heartbeat was not answered")
)

// link is one connection to the gateway. docs/delivery.md explains why no library is used.
type link struct {
	*supervisor
	asking func()
	asked  time.Time
	begun  time.Time

	described map[string]bool // servers of READY that are not described yet

	ws      *websocket.Conn
	waiting atomic.Bool
	ended   chan struct{}
	tasks   sync.WaitGroup

	writing Lock
	cause   error
}

type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// readFrame parses a frame into one whose buffer it reuses.
func readFrame(text []byte, f *frame) error {
	buffer := f.Data[:0]
	*f = frame{Data: buffer}
	if quick.Unmarshal(text, f, jsontext.AllowDuplicateNames(true)) == nil { // to look for them takes a quarter of the time
		return nil
	}
	*f = frame{Data: buffer}
	return json.Unmarshal(text, f) // which minds less
}

type server struct {
	ID string `json:"id"`
}

type ready struct {
	SessionID   string          `json:"session_id"`
	ResumeURL   string          `json:"resume_gateway_url"`
	User        *discordgo.User `json:"user"`
	Application struct {
		ID string `json:"id"`
	} `json:"application"`
	Servers []server `json:"guilds"`
}

func dial(ctx context.Context, address string, connect Dialer) (*websocket.Conn, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "ws" && u.Scheme != "wss" || u.Host == "" || u.User != nil {
		return nil, errors.New("invalid gateway address: it needs ws:// or wss://, a host, and no user")
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	query := u.Query()
	query.Set("v", apiVersion)
	query.Set("encoding", "json")
	u.RawQuery = query.Encode()
	if connect == nil {
		connect = (&net.Dialer{}).DialContext
	}
	kept := func() bool { return true }
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment,
		// The library waits for the handshake without regard to ctx.
		NetDialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := connect(ctx, network, address)
			if err == nil {
				kept = context.AfterFunc(ctx, func() { conn.Close() })
			}
			return conn, err
		},
	}
	ws, resp, err := dialer.DialContext(ctx, u.String(), nil)
	switch inTime := kept(); {
	case err == nil && inTime:
		return ws, nil
	case err == nil:
		return nil, ctx.Err()
	case resp != nil:
		return nil, fmt.Errorf("the gateway answers %s: %w", resp.Status, err)
	default:
		return nil, withoutURL(err)
	}
}

// serve begins or resumes a session and returns why the connection ended. The session must begin
// within open.
func (l *link) serve(ctx context.Context, address string, open time.Duration) error {
	opening, cancel := context.WithTimeout(ctx, open)
	defer cancel()
	ws, err := dial(opening, address, l.Dial)
	if err != nil {
		return err
	}
	l.ws, l.ended, l.writing = ws, make(chan struct{}), NewLock()
	l.tasks.Go(func() { l.closeWhenDone(ctx) })
	deadline, _ := opening.Deadline()
	ws.SetReadDeadline(deadline)

	err = l.read()
	close(l.ended)
	ws.Close()
	l.tasks.Wait()
	if l.cause != nil {
		return l.cause
	}
	return err
}

func (l *link) closeWhenDone(ctx context.Context) {
	select {
	case <-l.ended:
		return
	case <-ctx.Done():
	}
	code := websocket.CloseNormalClosure
	if l.Leases != nil { // another process resumes the session
		code = closeResumable
	}
	text := websocket.FormatCloseMessage(code, "")
	l.ws.WriteControl(websocket.CloseMessage, text, time.Now().Add(farewell))
	select {
	case <-l.ended:
	case <-time.After(farewell):
		l.ws.Close()
	}
}

const (
	// farewell is the time Discord has to answer a close frame.
	farewell     = 500 * time.Millisecond
	writeTimeout = 10 * time.Second
)

func (l *link) abort(why error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.cause == nil {
		l.cause = why
	}
	l.ws.Close()
}

func (l *link) read() error {
	var buffer bytes.Buffer
	var f frame
	for {
		_, r, err := l.ws.NextReader()
		if err != nil {
			return err
		}
		buffer.Reset()
		if _, err := buffer.ReadFrom(r); err != nil {
			return err
		}
		if err := readFrame(buffer.Bytes(), &f); err != nil {
			l.log.Warn("a frame of the gateway is malformed", "err", err, "bytes", buffer.Len())
			continue
		}
		if err := l.handle(&f); err != nil {
			return err
		}
	}
}

func (l *link) handle(f *frame) error {
	l.Metrics.Alive(l.shard)
	switch f.Op {
	case opDispatch:
		return l.dispatch(f)
	case opHeartbeat:
		return l.heartbeat()
	case opHeartbeatAck:
		l.waiting.Store(false)
	case opReconnect:
		return errReconnect
	case opInvalidSession:
		if string(f.Data) != "true" {
			l.setSession(match.Session{})
		}
		return errInvalid
	case opHello:
		return l.hello(f.Data)
	default:
		l.log.Warn("a frame of the gateway has an unknown opcode", "op", f.Op)
	}
	return nil
}

func (l *link) hello(data []byte) error {
	var h struct {
		Interval float64 `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(data, &h); err != nil || h.Interval < 1 || h.Interval > 1e7 {
		return fmt.Errorf("the gateway sends no heartbeat interval: %.100s", data)
	}
	if !l.asked.IsZero() {
		return nil
	}
	l.asked = time.Now()
	interval := time.Duration(h.Interval * float64(time.Millisecond))
	l.tasks.Go(func() { l.beat(interval) })
	if l.asking == nil {
		session := l.currentSession()
		return l.write(opResume, map[string]any{"token": "Bot " + l.Token, "session_id": session.ID, "seq": session.Seq})
	}
	l.setSession(match.Session{})
	// No compression: inflating every event costs more than it saves.
	defer l.asking()
	return l.write(opIdentify, map[string]any{
		"token": "Bot " + l.Token, "intents": intents, "compress": false, "shard": []int{l.shard, l.count},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "nimatron", "device": "nimatron"},
	})
}

func (l *link) dispatch(f *frame) error {
	if f.Seq > 0 {
		l.received(f.Seq)
	}
	switch f.Type {
	case "READY":
		var r ready
		if err := json.Unmarshal(f.Data, &r); err != nil || r.SessionID == "" || r.User == nil || r.User.ID == "" {
			return fmt.Errorf("READY does not name the session: %v", err)
		}
		l.setSession(match.Session{ID: r.SessionID, URL: r.ResumeURL, Seq: f.Seq})
		l.sessionBegan(false)
		l.log.Info("connected to Discord", "as", r.User.Username)
		l.begin(l.gate.context, &application{ID: r.Application.ID, Bot: r.User})
		l.present(r.Servers)
	case "RESUMED":
		l.sessionBegan(true)
		if l.Leases != nil { // RESUMED does not name the bot
			l.begin(l.gate.context, l.application)
		}
	case "GUILD_CREATE":
		l.joined(f.Data)
	default:
		l.Receiver.Receive(Event{f.Type, f.Data, Origin{l.begun.IsZero(), l.supervisor, f.Seq}}) // until RESUMED, events are replayed
	}
	return nil
}

func (l *link) present(servers []server) {
	ids := make([]string, len(servers))
	l.described = map[string]bool{}
	for i, s := range servers {
		ids[i] = s.ID
		l.described[s.ID] = true
	}
	l.Receiver.Present(fmt.Sprint(l.shard), ids, func(server string) bool {
		id, err := strconv.ParseUint(server, 10, 64)
		return err == nil && int(id>>22%uint64(l.count)) == l.shard
	})
}

func (l *link) joined(data []byte) {
	var p server
	switch err := json.Unmarshal(data, &p); {
	case err != nil || p.ID == "":
		l.log.Warn("a server can't be read", "err", err)
	case l.described[p.ID]:
		delete(l.described, p.ID)
	default:
		l.Receiver.Back(p.ID)
	}
}

// sessionBegan records the start of a session. From now on only missing heartbeats reveal a dead
// connection.
func (l *link) sessionBegan(resumed bool) {
	l.begun = time.Now()
	l.Metrics.Session(resumed)
	if l.Leases != nil {
		select {
		case l.supervisor.sessions <- struct{}{}:
		default:
		}
	}
	l.ws.SetReadDeadline(time.Time{})
}

func (l *link) beat(interval time.Duration) {
	// Bots that connect together should not beat together.
	timer := time.NewTimer(l.Random.below(fmt.Sprint("heartbeat of shard ", l.shard), interval))
	defer timer.Stop()
	for {
		select {
		case <-l.ended:
			return
		case <-timer.C:
		}
		if l.waiting.Swap(true) {
			l.abort(errZombie)
			return
		}
		if err := l.heartbeat(); err != nil {
			l.abort(err)
			return
		}
		timer.Reset(interval)
	}
}

func (l *link) heartbeat() error {
	if seq := l.currentSession().Seq; seq > 0 {
		return l.write(opHeartbeat, seq)
	}
	return l.write(opHeartbeat, nil)
}

func (l *link) write(op int, data any) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	return l.ws.WriteJSON(struct {
		Op   int `json:"op"`
		Data any `json:"d"`
	}{op, data})
}
