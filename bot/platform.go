package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"nimatron/front"
	"nimatron/match"
)

// The methods here make the bot a front.Platform.

// Name is that of the front.
func (b *bot) Name() string { return match.DiscordFront }

// Post writes a message in a channel.
func (b *bot) Post(ctx context.Context, channel string, m front.Message) (handle string, err error) {
	handle, err = b.rest.post(ctx, channel, b.draw(ctx, m), m.Nonce)
	return handle, placeError(err)
}

// Edit replaces what a message says.
func (b *bot) Edit(ctx context.Context, handle string, m front.Message) error {
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, m)))
}

// Retire leaves a line of a message: without its text it could not lose its buttons.
func (b *bot) Retire(ctx context.Context, handle string) error {
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, front.Message{Text: "This board has moved: `/board` brings it here."})))
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
