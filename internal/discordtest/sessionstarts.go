package discordtest

import (
	"net/http"
	"slices"
	"time"
)

// usualStarts is the number of sessions a bot may start in a day.
const usualStarts = 1000

// SetShards sets how many shards are recommended to bots, and how many sessions they may
// start at a time; both are 1 at first.
func (s *Server) SetShards(recommended, maxConcurrency int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.shards, s.starts.atOnce = recommended, maxConcurrency
}

// SetIdentifyInterval sets the least time between two new sessions of a bucket: the shard's number
// modulo the concurrency. Earlier ones are refused with opcode 9, as by Discord, where d is 5 s,
// and are a violation. The default is 0.
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

// startLimit counts the sessions that a bot may still start.
type startLimit struct {
	shards, atOnce int
	remaining      int
	resets         time.Time
	interval       time.Duration // between two starts of a bucket
	used           []time.Time   // times of the starts
	by             []Shard       // shards of the starts
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

// renew begins a new day if the old one has ended.
func (l *startLimit) renew() {
	if now := time.Now(); !now.Before(l.resets) {
		l.remaining, l.resets = usualStarts, now.Add(24*time.Hour)
	}
}

// use counts a new session, and reports whether it comes too early. s.mu must be held.
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
