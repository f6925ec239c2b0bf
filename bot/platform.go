package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/match"
)

// The methods here implement front.Platform.

// Name returns the name of the front.
func (b *bot) Name() string { return match.DiscordFront }

func (b *bot) Post(ctx context.Context, channel string, m front.Message) (handle string, err error) {
	handle, err = b.rest.post(ctx, channel, b.draw(ctx, m), m.Nonce)
	return handle, placeError(err)
}

func (b *bot) PostDirect(ctx context.Context, person string, m front.Message) error {
	_, err := b.postDirect(ctx, person, m)
	return placeError(err)
}

// postDirect returns the channel of the direct messages too.
func (b *bot) postDirect(ctx context.Context, person string, m front.Message) (channel string, err error) {
	channel, err = b.rest.direct(ctx, person)
	if err == nil {
		_, err = b.rest.post(ctx, channel, b.draw(ctx, m), m.Nonce)
	}
	return channel, err
}

func (b *bot) Edit(ctx context.Context, handle string, m front.Message) error {
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, m)))
}

// Retire replaces a message by one line: a message without text could not lose its buttons.
func (b *bot) Retire(ctx context.Context, handle, successor string) error {
	text := "This message has moved."
	if channel, _, ok := splitHandle(successor); ok {
		var c struct {
			Server string `json:"guild_id"` // missing in direct messages
		}
		address := discordgo.EndpointChannel(channel)
		if err := b.rest.get(ctx, address, "", &c); err != nil {
			return placeError(err)
		}
		text = "This message has moved: https://discord.com/channels/" + cmp.Or(c.Server, "@me") + "/" + successor
	}
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, front.Message{Text: text})))
}

func (b *bot) Threads(channel string) commands.Threads { return threads{b, channel} }

// Close archives a thread that the bot made.
func (b *bot) Close(ctx context.Context, channel string) error {
	address := discordgo.EndpointChannel(channel)
	var c struct {
		Type  discordgo.ChannelType `json:"type"`
		Owner string                `json:"owner_id"`
	}
	err := b.rest.get(ctx, address, "", &c)
	if err != nil || c.Type != discordgo.ChannelTypeGuildPublicThread || c.Owner != b.userID() {
		return err
	}
	return b.rest.do(ctx, call{method: http.MethodPatch, url: address, body: map[string]bool{"archived": true}, route: "PATCH " + address, repeat: always})
}

type threads struct {
	bot     *bot
	channel string
}

// threadLife is the inactivity in minutes after which Discord archives a thread.
const threadLife = 1440

// maxThreadName is in characters.
const maxThreadName = 100

// Open makes a public thread.
func (t threads) Open(ctx context.Context, name string) (channel string, err error) {
	address := discordgo.EndpointChannelThreads(t.channel)
	var made struct {
		ID string `json:"id"`
	}
	err = t.bot.rest.do(ctx, call{
		method: http.MethodPost, url: address, result: &made, route: address, repeat: ifRefused,
		body: map[string]any{"name": cut(name, maxThreadName), "type": discordgo.ChannelTypeGuildPublicThread, "auto_archive_duration": threadLife},
	})
	if err == nil && made.ID == "" {
		err = errBroken
	}
	return made.ID, err
}

// Direct sends somebody a direct message.
func (t threads) Direct(ctx context.Context, person, text string) (channel string, err error) {
	return t.bot.postDirect(ctx, person, front.Message{Text: text})
}

// Drop deletes a thread.
func (t threads) Drop(ctx context.Context, channel string) {
	address := discordgo.EndpointChannel(channel)
	if err := t.bot.rest.do(ctx, call{method: http.MethodDelete, url: address, route: "DELETE " + address, repeat: always}); err != nil {
		t.bot.log.Warn("a thread without a match stays", "channel", channel, "err", err)
	}
}

// placeError wraps an error in the front's error for a channel or a message.
func placeError(err error) error {
	var refused *refusal
	switch {
	case err == nil:
		return nil
	case code(err) == codeUnknownMessage:
		return fmt.Errorf("%w: %w", front.ErrNoMessage, err)
	case code(err) == codeUnknownChannel, code(err) == codeArchivedThread, errors.Is(err, errRefusedHere),
		errors.As(err, &refused) && refused.status == http.StatusForbidden:
		return fmt.Errorf("%w: %w", front.ErrForbidden, err)
	}
	return err
}
