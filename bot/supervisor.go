package bot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Close codes of the gateway that no retry gets past.
const (
	closeBadToken          = 4004
	closeInvalidShard      = 4010
	closeShardingRequired  = 4011
	closeInvalidVersion    = 4012
	closeInvalidIntents    = 4013
	closeDisallowedIntents = 4014
)

// maxResumes is how often in a row a session is resumed before a new one is
// begun: its gateway address, for one, is remembered and may have become stale.
const maxResumes = 3

var errDropped = errors.New("the connection was dropped")

// supervise keeps a gateway session open until ctx is done, and then returns
// nil, or until there is no use in trying. discordgo's own reconnecting is off:
// it knows neither bounds nor reasons to give up.
func (b *bot) supervise(ctx context.Context) error {
	var l *link
	failures := 0
	for {
		if l == nil {
			l = b.newLink(ctx)
		}
		err := l.serve(ctx)
		if ctx.Err() != nil {
			l.close()
			return nil
		}
		if final := verdict(err); final != nil {
			l.cut()
			return final
		}
		if !l.since.IsZero() && time.Since(l.since) > b.timing.stable {
			failures = 0
		}
		failures++
		resume := l.resumable && failures <= maxResumes
		if !resume {
			l.cut()
			l = nil
		}
		wait := jitter(min(b.timing.backoff<<min(failures-1, 16), b.timing.atMost))
		b.log.Warn("no connection to Discord", "err", withoutURL(err), "failures", failures, "resume", resume, "wait", wait)
		if pause(ctx, wait) != nil {
			if l != nil {
				l.close()
			}
			return nil
		}
	}
}

// verdict returns the error to give up with, or nil where it may pass.
func verdict(err error) error {
	var refusal *discordgo.RESTError
	if errors.As(err, &refusal) && refusal.Response.StatusCode == http.StatusUnauthorized {
		return ErrToken
	}
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return nil
	}
	switch closed.Code {
	case closeBadToken:
		return ErrToken
	case closeInvalidIntents, closeDisallowedIntents:
		return ErrIntents
	case closeInvalidShard, closeShardingRequired, closeInvalidVersion:
		return fmt.Errorf("the connection is refused by Discord: %w", closed)
	}
	return nil
}

// link is a discordgo session under watch.
type link struct {
	session *discordgo.Session
	timing  timing
	// resumable is set while Discord is likely to continue the session.
	resumable bool
	since     time.Time     // when the session was last begun or resumed
	ready     chan struct{} // has an element once that is so
	down      chan struct{} // has an element once the connection has ended

	context context.Context
	cancel  context.CancelFunc
	mu      sync.Mutex
	conn    net.Conn
}

// newLink makes a session for the bot, not yet open.
func (b *bot) newLink(ctx context.Context) *link {
	l := &link{timing: b.timing, ready: make(chan struct{}, 1), down: make(chan struct{}, 1)}
	l.context, l.cancel = context.WithCancel(b.context)
	s, _ := discordgo.New("Bot " + b.token) // it never fails
	s.LogLevel = discordgo.LogWarning
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.ShouldRetryOnRateLimit = false
	s.StateEnabled = false
	s.SyncEvents = true
	// What people write is needed only where they mention the bot or write to
	// it, and there comes without the privileged intent.
	s.Identify.Intents = discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	s.Client = b.api.client(l.context)
	s.Dialer = &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: l.timing.open,
		NetDialContext:   l.dial,
	}
	b.handle(ctx, s)
	s.AddHandler(func(*discordgo.Session, *discordgo.Ready) { signal(l.ready) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { signal(l.ready) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(l.down) })
	l.session = s
	return l
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func reset(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// serve opens or resumes the session and returns when the connection has ended.
func (l *link) serve(ctx context.Context) error {
	begun := l.resumable
	l.resumable, l.since = false, time.Time{}
	reset(l.ready)
	reset(l.down)
	if err := l.open(ctx); err != nil {
		// A broken connection says nothing about the session; a close code of
		// the gateway's own ends it, whichever it is.
		var closed *websocket.CloseError
		over := errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure || errors.Is(err, errStuck)
		l.resumable = begun && !over
		return err
	}
	// A session that discordgo began anew, after Discord had not resumed it, may
	// be refused only now. Then it is dropped, for a new one to be told why.
	timer := time.NewTimer(l.timing.open)
	defer timer.Stop()
	select {
	case <-l.ready:
	case <-l.down:
		return errDropped
	case <-timer.C:
		return errors.New("the gateway does not begin a session")
	case <-ctx.Done():
		return ctx.Err()
	}
	l.resumable, l.since = true, time.Now()
	select {
	case <-l.down:
		return errDropped
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errStuck = errors.New("the gateway does not answer")

// open calls Session.Open, which has no deadlines of its own, and can wait for
// itself for ever where the gateway's first words are unusual: such a session is
// left behind.
func (l *link) open(ctx context.Context) error {
	opened := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				opened <- fmt.Errorf("%w: discordgo panics: %v", errStuck, p)
			}
		}()
		opened <- l.session.Open()
	}()
	timer := time.NewTimer(l.timing.open)
	defer timer.Stop()
	select {
	case err := <-opened:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
			// An earlier connection's end was told late, after a new one had
			// begun, which is fine.
			signal(l.ready)
			return nil
		}
		return err
	case <-timer.C:
		l.cut()
		return errStuck
	case <-ctx.Done():
		l.cut()
		return ctx.Err()
	}
}

// close ends the session in good manners, and if Discord lacks them, without.
func (l *link) close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		l.session.Close()
	}()
	select {
	case <-closed:
	case <-time.After(3 * time.Second):
	}
	l.cut()
}

// cut ends the connection, and all attempts to make one. The session stays
// resumable for Discord, as it is told nothing.
func (l *link) cut() {
	l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		l.conn.Close()
	}
}

// dial connects to the gateway.
func (l *link) dial(_ context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(l.context, l.timing.open)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	watched := &watchedConn{Conn: conn, silence: l.timing.silence}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.context.Err() != nil {
		conn.Close()
		return nil, l.context.Err()
	}
	l.conn = watched
	return watched, nil
}

// watchedConn is a connection that ends when nothing comes for too long.
// discordgo waits for five heartbeats without an answer, and sets no deadlines.
type watchedConn struct {
	net.Conn
	silence time.Duration
}

// writeTimeout bounds one write.
const writeTimeout = 10 * time.Second

// Read implements net.Conn.
func (c *watchedConn) Read(p []byte) (int, error) {
	c.SetReadDeadline(time.Now().Add(c.silence))
	n, err := c.Conn.Read(p)
	if err != nil {
		// discordgo would send a close frame that ends the session, were the
		// connection alive after all.
		c.Close()
	}
	return n, err
}

// Write implements net.Conn.
func (c *watchedConn) Write(p []byte) (int, error) {
	c.SetWriteDeadline(time.Now().Add(writeTimeout))
	return c.Conn.Write(p)
}
