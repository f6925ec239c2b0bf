package bot

import (
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands/view"
	"nimatron/internal/recent"
)

// late reports whether an event may be too late, or may have been answered by another process. It
// was replayed, sent some time ago, or sent before this process began. Clocks differ, so this only
// calls for a check.
func (b *bot) late(id string, arrived time.Time, replayed bool) bool {
	sent, err := discordgo.SnowflakeTimestamp(id)
	return replayed || err == nil && (arrived.Sub(sent) > deferAfter || sent.Before(b.begun))
}

// deliveries holds the ids of recent events, because Discord may deliver one twice. An answer to the second
// delivery would look like the first's own.
type deliveries struct {
	mu  sync.Mutex
	ids recent.Map[string, bool]
}

func (d *deliveries) again(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, known := d.ids.Get(id)
	d.ids.Put(id, true)
	return known
}

// mayBegin reports whether a late message may be carried out, because nobody has answered it. The
// inbox knows most answers, and the channel the rest. If neither is conclusive, the person hears
// that nothing was done.
func (m *mention) mayBegin(ctx context.Context) bool {
	answered, err := m.bot.saidSince(ctx, m.ID, m.message.ID, m.message.ID)
	if answered {
		m.bot.log.Info("a message was answered before, and was dropped", "channel", m.ID, "message", m.message.ID)
		return false
	}
	perhaps := false
	if err == nil && m.message.GuildID != "" {
		var direct string
		if direct, err = m.bot.direct(ctx, m.message.Author.ID); err == nil {
			perhaps, err = m.bot.saidSince(ctx, direct, m.message.ID, "")
		}
	}
	if perhaps || err != nil {
		m.bot.log.Info("a message was perhaps answered before", "channel", m.ID, "message", m.message.ID, "err", err)
		m.bot.front.Refuse(ctx, m, lateReply)
		return false
	}
	return true
}

var lateReply = view.Reply{To: view.Private{}, Text: "I was offline when you wrote that, so I did nothing. Please write it again."}

// saidSince reports whether the bot wrote in a channel after a message: a reply to the message
// "to", or any message if that is empty.
func (b *bot) saidSince(ctx context.Context, channel, since, to string) (bool, error) {
	list, err := b.messagesSince(ctx, channel, since)
	for _, m := range list {
		if m.Author.ID == b.userID() && (to == "" || m.Reference.Message == to) {
			return true, nil
		}
	}
	return false, err
}
