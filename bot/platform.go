package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/match"
)

// The methods here make the bot a front.Platform.

// Name returns the name of the front.
func (b *bot) Name() string { return match.DiscordFront }

// Post writes a message in a channel.
func (b *bot) Post(ctx context.Context, channel string, m front.Message) (handle string, err error) {
	handle, err = b.rest.post(ctx, channel, b.draw(ctx, m), m.Nonce)
	return handle, placeError(err)
}

// PostDirect writes a message to somebody directly.
func (b *bot) PostDirect(ctx context.Context, person string, m front.Message) error {
	channel, err := b.rest.direct(ctx, person)
	if err == nil {
		_, err = b.rest.post(ctx, channel, b.draw(ctx, m), m.Nonce)
	}
	return placeError(err)
}

// Edit replaces what a message says.
func (b *bot) Edit(ctx context.Context, handle string, m front.Message) error {
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, m)))
}

// Retire leaves a line of a message: without its text it could not lose its buttons.
func (b *bot) Retire(ctx context.Context, handle string) error {
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, front.Message{Text: "This board has moved: `/board` brings it here."})))
}

// Threads makes threads of a channel.
func (b *bot) Threads(channel string) commands.Threads { return threads{b, channel} }

// Close archives a thread that the bot has made.
func (b *bot) Close(ctx context.Context, channel string) error {
	address := discordgo.EndpointChannel(channel)
	var c struct {
		Type  discordgo.ChannelType `json:"type"`
		Owner string                `json:"owner_id"`
	}
	err := b.rest.do(ctx, call{method: http.MethodGet, url: address, result: &c, route: "GET " + address, repeat: always})
	if err != nil || c.Type != discordgo.ChannelTypeGuildPublicThread || c.Owner != b.userID() {
		return err
	}
	return b.rest.do(ctx, call{method: http.MethodPatch, url: address, body: map[string]bool{"archived": true}, route: "PATCH " + address, repeat: always})
}

// threads implements commands.Threads for a channel.
type threads struct {
	bot     *bot
	channel string
}

// threadLife is after how many minutes without a word a thread leaves the list by itself.
const threadLife = 1440

// maxThreadName is the longest name of a thread, in characters.
const maxThreadName = 100

// Open makes a thread that everybody sees.
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

// Direct says something to somebody directly.
func (t threads) Direct(ctx context.Context, person, text string) (channel string, err error) {
	channel, err = t.bot.rest.direct(ctx, person)
	if err == nil {
		_, err = t.bot.rest.post(ctx, channel, t.bot.draw(ctx, front.Message{Text: text}), "")
	}
	return channel, err
}

// Drop deletes a thread.
func (t threads) Drop(ctx context.Context, channel string) {
	address := discordgo.EndpointChannel(channel)
	if err := t.bot.rest.do(ctx, call{method: http.MethodDelete, url: address, route: "DELETE " + address, repeat: always}); err != nil {
		t.bot.log.Warn("a thread without a match stays", "channel", channel, "err", err)
	}
}

// placeError says for the front what an error means for a channel or a message.
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
