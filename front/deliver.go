package front

import (
	"context"
	"errors"

	"nimatron/commands"
)

// deliver brings a reply to where it belongs.
func (f *Front) deliver(ctx context.Context, to Place, r commands.Reply) error {
	_, private := to.Pressed()
	var err error
	switch {
	case r.Private && r.Replace && private:
		err = to.Update(ctx, Message{Text: r.Message(), Card: r.Card, Files: r.Files})
	case r.Private:
		err = to.PostPrivate(ctx, Message{Text: r.Message(), Card: r.Card, Files: r.Files})
	case r.Card == nil || r.Show.Kind == commands.NoSubject:
		_, err = to.Post(ctx, whole(r))
	default:
		err = f.show(ctx, to, r)
	}
	for _, handle := range r.Retire {
		if err := f.platform.Retire(ctx, handle); err != nil {
			f.log.Debug("an old message keeps its buttons", "message", handle, "err", err)
		}
	}
	return err
}

// whole is a reply in one message.
func whole(r commands.Reply) Message {
	return Message{Text: r.Message(), Card: r.Card, Notify: r.Notify, Files: r.Files}
}

// show delivers a card that shows a challenge or a match. One message at a time does
// that, and it is updated in place. What happened is said in a message of its own, as
// nobody is notified of an edit.
func (f *Front) show(ctx context.Context, to Place, r commands.Reply) error {
	pressed, _ := to.Pressed()
	inPlace := r.ShownIn != "" && !r.Repost
	switch {
	case inPlace && pressed == r.ShownIn:
		return f.showHere(ctx, to, r)
	case inPlace && r.Message() != "" && !to.AnswerOnly():
		return f.showThere(ctx, to, r)
	default:
		return f.showAnew(ctx, to, r.Show, whole(r))
	}
}

// showHere updates the message whose button was pressed.
func (f *Front) showHere(ctx context.Context, to Place, r commands.Reply) error {
	text := r.Message()
	if len(r.Notify) > 0 {
		text = "" // it comes below
	}
	err := to.Update(ctx, Message{Text: text, Card: r.Card, Files: r.Files})
	switch {
	case errors.Is(err, ErrGone):
		return err
	case err != nil:
		f.log.Info("a message can't be updated and is posted again", "message", r.ShownIn, "err", err)
		return f.showAnew(ctx, to, r.Show, whole(r))
	}
	// When a challenge is accepted, its message becomes the board.
	err = f.service.Shown(ctx, r.Show, r.ShownIn)
	if len(r.Notify) > 0 {
		_, postErr := to.Post(ctx, Message{Text: r.Message(), Notify: r.Notify})
		err = errors.Join(err, postErr)
	}
	return err
}

// showThere says what happened and updates the message further up. Where that is
// gone, the card comes as a new message.
func (f *Front) showThere(ctx context.Context, to Place, r commands.Reply) error {
	if _, err := to.Post(ctx, Message{Text: r.Message(), Notify: r.Notify, Files: r.Files}); err != nil {
		return err
	}
	card := Message{Card: r.Card}
	if f.edit(ctx, r.ShownIn, card) {
		return f.service.Shown(ctx, r.Show, r.ShownIn)
	}
	return f.showAnew(ctx, to, r.Show, card)
}

// showAnew posts a message and notes that it shows the subject now.
func (f *Front) showAnew(ctx context.Context, to Place, subject commands.Subject, m Message) error {
	handle, err := to.Post(ctx, m)
	if err != nil {
		return err
	}
	return f.service.Shown(ctx, subject, handle)
}

// announce says something that nobody asked for, as quietly as possible: if nobody is
// to be notified, the message that is already there is updated to say it.
func (f *Front) announce(ctx context.Context, a commands.Announcement) error {
	r := a.Reply
	if r.ShownIn != "" && !r.Repost && len(r.Notify) == 0 {
		if f.edit(ctx, r.ShownIn, Message{Text: r.Text, Card: r.Card}) {
			return f.service.Shown(ctx, r.Show, r.ShownIn)
		}
		r.ShownIn = ""
	}
	return f.deliver(ctx, Channel{f.platform, a.Channel}, r)
}

// edit replaces a message that was posted before and reports whether it could.
func (f *Front) edit(ctx context.Context, handle string, m Message) bool {
	err := f.platform.Edit(ctx, handle, m)
	if err != nil {
		f.log.Info("a message can't be updated and is posted again", "message", handle, "err", err)
	}
	return err == nil
}
