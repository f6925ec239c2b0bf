package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Close codes of the gateway. No retry gets past 4004 and those from 4010 on;
// after the others of these the session can't be resumed.
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

// supervisor keeps a session at the gateway.
type supervisor struct {
	bot        *bot
	session    session   // to resume; zero for none
	address    string    // of the gateway, as last told
	identified time.Time // when a session was last asked for
}

// supervise keeps a session open until ctx is done, and then returns nil, or
// until there is no use in trying.
func (b *bot) supervise(ctx context.Context) error {
	s := supervisor{bot: b}
	resume := false
	for failures := 0; ; {
		begun, err := s.connect(ctx, resume)
		if ctx.Err() != nil {
			return nil
		}
		if final := verdict(err); final != nil {
			return final
		}
		if resume && begun.IsZero() {
			b.log.Warn("the session could not be resumed", "err", withoutURL(err))
			resume = false // what was missed is in the database
			continue
		}
		if !begun.IsZero() && time.Since(begun) > b.timing.stable {
			failures = 0
		}
		failures++
		var wait time.Duration
		if begun.IsZero() || failures > 1 { // a first failure is Discord's housekeeping
			wait = jitter(min(b.timing.backoff<<min(failures-1, 16), b.timing.atMost))
		}
		resume = s.session.id != ""
		b.log.Warn("no connection to Discord", "err", withoutURL(err), "failures", failures, "resume", resume, "wait", wait)
		if pause(ctx, wait) != nil {
			return nil
		}
	}
}

// verdict returns the error to give up with, or nil where it may pass.
func verdict(err error) error {
	var refused *refusal
	if errors.As(err, &refused) && refused.status == http.StatusUnauthorized {
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
		return fmt.Errorf("the connection is refused by Discord with code %d", closed.Code)
	}
	return nil
}

// connect makes a connection that resumes the session, or begins one. It returns
// when that has ended: when the session had begun, if it had, and why it ended.
func (s *supervisor) connect(ctx context.Context, resume bool) (begun time.Time, err error) {
	b := s.bot
	l := &link{token: b.token, log: b.log, receive: b.receive, known: func(r ready) { b.onReady(ctx, r) },
		alive: b.metrics.Alive, started: b.metrics.Session}
	var address string
	if resume {
		l.session = s.session
		address = resumeAddress(s.address, s.session.url, b.api.own)
	} else if s.address, err = s.permit(ctx); err != nil {
		return begun, err
	} else {
		address = s.address
	}
	err = l.serve(ctx, address, b.timing.open)
	if !l.asked.IsZero() {
		// A session that was asked for and not given, or ended, is no more.
		s.session = session{}
		if !l.begun.IsZero() && !endsSession(err) {
			s.session = l.session
		}
		if !resume {
			s.identified = l.asked
		}
	}
	return l.begun, err
}

// endsSession reports whether Discord resumes no session after that error.
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

// resumeAddress returns where a session is resumed: where Discord says, but
// through whatever stands in front of Discord.
func resumeAddress(known, told string, own bool) string {
	a, errKnown := url.Parse(known)
	b, errTold := url.Parse(told)
	if errKnown == nil && errTold == nil && b.Host != "" && (own || a.Hostname() == b.Hostname()) {
		return told
	}
	return known
}

// permit waits until Discord allows a new session, and returns the address for
// it. Discord resets the token of a bot that begins more than it is allowed.
func (s *supervisor) permit(ctx context.Context) (address string, err error) {
	b := s.bot
	if err := pause(ctx, time.Until(s.identified.Add(b.timing.identify))); err != nil {
		return "", err
	}
	for {
		var gateway struct {
			URL   string `json:"url"`
			Limit *struct {
				Remaining  int   `json:"remaining"`
				ResetAfter int64 `json:"reset_after"` // ms
			} `json:"session_start_limit"`
		}
		asking, cancel := context.WithTimeout(ctx, b.timing.open)
		err := b.rest.do(asking, call{
			method: http.MethodGet, url: discordgo.EndpointGatewayBot, route: discordgo.EndpointGatewayBot, result: &gateway,
		})
		cancel()
		if err != nil {
			return "", err
		}
		if gateway.Limit == nil || gateway.Limit.Remaining > 0 {
			return gateway.URL, nil
		}
		wait := max(time.Duration(gateway.Limit.ResetAfter)*time.Millisecond, b.timing.backoff)
		b.log.Error("Discord allows no new session for now", "wait", wait)
		if err := pause(ctx, wait); err != nil {
			return "", err
		}
	}
}
