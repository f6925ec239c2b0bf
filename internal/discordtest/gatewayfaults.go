package discordtest

import (
	"encoding/json"
	"slices"
)

// GatewayStep is a bot's action at the gateway.
type GatewayStep int

// The comments are the usual answers.
const (
	AtConnect  GatewayStep = iota // Hello
	AtIdentify                    // READY
	AtResume                      // the missed events and RESUMED
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
	// Times is the number of failing steps; 0 means 1.
	Times int
	// Send has the payloads to send.
	Send []string
	// Close is the close code; 0 for none.
	Close int
	// Drop ends the connection without a close frame.
	Drop bool
}

// FailGateway makes the next step of this kind fail. Several faults of a step apply one after
// another.
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

// Takeover is the fate of an open connection when its session is resumed on another. Discord does
// not document it.
type Takeover int

const (
	TakeoverDrops    Takeover = iota // the connection ends without a close frame
	TakeoverCloses                   // it is closed with 4000
	TakeoverSilences                 // it stays open without traffic
)

// SetTakeover sets the Takeover; the default is TakeoverDrops.
func (s *Server) SetTakeover(to Takeover) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeover = to
}

// takeOver detaches a connection whose session is resumed on another. s.mu must be held.
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
