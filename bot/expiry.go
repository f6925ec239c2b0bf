package bot

import (
	"context"
	"time"

	"nimatron/commands"
)

// watch announces, at once and then every so often, what happened by the clock
// alone.
func (b *bot) watch(ctx context.Context) {
	ticker := time.NewTicker(b.timing.expire)
	defer ticker.Stop()
	for {
		guard(b.log, "expiry", func() { b.expire(ctx) })
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (b *bot) expire(ctx context.Context) {
	said, err := b.service.Expire(ctx)
	if err != nil && ctx.Err() == nil {
		b.log.Error("expiry failed", "err", err)
	}
	for _, a := range said {
		if !isSnowflake(a.Channel) {
			continue // of the terminal's, where a database is shared
		}
		err := b.work.add(a.Channel, func() {
			ctx, cancel := context.WithTimeout(b.context, b.timing.work)
			defer cancel()
			if err := b.announce(ctx, a); err != nil {
				b.log.Warn("an announcement did not arrive", "channel", a.Channel, "err", err)
			}
		})
		if err != nil {
			b.log.Warn("an announcement was dropped", "channel", a.Channel, "err", err)
		}
	}
}

// announce says something that nobody asked for, as quietly as can be: where
// nobody is to be notified, a message that is there already says it.
func (b *bot) announce(ctx context.Context, a commands.Announcement) error {
	r := a.Reply
	if r.Shown != "" && !r.Afresh && len(r.Notify) == 0 {
		err := b.rest.edit(ctx, r.Shown, b.draw(r.Text, r.Card, nil))
		if err == nil {
			return b.service.Shown(ctx, r.Show, r.Shown)
		}
		b.log.Info("a message can't be updated", "message", r.Shown, "err", err)
		r.Shown = ""
	}
	return b.deliver(ctx, channel{b, a.Channel}, r)
}
