package discordtest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Gateway close codes.
const (
	closeUnknownError      = 4000
	closeUnknownOpcode     = 4001
	closeDecodeError       = 4002
	closeNotAuthenticated  = 4003
	closeBadToken          = 4004
	closeAlreadyIdentified = 4005
	closeInvalidSeq        = 4007
	closeTimedOut          = 4009
	closeInvalidShard      = 4010
	closeInvalidIntents    = 4013
	closeDisallowedIntents = 4014
)

// Gateway intents.
const (
	intentGuilds         = 1 << 0
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12

	privilegedIntents = 1<<1 | 1<<8 | 1<<15 // members, presences, message content
	knownIntents      = 1<<26 - 1
)

// session is a bot's identified session; it outlives connections.
type session struct {
	id      string
	intents int
	shard   Shard
	sent    []event // the events dispatched, by sequence number from 1
	conn    *conn   // nil while disconnected
}

// event is a dispatched event.
type event struct {
	Op   int    `json:"op"`
	Type string `json:"t"`
	Seq  int    `json:"s"`
	Data any    `json:"d"`
}

// GatewayStats counts what bots did at the gateway.
type GatewayStats struct {
	Connections int
	Identifies  int // that were accepted
	Resumes     int // that were accepted
	Refused     int // identifies and resumes that a GatewayFault hit
	Heartbeats  int
	Intents     int // of the last accepted Identify
}

// GatewayStats returns the counts so far.
func (s *Server) GatewayStats() GatewayStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

// WaitReady waits until a bot is connected with a session, new or resumed.
func (s *Server) WaitReady(ctx context.Context) error {
	return s.wait(ctx, func() bool {
		for _, ses := range s.sessions {
			if ses.conn != nil {
				return true
			}
		}
		return false
	})
}

// Serving returns the shards that a bot is connected for, one for each session.
func (s *Server) Serving() (shards []Shard) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.sessions {
		if ses.conn != nil {
			shards = append(shards, ses.shard)
		}
	}
	return shards
}

// WaitGateway waits until the counts satisfy ok, which must not call into the
// server.
func (s *Server) WaitGateway(ctx context.Context, ok func(GatewayStats) bool) error {
	return s.wait(ctx, func() bool { return ok(s.stats) })
}

// Disconnect drops every gateway connection without a close frame. Sessions
// can be resumed.
func (s *Server) Disconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.detach()
		c.ws.Close()
	}
	s.notify()
}

// CloseWith closes every gateway connection with a close code. Sessions can be
// resumed afterwards unless the code says otherwise.
func (s *Server) CloseWith(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		s.hangUp(c, code)
	}
}

// RequestReconnect asks every connected bot to reconnect and resume (opcode 7).
func (s *Server) RequestReconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.send(map[string]any{"op": opReconnect, "d": nil})
	}
}

// InvalidateSessions tells every connected bot that its session is invalid
// (opcode 9). Unless it is resumable, the session is over.
func (s *Server) InvalidateSessions(resumable bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.session == nil {
			continue
		}
		if !resumable {
			delete(s.sessions, c.session.id)
		}
		c.detach()
		c.closing = false
		c.send(map[string]any{"op": opInvalidSession, "d": resumable})
	}
	s.notify()
}

// MuteAcks stops the server from acknowledging heartbeats, or starts it again.
func (s *Server) MuteAcks(mute bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muteAcks = mute
}

// handle handles a message from a bot. s.mu must be held.
func (s *Server) handle(c *conn, data []byte) {
	var m struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		s.reject(c, closeDecodeError, err.Error())
		return
	}
	switch m.Op {
	case opHeartbeat:
		s.stats.Heartbeats++
		if !s.muteAcks {
			c.send(map[string]any{"op": opHeartbeatAck})
		}
		s.notify()
	case opIdentify:
		s.identify(c, m.Data)
	case opResume:
		s.resume(c, m.Data)
	case opPresence:
		if c.session == nil {
			s.reject(c, closeNotAuthenticated, "presence before Identify")
		}
	default:
		s.reject(c, closeUnknownOpcode, "unexpected message "+string(data))
	}
}

// tokenOK reports whether a token given at the gateway, where it may carry the
// "Bot " prefix, is right.
func (s *Server) tokenOK(token string) bool {
	return strings.TrimPrefix(token, "Bot ") == s.opts.Token
}

// identify starts a session. s.mu must be held.
func (s *Server) identify(c *conn, data []byte) {
	var d struct {
		Token   string  `json:"token"`
		Intents *int    `json:"intents"`
		Shard   *[2]int `json:"shard"`
	}
	shard := Shard{0, 1}
	switch err := json.Unmarshal(data, &d); {
	case err != nil:
		s.reject(c, closeDecodeError, err.Error())
		return
	case c.session != nil:
		s.reject(c, closeAlreadyIdentified, "identified twice")
		return
	case !s.tokenOK(d.Token):
		s.hangUp(c, closeBadToken)
		return
	case d.Intents == nil || *d.Intents&^knownIntents != 0:
		s.reject(c, closeInvalidIntents, "invalid intents")
		return
	case *d.Intents&privilegedIntents != 0:
		s.reject(c, closeDisallowedIntents, "privileged intents")
		return
	}
	if d.Shard != nil {
		shard = Shard{d.Shard[0], d.Shard[1]}
	}
	if shard.Number < 0 || shard.Number >= shard.Of {
		s.reject(c, closeInvalidShard, "an invalid shard")
		return
	}
	early := s.starts.use(s, shard)
	if early {
		c.send(map[string]any{"op": opInvalidSession, "d": false})
	}
	if early || s.failGateway(c, AtIdentify) {
		s.notify()
		return
	}
	ses := &session{id: "session-" + s.newID(), intents: *d.Intents, shard: shard, conn: c}
	c.session = ses
	s.sessions[ses.id] = ses
	s.stats.Identifies++
	s.stats.Intents = ses.intents

	guilds := []any{}
	for _, g := range s.guilds {
		if !shard.has(g.ID) {
			continue
		}
		guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
	}
	ses.dispatch("READY", map[string]any{
		"v": 9, "user": s.bot.json(), "guilds": guilds, "private_channels": []any{},
		"session_id": ses.id, "resume_gateway_url": s.wsURL(),
		"application": map[string]any{"id": s.appID, "flags": 0}, "shard": []int{shard.Number, shard.Of},
	})
	if ses.intents&intentGuilds != 0 {
		for _, g := range s.guilds {
			if !shard.has(g.ID) {
				continue
			}
			ses.dispatch("GUILD_CREATE", g.json())
		}
	}
	s.notify()
}

// resume continues a session: by the documentation, what was missed is sent again in order,
// and then RESUMED; opcode 9 is the answer for one that is unknown, or whose client has left it
// with 1000 or 1001. It takes no part in the limits of new sessions. s.mu must be held.
func (s *Server) resume(c *conn, data []byte) {
	var d struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int    `json:"seq"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		s.reject(c, closeDecodeError, err.Error())
		return
	}
	if s.tokenOK(d.Token) && s.failGateway(c, AtResume) {
		s.notify()
		return
	}
	ses := s.sessions[d.SessionID]
	switch {
	case c.session != nil:
		s.reject(c, closeAlreadyIdentified, "resumed twice")
	case !s.tokenOK(d.Token):
		s.hangUp(c, closeBadToken)
	case ses == nil:
		c.send(map[string]any{"op": opInvalidSession, "d": false})
	case d.Seq < 0 || d.Seq > len(ses.sent):
		delete(s.sessions, ses.id)
		s.reject(c, closeInvalidSeq, "resumed from an event that was never sent")
	default:
		if ses.conn != nil {
			s.takeOver(ses.conn)
		}
		ses.conn, c.session = c, ses
		for _, e := range ses.sent[d.Seq:] {
			c.send(e)
		}
		ses.dispatch("RESUMED", map[string]any{})
		s.stats.Resumes++
		s.notify()
	}
}

// dispatch sends an event on a session, and keeps it for a resume. The data
// must not change any more. Server.mu must be held.
func (ses *session) dispatch(name string, data any) {
	e := event{Op: opDispatch, Type: name, Seq: len(ses.sent) + 1, Data: data}
	ses.sent = append(ses.sent, e)
	if ses.conn != nil {
		ses.conn.send(e)
	}
}

// has reports whether a shard has the events of a guild; of direct messages where the
// guild is "".
func (s Shard) has(guild string) bool {
	id, _ := strconv.ParseUint(guild, 10, 64) // 0 for ""
	return int(id>>22%uint64(s.Of)) == s.Number
}

// served reports whether the bot has a session for a guild. s.mu must be held.
func (s *Server) served(guild string) bool {
	for _, ses := range s.sessions {
		if ses.shard.has(guild) {
			return true
		}
	}
	return false
}

// broadcast dispatches an event of a guild, or of none, to every session of its shard with the
// intent; 0 means no intent. s.mu must be held.
func (s *Server) broadcast(intent int, guild, name string, data any) {
	for _, ses := range s.sessions {
		if ses.shard.has(guild) && (intent == 0 || ses.intents&intent != 0) {
			ses.dispatch(name, data)
		}
	}
}

// Timing of connections.
const (
	writeTimeout = 5 * time.Second
	closeTimeout = 2 * time.Second // for the client to answer a close frame
	queueSize    = 1024            // frames waiting to be written
)

// conn is a connection of a bot.
type conn struct {
	ws      *websocket.Conn
	out     chan frame
	done    chan struct{} // closed when reading has ended
	session *session      // guarded by Server.mu; nil before identifying
	closing bool          // guarded by Server.mu; what arrives is ignored
}

// frame is something to write: data, or a close frame if it has a code.
type frame struct {
	data []byte
	code int
}

var upgrader = websocket.Upgrader{}

// serveGateway serves a gateway connection.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	c := &conn{out: make(chan frame, queueSize), done: make(chan struct{})}
	if !s.accept(w, r, c) {
		return
	}
	defer s.active.Done()
	writer := make(chan struct{})
	go func() {
		defer close(writer)
		c.write()
	}()

	code := s.read(c)
	s.mu.Lock()
	delete(s.conns, c)
	// A client that leaves with one of these codes gives up its session.
	if c.session != nil && (code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway) {
		delete(s.sessions, c.session.id)
	}
	c.detach()
	s.notify()
	s.mu.Unlock()

	close(c.done)
	c.ws.Close()
	<-writer
}

// accept makes a websocket connection of a request, greets it and registers
// it. The caller has to call s.active.Done if it succeeds.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, c *conn) bool {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		ws.Close()
		return false
	}
	if r.URL.Query().Get("encoding") != "json" {
		s.violate("gateway: encoding %q", r.URL.Query().Get("encoding"))
	}
	c.ws = ws
	s.active.Add(1)
	s.conns[c] = struct{}{}
	s.stats.Connections++
	if !s.failGateway(c, AtConnect) {
		c.send(map[string]any{"op": opHello, "d": map[string]any{
			"heartbeat_interval": s.opts.HeartbeatInterval.Milliseconds(),
		}})
	}
	s.notify()
	return true
}

// send queues something for writing. A connection that does not keep up is
// dropped. Server.mu must be held.
func (c *conn) send(v any) { c.queue(frame{data: mustJSON(v)}) }

func (c *conn) queue(f frame) {
	select {
	case c.out <- f:
	default:
		c.ws.Close()
	}
}

// write writes what is queued until the connection ends.
func (c *conn) write() {
	for {
		select {
		case <-c.done:
			return
		case f := <-c.out:
			deadline := time.Now().Add(writeTimeout)
			if f.code != 0 {
				c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(f.code, ""), deadline)
				c.ws.SetReadDeadline(time.Now().Add(closeTimeout))
				return
			}
			c.ws.SetWriteDeadline(deadline)
			if c.ws.WriteMessage(websocket.TextMessage, f.data) != nil {
				// The client has gone, perhaps with a close code that is still unread.
				c.ws.SetReadDeadline(time.Now().Add(closeTimeout))
				return
			}
		}
	}
}

// read handles what a bot sends until the connection ends, and returns the
// code it was closed with, if any.
func (s *Server) read(c *conn) int {
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			if closed, ok := err.(*websocket.CloseError); ok {
				return closed.Code
			}
			return 0
		}
		s.mu.Lock()
		if !c.closing {
			s.handle(c, data)
		}
		s.mu.Unlock()
	}
}

// detach ends a connection's part in its session, as far as the session is
// concerned. Server.mu must be held.
func (c *conn) detach() {
	if c.session != nil {
		c.session.conn = nil
		c.session = nil
	}
	c.closing = true
}

// hangUp closes a connection with a code. s.mu must be held.
func (s *Server) hangUp(c *conn, code int) {
	if c.closing {
		return
	}
	if c.session != nil && endsSession(code) {
		delete(s.sessions, c.session.id)
	}
	c.detach()
	c.queue(frame{code: code})
	s.notify()
}

// endsSession reports whether a session cannot be resumed after a connection
// was closed with that code.
func endsSession(code int) bool {
	switch code {
	case websocket.CloseNormalClosure, websocket.CloseGoingAway, closeBadToken, closeInvalidSeq, closeTimedOut:
		return true
	}
	return code >= closeInvalidShard
}

// reject closes a connection for the bot's own doing. s.mu must be held.
func (s *Server) reject(c *conn, code int, why string) {
	s.violate("gateway: closed with %d: %s", code, why)
	s.hangUp(c, code)
}

// GatewayStep is something that a bot does at the gateway.
type GatewayStep int

// Steps, and what they are usually answered with.
const (
	AtConnect  GatewayStep = iota // Hello
	AtIdentify                    // READY
	AtResume                      // what was missed, and RESUMED
)

// Payloads that a GatewayFault can send.
const (
	Reconnect        = `{"op":7,"d":null}`
	InvalidSession   = `{"op":9,"d":false}`
	ResumableSession = `{"op":9,"d":true}`
)

// GatewayFault makes a step fail: the gateway sends Send, and then closes, drops the connection, or
// goes silent.
type GatewayFault struct {
	At GatewayStep
	// Times is how often; 1 when zero.
	Times int
	// Send has the texts to send.
	Send []string
	// Close is the close code; 0 for none.
	Close int
	// Drop ends the connection without a close frame.
	Drop bool
}

// FailGateway makes the next such step fail. Several faults of a step hit one after another.
func (s *Server) FailGateway(f GatewayFault) {
	setDefault(&f.Times, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gatewayFaults = append(s.gatewayFaults, &f)
}

// failGateway applies a fault to a step, and reports whether there was one. s.mu must be held.
func (s *Server) failGateway(c *conn, at GatewayStep) bool {
	i := slices.IndexFunc(s.gatewayFaults, func(f *GatewayFault) bool { return f.At == at && f.Times > 0 })
	if i < 0 {
		return false
	}
	f := s.gatewayFaults[i]
	f.Times--
	if at != AtConnect {
		s.stats.Refused++
	}
	for _, text := range f.Send {
		c.queue(frame{data: []byte(text)})
	}
	switch {
	case f.Close != 0:
		s.hangUp(c, f.Close)
	case f.Drop:
		c.closing = true
		c.ws.Close()
	}
	return true
}

// Takeover says what happens to an open connection when its session is resumed on another. Discord
// resumes such sessions, but does not document what happens to the old connection.
type Takeover int

const (
	TakeoverDrops    Takeover = iota // it ends without a close frame
	TakeoverCloses                   // it is closed with 4000
	TakeoverSilences                 // it stays open, and nothing comes on it
)

// SetTakeover sets the Takeover; the default is TakeoverDrops.
func (s *Server) SetTakeover(to Takeover) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeover = to
}

// takeOver ends a connection's part in a session that is resumed on another. s.mu must be held.
func (s *Server) takeOver(old *conn) {
	switch s.takeover {
	case TakeoverDrops:
		old.ws.Close()
	case TakeoverCloses:
		old.queue(frame{code: closeUnknownError})
	}
	old.detach()
}

// SendRaw sends a text to every connection.
func (s *Server) SendRaw(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.queue(frame{data: []byte(text)})
	}
}

// Dispatch sends an event with any data, a JSON value, on every session.
func (s *Server) Dispatch(name, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.sessions {
		ses.dispatch(name, json.RawMessage(data))
	}
}

// usualStarts is how many sessions a bot may start in a day.
const usualStarts = 1000

// SetShards sets how many shards are recommended to bots, and how many sessions they may
// start at a time; both are 1 at first.
func (s *Server) SetShards(recommended, maxConcurrency int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.shards, s.starts.atOnce = recommended, maxConcurrency
}

// SetIdentifyInterval sets the least time between two new sessions of a bucket: the shard's number
// modulo the concurrency. Earlier ones are refused with opcode 9, as by Discord, where d is 5 s,
// and are a violation. The default is 0.
func (s *Server) SetIdentifyInterval(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.interval = d
}

// Shard is a shard of the gateway: its number, of how many.
type Shard struct{ Number, Of int }

// ShardStarts returns for which shards sessions were started, in the order of
// SessionStarts.
func (s *Server) ShardStarts() []Shard {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.starts.by)
}

// startLimit counts the sessions that a bot may still start.
type startLimit struct {
	shards, atOnce int
	remaining      int
	resets         time.Time
	interval       time.Duration // between those of a bucket
	used           []time.Time   // when sessions were started
	by             []Shard       // for whom
}

// SetSessionStarts sets how many sessions may still be started until the limit
// is reset. Starting more is a violation.
func (s *Server) SetSessionStarts(remaining int, resetAfter time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.remaining, s.starts.resets = remaining, time.Now().Add(resetAfter)
}

// SessionStarts returns when sessions were started, refused ones included.
func (s *Server) SessionStarts() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.starts.used)
}

// renew begins a new day if the old one has ended.
func (l *startLimit) renew() {
	if now := time.Now(); !now.Before(l.resets) {
		l.remaining, l.resets = usualStarts, now.Add(24*time.Hour)
	}
}

// use counts a new session, and reports whether it comes too early. s.mu must be held.
func (l *startLimit) use(s *Server, by Shard) (early bool) {
	l.renew()
	if l.remaining == 0 {
		s.violate("gateway: a session was started beyond the limit")
	}
	l.remaining = max(0, l.remaining-1)
	now := time.Now()
	for i, at := range l.used {
		if d := now.Sub(at); d < l.interval && l.by[i].Number%l.atOnce == by.Number%l.atOnce {
			s.violate("gateway: shard %d was started %v after shard %d", by.Number, d, l.by[i].Number)
			early = true
		}
	}
	l.used, l.by = append(l.used, now), append(l.by, by)
	return early
}

// gatewayBot answers GET /gateway/bot.
func (s *Server) gatewayBot(*http.Request) (any, error) {
	s.starts.renew()
	limit := map[string]any{
		"total": usualStarts, "remaining": s.starts.remaining,
		"reset_after": time.Until(s.starts.resets).Milliseconds(), "max_concurrency": s.starts.atOnce,
	}
	return map[string]any{"url": s.wsURL(), "shards": s.starts.shards, "session_start_limit": limit}, nil
}
