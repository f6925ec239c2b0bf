package discordtest

import (
	"net/http"
	"slices"
	"time"
)

// usualStarts is the number of sessions that a bot may start per day.
const usualStarts = 1000

// SetShards sets the recommended number of shards and how many sessions may start at a time. Both
// are 1 by default.
func (s *Server) SetShards(recommended, maxConcurrency int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.shards, s.starts.atOnce = recommended, maxConcurrency
}

// SetIdentifyInterval sets the minimum time between two new sessions of a bucket, which is the
// shard's number modulo the concurrency. Earlier ones are a violation and get opcode 9. Discord's
// interval is 5 s; the default here is 0.
func (s *Server) SetIdentifyInterval(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.interval = d
}

// Shard is a shard's number, from 0, and the number of shards.
type Shard struct{ Number, Of int }

// ShardStarts returns the shards of the started sessions, in the order of SessionStarts.
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
	interval       time.Duration // between two starts of a bucket
	used           []time.Time   // times of the starts
	by             []Shard       // shards of the starts
}

// SetSessionStarts sets the remaining number of session starts until the limit is reset. Starting
// more is a violation.
func (s *Server) SetSessionStarts(remaining int, resetAfter time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.remaining, s.starts.resets = remaining, time.Now().Add(resetAfter)
}

// SessionStarts returns the times of session starts, including refused ones.
func (s *Server) SessionStarts() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.starts.used)
}

// renew starts a new day if the old one has ended.
func (l *startLimit) renew() {
	if now := time.Now(); !now.Before(l.resets) {
		l.remaining, l.resets = usualStarts, now.Add(24*time.Hour)
	}
}

// use counts a session start, and reports whether it comes too early. s.mu must be held.
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
