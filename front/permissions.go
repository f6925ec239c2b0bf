package front

import (
	"cmp"
	"sync"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/recent"
)

const (
	missingPermission = "I can't write in this channel, so I can't update the board or ping anyone. " +
		"Commands still work, and their answers show the board. " +
		"A server manager can give me the permissions View Channel and Send Messages, in a thread Send Messages in Threads."
	unposted = " Until that is mended, nothing is announced there and nobody is called."
)

const (
	permissionRetry = 10 * time.Minute // until the bot tries to write again
	permissionTell  = time.Hour
)

type missingPermissions struct {
	mu       sync.Mutex
	channels recent.Map[string, time.Time] // when a write failed
	told     recent.Map[string, time.Time] // by channel, and by channel and person
}

func (m *missingPermissions) record(channel string) (isNew bool) {
	isNew = !m.includes(channel)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.channels.Put(channel, time.Now())
	return isNew
}

func (m *missingPermissions) includes(channel string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	since, _ := m.channels.Get(channel)
	return time.Since(since) < permissionRetry
}

// shouldTell reports whether a person, "" for anybody, is to read about it in a channel, and counts it as told.
func (m *missingPermissions) shouldTell(channel, person string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last, _ := m.told.Get(channel + person); time.Since(last) < permissionTell {
		return false
	}
	m.told.Put(channel, time.Now())
	m.told.Put(channel+person, time.Now())
	return true
}

// lack returns what the speaker reads about missing permissions beside a reply, "" for nothing.
func (f *Front) lack(asked *commands.Request, r view.Reply) string {
	place := cmp.Or(r.ShownIn, asked.Channel)
	if why := asked.Unposted(place); why != "" && r.Outcome == view.OutcomeDone && r.Show.Kind != view.NoSubject && f.forbidden.shouldTell(asked.Channel, asked.By.ID) {
		return why + unposted
	}
	if f.forbidden.includes(asked.Channel) && f.forbidden.shouldTell(asked.Channel, "") {
		return missingPermission
	}
	return ""
}
