package discordtest

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// maxReplayed is how many events Forget leaves for sessions that are resumed.
const maxReplayed = 10_000

// Forget forgets the interactions, messages and requests that are older than age, so that
// a test may go on for long, and all but the last events. A bot that asks for a forgotten
// message is told that there is none.
func (s *Server) Forget(age time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := time.Now().Add(-age)
	oldest := strconv.FormatUint(uint64(before.UnixMilli()-discordEpoch)<<22, 10)
	old := func(id string) bool { return compareIDs(id, oldest) < 0 }

	maps.DeleteFunc(s.interactions, func(id string, _ *Interaction) bool { return old(id) })
	maps.DeleteFunc(s.byToken, func(_ string, in *Interaction) bool { return old(in.ID) })
	maps.DeleteFunc(s.messages, func(id string, _ *Message) bool { return old(id) })
	maps.DeleteFunc(s.nonces, func(_ string, m *Message) bool { return old(m.ID) })
	for _, ch := range s.channels {
		ch.messages = slices.DeleteFunc(ch.messages, func(m *Message) bool { return old(m.ID) })
	}
	s.requests = slices.DeleteFunc(s.requests, func(r Request) bool { return r.At.Before(before) })
	for _, session := range s.sessions {
		for n := range max(0, len(session.sent)-maxReplayed) {
			session.sent[n].Data = nil
		}
	}
}
