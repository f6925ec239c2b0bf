package transport

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"nimatron/match"
)

const (
	closeNotAuthenticated  = 4003
	closeBadToken          = 4004
	closeInvalidSeq        = 4007
	closeTimedOut          = 4009
	closeInvalidShard      = 4010
	closeShardingRequired  = 4011
	closeInvalidVersion    = 4012
	closeInvalidIntents    = 4013
	closeDisallowedIntents = 4014
)

// closeResumable closes a connection whose session another process resumes. Any code but 1000 and
// 1001 works; discord.py uses this one.
const closeResumable = 4000

const (
	openWithin = 8 * time.Second
	// stableAfter is the length of a session that does not count as broken early.
	stableAfter = 30 * time.Second
	// maxResumePause limits the pause before a session is resumed. To connect takes a second more.
	maxResumePause = 4 * time.Second
	// firstBackoff follows an attempt without a session. It is doubled each time, up to maxBackoff:
	// Discord resets the token of a bot that identifies 1,000 times a day.
	firstBackoff, maxBackoff = time.Second, 2 * time.Minute
	// maxResumes is the number of attempts to reach a session at short intervals.
	maxResumes = 60
	// maxUnheard is how long resumes are tried that Discord leaves without an answer. It keeps no session longer.
	maxUnheard = 5 * time.Minute
	// identifyPause separates two new sessions. Discord demands 5 s.
	identifyPause = 5100 * time.Millisecond
)

type supervisor struct {
	*Client
	log          *slog.Logger
	gate         *identifyGate
	shard, count int
	address      string
	unheard      time.Time // of the first resume that Discord has not answered; zero for none
	detour       bool      // resume at address next, because the session's own could not be reached

	// For the lease of the shard, if several processes share the shards.
	application *application
	leaseName   string
	holder      string
	sessions    chan struct{} // has an element after a session began or was resumed

	mu         sync.Mutex
	session    match.Session
	unfinished map[int64]time.Time // when events that are still being carried out arrived
}

// supervise keeps a session open and resumes s.session first. It returns nil when ctx is done or
// another process has the session, or an error if a retry is useless.
func (s *supervisor) supervise(ctx context.Context) error {
	resume := s.session.ID != ""
	handedOn := resume // another process began the session, and it has not worked here yet
	backoff := reconnectBackoff{random: s.Random, purpose: fmt.Sprint("reconnect shard ", s.shard)}
	for {
		begun, err := s.connect(ctx, resume)
		if ctx.Err() != nil || s.Leases != nil && !s.mayConnect(ctx) {
			return nil
		}
		failed := resume && begun.IsZero()
		if final := fatalError(err); final != nil && !(failed && handedOn) { // the error may concern that session alone
			return final
		}
		handedOn = false
		if failed && s.session.ID == "" {
			s.log.Warn("the session could not be resumed", "err", withoutURL(err))
			resume = false // missed events are in the database
			continue
		}
		var lasted time.Duration
		if !begun.IsZero() {
			lasted = max(time.Since(begun), 1)
		}
		resume = s.session.ID != ""
		wait := backoff.next(lasted, resume)
		s.log.Warn("no connection to Discord", "err", withoutURL(err), "failures", backoff.failures, "resume", resume, "wait", wait)
		if pause(ctx, wait) != nil {
			return nil
		}
	}
}

type reconnectBackoff struct {
	failures int // attempts in a row without a session, or with one that ended early
	breaks   int // connections in a row that ended early with a resumable session

	random  Draws
	purpose string
}

// next returns the wait after a connection whose session lasted that long, 0 for none. To resume
// costs no session of the daily limit, so it happens at once, or within seconds after repeated
// breaks.
func (b *reconnectBackoff) next(lasted time.Duration, resumable bool) time.Duration {
	if lasted > stableAfter {
		b.failures, b.breaks = 0, 0
	}
	switch {
	case lasted > 0 && resumable:
		b.failures = 0
		b.breaks++
		return b.random.below(b.purpose, maxResumePause>>max(0, 5-b.breaks)+1)
	case lasted > 0 && b.failures == 0: // Discord's maintenance
		b.failures++
		return b.random.below(b.purpose, maxResumePause>>4+1)
	}
	b.failures++
	limit := maxBackoff
	if resumable && b.failures <= maxResumes { // the session waits for some minutes
		limit = maxResumePause
	}
	return b.random.jitter(b.purpose, min(firstBackoff<<min(b.failures-1, 16), limit))
}

func fatalError(err error) error {
	if HasStatus(err, http.StatusUnauthorized) {
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
	case closeInvalidShard, closeShardingRequired:
		return ErrShards
	case closeInvalidVersion:
		return fmt.Errorf("the connection is refused by Discord with code %d", closed.Code)
	}
	return nil
}

// connect makes a connection that resumes or begins a session. When it has ended, connect returns
// when the session began, zero for never, and why it ended.
func (s *supervisor) connect(ctx context.Context, resume bool) (begun time.Time, err error) {
	l := &link{supervisor: s}
	var address string
	if resume {
		address = s.resumeAt(ctx)
	} else {
		var asked func(sent bool)
		if address, asked, err = s.gate.permit(ctx, s.shard); err != nil {
			return begun, err
		}
		defer asked(false)
		s.address, l.asking = address, func() { asked(true) }
	}
	err = l.serve(ctx, address, openWithin)
	s.detour = resume && l.asked.IsZero() && !s.detour
	switch {
	case !l.begun.IsZero():
		s.unheard = time.Time{}
	case resume && s.unheard.IsZero():
		s.unheard = l.asked
	}
	refused := errors.Is(err, errInvalid) || !s.unheard.IsZero() && time.Since(s.unheard) > maxUnheard
	if !l.asked.IsZero() && (l.begun.IsZero() && refused || endsSession(err)) {
		s.setSession(match.Session{}) // Discord has refused or ended it
		s.unheard = time.Time{}
	}
	return l.begun, err
}

func (s *supervisor) resumeAt(ctx context.Context) string {
	if !s.detour {
		return resumeAddress(s.address, s.session.URL, s.own)
	}
	if told, err := s.gate.gateway(ctx); err == nil {
		s.address = told.URL
	}
	return s.address
}

func (s *supervisor) setSession(session match.Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if session.ID != s.session.ID || s.unfinished == nil {
		s.unfinished = map[int64]time.Time{}
	}
	s.session = session
}

func (s *supervisor) received(seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session.Seq = seq
}

func (s *supervisor) currentSession() match.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session
}

// An Origin tells where an event comes from. The zero value is for webhooks.
type Origin struct {
	Replayed bool // after this process or another resumed the session

	session *supervisor
	seq     int64
}

// Begin notes that an event is being carried out, until end is called.
func (o Origin) Begin() (end func()) {
	s := o.session
	if s == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	unfinished := s.unfinished
	unfinished[o.seq] = time.Now()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(unfinished, o.seq)
	}
}

// maxReplay is the age of the oldest event that another process is to get. Discord may refuse to resume a session at
// an event that it has forgotten.
const maxReplay = 30 * time.Second

// finished returns the session as of its last event up to which all are carried out.
func (s *supervisor) finished() match.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	session := s.session
	for seq, arrived := range s.unfinished {
		if time.Since(arrived) < maxReplay {
			session.Seq = min(session.Seq, seq-1)
		}
	}
	return session
}

func endsSession(err error) bool {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return false
	}
	switch closed.Code {
	case closeNotAuthenticated, closeInvalidSeq, closeTimedOut:
		return true
	}
	return false
}

// resumeAddress returns the address for a resumed session: Discord's, or known behind a proxy. It
// receives the token and may come from another process. So it must be a neighbour of the known
// gateway with the same scheme.
func resumeAddress(known, told string, own bool) string {
	a, errKnown := url.Parse(known)
	b, errTold := url.Parse(told)
	if errKnown != nil || errTold != nil || b.Scheme != a.Scheme {
		return known
	}
	_, domain, _ := strings.Cut(a.Hostname(), ".")
	neighbour := own && domain != "" && strings.HasSuffix(b.Hostname(), "."+domain)
	if b.Hostname() == a.Hostname() || neighbour {
		return told
	}
	return known
}
