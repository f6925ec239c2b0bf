package bot

import (
	"context"
	"errors"

	"nimatron/commands"
)

// place is where a reply goes: an interaction, a message that mentioned the bot,
// or just a channel.
type place interface {
	// post writes a message for everybody and returns its handle.
	post(context.Context, message) (handle string, err error)
	// whisper writes to the one who asked, alone.
	whisper(context.Context, message) error
	// on is the handle of the message whose button was pressed; empty for none.
	on() string
	// update replaces that message.
	update(context.Context, message) error
	// onPrivate reports whether a button of a message for the user alone was
	// pressed.
	onPrivate() bool
	// foreign places let the bot answer and do nothing else.
	foreign() bool
}

// deliver brings a reply to where it belongs.
func (b *bot) deliver(ctx context.Context, to place, r commands.Reply) error {
	var err error
	switch {
	case r.Private && r.Replace && to.onPrivate():
		err = to.update(ctx, b.draw(r.Message(), r.Card, nil).attach(r.Files))
	case r.Private:
		err = to.whisper(ctx, b.draw(r.Message(), r.Card, nil).attach(r.Files))
	case r.Card == nil || r.Show.Kind == commands.NoSubject:
		_, err = to.post(ctx, b.draw(r.Message(), r.Card, r.Notify).attach(r.Files))
	default:
		err = b.show(ctx, to, r)
	}
	for _, handle := range r.Retire {
		if gone := b.rest.retire(ctx, handle); gone != nil {
			b.log.Debug("an old message keeps its buttons", "message", handle, "err", gone)
		}
	}
	return err
}

// show delivers a card that shows a challenge or a match. One message does that
// at a time, updated in place; what happened is said in a message of its own, as
// an edit makes nobody aware.
func (b *bot) show(ctx context.Context, to place, r commands.Reply) error {
	inPlace := r.Shown != "" && !r.Afresh
	switch {
	case inPlace && to.on() == r.Shown:
		return b.showHere(ctx, to, r)
	case inPlace && r.Message() != "" && !to.foreign():
		return b.showThere(ctx, to, r)
	default:
		return b.showAnew(ctx, to, r.Show, b.draw(r.Message(), r.Card, r.Notify).attach(r.Files))
	}
}

// showHere updates the message whose button was pressed.
func (b *bot) showHere(ctx context.Context, to place, r commands.Reply) error {
	text := r.Message()
	if len(r.Notify) > 0 {
		text = "" // it comes below
	}
	err := to.update(ctx, b.draw(text, r.Card, nil).attach(r.Files))
	switch {
	case errors.Is(err, errGone):
		return err
	case err != nil:
		b.log.Info("a board can't be updated and is posted anew", "message", r.Shown, "err", err)
		return b.showAnew(ctx, to, r.Show, b.draw(r.Message(), r.Card, r.Notify).attach(r.Files))
	}
	// A challenge that is accepted turns into a board here.
	err = b.service.Shown(ctx, r.Show, r.Shown)
	if len(r.Notify) > 0 {
		_, postErr := to.post(ctx, b.draw(r.Message(), nil, r.Notify))
		err = errors.Join(err, postErr)
	}
	return err
}

// showThere says what happened and updates the message further up. Where that is
// gone, the card comes as a new message.
func (b *bot) showThere(ctx context.Context, to place, r commands.Reply) error {
	if _, err := to.post(ctx, b.draw(r.Message(), nil, r.Notify).attach(r.Files)); err != nil {
		return err
	}
	card := b.draw("", r.Card, nil)
	if err := b.rest.edit(ctx, r.Shown, card); err != nil {
		b.log.Info("a board can't be updated and is posted anew", "message", r.Shown, "err", err)
		return b.showAnew(ctx, to, r.Show, card)
	}
	return b.service.Shown(ctx, r.Show, r.Shown)
}

// showAnew posts a message and notes that it shows the subject now.
func (b *bot) showAnew(ctx context.Context, to place, subject commands.Subject, m message) error {
	handle, err := to.post(ctx, m)
	if err != nil {
		return err
	}
	return b.service.Shown(ctx, subject, handle)
}

// channel is a place without anybody who asked: for what the bot says by itself.
type channel struct {
	bot *bot
	id  string
}

func (c channel) post(ctx context.Context, m message) (string, error) {
	return c.bot.rest.post(ctx, c.id, m)
}

// whisper does nothing: there is nobody to hear it.
func (c channel) whisper(context.Context, message) error { return nil }

func (c channel) on() string                            { return "" }
func (c channel) onPrivate() bool                       { return false }
func (c channel) update(context.Context, message) error { return errors.ErrUnsupported }
func (c channel) foreign() bool                         { return false }
