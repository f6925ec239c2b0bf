package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"time"
)

// ErrClosed is the error of waits that Close ends.
var ErrClosed = errors.New("discordtest: server closed")

// Options configures a Server. The zero value is usable.
type Options struct {
	// Token is the bot token the server accepts, without the "Bot " prefix.
	Token string
	// HeartbeatInterval is the interval in Hello; 45 s when zero.
	HeartbeatInterval time.Duration
	// ResponseDeadline is the time a bot has for its first response to an
	// interaction; 3 s when zero.
	ResponseDeadline time.Duration
	// Memory makes the server listen in memory only, which works in a testing/synctest bubble. Bots
	// connect by its DialContext.
	Memory bool
}

// Server is a loopback Discord.
type Server struct {
	// URL is the base of the server, such as http://127.0.0.1:40123. The
	// REST API is under URL + "/api/v10".
	URL string
	// Network is the server's network, also for the bot's endpoints; nil means the real one.
	Network *Network

	opts   Options
	http   *httptest.Server
	done   chan struct{}  // closed by Close
	active sync.WaitGroup // goroutines of gateway connections

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever state changes
	closed  bool
	lastID  uint64

	appID        string
	bot          *User
	users        map[string]*User
	guilds       []*Guild
	channels     map[string]*Channel
	messages     map[string]*Message
	interactions map[string]*Interaction
	byToken      map[string]*Interaction
	commands     []Command
	grants       map[string]*User   // by OAuth code and by access token
	activities   map[string]*Launch // by instance
	overwrites   int                // number of bulk overwrites of commands

	violations []string
	requests   []Request
	faults     []*Fault
	limits     []*limit
	latency    time.Duration
	away       bool
	nonces     map[string]*Message // by channel id and nonce

	conns    map[*conn]struct{}
	sessions map[string]*session
	stats    GatewayStats
	muteAcks bool

	gatewayFaults []*GatewayFault
	takeover      Takeover
	starts        startLimit

	key       ed25519.PrivateKey // signs webhooks
	endpoints []string           // for interactions; empty means the gateway
	turn      int                // index of the next endpoint
	webhooks  *http.Client       // sends webhooks
}

// New starts a server. The caller must close it.
func New(opts Options) *Server {
	setDefault(&opts.Token, "discordtest-token")
	setDefault(&opts.HeartbeatInterval, 45*time.Second)
	setDefault(&opts.ResponseDeadline, 3*time.Second)
	s := &Server{
		opts:         opts,
		done:         make(chan struct{}),
		changed:      make(chan struct{}),
		users:        map[string]*User{},
		channels:     map[string]*Channel{},
		messages:     map[string]*Message{},
		interactions: map[string]*Interaction{},
		byToken:      map[string]*Interaction{},
		grants:       map[string]*User{},
		activities:   map[string]*Launch{},
		conns:        map[*conn]struct{}{},
		sessions:     map[string]*session{},
		nonces:       map[string]*Message{},
		starts:       startLimit{shards: 1, atOnce: 1, remaining: usualStarts, resets: time.Now().Add(24 * time.Hour)},
	}
	s.key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	s.appID = s.newID()
	s.bot = s.addUser("bot", true)
	s.http = &httptest.Server{Config: &http.Server{Handler: s.handler()}}
	if opts.Memory {
		s.Network = &Network{}
	}
	var err error
	if s.http.Listener, err = s.Listen("127.0.0.1:0"); err != nil {
		panic("discordtest: " + err.Error())
	}
	s.http.Start()
	s.URL = s.http.URL
	s.webhooks = &http.Client{Transport: &http.Transport{DialContext: s.DialContext, MaxIdleConnsPerHost: 32}}
	return s
}

// DialContext connects within the server's network. Its signature is net.Dialer's.
func (s *Server) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if s.Away() {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: place(address), Err: errRefused}
	}
	if s.Network == nil {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return s.Network.DialContext(ctx, network, address)
}

// Listen returns a listener that the server can reach.
func (s *Server) Listen(address string) (net.Listener, error) {
	if s.Network == nil {
		return net.Listen("tcp", address)
	}
	return s.Network.Listen(address)
}

// Handler answers REST requests without a connection. Like a real one, it panics with
// http.ErrAbortHandler if it gives no answer.
func (s *Server) Handler() http.Handler { return s.http.Config.Handler }

// SetAway takes the server away or brings it back. While it is away, it has no connections and gives no
// answers. Sessions can be resumed afterwards.
func (s *Server) SetAway(away bool) {
	s.mu.Lock()
	s.away = away
	s.mu.Unlock()
	if away {
		s.Disconnect()
		s.http.CloseClientConnections()
	}
}

// Away reports whether the server is away.
func (s *Server) Away() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.away
}

// setDefault sets *v if it is zero.
func setDefault[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

// Close stops the server, drops every connection and ends every wait. It returns when all of its
// goroutines have ended.
func (s *Server) Close() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	close(s.done)
	for c := range s.conns {
		c.ws.Close()
	}
	s.mu.Unlock()

	s.http.Close()
	s.active.Wait()
	s.webhooks.CloseIdleConnections()
}

// AppID returns the id of the bot's application, which differs from the id of
// its user.
func (s *Server) AppID() string { return s.appID }

// BotUser returns the bot's own user.
func (s *Server) BotUser() *User { return s.bot }

// Token returns the bot token without "Bot ".
func (s *Server) Token() string { return s.opts.Token }

// Violations returns the bot's violations of Discord's rules, oldest first.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// violate records a violation. s.mu must be held.
func (s *Server) violate(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// tokenLife is the life of an interaction's token.
const tokenLife = 15 * time.Minute

// discordEpoch is the start of snowflake time, in Unix milliseconds.
const discordEpoch = 1420070400000

// newID returns a new snowflake: unique, increasing, and carrying the time.
// s.mu must be held, or s not yet shared.
func (s *Server) newID() string {
	now := time.Now().UnixMilli() - discordEpoch
	if now < 0 {
		panic("discordtest: ids have a time after 2014: in a bubble, sleep till then before New")
	}
	s.lastID = max(s.lastID+1, uint64(now)<<22)
	return strconv.FormatUint(s.lastID, 10)
}

// notify wakes every wait. s.mu must be held.
func (s *Server) notify() { wake(&s.changed) }

// wake closes a signal and replaces it.
func wake(signal *chan struct{}) {
	close(*signal)
	*signal = make(chan struct{})
}

// wait returns nil once cond, called with s.mu held, is true.
func (s *Server) wait(ctx context.Context, cond func() bool) error {
	return s.waitFor(ctx, &s.changed, cond)
}

// waitFor is wait on a separate signal, so that thousands of waits don't wake each other.
func (s *Server) waitFor(ctx context.Context, signal *chan struct{}, cond func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := cond(), *signal
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-s.done:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
