package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// GatewayStep is something that a bot does at the gateway.
type GatewayStep int

// Steps, and what they are usually answered with.
const (
	AtConnect  GatewayStep = iota // Hello
	AtIdentify                    // READY
	AtResume                      // what was missed, and RESUMED
)

// What the gateway can say in place of what a bot waits for.
const (
	Reconnect        = `{"op":7,"d":null}`
	InvalidSession   = `{"op":9,"d":false}`
	ResumableSession = `{"op":9,"d":true}`
)

// GatewayFault makes a step fail: instead of the usual answer comes Send, and
// then Close or Drop, or silence.
type GatewayFault struct {
	At GatewayStep
	// Times is how often that happens; 1 when zero.
	Times int
	// Send is what is sent, whatever it is.
	Send []string
	// Close is the code that the connection is closed with; 0 for none.
	Close int
	// Drop ends the connection without a close frame.
	Drop bool
}

// FailGateway makes the next step that the fault describes fail. Several faults
// of one step hit one after another.
func (s *Server) FailGateway(f GatewayFault) {
	setDefault(&f.Times, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gatewayFaults = append(s.gatewayFaults, &f)
}

// failGateway reports whether a fault hits a step of a bot, and lets it. s.mu
// must be held.
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

// Takeover is what becomes of a connection whose session is resumed on another while it is
// still open. Discord resumes such sessions, as it has to where a client has lost its network
// and Discord does not know yet; what it does with the old connection it does not document.
type Takeover int

// What may become of it.
const (
	TakeoverDrops    Takeover = iota // it ends without a close frame
	TakeoverCloses                   // it is closed with 4000
	TakeoverSilences                 // it stays open, and nothing comes on it
)

// SetTakeover sets what becomes of connections whose sessions are resumed on others; they
// are dropped at first.
func (s *Server) SetTakeover(to Takeover) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeover = to
}

// takeOver ends a connection's part in its session, which is resumed on another. s.mu must
// be held.
func (s *Server) takeOver(old *conn) {
	switch s.takeover {
	case TakeoverDrops:
		old.ws.Close()
	case TakeoverCloses:
		old.queue(frame{code: closeUnknownError})
	}
	old.detach()
}

// SendRaw sends a text to every connection, whatever it is.
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

// SetIdentifyInterval has sessions of one bucket, which is the shard's number modulo how many
// may be started at a time, begin no sooner than d after each other, whichever connections
// they are started on. Those that do are refused with opcode 9, as by Discord, where d is
// 5 s, and are a violation. It is 0 at first.
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

// startLimit is how many sessions a bot may still start.
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

// renew begins a new day if the old one is over.
func (l *startLimit) renew() {
	if now := time.Now(); !now.Before(l.resets) {
		l.remaining, l.resets = usualStarts, now.Add(24*time.Hour)
	}
}

// use counts a session that is started, and reports whether that is too early. s.mu must be
// held.
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
