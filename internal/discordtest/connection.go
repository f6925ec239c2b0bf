package discordtest

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

// Timing of connections.
const (
	writeTimeout = 5 * time.Second
	closeTimeout = 2 * time.Second // waiting for the client to answer a close frame
	queueSize    = 1024            // frames waiting to be written
)

// conn is a bot's gateway connection.
type conn struct {
	ws      *websocket.Conn
	out     chan frame
	done    chan struct{} // closed when reading has ended
	session *session      // guarded by Server.mu; nil before identifying
	closing bool          // guarded by Server.mu; received frames are ignored
}

// frame is data to write, or a close frame if it has a code.
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
	// A client that closes with one of these codes gives up its session.
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

// accept upgrades a request to a websocket, greets the client and registers the connection. If it
// succeeds, the caller must call s.active.Done.
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
	if v := r.URL.Query().Get("v"); v != apiVersion {
		s.violate("gateway: closed with %d: version %q", closeInvalidVersion, v)
		defer s.hangUp(c, closeInvalidVersion)
	}
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

// send queues data for writing, and drops a connection that doesn't keep up. Server.mu must be
// held.
func (c *conn) send(v any) { c.queue(frame{data: mustJSON(v)}) }

func (c *conn) queue(f frame) {
	select {
	case c.out <- f:
	default:
		c.ws.Close()
	}
}

// write sends queued frames until the connection ends.
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
				// The client has gone. Its close code may still be unread.
				c.ws.SetReadDeadline(time.Now().Add(closeTimeout))
				return
			}
		}
	}
}

// read handles a bot's frames until the connection ends. It returns the close code, if any.
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

// detach separates a session from its connection. Server.mu must be held.
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

// endsSession reports whether a close code ends the session for good.
func endsSession(code int) bool {
	switch code {
	case websocket.CloseNormalClosure, websocket.CloseGoingAway, closeBadToken, closeInvalidSeq, closeTimedOut:
		return true
	}
	return code >= closeInvalidShard
}

// reject closes a connection after the bot's mistake. s.mu must be held.
func (s *Server) reject(c *conn, code int, why string) {
	s.violate("gateway: closed with %d: %s", code, why)
	s.hangUp(c, code)
}
