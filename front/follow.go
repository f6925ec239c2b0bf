package front

import (
	"context"
	"sync"
	"time"

	"nimatron/internal/recent"
	"nimatron/match"
)

const (
	maxBelow    = 12          // messages of others below a board, which the next change then brings to the end
	followPause = time.Minute // between two boards that come to the end of a channel
	maxCounted  = 8           // boards of a channel below which they are counted
)

// chats counts the messages of others below the newest boards, in memory: a process that does not hear a channel's
// messages asks the platform.
type chats struct {
	mu       sync.Mutex
	channels recent.Map[string, *chat]
}

type chat struct {
	heard        bool   // the channel's messages are told here
	last         string // the handle of the last message, if it is known otherwise
	others       int
	posted       map[string]int // others when a message was posted, by handle
	asked, moved time.Time
}

// of returns the counts of a channel. c.mu must be held.
func (c *chats) of(channel string) *chat {
	k, known := c.channels.Get(channel)
	if !known {
		k = &chat{}
		c.channels.Put(channel, k)
	}
	return k
}

func (c *chats) post(channel, handle string, below int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.of(channel)
	if k.posted == nil || len(k.posted) >= maxCounted {
		k.posted = map[string]int{}
	}
	k.posted[handle] = k.others - below
}

func (c *chats) move(channel string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of(channel).moved = time.Now()
}

// Heard counts a message in a channel, which the bot wrote itself if own.
func (f *Front) Heard(channel string, own bool) {
	c := &f.chats
	c.mu.Lock()
	defer c.mu.Unlock()
	switch k, known := c.channels.Get(channel); {
	case own: // perhaps a board, of which nothing is recorded yet
		c.of(channel).heard = true
	case known: // others have no board
		k.heard = true
		k.others++
	}
}

// Last tells the last message of a channel, of which a process may hear nothing else.
func (f *Front) Last(channel, handle string) {
	f.chats.mu.Lock()
	defer f.chats.mu.Unlock()
	if k, known := f.chats.channels.Get(channel); known {
		k.last = handle
	}
}

// buried reports whether a message may follow the chat, as far as is known, and whether that is certain.
func (c *chats) buried(channel, handle string) (buried, certain bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, now := c.of(channel), time.Now()
	at, known := k.posted[handle]
	switch {
	case handle == "", now.Sub(k.moved) < followPause, handle == k.last && !k.heard:
		return false, true
	case known && (k.heard || now.Sub(k.asked) < followPause):
		return k.others-at >= maxBelow, true
	}
	return now.Sub(k.asked) >= followPause, false
}

// Reader is a platform whose channels can be read.
type Reader interface {
	// Below counts the messages of others below a message.
	Below(ctx context.Context, handle string) (int, error)
	// Find returns the newest message with the board of a match, "" if there is none.
	Find(ctx context.Context, channel string, id int64) (handle string, err error)
}

// buried reports whether a board has to come to the end of its channel.
func (f *Front) buried(ctx context.Context, b match.Board) bool {
	buried, certain := f.chats.buried(b.Channel, b.Message)
	reader, can := f.platform.(Reader)
	if certain || !buried || !can {
		return buried && certain
	}
	n, err := reader.Below(ctx, b.Message)
	if err != nil {
		f.log.Debug("the messages below a board can't be counted", "channel", b.Channel, "err", err)
	}
	f.chats.post(b.Channel, b.Message, n)
	f.chats.mu.Lock()
	f.chats.of(b.Channel).asked = time.Now()
	f.chats.mu.Unlock()
	return n >= maxBelow
}
