package discordtest

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
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
	closeInvalidVersion    = 4012
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

// GatewayStats counts the bots' actions at the gateway.
type GatewayStats struct {
	Connections int
	Identifies  int // accepted ones
	Resumes     int // accepted ones
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

// Serving returns the shards with a connected bot, one for each session.
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

// MuteAcks stops or resumes acknowledging heartbeats.
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

// tokenOK checks a token sent to the gateway, which may have the prefix "Bot ".
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
		if g.left || !shard.has(g.ID) {
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
			if g.left || !shard.has(g.ID) {
				continue
			}
			ses.dispatch("GUILD_CREATE", g.json())
		}
	}
	s.notify()
}

// resume continues a session as Discord documents it: the missed events in order, then RESUMED. A
// session that is unknown, or that its client closed with 1000 or 1001, gets opcode 9. Resumes are
// not new sessions. s.mu must be held.
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

// dispatch sends an event on a session, and keeps it for a resume. The data must not change
// afterwards. Server.mu must be held.
func (ses *session) dispatch(name string, data any) {
	e := event{Op: opDispatch, Type: name, Seq: len(ses.sent) + 1, Data: data}
	ses.sent = append(ses.sent, e)
	if ses.conn != nil {
		ses.conn.send(e)
	}
}

// has reports whether a shard gets the events of a guild; "" stands for direct messages.
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

// Served reports whether the bot has a session that brings the channel's events.
func (ch *Channel) Served() bool {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	return ch.srv.served(ch.GuildID)
}

// broadcast dispatches an event, of a guild or of direct messages, to every session of its shard
// with the intent. Intent 0 needs none. s.mu must be held.
func (s *Server) broadcast(intent int, guild, name string, data any) {
	for _, ses := range s.sessions {
		if ses.shard.has(guild) && (intent == 0 || ses.intents&intent != 0) {
			ses.dispatch(name, data)
		}
	}
}
