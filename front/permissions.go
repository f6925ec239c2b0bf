package front

import (
	"sync"
	"time"

	"nimatron/commands/view"
)

var missingPermissionReply = view.Reply{To: view.Private{}, Text: "I can't write in this channel, so I can't update the board or ping anyone. " +
	"Commands still work, and their answers show the board. " +
	"A server manager can give me the permissions View Channel and Send Messages, in a thread Send Messages in Threads."}

const (
	permissionRetry      = 10 * time.Minute // until the bot tries to write again
	permissionTell       = time.Hour
	maxForbiddenChannels = 10_000
)

type missingPermissions struct {
	mu       sync.Mutex
	channels map[string]*forbiddenChannel
}

type forbiddenChannel struct{ since, told time.Time }

func (f *forbiddenChannel) current() bool { return f != nil && time.Since(f.since) < permissionRetry }

func (m *missingPermissions) record(channel string) (isNew bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.channels == nil || len(m.channels) >= maxForbiddenChannels {
		m.channels = map[string]*forbiddenChannel{}
	}
	if m.channels[channel] == nil {
		m.channels[channel] = &forbiddenChannel{}
	}
	isNew = !m.channels[channel].current()
	m.channels[channel].since = time.Now()
	return isNew
}

func (m *missingPermissions) includes(channel string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.channels[channel].current()
}

// shouldTell reports whether a reply about it is due in a channel, and counts it as sent.
func (m *missingPermissions) shouldTell(channel string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.channels[channel]
	if !c.current() || time.Since(c.told) < permissionTell {
		return false
	}
	c.told = time.Now()
	return true
}
