package front

import (
	"context"
	"errors"

	"nimatron/commands/view"
	"nimatron/match"
)

// deliver brings a reply to where it belongs, which is in a channel.
func (f *Front) deliver(ctx context.Context, to Place, channel string, r view.Reply) error {
	if r.Form != nil {
		if err := to.Ask(ctx, r.Form); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		if r.To = (view.Private{}); r.Message() == "" && r.Card == nil {
			r.Text = noFormText
		}
	}
	pressed, private := to.Pressed()
	forOne := Message{Text: r.Message(), Card: r.Card, Files: r.Files, Secret: r.Result == view.ResultDone}
	switch way := r.To.(type) {
	case view.Here:
		if pressed != "" || private {
			return f.halfway(ctx, to, channel, r)
		}
		return to.PostPrivate(ctx, forOne)
	case view.Page:
		if private {
			return to.Update(ctx, forOne)
		}
		return to.PostPrivate(ctx, forOne)
	case view.Private:
		return to.PostPrivate(ctx, forOne)
	case view.Thread:
		var err error
		if way.Private {
			err = to.PostPrivate(ctx, Message{Text: way.Pointer})
		} else {
			_, err = to.Post(ctx, Message{Text: way.Pointer})
		}
		return errors.Join(err, f.show(ctx, Channel{f.platform, way.Channel}, way.Channel, r))
	}
	if r.Show.Kind == view.NoSubject {
		_, err := to.Post(ctx, whole(r))
		return err
	}
	return f.show(ctx, to, channel, r)
}

// noFormText is for what can only be answered by a form, where none can be shown.
const noFormText = "I could not show you the form in time. Please try again."

// halfway updates the message whose button was pressed, though it shows the same state as
// before. A message that another has replaced stays as it is.
func (f *Front) halfway(ctx context.Context, to Place, channel string, r view.Reply) error {
	pressed, _ := to.Pressed()
	if pressed != "" && r.ShownIn != "" && pressed != r.ShownIn && !to.AnswerOnly() {
		return to.PostPrivate(ctx, Message{Card: r.Card})
	}
	if err := to.Update(ctx, Message{Card: r.Card}); err != nil || pressed != r.ShownIn || to.AnswerOnly() {
		return err
	}
	return f.painter.shown(ctx, match.Board{Subject: r.Show, Channel: channel}, r.ShownIn)
}

// whole is a reply in one message.
func whole(r view.Reply) Message {
	m := Message{Text: r.Text, Card: r.Card, Notify: r.Notify, Files: r.Files}
	if m.Card == nil { // else it says what is next
		m.Text, m.Card = r.Message(), r.Ending
	}
	if r.Ending != nil && m.Card != r.Ending {
		m.Notify = nil // they are told of the end
	}
	return m
}

// show delivers a card that shows a challenge or a match. One message at a time does that, and
// it is updated in place: by the answer where its own button was pressed, else by the painter.
// The event is told in a message of its own, because an edit notifies nobody.
func (f *Front) show(ctx context.Context, to Place, channel string, r view.Reply) error {
	if r.Ending != nil && !to.AnswerOnly() && to.MayBeThread() {
		defer f.close(channel)
	}
	pressed, _ := to.Pressed()
	b := match.Board{Subject: r.Show, Channel: channel, Message: r.ShownIn}
	inPlace := r.ShownIn != "" && r.To != (view.Anew{})
	switch {
	case inPlace && pressed == r.ShownIn:
		return f.showHere(ctx, to, b, r)
	case r.Card == nil, inPlace && (r.Message() != "" || r.Ending != nil) && !to.AnswerOnly() && !f.lacks.in(channel):
		r.Card = nil
		_, err := to.Post(ctx, whole(r))
		f.painter.paint(b)
		return err
	default:
		return f.showAnew(ctx, to, b, r)
	}
}

// close ends the use of a channel in which a match has ended, after all other work there.
func (f *Front) close(channel string) {
	if _, waits := f.closing.LoadOrStore(channel, true); waits {
		return
	}
	err := f.inBackground(channel, paintTime, 0, func(ctx context.Context) {
		f.closing.Delete(channel)
		if err := f.platform.Close(ctx, channel); err != nil {
			f.log.Info("the thread of a match was not closed", "channel", channel, "err", err)
		}
	})
	if err != nil {
		f.closing.Delete(channel)
		f.log.Info("the thread of a match stays open", "channel", channel, "err", err)
	}
}

// showHere updates the message whose button was pressed, which b names.
func (f *Front) showHere(ctx context.Context, to Place, b match.Board, r view.Reply) error {
	err := to.Update(ctx, Message{Card: r.Card, Files: r.Files})
	switch {
	case errors.Is(err, ErrGone), errors.Is(err, ErrAnswered):
		return err
	case err != nil:
		f.log.Info("a message can't be updated and is posted again", "channel", b.Channel, "err", err)
		return f.showAnew(ctx, to, b, r)
	}
	b.Message = "" // it is known
	err = f.painter.shown(ctx, b, r.ShownIn)
	if len(r.Notify) > 0 || r.Ending != nil {
		r.Card = nil
		_, postErr := to.Post(ctx, whole(r))
		err = errors.Join(err, postErr)
	}
	return err
}

// noteMessage notes which message is to show what a reply shows, before it does.
func (f *Front) noteMessage(ctx context.Context, r *view.Reply, channel string) {
	b := match.Board{Subject: r.Show.Unversioned(), Channel: channel, Message: r.ShownIn}
	if err := f.painter.note(ctx, b); err != nil {
		f.log.Warn("what a message shows was not noted", "channel", channel, "err", err)
	}
}

// showAnew posts a message and notes that it shows the board now.
func (f *Front) showAnew(ctx context.Context, to Place, b match.Board, r view.Reply) error {
	handle, err := to.Post(ctx, whole(r))
	if err != nil {
		return err
	}
	if to.AnswerOnly() {
		handle = ""
	}
	b.Message = handle
	err = f.painter.shown(ctx, b, handle)
	if r.Ending != nil && r.Card != nil {
		_, postErr := to.Post(ctx, Message{Card: r.Ending, Notify: r.Notify})
		err = errors.Join(err, postErr)
	}
	return err
}
