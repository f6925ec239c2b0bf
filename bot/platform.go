package bot

import (
	"context"

	"nimatron/front"
)

// The methods here make the bot a front.Platform.

// Owns reports whether a channel is Discord's.
func (b *bot) Owns(channel string) bool { return isSnowflake(channel) }

// Post writes a message in a channel.
func (b *bot) Post(ctx context.Context, channel string, m front.Message) (handle string, err error) {
	return b.rest.post(ctx, channel, b.drawMessage(m))
}

// Edit replaces what a message says.
func (b *bot) Edit(ctx context.Context, handle string, m front.Message) error {
	return b.rest.edit(ctx, handle, b.drawMessage(m))
}

// Retire takes a message's buttons away.
func (b *bot) Retire(ctx context.Context, handle string) error {
	return b.rest.retire(ctx, handle)
}
