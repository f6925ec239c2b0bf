package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nimatron/match"
)

// Opcodes of the gateway.
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

// intents say which events Discord sends. What people write is needed only where
// they mention the bot or write to it, and there comes without the privileged
// intent.
const intents = discordgo.IntentGuildMessages | discordgo.IntentDirectMessages

var (
	errReconnect = errors.New("asked by Discord to connect anew")
	errInvalid   = errors.New("the session is not known to Discord")
	errZombie    = errors.New("a heartbeat was not answered")
)

// link is one connection to the gateway. discordgo's own serves its REST
// structures only: it locks itself up where it is asked to reconnect before a
// session has begun, sleeps for a second whenever it closes, notices a dead
// connection after five heartbeats, and keeps the close codes to itself.
type link struct {
	token         string
	log           *slog.Logger
	shard, shards int  // which, and of how many
	resumable     bool // whether the session is to live on when the connection is ended here
	receive       func(event string, data []byte, replayed bool)
	dial          dialer // nil for net.Dialer's
	random        draws

	asking  func() // called when a new session is asked for
	session match.Session
	asked   time.Time // when a session was asked for
	begun   time.Time // when Discord began or resumed it
	known   func(ready)
	alive   func()             // called whenever the gateway is heard of
	started func(resumed bool) // called when a session has begun or is resumed

	ws      *websocket.Conn
	seq     atomic.Int64 // of session, as heartbeats tell it
	waiting atomic.Bool  // for the answer to a heartbeat
	ended   chan struct{}
	tasks   sync.WaitGroup

	writing channelLock // held while writing
	cause   error       // why the connection was ended here; guarded by writing
}

// frame is what the gateway sends.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

// ready is the part of the READY event that is needed.
type ready struct {
	SessionID   string          `json:"session_id"`
	ResumeURL   string          `json:"resume_gateway_url"`
	User        *discordgo.User `json:"user"`
	Application struct {
		ID string `json:"id"`
	} `json:"application"`
}

// dial connects to the gateway at an address. Errors don't carry it, as it may
// hold a password.
func dial(ctx context.Context, address string, connect dialer) (*websocket.Conn, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "ws" && u.Scheme != "wss" || u.Host == "" || u.User != nil {
		return nil, errors.New("the gateway's address is none: it needs ws:// or wss://, a host, and no user")
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	query := u.Query()
	query.Set("v", discordgo.APIVersion)
	query.Set("encoding", "json")
	u.RawQuery = query.Encode()
	if connect == nil {
		connect = (&net.Dialer{}).DialContext
	}
	kept := func() bool { return true }
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment,
		// The library waits for the answer to its greeting whatever ctx does.
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

// serve begins or resumes a session and returns when the connection has ended,
// with the reason. By the end of open the session has to have begun. Nothing is
// left of the connection then.
func (l *link) serve(ctx context.Context, address string, open time.Duration) error {
	opening, cancel := context.WithTimeout(ctx, open)
	defer cancel()
	ws, err := dial(opening, address, l.dial)
	if err != nil {
		return err
	}
	l.ws, l.ended, l.writing = ws, make(chan struct{}), newLock()
	l.seq.Store(l.session.Seq)
	l.tasks.Go(func() { l.closeWhenDone(ctx) })
	deadline, _ := opening.Deadline()
	ws.SetReadDeadline(deadline)

	err = l.read()
	close(l.ended)
	ws.Close()
	l.tasks.Wait()
	l.session.Seq = l.seq.Load()
	if l.cause != nil {
		return l.cause
	}
	return err
}

// leave ends the connection when ctx is done, and tells Discord so. With code 1000 or 1001
// Discord ends the session too; with any other it can be resumed for some minutes.
func (l *link) closeWhenDone(ctx context.Context) {
	select {
	case <-l.ended:
		return
	case <-ctx.Done():
	}
	code := websocket.CloseNormalClosure
	if l.resumable {
		code = closeResumable
	}
	text := websocket.FormatCloseMessage(code, "")
	l.ws.WriteControl(websocket.CloseMessage, text, time.Now().Add(farewell))
	select {
	case <-l.ended: // Discord has closed it
	case <-time.After(farewell):
		l.ws.Close()
	}
}

const (
	// farewell is how long Discord has for closing a connection in good manners.
	farewell = 500 * time.Millisecond
	// writeTimeout bounds one write.
	writeTimeout = 10 * time.Second
)

// abandon ends the connection without a word, so that the session stays
// resumable.
func (l *link) abort(why error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.cause == nil {
		l.cause = why
	}
	l.ws.Close()
}

// read takes in what Discord sends until the connection ends.
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
		f = frame{Data: f.Data[:0]} // most events are not for the bot: no room anew for each
		if err := json.Unmarshal(buffer.Bytes(), &f); err != nil {
			l.log.Warn("the gateway said what can't be read", "err", err, "bytes", buffer.Len())
			continue
		}
		if err := l.handle(&f); err != nil {
			return err
		}
	}
}

// take does what a frame wants. An error ends the connection.
func (l *link) handle(f *frame) error {
	l.alive()
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
			l.session = match.Session{}
			l.seq.Store(0)
		}
		return errInvalid
	case opHello:
		return l.hello(f.Data)
	default:
		l.log.Warn("the gateway said something unknown", "op", f.Op)
	}
	return nil
}

// hello asks for a session and starts the heartbeats.
func (l *link) hello(data []byte) error {
	var h struct {
		Interval float64 `json:"heartbeat_interval"` // ms
	}
	if err := json.Unmarshal(data, &h); err != nil || h.Interval < 1 || h.Interval > 1e7 {
		return fmt.Errorf("the gateway wants no heartbeats: %.100s", data)
	}
	if !l.asked.IsZero() {
		return nil
	}
	l.asked = time.Now()
	interval := time.Duration(h.Interval * float64(time.Millisecond))
	l.tasks.Go(func() { l.beat(interval) })
	if l.session.ID != "" {
		return l.write(opResume, map[string]any{
			"token": "Bot " + l.token, "session_id": l.session.ID, "seq": l.session.Seq,
		})
	}
	// No compression: inflating every event costs more than its bytes do.
	defer l.asking()
	return l.write(opIdentify, map[string]any{
		"token": "Bot " + l.token, "intents": intents, "compress": false, "shard": []int{l.shard, l.shards},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "nimatron", "device": "nimatron"},
	})
}

// dispatch notes and hands on an event.
func (l *link) dispatch(f *frame) error {
	if f.Seq > 0 {
		l.seq.Store(f.Seq)
	}
	switch f.Type {
	case "READY":
		var r ready
		if err := json.Unmarshal(f.Data, &r); err != nil || r.SessionID == "" || r.User == nil || r.User.ID == "" {
			return fmt.Errorf("the gateway begins a session without saying which: %v", err)
		}
		l.session.ID, l.session.URL = r.SessionID, r.ResumeURL
		l.begin(false)
		l.known(r)
	case "RESUMED":
		l.begin(true)
	default:
		l.receive(f.Type, f.Data, l.begun.IsZero()) // until RESUMED comes what was missed, or seems so
	}
	return nil
}

// begin notes that the session is there. From now on only missing heartbeats
// show that the connection is dead.
func (l *link) begin(resumed bool) {
	l.begun = time.Now()
	l.started(resumed)
	l.ws.SetReadDeadline(time.Time{})
}

// beat sends heartbeats, and ends the connection when one is not answered by the
// time of the next.
func (l *link) beat(interval time.Duration) {
	// Bots that connect together are not to beat together.
	timer := time.NewTimer(l.random.below(fmt.Sprint("heartbeat of shard ", l.shard), interval))
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
	if seq := l.seq.Load(); seq > 0 {
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
