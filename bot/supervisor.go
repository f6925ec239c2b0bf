package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

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

// supervisor keeps a shard's session at the gateway.
type supervisor struct {
	bot          *bot
	log          *slog.Logger
	door         *door
	shard, count int
	began        func()  // called when a session has begun or is resumed; nil for none
	session      session // to resume; zero for none
	address      string  // of the gateway, as last told
}

// supervise keeps a session open until ctx is done, and then returns nil, or
// until there is no use in trying.
func (s *supervisor) supervise(ctx context.Context) error {
	b := s.bot
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
			s.log.Warn("the session could not be resumed", "err", withoutURL(err))
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
		s.log.Warn("no connection to Discord", "err", withoutURL(err), "failures", failures, "resume", resume, "wait", wait)
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
	case closeInvalidShard, closeShardingRequired:
		return errShards
	case closeInvalidVersion:
		return fmt.Errorf("the connection is refused by Discord with code %d", closed.Code)
	}
	return nil
}

// connect makes a connection that resumes the session, or begins one. It returns
// when that has ended: when the session had begun, if it had, and why it ended.
func (s *supervisor) connect(ctx context.Context, resume bool) (begun time.Time, err error) {
	b := s.bot
	l := &link{token: b.token, log: s.log, shard: s.shard, shards: s.count, receive: b.receive,
		known: func(r ready) {
			s.log.Info("connected to Discord", "as", r.User.Username)
			b.begin(ctx, r.User, r.Application.ID)
		},
		alive: func() { b.metrics.Alive(s.shard) }, started: func(resumed bool) {
			b.metrics.Session(resumed)
			if s.began != nil {
				s.began()
			}
		}}
	var address string
	if resume {
		l.session = s.session
		address = resumeAddress(s.address, s.session.url, b.api.own)
	} else {
		var asked func(sent bool)
		if s.address, asked, err = s.door.permit(ctx, s.shard); err != nil {
			return begun, err
		}
		defer asked(false)
		address, l.asking = s.address, func() { asked(true) }
	}
	err = l.serve(ctx, address, b.timing.open)
	if !l.asked.IsZero() {
		// A session that was asked for and not given, or ended, is no more.
		s.session = session{}
		if !l.begun.IsZero() && !endsSession(err) {
			s.session = l.session
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
