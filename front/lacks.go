package front

import (
	"sync"
	"time"

	"nimatron/commands/view"
)

// lackReply tells a player which permission the bot lacks in a channel.
var lackReply = view.Reply{To: view.Private{}, Text: "I may not write in this channel, so the board is not kept up to date and nobody is reminded. " +
	"Commands go on working, and their answers show the board. Whoever manages the server can give me the permissions to view the channel and to send messages in it."}

const (
	lackLife  = 10 * time.Minute // until the bot finds out anew
	lackAgain = time.Hour        // until it is said again
	maxLacks  = 10_000
)

// lacks are the channels in which the bot was not allowed to write. They are found out
// again when they are forgotten.
type lacks struct {
	mu       sync.Mutex
	channels map[string]*lack
}

type lack struct{ since, said time.Time }

// note notes that the bot may not write in a channel.
func (l *lacks) note(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.channels == nil || len(l.channels) >= maxLacks {
		l.channels = map[string]*lack{}
	}
	if l.channels[channel] == nil {
		l.channels[channel] = &lack{}
	}
	l.channels[channel].since = time.Now()
}

// in reports whether the bot may not write in a channel, as far as is known.
func (l *lacks) in(channel string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.channels[channel]
	return c != nil && time.Since(c.since) < lackLife
}

// say reports whether that is to be said now.
func (l *lacks) say(channel string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.channels[channel]
	if c == nil || time.Since(c.since) >= lackLife || time.Since(c.said) < lackAgain {
		return false
	}
	c.said = time.Now()
	return true
}
