package front

import (
	"sync"
	"time"

	"nimatron/commands/view"
	"nimatron/internal/recent"
)

var missingPermissionReply = view.Reply{To: view.Private{}, Text: "I can't write in this channel, so I can't update the board or ping anyone. " +
	"Commands still work, and their answers show the board. " +
	"A server manager can give me the permissions View Channel and Send Messages, in a thread Send Messages in Threads."}

const (
	permissionRetry = 10 * time.Minute // until the bot tries to write again
	permissionTell  = time.Hour
)

type missingPermissions struct {
	mu       sync.Mutex
	channels recent.Map[string, forbiddenChannel]
}

type forbiddenChannel struct{ since, told time.Time }

func (f forbiddenChannel) current() bool { return time.Since(f.since) < permissionRetry }

func (m *missingPermissions) record(channel string) (isNew bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, _ := m.channels.Get(channel)
	isNew = !c.current()
	c.since = time.Now()
	m.channels.Put(channel, c)
	return isNew
}

func (m *missingPermissions) includes(channel string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, _ := m.channels.Get(channel)
	return c.current()
}

// shouldTell reports whether a reply about it is due in a channel, and counts it as sent.
func (m *missingPermissions) shouldTell(channel string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, _ := m.channels.Get(channel)
	if !c.current() || time.Since(c.told) < permissionTell {
		return false
	}
	c.told = time.Now()
	m.channels.Put(channel, c)
	return true
}
